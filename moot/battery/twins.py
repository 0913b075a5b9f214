"""One source, two ways to run it: do they agree?"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moot.battery.desk import Desk
from moot.battery.walks import SLOW, Plan, Walk, viewers
from moot.engine import Game, Sitting


def compiled(game: Game, plan: Plan) -> None:
    """Interpreted and compiled agree byte for byte after every move: records, events, moves, views, guesses, laws."""
    desks = Desk(game), Desk(game, compiled=True)
    for number, walk in enumerate(plan.walks(game)):
        twin: Sitting | None = None
        for sitting in walk.positions():
            twin = _follow(walk, sitting, twin)
            _compare_sittings(sitting, twin)
            if number < plan.games * SLOW:  # what seats see and guess, in some of the games
                _compare_facts(desks, sitting, walk.moves)


def _follow(walk: Walk, sitting: Sitting, twin: Sitting | None) -> Sitting:
    """The compiled game, one move later."""
    if twin is None:
        return Sitting(walk.game, walk.options, walk.seed, compiled=True)
    twin.play(*sitting.history[-1])
    return twin


def _compare_sittings(slow: Sitting, quick: Sitting) -> None:
    if bytes(slow) != bytes(quick):
        ones, others = slow.state.as_dict(), quick.state.as_dict()
        fields = [f"{name}: {ones[name]} and {others[name]}" for name in ones if ones[name] != others[name]]
        raise AssertionError(f"interpreted and compiled differ in {'; '.join(fields)}")
    if slow.log != quick.log:
        raise AssertionError("interpreted and compiled rules told different events")


def _compare_facts(desks: tuple[Desk, Desk], sitting: Sitting, seed: int) -> None:
    for (what, slow), (_, quick) in zip(*(_facts(desk, sitting, seed) for desk in desks), strict=True):
        if slow != quick:
            raise AssertionError(f"{what}: interpreted {_short(slow)}, compiled {_short(quick)}")


def _facts(desk: Desk, sitting: Sitting, seed: int) -> Iterator[tuple[str, Any]]:
    record = bytes(sitting)
    yield "the broken law", desk.broken_law(record)
    for seat in sitting.waiting:
        yield f"the moves of seat {seat}", desk.numbers(record, seat)
    for seat in viewers(sitting):
        yield f"the view of seat {seat}", desk.view(record, seat)
        if not sitting.over:
            yield f"the guess of seat {seat} with seed {seed}", desk.guess(record, seat, seed)


def _short(fact: object) -> str:
    return "other bytes" if isinstance(fact, bytes) else str(fact)
