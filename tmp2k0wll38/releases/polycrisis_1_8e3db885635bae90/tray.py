"""What a seat of Polycrisis holds, for its tray: money, project, research, cards, and what it has done in this phase."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from moot.engine import is_in
from polycrisis_1_8e3db885635bae90.activate import kinds_lacking, project_for, suit_for, target_for
from polycrisis_1_8e3db885635bae90.bot import held
from polycrisis_1_8e3db885635bae90.components import (
    CLASS_SUITS,
    JOKER,
    KIND_OF,
    PROBLEM_NAMES,
    RANKS,
    SUITS,
)
from polycrisis_1_8e3db885635bae90.finalize import CYCLES_NEEDED
from polycrisis_1_8e3db885635bae90.naming import PROJECT_TYPES, ROLE_NAMES, SUIT_SIGNS, card, signs_taken, tech
from polycrisis_1_8e3db885635bae90.research import kinds_taken, tech_for
from polycrisis_1_8e3db885635bae90.rules import Step


class CardShown(NamedTuple):
    """A card of one's own."""

    id: int
    kind: int
    rank: str
    sign: str
    state: str  # held, drawn, aside
    tip: str


class Slot(NamedTuple):
    """A place for a project or a tech, and what is in it."""

    title: str
    piece: str  # that it is; none if it is free
    state: str
    words: str
    pips: tuple[tuple[str, bool], ...]  # what it takes, by signs, and whether it has that
    note: str
    tip: str


def _hand(view: Any, seat: int) -> tuple[CardShown, ...]:
    """§2.3 The hand: kept cards first by suit and value, then those just drawn, then those laid aside in this phase."""
    held = [(view.gone[seat][place], view.hand[seat][place]) for place in range(view.cards[seat])]
    kept = sorted(number for gone, number in held if not gone)
    aside = [number for gone, number in held if gone]
    drawn = list(view.drawn[seat])[: view.draws[seat]]
    rows = [(kept, "held"), (drawn, "drawn"), (aside, "aside")]
    return tuple(_card(number, state) for numbers, state in rows for number in numbers)


CARD_SAYS = {
    "held": "in hand",
    "drawn": "just drawn; it joins the hand when all have drawn",
    "aside": "played; it goes to the discards when all have finished",
}


