"""Whole games, compiled with the rules: many of them, and what is counted of each."""

from __future__ import annotations

from moot.bots.choose import RANDOM, choose_at
from moot.engine.binding import rule
from moot.engine.chance import random_word, seed_luck
from moot.engine.drive import BOT_STREAM, Records, begin, may_step, take_step
from moot.engine.fields import MOST_SEATS, NOBODY, Row, State
from moot.engine.flow import Moves, next_owing
from moot.engine.slots import answer, answer_at_random, length_of

SHARE = 840  # a win shared by up to eight seats is still a whole number of these
MOST_ENDINGS = 32

# What is counted: decisions, lengths and their squares, endings; then for each seat its wins, scores and their squares.
DECISIONS, LENGTH, LENGTH_SQUARED, ENDINGS = 0, 1, 2, 3
WINS = ENDINGS + MOST_ENDINGS
WINS_SQUARED = WINS + MOST_SEATS
SCORES = WINS_SQUARED + MOST_SEATS
SCORES_SQUARED = SCORES + MOST_SEATS
TALLY = SCORES_SQUARED + MOST_SEATS


@rule
def seed_of_game(seed: int, number: int, luck: Row) -> int:
    """The seed of one game among many: 53 bits that depend on both numbers."""
    seed_luck(luck, seed ^ number >> 32, number)
    return (random_word(luck) & 0x1FFFFF) << 32 | random_word(luck)


@rule
def random_game(s: State, seed: int, out: Moves, luck: Row) -> int:
    """One game of random moves in a record that holds its options; returns how many decisions it took.

    The same game as `bot_game` with random bots, in loops that keep a GPU's threads in step.
    """
    seed_luck(luck, seed, BOT_STREAM)
    begin(s, seed)
    decisions = 0
    while s.over == 0:
        while may_step(s):
            take_step(s)
        seat = next_owing(s, 0)
        while seat != NOBODY and s.over == 0:
            decisions += answer_at_random(s, seat, out, luck)
            seat = next_owing(s, seat)
    return decisions


@rule
def bot_game(records: Records, seed: int, kinds: Row, views: Records, out: Moves, luck: Row) -> int:
    """One game of bots in records[0]; returns how many decisions it took."""
    s = records[0]
    seed_luck(luck, seed, BOT_STREAM)
    begin(s, seed)
    decisions, seat = 0, 0
    while s.over == 0:
        while may_step(s):
            take_step(s)
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
    tally[ENDINGS + s.over] += 1
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
def all_random(kinds: Row) -> bool:
    """Whether nobody looks at the position."""
    for kind in kinds:
        if kind != RANDOM:
            return False
    return True


@rule
def play_games(
    blank: Records,
    records: Records,
    kinds: Row,
    views: Records,
    out: Moves,
    luck: Row,
    seed: int,
    first: int,
    last: int,
    tally: Row,
) -> None:
    """Games number first to last - 1 of a simulation."""
    for number in range(first, last):
        records[0] = blank[0]
        game_seed = seed_of_game(seed, number, luck)
        if all_random(kinds):
            decisions = random_game(records[0], game_seed, out, luck)
        else:
            decisions = bot_game(records, game_seed, kinds, views, out, luck)
        count_game(records[0], decisions, tally)
