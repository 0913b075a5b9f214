"""The balance of Turning Points: greedy players among themselves, with one of them refusing something, and against random players.

python benchmarks/turning_points.py --games 10000
python benchmarks/turning_points.py --games 10000 --tables order outcomes --seats 3 --option closing=1
python benchmarks/turning_points.py --games 10000 --write

The last one puts the tables into docs/turning-points.md, where they stand after comments with their names.
"""

from __future__ import annotations

import argparse
import os
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from moot.bots import GREEDY, RANDOM
from moot.bots.choose import choose_at
from moot.engine import OptionError
from moot.engine.binding import rule
from moot.engine.chance import seed_luck
from moot.engine.drive import BOT_STREAM, Records, begin, take_step, view_at
from moot.engine.fields import NOBODY, Row
from moot.engine.flow import A_BITS, COUNT, FIRST_MOVE, NO_STEP, Moves, coming_step, next_owing
from moot.engine.results import has_won, winners_of
from moot.engine.slots import answer, list_moves, place_of, rate_move
from moot.games.turning_points import GAME
from moot.games.turning_points.components import ATTACKING, CENTRE, FLEXIBLE, SEATS
from moot.games.turning_points.realize import links_total, outcome, tokens_total
from moot.games.turning_points.rules import Act, First, Numbers, Step, TurningPoints, has_event, holds
from moot.lab.figures import Figure, mean, share
from moot.lab.games import SHARE, seed_of_game

PAGE = Path(__file__).parents[1] / "docs" / "turning-points.md"


class Policy(IntEnum):
    """How the odd one plays; all others are greedy, or with RANDOM_OTHERS random."""

    GREEDY = 0
    NEVER_ORGANIZES = 1
    NEVER_INFLUENCES = 2
    ACTS_WHEN_LAST = 3
    RANDOM_OTHERS = 4


(
    GAMES,
    DECISIONS,
    NODES,
    EVENTS,
    OCCURRED,
    BY_LINKS,
    BY_TOKENS,
    BY_TOKEN,
    NEGATIVE,
    LEADS,
    ODD,
    ODD_SQUARED,
    WITHOUT_LINKS,
) = range(13)
WINS = 13  # by the order of the first round, from here on
WINS_SQUARED = WINS + SEATS
ORGANIZED = WINS_SQUARED + SEATS  # events, by the same order
FLEXIBLE_USED = ORGANIZED + SEATS  # flexible cards that were organized, by their kind
TALLY = FLEXIBLE_USED + FLEXIBLE


@rule
def is_refused(v: TurningPoints, policy: int, move: int) -> bool:
    """Whether the odd one will not do this."""
    what = move & (1 << A_BITS) - 1
    if policy == Policy.NEVER_ORGANIZES:
        return what == Act.ORGANIZE
    if policy == Policy.NEVER_INFLUENCES:
        return what in (Act.INFLUENCE_YES, Act.INFLUENCE_NO)
    return policy == Policy.ACTS_WHEN_LAST and v.turns < v.seats and what != Act.STOP


@rule
def odd_move(records: Records, seat: int, policy: int, views: Records, out: Moves) -> int:
    """What a greedy player likes best of what it does not refuse."""
    view_at(records, 0, seat, views, 0)
    v: Any = views[0]
    list_moves(v, seat, out)
    chosen, best = -1, 0
    for place in range(FIRST_MOVE, FIRST_MOVE + out[COUNT]):
        if v.asking[seat] != Step.ACT or not is_refused(v, policy, out[place]):
            rating = rate_move(v, seat, out[place])
            if chosen < 0 or rating > best:
                chosen, best = out[place], rating
    return chosen


