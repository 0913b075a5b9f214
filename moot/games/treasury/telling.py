"""Treasury: how much weight what happens has. It has no dice."""

from __future__ import annotations

from moot.engine import LARGE, SMALL
from moot.games.treasury.rules import Event

WEIGHTS = {
    Event.DEALT: SMALL,
    Event.SLID_UNDER: SMALL,
    Event.INTO_DEMAND: SMALL,
    Event.RETURNED: SMALL,
    Event.DREW: SMALL,
    Event.DREW_CARD: SMALL,
    Event.NOTHING_TO_DRAW: SMALL,
    Event.CONTRACT_PAID: SMALL,
    Event.UNPAID: SMALL,
    Event.TAX_PAID: SMALL,
    Event.TAX_FREE: SMALL,
    Event.STAYS_STARTER: SMALL,
    Event.HAPPENED: LARGE,
    Event.SOLD_FOR_TAX: LARGE,
    Event.LOST_BUSINESS: LARGE,
    Event.RAN_DRY: LARGE,
    Event.LAST_TURNS: LARGE,
    Event.STANDS_STILL: LARGE,
    Event.FINAL_EVENTS: LARGE,
    Event.ROUND_ENDS: LARGE,
    Event.PASS_PAID: LARGE,
    Event.TREASURY_EXHAUSTED: LARGE,
    Event.TAX_RATE: LARGE,
    Event.STARTS_NEXT: LARGE,
}
TOGETHER = {
    Event.DREW: "{0} each draw a card.",
    Event.NOTHING_TO_DRAW: "There is no card for {0} to draw.",
    Event.UNPAID: "{0} each have {1:contracts} unpaid.",
}
