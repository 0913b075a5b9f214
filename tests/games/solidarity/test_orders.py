"""Chapters 3.1 and 3.2: order sheets, and names."""

from __future__ import annotations

import pytest

from moot.engine import MoveError, Sitting, replay
from moot.games.solidarity import GAME
from moot.games.solidarity.components import (
    LINES,
    MOST_CHANGES,
    MOST_ROBOTS,
    MOST_STOCK,
    OWN_NAMES,
    PRINTED,
    PRINTED_NAMES,
    Task,
)
from moot.games.solidarity.rules import Event, Step
from tests.games.solidarity.table import (
    EAST,
    NORTH,
    PRINTED_AT,
    SOUTH,
    WEST,
    Order,
    at,
    give_name,
    held,
    lines,
    offered,
    orders,
    play,
    refusal,
    start,
    table,
    tasks,
    told,
    write,
)


def sheet(t: Sitting, seat: int) -> list[tuple[int, int]]:
    """Tasks and numbers of a sheet."""
    return [(t.state.task[seat, line], t.state.many[seat, line]) for line in range(t.state.lines[seat])]


def test_every_robot_gets_one_task_or_stays_idle() -> None:
    """§3.1 A robot with a task is not offered another."""
    t = table(("apples", NORTH, {}), robots={NORTH: 5})
    write(t, NORTH, ("produce", "apples", 2))
    write(t, NORTH, ("build", 1))
    assert t.state.idle[NORTH] == 2
    play(t, NORTH, Step.ORDER, Task.BUILD)
    assert offered(t, NORTH) == {(0,), (1,), (2,)}
    play(t, NORTH, Step.ROBOTS, 0)
    write(t, NORTH, ("build", 2))
    assert sheet(t, NORTH) == [(Task.PRODUCE, 2), (Task.BUILD, 3)]
    assert tasks(t, NORTH) == {Task.DONE, Task.STRIKE}


def test_idle_robots_are_told() -> None:
    """§3.1 When the sheets are revealed."""
    t = table(("apples", NORTH, {}), robots={NORTH: 5})
    orders(t, {NORTH: [("produce", "apples", 2)]})
    assert (NORTH, 3, 0, 0, 0) in told(t, Event.IDLES)


def test_equal_orders_are_one_line() -> None:
    """§3.1 The same task and the same aim; another owner's stockpile is another aim."""
    t = table(("apples", NORTH, {}), robots={WEST: 9})
    for owner, number in ((SOUTH, 1), (EAST, 2), (SOUTH, 3)):
        write(t, WEST, ("raid", "apples", owner, number))
    assert sheet(t, WEST) == [(Task.RAID, 4), (Task.RAID, 2)]


def test_every_turn_has_an_empty_sheet() -> None:
    """§3.1 What stood on the last one, or was begun and given up, does not keep equal orders apart."""
    t = table(("tea", NORTH, {}), robots={WEST: 9, NORTH: 9})
    orders(t, {WEST: [("raid", "tea", EAST, 1)]})
    assert (t.state.round, t.state.lines[WEST], t.state.idle[WEST]) == (2, 0, 9)
    for order in (("build", 1), ("build", 2)):
        write(t, WEST, order)
    assert sheet(t, WEST) == [(Task.BUILD, 3)]
    play(t, WEST, Step.ORDER, Task.RAID)
    play(t, WEST, Step.TARGET, t.state.name[0])
    play(t, WEST, Step.WHOSE, EAST)
    play(t, WEST, Step.ROBOTS, 0)
    for _ in range(2):
        write(t, WEST, ("seize", "tea", 1))
    assert sheet(t, WEST) == [(Task.BUILD, 3), (Task.SEIZE, 2)]


def test_lines_are_struck_out() -> None:
    """§3.1 Their robots are free again; an invention takes its production along."""
    t = table(("apples", NORTH, {}), robots={NORTH: 6})
    for order in (("build", 1), ("invent", "moss"), ("produce", "moss", 2), ("produce", "apples", 1)):
        write(t, NORTH, order)
    play(t, NORTH, Step.ORDER, Task.STRIKE, 1)
    assert sheet(t, NORTH) == [(Task.BUILD, 1), (Task.PRODUCE, 1)]
    assert t.state.idle[NORTH] == 4
    write(t, NORTH, ("invent", "moss"))
    play(t, NORTH, Step.ORDER, Task.STRIKE, 0)
    assert sheet(t, NORTH) == [(Task.PRODUCE, 1), (Task.INVENT, 1)]


