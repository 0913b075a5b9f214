"""Taking back. What nobody but its seat has noticed is undone as if it had never been, whatever the others have done since. What
was only told, and revealed nothing, is undone until its seat has noticed another's answer; with it goes all that came of it.

An answer reveals something if chance had a part in it, or if its rules looked at what its seat cannot see: see `veil`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from moot.engine.flow import EVERYONE
from moot.engine.hearing import heard_by
from moot.engine.moves import MoveError, Outcome
from moot.engine.referee import check_seat
from moot.engine.veil import veil_of

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting

KEPT = 8  # points that are kept, to which somebody may want to go back: the others are found by playing again


class Point(NamedTuple):
    """A point in a game."""

    record: bytes  # the position
    moves: int  # that had been made
    heard: int  # how long the log was
    steps: int  # of the agenda, so far


class Given(NamedTuple):
    """An answer, as far as it matters for taking it back."""

    shown: bool  # somebody else has heard of it, or chance had a part in it
    ran: bool  # steps of the agenda came after it


@dataclass
class Undo:
    """The point in a game that nobody can go back behind, and the answers since then."""

    base: Point
    run: Point  # where the seat that answered last began to
    given: list[Given] = field(default_factory=list)  # since the base
    # What is worked out when it is wanted: the points before some of these answers, by their places in the history;
    # likewise whether they reveal something, which stays so; and by seat, in which turn it was looked whether it may
    # take back, and how.
    points: dict[int, Point] = field(default_factory=dict, compare=False)
    revealing: dict[int, bool] = field(default_factory=dict, compare=False)
    found: dict[int, tuple[int, WayBack | None]] = field(default_factory=dict, compare=False)
    # Whether its seat alone was awaited when an answer was given; not known of those before a snapshot.
    alone: dict[int, bool] = field(default_factory=dict, compare=False)

    def add(self, sitting: Sitting, outcome: Outcome) -> None:
        """An answer is about to be given. What steps have led to is undone by those alone whose answers they followed."""
        history, here = sitting._history, point_of(sitting)
        if not history or history[-1][0] != outcome.seat:
            self.run = here
        self.given.append(Given(outcome.shown, outcome.told.steps > 0))
        self.points[here.moves], self.alone[here.moves] = here, sitting.waiting == [outcome.seat]
        self.points.pop(here.moves - KEPT, None)
        if outcome.told.steps:
            self.given = self.given[self.run.moves - self.base.moves :]
            self.base = self.run
            self.revealing = _since(self.base.moves, self.revealing)
            self.alone = _since(self.base.moves, self.alone)

    def last_answer(self, history: Sequence[tuple[int, int]], seat: int) -> int | None:
        """The place in the history of a seat's last answer, if it is not behind the base."""
        places = reversed(range(self.base.moves, len(history)))
        return next((place for place in places if history[place][0] == seat), None)

    def is_unnoticed(self, place: int) -> bool:
        """Whether nobody else has heard of an answer, and nothing has come of it yet."""
        since = self.given[place - self.base.moves :]
        return not since[0].shown and not any(given.ran for given in since)

    def copy(self) -> Undo:
        """The same, independent of this one."""
        found = dict(self.points), dict(self.revealing)
        return Undo(self.base, self.run, list(self.given), *found, alone=dict(self.alone))


def _since(first: int, found: dict[int, bool]) -> dict[int, bool]:
    """What was found out about answers from this one on."""
    return {place: what for place, what in found.items() if place >= first}


def point_of(sitting: Sitting) -> Point:
    """Where a game is now."""
    return Point(bytes(sitting), len(sitting._history), len(sitting.log), sitting.steps)


def undo_to_here(sitting: Sitting) -> Undo:
    """Nobody goes back behind the present position."""
    here = point_of(sitting)
    return Undo(here, here)


# Whether something can be taken back


class WayBack(NamedTuple):
    """How an answer is taken back."""

    place: int  # of the answer in the history
    told: bool  # it had been told: what was answered since, unnoticed by its seat, goes with it


def way_back(sitting: Sitting, seat: int) -> WayBack | None:
    """How a seat's last answer would be taken back; None if it stands."""
    check_seat(seat, sitting.seats)
    if sitting.over or sitting.ended:
        return None
    found = sitting._undo.found.get(seat)
    if found is None or found[0] != sitting.turn:
        found = sitting._undo.found[seat] = sitting.turn, _way_back(sitting, seat)
    return found[1]


def _way_back(sitting: Sitting, seat: int) -> WayBack | None:
    undo = sitting._undo
    place = undo.last_answer(sitting._history, seat)
    if place is None or not _may_go(sitting, seat, place):
        return None
    return WayBack(place, not undo.is_unnoticed(place))


