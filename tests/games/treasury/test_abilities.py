"""Chapters 8.1, 8.4 and 8.5: who can use an ability, what it needs, and how often; one ability after the other."""

from __future__ import annotations

from typing import Any, NamedTuple

import pytest

from moot.engine import Sitting
from moot.games.treasury.business import can_hire, can_pledge
from moot.games.treasury.rules import HAND, Do, Step
from tests.games.treasury.table import act, asked, decline, keep_discards, may, offered, play, quiet, table, waste


class Use(NamedTuple):
    """What a business lets its owner do, and the least that it takes: each of these is needed."""

    opened: str
    what: Do
    needs: dict[str, Any]


LABOUR = [
    Use("Warrior 1", Do.WARRIOR, {"hand": "Skinner 2", "demand": "Judge"}),
    Use("Farm 2", Do.FARM, {"deck": "Bakery"}),
    Use("Farm 4", Do.FARM, {"deck": "Bakery"}),
    Use("Skinner 1", Do.SKINNER, {"hand": "Skinner 2"}),
    Use("Cotton Mill", Do.COTTON_MILL, {"hand": "Skinner 2"}),
    Use("Coal Mine", Do.COAL_MINE, {"deck": "Bakery"}),
    Use("Arsenal", Do.ARSENAL, {"demand": "Judge"}),
    Use("Tenement", Do.TENEMENT, {"deck": "Bakery"}),
    Use("Bomb Factory", Do.BOMB_FACTORY, {"treasury": 1}),
    Use("Casino", Do.CASINO, {"deck": "Bakery", "gold": 3}),
]
BESIDES = [
    Use("Mentor", Do.MENTOR, {"theirs": "Tower"}),
    Use("Tinkerer 1", Do.TINKERER, {"hand": "Skinner 2", "demand": "Guide 2"}),
    Use("Hay Maker", Do.SEED_FREE, {"hand": "Skinner 2", "current": "Guide 1"}),
    Use("Dairy Farm", Do.START_FREE, {"hand": "Skinner 2"}),
    Use("Engineer", Do.ENGINEER, {"deck": "Bakery", "gold": 1}),
    Use("Cannery", Do.CANNERY, {"hand": "Skinner 2"}),
    Use("Newspaper", Do.NEWSPAPER, {"current": "Guide 1, Thug 2"}),
    Use("Pawnbroker", Do.PAWNBROKER, {"gold": 3, "demand": "Judge"}),
    Use("Factory", Do.DEVELOP_FREE, {"hand": "Skinner 2", "mine": "Quarry"}),
    Use("Power Plant", Do.POWER_PLANT, {"hand": "Skinner 2"}),
    Use("Radio", Do.RADIO, {"hand": "Skinner 2", "current": "Guide 1"}),
    Use("Airfield", Do.AIRFIELD, {"deck": "Bakery"}),
    Use("Supermarket", Do.SUPERMARKET, {"hand": "Skinner 2"}),
    Use("Recycler", Do.RECYCLER, {"hand": "Skinner 2"}),
]
RAILWAY = Use("Railway, Armory+Spearman+Guard, Lodge", Do.RAILWAY, {})
USED = {use.what for use in (*LABOUR, *BESIDES, RAILWAY)} | {Do.GUARD}
NAMES = [use.opened for use in (*LABOUR, *BESIDES)]


def with_only(use: Use, more: str = "", **other: Any) -> Sitting:
    """The business, what it needs, and nothing else; more hand cards if they are named."""
    nothing = dict.fromkeys(("hand", "demand", "deck", "theirs", "mine", "current"), "")
    has: dict[str, Any] = {**nothing, "treasury": 0, "gold": 0, **use.needs, **other}
    return table(
        ", ".join(filter(None, [has["hand"], more])),
        "Council",
        opened=[use.opened],
        startups=[has["mine"], has["theirs"]],
        demand=has["demand"],
        deck=has["deck"],
        treasury=has["treasury"],
        gold=[has["gold"]],
        current=has["current"],
        future="Warrior 3, Farm 1",
    )


def with_plenty(*opened: str) -> Sitting:
    """A table on which every ability finds what it needs, more than once."""
    return quiet(
        *("Skinner 2, Scribe 2, Archives, Hunter", "Council, Gatherer 2, Trapper"),
        opened=opened,
        startups=["Quarry", "Tower, Butcher"],
        demand="Guide 2, Judge, Philosopher, Warrior 2",
        current="Thug 2, Inventor, Influencer",
        future="Warrior 3, Farm 1",
        gold=[19, 19],
        treasury=9,
        discard="Knight, Swordmaker",
    )


def lesser(needs: dict[str, Any], name: str) -> Any:
    """A need that is just not met."""
    full = needs[name]
    return full - 1 if isinstance(full, int) else full.rpartition(", ")[0]


