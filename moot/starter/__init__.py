"""Starter: name the highest number that nobody else names."""

from pathlib import Path

from moot.engine import Game, Preset
from moot.starter import bot as bot  # importing it registers its ratings
from moot.starter.rules import Ending, Event, Starter, rules
from moot.starter.words import WORDS

GAME = Game(
    name="starter",
    title="Starter",
    about="Name the highest number that nobody else names.",
    version=1,  # raise it when the same seed and moves no longer give the same game
    folder=Path(__file__).parent,
    state=Starter,
    rules=rules,
    events=Event,
    endings=Ending,
    words=WORDS,
    minutes="10",
    difficulty="easy",
    length="round",  # the field that counts turns or rounds
    longest=54,  # no game takes more decisions than this: 6 seats, 9 rounds
    presets={"short": Preset({"rounds": 3}, "Three rounds.")},
)
