"""Path to Safety: how much weight what happens has, and its dice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from moot.engine import LARGE, SMALL, Dice
from moot.games.path_to_safety.components import RiskTest, Side
from moot.games.path_to_safety.rules import Event

WEIGHTS = {
    Event.OPENED: SMALL,
    Event.DEALT: SMALL,
    Event.DREW: SMALL,
    Event.DREW_CARD: SMALL,
    Event.DREW_NOTHING: SMALL,
    Event.LET_PASS: SMALL,
    Event.CALLED: LARGE,
    Event.AGREED: LARGE,
    Event.DISAGREED: LARGE,
    Event.REVEALED: LARGE,
    Event.SHOWED_DIFFICULTY: LARGE,
}
TOGETHER = {
    Event.DREW: "{0} each draw a card.",
    Event.DREW_NOTHING: "There is no card for {0} to draw.",
    Event.LET_PASS: "{0} let the momentum pass.",
}


def mad_science_card(view: Any, seat: int) -> Dice:
    """§3.1 What was turned up instead of an ordinary card: it is told as dice are, for it is as much a matter of luck."""
    return Dice(("★",), "", "mad science advances", False)


def risk_die(view: Any, seat: int, risk: int, roll: int) -> Dice:
    """§3.3 The acceleration risk die against the risk of a card."""
    safe_from = risk + (view.risk_test == RiskTest.AT_MOST)
    safe = roll >= safe_from
    return Dice((roll,), f"needed {safe_from} or more", "safe" if safe else "mad science advances", safe)


def mad_science_dice(view: Any, checks: int, crosses: int, side: int) -> Dice:
    """§4.1 All dice of the pool against the side of the indicator."""
    faces = ("✓",) * checks + ("×",) * crosses
    if side == Side.CONTINUE:
        return Dice(faces, "needed one ×", "the game goes on" if crosses else "the game ends", crosses > 0)
    return Dice(faces, "needed no ✓", "the game ends" if checks else "the game goes on", not checks)


ROLLS: Mapping[Event, Callable[..., Dice]] = {
    Event.DREW_MAD_SCIENCE: mad_science_card,
    Event.RISKED: risk_die,
    Event.ROLLED: mad_science_dice,
}
