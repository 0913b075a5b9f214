"""Sets up positions of Path to Safety and plays in them, in the words of the rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from moot.engine import Sitting
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import CARDS, JOKERS, ORDINARY, Side
from moot.games.path_to_safety.rules import Action, Call, Event, Momentum, Step, Vote, kind_of
from moot.games.path_to_safety.words import RANKS, SUITS

DECK, PILE = -1, -2  # where the rest of the cards goes
JOKER = "★"
CLUBS, DIAMONDS, SPADES, HEARTS = range(4)


def kind(text: str) -> int:
    """The kind of a card: `kind("7♣")`."""
    return SUITS.index(text[-1]) * len(RANKS) + RANKS.index(text[:-1])


def name(card: int) -> str:
    """The other way round, for a card that lies somewhere."""
    return JOKER if card > ORDINARY else RANKS[kind_of(card) % len(RANKS)] + SUITS[kind_of(card) // len(RANKS)]


class Box:
    """The cards that have not been laid out."""

    def __init__(self) -> None:
        self.cards = list(range(1, CARDS + 1))

    def take(self, text: str) -> list[int]:
        """These cards, as in "7♣ K♦ ★"."""
        return [self._one(word) for word in text.split()]

    def _one(self, word: str) -> int:
        card = next(card for card in self.cards if name(card) == word)
        self.cards.remove(card)
        return card


def arrange(t: Sitting, hands: Sequence[str], pile: str = "", deck: str = "", rest: int = DECK) -> None:
    """Lay the science cards out anew: hands, the discard pile (its top last), the deck, and the rest in one of them."""
    box, s = Box(), t.state
    held, on_pile, in_deck = [box.take(text) for text in hands], box.take(pile), box.take(deck)
    spare = [card for card in box.cards if card <= ORDINARY]
    jokers = [card for card in box.cards if card > ORDINARY]
    if rest == PILE:
        on_pile = spare + jokers + on_pile
    else:
        in_deck += jokers
        (in_deck if rest == DECK else held[rest]).extend(spare)
    s.deck_size, s.discards = _lay(s.deck, in_deck), _lay(s.discard, on_pile)
    for seat, cards in enumerate(held):
        s.hand_size[seat] = _lay(s.held[seat], cards)
        _lay(s.backs[seat], [])
    _lay(s.generation, [])
    s.reshuffles = 0


def _lay(row: Any, cards: Sequence[int]) -> int:
    for place in range(len(row)):
        row[place] = cards[place] if place < len(cards) else 0
    return len(cards)


def table(
    *hands: str, pile: str = "", deck: str = "", rest: int = DECK, seed: int = 1, drawn: bool = True, **options: Any
) -> Sitting:
    """A game with these hands and piles; the first player has drawn already, unless `drawn` is False."""
    t: Sitting = GAME.start(seats=len(hands), seed=seed, **options)
    if drawn:
        go_on(t)
    arrange(t, hands, pile, deck, rest)
    t.state.pool, t.state.side = t.state.dice, Side.CONTINUE
    t.log.clear()
    return t


# Playing


def play(t: Sitting, seat: int, choice: IntEnum, *arguments: int) -> None:
    """A move that must be among those offered."""
    moves = [move for move in t.moves(seat) if (move.choice, move.arguments) == (choice, arguments)]
    assert moves, f"{choice.name} {arguments} is not offered to seat {seat}: {[m.words for m in t.moves(seat)]}"
    t.play(seat, moves[0])


def go_on(t: Sitting) -> None:
    """The active player does not call for the end, and so draws."""
    play(t, t.state.active, Step.CALL, Call.GO_ON)


def publish(t: Sitting, card: str) -> None:
    """The active player publishes."""
    play(t, t.state.active, Step.ACTION, Action.PUBLISH, kind(card))


def research(t: Sitting, card: str) -> None:
    """The active player researches."""
    play(t, t.state.active, Step.ACTION, Action.RESEARCH, kind(card))


def confer(t: Sitting, card: str) -> None:
    """The active player holds a conference."""
    play(t, t.state.active, Step.ACTION, Action.CONFERENCE, kind(card))


def use_momentum(t: Sitting, use: Momentum, card: str = "A♣") -> None:
    """The active player uses momentum; without a card for what needs none."""
    play(t, t.state.active, Step.MOMENTUM, use, kind(card))


def call(t: Sitting, *votes: Vote) -> None:
    """The active player calls for the end, and the others vote in seat order."""
    caller = t.state.active
    play(t, caller, Step.CALL, Call.END)
    for seat, vote in zip([seat for seat in range(t.seats) if seat != caller], votes, strict=True):
        play(t, seat, Step.VOTE, vote)


# Looking


def asked(t: Sitting) -> list[tuple[int, Step]]:
    """Who owes what."""
    return [(seat, Step(t.state.asking[seat])) for seat in t.waiting]


def offered(t: Sitting, seat: int) -> set[tuple[int, ...]]:
    """The arguments of the moves that a seat may make."""
    return {move.arguments for move in t.moves(seat)}


def hand(t: Sitting, seat: int) -> list[str]:
    """The cards that a seat holds."""
    return [name(card) for card in t.state.held[seat][: t.state.hand_size[seat]]]


def pile(t: Sitting) -> list[str]:
    """The discard pile, its top last."""
    return [name(card) for card in t.state.discard[: t.state.discards]]


def deck(t: Sitting) -> list[str]:
    """What is left in the science deck, in no order."""
    return sorted(name(card) for card in t.state.deck[: t.state.deck_size])


def told(t: Sitting, event: Event, seat: int = -1) -> list[tuple[int, ...]]:
    """The first three arguments of an event, as often as a seat (or everyone) has heard it."""
    return [entry.arguments[:3] for entry in t.events(seat) if entry.event == event]


def all_cards() -> list[str]:
    """What the box holds."""
    return sorted([name(card) for card in range(1, ORDINARY + 1)] + [JOKER] * JOKERS)