@rule
def note_outcome(s: TurningPoints, tally: Row) -> None:
    """What decides the event that is about to be realized: the links if they point to the outcome and the tokens do not, the tokens
    if they do and the links do not, at 0 the organizer's token; else links and tokens agree.
    """
    node, links, tokens = s.present, links_total(s, s.present), tokens_total(s, s.present)
    if node == CENTRE:
        return
    tally[NODES] += 1
    if has_event(s, node):
        fate = outcome(links + tokens, s.side[node])
        tally[EVENTS] += 1
        tally[OCCURRED] += fate > 0
        tally[BY_LINKS] += fate * links > 0 and fate * tokens <= 0 and links + tokens != 0
        tally[BY_TOKENS] += fate * tokens > 0 and fate * links <= 0 and links + tokens != 0
        tally[BY_TOKEN] += links + tokens == 0
        tally[WITHOUT_LINKS] += outcome(tokens, s.side[node]) != fate


@rule
def leader(s: TurningPoints) -> int:
    """Who has most points, if one player alone has; else -1."""
    best = 0
    for seat in range(1, s.seats):
        if s.points[seat] > s.points[best]:
            best = seat
    for seat in range(s.seats):
        if seat != best and s.points[seat] == s.points[best]:
            return -1
    return best


@rule
def choose(records: Records, seat: int, odd: int, policy: int, views: Records, out: Moves, luck: Row) -> int:
    """The move of the odd one or of another."""
    if policy == Policy.RANDOM_OTHERS and seat != odd:
        return choose_at(RANDOM, records, 0, seat, views, 0, out, luck)
    if seat != odd or policy in (Policy.GREEDY, Policy.RANDOM_OTHERS):
        return choose_at(GREEDY, records, 0, seat, views, 0, out, luck)
    return odd_move(records, seat, policy, views, out)


@rule
def play_game(
    records: Records, seed: int, policy: int, odd: int, views: Records, out: Moves, luck: Row, tally: Row
) -> None:
    """One game, counted."""
    s: Any = records[0]
    seed_luck(luck, seed, BOT_STREAM)
    begin(s, seed)
    seat, lead = 0, -1
    while s.over == 0:
        while coming_step(s) != NO_STEP:
            if coming_step(s) == Step.REALIZE:
                note_outcome(s, tally)
            take_step(s)
            seat = 0
        now = leader(s)
        if now >= 0:
            tally[LEADS] += lead not in (now, -1)
            lead = now
        seat = next_owing(s, seat)
        if seat != NOBODY:
            answer(s, seat, choose(records, seat, odd, policy, views, out, luck))
            tally[DECISIONS] += 1
    count_game(s, odd, tally)


@rule
def count_game(s: TurningPoints, odd: int, tally: Row) -> None:
    """Who won, and who organized what, by the order of the first round."""
    sharers = winners_of(s)
    tally[GAMES] += 1
    for seat in range(s.seats):
        place, won = place_of(s, seat), SHARE // sharers if has_won(s, seat) else 0
        tally[WINS + place] += won
        tally[WINS_SQUARED + place] += won * won
        tally[NEGATIVE] += s.points[seat] < 0
        for kind in range(FLEXIBLE):
            tally[FLEXIBLE_USED + kind] += not holds(s, seat, ATTACKING + kind)
        if seat == odd:
            tally[ODD] += won
            tally[ODD_SQUARED] += won * won
    for node in range(s.nodes):
        if s.organizer[node] > 0:
            tally[ORGANIZED + place_of(s, s.organizer[node] - 1)] += 1


@rule
def play_games(
    blank: Records,
    records: Records,
    views: Records,
    out: Moves,
    luck: Row,
    seed: int,
    policy: int,
    part: Row,
    tally: Row,
) -> None:
    """Games number part[0] to part[1] - 1; the odd one sits at every seat in turn."""
    for number in range(part[0], part[1]):
        records[0] = blank[0]
        odd = number % blank[0].seats
        play_game(records, seed_of_game(seed, number), policy, odd, views, out, luck, tally)


def play(options: Mapping[str, int], policy: Policy, games: int, seed: int) -> Any:
    """Many games on all cores; returns what was counted."""
    machine = GAME.simulated
    blank, entry = GAME.blank(options), machine.entry(play_games)

    def some(part: range) -> Any:
        tally, where = np.zeros(TALLY, np.int64), np.array([part.start, part.stop], np.int64)
        records, views = np.zeros(1, GAME.dtype), np.zeros(1, GAME.dtype)
        entry(blank, records, views, machine.moves(), machine.luck(), seed, int(policy), where, tally)
        return tally

    size = 250
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = [range(first, min(first + size, games)) for first in range(0, games, size)]
        return sum(pool.map(some, parts), np.zeros(TALLY, np.int64))


