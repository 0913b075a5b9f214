"""Treasury: citizens of one civilisation live off the gold that they share."""

from pathlib import Path

from moot.engine import Game, Preset
from moot.games.treasury import bot, choices, claim, event, finale, policy, prospect, round, secrets, setup, sorts, turn
from moot.games.treasury.components import AGES, Sale
from moot.games.treasury.face import face
from moot.games.treasury.rules import (
    Ending,
    Event,
    Treasury,
    rules,
)
from moot.games.treasury.words import WORDS

CHAPTERS = (
    setup,
    turn,
    claim,
    event,
    round,
    finale,
    secrets,
    bot,
    policy,
    choices,
    prospect,
    sorts,
)  # importing a chapter registers its rules

GAME = Game(
    name="treasury",
    title="Treasury",
    about="Citizens open businesses, seed the events that become demand, and live off a shared treasury. Most gold wins.",
    version=2,
    folder=Path(__file__).parent,
    state=Treasury,
    rules=rules,
    events=Event,
    endings=Ending,
    words=WORDS,
    minutes="45 to 90",
    difficulty="medium",
    face=face,
    length="rounds",
    longest=100_000,
    presets={
        "sell_anything": Preset(
            {"sale": Sale.ANY},
            "The original's rule of sales, with three ages: every business is sold for its gold cost, and starting and "
            "selling beats all else.",
            aside=True,
        ),
        "three_ages": Preset(
            {"sale": Sale.OPENED},
            "Three ages, and only opened businesses are sold for gold: nobody lives off starting and selling.",
        ),
        "six_ages": Preset(
            {"ages": AGES, "sale": Sale.OPENED}, "All six ages, and only opened businesses are sold for gold."
        ),
    },
    people_preset="three_ages",
)
