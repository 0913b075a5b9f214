"""The end of a game as its readers see it: a headline, the ranking, and where everyone's points came from."""

from __future__ import annotations

from typing import NamedTuple

from moot.engine import Line, Result, minus
from moot.engine.headlines import headline
from moot.engine.standing import account
from moot.table.live.table import LiveTable


class Ranked(NamedTuple):
    """A seat in the ranking."""

    seat: int
    name: str
    rank: int  # 0 where all win or lose together
    points: str  # "15 gold"
    ties: tuple[str, ...]  # what told it from others with as many points
    account: tuple[str, ...]  # where the points came from: "contracts 9"
    won: bool
    own: bool  # whether it is the reader's


class End(NamedTuple):
    """How a game has ended, as far as its reader may know it."""

    headline: str
    why: Line  # how it came to an end; empty if there is nothing to add
    ranking: tuple[Ranked, ...]  # from first to last; empty where no points are counted


def end_of(live: LiveTable, reader: int) -> End | None:
    """The end of a table's game for a reader on a seat, or on none; None while it is played."""
    told, result = live.ending, live.result
    if told is None:
        return None
    if result is None or result.ending is None:
        return End(told.text, Line(told.section, ""), _ranking(live, result, reader))
    said = headline(live.info.game, result, live.sitting.names, live.sitting.length, reader)
    return End(said.text, said.why, _ranking(live, result, reader))


def _ranking(live: LiveTable, result: Result | None, reader: int) -> tuple[Ranked, ...]:
    if result is None or not result.points:
        return ()
    return tuple(_ranked(live, result, seat, own=seat == reader) for seat in result.order)


def _ranked(live: LiveTable, result: Result, seat: int, *, own: bool) -> Ranked:
    game, sitting = live.info.game, live.sitting
    rank = 0 if result.together else result.ranks[seat]
    ties = tuple(f"{name} {minus(result.tie_breaks[name][seat])}" for name in result.ties_broken_by)
    parts = tuple(f"{label} {minus(number)}" for label, number in account(game, sitting.log, sitting.state, seat))
    won, points = seat in result.winners, game.words.points(result.points[seat])
    return Ranked(seat, live.names[seat], rank, points, ties, parts, won, own)