def test_what_can_be_produced() -> None:
    """§3.5 §3.4 What the org controls, and what it is about to invent; nothing else."""
    t = table(("apples", NORTH, {}), ("tea", SOUTH, {}), robots={NORTH: 3})
    write(t, NORTH, ("invent", "moss"))
    play(t, NORTH, Step.ORDER, Task.PRODUCE)
    assert offered(t, NORTH) == {(t.state.name[at(t, "apples")],), (t.state.what[NORTH, 0],)}


def test_control_decides_what_can_be_produced() -> None:
    """§3.5 Not invention: who has seized a resource produces it, and who has lost it does not."""
    t = table(("apples", NORTH, {}), owner={"apples": SOUTH})
    assert Task.PRODUCE in tasks(t, SOUTH)
    assert Task.PRODUCE not in tasks(t, NORTH)
    play(t, SOUTH, Step.ORDER, Task.PRODUCE)
    assert offered(t, SOUTH) == {(t.state.name[0],)}
    write(t, NORTH, ("invent", "moss"))
    play(t, NORTH, Step.ORDER, Task.PRODUCE)
    assert offered(t, NORTH) == {(t.state.what[NORTH, 0],)}
    assert refusal(t, NORTH, Step.TARGET, t.state.name[0]).startswith("South controls it")


def test_what_one_has_lost_can_be_attacked() -> None:
    """§3.7 By its inventor too; and not by who controls it now."""
    t = table(("apples", NORTH, {}), owner={"apples": SOUTH})
    play(t, NORTH, Step.ORDER, Task.SEIZE)
    assert "apples" in [move.words for move in t.moves(NORTH)]
    play(t, SOUTH, Step.ORDER, Task.SEIZE)
    assert "apples" not in [move.words for move in t.moves(SOUTH)]


def test_what_can_be_attacked() -> None:
    """§3.6 §3.7 A resource that another controls, any stockpile of another, or something that is not there yet."""
    t = table(("apples", NORTH, {}), ("tea", SOUTH, {}))
    play(t, NORTH, Step.ORDER, Task.SEIZE)
    assert [move.words for move in t.moves(NORTH)] == ["tea", "Something that is not on the table yet"]
    play(t, SOUTH, Step.ORDER, Task.RAID)
    assert [move.words for move in t.moves(SOUTH)] == ["apples", "tea", "Something that is not on the table yet"]
    play(t, SOUTH, Step.TARGET, t.state.name[0])
    assert offered(t, SOUTH) == {(NORTH,), (EAST,), (WEST,)}


def test_an_order_may_name_what_does_not_exist() -> None:
    """§3.2 If it comes to be in this turn under that name, in whatever spelling, the order is carried out."""
    t = table(robots={NORTH: 4, WEST: 4})
    orders(
        t,
        {NORTH: [("invent", "Kittens (litters)"), ("produce", "Kittens", 3)], WEST: [("raid", " kittens ", NORTH, 2)]},
    )
    assert held(t, NORTH, "Kittens") == 1


def test_a_name_on_the_sheet_can_be_aimed_at_again() -> None:
    """§3.2 What one has written for one attack serves for another."""
    t = table(robots={NORTH: 4, WEST: 4})
    write(t, WEST, ("raid", "kittens", NORTH, 2))
    write(t, WEST, ("seize", "kittens", 2))
    assert t.state.what[WEST, 0] == t.state.what[WEST, 1]


def test_an_order_that_cannot_be_carried_out_does_nothing() -> None:
    """§3.2 And the report says so."""
    t = table(robots={WEST: 4})
    orders(t, {WEST: [("raid", "kittens", NORTH, 1), ("seize", "puppies", 2)]})
    assert "West finds no kittens of North’s to destroy." in lines(t)
    assert "West finds no puppies to attack: 2 robots in vain." in lines(t)
    assert t.state.robots[WEST] == 4


