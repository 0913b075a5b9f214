"""Players that think ahead, compiled with the rules: they guess what they cannot see, try each promising move in the same guesses,
play on quickly, and spend what is left of the budget on the better half, until one move is left beside the quick player's.

They see a view and nothing else. Those who have answered unseen are guessed, too: they answer as a quick player would.
"""

from __future__ import annotations

import math

from moot.bots.bot import (
    BY_CHANCE,
    BY_RATINGS,
    CAUTION,
    ITERATIONS,
    KIND,
    MIX,
    NOISE,
    PLAYED_BY,
    POLICY,
    ROUNDS,
    SEARCH,
    WIDTH,
)
from moot.bots.choose import choose_at
from moot.bots.scratch import ANSWERS, GUESS, MOST_CANDIDATES, ROLLOUTS, SEARCHES, VIEW, WORK, Scratch
from moot.engine.binding import rule
from moot.engine.chance import below, random_word, seed_luck
from moot.engine.drive import BOT_STREAM, GUESS_STREAM, Records, take_step, view_at, who_answers
from moot.engine.fields import NOBODY, Row, State
from moot.engine.flow import COUNT, FIRST_MOVE, Moves, owes
from moot.engine.slots import answer, length_of, like_moves, list_moves, rate_move, redeal
from moot.engine.worth import worth

PLAY_STREAM = 4  # of luck: of those who play on in a guess
ONE = 1 << 20  # a win: worth is summed up in whole numbers, so that the order does not matter
FOR_EVER = 1 << 30
CARELESS, LOST_IN_THOUGHT = 25, 100  # noise of opponents that are not at their best
MOST_ARE_CARELESS = 80  # of 100 that are not at their best


@rule
def like_by(by: int, v: State, seat: int, moves: Moves, likes: Row) -> None:
    """How a quick player likes a list of moves."""
    if by == BY_RATINGS:
        for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
            likes[place] = rate_move(v, seat, moves[place])
    elif by == BY_CHANCE:
        for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
            likes[place] = 0
    else:
        like_moves(v, seat, moves, likes)


@rule
def most_liked(moves: Moves, likes: Row, luck: Row) -> int:
    """The move that is liked best; one of them by chance if several are."""
    chosen, equal = FIRST_MOVE, 1
    for place in range(FIRST_MOVE + 1, FIRST_MOVE + moves[COUNT]):
        if likes[place] > likes[chosen]:
            chosen, equal = place, 1
        elif likes[place] == likes[chosen]:
            equal += 1
            if below(luck, equal) == 0:
                chosen = place
    return moves[chosen]


@rule
def quick_move(v: State, seat: int, by: int, noise: int, scratch: Scratch, luck: Row) -> int:
    """The move of a quick player, who leaves some of 100 answers to chance."""
    moves = scratch.moves
    list_moves(v, seat, moves)
    if moves[COUNT] == 1:
        return moves[FIRST_MOVE]
    if by == BY_CHANCE or (noise > 0 and below(luck, 100) < noise):
        return moves[FIRST_MOVE + below(luck, moves[COUNT])]
    like_by(by, v, seat, moves, scratch.likes)
    return most_liked(moves, scratch.likes, luck)


@rule
def set_noise(how: Row, seat: int, seats: int, scratch: Scratch) -> None:
    """In each guess some of the others are not at their best: whoever reckons with perfect opponents loses to real ones."""
    for other in range(seats):
        scratch.noise[other] = 0
        if other != seat and below(scratch.luck, 100) < how[MIX]:
            careless = below(scratch.luck, 100) < MOST_ARE_CARELESS
            scratch.noise[other] = CARELESS if careless else LOST_IN_THOUGHT


@rule
def imagine(scratch: Scratch, seat: int, how: Row, seed: int) -> None:
    """The guess becomes a position that the seat cannot tell from what it sees; who has answered unseen is a quick player."""
    scratch.records[GUESS] = scratch.records[VIEW]
    g = scratch.records[GUESS]
    g.telling = 0
    busy = 0
    for other in range(g.seats):
        busy |= int(owes(g, other)) << other
    seed_luck(g.luck, seed, GUESS_STREAM)
    seed_luck(scratch.luck, seed, BOT_STREAM)
    set_noise(how, seat, g.seats, scratch)
    redeal(g, seat)
    for other in range(g.seats):
        while other != seat and not busy >> other & 1 and owes(g, other):
            answer(g, other, quick_move(g, other, how[PLAYED_BY], scratch.noise[other], scratch, scratch.luck))


