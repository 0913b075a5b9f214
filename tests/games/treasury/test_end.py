"""Chapter 6: the end."""

from __future__ import annotations

import pytest

from moot.bots import play_out
from moot.engine import Result, Sitting
from moot.games.treasury.round import LOWER
from moot.games.treasury.rules import PATIENCE, Do, Ending, Event, Step
from tests.games.treasury.table import (
    act,
    asked,
    choose,
    choose_business,
    demand,
    gold,
    number,
    opened,
    table,
    told,
    waste,
)


def near_the_end(*businesses: str, hands: tuple[str, ...] = ("Farm 2", "Bakery, Skinner 2"), **rest: object) -> Sitting:
    """No deck has cards any more, and the first player holds one card."""
    given: dict[str, object] = {"current": "Farm 1, Farm 3", "future": "Thug 1, Warrior 1", "deck": "", **rest}
    return table(*hands, opened=businesses, **given)  # type: ignore[arg-type]


def result(t: Sitting) -> Result:
    """Of a game that is over."""
    assert t.result is not None
    return t.result


def test_the_end_is_triggered_by_an_empty_hand() -> None:
    """§6.1 When all decks are empty; play goes on to the starting player."""
    t = near_the_end("", "")
    act(t, Do.START, "Farm 2")
    assert told(t, Event.LAST_TURNS)
    assert asked(t) == [(1, Step.MENU)]
    act(t, Do.SEED, "Bakery")
    assert told(t, Event.TURNED_UP)[0][0] == number("Farm 3"), "the last turns are turns like others"
    assert t.over


@pytest.mark.parametrize("card", ["Skinner 1", "Bard"])
def test_not_while_there_are_cards(card: str) -> None:
    """§6.1 With a card in a deck the game goes on, whatever its age."""
    t = near_the_end("Castle, Bank, Quarry, Armory, Tower, Lodge, Temple", "", deck=card)
    act(t, Do.START, "Farm 2")
    assert not told(t, Event.LAST_TURNS)


def test_remaining_events_are_resolved_in_order() -> None:
    """§6.1 Current, then future ones, oldest first; nobody claims contracts."""
    t = near_the_end("Farm 4", "", current="Guard, Farm 3", future="Knight, Warrior 1")
    act(t, Do.START, "Farm 2")
    waste(t)
    happened = [arguments[0] for arguments in told(t, Event.HAPPENED)]
    assert happened == [number(card) for card in ("Guard", "Farm 3", "Knight", "Warrior 1")]
    assert demand(t) == ["Guard", "Farm 3", "Knight", "Warrior 1"]
    assert t.state.population == 0
    assert told(t, Event.TURNED_UP) == told(t, Event.USED_UP) == []


def test_decisions_in_the_final_events() -> None:
    """§6.1 §8.2 They are asked as always."""
    t = near_the_end("Bank", "Quarry", current="Spear Maker, Farm 3")
    act(t, Do.START, "Farm 2")
    waste(t)
    choose_business(t, 0, Step.VOLCANO, "Bank")
    choose_business(t, 1, Step.VOLCANO, "Quarry")
    assert t.over
    assert opened(t, 0) == opened(t, 1) == []


def test_losses_in_the_final_events() -> None:
    """§6.1 §4.4 A loss resolves the next event at once, until there are no more than players."""
    t = near_the_end("", "", current="Tower, Farm 3", future="Temple, Warrior 1", demand="Archives")
    act(t, Do.START, "Farm 2")
    waste(t)
    assert t.over
    assert demand(t) == ["Archives", "Farm 3", "Tower", "Temple", "Warrior 1"]


def test_one_last_payout_and_tax() -> None:
    """§6.1 With the tax of the last age, as written."""
    t = near_the_end("Castle+Guard", "", treasury=6, gold=[0, 9], demand="Guide 2", ages=3)
    act(t, Do.START, "Farm 2")
    waste(t)
    assert gold(t) == [4, 7]
    assert t.state.treasury == 4, "the supply pays nothing for a population of 0"


def test_parliament_decides_about_the_last_tax_too() -> None:
    """§6.1 §8.10 Before it is paid; without the final tax it is not asked."""
    t = near_the_end("Parliament", "", gold=[9, 9], demand="Guide 2", ages=6)
    act(t, Do.START, "Farm 2")
    waste(t)
    choose(t, 0, Step.SHIFT_TAX, LOWER)
    assert gold(t) == [5, 5]
    t = near_the_end("Parliament", "", gold=[9, 9], demand="Guide 2", ages=6, final_tax=0)
    act(t, Do.START, "Farm 2")
    waste(t)
    assert (t.over > 0, gold(t)) == (True, [9, 9])


def test_without_final_tax() -> None:
    """§6.1 §10 The option leaves it out."""
    t = near_the_end("Castle+Guard", "", treasury=6, gold=[0, 9], demand="Guide 2", ages=3, final_tax=0)
    act(t, Do.START, "Farm 2")
    waste(t)
    assert gold(t) == [6, 9]


def test_most_gold_wins() -> None:
    """§6.2 Gold is what is counted."""
    t = near_the_end("", "", gold=[8, 9], final_tax=0)
    act(t, Do.START, "Farm 2")
    waste(t)
    assert (result(t).points, result(t).ranks, result(t).winners) == ((8, 9), (2, 1), (1,))
    assert (result(t).ending, result(t).decided_by) == (Ending.LAST_CARD, None)
    assert t.story().endswith("The cards have run out, and the game is over. Player 2 wins with 9 gold.")


