"""Path to Safety."""

from pathlib import Path

from moot.engine import Game, Preset
from moot.games.path_to_safety import bot as bot
from moot.games.path_to_safety import secrets as secrets
from moot.games.path_to_safety import turn as turn
from moot.games.path_to_safety.face import face
from moot.games.path_to_safety.rules import Ending, Event, PathToSafety, rules
from moot.games.path_to_safety.words import WORDS

GAME = Game(
    name="path_to_safety",
    title="Path to Safety",
    about="Researchers bring one of four strategies past its hidden difficulty before mad science ends the game.",
    version=1,
    folder=Path(__file__).parent,
    state=PathToSafety,
    rules=rules,
    events=Event,
    endings=Ending,
    words=WORDS,
    length="rounds",
    minutes="30 to 45",
    difficulty="easy",
    face=face,
    # A match can follow a match without end, so no bound is strict. But 100,000 games of greedy bots took at most 231
    # decisions each, and random players call for the end much sooner.
    longest=20_000,
    # How often the greedy bot wins: 100,000 games each, seeds 1 to 100,000.
    presets={
        "as_printed": Preset({}, "The printed game. At four seats the greedy bot wins 94 % (100,000 games, seed 1)."),
        "solo": Preset(
            {"seats": 1, "start_progress": 0, "hand": 10},
            "For one player: counters start at 0, ten cards. The greedy bot wins 85 % (100,000 games, seed 1).",
        ),
        "two": Preset(
            {"seats": 2, "start_progress": -3, "hand": 7},
            "For two players: counters start at -3, seven cards. The greedy bot wins 85 % (100,000 games, seed 1).",
        ),
        "three": Preset(
            {"seats": 3, "start_progress": -7},
            "For three players: counters start at -7. The greedy bot wins 86 % (100,000 games, seed 1).",
        ),
    },
)
