"""Solidarity: organisations direct robots, invent goods, trade and raid."""

from pathlib import Path

from moot.engine import Game, Indoors, Preset
from moot.games.solidarity import bargains, bot, mandates, orders, policy, prospects, resolve, secrets, trade
from moot.games.solidarity.components import NO_GOAL, Length, Objective
from moot.games.solidarity.face import face
from moot.games.solidarity.naming import WRITING
from moot.games.solidarity.rules import Ending, Event, Solidarity, rules
from moot.games.solidarity.words import WORDS

CHAPTERS = (orders, resolve, trade, mandates, secrets, bot, policy, bargains, prospects)

GAME = Game(
    name="solidarity",
    title="Solidarity",
    about="Organisations direct robots, invent goods of their own, trade and raid, for greed or for solidarity.",
    version=2,
    folder=Path(__file__).parent,
    state=Solidarity,
    rules=rules,
    events=Event,
    endings=Ending,
    words=WORDS,
    minutes="60 to 120",
    difficulty="easy",
    length="round",
    # 16 rounds of 6 orgs. Orders: 64 changes of at most 5 answers. Trading: 24 offers of 18 answers, each answered once, with a
    # "done" after each; mandates: 8 lines of 2 answers and a hope.
    longest=100_000,
    presets={
        "five_rounds": Preset({"rounds": 5}, "Five rounds: about an hour, good for a first game."),
        "open_offers": Preset(
            {"rounds": 6, "open_offers": 1}, "Six rounds with open offers, for a room with several tables.", aside=True
        ),
        "dice_end": Preset({"length": Length.RANDOM}, "At least seven rounds, then dice decide."),
    },
    writing=WRITING,
    # §6.4 is told after Greed as little as before; only the reveal of a workshop tells it to every table.
    tells_afterwards=lambda s: s.goal == Objective.SOLIDARITY,
    # §1.3 The objective is the table's own; so is what is scored on the way, for only Solidarity scores there.
    indoors=Indoors(
        {"goal": NO_GOAL, "objective": Objective.RANDOM, "points": 0},
        (Event.OBJECTIVE, Event.SCORED, Event.GREED_POINTS, Event.SOLIDARITY_POINTS),
    ),
    face=face,
)
