"""Treasury: the names of things, from a number to its word, and of businesses as far as a view shows them."""

from __future__ import annotations

from typing import Any

from moot.engine import plural
from moot.games.treasury.action import business_at
from moot.games.treasury.components import (
    BARBARIANS,
    DEMAND,
    EVENT_NAMES,
    NAMES,
    PROVIDED,
    PROVIDES,
    Icon,
    event_text,
)
from moot.games.treasury.rules import SLOTS

ICON_NAMES = (*(icon.name.lower() for icon in Icon), "barbarians")


def _labels() -> tuple[str, ...]:
    """Names of cards; those with a name that several have are numbered."""
    return tuple(
        f"{name} {NAMES[: card + 1].count(name)}" if NAMES.count(name) > 1 else name for card, name in enumerate(NAMES)
    )


LABELS = _labels()


def card(number: int) -> str:
    """A card as a business."""
    return LABELS[number]


def event(number: int) -> str:
    """A card as an event."""
    return f"{EVENT_NAMES[number]} ({LABELS[number]})"


def does(number: int) -> str:
    """What an event does, as a sentence."""
    return event_text(number)


def demands(number: int) -> str:
    """What a card demands."""
    return ICON_NAMES[DEMAND[number]] + (" and weapons" if BARBARIANS[number] else "")


def provided(number: int) -> str:
    """The icons of a business."""
    return ", ".join(ICON_NAMES[PROVIDES[number, i]] for i in range(PROVIDED[number]))


def more_cards(number: int) -> str:
    """A further card of a contract, if there is one."""
    return f", {LABELS[number]}" if number else ""


def unsaid(number: int) -> str:
    """A piece that a sentence names without a word of its own."""
    return ""


gold = plural("gold", "gold")


# Businesses


def place_of(seat: int, slot: int) -> int:
    """The number of a business among those of all players."""
    return seat * SLOTS + slot


def named(view: Any, seat: int, slot: int) -> str:
    """A business of a player, as far as it is seen."""
    number = business_at(view, seat, slot)
    return card(number) if number else "a startup"


def letter(slot: int) -> str:
    """What tells the startups of a player apart: the same for everyone, whatever they know of them."""
    return "ABCDEFGHIJKLMNOP"[slot]


def lettered(view: Any, seat: int, slot: int) -> str:
    """A business of another player, told apart from the others."""
    hidden = view.startup_tag[seat, slot] and not view.startup[seat, slot]
    return f"startup {letter(slot)}" if hidden else named(view, seat, slot)