@cache
def _card(number: int, state: str) -> CardShown:
    kind = int(KIND_OF[number])
    rank, sign = ("Joker", "★") if kind == JOKER else (RANKS[kind % 13], SUIT_SIGNS[kind // 13])
    return CardShown(number, kind, rank, sign, state, f"{card(kind).capitalize()}: {CARD_SAYS[state]}.")


def _suits_held(view: Any, seat: int) -> str:
    """§1.3 The suits of which a seat holds a card that serves: the board shows these filled."""
    return " ".join(str(suit) for suit in range(len(SUITS)) if held(view, seat, suit))


# The two slots


def _held_for(view: Any, seat: int, kinds: int) -> str:
    """What of a hand is of these kinds, in words."""
    held = [int(KIND_OF[view.hand[seat][place]]) for place in range(view.cards[seat]) if not view.gone[seat][place]]
    fitting = sorted({kind for kind in held if is_in(kinds, kind)})
    return f"in hand {', '.join(map(card, fitting))}" if fitting else "no card in hand serves"


def is_placed(view: Any, seat: int) -> bool:
    """§3.2.1 Whether the problem of a project that is being started has been chosen."""
    return view.asking[seat] not in (Step.START_PROJECT_FIX_CAT, Step.START_PROJECT_FIX_NODE)


def _project(view: Any, seat: int) -> Slot:
    """§1.6 §3.2.1 The project of a seat: one that stands, or one that it starts in this phase."""
    kind = project_for(view, seat, seat)
    if not kind:
        return Slot("Project", "", "", "free", (), "", "The project slot is free.")
    called = PROJECT_TYPES[kind].capitalize()
    if not is_placed(view, seat):
        return Slot(called, "", "", "where?", (), "sealed", f"{called}: choose its problem.")
    problem, note = PROBLEM_NAMES[target_for(view, seat, seat)], "sealed" if view.new_project[seat] else ""
    pips = tuple(_project_pips(view, seat, kind))
    lacking = 0
    for part in range(2):
        lacking |= kinds_lacking(view, seat, seat, part)
    needs = f"still takes {' '.join(sign for sign, had in pips if not had)}; {_held_for(view, seat, int(lacking))}"
    tip = f"{called} on {problem}: {needs if lacking else 'it has all it takes'}."
    state = "new" if note else "".join(str(int(had)) for _, had in pips)
    return Slot(called, f"project_of-{seat}", state, problem, pips, note, tip)


def _project_pips(view: Any, seat: int, kind: int) -> Iterator[tuple[str, bool]]:
    """§3.4.7 The successes that a project takes, with those of this phase."""
    for part in range(2):
        had = view.progress[seat, part] + view.success[seat, 2 * seat + part]
        sign = SUIT_SIGNS[suit_for(view, seat, seat, part)]
        yield from ((sign, place < had) for place in range(kind))


def _research(view: Any, seat: int) -> Slot:
    """§3.3.1 The tech in a seat's research slot: one that stands, or one that it starts in this phase."""
    number = tech_for(view, seat, seat) - 1
    if number < 0:
        return Slot("Research", "", "", "free", (), "", "The research slot is free.")
    note = "sealed" if view.new_tech[seat] else ""
    cycles = 0 if note else view.cycles[seat]
    pips = tuple(("●", place < cycles) for place in range(CYCLES_NEEDED))
    takes = f"a cycle takes a card of {signs_taken(view, number)} and 1 money; "
    tip = f"{tech(number)}: {cycles} of {CYCLES_NEEDED} cycles; {takes}{_held_for(view, seat, int(kinds_taken(view, number)))}."
    return Slot("Research", f"research_of-{seat}", "new" if note else str(cycles), tech(number), pips, note, tip)


# What was done in this phase


def _done(view: Any, seat: int) -> Iterator[str]:
    """§3.2 What a seat has done in this phase, which nobody else sees yet."""
    yield from _work_done(view, seat)
    yield from _gifts(view, seat)


def _work_done(view: Any, seat: int) -> Iterator[str]:
    """§3.2.2 The successes a seat has had in this phase."""
    for slot in range(view.seats):
        for part in range(2):
            if view.success[seat, 2 * slot + part]:
                suit = SUIT_SIGNS[suit_for(view, seat, slot, part)]
                target = view.new_target[seat] if slot == seat and view.new_project[seat] else view.target[slot]
                yield f"{view.success[seat, 2 * slot + part]} × {suit} succeeded on {PROBLEM_NAMES[target]}"


def _gifts(view: Any, seat: int) -> Iterator[str]:
    """§3.3.2 What a seat has given to research in this phase."""
    for slot in range(view.seats):
        card_too, money = is_in(view.card_given[seat], slot), is_in(view.money_given[seat], slot)
        given = " and ".join(["a card"] * card_too + ["1 money"] * money)
        if given:
            yield f"Gave {given} to {tech(tech_for(view, seat, slot) - 1)}"


def tray(view: Any, seat: int) -> dict[str, Any]:
    """§6 What only its seat sees."""
    role = view.role[seat] - 1
    return {
        "hand": _hand(view, seat),
        "holds": _suits_held(view, seat),
        "money": view.money[seat] - view.spent[seat],
        "spent": view.spent[seat],
        "slots": (_project(view, seat), _research(view, seat)),
        "done": tuple(_done(view, seat)),
        "role_name": ROLE_NAMES[role] if role >= 0 else "",
        "role_signs": tuple(SUIT_SIGNS[suit] for suit in CLASS_SUITS[role]) if role >= 0 else (),
    }
