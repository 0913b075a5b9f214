"""Chapter 11 at the table: what is pressed and cannot be chosen says why, with its numbers and its section."""

from __future__ import annotations

import pytest

from moot.engine import Line, Sitting
from moot.games.treasury.components import ABILITY, CARDS, IS_BESIDES, IS_LABOUR, Ability
from moot.games.treasury.rules import SLOTS, Do, Step
from moot.games.treasury.why import NEEDS, REASONS, why_not
from tests.games.treasury.table import act, choose, choose_business, end_round, number, place, quiet, table


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


def test_hand_cards() -> None:
    """§2.2 What hinders seeding, starting or opening at once; if nothing does, what the card is for."""
    t = quiet("Bard, Castle", "Thug 1", current="", opened=("Farm 2",), gold=[3])
    assert why(t, "card", number("Bard")) == Line(
        "2.3",
        "No current event is left, so nobody seeds in this round. To open Bard at once costs 4 gold, and you have 3.",
    )
    assert "Castle is opened only by discarding a business that provides stone" in why(t, "card", number("Castle")).text
    t = quiet("Bard", "Thug 1", opened=("Gatherer 1",), gold=[4])
    assert why(t, "card", number("Bard")) == Line("8.6", "With Gatherer you seed nothing.")
    t = quiet("Bard", "Thug 1", current="", opened=("Spearman",), gold=[4])
    assert why(t, "card", number("Bard")).text == "Bard can be seeded, started, or laid on a startup of yours."
    t.state.businesses[0] = SLOTS
    assert why(t, "card", number("Bard")) == Line("2.7", "You have 16 businesses, and there is no room for more.")
    t = quiet("Bard, Thug 3", "Thug 1", opened=("Farm 2",), demand="Judge")
    act(t, Do.START, "Bard")
    assert why(t, "card", number("Thug 3")).text == "First answer what you are asked."


def test_opened_businesses() -> None:
    """§8.1 §8.4 §8.5 Used, without an action, or without what the ability needs."""
    t = quiet(
        "Skinner 1", "Thug 1", opened=("Cannery, Farm 2, Warrior 1, Bank", "Guard"), startups=("Castle",), deck=""
    )
    assert why(t, "business", place(t, 0, "Farm 2")) == Line(
        "8.4", "Farm 2 can be sold. Its ability needs a card to draw."
    )
    assert "needs a hand card without barbarians, and a demand card with them" in why_business(t, "Warrior 1")
    assert why_business(t, "Bank") == "Bank can be sold. There is nothing else to do with it now."
    assert "once in your turn, as long as there is gold on it" in why_business(t, "Guard", owner=1)
    act(t, Do.CANNERY, "Skinner 1")
    assert why_business(t, "Cannery") == "Cannery has been used in this turn."
    t = quiet("Skinner 1, Farm 3", "Thug 1", opened=("Cafe",), startups=("Castle",), current="Farm 1")
    t.state.actions = 2
    act(t, Do.SEED, "Skinner 1")
    assert (
        why_business(t, "Castle") == "Businesses are opened before the action, and Castle can be developed or sold now."
    )


def test_every_ability_that_is_used_says_what_it_needs() -> None:
    """§8.4 §8.5 All but Hut Builder, which only makes selling free."""
    used = {int(ABILITY[number]) for number in range(1, CARDS + 1) if IS_LABOUR[number] or IS_BESIDES[number]}
    assert used - set(NEEDS) == {Ability.HUT_BUILDER}
    assert set(NEEDS) <= used


def test_players() -> None:
    """§8.10 Who can be robbed, and who can start."""
    t = table(
        "", "", "", opened=("Bakery", "Farm 2"), gold=[0, 2, 2], future="Farm 1, Guide 1, Thug 2", demand="Guide 2"
    )
    end_round(t)
    assert why(t, "seat", 1).text == "Bakery takes from another player who has gold and provides no food."
    t = table("", "", "", opened=("Judge", "Thug 1", "Thug 3"), gold=[9, 9, 9], future="Farm 1, Guide 1, Thug 2")
    end_round(t)
    assert why(t, "seat", 0).text == "Only one of the strongest can start."


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
    t = quiet("Thug 1", "", opened=("Bard+Castle, Dairy Farm",), demand="Guide 2, Judge, Philosopher")
    act(t, Do.START, "Thug 1")
    choose_business(t, 0, Step.CONTRACT, "Dairy Farm")
    choose(t, 0, Step.CLAIM, "Guide 2")
    assert why(t, "card", number("Guide 2")).text == "Guide 2 serves another icon of this contract already."
    assert why(t, "card", number("Philosopher")).text == (
        "Philosopher demands happiness and weapons, and asked for is food. Bard stands in for one icon of a contract."
    )


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
    assert why_business(t, "Farm 1") == "You are 1 gold short: Farm 1 costs 2, and a cheaper one covers it."


def test_what_all_share() -> None:
    """§2.7 §3.4 §3.5 §4.1 §5.2 They change by themselves."""
    t = quiet("Bard", "Thug 1")
    assert "fewer than 8; yours are 1 now" in why(t, "deck", 0).text
    sections = {
        kind: why(t, kind, 0).section for kind in ("treasury", "pass", "tax", "population", "barbarians", "standstill")
    }
    assert list(sections.values()) == ["3.4", "3.4", "3.5", "4.1", "5.2", "6.1"]
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
