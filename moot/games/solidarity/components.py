"""What is in the box: how much of everything there can be (§8), and the printed names (from names.csv)."""

from __future__ import annotations

import csv
from enum import IntEnum
from pathlib import Path

SEATS = 6  # §1.1
START_ROBOTS = 2  # §1.2

# §8 What there is room for
RESOURCES = 48
MOST_ROBOTS = 1000  # of an org
MOST_STOCK = 2000  # EcU in one stockpile
MOST_AMOUNT = 1000  # in one line of an order, an offer or a mandate
LINES = 16  # on an order sheet
MOST_CHANGES = 64  # to an order sheet in one turn
OFFERS = 30  # open at a table: each org has its equal share of them
MOST_OFFERS = 24  # begun by one org in one trading step
SIDE = 4  # lines of what is given in an offer, and as many of what is wanted
OFFER_LINES = 2 * SIDE
MANDATE_LINES = 8
MOST_ROUNDS = 16
MOST_POINTS = 32_000

# §3.4 Names are numbers: the printed ones first, then those that each org writes
OWN_NAMES = 24  # that one org can write in a game
SUGGESTED = 6  # printed names that an inventor is shown

_NAMES = list(csv.DictReader((Path(__file__).parent / "names.csv").open(encoding="utf-8")))
PRINTED_NAMES = tuple(f"{row['name']} ({row['unit']})" for row in _NAMES)
PRINTED = len(PRINTED_NAMES)
NAMES = PRINTED + SEATS * OWN_NAMES
NEW_NAME = NAMES  # a target that is not on the table yet


class Objective(IntEnum):
    """§1.3 What a table plays for; the facilitator chooses, or chance does."""

    GREED = 0
    SOLIDARITY = 1
    RANDOM = 2


NO_GOAL = -1  # stands for an objective that whoever looks may not know


class Length(IntEnum):
    """§5.1 How long a game is."""

    FIXED = 0
    RANDOM = 1


class Task(IntEnum):
    """§3.1 What robots can be ordered to do; and what else can be done with an order sheet."""

    INVENT = 0
    PRODUCE = 1
    BUILD = 2
    SEIZE = 3  # attack a resource
    RAID = 4  # attack a stockpile
    STRIKE = 5  # strike out a line
    DONE = 6


TASKS = Task.STRIKE  # how many of these are tasks of robots


class Deal(IntEnum):
    """§4.1 What can be done on the trading floor."""

    DONE = 0
    ACCEPT = 1
    DECLINE = 2
    WITHDRAW = 3
    OFFER = 4
    GIVE = 5
    WANT = 6
    SEND = 7
    TEAR_UP = 8