@pytest.mark.parametrize("use", [*LABOUR, *BESIDES], ids=NAMES)
def test_an_ability_needs_no_more_than_this(use: Use) -> None:
    """§8.4 §8.5 With the least of it the ability can be used."""
    assert may(with_only(use), use.what)


@pytest.mark.parametrize("use", [*LABOUR, *BESIDES], ids=NAMES)
def test_an_ability_needs_all_of_this(use: Use) -> None:
    """§8.4 §8.5 Without any one of these things it cannot; and the turn does not go on for its sake after the action."""
    for name in use.needs:
        assert not may(with_only(use, **{name: lesser(use.needs, name)}), use.what), name
        t = with_only(use, "Trapper", **{name: lesser(use.needs, name)})
        act(t, Do.START, "Trapper")
        assert asked(t) != [(0, Step.MENU)] or name == "mine", f"{name}: the startup is there now"


@pytest.mark.parametrize("use", [*LABOUR, *BESIDES, RAILWAY], ids=[*NAMES, "Railway"])
def test_an_ability_is_its_owners_alone(use: Use) -> None:
    """§8.1 Whoever has it opened can use it, and nothing that other businesses do."""
    t = with_plenty(use.opened, "Bank")
    assert {what for what, _ in offered(t, 0)} & USED == {use.what}
    t = with_plenty("Bank", use.opened)
    assert {what for what, _ in offered(t, 0)} & USED == set()


@pytest.mark.parametrize("use", BESIDES, ids=[use.opened for use in BESIDES])
def test_it_can_be_used_after_the_action(use: Use) -> None:
    """§2.2 §8.5 The turn goes on for its sake."""
    t = with_only(use, "Trapper")
    act(t, Do.START, "Trapper")
    assert asked(t) == [(0, Step.MENU)]
    assert may(t, use.what)


@pytest.mark.parametrize("use", LABOUR, ids=[use.opened for use in LABOUR])
def test_an_action_is_an_action(use: Use) -> None:
    """§2.2 §8.4 It is used instead of another action, and after it the turn passes on."""
    t = with_only(use, "Trapper")
    act(t, Do.START, "Trapper")
    assert not may(t, use.what)
    t = with_plenty(use.opened)
    answer_all(t, use.what)
    assert t.state.active == 1


@pytest.mark.parametrize("use", [*BESIDES, RAILWAY], ids=[*(use.opened for use in BESIDES), "Railway"])
def test_once_in_the_turn(use: Use) -> None:
    """§8.1 §8.5 And again in the next."""
    t = with_plenty(use.opened)
    answer_all(t, use.what)
    assert asked(t) == [(0, Step.MENU)]
    assert not may(t, use.what)
    act(t, Do.START, "Hunter")
    while asked(t) == [(0, Step.MENU)]:
        act(t, Do.DONE)
    decline(t, 0)
    waste(t)
    assert t.state.active == 0
    assert may(t, use.what)


def answer_all(t: Sitting, what: Do) -> None:
    """Use an ability in the first way that is offered, and answer what is asked then."""
    move = next(move for move in t.moves(0) if move.arguments[0] == what)
    play(t, 0, Step.MENU, *move.arguments)
    while t.waiting == [0] and t.state.asking[0] != Step.MENU:
        play(t, 0, Step(t.state.asking[0]), *t.moves(0)[0].arguments)


@pytest.mark.parametrize(
    "opened", ["Armory, Lodge", "Armory+Spearman+Guard", "Armory+Spearman+Guard, Bank", "Armory+Spearman, Lodge+Guard"]
)
def test_railway_needs_a_contract_and_a_place_for_it(opened: str) -> None:
    """§8.5 A startup is none, a business with a contract neither, nor one that provides too few icons."""
    t = quiet("Skinner 2", "Council", opened=[f"Railway+Cafe+Factory, {opened}"], startups=["Hay Maker"])
    assert may(t, Do.RAILWAY) == (opened == "Armory, Lodge"), "from Railway itself"
    t = quiet("Skinner 2", "Council", opened=["Railway, Armory, Lodge"], startups=["Hay Maker"], deck="")
    assert not may(t, Do.RAILWAY)
    act(t, Do.START, "Skinner 2")
    assert t.state.active == 1


def test_recycler_needs_a_discarded_card() -> None:
    """§8.5 Before the action and after it."""
    t = quiet("Skinner 2, Trapper", "Council", opened=["Recycler"])
    keep_discards(t)
    assert not may(t, Do.RECYCLER)
    act(t, Do.START, "Trapper")
    assert t.state.active == 1
    t = quiet("Skinner 2, Trapper", "Council", opened=["Recycler, Skinner 1"])
    keep_discards(t)
    act(t, Do.SKINNER, "Trapper")
    assert may(t, Do.RECYCLER), "one is enough"


