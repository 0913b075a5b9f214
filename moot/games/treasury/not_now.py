"""Treasury: what cannot be done now in a turn, in a few words. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from moot.engine import NotNow
from moot.engine.not_now import Missing
from moot.games.treasury.action import can_start, may_seed
from moot.games.treasury.opening import may_open
from moot.games.treasury.rules import BENEATH, NO_SLOT, SLOTS, Step
from moot.games.treasury.vocabulary import gold

NO_CARDS = "you have no hand card"
NOTHING_HIDDEN = "you have no face-down business"


def in_turn(view: Any, seat: int) -> Iterator[NotNow]:
    """§2.2 Each of the actions, as if it could not be taken; nothing while only what needs no action is left."""
    if view.actions:
        yield NotNow("Open", why_no_opening(view, seat))
        yield NotNow("Seed", why_no_seed(view, seat))
        yield from no_starts(view, seat)
        yield NotNow("Develop", why_no_development(view, seat))
        yield NotNow("Sell", "you have no business")
    yield NotNow("End turn", "act first", exit=True)


def startups(view: Any, seat: int) -> list[int]:
    """§2.4 A player's own businesses that are not open."""
    return [int(view.startup[seat, slot]) for slot in range(SLOTS) if view.startup[seat, slot]]


def why_no_opening(view: Any, seat: int) -> str:
    """§2.1 §8.8 What startups lack."""
    if view.acted:
        return "only before the first action"
    if not startups(view, seat):
        return NOTHING_HIDDEN
    payable = any(may_open(view, seat, number, NO_SLOT) for number in startups(view, seat))
    return "too few cards on it, and too little gold" if payable else "what it takes is not there yet"


def why_no_seed(view: Any, seat: int) -> str:
    """§2.3 §8.6 What keeps a hand card from being seeded."""
    if not view.hand_size[seat]:
        return NO_CARDS
    return "no current event is left in this round" if may_seed(view, seat) else "with Gatherer you seed nothing"


def no_starts(view: Any, seat: int) -> Iterator[NotNow]:
    """§2.4 §2.7 What keeps a hand card from being started, or from being open at once."""
    if can_start(view, seat):
        yield NotNow("Start open", f"none of your cards opens for {gold(view.gold[seat])}")
    else:
        full = f"you have {SLOTS} businesses, the most"
        yield NotNow("Start face down", full if view.hand_size[seat] else NO_CARDS)


def why_no_development(view: Any, seat: int) -> str:
    """§2.4 §2.7 §8.5 What keeps a startup from being developed."""
    if not startups(view, seat):
        return NOTHING_HIDDEN
    if not view.hand_size[seat]:
        return NO_CARDS
    return "there is no room beneath" if view.unders[seat] == BENEATH else "not after a start by Dairy Farm"


NOT_NOW: Missing = {Step.MENU: in_turn}