# Names


def test_names_are_written_with_or_without_a_unit() -> None:
    """§3.4 They appear in what is told, in moves and in pictures."""
    t = table(robots={NORTH: 4})
    orders(t, {NORTH: [("invent", "moon dust (thimbles)"), ("produce", "moon dust", 2)]})
    assert "North invents moon dust (thimbles)." in lines(t)
    assert "moon dust (thimbles)" in t.picture()


@pytest.mark.parametrize(
    "text",
    ["x" * 25, "   ", "two\nlines", "kittens (" + "x" * 25 + ")", "apples", "APPLES ", "moss", "tea"],
)
def test_names_that_will_not_do(text: str) -> None:
    """§3.4 Too long, empty, not plain, or there already; the sheet stays as it was."""
    t = table(("apples", NORTH, {}), ("tea", EAST, {}), robots={WEST: 4})
    write(t, WEST, ("invent", "Moss"))
    play(t, WEST, Step.ORDER, Task.INVENT)
    before = bytes(t)
    with pytest.raises(MoveError):
        give_name(t, WEST, text)
    assert bytes(t) == before


def clash(seed: int) -> Sitting:
    """Two orgs have thought of one name."""
    t = table(robots={SOUTH: 4, EAST: 4}, seed=seed)
    south, east = [("invent", "KITTENS"), ("produce", "KITTENS", 2)], [("invent", "kittens"), ("produce", "kittens", 3)]
    orders(t, {EAST: east, SOUTH: south})
    return t


def test_two_orgs_may_think_of_one_name() -> None:
    """§3.4 Neither learns of it before the reveal; one gets it by lot, the other's robots do nothing."""
    drawn = {clash(seed).state.inventor[0]: clash(seed) for seed in range(10)}
    assert set(drawn) == {SOUTH, EAST}
    for inventor, stock in ((SOUTH, [0, 2, 0, 0]), (EAST, [0, 0, 3, 0])):
        t = drawn[inventor]
        assert t.state.resources == 1
        assert t.state.controller[0] == inventor
        assert [t.state.stock[seat, 0] for seat in range(4)] == stock
    assert "The name kittens goes to South by lot: East’s inventing robot does nothing." in lines(drawn[SOUTH])
    assert "East does not control kittens: 3 robots in vain." in lines(drawn[SOUTH])
    assert "The name KITTENS goes to East by lot: South’s inventing robot does nothing." in lines(drawn[EAST])


def test_the_lot_favours_nobody() -> None:
    """§3.4 Of three orgs that invent one name, each gets it as often; where there is but one, nothing is drawn."""
    got = [0, 0, 0, 0]
    for seed in range(120):
        t = table(seed=seed)
        before = t.array["luck"].tobytes()
        orders(t, {seat: [("invent", "kittens")] for seat in (NORTH, EAST, WEST)})
        assert t.array["luck"].tobytes() != before
        got[t.state.inventor[0]] += 1
    assert got[SOUTH] == 0
    assert all(25 < got[seat] < 55 for seat in (NORTH, EAST, WEST))
    t = table()
    before = t.array["luck"].tobytes()
    orders(t, {WEST: [("invent", "kittens")]})
    assert t.array["luck"].tobytes() == before


def test_a_written_name_may_be_a_printed_one() -> None:
    """§3.4 Then it is not offered to anyone any more; another takes nothing from the list."""
    t = table(robots={NORTH: 4})
    orders(t, {NORTH: [("invent", "Apples"), ("invent", "moss")]})
    assert t.state.taken == 1 << PRINTED_AT["apples"]
    play(t, NORTH, Step.ORDER, Task.INVENT)
    assert "apples (bushels)" not in [move.words for move in t.moves(NORTH)]


