"""Events: some are for all, some for one seat, some under seal until the seals are opened."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import Event as Card
from moot.engine import NOBODY, Sitting
from tests.battery.toll import Event, make_toll

SEED = 1


@pytest.fixture
def table() -> Sitting:
    """Three travellers at the first gate, all asked for a bid."""
    table: Sitting = make_toll().start(seats=3, seed=SEED)
    return table


def bid(table: Sitting, seat: int, coins: int) -> None:
    """A bid, and no tip."""
    table.play(seat, next(move for move in table.moves(seat) if move.arguments == (coins,)))
    if coins:
        table.play(seat, next(move for move in table.moves(seat) if move.arguments == (0,)))


def bids_heard(table: Sitting, seat: int) -> list[tuple[int, int]]:
    """The bids that a seat has heard of."""
    return [entry.arguments[:2] for entry in table.events(seat) if entry.event == Event.BID]  # type: ignore[misc]


def everybody() -> Iterator[int]:
    """The seats, and a spectator."""
    yield from (0, 1, 2, NOBODY)


def test_a_whisper_is_heard_by_one_seat(table: Sitting) -> None:
    heard = {seat: [entry.event for entry in table.events(seat)] for seat in everybody()}
    assert heard == {0: [Event.EARNED], 1: [Event.EARNED], 2: [Event.EARNED], NOBODY: []}
    assert table.events(1)[0].audience == 1


def test_what_is_sealed_is_heard_by_its_seat_at_once(table: Sitting) -> None:
    bid(table, 1, 1)
    assert {seat: bids_heard(table, seat) for seat in everybody()} == {0: [], 1: [(1, 1)], 2: [], NOBODY: []}


def test_what_is_sealed_is_heard_by_all_once_it_is_opened(table: Sitting) -> None:
    bid(table, 1, 1)
    bid(table, 2, 0)
    assert bids_heard(table, 0) == []
    bid(table, 0, 0)  # the last: the seals are opened
    for seat in everybody():
        assert sorted(bids_heard(table, seat)) == [(0, 0), (1, 1), (2, 0)]


def test_nobody_hears_anything_twice(table: Sitting) -> None:
    for seat in range(3):
        bid(table, seat, 0)
    for seat in everybody():
        assert len(table.events(seat)) == len(set(table.events(seat)))


def test_opening_the_seals_is_no_event_that_people_read(table: Sitting) -> None:
    for seat in range(3):
        bid(table, seat, 0)
    assert any(entry.event is None for entry in table.log)
    assert all(entry.event is not None for seat in everybody() for entry in table.events(seat))


def test_while_a_choice_is_sealed_others_see_only_that_a_seat_owes_an_answer(table: Sitting) -> None:
    table.play(1, next(move for move in table.moves(1) if move.arguments == (1,)))  # and is asked for a tip
    assert list(table.view(0).asking[:3]) == [table.state.asking[0], -1, -1]
    assert list(table.view(NOBODY).asking[:3]) == [-1, -1, -1]


def test_an_event_says_after_how_many_moves_it_came() -> None:
    table = LEDUC.start(seed=3)
    table.play(0, 2)
    table.play(1, 1)
    told = [(entry.after, entry.event) for entry in table.events()]
    assert told == [(1, Card.RAISED), (2, Card.CALLED), (2, Card.TURNED_UP)]


def test_events_are_told_in_words_with_their_section() -> None:
    table = LEDUC.start(seed=3)
    table.names = ["Ada", "Bo"]
    table.play(0, 2)
    assert table.lines()[-1][:2] == ("2", "Ada raises to 3.")
    assert table.lines(0)[0].text.startswith("You are dealt the ")
