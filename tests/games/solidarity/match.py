"""Many games of Solidarity among players of several kinds, compiled: the first kind takes every seat in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from moot.bots.choose import greedy_move
from moot.bots.thinking import most_liked
from moot.engine.binding import rule
from moot.engine.drive import Records, random_move, take_step, view_at, who_answers
from moot.engine.fields import NOBODY, Row
from moot.engine.flow import Moves
from moot.engine.machine import Array
from moot.engine.results import has_won, winners_of
from moot.engine.slots import answer, like_moves, list_moves
from moot.games.solidarity import GAME
from moot.games.solidarity.rules import Ending
from moot.lab.games import seed_of_game
from moot.lab.pieces import begin_with_bots
from tests.games.solidarity.rival import like_as_rival

RANDOM, GREEDY, POLICY, RIVAL = range(4)
WHOLE = 60  # a win that is shared by up to six is a whole number of these


@rule
def choose(kind: int, records: Records, seat: int, views: Records, moves: Moves, likes: Row, luck: Row) -> int:
    """The move of a player of some kind."""
    if kind == RANDOM:
        return random_move(records[0], seat, moves, luck)
    if kind == GREEDY:
        return greedy_move(records, 0, seat, views, 0, moves, luck)
    view_at(records, 0, seat, views, 0)
    list_moves(views[0], seat, moves)
    if kind == POLICY:
        like_moves(views[0], seat, moves, likes)
    else:
        like_as_rival(views[0], seat, moves, likes)  # type: ignore[arg-type]  # any record is one of this game here
    return most_liked(moves, likes, luck)


@rule
def play_game(
    records: Records, kinds: Row, shift: int, seed: int, views: Records, moves: Moves, likes: Row, luck: Row
) -> None:
    """One game; the kinds begin with the seat `shift`."""
    s = records[0]
    begin_with_bots(s, seed, luck)
    seat = NOBODY
    while s.over == 0:
        while take_step(s):
            seat = NOBODY
        seat = who_answers(s, seat, luck) if s.over == 0 else NOBODY
        if seat != NOBODY:
            kind = kinds[(seat - shift) % s.seats]
            answer(s, seat, choose(kind, records, seat, views, moves, likes, luck))


@rule
def play_all(
    blank: Records,
    records: Records,
    kinds: Row,
    seed: int,
    views: Records,
    moves: Moves,
    likes: Row,
    luck: Row,
    results: Row,
) -> None:
    """Games with the first kind at every seat in turn, over the same seeds: its part of the win, and how they end."""
    for number in range(len(results) // 2):
        records[0] = blank[0]
        seats = records[0].seats
        shift = number % seats
        play_game(records, kinds, shift, seed_of_game(seed, number // seats), views, moves, likes, luck)
        s = records[0]
        results[2 * number] = WHOLE // winners_of(s) if has_won(s, shift) else 0
        results[2 * number + 1] = s.over


def play_games(objective: str, kinds: Sequence[int], games: int, seed: int, **options: Any) -> Array:
    """The part of the win that the first kind has in each game, and how the game ends. One kind alone takes all four seats."""
    seats = len(kinds) if len(kinds) > 1 else 4
    machine, results = GAME.simulated, np.zeros(2 * games, np.int64)
    blank = GAME.blank(GAME.choose({"seats": seats, "objective": objective, **options}))
    records, views = np.zeros(1, GAME.dtype), np.zeros(1, GAME.dtype)
    seated = np.array([kinds[seat % len(kinds)] for seat in range(seats)])
    machine.entry(play_all)(
        blank, records, seated, seed, views, machine.moves(), machine.likes(), machine.luck(), results
    )
    return results.reshape(games, 2)


def wins(results: Array) -> float:
    """How often the first kind wins; a win that is shared counts in part."""
    return float(results[:, 0].mean() / WHOLE)


def broken(results: Array) -> float:
    """How often everyone loses."""
    return float((results[:, 1] == Ending.BROKEN).mean())
