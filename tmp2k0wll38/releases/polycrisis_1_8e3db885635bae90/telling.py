"""Polycrisis: how much weight what happens has, and its dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from moot.engine import LARGE, SMALL, Dice
from polycrisis_1_8e3db885635bae90.components import CATEGORY_NAMES, PROBLEM_CODES, PROBLEM_NAMES
from polycrisis_1_8e3db885635bae90.dice import pips_of, total_of
from polycrisis_1_8e3db885635bae90.naming import SOME_CHIPS
from polycrisis_1_8e3db885635bae90.rules import Event

WEIGHTS = {
    Event.FIRST_CRISIS: SMALL,
    Event.DREW: SMALL,
    Event.FOUND_EMPTY: SMALL,
    Event.SUIT_SHOWN: SMALL,
    Event.PILE_REFILLED: SMALL,
    Event.SKILL_RESEARCH: SMALL,
    Event.FUND_RESEARCH: SMALL,
    Event.IS_READY: SMALL,
    Event.CATEGORY_FULL: SMALL,
    Event.FIRST_CRISIS_CHOSEN: LARGE,
    Event.RESEARCHED: LARGE,
    Event.PROTECTED: LARGE,
    Event.FIXED: LARGE,
    Event.CRISIS_BEGINS: LARGE,
    Event.RUNAWAY: LARGE,
    Event.LONG_CASCADE: LARGE,
    Event.CRISIS: LARGE,
    Event.UNPROTECTED: LARGE,
    Event.TURN_ENDS: LARGE,
}
TOGETHER = {
    Event.SUIT_SHOWN: "{0} drew from {1:suit}.",
    Event.FUND_RESEARCH: "{0} each give 1 money to {1:tech}.",
    Event.IS_READY: "{0} are ready.",
}


def skill_dice(view: Any, seat: int, kind: int, problem: int, value: int, pair: int) -> Dice:
    """§3.2.6 Two dice against the value of a card with its consultants."""
    done = total_of(pair) <= value
    return Dice(pips_of(pair), f"needed {value} or less", "done" if done else "failed", done)


def category_die(view: Any, category: int) -> Dice:
    """§3.6.2 The category die, where the category is wholly in crisis."""
    return Dice((_code(category),), "", f"{CATEGORY_NAMES[category]} is wholly in crisis, a chip more", False)


def problem_dice(view: Any, category: int, problem: int) -> Dice:
    """§3.6.2 The category die and the problem die."""
    faces = _code(category), PROBLEM_CODES[problem]
    return Dice(faces, "", f"chips to {PROBLEM_NAMES[problem]} ({CATEGORY_NAMES[category]})")


def hit_dice(view: Any, problem: int, spent: int, pair: int) -> Dice:
    """§3.6.5 The two dice of the last chip: too low is a hit."""
    hit = total_of(pair) < view.hit_below
    said = f"a hit, by chip {spent}" if hit else f"it holds, {SOME_CHIPS(spent)} spent"
    return Dice(pips_of(pair), f"below {view.hit_below}" if hit else f"not below {view.hit_below}", said, not hit)


def _code(category: int) -> str:
    return str(CATEGORY_NAMES[category][:4]).upper()


ROLLS: Mapping[Event, Callable[..., Dice]] = {
    Event.SUCCESS_SKILL: skill_dice,
    Event.FAILED_SKILL: skill_dice,
    Event.ROLLED_FULL: category_die,
    Event.PROBLEM_ROLLED: problem_dice,
    Event.HIT: hit_dice,
    Event.MISSED: hit_dice,
}
