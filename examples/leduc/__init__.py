"""Leduc hold'em, the game that docs/add-a-game.md builds."""

from pathlib import Path

from examples.leduc import bot as bot
from examples.leduc.rules import Ending, Event, Leduc, rules
from examples.leduc.words import WORDS
from moot.engine import Game

GAME = Game(
    name="leduc",
    title="Leduc hold'em",
    about="Two players, six cards, one hidden card each: poker as small as it gets.",
    version=1,
    folder=Path(__file__).parent,
    state=Leduc,
    rules=rules,
    events=Event,
    endings=Ending,
    words=WORDS,
    length="betting_round",
    longest=8,
)