class Setting(NamedTuple):
    """One way to play, as often as is asked for."""

    options: tuple[tuple[str, int], ...]
    games: int
    seed: int

    @property
    def seats(self) -> int:
        """How many play."""
        return dict(self.options)["seats"]

    @property
    def fair(self) -> float:
        """The share of wins, in per cent, that everyone should have."""
        return 100 / self.seats


@cache
def counts(setting: Setting, policy: Policy = Policy.GREEDY) -> Any:
    """What is counted of a setting; several tables look at it."""
    return play(dict(setting.options), policy, setting.games, setting.seed)


@dataclass(frozen=True)
class Asked:
    """What the command line asks for."""

    games: int
    seed: int
    seats: Sequence[int]
    chosen: Mapping[str, str]
    preset: str | None

    def setting(self, seats: int, preset: str | None = None, **options: int) -> Setting:
        """A number of players, with options beside those that were chosen."""
        chosen = GAME.choose({"seats": seats, **self.chosen, **options}, preset or self.preset)
        return Setting(tuple(chosen.items()), self.games, self.seed)

    @property
    def settings(self) -> list[Setting]:
        """One for each number of players."""
        return [self.setting(seats) for seats in self.seats]


def percent(figure: Figure) -> str:
    """A share with its interval."""
    return f"{100 * figure.value:.1f} ± {50 * (figure.high - figure.low):.1f}"


def span(values: Sequence[float], digits: int = 0) -> str:
    """From the least to the most."""
    return f"{min(values):.{digits}f} to {max(values):.{digits}f}"


# Who wins


def wins(setting: Setting) -> list[Figure]:
    """How often each place in the order wins; a shared win counts in part."""
    tally = counts(setting)
    return [won(tally, WINS + place, WINS_SQUARED + place) for place in range(setting.seats)]


def won(tally: Any, total: int, squares: int) -> Figure:
    """The share of wins that was counted."""
    return mean(tally[total] / SHARE, tally[squares] / SHARE**2, tally[GAMES])


def furthest(setting: Setting) -> float:
    """How far the wins of a place are from their fair share at most, in points of per cent."""
    return max(abs(100 * figure.value - setting.fair) for figure in wins(setting))


def wins_only(setting: Setting) -> str:
    """The wins of all places, without intervals."""
    return ", ".join(f"{100 * figure.value:.1f}" for figure in wins(setting))


def order_cells(setting: Setting) -> Iterator[str]:
    """Wins and own events, by the order of the first round."""
    yield f"{setting.fair:.1f}"
    yield ", ".join(map(percent, wins(setting)))
    yield own_events(setting)


def own_events(setting: Setting) -> str:
    """How many events each place in the order organizes."""
    return ", ".join(f"{number / setting.games:.2f}" for number in counts(setting)[ORGANIZED:][: setting.seats])


def order(asked: Asked) -> Iterator[list[str]]:
    """Who wins, by the order of the first round."""
    yield ["players", "fair, %", "wins by order, %", "own events by order"]
    for setting in asked.settings:
        yield [str(setting.seats), *order_cells(setting)]


def odd_one(setting: Setting, policy: Policy) -> Figure:
    """How often the odd one wins."""
    return won(counts(setting, policy), ODD, ODD_SQUARED)


def refusals(asked: Asked) -> Iterator[list[str]]:
    """One player plays otherwise."""
    yield ["players", "fair, %", "never organizes", "never influences", "acts when last", "greedy against random"]
    for setting in asked.settings:
        odd = [percent(odd_one(setting, policy)) for policy in Policy if policy != Policy.GREEDY]
        yield [str(setting.seats), f"{setting.fair:.1f}", *odd]


# What decides


def of_events(setting: Setting, hits: int) -> Figure:
    """A share of all events."""
    tally = counts(setting)
    return share(tally[hits], tally[EVENTS])


