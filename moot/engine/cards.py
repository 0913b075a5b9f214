"""Decks, hands and discard piles: a row of card numbers, and how many of them count.

A size stays with its owner: every function here takes it and rules write back the new one. Where nobody ever sees the order of a
pile, drawing a card at random from it is the same as shuffling it beforehand, and cheaper: `draw_any`.
"""

from __future__ import annotations

from moot.engine.binding import rule
from moot.engine.chance import pick
from moot.engine.fields import Row, State


@rule
def shuffle(s: State, cards: Row, size: int) -> None:
    """Put the first `size` cards into random order."""
    for i in range(size - 1, 0, -1):
        j = pick(s, i + 1)
        cards[i], cards[j] = cards[j], cards[i]


@rule
def draw_any(s: State, cards: Row, size: int) -> int:
    """Take a random card; the caller counts one card less. The card is left in the freed place."""
    i = pick(s, size)
    card = cards[i]
    cards[i] = cards[size - 1]
    cards[size - 1] = card
    return card


@rule
def remove_at(cards: Row, size: int, at: int) -> int:
    """Take the card at a place, keeping the order of the others; the caller counts one card less."""
    card = cards[at]
    for i in range(at, size - 1):
        cards[i] = cards[i + 1]
    cards[size - 1] = 0
    return card


@rule
def find(cards: Row, size: int, card: int) -> int:
    """The place of a card, or -1."""
    for i in range(size):
        if cards[i] == card:
            return i
    return -1


@rule
def is_repeated(cards: Row, at: int) -> bool:
    """Whether an equal card stands before this place: lets a choice offer equal cards once."""
    return find(cards, at, cards[at]) >= 0
