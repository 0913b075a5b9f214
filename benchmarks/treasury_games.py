"""Games of Treasury that are counted: what `treasury.py` makes its tables from."""

from __future__ import annotations

import os
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from enum import IntEnum
from typing import Any

import numpy as np

from moot.bots import GREEDY
from moot.bots.choose import choose_at
from moot.engine.binding import rule
from moot.engine.chance import seed_luck
from moot.engine.drive import BOT_STREAM, Records, begin, take_step, view_at
from moot.engine.fields import NEWS_ROOM, NOBODY, Row
from moot.engine.flow import A_BITS, B_BITS, COUNT, FIRST_MOVE, NO_STEP, Moves, coming_step, next_owing
from moot.engine.results import has_won, winners_of
from moot.engine.slots import answer, list_moves, rate_move
from moot.games.treasury import GAME
from moot.games.treasury.components import AGES, BARBARIAN, CARDS, COST, SEATS, Ability, Sale
from moot.games.treasury.piles import age_in_force, card_with
from moot.games.treasury.rules import Do, Event, Source, Step, Treasury
from moot.lab.games import SHARE, seed_of_game


class Policy(IntEnum):
    """How the odd one plays; all others are greedy."""

    GREEDY = 0
    STARTS_AND_SELLS = 1  # sells a startup if it has one, else starts the dearest card
    KEEPS_STARTUPS = 2  # never sells a business that is not opened


# What is counted. Of each game, with squares in the place after: these are also counted in a row of their own during the game.
ROUNDS, TURNS, PASSES, DRAWS, DECISIONS, CONTRACT_INCOME, ABILITY_INCOME, EVENT_INCOME, SALE_INCOME = range(0, 18, 2)
STARTUPS_SOLD, SPENT, TAXED, RICHEST, POOREST, ODD = range(18, 30, 2)
GAMES, PAID, UNPAID = range(30, 33)
WINS = 33  # by the order of the first round, with squares
CARD = WINS + 2 * SEATS  # of each card:
DRAWN, OPENED, WON, WON_SQUARED, CONTRACTS, BY_CONTRACT, BY_ABILITY = range(7)
CARD_ROW = 7
ROUND = CARD + CARD_ROW * (CARDS + 1)  # of each end of a round, by age, then by number, and at last that of the game:
ENDS, TREASURY, POPULATION, TAX, BARBARIAN_ICONS, DEMAND_SIZE, ROUND_PASSES = range(7)
ROUND_ROW = 7
MOST_ROUNDS = 24
THE_LAST = AGES + MOST_ROUNDS
TALLY = ROUND + ROUND_ROW * (THE_LAST + 1)

# The row of a game: its own counts, then for each card the set of seats that opened it, and whether it was in a hand.
SOURCES = len(Source)
IN_HAND = 1 << SEATS
OF_CARDS = ODD + 2
GAME_ROW = OF_CARDS + CARDS + 1


@rule
def whose_doing(s: Treasury, seat: int, doing: int, what: int) -> int:
    """The card by which gold is taken, where what is told does not name it; 0 if it is none."""
    ability = 0
    if doing == Step.ARMORY:
        ability = Ability.ARMORY
    elif doing == Step.BAKERY:
        ability = Ability.BAKERY
    elif doing == Step.SECURITY:
        ability = Ability.SECURITY
    elif doing == Step.MENU and what == Do.ARSENAL:
        ability = Ability.ARSENAL
    elif doing == Step.MENU and what == Do.BOMB_FACTORY:
        ability = Ability.BOMB_FACTORY
    return card_with(s, seat, ability) if ability > 0 else 0


