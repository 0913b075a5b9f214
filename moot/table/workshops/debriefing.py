"""What happened at the tables of a workshop, side by side: how they ended, and how often each thing was told, round by round."""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from statistics import mean
from typing import NamedTuple

from moot.engine import Entry, Game, Result, Sitting
from moot.table.live.table import LiveTable
from moot.table.web.back_room import BackRoom
from moot.table.workshops.overview import how_it_ended
from moot.table.workshops.workshop import Workshop

MOST_KINDS = 16  # that are shown if nobody has chosen
MOST_KEPT = 200  # games whose rounds are kept at hand


class Kind(NamedTuple):
    """A kind of event."""

    name: str
    label: str
    total: int  # at all tables
    shown: bool


class Account(NamedTuple):
    """One table."""

    place: int
    value: str  # of the option that varies, in words
    state: str
    ending: str
    rounds: int
    moves: int
    names: Sequence[str]
    result: Result  # as it has ended, or as it stands
    points: Mapping[int, Sequence[int]]  # of each seat, as they were at the end of each round
    told: Mapping[str, Counter[int]]  # kind of event: how often, by round

    @property
    def total(self) -> int:
        """The points of all seats together."""
        return sum(self.result.points)

    @property
    def is_ranked(self) -> bool:
        """Whether the seats are ranked: where they win or lose each for itself, and no more moves are made."""
        return not self.result.together and (self.result.ending is not None or self.result.ended_early)

    @property
    def is_whole(self) -> bool:
        """Whether it was played to its end: only then are its points those of a whole game."""
        return self.result.ending is not None

    @property
    def mark(self) -> str:
        """What sets it apart from a whole game, in words."""
        return "" if self.is_whole else "ended early" if self.result.ended_early else "still played"

    def count(self, kind: str) -> int:
        """How often something was told, in all."""
        return self.told[kind].total() if kind in self.told else 0

    def by_round(self, kind: str, rounds: int) -> list[int]:
        """The same, round by round."""
        counts = self.told.get(kind, Counter())
        return [counts[number] for number in range(1, rounds + 1)]


class Group(NamedTuple):
    """The tables at which the option has the same value."""

    value: str
    tables: Sequence[int]
    whole: int  # how many of them were played to the end
    won: int  # at how many of these somebody has won
    points: (
        float | None
    )  # of a seat there, on the average; None in a game that counts none, or if there is no such table
    spread: float | None  # between the best and the least seat of such a table, on the average
    common: float | None  # of a seat after the rounds that all tables have played, on the average
    rounds: Sequence[int]  # the fewest and the most


class Debriefing(NamedTuple):
    """The whole debriefing."""

    accounts: Sequence[Account]
    groups: Sequence[Group]
    kinds: Sequence[Kind]
    rounds: int  # of the longest game
    counted: str  # what rounds are called: round, turn
    common: int  # the rounds that all tables have played

    def most(self, kind: str) -> int:
        """The most in a round at any table: pictures of the same kind have the same scale."""
        return max((max(one.by_round(kind, self.rounds), default=0) for one in self.accounts), default=0)

    def colour(self, account: Account) -> int:
        """Tables at which the option has the same value have the same colour."""
        return [group.value for group in self.groups].index(account.value) % 6

    @property
    def best(self) -> int:
        """The most points of all."""
        return max((points for one in self.accounts for points in one.result.points), default=0)


class Debriefer:
    """Gathers it; games that have not gone on since are not played through again."""

    def __init__(self, back_room: BackRoom) -> None:
        self._back_room = back_room
        # By table: of how long a log, and how it went; those that were looked at last come last.
        self._kept: OrderedDict[str, tuple[int, Course]] = OrderedDict()

    async def debrief(
        self, workshop: Workshop, live_tables: Sequence[LiveTable], wanted: Collection[str], asker: str
    ) -> Debriefing:
        """Everything there is to tell, for somebody at an address; of the kinds of events those that are wanted, or the most
        telling.
        """
        accounts = [await self._account(workshop, live, asker) for live in live_tables]
        rounds = max((one.rounds for one in accounts), default=1)
        common = max(set.intersection(*(set(one.points) for one in accounts)), default=0) if accounts else 0
        counted = workshop.game.counted
        shown = kinds(workshop.game, accounts, rounds, wanted)
        return Debriefing(accounts, groups(accounts, common), shown, rounds, counted, common)

    async def _course(self, live: LiveTable, asker: str) -> Course:
        """Played through in a thread: nobody waits for it at the tables."""
        number, found = self._kept.get(live.info.id, (-1, None))
        if found is None or number != live.number:
            number, sitting = live.number, live.sitting
            work = partial(course_of, sitting, sitting.played, list(sitting.log), bool(live.past))
            found = await self._back_room.do(asker, work)
            self._kept[live.info.id] = number, found
        self._kept.move_to_end(live.info.id)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return found

    async def _account(self, workshop: Workshop, live: LiveTable, asker: str) -> Account:
        sitting, place = live.sitting, live.info.place or 0
        (lengths, points), told = await self._course(live, asker)
        result = live.outcome or sitting.standing
        said = how_it_ended(live) or "Still being played."
        value = workshop.says(place)
        rounds, moves = max([1, *lengths]), len(sitting.history)
        if result.ending is not None:
            points = {**points, rounds: result.points}
        return Account(place, value, live.state, said, rounds, moves, live.names, result, points, told)


