"""What somebody has played, for themselves: how often, how often won, their usual place and their best, by game and preset;
and what they have won and lost together with the same people.

Games that were played to their end count, but for those of workshops: how these ended is the facilitator's to tell.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from sqlalchemy import select

from moot.engine import Game
from moot.engine.words import listed
from moot.lab.presets import preset_with, title
from moot.table.ledger import Outcome, outcome_of, read_outcome
from moot.table.live.state import OVER
from moot.table.live.table import LiveTable
from moot.table.people import Person
from moot.table.persistence import schema
from moot.table.registry import Registry
from moot.table.rendering.curves import Curve, curve_of_results

MOST_READ = 20  # games of which it was never noted how they ended, that are read for one page
MOST_DRAWN = 20  # games in a curve
OWN_RULES = "Own rules"


class Played(NamedTuple):
    """A game that is over, as somebody saw it end."""

    table: str
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
    curve: Curve | None  # what they ended with, game after game


class Group(NamedTuple):
    """The same people with the same game, which all of them win or lose."""

    title: str
    people: str  # the others
    played: int
    won: int


class Statistics(NamedTuple):
    """What somebody has played."""

    lines: list[Line]
    groups: list[Group]


async def statistics(registry: Registry, person: Person) -> Statistics:
    """All of it, by the titles of games."""
    played = await _all_played(registry, registry.settings.games, person)
    kinds: defaultdict[tuple[str, str], list[Played]] = defaultdict(list)
    for one in played:
        kinds[one.game.title, one.preset].append(one)
    return Statistics([_line(kind) for _, kind in sorted(kinds.items())], await _groups(registry, person, played))


async def _groups(registry: Registry, person: Person, played: Iterable[Played]) -> list[Group]:
    """With whom they have won and lost; the groups that have played most come first."""
    others, groups = await _others(registry, person), defaultdict[tuple[str, frozenset[Person]], list[Played]](list)
    for one in played:
        if one.game.cooperative and one.table in others:
            groups[one.game.title, frozenset(others[one.table])].append(one)
    found = [
        Group(title, listed(sorted(other.name for other in people)), len(games), sum(one.won for one in games))
        for (title, people), games in groups.items()
    ]
    return sorted(found, key=lambda group: (-group.played, group.title, group.people))


async def _others(registry: Registry, person: Person) -> dict[str, set[Person]]:
    """Who else sits where they sit, by the names that they go by now."""
    sitters, people, found = schema.sitters, schema.people, defaultdict[str, set[Person]](set)
    mine = select(sitters.c.table_id).where(sitters.c.person == person.id)
    known = select(sitters.c.table_id, people.c.id, people.c.name).join(people, people.c.id == sitters.c.person)
    for row in await registry.store.rows(known.where(sitters.c.table_id.in_(mine), sitters.c.person != person.id)):
        found[row.table_id].add(Person(row.id, row.name))
    return found


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
    return Played(row.id, game, _called(game, row), won, _most(outcome, own), None if together else place)


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
    """The newest of a group comes first."""
    game, points = group[0].game, [one.points for one in group if one.points is not None]
    best = game.words.points(max(points)) if points else "–"
    places = [one.place for one in group if one.place is not None]
    place = f"{sum(places) / len(places):.1f}".removesuffix(".0") if places else "–"
    curve = curve_of_results(game, points[:MOST_DRAWN][::-1])
    return Line(game.title, group[0].preset, len(group), sum(one.won for one in group), place, best, curve)
