"""What rules count: points, tie-breaks, measures, and how much a greedy player likes a move. To count is to look, not to touch."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from moot.battery.desk import Desk
from moot.battery.walks import SLOW, Plan, insist
from moot.bots.rating import likes_at, rating_at, worth_at
from moot.engine import Game, Sitting
from moot.engine.binding import rule
from moot.engine.drive import Records
from moot.engine.flow import COUNT, FIRST_MOVE
from moot.engine.mistakes import at
from moot.engine.places import of_function
from moot.engine.results import points_at, tie_break_at, together_at
from moot.engine.slots import measure_of, place_of
from moot.engine.strict import strictly

UNWRITTEN = -(2**62)
RATED = 30  # moves of a list


@rule
def measure_at(records: Records, i: int, seat: int, number: int) -> int:
    """What is measured of a seat in records[i]."""
    return measure_of(records[i], seat, number)


@rule
def place_at(records: Records, i: int, seat: int) -> int:
    """The place of a seat in the turn order, in records[i]."""
    return place_of(records[i], seat)


class Count(NamedTuple):
    """A function of the game that counts, and the question that it answers."""

    function: Any
    entry: Any
    asked: tuple[int, ...]


def counting(game: Game, plan: Plan) -> None:
    """What is counted and rated are whole numbers at any time, estimates within 0 to 1, and counting changes nothing."""
    desk = Desk(strictly(game))
    for walk in plan.walks(game, SLOW):
        for sitting in walk.samples(5):
            _check_counts(desk, sitting)
            for seat in sitting.waiting:
                _check_ratings(desk, sitting, seat)
                _check_policy(desk, sitting, seat)
                _check_estimate(desk, sitting, seat)
        _check_counts(desk, walk.sitting)


def _check_counts(desk: Desk, sitting: Sitting) -> None:
    for seat in range(sitting.seats):
        for count in _counts(desk.game, seat):
            number = _counted(desk, bytes(sitting), count)
            if count.entry is place_at:
                _insist(
                    desk, count, 0 <= number < sitting.seats, f"gives seat {seat} the place {number} in the turn order"
                )


def _counts(game: Game, seat: int) -> Iterator[Count]:
    has = game.rules
    for function, entry in ((has.count_points, points_at), (has.find_place, place_at)):
        if function is not None:
            yield Count(function, entry, (seat,))
    yield from (Count(of, tie_break_at, (seat, number)) for number, of in enumerate(has.tie_breaks.values()))
    yield from (Count(of, measure_at, (seat, number)) for number, of in enumerate(has.measures.values()))
    if has.decide_fate is not None:
        yield Count(has.decide_fate, together_at, ())


def _check_ratings(desk: Desk, sitting: Sitting, seat: int) -> None:
    rating = desk.game.rules.ratings.get(sitting.state.asking[seat])
    if rating is not None:
        view = desk.view(bytes(sitting), seat)
        for move in desk.numbers(view, seat)[:RATED]:
            _counted(desk, view, Count(rating, rating_at, (seat, move)))


def _check_policy(desk: Desk, sitting: Sitting, seat: int) -> None:
    policy = desk.game.rules.policies.get(sitting.state.asking[seat])
    if policy is None:
        return
    view, machine = desk.view(bytes(sitting), seat), desk.machine
    numbers = desk.numbers(view, seat)
    moves, likes = [len(numbers), *numbers], [UNWRITTEN] * machine.numbering.room
    count = Count(policy, likes_at, (seat,))
    _, after = desk.ask(view, likes_at, seat, moves, likes)
    _insist(desk, count, after == view, "changes the view: it may look, but neither write nor roll dice")
    _insist(desk, count, moves[FIRST_MOVE:] == numbers, "changes the list of moves")
    liked, beyond = likes[FIRST_MOVE : FIRST_MOVE + len(numbers)], likes[FIRST_MOVE + len(numbers) :]
    _insist(desk, count, UNWRITTEN not in liked, "leaves out some of the moves")
    _insist(desk, count, all(isinstance(one, int) for one in liked), "counts what is no whole number")
    _insist(desk, count, {*beyond, likes[COUNT]} == {UNWRITTEN}, "writes where there is no move")


def _check_estimate(desk: Desk, sitting: Sitting, seat: int) -> None:
    function = desk.game.rules.foresee
    if function is not None:
        worth, after = desk.ask(bytes(sitting), worth_at, seat)
        count = Count(function, worth_at, (seat,))
        _insist(desk, count, 0 <= worth <= 1, f"says that a position is worth {worth}, which is not within 0 to 1")
        _insist(
            desk, count, after == bytes(sitting), "changes the record: it may look, but neither write nor roll dice"
        )


def _counted(desk: Desk, record: bytes, count: Count) -> Any:
    number, after = desk.ask(record, count.entry, *count.asked)
    _insist(desk, count, isinstance(number, int), f"counts {number!r}, which is no whole number")
    _insist(desk, count, after == record, "changes the record: it may look, but neither write nor roll dice")
    return number


def _insist(desk: Desk, count: Count, holds: bool, what: str) -> None:
    insist(holds, at(f"{count.function.__name__} {what}", of_function(count.function, desk.game.folder)))
