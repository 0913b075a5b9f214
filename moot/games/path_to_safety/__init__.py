"""Path to Safety."""

from pathlib import Path

from moot.engine import Game, Preset
from moot.games.path_to_safety import bot as bot
from moot.games.path_to_safety import policy as policy
from moot.games.path_to_safety import secrets as secrets
from moot.games.path_to_safety import turn as turn
from moot.games.path_to_safety.components import Match
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
    # At every number of seats the greedy bot wins about half: `moot figures path_to_safety` measures how often.
    presets={
        "balanced": Preset(
            {},
            "Even odds for any number of players: one or two start closer to the goal, three or more have fewer dice.",
            {
                1: {"start_progress": 0},
                2: {"start_progress": -5},
                3: {"dice": 12},
                4: {"dice": 9},
                5: {"dice": 7},
                6: {"dice": 6},
            },
        ),
        "momentum": Preset(
            {"match": Match.MOMENTUM},
            "A match earns momentum, which is less than a turn; start, dice and hand make the odds even again.",
            {
                1: {"start_progress": 0, "hand": 10},
                2: {"start_progress": -2},
                3: {"start_progress": -5},
                4: {},
                5: {"dice": 11},
                6: {"dice": 8},
            },
            aside=True,
        ),
        "as_printed": Preset({}, "The printed values. One player hardly ever wins, five or six nearly always do."),
    },
    people_preset="balanced",
)