@rule
def note_news(s: Treasury, doing: int, what: int, game: Row, tally: Row) -> None:
    """What a step or a move has told."""
    for row in range(min(s.told, NEWS_ROOM)):
        event, a, b, c = s.news[row, 0], s.news[row, 2], s.news[row, 3], s.news[row, 4]
        if event in (Event.OPENED, Event.OPENED_PAID, Event.OPENED_LODGE):
            game[OF_CARDS + b] |= 1 << a
            game[SPENT] += c if event == Event.OPENED_PAID else 0
        elif event == Event.CONTRACTED:
            tally[CARD + CARD_ROW * b + CONTRACTS] += 1
        elif event == Event.CONTRACT_PAID:
            tally[CARD + CARD_ROW * b + BY_CONTRACT] += c
            tally[PAID] += 1
        elif event == Event.EARNED:
            tally[CARD + CARD_ROW * c + BY_ABILITY] += b
        elif event in (Event.FROM_TREASURY, Event.TOOK_GOLD):
            tally[CARD + CARD_ROW * whose_doing(s, a, doing, what) + BY_ABILITY] += b
        else:
            note_count(s, event, a, b, game, tally)
    s.told = 0


@rule
def note_count(s: Treasury, event: int, a: int, b: int, game: Row, tally: Row) -> None:
    """What is only counted."""
    if event == Event.PASS_PAID:
        game[PASSES] += 1
        add_to_rounds(s, ROUND_PASSES, 1, tally)
    elif event == Event.DREW:
        game[DRAWS] += 1
    elif event == Event.UNPAID:
        tally[UNPAID] += b
    elif event == Event.TAX_PAID:
        game[TAXED] += b
    elif event == Event.TAX_RATE:
        add_to_rounds(s, TAX, a, tally)
    elif event == Event.ROUND_ENDS:
        note_round(s, tally)


@rule
def add_to_rounds(s: Treasury, what: int, amount: int, tally: Row) -> None:
    """To the rows of the age and of the number of a round. The last end of a game, when all events have been resolved, is another
    thing, with a row of its own.
    """
    if s.last == 2:
        tally[ROUND + ROUND_ROW * THE_LAST + what] += amount
    else:
        tally[ROUND + ROUND_ROW * age_in_force(s) + what] += amount
        tally[ROUND + ROUND_ROW * (AGES + min(s.rounds, MOST_ROUNDS) - 1) + what] += amount


@rule
def note_round(s: Treasury, tally: Row) -> None:
    """How things stand when a round ends, before abilities, payout and tax."""
    add_to_rounds(s, ENDS, 1, tally)
    add_to_rounds(s, TREASURY, s.treasury, tally)
    add_to_rounds(s, POPULATION, s.population, tally)
    add_to_rounds(s, BARBARIAN_ICONS, s.demanded[BARBARIAN], tally)
    add_to_rounds(s, DEMAND_SIZE, s.demand_size, tally)


@rule
def note_choice(s: Treasury, seat: int, move: int, game: Row) -> None:
    """What is in a hand when its player decides, and startups that are sold."""
    game[DECISIONS] += 1
    for i in range(s.hand_size[seat]):
        game[OF_CARDS + s.hand[seat, i]] |= IN_HAND
    what, slot = move & (1 << A_BITS) - 1, move >> A_BITS & (1 << B_BITS) - 1
    if s.asking[seat] == Step.MENU and what == Do.SELL and s.opened[seat, slot] == 0:
        game[STARTUPS_SOLD] += COST[s.startup[seat, slot]] if s.sale == Sale.ANY else int(s.sale == Sale.ONE)


@rule
def odd_rating(v: Treasury, seat: int, policy: int, move: int) -> int:
    """How the odd one likes a move."""
    if v.asking[seat] != Step.MENU:
        return rate_move(v, seat, move)
    what, which = move & (1 << A_BITS) - 1, move >> A_BITS & (1 << B_BITS) - 1
    startup = what == Do.SELL and v.opened[seat, which] == 0
    if policy == Policy.KEEPS_STARTUPS:
        return -10000 if startup else rate_move(v, seat, move)
    if startup:
        return 20000 + COST[v.startup[seat, which]]
    return 10000 + COST[which] if what == Do.START else rate_move(v, seat, move) - 10000


@rule
def odd_move(records: Records, seat: int, policy: int, views: Records, out: Moves) -> int:
    """What the odd one likes best."""
    view_at(records, 0, seat, views, 0)
    v: Any = views[0]
    list_moves(v, seat, out)
    chosen, best = -1, 0
    for place in range(FIRST_MOVE, FIRST_MOVE + out[COUNT]):
        rating = odd_rating(v, seat, policy, out[place])
        if chosen < 0 or rating > best:
            chosen, best = out[place], rating
    return chosen