@rule
def begin_play(scratch: Scratch, seed: int) -> None:
    """The guess is laid out to be played on."""
    scratch.records[WORK] = scratch.records[GUESS]
    seed_luck(scratch.luck, seed, PLAY_STREAM)


@rule
def end_of_play(scratch: Scratch, how: Row) -> int:
    """The round or turn at which playing on ends."""
    return length_of(scratch.records[WORK]) + how[ROUNDS] if how[ROUNDS] > 0 else FOR_EVER


@rule
def who_plays(scratch: Scratch, last: int, stop: int) -> int:
    """Who answers next, after the one that answered last; NOBODY at the end."""
    s, seat = scratch.records[WORK], last
    while True:
        while take_step(s):
            seat = NOBODY
        if s.over != 0 or length_of(s) >= stop:
            return NOBODY
        seat = who_answers(s, seat, scratch.luck)
        if seat != NOBODY:
            return seat


@rule
def asked_in_play(scratch: Scratch, seat: int) -> int:
    """What a seat is asked where the guess is played on."""
    return scratch.records[WORK].asking[seat]


@rule
def move_in_play(scratch: Scratch, how: Row, seat: int) -> int:
    """What a quick player answers there."""
    return quick_move(scratch.records[WORK], seat, how[PLAYED_BY], scratch.noise[seat], scratch, scratch.luck)


@rule
def answer_in_play(scratch: Scratch, seat: int, move: int) -> None:
    """A seat answers there."""
    answer(scratch.records[WORK], seat, move)
    scratch.counts[ANSWERS] += 1


@rule
def try_out(scratch: Scratch, seat: int, how: Row, seed: int, move: int) -> int:
    """What comes of a move in the present guess, when quick players go on."""
    begin_play(scratch, seed)
    stop = end_of_play(scratch, how)
    mover = seat
    while mover != NOBODY:
        answer_in_play(scratch, mover, move)
        mover = who_plays(scratch, mover, stop)
        if mover != NOBODY:
            move = move_in_play(scratch, how, mover)
    scratch.counts[ROLLOUTS] += 1
    return int(worth(scratch.records[WORK], seat) * ONE)


@rule
def look(scratch: Scratch, records: Records, i: int, seat: int) -> None:
    """All that the search goes by: what the seat sees."""
    view_at(records, i, seat, scratch.records, VIEW)


