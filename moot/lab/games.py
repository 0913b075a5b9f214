"""Whole games, compiled with the rules: many of them, and what is counted of each."""

from __future__ import annotations

from moot.bots.choose import choose_at
from moot.bots.scratch import Scratch
from moot.bots.thinking import bot_move
from moot.engine.binding import rule
from moot.engine.chance import WORD, scramble
from moot.engine.drive import Records, take_step, who_answers
from moot.engine.fields import MOST_SEATS, NOBODY, Grid, Row, State
from moot.engine.flow import STUCK, Moves
from moot.engine.lockstep import any_of
from moot.engine.results import has_won, rank_of, winners_of
from moot.engine.slots import answer, answer_at_random, length_of, measure_of, place_of, points_of
from moot.lab.pieces import begin_with_bots

SHARE = 840  # a win shared by up to eight seats is still a whole number of these
MOST_ENDINGS = 128  # an ending is a number of eight bits

# What is counted of all games: decisions, lengths and their squares, dead ends, games that somebody or several won, endings.
DECISIONS, LENGTH, LENGTH_SQUARED, DEAD_ENDS, WON, SHARED, ENDINGS = range(7)
HEAD = ENDINGS + MOST_ENDINGS
# Then for each seat, and after the seats for each place in the turn order: wins, points, ranks and what the game measures, each
# as a sum and a sum of squares.
WINS, POINTS, RANKS, MEASURES = 0, 2, 4, 6


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
        seat = who_answers(s, NOBODY, luck) if s.over == 0 else NOBODY
        while any_of(seat != NOBODY):
            decisions += answer_at_random(s, seat, out, luck)
            seat = who_answers(s, seat, luck) if seat != NOBODY and s.over == 0 else NOBODY
    return decisions


@rule
def bot_game(records: Records, seed: int, kinds: Row, views: Records, out: Moves, luck: Row) -> int:
    """One game of bots in records[0]; returns how many decisions it took."""
    s = records[0]
    begin_with_bots(s, seed, luck)
    decisions, seat = 0, NOBODY
    while s.over == 0:
        while take_step(s):
            seat = NOBODY
        seat = who_answers(s, seat, luck)
        if seat != NOBODY:
            answer(s, seat, choose_at(kinds[seat], records, 0, seat, views, 0, out, luck))
            decisions += 1
    return decisions


@rule
def thinking_game(records: Records, seed: int, hows: Grid, scratch: Scratch, luck: Row) -> int:
    """The same for bots that are told apart by more than their kind: hows[seat] is the row of one."""
    s = records[0]
    begin_with_bots(s, seed, luck)
    decisions, seat = 0, NOBODY
    while s.over == 0:
        while take_step(s):
            seat = NOBODY
        seat = who_answers(s, seat, luck)
        if seat != NOBODY:
            answer(s, seat, bot_move(hows[seat], records, 0, seat, scratch, luck))
            decisions += 1
    return decisions


def tally_size(measures: int) -> int:
    """How many numbers are counted, if a game measures so much of each seat."""
    return HEAD + 2 * MOST_SEATS * row_size(measures)


@rule
def row_size(measures: int) -> int:
    """How many numbers are counted of a seat, or of a place in the turn order."""
    return MEASURES + 2 * measures


@rule
def count_game(s: State, decisions: int, tally: Row) -> None:
    """Add one finished game to what is counted."""
    length = length_of(s)
    tally[DECISIONS] += decisions
    tally[LENGTH] += length
    tally[LENGTH_SQUARED] += length * length
    tally[DEAD_ENDS if s.over == STUCK else ENDINGS + s.over] += 1
    winners = winners_of(s)
    tally[WON] += int(winners > 0)
    tally[SHARED] += int(winners > 1)
    measures = ((len(tally) - HEAD) // (2 * MOST_SEATS) - MEASURES) // 2
    for seat in range(s.seats):
        count_seat(s, seat, winners, HEAD + seat * row_size(measures), measures, tally)
        count_seat(s, seat, winners, HEAD + (MOST_SEATS + place_of(s, seat)) * row_size(measures), measures, tally)


@rule
def count_seat(s: State, seat: int, winners: int, row: int, measures: int, tally: Row) -> None:
    """What has come of one seat; a win that is shared counts in part."""
    add(tally, row + WINS, SHARE // winners if winners > 0 and has_won(s, seat) else 0)
    add(tally, row + POINTS, points_of(s, seat))
    add(tally, row + RANKS, rank_of(s, seat))
    for measure in range(measures):
        add(tally, row + MEASURES + 2 * measure, measure_of(s, seat, measure))


@rule
def add(tally: Row, place: int, number: int) -> None:
    """Add a number to a sum, and its square to the sum of squares beside it."""
    tally[place] += number
    tally[place + 1] += number * number


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


@rule
def play_thinking_games(
    blank: Records, records: Records, hows: Grid, scratch: Scratch, luck: Row, seed: int, part: Row, tally: Row
) -> None:
    """The same for bots of which some go by a policy, or think ahead. It takes longer to compile."""
    for number in range(part[0], part[1]):
        records[0] = blank[0]
        count_game(records[0], thinking_game(records, seed_of_game(seed, number), hows, scratch, luck), tally)
