"""Turning Points: how much weight what happens has. It has no dice."""

from __future__ import annotations

from moot.engine import LARGE, SMALL
from moot.games.turning_points.rules import Event

WEIGHTS = {
    Event.DREW: SMALL,
    Event.DREW_CARD: SMALL,
    Event.EXCHANGED: SMALL,
    Event.STOPPED: SMALL,
    Event.LINKED: SMALL,
    Event.LINK_IDLE: SMALL,
    Event.NOBODY_SCORES: SMALL,
    Event.NEUTRAL_SCORES: SMALL,
    Event.STAYED: SMALL,
    Event.STAYS_ON_EDGE: SMALL,
    Event.LAST_ROUND: LARGE,
    Event.REALIZING: LARGE,
    Event.OCCURRED: LARGE,
    Event.FAILED: LARGE,
    Event.NOTHING_THERE: LARGE,
}
TOGETHER = {
    Event.DREW: "{0} each draw {1:cards}.",
    Event.STOPPED: "{0} stop.",
}
