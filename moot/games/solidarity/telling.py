"""Solidarity: how much weight what happens has, and the dice that may end it."""

from __future__ import annotations

from typing import Any

from moot.engine import LARGE, SMALL, Dice
from moot.games.solidarity.rules import Event

WEIGHTS = {
    Event.PRODUCES: SMALL,
    Event.BUILDS: SMALL,
    Event.IDLES: SMALL,
    Event.ATTACKER: SMALL,
    Event.DECLINED: SMALL,
    Event.WITHDRAWN: SMALL,
    Event.MANDATE: SMALL,
    Event.HOPES: SMALL,
    Event.REVEALED: LARGE,
    Event.RAIDED: LARGE,
    Event.BATTLE: LARGE,
    Event.CAPTURED: LARGE,
    Event.HELD: LARGE,
    Event.TRADING_BEGAN: LARGE,
    Event.ACCEPTED: LARGE,
    Event.FULFILLED: LARGE,
}
TOGETHER = {
    Event.BUILDS: "{0} each set {1:robots} to build robots.",
    Event.IDLES: "{0} each leave {1:robots} idle.",
}


def end_dice(view: Any, first: int, second: int, total: int, number: int) -> Dice:
    """§5.1 Two dice against the number of the round."""
    over = total <= number
    return Dice((first, second), f"needed more than {number}", "the game ends" if over else "another round", not over)


ROLLS = {Event.ROLLED: end_dice}
