"""Whole games, compiled with the rules: many of them, and what is counted of each."""

from __future__ import annotations

from moot.bots.choose import choose_at
from moot.engine.binding import rule
from moot.engine.chance import WORD, scramble
from moot.engine.drive import Records, take_step
from moot.engine.fields import MOST_SEATS, NOBODY, Row, State
from moot.engine.flow import STUCK, Moves, next_owing
from moot.engine.lockstep import any_of
from moot.engine.slots import answer, answer_at_random, length_of
from moot.lab.pieces import begin_with_bots

SHARE = 840  # a win shared by up to eight seats is still a whole number of these
MOST_ENDINGS = 128  # an ending is a number of eight bits

# What is counted: decisions, lengths and their squares, dead ends, endings; then for each seat wins, scores and their squares.
DECISIONS, LENGTH, LENGTH_SQUARED, DEAD_ENDS, ENDINGS = 0, 1, 2, 3, 4
WINS = ENDINGS + MOST_ENDINGS
WINS_SQUARED = WINS + MOST_SEATS
SCORES = WINS_SQUARED + MOST_SEATS
SCORES_SQUARED = SCORES + MOST_SEATS
TALLY = SCORES_SQUARED + MOST_SEATS


@rule
def seed_of_game(seed: int, number: int) -> int:
    """The seed of one game among many: 53 bits that depend on both numbers; no two of 2**32 games of a seed have the same."""
    high = scramble((seed >> 32 & WORD) ^ (number >> 32 & WORD))
    low = scramble((number & WORD) ^ scramble((seed & WORD) ^ high))
    return (scramble(low ^ high) & 0x1FFFFF) << 32 | low


@rule
def random_game(s: State, seed: int, out: Moves, luck: Row) -> int:
    """One game of random moves in a record that holds its options; returns how many decisions it took.

    The same game as `bot_game` with random bots, in loops that keep games in step which a GPU plays side by side: who has nothing
    to do goes along without doing anything.
    """
    begin_with_bots(s, seed, luck)
    decisions = 0
    while any_of(s.over == 0):
        while any_of(take_step(s)):
            pass
        seat = next_owing(s, 0) if s.over == 0 else NOBODY
        while any_of(seat != NOBODY):
            decisions += answer_at_random(s, seat, out, luck)
            seat = next_owing(s, seat) if seat != NOBODY and s.over == 0 else NOBODY
    return decisions


@rule
def bot_game(records: Records, seed: int, kinds: Row, views: Records, out: Moves, luck: Row) -> int:
    """One game of bots in records[0]; returns how many decisions it took."""
    s = records[0]
    begin_with_bots(s, seed, luck)
    decisions, seat = 0, 0
    while s.over == 0:
        while take_step(s):
            seat = 0
        seat = next_owing(s, seat)
        if seat != NOBODY:
            answer(s, seat, choose_at(kinds[seat], records, 0, seat, views, 0, out, luck))
            decisions += 1
    return decisions


@rule
def count_game(s: State, decisions: int, tally: Row) -> None:
    """Add one finished game to what is counted."""
    length = length_of(s)
    tally[DECISIONS] += decisions
    tally[LENGTH] += length
    tally[LENGTH_SQUARED] += length * length
    tally[DEAD_ENDS if s.over == STUCK else ENDINGS + s.over] += 1
    best, sharers = best_score(s)
    for seat in range(s.seats):
        won = SHARE // sharers if s.score[seat] == best else 0
        tally[WINS + seat] += won
        tally[WINS_SQUARED + seat] += won * won
        tally[SCORES + seat] += s.score[seat]
        tally[SCORES_SQUARED + seat] += s.score[seat] * s.score[seat]


@rule
def best_score(s: State) -> tuple[int, int]:
    """The highest score, and how many seats have it."""
    best, sharers = s.score[0], 0
    for seat in range(s.seats):
        best = max(best, s.score[seat])
    for seat in range(s.seats):
        sharers += int(s.score[seat] == best)
    return best, sharers


@rule
def play_random_games(
    blank: Records, records: Records, out: Moves, luck: Row, seed: int, part: Row, tally: Row
) -> None:
    """Games number part[0] to part[1] - 1 of a simulation whose bots are all random."""
    for number in range(part[0], part[1]):
        records[0] = blank[0]
        count_game(records[0], random_game(records[0], seed_of_game(seed, number), out, luck), tally)


@rule
def play_bot_games(
    blank: Records,
    records: Records,
    kinds: Row,
    views: Records,
    out: Moves,
    luck: Row,
    seed: int,
    part: Row,
    tally: Row,
) -> None:
    """The same for bots of any kind. Compiled apart, for each is the faster without the other."""
    for number in range(part[0], part[1]):
        records[0] = blank[0]
        count_game(records[0], bot_game(records, seed_of_game(seed, number), kinds, views, out, luck), tally)