def test_ties_go_by_contract_income() -> None:
    """§6.2 What is printed on contracted businesses. The gold stays what it is."""
    t = near_the_end("Castle+Guard", "Bank+Spearman", gold=[9, 9], final_tax=0)
    act(t, Do.START, "Farm 2")
    waste(t)
    assert (result(t).points, result(t).ranks, result(t).winners) == ((9, 9), (1, 2), (0,))
    assert (result(t).decided_by, result(t).tie_breaks) == ("contract income", {"contract income": (6, 2)})
    assert "Player 1 ends with 9 gold and a contract income of 6 gold." in t.story()
    assert t.story().endswith("wins with 9 gold; the tie with Player 2 is broken by contract income, 6 against 2.")


def test_a_business_counts_once_in_a_tie() -> None:
    """§6.2 However many contract cards lie beneath it, and without what abilities add to its contract."""
    quiet_events = "Farm 1, Guide 1"
    t = near_the_end("Market+Judge+Hut Builder 2+Bard", "Castle+Guard", gold=[9, 9], final_tax=0, current=quiet_events)
    act(t, Do.START, "Farm 2")
    waste(t)
    assert (result(t).tie_breaks, result(t).winners) == ({"contract income": (5, 6)}, (1,))
    t = near_the_end("Accountant, Market+Judge, Quarry", "Castle+Guard", gold=[9, 9], final_tax=0)
    act(t, Do.START, "Farm 2")
    waste(t)
    assert result(t).tie_breaks == {"contract income": (5, 6)}, "Quarry has no contract, and Accountant adds nothing"


def test_a_shared_victory() -> None:
    """§6.2 Equal in both."""
    t = near_the_end("", "", gold=[9, 9], final_tax=0)
    act(t, Do.START, "Farm 2")
    waste(t)
    assert (result(t).points, result(t).ranks, result(t).winners) == ((9, 9), (1, 1), (0, 1))
    assert result(t).decided_by is None
    assert t.story().endswith("Player 1 and Player 2 share the win with 9 gold each.")


def test_idleness_ends_the_game() -> None:
    """§6.1 No card has left the decks for twenty turns of each player."""
    eight = "Castle, Bank, Quarry, Armory, Tower, Lodge, Temple, Farm 4"
    t = near_the_end(eight, "", deck="Bard", hands=("Farm 2", "Bakery"))
    t.state.idle = 2 * PATIENCE - 1
    act(t, Do.FARM)
    assert not told(t, Event.STANDS_STILL)
    t = near_the_end(eight, "", deck="Bard", hands=("Farm 2", "Bakery"))
    t.state.idle = 2 * PATIENCE
    act(t, Do.FARM)
    assert told(t, Event.STANDS_STILL)
    act(t, Do.SEED, "Bakery")
    assert told(t, Event.TURNED_UP), "the last turns are turns like others"
    play_out(t, ["random"])
    assert result(t).ending == Ending.STANDSTILL
    assert "No card has left the decks for twenty turns of each player" in t.story()


EIGHT = "Castle, Bank, Quarry, Armory, Tower, Lodge, Temple, Farm 4"  # with these one draws no more


def test_idleness_ends_the_game_without_cards_too() -> None:
    """§6.1 When the decks are empty no card leaves them either."""
    t = near_the_end("Warrior 2", "", hands=("Farm 2, Guide 2", "Bakery"), demand="Judge")
    t.state.idle = 2 * PATIENCE
    act(t, Do.WARRIOR, "Farm 2")
    choose(t, 0, Step.WARRIOR_TAKES, "Judge")
    assert told(t, Event.STANDS_STILL)


def test_idle_turns_are_counted_until_a_card_leaves_the_decks() -> None:
    """§6.1 Whatever takes it away; a card that goes under its deck has not left it."""
    t = near_the_end(f"{EIGHT}, Airfield", "", deck="Bard, Knight", hands=("Farm 2", "Bakery"))
    t.state.idle = 7
    act(t, Do.AIRFIELD)
    choose(t, 0, Step.SCOUT, 1)
    assert t.state.idle == 7
    act(t, Do.FARM)
    assert t.state.idle == 8, "the turn of the other player has begun"
    waste(t)
    assert t.state.idle == 1, "who drew, and the turn after it has begun"
    act(t, Do.FARM)
    act(t, Do.DONE)
    assert t.state.idle == 2


@pytest.mark.parametrize(("left", "said"), [(11, False), (10, True), (9, False), (6, False), (5, True), (1, True)])
def test_a_standstill_is_announced(left: int, said: bool) -> None:
    """§6.1 When half of the turns have gone by, and when all have had one more and five or fewer are left."""
    turns = PATIENCE - left
    for rest in (0, 1):
        t = near_the_end(EIGHT, "", deck="Bard", hands=("Farm 2", "Bakery"))
        t.state.idle = 2 * turns + rest
        act(t, Do.FARM)
        assert told(t, Event.STANDSTILL_AHEAD) == ([(turns, left, 0)] if said and not rest else [])


def test_the_announcement_says_what_is_left() -> None:
    """§6.1 In turns of each player."""
    t = near_the_end(EIGHT, "", deck="Bard", hands=("Farm 2", "Bakery"))
    t.state.idle = 2 * 19
    act(t, Do.FARM)
    assert (
        "No card has left the decks for 19 turns of each player. "
        "If none leaves them in 1 turn more of each player, the last turns begin." in t.story()
    )


def test_television_at_the_end() -> None:
    """§6.1 §3.3 Abilities work in the last end of a round too."""
    t = near_the_end("Television, Castle+Guard", "", final_tax=0)
    act(t, Do.START, "Farm 2")
    waste(t)
    choose_business(t, 0, Step.TELEVISION, "Castle")
    assert gold(t) == [6, 0]
    assert t.over
