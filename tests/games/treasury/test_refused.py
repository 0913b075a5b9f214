"""What is answered to a move that is refused: why this cannot be done, whatever else could be done with its card."""

from __future__ import annotations

import pytest

from moot.games.treasury.piles import bit_of
from moot.games.treasury.rules import Do, Step
from tests.games.refusals import answer
from tests.games.treasury.table import act, end_round, number, place, play, quiet, slot, table

NO_ACTION = "This takes an action, and you have none left in this turn. (§2.2)"


@pytest.mark.parametrize(
    ("what", "label", "said"),
    [
        (Do.SEED, "Bakery", "You do not hold Bakery. (§2.3)"),
        (Do.START, "Bakery", "You do not hold Bakery. (§2.4)"),
        (Do.START_PAID, "Farm 2", "To open Farm 2 costs 1 gold, and you have 0. (§2.4)"),
        (Do.START_PAID, "Castle", "Castle is opened only by discarding a business that provides stone. (§8.8)"),
        (Do.START_LODGE, "Farm 2", "You have no opened Lodge. (§8.1)"),
        (Do.SEED_FREE, "Farm 2", "You have no opened Prophet or Hay Maker. (§8.1)"),
        (Do.START_FREE, "Farm 2", "You have no opened Dairy Farm. (§8.1)"),
        (Do.WARRIOR, "Farm 2", "No demand card has barbarians. (§8.4)"),
        (Do.FARM, "Farm 2", "You have no opened Farm. (§8.1)"),
        (Do.RECYCLER, "Bard", "You have no opened Recycler. (§8.1)"),
        (Do.DONE, "Farm 2", "You have an action to take: you end your turn after it. (§2.2)"),
    ],
)
def test_a_card_in_a_turn(what: Do, label: str, said: str) -> None:
    """§2.2 §2.3 §2.4 §8.1 What the card cannot be used for."""
    t = quiet("Farm 2, Castle", "Bakery", opened=["Warrior 1"], demand="Tanner 2", discard="Bard")
    assert answer(t, 0, Step.MENU, what, number(label)) == said


def test_no_card_at_all() -> None:
    """§2.3 §2.4 One has to be named."""
    t = quiet("Farm 2", "")
    assert answer(t, 0, Step.MENU, Do.SEED, 0) == "Choose a card of your hand. (§2.3)"


@pytest.mark.parametrize(
    ("what", "label", "said"),
    [
        (Do.OPEN, "Temple", "Temple opens with 1 card on it, and has 0. (§2.1)"),
        (Do.OPEN_PAID, "Temple", "To open Temple costs 3 gold, and you have 0. (§2.4)"),
        (Do.OPEN_PAID, "Bakery", "Bakery can be opened with its cards, and is not paid for. (§2.1)"),
        (Do.OPEN, "Castle", "Castle is opened only by discarding a business that provides stone. (§8.8)"),
        (Do.OPEN, "Warrior 1", "Warrior 1 is opened already. (§2.1)"),
        (Do.DEVELOP, "Warrior 1", "Warrior 1 is opened already. (§2.4)"),
        (Do.DEVELOP, "Bakery", "You have no hand card for it. (§2.4)"),
        (Do.RAILWAY, "Warrior 1", "You have no opened Railway. (§8.1)"),
    ],
)
def test_a_business_in_a_turn(what: Do, label: str, said: str) -> None:
    """§2.1 §2.4 §8.8 What cannot be done with an own business."""
    t = quiet("", "Farm 2", opened=["Warrior 1"], startups=["Bakery, Castle, Temple"])
    assert answer(t, 0, Step.MENU, what, slot(t, 0, label)) == said


def test_a_place_without_a_business() -> None:
    """§2.4 §2.5 There is nothing to open, develop or sell."""
    t = quiet("Farm 2", "")
    for what, section in ((Do.OPEN, "2.1"), (Do.DEVELOP, "2.4"), (Do.SELL, "2.5")):
        assert answer(t, 0, Step.MENU, what, 3) == f"You have no business in place 4. (§{section})"
        assert answer(t, 0, Step.MENU, what, 70) == f"You have no business in place 71. (§{section})"


