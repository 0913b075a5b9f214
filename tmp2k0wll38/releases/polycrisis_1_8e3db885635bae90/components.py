"""The pieces of Polycrisis as tables: the graph (from graph.toml), cards, classes and techs. A set of problems is a number whose
bit p stands for problem p.
"""

from __future__ import annotations

import tomllib
from enum import IntEnum
from pathlib import Path
from typing import Any

from moot.engine import table

SUITS = "CDHS"
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

with (Path(__file__).parent / "graph.toml").open("rb") as _file:
    _CATEGORIES: list[dict[str, Any]] = tomllib.load(_file)["category"]
_PROBLEMS: list[dict[str, Any]] = [problem for category in _CATEGORIES for problem in category["problem"]]
_NUMBER = {problem["code"]: number for number, problem in enumerate(_PROBLEMS)}


def _set_of(codes: list[str]) -> int:
    return sum(1 << _NUMBER[code] for code in codes)


def _reachable(links: list[int]) -> list[int]:
    """For each problem, everything that its links lead to, directly or not."""
    reach = list(links)
    for _ in reach:
        reach = [_union(links, members) | members for members in reach]
    return reach


def _union(sets: list[int], members: int) -> int:
    union = 0
    for number, each in enumerate(sets):
        if members >> number & 1:
            union |= each
    return union


# §1.1 The graph: 6 categories, 30 problems, 95 links.
CATEGORIES = len(_CATEGORIES)
PROBLEMS = len(_PROBLEMS)
CATEGORY_NAMES = tuple(category["name"] for category in _CATEGORIES)
PROBLEM_NAMES = tuple(problem["name"] for problem in _PROBLEMS)
PROBLEM_CODES = tuple(problem["code"] for problem in _PROBLEMS)
ALL_PROBLEMS = (1 << PROBLEMS) - 1
CATEGORY_OF = table([c for c, category in enumerate(_CATEGORIES) for _ in category["problem"]])
PROBLEMS_IN = table([_set_of([p["code"] for p in category["problem"]]) for category in _CATEGORIES])
LINKS = table([_set_of(problem["links"]) for problem in _PROBLEMS])
REACHABLE = table(_reachable([int(links) for links in LINKS]))

# §3.6.4 The printed cascade lists; -1 after the last of a list.
_CASCADES = [[_NUMBER[code] for layer in problem["cascade"] for code in layer.split()] for problem in _PROBLEMS]
CASCADE = table([cascade + [-1] * (PROBLEMS - len(cascade)) for cascade in _CASCADES])

# §1.2 The problem die: a row for each category; -1 is rolled again. Numbers beyond six are on no die.
DIE_FACES = 6
FIRST_IN = table([list(CATEGORY_OF).index(category) for category in range(CATEGORIES)])
SIZE_OF = table([len(category["problem"]) for category in _CATEGORIES])
PROBLEM_DIE = table(
    [[FIRST_IN[c] + face if face < SIZE_OF[c] else -1 for face in range(DIE_FACES)] for c in range(CATEGORIES)],
)
ECONOMIC = CATEGORY_NAMES.index("Economic")

# §1.3 Cards: four piles of two runs of A..K and a joker. A card is its pile * 27 + its place; its kind forgets which of two it is.
PILE_CARDS = 27
CARDS = len(SUITS) * PILE_CARDS
JOKER = len(SUITS) * len(RANKS)
NO_CARD = JOKER + 1
KIND_OF = table([JOKER if c % PILE_CARDS == 26 else c // PILE_CARDS * 13 + c % PILE_CARDS % 13 for c in range(CARDS)])
SERVING = table([0b1111111111111 << 13 * suit | 1 << JOKER for suit in range(4)])  # the kinds that serve as a suit
VALUE_OF = table([10 if rank in "AJQK" else int(rank) for _ in SUITS for rank in RANKS])

# §1.4 Classes, each with two suits; those of Wicked 21st (MIT licence, LICENSES/wicked21st.txt), like the graph and the piles.
CLASSES = {
    "Investor": "SC",
    "Social Worker": "SD",
    "Educator": "SH",
    "Scientist": "CH",
    "Journalist": "CD",
    "Councilor": "HD",
}
ROLES = len(CLASSES)
CLASS_SUITS = table([[SUITS.index(suit) for suit in suits] for suits in CLASSES.values()])

# §1.5 Techs: Base-<suit>, Expanded-<suit>, then Auto-Protect of each problem. Two suits to a row; the second is the card's.
BASE, EXPANDED, AUTO_PROTECT = 0, 4, 8
TECHS = AUTO_PROTECT + PROBLEMS
ALL_BASES = 0b1111
RESEARCH_SUITS = table([[SUITS.index(suit) for suit in category["research"]] for category in _CATEGORIES])
ROW_BASES = table([1 << RESEARCH_SUITS[c, 0] | 1 << RESEARCH_SUITS[c, 1] for c in range(CATEGORIES)])

# §1.6 Projects: their number is how many cards of each of the category's two suits they take.
NO_PROJECT, BASE_PROJECT, IMPROVED_PROJECT = range(3)
PROJECT_SUITS = table([[SUITS.index(suit) for suit in category["project"]] for category in _CATEGORIES])


class FirstCrises(IntEnum):
    """§5 How the problems that start in crisis are found."""

    LOT = 0
    HAND = 1


class AutoProtectCard(IntEnum):
    """§5 Which card Auto-Protect research takes."""

    SUIT2 = 0
    EITHER = 1
