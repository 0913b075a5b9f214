"""Levee by its rulebook, section by section."""

from __future__ import annotations

import pytest

from examples.levee import GAME
from examples.levee.rules import DIE, Event, Levee, Step, height, rise, spared
from moot.battery import check
from moot.bots import play_out
from moot.engine import NOBODY, MoveError, Sitting
from moot.engine.standing import goal


def harvested(*harvest: int, years: int = 5) -> Sitting:
    """The first year, with these harvests."""
    t = GAME.start(seats=len(harvest), seed=1, years=years)
    for seat, sacks in enumerate(harvest):
        t.state.harvest[seat] = sacks
    return t


def give(t: Sitting, *sacks: int) -> Sitting:
    """Everyone gives, in the order of the seats."""
    for seat, number in enumerate(sacks):
        t.play(seat, number)
    return t


def told(t: Sitting, event: Event) -> list[tuple[int, ...]]:
    """What was told of one kind."""
    return [entry.arguments for entry in t.log if entry.event == event]


def test_all_barns_are_empty() -> None:
    """§1 And the first year begins."""
    t = GAME.start(seats=6)
    assert list(t.state.barn) == [0] * 6
    assert t.state.year == 1


def test_everyone_has_a_harvest_and_is_asked() -> None:
    """§2 All at the same time."""
    t = GAME.start(seats=5, seed=3)
    assert t.waiting == [0, 1, 2, 3, 4]
    assert all(1 <= sacks <= DIE for sacks in t.state.harvest[:5])
    assert [t.events(seat)[1].arguments[0] for seat in range(5)] == list(t.state.harvest[:5])


def test_any_part_of_the_harvest_may_be_given() -> None:
    """§2.1 Or nothing; the rest goes into the barn."""
    t = harvested(4, 2)
    assert [move.words for move in t.moves(1)] == ["Give nothing", "Give 1 sack", "Give 2 sacks"]
    t.play(0, 3)
    assert (t.state.gift[0], t.state.barn[0]) == (3, 1)
    with pytest.raises(MoveError):
        t.play(1, 3)


def test_gifts_are_shown_when_all_have_given() -> None:
    """§3 Not before."""
    t = harvested(4, 2, 5)
    t.play(0, 3)
    assert [event.event for event in t.events(1)] == [Event.YEAR_BEGAN, Event.HARVESTED]
    assert list(t.view(1).gift) == [0] * 6
    t.play(1, 0)
    t.play(2, 5)
    assert sorted(entry.arguments[:2] for entry in t.events(1) if entry.event == Event.GAVE) == [(0, 3), (1, 0), (2, 5)]
    assert list(t.view(1).given[0])[:3] == [3, 0, 5]


@pytest.mark.parametrize(("die", "seats", "sacks"), [(4, 3, 6), (1, 3, 1), (6, 2, 6), (5, 5, 12), (1, 2, 1)])
def test_the_river(die: int, seats: int, sacks: int) -> None:
    """§3.1 Half a sack for each spot and villager, rounded down in the end."""
    assert rise(die, seats) == sacks


def at_the_river(levee: int, river: int) -> Sitting:
    """A first year of two villagers with full barns, in which the river rises so high."""
    for seed in range(1000):
        t = GAME.start(seats=2, seed=seed, years=2)
        for seat, barn in enumerate((7, 10)):
            t.state.harvest[seat], t.state.barn[seat] = 6, barn - 6 + (levee if seat == 0 else 0)
        give(t, levee, 0)
        if t.state.river[0] == river:
            return t
    raise AssertionError("no such river")


@pytest.mark.parametrize(
    ("levee", "river", "barns"), [(4, 4, [7, 10]), (5, 4, [7, 10]), (3, 4, [3, 5]), (0, 1, [3, 5])]
)
def test_the_levee_holds_if_it_is_high_enough(levee: int, river: int, barns: list[int]) -> None:
    """§3.2 Otherwise everyone loses half, and the odd sack too."""
    t = at_the_river(levee, river)
    assert list(t.state.barn[:2]) == barns
    assert told(t, Event.HELD if levee >= river else Event.BROKE) == [(levee, river, 0, 0, 0)]
    assert t.state.year == 2


def test_the_levee_is_all_gifts_of_the_year() -> None:
    """§3.2 And of no other year."""
    t = harvested(4, 2, 5)
    give(t, 4, 1, 3)
    assert height(t.state, 1) == 8
    assert height(t.state, 2) == 0
    assert [spared(sacks) for sacks in (0, 1, 4, 5)] == [0, 0, 2, 2]


def ended(barns: list[int], given: list[int]) -> Sitting:
    """A game of one year with these barns; the levee holds, as everyone gives enough."""
    for seed in range(1000):
        t = GAME.start(seats=len(barns), seed=seed, years=1)
        for seat, (barn, gift) in enumerate(zip(barns, given, strict=True)):
            t.state.harvest[seat], t.state.barn[seat] = gift, barn
        give(t, *given)
        if told(t, Event.HELD):
            return t
    raise AssertionError("the levee never held")


@pytest.mark.parametrize(
    ("barns", "given", "winners", "by"),
    [([3, 5], [6, 0], (1,), None), ([5, 5], [6, 2], (0,), "gifts"), ([5, 5], [3, 3], (0, 1), None)],
)
def test_the_fullest_barn_wins(barns: list[int], given: list[int], winners: tuple[int, ...], by: str | None) -> None:
    """§4 Then whoever gave more."""
    result = ended(barns, given).result
    assert result is not None
    assert (result.winners, result.decided_by, list(result.points)) == (winners, by, barns)


def test_harvests_and_barns_are_secret_until_the_end() -> None:
    """§5 Gifts and rivers are open."""
    t = harvested(4, 2, 5, years=1)
    assert [sum(t.view(seat).harvest) for seat in (-1, 0, 1, 2)] == [0, 4, 2, 5]
    t.play(0, 3)
    assert [sum(t.view(seat).barn) for seat in (-1, 0, 1)] == [0, 1, 0]
    t.play(1, 0)
    t.play(2, 0)
    assert t.over
    assert list(t.view().barn) == list(t.state.barn)


def test_a_guess_agrees_with_what_was_given() -> None:
    """§5 A harvest was never smaller than the gift."""
    t = GAME.start(seed=5, years=8)
    give(t, *(t.state.harvest[seat] for seat in range(4)))
    for seed in range(50):
        guess: Levee = t.guess(0, seed)
        assert all(1 <= guess.harvest[seat] <= DIE for seat in range(4))
        assert all(guess.barn[seat] <= DIE - t.state.given[0, seat] for seat in range(1, 4))
        assert all(guess.asking[seat] == Step.GIVE for seat in range(4))


def test_the_goal_is_ones_own() -> None:
    """§4 §5 What is in the barn, which nobody else sees."""
    t = GAME.start(seats=3)
    t.state.barn[0] = 4
    assert (
        goal(GAME, t.view(0), 0, t.names).text == "The fullest barn after year 5 wins. You have 4 sacks. Year 1 of 5."
    )
    assert goal(GAME, t.view(), NOBODY, t.names).text == "The fullest barn after year 5 wins. Year 1 of 5."


def test_greedy_villagers_give_nothing() -> None:
    """The rating is right for each of them, and bad for all."""
    t = play_out(GAME.start(seed=2), ["greedy"])
    assert sum(sum(row) for row in t.state.given.rows) == 0


def test_the_battery() -> None:
    assert check(GAME, games=40).ok
