"""What somebody has played, for themselves: how often, how often won, their usual place and their best, by game and preset.

Games that were played to their end count, but for those of workshops: how these ended is the facilitator's to tell.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import select

from moot.engine import Game
from moot.lab.presets import preset_with, title
from moot.table.ledger import Outcome, outcome_of, read_outcome
from moot.table.live.state import OVER
from moot.table.live.table import LiveTable
from moot.table.people import Person
from moot.table.persistence import schema
from moot.table.registry import Registry

MOST_READ = 20  # games of which it was never noted how they ended, that are read for one page
OWN_RULES = "Own rules"


class Played(NamedTuple):
    """A game that is over, as somebody saw it end."""

    game: Game
    preset: str
    won: bool
    points: int | None
    place: int | None  # 1 is the best; None where all win or lose


class Line(NamedTuple):
    """All games of a kind."""

    title: str
    preset: str
    played: int
    won: int
    place: str  # on average
    best: str


async def statistics(registry: Registry, person: Person) -> list[Line]:
    """All of it, by the titles of games."""
    games = registry.settings.games
    groups: dict[tuple[str, str], list[Played]] = {}
    for one in await _all_played(registry, games, person):
        groups.setdefault((one.game.title, one.preset), []).append(one)
    return [_line(group) for _, group in sorted(groups.items())]


async def _all_played(registry: Registry, games: Mapping[str, Game], person: Person) -> list[Played]:
    tables, sitters = schema.tables, schema.sitters
    over = tables.c.state == OVER, tables.c.workshop.is_(None), sitters.c.person == person.id
    found = select(tables, sitters.c.seat).join(sitters, sitters.c.table_id == tables.c.id).where(*over)
    rows = [row for row in await registry.store.rows(found.order_by(tables.c.at.desc())) if row.game in games]
    seats: dict[str, list[int]] = {}
    for row in rows:
        seats.setdefault(row.id, []).append(row.seat)
    outcomes = await _outcomes(registry, {row.id: row.result for row in rows})
    one_each = {row.id: row for row in rows if row.id in outcomes}.values()
    return [_played(games[row.game], row, seats[row.id], outcomes[row.id]) for row in one_each]


async def _outcomes(registry: Registry, noted: Mapping[str, str | None]) -> dict[str, Outcome]:
    """How games ended: as it was noted, or from the tables themselves."""
    found = {table: outcome for table, text in noted.items() if (outcome := read_outcome(text)) is not None}
    for table in [table for table in noted if table not in found][:MOST_READ]:
        live = await registry.find(table)
        if isinstance(live, LiveTable) and (outcome := outcome_of(live)) is not None:
            found[table] = outcome
    return found


def _played(game: Game, row: Any, seats: Iterable[int], outcome: Outcome) -> Played:
    """Somebody with several seats has won with any of them."""
    own = list(seats)
    won, place = any(seat in outcome.winners for seat in own), min(_place(outcome, seat) for seat in own)
    together = not outcome.points or len(outcome.winners) in (0, len(outcome.points))
    return Played(game, _called(game, row), won, _most(outcome, own), None if together else place)


def _called(game: Game, row: Any) -> str:
    preset = preset_with(game, json.loads(row.options))
    return OWN_RULES if preset is None else title(preset)


def _most(outcome: Outcome, seats: Iterable[int]) -> int | None:
    return max((outcome.points[seat] for seat in seats), default=None) if outcome.points else None


def _place(outcome: Outcome, seat: int) -> int:
    """How many were better, and one. What broke a tie is known of the winners alone."""
    if seat in outcome.winners or not outcome.points:
        return 1
    own = outcome.points[seat]
    return 1 + sum(
        points > own or (points == own and other in outcome.winners) for other, points in enumerate(outcome.points)
    )


def _line(group: list[Played]) -> Line:
    game, points = group[0].game, [one.points for one in group if one.points is not None]
    best = game.words.points(max(points)) if points else "–"
    places = [one.place for one in group if one.place is not None]
    place = f"{sum(places) / len(places):.1f}".removesuffix(".0") if places else "–"
    return Line(game.title, group[0].preset, len(group), sum(one.won for one in group), place, best)
