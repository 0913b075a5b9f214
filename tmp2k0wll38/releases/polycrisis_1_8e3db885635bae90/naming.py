"""Polycrisis: what its pieces are called, and a seat's projects and research as it knows them."""

from __future__ import annotations

from moot.engine import NOBODY, is_in, plural
from polycrisis_1_8e3db885635bae90.activate import project_for, suit_for, target_for
from polycrisis_1_8e3db885635bae90.components import (
    AUTO_PROTECT,
    CLASSES,
    EXPANDED,
    JOKER,
    PROBLEM_NAMES,
    RANKS,
)
from polycrisis_1_8e3db885635bae90.research import kinds_taken, tech_for
from polycrisis_1_8e3db885635bae90.rules import Polycrisis

SUIT_SIGNS = "♣♦♥♠"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
ROLE_NAMES = tuple(CLASSES)
SOME_CHIPS, SOME_CARDS, SOME_DISCARDS = plural("chip"), plural("card"), plural("discard")
PROJECT_TYPES = ("no project", "base project", "improved project")


def card(kind: int) -> str:
    """A kind of card."""
    return "joker" if kind == JOKER else f"{RANKS[kind % 13]}{SUIT_SIGNS[kind // 13]}"


def role(number: int) -> str:
    """A class with its suits."""
    suits = "".join(SUIT_SIGNS["CDHS".index(suit)] for suit in CLASSES[ROLE_NAMES[number]])
    return f"{ROLE_NAMES[number]} {suits}"


def tech(number: int) -> str:
    """A tech."""
    if number >= AUTO_PROTECT:
        return f"Auto-Protect {PROBLEM_NAMES[number - AUTO_PROTECT]}"
    return f"{'Base' if number < EXPANDED else 'Expanded'}-{SUIT_SIGNS[number % 4]}"


def suit(number: int) -> str:
    """A suit by name and sign."""
    return f"{SUIT_NAMES[number]} {SUIT_SIGNS[number]}"


def signs_taken(view: Polycrisis, number: int) -> str:
    """§3.3.2 The suits of the cards that research on a tech takes."""
    kinds = int(kinds_taken(view, number))
    return " or ".join(sign for suit, sign in enumerate(SUIT_SIGNS) if is_in(kinds, 13 * suit))


def project_in(view: Polycrisis, seat: int, slot: int) -> str:
    """A project as the seat knows it."""
    return f"{PROJECT_TYPES[project_for(view, seat, slot)]} on {PROBLEM_NAMES[target_for(view, seat, slot)]}"


def successes_of(view: Polycrisis, slot: int) -> str:
    """§3.4.7 The successes of a project in both suits: "2 of 2 ♣, 1 over; 0 of 2 ♦"."""
    return "; ".join(_successes_in(view, slot, part) for part in range(2))


def _successes_in(view: Polycrisis, slot: int, part: int) -> str:
    had, needed = view.progress[slot, part], view.project[slot]
    sign = SUIT_SIGNS[suit_for(view, NOBODY, slot, part)]
    over = f", {had - needed} over" if had > needed else ""
    return f"{min(had, needed)} of {needed} {sign}{over}"


def tech_in(view: Polycrisis, seat: int, slot: int) -> str:
    """A tech in research, as the seat knows it."""
    return tech(tech_for(view, seat, slot) - 1)
