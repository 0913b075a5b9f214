"""Levee, the game that docs/add-a-game.md builds."""

from pathlib import Path

from examples.levee import bot as bot
from examples.levee.rules import Ending, Event, Levee, rules
from examples.levee.words import WORDS
from moot.engine import Game

GAME = Game(
    name="levee",
    title="Levee",
    about="Villagers share a river: what everyone keeps is theirs, what everyone gives holds the water back.",
    version=1,
    folder=Path(__file__).parent,
    state=Levee,
    rules=rules,
    events=Event,
    endings=Ending,
    words=WORDS,
    length="year",
    longest=48,
)
