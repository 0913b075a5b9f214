"""What a facilitator reads of players: by name, never as "you", whatever is told or held."""

from __future__ import annotations

import re
from html import unescape

import pytest

from moot.engine import NOBODY, Game, Sitting
from moot.games import GAMES, load
from moot.table.rendering.renderer import Renderer
from tests.table.desk import opened
from tests.table.house import House

SPEAKS = re.compile(r"\b[Yy]ours?\b|\b[Yy]ou\b")
PRINTED = "provides"  # what a card says of itself, as it is printed on it


def played(game: Game, seed: int) -> Sitting:
    """A game of which much is told: by its first moves, and halfway."""
    sitting = game.start(seats=max(2, game.options["seats"].low), seed=seed)
    for turn in range(60):
        if not sitting.over:
            seat = sitting.waiting[turn % len(sitting.waiting)]
            moves = sitting.moves(seat)
            sitting.play(seat, moves[(turn * 7 + seed) % len(moves)])
    return sitting


@pytest.mark.parametrize("name", [*GAMES, "examples/leduc", "examples/levee"])
def test_what_was_told_to_a_seat_is_told_to_others_with_its_name(name: str) -> None:
    sitting = played(load(name), 3)
    whispers = [entry for entry in sitting.log if entry.event is not None and entry.audience in range(sitting.seats)]
    for entry in sitting.log:
        if entry.event is not None:
            assert not SPEAKS.search(re.sub("told: “.*”", "", sitting.overheard(entry).text))
    for entry in whispers:
        if SPEAKS.search(sitting.line(entry).text):
            assert sitting.names[entry.audience] in sitting.overheard(entry).text


def test_a_game_that_has_no_words_for_others_is_quoted() -> None:
    sitting = load("examples/leduc").start(seed=3)
    (entry, *_) = [one for one in sitting.log if one.audience != NOBODY and one.event is not None]
    who = sitting.names[entry.audience]
    assert sitting.overheard(entry).text == f"{who} is told: “{sitting.line(entry).text}”"


@pytest.mark.parametrize("name", GAMES)
def test_what_a_seat_holds_is_said_of_it_and_not_to_it(name: str) -> None:
    face = Renderer([]).face(load(name))
    for seed in range(3):
        sitting = played(load(name), seed)
        for seat in range(sitting.seats):
            drawn = unescape(str(face.mine(sitting.state, seat, sitting.names, own=False)))
            said = [text for text in re.split(r'[<>"]', drawn) if SPEAKS.search(text) and PRINTED not in text]
            assert not said


@pytest.mark.parametrize("name", ["path_to_safety", "treasury", "turning_points"])
def test_the_facilitators_cards_and_log_name_the_players(house: House, name: str) -> None:
    desk = opened(house, name, names="Ada\nBo", tables=1, option_seats=2)
    page = desk.page("?table=1")
    shown = "".join(re.findall(r'<ol class="(?:lately|log)".*?</ol>', page, re.DOTALL))
    assert "Ada" in shown
    assert not SPEAKS.search(unescape(re.sub("<[^>]+>", " ", shown)))