class Rounds(NamedTuple):
    """A game's rounds."""

    lengths: list[int]  # the round before each move, and the one after the last
    points: dict[int, Sequence[int]]  # of each seat, at the end of each round that is over


class Course(NamedTuple):
    """How a game went."""

    rounds: Rounds
    told: Mapping[str, Counter[int]]  # kind of event: how often, by round


def course_of(sitting: Sitting, played: Sequence[tuple[int, int, str]], log: Sequence[Entry], torn: bool) -> Course:
    """Played through, and what was told on the way."""
    rounds = rounds_of(sitting, played, torn)
    told: dict[str, Counter[int]] = {}
    for entry in log:
        if entry.event is not None and entry.after <= len(rounds.lengths):
            counter = told.setdefault(entry.event.name, Counter())
            counter[max(1, rounds.lengths[max(entry.after - 1, 0)])] += 1
    return Course(rounds, told)


def rounds_of(sitting: Sitting, played: Sequence[tuple[int, int, str]], torn: bool) -> Rounds:
    """Played through. Of a game that went on under other rules only the last round is known."""
    if torn:
        return Rounds([sitting.length] * (len(played) + 1), {})
    again = Sitting(sitting.game, sitting.options, sitting.seed, compiled=sitting.machine.compiled)
    again.staged = ()
    found = Rounds([again.length], {})
    for move in played:
        again.play(*move)
        if again.length != found.lengths[-1]:
            found.points[found.lengths[-1]] = again.standing.points
        found.lengths.append(again.length)
    return found


def groups(accounts: Sequence[Account], common: int) -> list[Group]:
    """What the tables have in common at which the option has the same value."""
    values = dict.fromkeys(one.value for one in accounts)
    return [_group(value, [one for one in accounts if one.value == value], common) for value in values]


def _group(value: str, accounts: Sequence[Account], common: int) -> Group:
    """Like with like: the points of whole games, and beside them those after as many rounds as all tables have played."""
    whole = [one for one in accounts if one.is_whole]
    points = [one.result.points for one in whole if one.result.points]
    spread = mean(max(table) - min(table) for table in points) if points else None
    won = sum(bool(one.result.winners) for one in whole)
    rounds = [one.rounds for one in accounts]
    then = [one.points[common] for one in accounts if one.points.get(common)]
    where = [one.place for one in accounts]
    return Group(value, where, len(whole), won, _each(points), spread, _each(then), (min(rounds), max(rounds)))


def _each(tables: Sequence[Sequence[int]]) -> float | None:
    """Of a seat, on the average."""
    return mean(count for table in tables for count in table) if tables else None


def kinds(game: Game, accounts: Sequence[Account], rounds: int, wanted: Collection[str]) -> list[Kind]:
    """All kinds of events that were told at all, in the game's order."""
    told = [event.name for event in game.events if any(one.count(event.name) for one in accounts)]
    shown = wanted or sorted(told, key=lambda kind: _telling(kind, accounts, rounds), reverse=True)[:MOST_KINDS]
    return [Kind(name, label(name), sum(one.count(name) for one in accounts), name in shown) for name in told]


def _telling(kind: str, accounts: Sequence[Account], rounds: int) -> float:
    """How much a kind differs, between tables and between rounds: what is told everywhere alike tells nothing."""
    totals = [one.count(kind) for one in accounts]
    rows = [one.by_round(kind, rounds) for one in accounts]
    often = max(totals) > rounds  # what comes once a round, or once a game, is how the game goes
    changes = mean(max(row) - min(row) for row in rows) if often else 0
    return (max(totals) - min(totals)) / (1 + mean(totals)) + changes / (1 + max(map(max, rows)))


def label(name: str) -> str:
    """The name of an event for people."""
    return name.replace("_", " ").capitalize()
