"""Turning Points: a map of possible events, and what the past does to them."""

from pathlib import Path

from moot.engine import Game, Preset
from moot.games.turning_points import bot, estimate, organize, policy, realize, secrets, turn
from moot.games.turning_points.face import face
from moot.games.turning_points.rules import Ending, Event, First, Numbers, TurningPoints, rules
from moot.games.turning_points.words import WORDS

CHAPTERS = (turn, organize, realize, secrets, bot, policy, estimate)  # importing a chapter registers its rules

GAME = Game(
    name="turning_points",
    title="Turning Points",
    about="Bring events about or prevent them, on a map where the past works on the future by causes and hindrances.",
    version=2,
    folder=Path(__file__).parent,
    state=TurningPoints,
    rules=rules,
    events=Event,
    endings=Ending,
    words=WORDS,
    face=face,
    length="rounds",
    minutes="45 to 75",
    difficulty="medium",
    # At most 37 rounds of 6 players with 6 ✓ each, and for each of 37 nodes 2 more answers to organize and 6 to leave; and each
    # player lays at most 12 tokens round the one Logistic event.
    longest=2000,
    presets={
        "one_ring": Preset({"rings": 1}, "One ring, 7 nodes: a short first game."),
        "three_rings": Preset(
            {"rings": 3}, "Three rings, 37 nodes: 4 steps a turn, and two nodes are realized after each round."
        ),
        "first_design": Preset(
            {"numbers": Numbers.FIRST, "opening": 0, "first_player": First.CLOCKWISE, "most_tokens": 3},
            "Our rules as we first wrote them down (section 7.3).",
            aside=True,
        ),
    },
)
