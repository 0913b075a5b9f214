"""Every answer of whole games, as a page offers it: what is final says what comes of it, all else can be taken back, and what is
recommended is recommended by the game's own bot, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

from moot.bots import Player
from moot.bots.rating import ratings
from moot.engine import Move, Sitting, ordered, primary
from moot.engine.ahead import look_ahead
from moot.engine.gestures import gathered
from moot.engine.labels import LONGEST_QUESTION, wrong_label
from moot.engine.standing import goal
from moot.engine.words import MOST_GOAL, MOST_SHORT_GOAL
from moot.games import GAMES, load

SHORT: dict[str, dict[str, Any]] = {"solidarity": {"rounds": 2}}
SOME, TRIED = 12, 4  # questions of a game, and answers to each, that are looked at in `make test`
A_GAME = [pytest.param((name, bot), id=f"{name}-{bot}") for name in GAMES for bot in ("random", "greedy")]


def questions(name: str, bot: str, seats: int, seed: int) -> Iterator[tuple[Sitting, int]]:
    """Whom a game of bots asks, from the first question to the last."""
    t = load(name).start(seats=seats, seed=seed, **SHORT.get(name, {}))
    player = Player(t, [bot])
    while not t.over:
        for seat in t.waiting:
            yield t, seat
        player.play()


def some(game: tuple[str, str], seed: int = 3) -> Iterator[tuple[Sitting, int]]:
    """Some questions, from all of a game."""
    name, bot = game
    asked = sum(1 for _ in questions(name, bot, 3, seed))
    chosen = set(Random(f"{name} {bot}").sample(range(asked), min(SOME, asked)))
    return (one for place, one in enumerate(questions(name, bot, 3, seed)) if place in chosen)


def every(game: tuple[str, str]) -> Iterator[tuple[Sitting, int]]:
    """All questions of two games."""
    for seats, seed in ((3, 3), (4, 8)):
        yield from questions(*game, seats, seed)


def offered(t: Sitting, seat: int) -> list[Move]:
    """What a page offers, in its order: whole gestures as one answer."""
    return ordered(gathered(t, seat))


def wishes(move: Move) -> list[tuple[int, str]]:
    """All the answers that one button gives; whoever has to write something writes it."""
    return [(number, f"thing {place}" if move.writes else "") for place, number in enumerate([move.number, *move.also])]


# 8: what can be taken back, and what is said where nothing can


def check_way_back(t: Sitting, seat: int, move: Move) -> None:
    """What is final and not costly says what comes of it; what is not final is undone to the same bytes."""
    answers, before, told = wishes(move), bytes(t), list(t.log)
    ahead = look_ahead(t, seat, answers)
    assert bytes(t) == before, "looking ahead changes nothing"
    if ahead.then is None:
        assert move.label.costly or move.label.outcome, f"{move.words} is final and does not say what comes of it"
        return
    for _ in answers:
        ahead.then.take_back(seat)
    assert bytes(ahead.then) == before, move.words
    assert ahead.then.log == told, move.words


@pytest.mark.parametrize("game", A_GAME)
def test_what_is_not_final_is_taken_back_and_what_is_says_so(game: tuple[str, str]) -> None:
    dice = Random(f"{game}")
    for t, seat in some(game):
        moves = offered(t, seat)
        for move in dice.sample(moves, min(TRIED, len(moves))):
            check_way_back(t, seat, move)


@pytest.mark.evening
@pytest.mark.parametrize("game", A_GAME)
def test_every_answer_that_is_not_final_is_taken_back(game: tuple[str, str]) -> None:
    for t, seat in every(game):
        for move in offered(t, seat):
            check_way_back(t, seat, move)


# 7: what is recommended


def check_recommended(t: Sitting, seat: int) -> None:
    """Only the one answer there is, or the only exit that costs nothing where nothing but exits is left; never the worst."""
    moves = offered(t, seat)
    best = primary(moves)
    if best is None:
        return
    assert len(moves) == 1 or (all(move.label.exit for move in moves) and not best.label.costly)
    rated = ratings(t, seat) if t.state.asking[seat] in t.game.rules.ratings else {}
    assert len(set(rated.values())) < 2 or rated[best.number] > min(rated.values()), best.words


@pytest.mark.parametrize("game", A_GAME)
def test_what_is_recommended_is_never_rated_lowest(game: tuple[str, str]) -> None:
    for t, seat in questions(*game, 3, 3):
        check_recommended(t, seat)


@pytest.mark.evening
@pytest.mark.parametrize("game", A_GAME)
def test_what_is_recommended_in_more_games(game: tuple[str, str]) -> None:
    for t, seat in every(game):
        check_recommended(t, seat)


# 10: words


def check_words(t: Sitting, seat: int) -> None:
    """Questions, answers and goals fit; no answer is ticked, for ✓ says what happens; and sides have no numbers."""
    question, line = t.question(seat), goal(t.game, t.view(seat), seat, t.names)
    assert question
    assert len(question.text) <= LONGEST_QUESTION, question.text
    assert len(line.text) <= MOST_GOAL, line.text
    assert len(line.short) <= MOST_SHORT_GOAL, line.short
    said = [question.text]
    for move in offered(t, seat):
        assert not list(wrong_label(move.label)), move.words
        said += move.label[:3]
        assert not re.search(r"\bside \d", move.words, re.IGNORECASE), move.words
    assert not [text for text in said if "✓" in text or re.search(r"\bside \d", text, re.IGNORECASE)]


@pytest.mark.parametrize("game", A_GAME)
def test_words_fit_and_mean_one_thing(game: tuple[str, str]) -> None:
    for t, seat in some(game, 5):
        check_words(t, seat)


@pytest.mark.evening
@pytest.mark.parametrize("game", A_GAME)
def test_words_of_every_question(game: tuple[str, str]) -> None:
    for t, seat in every(game):
        check_words(t, seat)


# 14: nothing that a seat cannot see


def check_same_in_a_guess(t: Sitting, seat: int, seed: int) -> None:
    """A position that the seat cannot tell from this one offers the same answers in the same words, and the same outcomes."""
    twin = t.copy()
    twin.array[:] = np.frombuffer(bytes(t.guess(seat, seed)), t.game.dtype)
    assert said(twin, seat) == said(t, seat)


def said(t: Sitting, seat: int) -> list[Any]:
    """All that the buttons of a dock say."""
    return [(move.number, move.also, move.pieces, move.words, move.label, move.side) for move in offered(t, seat)]


@pytest.mark.parametrize("game", A_GAME)
def test_what_is_offered_is_the_same_in_every_guess(game: tuple[str, str]) -> None:
    for place, (t, seat) in enumerate(some(game, 6)):
        check_same_in_a_guess(t, seat, place)


@pytest.mark.evening
@pytest.mark.parametrize("game", A_GAME)
def test_what_every_question_offers_is_the_same_in_every_guess(game: tuple[str, str]) -> None:
    for place, (t, seat) in enumerate(every(game)):
        check_same_in_a_guess(t, seat, place)