def test_railway_after_the_action() -> None:
    """§2.2 §8.5 The turn goes on for it."""
    t = quiet("Skinner 2", "Council", opened=[RAILWAY.opened], deck="")
    act(t, Do.START, "Skinner 2")
    assert may(t, Do.RAILWAY)


def test_mentor_looks_at_what_its_owner_has_not_seen() -> None:
    """§8.5 §8.3 Not at own startups, not at opened businesses, and not twice at the same."""
    t = quiet("Skinner 2", "Council", opened=["Mentor", "Guard"], startups=["Quarry"])
    assert not may(t, Do.MENTOR)
    t = quiet("Skinner 2", "Council", opened=["Mentor"], startups=["Quarry", "Tower"])
    answer_all(t, Do.MENTOR)
    act(t, Do.START, "Skinner 2")
    act(t, Do.START, "Council")
    assert {which for what, which in offered(t, 0) if what == Do.MENTOR} == {16 + 1}, "Council, not Tower"


@pytest.mark.parametrize(("theirs", "gold", "taken"), [("Guard", 1, True), ("Guard", 0, False), ("Thug 1", 2, False)])
def test_guard_is_tapped_while_there_is_gold_on_it(theirs: str, gold: int, taken: bool) -> None:
    """§8.5 Before the action and after it; other cards with gold on them are not."""
    t = quiet("Skinner 2", "Council", opened=["", theirs], deck="")
    t.state.on_card[1, 0] = gold
    assert may(t, Do.GUARD) == taken
    act(t, Do.START, "Skinner 2")
    assert asked(t) == [(0 if taken else 1, Step.MENU)]


def test_each_guard_is_tapped_in_each_turn() -> None:
    """§8.5 §8.1 Once in a turn of another player, wherever it lies; in the next turn again."""
    t = quiet("Skinner 2, Hunter", "Council, Trapper", opened=["", "Bank, Guard, Thug 1"])
    t.state.on_card[1, 1], t.state.on_card[1, 2] = 5, 2
    assert {which for what, which in offered(t, 0) if what == Do.GUARD} == {16 + 1}
    for left in (4, 3):
        answer_all(t, Do.GUARD)
        assert (t.state.on_card[1, 1], may(t, Do.GUARD)) == (left, False)
        act(t, Do.START, "Skinner 2" if left == 4 else "Hunter")
        waste(t)


def test_factory_and_dairy_farm_exclude_each_other() -> None:
    """§8.5 Who has started by Dairy Farm develops nothing in that turn, not even by Factory; nor the other way round."""
    t = quiet("Skinner 2, Hunter, Trapper", "Council", opened=["Factory, Dairy Farm"], startups=["Quarry"])
    act(t, Do.START_FREE, "Skinner 2")
    assert not may(t, Do.DEVELOP_FREE)
    t = quiet("Skinner 2, Hunter, Trapper", "Council", opened=["Factory, Dairy Farm"], startups=["Quarry"])
    answer_all(t, Do.DEVELOP_FREE)
    assert not may(t, Do.START_FREE)


def test_a_full_hand_takes_no_card() -> None:
    """§2.7 §8.5 By Engineer or Pawnbroker."""
    t = with_plenty("Engineer, Pawnbroker")
    assert can_hire(t.state, 0)
    assert can_pledge(t.state, 0)
    t.state.hand_size[0] = HAND
    assert not can_hire(t.state, 0)
    assert not can_pledge(t.state, 0)


def test_newspaper_turns_up_the_next_event() -> None:
    """§8.5 Of three current events the first is the last now, and all see which is the next."""
    t = with_plenty("Newspaper")
    answer_all(t, Do.NEWSPAPER)
    view = t.view(1)
    assert [view.event[i] > 0 for i in range(4)] == [True, False, True, False]
    assert "The next event is Winter (Inventor)." in t.story()


def test_casino_wins_without_barbarians_only() -> None:
    """§8.4 The stake is 3 gold whatever happens, and never less."""
    t = quiet("Skinner 2", "Council", opened=["Casino"], gold=[5], deck="Guard")
    act(t, Do.CASINO)
    assert (t.state.gold[0], t.state.treasury) == (2, 3)


def test_arsenal_takes_three_gold() -> None:
    """§8.4 §5.1 From a treasury that has more."""
    t = quiet("Skinner 2", "Council", opened=["Arsenal"], demand="Judge", treasury=9, deck="")
    answer_all(t, Do.ARSENAL)
    assert (t.state.gold[0], t.state.treasury) == (3, 6)


def test_cotton_mill_ends_with_the_hand() -> None:
    """§8.4 The last card leaves nothing to ask."""
    t = quiet("Skinner 2", "Council", opened=["Cotton Mill"], deck="Bakery")
    act(t, Do.COTTON_MILL, "Skinner 2")
    assert t.state.active == 1