def check_take_back(sitting: Sitting, seat: int, *, told: bool = True) -> WayBack:
    """How a seat's last answer will be taken back. Refuses what `Sitting.take_back` refuses; and if it is said that what was told
    stands, that too.
    """
    way = way_back(sitting, seat)
    if way is None or (way.told and not told):
        raise MoveError(f"Seat {seat!r} has nothing to take back: {_why(told)}.")
    return way


def _why(told: bool) -> str:
    if told:
        return "an answer stands once it has revealed something, or another has answered"
    return "at this table an answer stands once it is told"


def _may_go(sitting: Sitting, seat: int, place: int) -> bool:
    undo = sitting._undo
    if not undo.is_unnoticed(place) and not _is_its_turn_still(sitting, seat, place):
        return False
    if place not in undo.revealing:
        undo.revealing[place] = _reveals(sitting, place)
    return not undo.revealing[place]


def _reveals(sitting: Sitting, place: int) -> bool:
    """Whether rules looked at what its seat could not see when an answer was given."""
    seat, number = sitting._history[place]
    record, move = _point_before(sitting, place).record, sitting.machine.numbering.pack(number)
    return veil_of(sitting.game).falls(record, seat, move, partial(seen_of, sitting))


def seen_of(sitting: Sitting, record: bytes, seat: int) -> bytes:
    """What a seat sees of a position."""
    return bytes(sitting.look_back(record, seat))


def _is_its_turn_still(sitting: Sitting, seat: int, place: int) -> bool:
    """Whether a seat alone was awaited when it gave an answer, and has noticed no answer of another since."""
    alone = sitting._undo.alone
    if place not in alone:
        asking = np.frombuffer(_point_before(sitting, place).record, sitting.game.dtype)["asking"][0]
        alone[place] = [other for other in range(sitting.seats) if asking[other]] == [seat]
    if not alone[place] or place + 1 == len(sitting._history):
        return alone[place]
    after, *since = _points_since(sitting, place + 1)
    seen = seen_of(sitting, after.record, seat)
    return all(
        seen == seen_of(sitting, one.record, seat) and not _hears(sitting, seat, after.heard, one.heard)
        for one in since
    )


def _hears(sitting: Sitting, seat: int, first: int, last: int) -> bool:
    """Whether a seat hears anything while the log grows from one length to another."""
    if any(
        entry.event is None for entry in sitting.log[first:last]
    ):  # what was told earlier, under a seal, may be heard now
        return len(list(heard_by(sitting.log[:first], seat))) < len(list(heard_by(sitting.log[:last], seat)))
    return any(entry.audience in (EVERYONE, seat) for entry in sitting.log[first:last])


# Going back


def _points_since(sitting: Sitting, first: int) -> Sequence[Point]:
    """The points after so many moves and more, until now."""
    kept, last = sitting._undo.points, len(sitting._history)
    if all(place in kept for place in range(first, last)):
        return [*(kept[place] for place in range(first, last)), point_of(sitting)]
    return list(_again(sitting, first, last))


def _point_before(sitting: Sitting, place: int) -> Point:
    return sitting._undo.points.get(place) or next(_again(sitting, place, place))


def _again(sitting: Sitting, first: int, last: int) -> Iterator[Point]:
    """The points after numbers of moves, found by playing again from the base."""
    twin, moves = sitting.copy(), sitting.played
    base = twin._undo.base
    _reset(twin, base)
    twin._undo = Undo(base, base)
    for place in range(base.moves, last + 1):
        if place >= first:
            yield point_of(twin)
        if place < last:
            twin.play(*moves[place])


def go_back(sitting: Sitting, seat: int, *, told: bool) -> None:
    """Undo a seat's last answer without asking whether it may be. If it had been told, all that has happened since goes with it;
    else what the others have done since stays done.
    """
    place = sitting._undo.last_answer(sitting._history, seat)
    if place is None:
        raise MoveError(f"Seat {seat!r} has given no answer that could be taken back.")
    undo, here = sitting._undo, _point_before(sitting, place)
    again = [] if told else sitting.played[place + 1 :]
    undo.given = undo.given[: place - undo.base.moves]
    undo.points = {moves: point for moves, point in undo.points.items() if moves < place}
    undo.revealing = {other: what for other, what in undo.revealing.items() if other < place}
    undo.alone = {other: what for other, what in undo.alone.items() if other < place}
    undo.run = min(undo.run, here, key=lambda point: point.moves)
    _reset(sitting, here)
    for other, number, text in again:
        sitting.take_over(sitting.try_legal(other, number, text))


def _reset(sitting: Sitting, point: Point) -> None:
    """A game is where it was."""
    sitting._memory[:] = point.record
    sitting._history, sitting.log, sitting.steps = (
        sitting._history[: point.moves],
        sitting.log[: point.heard],
        point.steps,
    )
    sitting.scenes = {place: record for place, record in sitting.scenes.items() if place < point.heard}
    sitting.texts = {place: text for place, text in sitting.texts.items() if place < point.moves}
    sitting.book.forget(point.moves)
    sitting.turn += 1
