"""Forms of the tray as somebody fills them in who knows what they want: the fewest presses that lead to some answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page

READ = """() => {
  const form = document.querySelector("#tray .sheet-form");
  if (!form || form.checkVisibility?.() === false) return null;
  const inList = (name) => [...(form.querySelector(`[data-choice="${name}"]`)?.options ?? [])];
  const options = (name) => inList(name).map((one) => [Number(one.value), Number(one.dataset.target ?? -1)]);
  const numbers = (text) => text.split(" ").filter(Boolean).map(Number);
  const rows = [...form.querySelectorAll(".count")].map(({ dataset: row }) => ({
    key: row.key, most: Number(row.most), before: numbers(row.before), none: Number(row.none),
    needs: row.needs, named: "named" in row,
  }));
  return { rows, total: Number(form.dataset.total), end: Number(form.dataset.end), names: options("name"), ends: options("end") };
}"""


@dataclass
class Filled:
    """What is to be filled in, and how many of the answers that were wished for this gives."""

    amounts: dict[str, int] = field(default_factory=dict)  # by row
    name: int | None = None  # the answer that takes it
    end: int | None = None  # the answer that sends it, if it is not the usual one
    answers: int = 0


def read_as_form(page: Page, way: Sequence[int]) -> tuple[Filled, dict[str, Any]] | None:
    """What to fill in so that these answers are given; None if the form of the tray cannot say them."""
    form = page.evaluate(READ)
    filled = Filled()
    while form and filled.answers < len(way):
        rest = way[filled.answers :]
        if rest[0] == form["end"] or rest[0] in [end for end, _ in form["ends"]]:
            filled.end, filled.answers = rest[0], filled.answers + 1
            return (filled, form) if filled.amounts else None
        taken = next((many for row in form["rows"] if (many := _take(filled, form, row, rest))), 0)
        if not taken:
            return None
        filled.answers += taken
    return None


def _take(filled: Filled, form: dict[str, Any], row: dict[str, Any], rest: Sequence[int]) -> int:
    """How many of the answers are what a row says."""
    before = list(row["before"])
    if row["named"]:
        return _take_name(filled, form, row, rest)
    if row["needs"]:
        before += [target for number, target in form["names"] if number == filled.name]
        if len(before) == len(row["before"]):
            return 0
    if not before or list(rest[: len(before)]) != before or row["key"] in filled.amounts:
        return 0
    return len(before) + _take_amount(filled, form, row, rest[len(before) :])


def _take_name(filled: Filled, form: dict[str, Any], row: dict[str, Any], rest: Sequence[int]) -> int:
    many = len(row["before"]) + 1
    is_named = list(rest[: many - 1]) == row["before"] and rest[many - 1 : many]
    if not is_named or rest[many - 1] not in [number for number, _ in form["names"]]:
        return 0
    filled.amounts[row["key"]], filled.name = 1, rest[many - 1]
    return many


def _take_amount(filled: Filled, form: dict[str, Any], row: dict[str, Any], rest: Sequence[int]) -> int:
    """The amount that is said next; a last one that is not asked for is what is left."""
    amount = rest[0] - row["none"] if rest else 0
    if 0 < amount <= row["most"]:
        filled.amounts[row["key"]] = amount
        return 1
    filled.amounts[row["key"]] = form["total"] - sum(filled.amounts.values())
    return 0


def presses(filled: Filled, form: dict[str, Any]) -> Iterator[str]:
    """The controls to press, one after the other, until the form can be sent; the largest amount is what is left."""
    left = form["total"] or 0
    implied = {row["needs"] for row in form["rows"] if row["needs"] and filled.amounts.get(row["key"])}
    rows = [row for row in form["rows"] if filled.amounts.get(row["key"]) and row["key"] not in implied]
    left -= len(implied)
    for row in sorted(rows, key=lambda one: filled.amounts[one["key"]]):
        amount = filled.amounts[row["key"]]
        if left and amount == min(row["most"], left):
            yield f"#count-{row['key']} [data-words]"
        else:
            yield from [f"#count-{row['key']} [data-count='1']"] * amount
        left -= amount