def test_printed_names_are_suggested() -> None:
    """§3.4 Six to each org, none that is taken; each begins at another place of the list, all equally far apart."""
    for seats in range(2, 7):
        t = table(("apples", NORTH, {}), seats=seats)
        shown = []
        for seat in range(seats):
            play(t, seat, Step.ORDER, Task.INVENT)
            numbers = sorted(arguments[0] for arguments in offered(t, seat) if arguments[0] < PRINTED)
            first = seat * PRINTED // seats or 1
            assert numbers == list(range(first, first + 6))
            shown += numbers
        assert len(set(shown)) == 6 * seats


def test_a_name_on_the_sheet_is_not_suggested_again() -> None:
    """§3.4 But other orders, which have none, take no name away: the first of the list is number 0, as nothing is."""
    t = table(robots={NORTH: 4})
    write(t, NORTH, ("build", 1))
    play(t, NORTH, Step.ORDER, Task.INVENT)
    assert (0,) in offered(t, NORTH)
    play(t, NORTH, Step.NAME, 0)
    play(t, NORTH, Step.ORDER, Task.INVENT)
    assert (0,) not in offered(t, NORTH)


def test_suggestions_go_on_from_the_first_name_after_the_last() -> None:
    """§3.4 The list is a ring: whoever begins near its end is shown six as well."""
    names = [text.partition(" (")[0] for text in PRINTED_NAMES]
    t = table(*((name, NORTH, {}) for name in names[36:44]))
    play(t, WEST, Step.ORDER, Task.INVENT)
    assert {number for (number,) in offered(t, WEST) if number < PRINTED} == {44, 45, 46, 47, 0, 1}


def test_only_names_take_a_text() -> None:
    """§3.4 A printed name is what it is."""
    t = table()
    play(t, NORTH, Step.ORDER, Task.INVENT)
    assert [move.writes for move in t.moves(NORTH)] == [True] + [False] * 6
    with pytest.raises(MoveError):
        t.play(NORTH, t.moves(NORTH)[1], "kittens")


def test_names_are_saved_with_the_game() -> None:
    """§3.4 A saved game tells the same story."""
    t = start(rounds=2)
    orders(t, {NORTH: [("invent", "moon dust (thimbles)"), ("produce", "moon dust", 1)]})
    again = replay(GAME, t.to_json())
    again.names = t.names
    assert again.story() == t.story()
    assert "moon dust" in again.story()


# Room


def test_a_full_sheet() -> None:
    """§8 Sixteen lines; then one must be struck out."""
    t = table(robots={NORTH: 40})
    for number in range(LINES):
        write(t, NORTH, ("invent", f"thing {number}"))
    assert tasks(t, NORTH) == {Task.DONE, Task.STRIKE}
    assert t.question(NORTH).text.startswith("All 16 lines are full")  # type: ignore[union-attr]
    play(t, NORTH, Step.ORDER, Task.STRIKE, 3)
    assert Task.BUILD in tasks(t, NORTH)