def outcomes(asked: Asked) -> Iterator[list[str]]:
    """What decides events."""
    yield [
        "players",
        "links alone, %",
        "tokens alone, %",
        "organizer’s token, %",
        "other without links, %",
        "occur, %",
        "empty nodes, %",
    ]
    for setting in asked.settings:
        tally = counts(setting)
        shares = [of_events(setting, hits) for hits in (BY_LINKS, BY_TOKENS, BY_TOKEN, WITHOUT_LINKS, OCCURRED)]
        empty = share(tally[NODES] - tally[EVENTS], tally[NODES])
        yield [str(setting.seats), *map(percent, [*shares, empty])]


# What a game is like


def decisions(setting: Setting) -> float:
    """How many a game takes."""
    return float(counts(setting)[DECISIONS] / setting.games)


def game_cells(setting: Setting) -> Iterator[str]:
    """Length, scores, and how often each flexible card is organized."""
    tally, players = counts(setting), setting.games * setting.seats
    yield f"{decisions(setting):.0f}"
    yield percent(share(tally[NEGATIVE], players))
    yield f"{tally[LEADS] / setting.games:.1f}"
    yield from (f"{100 * tally[FLEXIBLE_USED + kind] / players:.0f}" for kind in range(FLEXIBLE))


GAME_HEADS = ["decisions", "negative scores, %", "changes of leader", "Attacking, %", "Supporting, %", "Logistic, %"]


def games(asked: Asked) -> Iterator[list[str]]:
    """What a game is like."""
    yield ["players", *GAME_HEADS]
    for setting in asked.settings:
        yield [str(setting.seats), *game_cells(setting)]


# What was asked for


def over_all(settings: Sequence[Setting], hits: int) -> str:
    """A share of all events, from the least to the most of the settings."""
    return span([100 * of_events(setting, hits).value for setting in settings], 1)


def best_refusal(setting: Setting) -> float:
    """How often the best refusal wins, in per cent of its fair share."""
    refused = (Policy.NEVER_ORGANIZES, Policy.NEVER_INFLUENCES, Policy.ACTS_WHEN_LAST)
    return max(100 * 100 * odd_one(setting, policy).value / setting.fair for policy in refused)


def goals(asked: Asked) -> Iterator[list[str]]:
    """What was asked for, and what was measured over all numbers of players."""
    yield ["what was asked for", "measured"]
    settings, links = asked.settings, "links decide 25 to 60 % of outcomes"
    away = max(map(furthest, settings))
    yield ["every place in the order within 3 points of its fair share", f"at most {away:.1f} away"]
    strictly = over_all(settings, WITHOUT_LINKS)
    yield [links, f"{over_all(settings, BY_LINKS)} % alone; other without them {strictly} %"]
    yield ["about half the events occur", f"{over_all(settings, OCCURRED)} %"]
    yield ["100 to 300 decisions a game", span(list(map(decisions, settings)))]
    yield ["no refusal wins more than its share", f"the best wins {span(list(map(best_refusal, settings)))} % of it"]


# How it came about


CHANGES: dict[str, tuple[str | None, dict[str, int]]] = {
    "now": (None, {}),
    "organizing from round 1 on (`opening` 0)": (None, {"opening": 0}),
    "first player clockwise (`first_player` clockwise)": (None, {"first_player": First.CLOCKWISE}),
    "last round as at first (`numbers` first, `open_events` 2)": (None, {"numbers": Numbers.FIRST, "open_events": 2}),
    "one open event (`open_events` 1)": (None, {"open_events": 1}),
    "three tokens (`most_tokens` 3)": (None, {"most_tokens": 3}),
    "the first design": ("first_design", {}),
}


def changes(asked: Asked) -> Iterator[list[str]]:
    """Who wins, with each change of the first design taken back by itself, and with all of them."""
    yield ["", *(f"{seats} players" for seats in asked.seats), "furthest from fair"]
    for words, (preset, options) in CHANGES.items():
        settings = [asked.setting(seats, preset, **options) for seats in asked.seats]
        yield [words, *map(wins_only, settings), f"{max(map(furthest, settings)):.1f}"]


