"""Polycrisis: a group holds thirty interlinked global problems together."""

from pathlib import Path

from moot.engine import Game, Preset
from moot.games.polycrisis import bot, crisis, engage, face, finalize, secrets
from moot.games.polycrisis.rules import Ending, Event, Polycrisis, rules
from moot.games.polycrisis.words import WORDS

CHAPTERS = (engage, finalize, crisis, secrets, bot)  # importing a chapter registers its rules

GAME = Game(
    name="polycrisis",
    title="Polycrisis",
    about="Together against a web of 30 problems: blind phases, research, projects, and crises that cascade.",
    version=1,
    folder=Path(__file__).parent,
    state=Polycrisis,
    rules=rules,
    events=Event,
    endings=Ending,
    words=WORDS,
    face=face.face,
    minutes="60 to 90",
    difficulty="medium",
    length="turn",
    longest=3000,  # 6 seats, 32 cards each played and consulted on once, and at most 26 other answers in each of 16 turns
    presets={
        "easy": Preset({"chips_per_turn": 2}, "Two chips a turn, as the rules are written."),
        "normal": Preset({"chips_per_turn": 3}, "Three chips a turn."),
        "hard": Preset({"chips_per_turn": 4}, "Four chips a turn."),
        "brutal": Preset({"chips_per_turn": 5}, "Five chips a turn."),
    },
)