def test_a_sheet_takes_so_many_changes() -> None:
    """§8 Then it must be handed in."""
    t = table(robots={NORTH: 2})
    for _ in range(MOST_CHANGES // 2):
        write(t, NORTH, ("build", 1))
        play(t, NORTH, Step.ORDER, Task.STRIKE, 0)
    assert tasks(t, NORTH) == {Task.DONE}
    assert "no more changes" in t.question(NORTH).text  # type: ignore[union-attr]


def test_an_org_has_a_thousand_robots() -> None:
    """§8 No more can be built than there is room for."""
    t = table(robots={NORTH: MOST_ROBOTS - 3, SOUTH: MOST_ROBOTS})
    play(t, NORTH, Step.ORDER, Task.BUILD)
    assert max(offered(t, NORTH)) == (3,)
    play(t, NORTH, Step.ROBOTS, 2)
    play(t, NORTH, Step.ORDER, Task.BUILD)
    assert max(offered(t, NORTH)) == (1,)
    assert Task.BUILD not in tasks(t, SOUTH)
    reason = t.game.words.reason(t.view(SOUTH), SOUTH, "resource", 0, t.names)
    assert reason is not None


def test_a_thousand_robots_can_be_ordered_at_once() -> None:
    """§8 Each number is one answer."""
    t = table(("apples", NORTH, {}), robots={NORTH: MOST_ROBOTS})
    orders(t, {NORTH: [("produce", "apples", MOST_ROBOTS)]})
    assert held(t, NORTH, "apples") == MOST_ROBOTS


def test_a_stockpile_holds_two_thousand() -> None:
    """§8 No more can be produced than there is room for."""
    t = table(("apples", NORTH, {NORTH: MOST_STOCK - 2}), ("tea", NORTH, {NORTH: MOST_STOCK}), robots={NORTH: 9})
    play(t, NORTH, Step.ORDER, Task.PRODUCE)
    assert [move.words for move in t.moves(NORTH)] == ["apples"]
    play(t, NORTH, Step.TARGET, t.state.name[0])
    assert max(offered(t, NORTH)) == (2,)


def test_there_are_48_resources() -> None:
    """§8 An invention for which there is no room does nothing."""
    names = [text.partition(" (")[0] for text in GAME.writing.printed[:47]]  # type: ignore[union-attr]
    t = table(*((name, NORTH, {}) for name in names), robots={NORTH: 4, SOUTH: 4})
    write(t, NORTH, ("invent", "moss"))
    assert Task.INVENT not in tasks(t, NORTH)
    orders(t, {SOUTH: [("invent", "fern")]})
    assert t.state.resources == 48
    assert ("There is no room for fern any more" in lines(t)) != ("There is no room for moss any more" in lines(t))
    assert Task.INVENT not in tasks(t, NORTH)


def test_the_last_room_is_drawn_for() -> None:
    """§8 If several orgs invent and there is room for one, the lot decides."""
    names = [text.partition(" (")[0] for text in PRINTED_NAMES[:47]]
    lucky = set()
    for seed in range(10):
        t = table(*((name, NORTH, {}) for name in names), seed=seed)
        orders(t, {NORTH: [("invent", "moss")], SOUTH: [("invent", "fern")]})
        lucky.add(t.state.inventor[47])
    assert lucky == {NORTH, SOUTH}


def test_only_written_names_are_used_up() -> None:
    """§8 Not lines of a sheet; and those that all have seen, not those that were struck out."""
    t = table(("apples", NORTH, {}), ("tea", NORTH, {}), robots={WEST: 9})
    aims: list[Order] = [("raid", "apples", NORTH, 1), ("raid", "tea", NORTH, 1), ("seize", "tea", 1), ("build", 1)]
    orders(t, {WEST: [*aims, ("seize", "moss", 1), ("raid", "moss", NORTH, 1)]})
    assert list(t.state.written) == [0, 0, 0, 1, 0, 0]


def test_without_names_only_what_is_there_can_be_attacked() -> None:
    """§8 An org that has written all its names attacks what is on the table, or nothing."""
    t = table(("apples", NORTH, {}))
    t.state.written[NORTH] = t.state.written[WEST] = OWN_NAMES
    assert tasks(t, NORTH) == {Task.DONE, Task.INVENT, Task.PRODUCE, Task.BUILD, Task.RAID}
    assert tasks(t, WEST) == {Task.DONE, Task.INVENT, Task.BUILD, Task.SEIZE, Task.RAID}
    play(t, WEST, Step.ORDER, Task.SEIZE)
    assert offered(t, WEST) == {(t.state.name[0],)}
    t = table()
    t.state.written[NORTH] = OWN_NAMES
    assert tasks(t, NORTH) == {Task.DONE, Task.INVENT, Task.BUILD}


def test_an_org_writes_24_names() -> None:
    """§8 Then it takes printed ones; a name that was struck out can be written anew, one that was seen cannot."""
    t = table(robots={NORTH: 60}, rounds=8)
    write(t, NORTH, ("invent", "first draft"))
    play(t, NORTH, Step.ORDER, Task.STRIKE, 0)
    orders(t, {NORTH: [("invent", f"thing {number}") for number in range(16)]})
    for number in range(16, OWN_NAMES):
        write(t, NORTH, ("invent", f"thing {number}"))
    play(t, NORTH, Step.ORDER, Task.INVENT)
    assert all(arguments[0] < PRINTED for arguments in offered(t, NORTH))
    assert "thing 0" in t.picture()
    assert "first draft" not in t.story(NORTH)