@rule
def list_candidates(scratch: Scratch, seat: int, how: Row, luck: Row) -> int:
    """Put the moves that a quick player likes best in front, the best of all first; how many are worth trying."""
    moves, liked = scratch.candidates, scratch.liked
    list_moves(scratch.records[VIEW], seat, moves)
    if moves[COUNT] == 1:
        return 1
    like_by(how[PLAYED_BY], scratch.records[VIEW], seat, moves, liked)
    most = min(moves[COUNT], MOST_CANDIDATES, max(2, how[ITERATIONS] // how[WIDTH]))
    for place in range(most):
        bring_forward(moves, liked, place, luck)
        scratch.total[place] = scratch.total_squared[place] = scratch.tries[place] = 0
        scratch.gain[place] = scratch.gain_squared[place] = 0
    return most


@rule
def bring_forward(moves: Moves, liked: Row, place: int, luck: Row) -> None:
    """The most liked of the moves from a place on comes to this place. It is looked for from anywhere: of equal ones any may be."""
    rest = moves[COUNT] - place
    start, best = below(luck, rest), -1
    for step in range(rest):
        at = start + step if start + step < rest else start + step - rest
        at += FIRST_MOVE + place
        if best < 0 or liked[at] > liked[best]:
            best = at
    to = FIRST_MOVE + place
    moves[to], moves[best] = moves[best], moves[to]
    liked[to], liked[best] = liked[best], liked[to]


@rule
def try_all(scratch: Scratch, seat: int, how: Row, seed: int, first: int, last: int, left: int) -> None:
    """Try the candidates that are left in the guesses from `first` to `last` - 1."""
    for number in range(first, last):
        imagine(scratch, seat, how, seed + number)
        base = 0
        for place in range(left):
            value = try_out(scratch, seat, how, seed + number, scratch.candidates[FIRST_MOVE + place])
            base = value if place == 0 else base
            note(scratch, place, value, value - base)


@rule
def note(scratch: Scratch, place: int, value: int, gain: int) -> None:
    """What has come of a candidate in a guess, and how much more than of the quick player's."""
    scratch.total[place] += value
    scratch.total_squared[place] += value * value
    scratch.gain[place] += gain
    scratch.gain_squared[place] += gain * gain
    scratch.tries[place] += 1


@rule
def keep_better_half(scratch: Scratch, left: int) -> int:
    """The better candidates come forward, behind the quick player's; how many are left."""
    for place in range(2, left):
        at = place
        while at > 1 and scratch.total[at] > scratch.total[at - 1]:
            change_places(scratch, at)
            at -= 1
    return max(2, (left + 1) // 2)


@rule
def swap(row: Row, at: int) -> None:
    """A number changes places with the one before it."""
    row[at - 1], row[at] = row[at], row[at - 1]


@rule
def change_places(scratch: Scratch, place: int) -> None:
    """A candidate goes before the one in front of it."""
    swap(scratch.candidates, FIRST_MOVE + place)
    swap(scratch.liked, FIRST_MOVE + place)
    swap(scratch.total, place)
    swap(scratch.total_squared, place)
    swap(scratch.gain, place)
    swap(scratch.gain_squared, place)
    swap(scratch.tries, place)


@rule
def halvings(candidates: int) -> int:
    """In how many rounds all but two candidates have gone, and these two have been compared."""
    rounds = 1
    while candidates > 2:
        candidates = (candidates + 1) // 2
        rounds += 1
    return rounds


@rule
def best_place(scratch: Scratch, left: int, caution: int) -> int:
    """The candidate that is chosen: the quick player's, unless another is better by more than chance makes likely."""
    best = 0
    for place in range(1, left):
        if scratch.gain[place] > scratch.gain[best]:
            best = place
    tries = scratch.tries[best]
    if best == 0 or tries < 2:
        return 0
    mean = scratch.gain[best] / tries
    spread = max(0.0, scratch.gain_squared[best] / tries - mean * mean)
    return best if mean > caution * 0.01 * math.sqrt(spread / (tries - 1)) else 0


@rule
def wide_word(luck: Row) -> int:
    """A seed of 52 bits."""
    high = random_word(luck) & 0xFFFFF
    return high << 32 | random_word(luck)


@rule
def searched_move(scratch: Scratch, seat: int, how: Row, luck: Row) -> int:
    """The move of a player that thinks ahead, from the view."""
    left = list_candidates(scratch, seat, how, luck)
    if left == 1:
        return scratch.candidates[FIRST_MOVE]
    scratch.counts[SEARCHES] += 1
    seed, rounds, done = wide_word(luck), halvings(left), 0
    for _ in range(rounds):
        more = max(1, how[ITERATIONS] // (rounds * left))
        try_all(scratch, seat, how, seed, done, done + more, left)
        done += more
        left = keep_better_half(scratch, left)
    return scratch.candidates[FIRST_MOVE + best_place(scratch, left, how[CAUTION])]


@rule
def bot_move(how: Row, records: Records, i: int, seat: int, scratch: Scratch, luck: Row) -> int:
    """The move of any bot, as its row says."""
    if how[KIND] == SEARCH:
        look(scratch, records, i, seat)
        return searched_move(scratch, seat, how, luck)
    if how[KIND] == POLICY:
        look(scratch, records, i, seat)
        return quick_move(scratch.records[VIEW], seat, how[PLAYED_BY], how[NOISE], scratch, luck)
    return choose_at(how[KIND], records, i, seat, scratch.records, VIEW, scratch.moves, luck)