@rule
def play_game(
    records: Records, seed: int, policy: int, odd: int, views: Records, out: Moves, luck: Row, game: Row, tally: Row
) -> None:
    """One game, counted."""
    s: Any = records[0]
    seed_luck(luck, seed, BOT_STREAM)
    begin(s, seed)
    s.told = 0
    first, seat = s.starter, 0
    while s.over == 0:
        step = coming_step(s)
        while step != NO_STEP:
            take_step(s)
            note_news(s, step, 0, game, tally)
            step, seat = coming_step(s), 0
        seat = next_owing(s, seat)
        if seat != NOBODY:
            if seat == odd and policy != Policy.GREEDY:
                move = odd_move(records, seat, policy, views, out)
            else:
                move = choose_at(GREEDY, records, 0, seat, views, 0, out, luck)
            doing = s.asking[seat]
            note_choice(s, seat, move, game)
            answer(s, seat, move)
            note_news(s, doing, move & (1 << A_BITS) - 1, game, tally)
    count_game(s, first, odd, game, tally)


@rule
def count_game(s: Treasury, first: int, odd: int, game: Row, tally: Row) -> None:
    """Who won, by the order of the first round, and with which cards."""
    sharers = winners_of(s)
    game[RICHEST] = game[POOREST] = s.gold[0]
    for seat in range(s.seats):
        place, won = (seat - first + s.seats) % s.seats, SHARE // sharers if has_won(s, seat) else 0
        tally[WINS + 2 * place] += won
        tally[WINS + 2 * place + 1] += won * won
        count_cards(seat, won, game, tally)
        game[TURNS] += s.turns[seat]
        game[RICHEST], game[POOREST] = max(game[RICHEST], s.gold[seat]), min(game[POOREST], s.gold[seat])
        for source in range(SOURCES):
            game[CONTRACT_INCOME + 2 * source] += s.income[seat, source]
        if seat == odd:
            game[ODD] = won
    game[ROUNDS] = s.rounds
    tally[GAMES] += 1
    for i in range(0, OF_CARDS, 2):
        tally[i] += game[i]
        tally[i + 1] += game[i] * game[i]
    for card in range(1, CARDS + 1):
        tally[CARD + CARD_ROW * card + DRAWN] += game[OF_CARDS + card] > 0


@rule
def count_cards(seat: int, won: int, game: Row, tally: Row) -> None:
    """The cards that a player has opened."""
    for card in range(1, CARDS + 1):
        if game[OF_CARDS + card] >> seat & 1:
            at = CARD + CARD_ROW * card
            tally[at + OPENED] += 1
            tally[at + WON] += won
            tally[at + WON_SQUARED] += won * won


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
    game: Row,
    tally: Row,
) -> None:
    """Games number part[0] to part[1] - 1; the odd one sits at every seat in turn."""
    for number in range(part[0], part[1]):
        records[0] = blank[0]
        for i in range(GAME_ROW):
            game[i] = 0
        odd = number % blank[0].seats
        play_game(records, seed_of_game(seed, number), policy, odd, views, out, luck, game, tally)


GIVEN: dict[str, Any] = {}  # options from the command line, where a table does not set them itself


def play(options: Mapping[str, Any], games: int, seed: int, policy: Policy = Policy.GREEDY) -> Any:
    """Many games on all cores; returns what was counted."""
    machine = GAME.compiled
    blank, entry = GAME.blank(GAME.choose({**GIVEN, **options})), machine.entry(play_games)
    blank["telling"] = 1

    def some(part: range) -> Any:
        tally, game = np.zeros(TALLY, np.int64), np.zeros(GAME_ROW, np.int64)
        where = np.array([part.start, part.stop], np.int64)
        records, views = np.zeros(1, GAME.dtype), np.zeros(1, GAME.dtype)
        entry(blank, records, views, machine.moves(), machine.luck(), seed, int(policy), where, game, tally)
        return tally

    size = 250
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        parts = [range(first, min(first + size, games)) for first in range(0, games, size)]
        return sum(pool.map(some, parts), np.zeros(TALLY, np.int64))
