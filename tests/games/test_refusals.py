"""Whoever answers what is not legal hears why, in every game: with a section of the rulebook, and from what they can see."""

from __future__ import annotations

import re

import numpy as np
import pytest

from moot.engine import Sitting
from moot.engine.saving import resume
from moot.games import GAMES, load
from tests.games.refusals import Refused, Sample, refuse, share_explained

SHARES = {"path_to_safety": 1.0, "polycrisis": 0.2, "treasury": 0.1, "solidarity": 0.05, "turning_points": 0.2}

# What is said when nothing else stands in the way: true only because the move is not legal. All other reasons are looked for
# before, and are never found of a legal move.
AT_LAST = {
    "path_to_safety": "A conference is held|is an innovation card|is a research card|names no card",
    "polycrisis": "pay . at most|Stopping names|there is no player 7|You have given money|has all its successes|"
    "Research on .* takes",
    "treasury": r"in place 17\.|needs a demand card|Bakery takes|Security takes|can be lost|is needed for|could stand in|"
    "Instead of the deck|It must be opened|Choose a card of|What you give up|to pay|is no development card|is no contract card|"
    "Tanner shows you|strongest can start|Bomber destroys|to give up|is sold for|covers it|comes nearer",
    "solidarity": "its second number|the second number|and all of yours|no such offer|without a task|in your mandate already|"
    "has had them|and the offer takes|no room for|EcU of .* together|EcU of .* to give|your mandate lacks|You produce what|"
    "there is no org|one after the other|written all|is none of them|That is not on the table|at most: there is room",
    "turning_points": "You do not hold|as many as you may|are on node|takes a step|second number|You may lay|two arcs|One arc|"
    "All links together|to be turned",
}


def sample(name: str, *, tries: int = 2, first: int = 0) -> Sample:
    """Some positions of whole games: with every preset, played by each kind of bot."""
    return Sample(share=SHARES[name], tries=tries, first=first)


@pytest.mark.parametrize("name", GAMES)
def test_refused_moves_are_explained(name: str) -> None:
    """At least nine of ten are the aim; the five games explain them all."""
    game = load(name)
    refusals = sample(name).refusals(game)
    assert len(refusals) > 100
    assert share_explained(refusals) >= 0.9
    assert [one for one in refusals if not one.is_explained] == []
    sections = {section for one in refusals for section in re.findall(r"\(§([0-9.]+)\)$", one.said)}
    assert [section for section in sorted(sections) if f"**{section}** " not in game.rulebook] == []


def imagined(t: Sitting, seat: int, seed: int) -> Sitting:
    """The same game in a position that the seat cannot tell from the real one."""
    guesses = np.zeros(1, t.game.dtype)
    t.machine.guess(t._records, 0, seat, seed, t.machine.records(guesses), 0, t.machine.moves())
    return resume(t.game, t.options, t.seed, guesses.tobytes())


@pytest.mark.parametrize("name", GAMES)
def test_reasons_tell_nothing_that_is_hidden(name: str) -> None:
    """In a position that looks the same to the seat the same is said; and nothing is changed by it."""
    for number, (t, seat, answer) in enumerate(sample(name, tries=1, first=7).draws(load(name))):
        if number % 5 == 0:
            before, said = bytes(t), refuse(t, seat, answer)
            assert refuse(imagined(t, seat, number), seat, answer) == said
            assert (bytes(t), refuse(t, seat, answer)) == (before, said)


@pytest.mark.parametrize("name", GAMES)
def test_reasons_are_not_found_of_legal_moves(name: str) -> None:
    """What keeps a move from being legal is not true of one that is."""
    game, seen = load(name), 0
    for t, seat, _ in sample(name, tries=1, first=3).draws(game):
        view = t.look(seat)
        for number in t.numbers(seat)[:60]:
            choice, arguments = t.machine.numbering.read(number)
            line = game.words.refusal(view, seat, choice.step, arguments, t.names)
            seen += 1
            assert line is None or re.search(AT_LAST[name], line.text), Refused(choice.step, arguments, line.text)
    assert seen > 300
