"""What wins in Treasury, and where everyone’s gold came from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from moot.engine import Entry, Goal, Place, fit, plural, stood
from moot.engine.standing import aimed, said_to
from moot.engine.words import MOST_GOAL, MOST_SHORT_GOAL
from moot.games.treasury.finale import gold_of
from moot.games.treasury.piles import draw_age
from moot.games.treasury.rules import Event, Source
from moot.games.treasury.setup import starting_gold, turn_order

HOW_TO_WIN = (
    "Gold comes from contracts, which the treasury pays at the end of a round, from events, abilities and sales.",
    "Most gold wins when the decks are empty and somebody has no hand card left.",
    "Try this: open a business whose icons are in demand, and claim a contract for it before the round ends.",
)


def goal(view: Any, seat: int, names: Sequence[str], places: Sequence[Place]) -> Goal:
    """§6.1 §6.2 Most gold wins; how the gold stands, and how many cards are left."""
    stands, left, until = stood(places, seat, names), plural("card")(cards_left(view)), ahead(view)
    return Goal(
        fit(MOST_GOAL, *(f"{until}. {said}." for said in stands)),
        fit(MOST_SHORT_GOAL, *(f"{aimed('Most gold', said)}. {left}." for said in stands)),
        (("cards in the decks", str(cards_left(view))),),
    )


def cards_left(view: Any) -> int:
    """§1.3 The cards in all decks."""
    return sum(view.deck_size[: view.ages])


def ahead(view: Any) -> str:
    """§6.1 What wins, and what has still to happen before it is counted."""
    if view.over:
        return "Most gold wins, and the game is over"
    if view.last:
        return "Most gold wins, and these are the last turns"
    if draw_age(view) < 0:
        return "Most gold when a hand runs out: the decks are empty"
    return f"Most gold when the decks run out ({plural('card')(cards_left(view))})"


def account(log: Sequence[Entry], state: Any, seat: int) -> list[tuple[str, int]]:
    """§5.1 Where a player’s gold came from and where it went. What was paid for abilities and events is what is left: not all of
    that is told.
    """
    parts = [*gains(state, seat), *losses(log, seat)]
    return [*parts, ("payments", gold_of(state, seat) - sum(number for _, number in parts))]


def gains(state: Any, seat: int) -> Iterator[tuple[str, int]]:
    """§1.2 §5.1 What a player began with, and gold by where it came from."""
    yield "start", starting_gold(state, turn_order(state, seat))
    for source, label in SOURCES.items():
        yield label, state.income[seat, source]


SOURCES = {
    Source.CONTRACT: "contracts",
    Source.ABILITY: "abilities",
    Source.EVENT: "events",
    Source.SALE: "sales",
}


def losses(log: Sequence[Entry], seat: int) -> Iterator[tuple[str, int]]:
    """§2.1 §3.5 §8.10 Gold that was paid to open a business and as tax, and that others took."""
    yield "openings", -sum(cost for _, _, cost, *_ in said_to(log, Event.OPENED_PAID, seat))
    yield "tax", -sum(paid for _, paid, *_ in said_to(log, Event.TAX_PAID, seat))
    yield "taken by others", -sum(taken for _, taken, *_ in said_to(log, Event.TOOK_GOLD, seat, 2))
