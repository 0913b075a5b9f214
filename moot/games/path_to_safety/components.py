"""What is in the box. Sections are those of rulebook.md."""

from __future__ import annotations

from enum import IntEnum

MOST_PLAYERS = 6  # §2.1


class Strategy(IntEnum):
    """§1.1 The four strategies, each a suit."""

    GOVERNANCE = 0
    AGENT_FOUNDATIONS = 1
    PIVOTAL_ACT = 2
    PROSAIC_YOLO_SHARD = 3


STRATEGIES = 4

# §1.2 Cards 1 to 52 are one pack, 53 to 104 the other, 105 to 108 the jokers; 0 is no card.
# The kind of an ordinary card, the same for both its copies, is strategy * 13 + rank.
RANKS = 13
KINDS = STRATEGIES * RANKS
ORDINARY = 2 * KINDS
JOKERS = 4
CARDS = ORDINARY + JOKERS
INNOVATIONS = 10  # ranks A to 10; J, Q and K are research cards
RISK = (1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0)  # acceleration risk by rank

HARDEST = 13  # §1.3 a strategy deck holds 1 to 13

DICE = 14  # §1.4
DIE_FACES = 6  # of the acceleration risk die


class Side(IntEnum):
    """§1.4 The two sides of the indicator."""

    CONTINUE = 0  # "1 × continue"
    END = 1  # "1 ✓ end"


class Match(IntEnum):
    """§6 What a match earns."""

    TURN = 0
    MOMENTUM = 1


class RiskTest(IntEnum):
    """§6 When the risk die advances mad science."""

    BELOW = 0
    AT_MOST = 1