def deciding_cells(setting: Setting) -> str:
    """Links alone, other without links, and decisions."""
    links = [f"{100 * of_events(setting, hits).value:.1f}" for hits in (BY_LINKS, WITHOUT_LINKS)]
    return ", ".join([*links, f"{decisions(setting):.0f}"])


def deciding(asked: Asked) -> Iterator[list[str]]:
    """How much links decide, and how long games are, with each change of the first design taken back."""
    yield ["", *(f"{seats} players" for seats in asked.seats)]
    for words, (preset, options) in CHANGES.items():
        yield [words, *(deciding_cells(asked.setting(seats, preset, **options)) for seats in asked.seats)]


def queue(asked: Asked) -> Iterator[list[str]]:
    """Own events by order, now and in the first design."""
    yield ["", *(f"{seats} players" for seats in asked.seats)]
    for words in ("now", "the first design"):
        yield [words, *(own_events(asked.setting(seats, CHANGES[words][0])) for seats in asked.seats)]


# Other maps

MAPS = {(2, 2): "2, two rings"} | {
    (seats, rings): f"{seats}, {words}"
    for rings, words in ((1, "one ring"), (3, "three rings"))
    for seats in range(2, 7)
}


def maps(asked: Asked) -> Iterator[list[str]]:
    """Two players, and the other maps."""
    yield ["players", "wins by order, %", "links alone, %", "occur, %", "empty nodes, %", *GAME_HEADS[:3]]
    for (seats, rings), words in MAPS.items():
        setting = asked.setting(seats, rings=rings)
        tally = counts(setting)
        shares = [of_events(setting, BY_LINKS), of_events(setting, OCCURRED)]
        empty = share(tally[NODES] - tally[EVENTS], tally[NODES])
        by_order = ", ".join(map(percent, wins(setting)))
        yield [words, by_order, *map(percent, [*shares, empty]), *list(game_cells(setting))[:3]]


# The tables

TABLES: dict[str, Callable[[Asked], Iterator[list[str]]]] = {
    table.__name__: table for table in (order, outcomes, games, refusals, goals, changes, queue, deciding, maps)
}


def written(rows: Iterator[list[str]]) -> Iterator[str]:
    """A table in Markdown, line by line."""
    for number, cells in enumerate(rows):
        yield f"| {' | '.join(cells)} |"
        if number == 0:
            yield f"| {' | '.join(['---'] * len(cells))} |"


def put_in(page: str, name: str, table: str) -> str:
    """The page with a table after the comment that names it, in place of the one that stood there."""
    place = re.compile(rf"(<!-- {name} -->\n)(?:\|.*\n)*")
    assert place.search(page), f"{PAGE.name} has no place for the table {name}"
    return place.sub(lambda found: f"{found[1]}{table}\n", page)


def read_command() -> tuple[Asked, argparse.Namespace]:
    """What the command line says."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--tables", nargs="*", choices=TABLES, default=list(TABLES), help="which tables")
    parser.add_argument("--games", type=int, default=10_000, help="games for each figure")
    parser.add_argument("--seats", type=int, nargs="*", default=[3, 4, 5, 6], help="numbers of players")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, an option of the game")
    parser.add_argument("--preset", choices=GAME.presets, help="a preset of the game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--write", action="store_true", help=f"put the tables into {PAGE.name}")
    given = parser.parse_args()
    chosen = {name: value for name, _, value in (text.partition("=") for text in given.option)}
    asked = Asked(given.games, given.seed, given.seats, chosen, given.preset)
    try:
        assert asked.settings
    except OptionError as error:
        parser.error(str(error))
    return asked, given


def main() -> None:
    """Print tables, and perhaps write them down."""
    asked, given = read_command()
    for name in given.tables:
        lines = []
        print(f"\n{name}: {(TABLES[name].__doc__ or '').strip()}\n")
        for line in written(TABLES[name](asked)):
            print(line, flush=True)
            lines.append(line)
        if given.write:
            page = PAGE.read_text(encoding="utf-8")
            PAGE.write_text(put_in(page, name, "\n".join(lines)), encoding="utf-8")


if __name__ == "__main__":
    main()