def test_after_the_action() -> None:
    """§2.1 §2.2 §8.3 Nothing is opened, and no second action taken; what was looked at is known."""
    t = quiet("Farm 2, Skinner 1", "Judge", opened=["Mentor"], startups=["Bakery", "Thug 1"])
    act(t, Do.START, "Farm 2")
    assert answer(t, 0, Step.MENU, Do.SEED, number("Skinner 1")) == NO_ACTION
    assert answer(t, 0, Step.MENU, Do.SELL, 0) == NO_ACTION
    assert answer(t, 0, Step.MENU, Do.OPEN, slot(t, 0, "Bakery")) == "Businesses are opened before the action. (§2.1)"
    said = "Ending the turn names nothing else: its second number is 0. (§2.2)"
    assert answer(t, 0, Step.MENU, Do.DONE, 1) == said
    none = "Mentor looks at a startup of another player, and there is none in that place. (§8.5)"
    assert answer(t, 0, Step.MENU, Do.MENTOR, slot(t, 0, "Bakery")) == none
    t.state.startup_tag[1, slot(t, 1, "Thug 1")] |= bit_of(0)
    assert answer(t, 0, Step.MENU, Do.MENTOR, place(t, 1, "Thug 1")) == "You have seen this startup already. (§8.5)"


def test_what_abilities_need() -> None:
    """§8.4 §8.5 Cards to draw, gold, events, and Guards of others."""
    t = table(
        "Farm 2", "", opened=["Casino, Engineer, Newspaper", "Guard"], current="Farm 1", future="Guide 1", gold=[2]
    )
    assert answer(t, 0, Step.MENU, Do.CASINO, 0) == "You need 3 gold for it, and have 2. (§8.4)"
    assert answer(t, 0, Step.MENU, Do.NEWSPAPER, 0) == "It needs 2 current events, and the pile has 1. (§8.5)"
    said = "Engineer names nothing else: its second number is 0. (§8.5)"
    assert answer(t, 0, Step.MENU, Do.ENGINEER, 5) == said
    assert answer(t, 0, Step.MENU, Do.GUARD, place(t, 1, "Guard")) == "There is no gold left on this Guard. (§8.5)"
    said = "There is no Guard of another player in that place. (§8.5)"
    assert answer(t, 0, Step.MENU, Do.GUARD, 1) == said
    act(t, Do.ENGINEER)
    assert answer(t, 0, Step.MENU, Do.ENGINEER, 0) == "Engineer has been used in this turn. (§8.1)"


def test_a_contract() -> None:
    """§2.6 Which business, and which card for which icon."""
    t = quiet("Farm 2", "", opened=["Warrior 1, Tower"], startups=["Bakery"], demand="Tanner 2, Judge")
    act(t, Do.START, "Farm 2")
    assert t.state.asking[0] == Step.CONTRACT
    said = "Only an opened business can have a contract. (§2.6)"
    assert answer(t, 0, Step.CONTRACT, slot(t, 0, "Bakery")) == said
    assert answer(t, 0, Step.CONTRACT, 9) == "You have no business in place 10. (§2.6)"
    said = "Tower needs a demand card for each icon; in demand: stone 0, spears 1. (§2.6)"
    assert answer(t, 0, Step.CONTRACT, slot(t, 0, "Tower")) == said
    play(t, 0, Step.CONTRACT, slot(t, 0, "Warrior 1"))
    assert answer(t, 0, Step.CLAIM, number("Tanner 2")) == "Tanner 2 demands food, and asked for is clubs. (§2.6)"
    assert answer(t, 0, Step.CLAIM, number("Bard")) == "Bard is not in the demand pile. (§2.6)"
    assert answer(t, 0, Step.CLAIM, 0) == "Choose a card of the demand pile. (§2.6)"


def test_who_is_chosen() -> None:
    """§1.1 §8.10 Bakery takes from another player who is there and has what it takes."""
    t = table("Farm 2", "", opened=["Bakery"], future="Farm 1, Guide 1", gold=[0, 3])
    end_round(t)
    assert t.state.asking[0] == Step.BAKERY
    said = "Bakery takes from another player who has gold and provides no food. (§8.10)"
    assert answer(t, 0, Step.BAKERY, 0) == said
    assert answer(t, 0, Step.BAKERY, 2) == "2 play: there is no player 3. (§1.1)"
