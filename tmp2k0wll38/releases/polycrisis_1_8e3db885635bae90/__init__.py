"""Polycrisis: a group holds out against thirty interlinked problems."""

from pathlib import Path

from moot.engine import Game, Preset
from polycrisis_1_8e3db885635bae90 import bot, crisis, engage, face, finalize, secrets
from polycrisis_1_8e3db885635bae90.rules import Ending, Event, Polycrisis, rules
from polycrisis_1_8e3db885635bae90.words import WORDS

CHAPTERS = (engage, finalize, crisis, secrets, bot)  # importing a chapter registers its rules

# By seats: with these, 45 to 55 in 100 tables of greedy bots win (20,000 games each). A chip more or less is a coarse step, so the
# crises at the start make the fine one.
EVEN_ODDS = {
    1: {"chips_per_turn": 4, "start_crises": 5},
    2: {"chips_per_turn": 4, "start_crises": 6},
    3: {"chips_per_turn": 5, "start_crises": 4},
    4: {"chips_per_turn": 5, "start_crises": 6},
    5: {"chips_per_turn": 5, "start_crises": 7},
    6: {"chips_per_turn": 6, "start_crises": 5},
}

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
    # 6 seats, 32 cards each played and consulted on once, at most 26 other answers in each of 16 turns, 35 before the first
    longest=3000,
    presets={
        "two_chips": Preset(
            {"chips_per_turn": 2},
            "Two chips a turn, as the rules are written. Gentle, to learn the game with: even a table that refuses everything "
            "wins about nine times in ten.",
        ),
        "three_chips": Preset({"chips_per_turn": 3}, "Three chips a turn: what you do begins to matter."),
        "four_chips": Preset({"chips_per_turn": 4}, "Four chips a turn, for a table that wins with three."),
        "five_chips": Preset({"chips_per_turn": 5}, "Five chips a turn, for a table that wins with four."),
        "even_odds": Preset(
            {},
            "Won about as often as lost: chips and first crises are set for the number of players so that a table of greedy bots "
            "wins about half of its games.",
            EVEN_ODDS,
        ),
    },
    people_preset="even_odds",
)
