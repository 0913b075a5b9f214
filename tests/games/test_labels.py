"""The answers in short, in every game: they fit, keep their places, and hold to a few signs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

import pytest

from moot.bots import Player
from moot.engine import ordered, primary
from moot.engine.labels import LONGEST_QUESTION, wrong_label
from moot.engine.not_now import wrong_not_now
from moot.games import GAMES, load
from tests.games.labels import Seen, report, survey
from tests.games.refusals import tables

MOST = {"path_to_safety": 200, "polycrisis": 150, "treasury": 120, "solidarity": 120, "turning_points": 120}  # moves


@pytest.mark.parametrize("name", GAMES)
def test_every_choice_has_labels(name: str) -> None:
    game = load(name)
    assert set(game.words.labels) == {choice.step for choice in game.rules.choices.values()}


@pytest.mark.parametrize("name", GAMES)
def test_words_fit(name: str) -> None:
    """Questions, verbs, outcomes and reasons, with every preset, played by each kind of bot."""
    for choice, seen in survey(load(name), 1, MOST[name]).items():
        assert len(seen.question) <= LONGEST_QUESTION, seen.question
        wrong = {wrong for label in seen.labels.values() for wrong in wrong_label(label)}
        wrong |= {wrong for one in seen.reasons for wrong in wrong_not_now(one)}
        assert not wrong, choice
        assert seen.outcomes == seen.moves, f"some answers to {choice.name} do not say what comes of them"


@pytest.mark.parametrize("name", GAMES)
def test_signs_are_not_mixed_up(name: str) -> None:
    """✓ stands for what happens, never for a step; and sides have no numbers."""
    for seen in survey(load(name), 1, 40).values():
        texts = [
            *(one.why for one in seen.reasons),
            seen.question,
            *(part for label in seen.labels.values() for part in label[:3]),
        ]
        assert not [text for text in texts if "✓" in text or re.search(r"\bside \d", text)]


@pytest.mark.parametrize("name", GAMES)
def test_verbs_keep_their_places(name: str) -> None:
    """However moves are listed: listed verbs in their order, then the others, and exits last."""
    game = load(name)
    for t, bot in list(tables(game, 1))[:2]:
        player = Player(t, [bot])
        while not t.over and len(t.history) < 60:
            moves = ordered(t.moves(t.waiting[0]))
            keys = [(move.label.exit, move.label.place) for move in moves]
            assert all(one <= other for one, other in pairwise(keys))
            assert [move.label.place for move in moves] == [_place(game.words.order, move.label.verb) for move in moves]
            best = primary(moves)
            assert best is None or len(moves) == 1 or all(move.label.exit for move in moves)
            player.play()


@pytest.mark.parametrize("name", GAMES)
def test_every_game_says_what_is_not_open_now(name: str) -> None:
    """And of exits nothing but why there is none."""
    seen = survey(load(name), 1, MOST[name])
    said = {one for one_choice in seen.values() for one in one_choice.reasons}
    assert {one.exit for one in said} == {False, True} if name != "solidarity" else {False}


def _place(order: Sequence[str], verb: str) -> int:
    return order.index(verb) if verb in order else len(order)


def test_the_table_of_labels() -> None:
    shown = "\n".join(report(load("path_to_safety"), 1, 3))
    assert "path_to_safety CALL: " in shown
    assert re.search(r" 16 “Call for the end” verb", shown)
    assert "(costly) (exit)" in shown
    assert Seen().longest("verb") == ""
