"""Walking ahead: the same as playing and taking back would show, without doing either."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from moot.engine import Move, Sitting
from moot.engine.walk import Walk
from moot.games import GAMES, load


def questions(game: str, moves: int) -> Iterator[tuple[Sitting, int, Move]]:
    """Random answers of a random game, each before it is given."""
    dice, table = Random(5), load(game).start(seats=3, seed=8)
    while table.waiting and len(table.history) < moves:
        seat = dice.choice(table.waiting)
        move = dice.choice(table.moves(seat))
        yield table, seat, move
        table.play(seat, move)


def found_by_playing(table: Sitting, seat: int, move: Move, *, told: bool) -> list[Move]:
    """What a seat is asked after an answer that it could take back."""
    then = table.copy()
    then.play(seat, move)
    return then.moves(seat) if seat in then.waiting and then.may_take_back(seat, told=told) else []


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("told", [True, False])
def test_a_walk_sees_what_playing_leads_to(game: str, told: bool) -> None:
    for table, seat, move in questions(game, 120):
        before, expected = bytes(table), found_by_playing(table, seat, move, told=told)
        _, moves = Walk(table, seat, told).ask(move, list(table.game.rules.choices))
        assert moves == ([] if move.writes else expected)
        assert [one.label for one in moves] == [one.label for one in ([] if move.writes else expected)]
        assert bytes(table) == before


def test_answers_that_belong_together_lead_from_one_to_the_next() -> None:
    walks = [
        Walk(table, seat, told=True).ask(move, list(table.game.rules.choices))
        for table, seat, move in questions("polycrisis", 60)
    ]
    assert sum(bool(moves) for _, moves in walks) > 10


def test_who_comes_back_is_where_they_were() -> None:
    for table, seat, move in questions("polycrisis", 60):
        walk, choices = Walk(table, seat, told=True), list(table.game.rules.choices)
        _, first = walk.ask(move, choices)
        if first:
            walk.ask(first[0], choices)
            walk.come_back(2)
            assert walk.ask(move, choices)[1] == first


def test_what_is_not_asked_for_ends_the_walk() -> None:
    table, seat, move = next(questions("polycrisis", 60))
    assert Walk(table, seat, told=True).ask(move, []) == (None, [])
