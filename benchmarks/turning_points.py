"""The balance of Turning Points: greedy players among themselves, with one of them refusing something, and against random players.

python benchmarks/turning_points.py --games 10000
python benchmarks/turning_points.py --seats 3 --option closing=1 --games 10000
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Any

import numpy as np

from moot.bots import RANDOM
from moot.bots.choose import choose_at
from moot.engine.binding import rule
from moot.engine.chance import seed_luck
from moot.engine.drive import BOT_STREAM, Records, begin, take_step, view_at
from moot.engine.fields import NOBODY, Row
from moot.engine.flow import A_BITS, COUNT, FIRST_MOVE, NO_STEP, Moves, coming_step, next_owing
from moot.engine.results import has_won, winners_of
from moot.engine.slots import answer, list_moves, rate_move
from moot.games.turning_points import GAME
from moot.games.turning_points.components import CENTRE, SEATS
from moot.games.turning_points.realize import links_total, outcome, tokens_total
from moot.games.turning_points.rules import Act, Step, TurningPoints, has_event
from moot.lab.figures import Figure, mean, share
from moot.lab.games import SHARE, seed_of_game


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
POINTS = WINS_SQUARED + SEATS
TALLY = POINTS + SEATS


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
        return choose_at(1, records, 0, seat, views, 0, out, luck)
    return odd_move(records, seat, policy, views, out)


@rule
def play_game(
    records: Records, seed: int, policy: int, odd: int, views: Records, out: Moves, luck: Row, tally: Row
) -> None:
    """One game, counted."""
    s: Any = records[0]
    seed_luck(luck, seed, BOT_STREAM)
    begin(s, seed)
    first, seat, lead = s.first, 0, -1
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
    count_game(s, first, odd, tally)


@rule
def count_game(s: TurningPoints, first: int, odd: int, tally: Row) -> None:
    """Who won, by the order of the first round."""
    sharers = winners_of(s)
    tally[GAMES] += 1
    for seat in range(s.seats):
        place, won = (seat - first + s.seats) % s.seats, SHARE // sharers if has_won(s, seat) else 0
        tally[WINS + place] += won
        tally[WINS_SQUARED + place] += won * won
        tally[POINTS + place] += s.points[seat]
        tally[NEGATIVE] += s.points[seat] < 0
        if seat == odd:
            tally[ODD] += won
            tally[ODD_SQUARED] += won * won


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


def percent(figure: Figure) -> str:
    """A share with its interval."""
    return f"{100 * figure.value:.1f} ± {50 * (figure.high - figure.low):.1f}"


def won(tally: Any, total: int, squares: int) -> Figure:
    """How often somebody wins; a shared win counts in part."""
    return mean(tally[total] / SHARE, tally[squares] / SHARE**2, tally[GAMES])


def balance(options: Mapping[str, int], games: int, seed: int) -> Iterator[str]:
    """Greedy players among themselves."""
    tally, seats = play(options, Policy.GREEDY, games, seed), options["seats"]
    yield ", ".join(percent(won(tally, WINS + place, WINS_SQUARED + place)) for place in range(seats))
    for hits in (BY_LINKS, BY_TOKENS, BY_TOKEN, WITHOUT_LINKS, OCCURRED):
        yield percent(share(tally[hits], tally[EVENTS]))
    yield percent(share(tally[NODES] - tally[EVENTS], tally[NODES]))
    yield f"{tally[DECISIONS] / games:.0f}"
    yield percent(share(tally[NEGATIVE], games * seats))
    yield f"{tally[LEADS] / games:.1f}"


def odd_one(options: Mapping[str, int], policy: Policy, games: int, seed: int) -> str:
    """How often the odd one wins."""
    return percent(won(play(options, policy, games, seed), ODD, ODD_SQUARED))


def row(cells: Sequence[str]) -> str:
    """A line of a table."""
    return "| " + " | ".join(cells) + " |"


BALANCE = (
    "players",
    "wins by order, %",
    "links alone decide, %",
    "tokens alone, %",
    "organizer’s token, %",
    "other without links, %",
    "occur, %",
    "empty nodes, %",
    "decisions",
    "negative scores, %",
    "changes of leader",
)
REFUSALS = ("players", "fair, %", "never organizes", "never influences", "acts when last", "greedy against random")


def main() -> None:
    """Print two tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--games", type=int, default=10_000, help="games for each figure")
    parser.add_argument("--seats", type=int, nargs="*", default=[3, 4, 5, 6], help="numbers of players")
    parser.add_argument("--option", action="append", default=[], help="NAME=VALUE, an option of the game")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only-balance", action="store_true", help="no refusals")
    given = parser.parse_args()
    chosen = dict(text.split("=") for text in given.option)
    settings = [GAME.choose({"seats": seats, **chosen}) for seats in given.seats]
    print(row(BALANCE), row(["---"] * len(BALANCE)), sep="\n")
    for options in settings:
        print(row([str(options["seats"]), *balance(options, given.games, given.seed)]), flush=True)
    if given.only_balance:
        return
    print("", row(REFUSALS), row(["---"] * len(REFUSALS)), sep="\n")
    for options in settings:
        shares = [odd_one(options, policy, given.games, given.seed) for policy in Policy if policy != Policy.GREEDY]
        print(row([str(options["seats"]), f"{100 / options['seats']:.1f}", *shares]), flush=True)


if __name__ == "__main__":
    main()
