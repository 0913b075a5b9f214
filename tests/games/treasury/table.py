"""Sets up positions of Treasury and plays in them, in the words of the cards.

Cards are named as the game's words name them: "Farm 2", "Castle". A list of cards is parted by commas; "Castle+Farm 1+Guide 2" is
Castle with two cards beneath: contract cards if it is opened, development cards if not.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import Any

from moot.engine import NOBODY, Sitting
from moot.engine.agenda import run_agenda
from moot.engine.hearing import Told
from moot.games.treasury import GAME
from moot.games.treasury.components import AGE, AGE_SIZE, CARDS, FIRST_AGE
from moot.games.treasury.piles import (
    add_to_hand,
    back_of,
    change_powers,
    count_demand,
    free_slot,
    lay_under,
    put_on_discard,
)
from moot.games.treasury.rules import EVERYONE, SLOTS, Beneath, Do, Event, Step
from moot.games.treasury.vocabulary import LABELS

BLANK = (
    *(
        "deck",
        "deck_tag",
        "deck_size",
        "box",
        "event",
        "event_tag",
        "hand",
        "hand_tag",
        "hand_size",
        "demand",
        "demanded",
    ),
    *(
        "discard",
        "opened",
        "startup",
        "startup_tag",
        "businesses",
        "reach",
        "developed",
        "contracted",
        "on_card",
        "used",
        "under",
    ),
    *(
        "under_tag",
        "under_at",
        "unders",
        "powers",
        "provided",
        "labour",
        "besides",
        "turns",
        "draws",
        "asking",
        "paid",
        "income",
    ),
)
NUMBERS = (
    *(
        "box_size",
        "currents",
        "population",
        "births",
        "losses",
        "nested",
        "demand_size",
        "discards",
        "seeder",
        "skipping",
    ),
    *("focus", "chosen", "loots", "idle", "last"),
)


def number(label: str) -> int:
    """The number of a card."""
    return LABELS.index(label.strip())


def names(text: str) -> list[str]:
    """The cards of a list."""
    return [word.strip() for word in text.split(",") if word.strip()]


class Box:
    """The cards that have not been laid out."""

    def __init__(self, ages: int) -> None:
        self.cards = [card for card in range(1, CARDS + 1) if AGE[card] < ages]

    def take(self, label: str) -> int:
        """One card, by name."""
        card = number(label)
        assert card in self.cards, f"{label} lies elsewhere already, or is of a later age"
        self.cards.remove(card)
        return card


def _blank(cells: Any) -> None:
    for i in range(len(cells)):
        if isinstance(cells[i], int):
            cells[i] = 0
        else:
            _blank(cells[i])


def _lay_businesses(s: Any, box: Box, seat: int, text: str, *, is_open: bool) -> None:
    for entry in names(text):
        label, *beneath = entry.split("+")
        card, slot = box.take(label), free_slot(s, seat)
        s.businesses[seat] += 1
        s.reach[seat] = max(s.reach[seat], slot + 1)
        if is_open:
            s.opened[seat, slot] = card
            change_powers(s, seat, card, 1)
        else:
            s.startup[seat, slot], s.startup_tag[seat, slot] = card, back_of(card)
        for each in beneath:
            under = box.take(each)
            lay_under(s, seat, slot, Beneath.CONTRACT if is_open else Beneath.DEVELOPMENT, under, back_of(under))


def _lay_events(s: Any, box: Box, current: str, future: str) -> None:
    for place, label in enumerate(names(current) + names(future)):
        s.event[place] = box.take(label)
        s.event_tag[place] = back_of(s.event[place]) | (EVERYONE if place == 0 and current else 0)
    s.currents, s.population = len(names(current)), len(names(current) + names(future))
    s.births = s.population - s.seats


def _lay_rest(s: Any, box: Box, deck: str | None, discard: str) -> None:
    """Named cards are drawn in their order. All others lie in the decks, or where the deck is named, beneath the discard pile."""
    drawn, thrown = [box.take(label) for label in names(deck or "")], [box.take(label) for label in names(discard)]
    rest = box.cards[:]
    for card in reversed(drawn):
        _put_in_deck(s, card)
    for card in rest:
        if deck is None and s.deck_size[AGE[card]] < (3 * s.seats if AGE[card] == 0 else AGE_SIZE):
            _put_in_deck(s, card)
        else:
            put_on_discard(s, card)
    for card in thrown:
        put_on_discard(s, card)


def _put_in_deck(s: Any, card: int) -> None:
    age = int(AGE[card])
    s.deck[age, s.deck_size[age]], s.deck_tag[age, s.deck_size[age]] = card, age + 1
    s.deck_size[age] += 1


def table(
    *hands: str,
    opened: Sequence[str] = (),
    startups: Sequence[str] = (),
    current: str = "",
    future: str = "",
    demand: str = "",
    discard: str = "",
    deck: str | None = None,
    gold: Sequence[int] = (),
    treasury: int = 0,
    **options: Any,
) -> Sitting:
    """A game with these cards on the table; the first player is to act, and began the round."""
    t: Sitting = GAME.start(seats=len(hands), **{"seed": 1, "ages": 6, **options})
    s, box = t.state, Box(t.options["ages"])
    for field in BLANK:
        _blank(getattr(s, field))
    for field in NUMBERS:
        setattr(s, field, 0)
    for seat, text in enumerate(opened):
        _lay_businesses(s, box, seat, text, is_open=True)
    for seat, text in enumerate(startups):
        _lay_businesses(s, box, seat, text, is_open=False)
    for seat, text in enumerate(hands):
        for label in names(text):
            card = box.take(label)
            add_to_hand(s, seat, card, back_of(card))
    for label in names(demand):
        s.demand[s.demand_size] = box.take(label)
        count_demand(s, s.demand[s.demand_size], 1)
        s.demand_size += 1
    _lay_events(s, box, current, future)
    _lay_rest(s, box, deck, discard)
    s.treasury, s.starter, s.active, s.turns[0], s.asking[0] = treasury, 0, 0, 1, Step.MENU
    s.actions, s.acted, s.seeded, s.developing = 1, 0, 0, 0
    for seat in range(t.seats):
        s.gold[seat] = gold[seat] if seat < len(gold) else 0
    t.log.clear()
    assert FIRST_AGE + (s.ages - 1) * AGE_SIZE == len(everything(t))
    return t


def quiet(*hands: str, **rest: Any) -> Sitting:
    """A table with four harmless events to come, for two players."""
    return table(*hands, **{"current": "Farm 1, Farm 3", "future": "Guide 1, Warrior 3", **rest})


def keep_discards(t: Sitting) -> None:
    """The last player takes up whatever was discarded, so that the discard pile is empty."""
    s = t.state
    for i in range(s.discards):
        add_to_hand(s, t.seats - 1, s.discard[i], back_of(s.discard[i]))
        s.discard[i] = 0
    s.discards = 0


# Playing


def play(t: Sitting, seat: int, choice: IntEnum, *arguments: int) -> None:
    """A move that must be among those offered."""
    moves = [move for move in t.moves(seat) if (move.choice, move.arguments) == (choice, arguments)]
    assert moves, f"{choice.name} {arguments} is not offered to seat {seat}: {[m.words for m in t.moves(seat)]}"
    t.play(seat, moves[0])
    assert GAME.interpreted.broken_law(t._records, 0) == -1, list(GAME.rules.laws)[
        GAME.interpreted.broken_law(t._records, 0)
    ]


def act(t: Sitting, what: Do, label: str = "") -> None:
    """The active player does something with a card, or with one of their businesses."""
    seat = t.state.active
    which = slot(t, seat, label) if what in BY_SLOT else number(label) if label else 0
    play(t, seat, Step.MENU, what, which)


BY_SLOT = frozenset({Do.OPEN, Do.OPEN_PAID, Do.DEVELOP, Do.DEVELOP_FREE, Do.SELL, Do.RAILWAY})


def choose(t: Sitting, seat: int, choice: Step, label: str | int = "") -> None:
    """Answer a question with a card (or none), or with a number."""
    play(t, seat, choice, label if isinstance(label, int) else number(label) if label else 0)


def choose_business(t: Sitting, seat: int, choice: Step, label: str = "") -> None:
    """Answer a question with an own business, or with none."""
    play(t, seat, choice, slot(t, seat, label) if label else SLOTS)


def develop(t: Sitting, business: str, card: str) -> None:
    """The active player develops."""
    act(t, Do.DEVELOP, business)
    choose(t, t.state.active, Step.DEVELOP_ON, card)


def claim(t: Sitting, business: str, *cards: str) -> None:
    """The active player claims a contract with these demand cards."""
    seat = t.state.active
    choose_business(t, seat, Step.CONTRACT, business)
    for card in cards:
        choose(t, seat, Step.CLAIM, card)


def waste(t: Sitting) -> None:
    """The active player starts a business with some hand card, claims nothing and is done."""
    seat = t.state.active
    play(t, seat, Step.MENU, Do.START, t.state.hand[seat, 0])
    decline(t, seat)


def decline(t: Sitting, seat: int) -> None:
    """A player does nothing more in the turn."""
    while t.waiting == [seat] and t.state.asking[seat] in (Step.CONTRACT, Step.DRAW_FROM, Step.MENU):
        if t.state.asking[seat] == Step.MENU and t.state.actions > 0:
            return
        first = {Step.CONTRACT: (SLOTS,), Step.DRAW_FROM: (0,), Step.MENU: (Do.DONE, 0)}
        play(t, seat, Step(t.state.asking[seat]), *first[Step(t.state.asking[seat])])


def end_round(t: Sitting) -> None:
    """The round ends now: all have had equally many turns, and the agenda goes on with the end of the round."""
    s = t.state
    for seat in range(t.seats):
        s.turns[seat], s.asking[seat] = 1, 0
    s.active, s.currents, s.depth = s.starter, 0, 1
    s.event_tag[0] &= 7
    s.agenda[0] = Step.END_ROUND
    told = Told(t.game, ())
    run_agenda(t, t._records, s, told, len(t.history))
    t._keep(told)


# Looking


def everything(t: Sitting) -> list[int]:
    """All cards, wherever they lie."""
    s, found = t.state, []
    for seat in range(t.seats):
        found += [*s.hand[seat][: s.hand_size[seat]], *s.under[seat][: s.unders[seat]]]
        found += [*filter(None, s.opened[seat]), *filter(None, s.startup[seat])]
    for age in range(s.ages):
        found += list(s.deck[age][: s.deck_size[age]])
    return [
        *found,
        *s.event[: s.population],
        *s.resolving[: s.nested],
        *s.demand[: s.demand_size],
        *s.discard[: s.discards],
        *s.box[: s.box_size],
    ]


def slot(t: Sitting, seat: int, label: str) -> int:
    """Where a business of a player lies."""
    card = number(label)
    return next(i for i in range(SLOTS) if card in (t.state.opened[seat, i], t.state.startup[seat, i]))


def place(t: Sitting, seat: int, label: str) -> int:
    """The same, among those of all players."""
    return seat * SLOTS + slot(t, seat, label)


def asked(t: Sitting) -> list[tuple[int, Step]]:
    """Who owes what."""
    return [(seat, Step(t.state.asking[seat])) for seat in t.waiting]


def offered(t: Sitting, seat: int) -> set[tuple[int, ...]]:
    """The arguments of the moves that a seat may make."""
    return {move.arguments for move in t.moves(seat)}


def may(t: Sitting, what: Do, label: str = "") -> bool:
    """Whether the active player may do something, with any card or business, or with this one."""
    seat = t.state.active
    if t.state.asking[seat] != Step.MENU:
        return False
    if not label:
        return any(move[0] == what for move in offered(t, seat))
    return (what, slot(t, seat, label) if what in BY_SLOT else number(label)) in offered(t, seat)


def offered_cards(t: Sitting, seat: int) -> set[str]:
    """The cards among the answers to a question; "nothing" is none."""
    return {LABELS[move.arguments[0]] for move in t.moves(seat)}


def offered_businesses(t: Sitting, seat: int) -> set[str]:
    """The own businesses among the answers to a question; "nothing" is none."""
    s = t.state
    cards = [s.opened[seat, i] or s.startup[seat, i] if i < SLOTS else 0 for (i,) in offered(t, seat)]
    return {LABELS[card] for card in cards}


def hand(t: Sitting, seat: int) -> list[str]:
    """The cards that a seat holds."""
    return [LABELS[card] for card in t.state.hand[seat][: t.state.hand_size[seat]]]


def demand(t: Sitting) -> list[str]:
    """The demand pile, the oldest first."""
    return [LABELS[card] for card in t.state.demand[: t.state.demand_size]]


def thrown(t: Sitting, last: int) -> list[str]:
    """The last cards of the discard pile, its top last."""
    return [LABELS[card] for card in t.state.discard[: t.state.discards]][-last:]


def events(t: Sitting) -> list[str]:
    """The current and the future pile, in the order in which they come up."""
    return [LABELS[card] for card in t.state.event[: t.state.population]]


def opened(t: Sitting, seat: int) -> list[str]:
    """The opened businesses of a seat."""
    return [LABELS[card] for card in t.state.opened[seat] if card]


def beneath(t: Sitting, seat: int, label: str, purpose: Beneath) -> list[str]:
    """The cards that lie beneath a business for something."""
    s, at = t.state, slot(t, seat, label) * 4 + purpose
    return [LABELS[s.under[seat, i]] for i in range(s.unders[seat]) if s.under_at[seat, i] == at]


def contract(t: Sitting, seat: int, label: str) -> list[str]:
    """The contract cards of a business."""
    return beneath(t, seat, label, Beneath.CONTRACT)


def told(t: Sitting, event: Event, seat: int = NOBODY) -> list[tuple[int, ...]]:
    """The arguments of an event (three at most), as often as a seat (or everyone) has heard it."""
    return [entry.arguments[:3] for entry in t.events(seat) if entry.event == event]


def gold(t: Sitting) -> list[int]:
    """What each player has."""
    return list(t.state.gold[: t.seats])
