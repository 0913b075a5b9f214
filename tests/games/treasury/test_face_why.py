"""Chapter 11 at the table: what is pressed and cannot be chosen says why, with its numbers and its section."""

from __future__ import annotations

import pytest

from moot.engine import Line, Sitting
from moot.games.treasury.rules import SLOTS, Do, Step
from moot.games.treasury.why import REASONS, why_not
from tests.games.treasury.table import act, choose_business, end_round, number, place, quiet, table


def why(t: Sitting, kind: str, which: int, seat: int = 0) -> Line:
    """The reason that a seat is told."""
    line = why_not(t.view(seat), seat, kind, which)
    assert line is not None
    return line


def why_business(t: Sitting, label: str, owner: int = 0, seat: int = 0) -> str:
    """The reason for a business."""
    return why(t, "business", place(t, owner, label), seat).text


def test_a_startup_after_the_action() -> None:
    """§2.1 Opening comes before."""
    t = quiet("Bard, Farm 2", "Thug 1", startups=("Bank",), opened=("Mentor",))
    assert "(0 now), or for 4 gold (you have 0)" in why_business(t, "Bank")
    t = quiet("Bard, Farm 2", "Thug 1", startups=("Bank", "Tower"), opened=("Mentor",), demand="Shaman")
    act(t, Do.SEED, "Bard")
    assert why(t, "business", place(t, 0, "Bank")) == Line(
        "2.1", "Businesses are opened before the action, and you have no action left."
    )
    assert "takes an action, and you have none left" in why_business(t, "Mentor")
    assert why(t, "card", number("Farm 2")).text == "You have no action left to use a hand card for."


def test_contracts() -> None:
    """§2.6 It has one, it is not opened, or its icons are not asked for."""
    opened = ("Farm 2, Guide 2+Judge, Lodge",)
    t = quiet("Bard", "Thug 1", opened=opened, startups=("Bank",), demand="Warrior 1, Warrior 2, Skinner 1")
    act(t, Do.START, "Bard")
    assert t.state.asking[0] == Step.CONTRACT
    assert why_business(t, "Guide 2") == "Guide 2 has its contract: it pays 1 gold a round."
    assert why_business(t, "Bank") == "Only an opened business can have a contract."
    assert why_business(t, "Lodge") == "Lodge needs a demand card for each icon; in demand: stone 0, happiness 1."
    choose_business(t, 0, Step.CONTRACT, "Farm 2")
    card = why(t, "card", number("Warrior 1"))
    assert card == Line("2.6", "Warrior 1 demands science, and asked for is food.")
    assert why_business(t, "Lodge") == "First answer what you are asked."


def test_businesses_of_others() -> None:
    """§8.1 §8.8 They are theirs; Bomber destroys what has no contract."""
    t = quiet("Bomber", "Thug 1", opened=("Mentor", "Farm 2+Judge, Guide 2"), ages=6, gold=[9])
    assert why_business(t, "Guide 2", owner=1) == "A business of another player is theirs alone."
    act(t, Do.START_PAID, "Bomber")
    assert t.state.asking[0] == Step.BOMB
    assert why_business(t, "Farm 2", owner=1) == "Bomber destroys only what is opened and has no contract."


def test_offerings() -> None:
    """§8.8 What Castle needs."""
    t = quiet("Castle", "Thug 1", opened=("Bank, Mentor",), gold=[9])
    act(t, Do.START_PAID, "Castle")
    assert why_business(t, "Mentor") == "What you give up must be opened and provide stone."


def test_the_tax_sale() -> None:
    """§3.6 Which business is sold is a matter of its cost."""
    t = table("", "", opened=("Skinner 1, Guide 2, Farm 1",), future="Farm 2, Guide 1", deck="Bank", demand="Warrior 2")
    end_round(t)
    assert t.state.asking[0] == Step.TAX_SALE
    assert why_business(t, "Farm 1") == "You are 1 gold short: Farm 1 costs 2, and another is nearer to that."


def test_what_all_share() -> None:
    """§2.7 §3.4 §3.5 §4.1 §5.2 They change by themselves."""
    t = quiet("Bard", "Thug 1")
    assert "fewer than 8; yours are 1 now" in why(t, "deck", 0).text
    sections = {kind: why(t, kind, 0).section for kind in ("treasury", "pass", "tax", "population", "barbarians")}
    assert sections == {"treasury": "3.4", "pass": "3.4", "tax": "3.5", "population": "4.1", "barbarians": "5.2"}
    assert why(t, "card", number("Farm 1")).section == "2.3"


@pytest.mark.parametrize("kind", sorted(REASONS))
def test_numbers_that_name_nothing(kind: str) -> None:
    """§11 Whoever asks about what is not there learns nothing, and nothing breaks but what the table expects."""
    t = quiet("Bard", "Thug 1")
    for which in (4 * SLOTS, 9999):
        try:
            why_not(t.view(0), 0, kind, which)
        except LookupError:
            assert kind in ("business", "seat")
