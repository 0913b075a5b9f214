"""Treasury: what a seat holds, as its panel shows it: hand, businesses with what lies beneath, and what it has seen elsewhere."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from moot.engine import plural
from moot.games.treasury.components import (
    AGE,
    AGE_SIGNS,
    BARBARIAN,
    BARBARIANS,
    CONTRACT,
    DEMAND,
    EVENT_NAMES,
    PROVIDED,
    PROVIDES,
    Ability,
)
from moot.games.treasury.face.signs import about, about_demand, about_event, piece, print_on
from moot.games.treasury.opening import cards_needed, cost_of
from moot.games.treasury.piles import power
from moot.games.treasury.rules import SLOTS, Beneath, Step
from moot.games.treasury.vocabulary import LABELS, gold, letter, place_of, provided

BIG, GROUP = (
    5,
    2,
)  # so many cards have room beside each other, and as how many a group counts; more are laid in two rows


def holdings(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§11 The own hand, what one knows of the own businesses, and what has been shown."""
    hand = [card for card in view.hand[seat][: view.hand_size[seat]] if card]
    besides = {
        "startups": own_startups(view, seat),
        "beneath": list(beneath(view, seat)),
        "seen": [] if view.over else list(seen(view, seat, names)),
        "discard": [small_card(card, "discard") for card in view.discard[: view.discards]] if digs(view, seat) else [],
    }
    return besides | {
        "gold": view.gold[seat],
        "many": len(hand) + GROUP * sum(map(bool, besides.values())) > BIG,
        "hand": [held(card, cost_of(view, seat, card), cards_needed(view, seat, card)) for card in sorted(hand)],
    }


def digs(view: Any, seat: int) -> bool:
    """§8.5 §8.8 Whether the seat may now choose among all that is discarded."""
    return bool(view.asking[seat] == Step.DIG_UP or power(view, seat, Ability.RECYCLER) > 0)


# The hand


@lru_cache(maxsize=2048)
def held(card: int, cost: int, needs: int) -> dict[str, Any]:
    """§1.5 A hand card, all of it."""
    return {
        "piece": piece(
            f"card-{card}", f"{cost} {needs}", f"{about(card)} Seeded, it comes up next round: {about_event(card)}", "m"
        ),
        "age": AGE_SIGNS[AGE[card]],
        "name": LABELS[card],
        "provides": icon_marks(card),
        "words": provided(card) if PROVIDED[card] == 1 else "",
        "opens": f"{plural('card')(needs) if needs else 'free'} or {gold(cost)}",
        "pays": CONTRACT[card],
        "demands": demand_marks(card),
        "event": EVENT_NAMES[card],
    }


def mark(number: int) -> str:
    """An icon in a line of text."""
    return f'<svg class="tre-icon" viewBox="-14 -14 28 29" aria-hidden="true"><use href="#tre-{number}"/></svg>'


@lru_cache
def icon_marks(card: int) -> Markup:
    """§1.5 What a business provides, in a line of text."""
    return Markup("".join(mark(PROVIDES[card, i]) for i in range(PROVIDED[card])))


@lru_cache
def demand_marks(card: int) -> Markup:
    """§1.5 What a card demands, in a line of text."""
    return Markup(mark(DEMAND[card]) + (mark(BARBARIAN) if BARBARIANS[card] else ""))


@lru_cache(maxsize=2048)
def small_card(card: int, where: str) -> dict[str, Any]:
    """§2.6 A card beneath a business, in the discard pile or seen elsewhere: a chip with its name and demand."""
    tip = f"{about_demand(card)} {about(card)}"
    return {"piece": piece(f"card-{card}", where, tip, "m"), "name": LABELS[card], "demands": demand_marks(card)}


# Businesses


def own_startups(view: Any, seat: int) -> list[dict[str, Any]]:
    """§2.4 Own startups: others do not see what they are."""
    startup = view.startup[seat][: view.reach[seat]]
    return [own_startup(view, seat, slot, card) for slot, card in enumerate(startup) if card]


def own_startup(view: Any, seat: int, slot: int, card: int) -> dict[str, Any]:
    """§2.4 What it is, and what it still takes to open it."""
    lies, needs, cost = view.developed[seat, slot], cards_needed(view, seat, card), cost_of(view, seat, card)
    cards = f"{lies} of {plural('card')(needs)}" if needs else "free"
    return startup_face(place_of(seat, slot), card, f"{cards} or {gold(cost)}")


@lru_cache(maxsize=4096)
def startup_face(place: int, card: int, says: str) -> dict[str, Any]:
    """§2.4 The same, once drawn."""
    which = letter(place % SLOTS)
    tip = f"{LABELS[card]}, startup {which}: {says}. It {print_on(card)}"
    return {"piece": piece(f"business-{place}", says, tip, "m"), "letter": which, "name": LABELS[card], "says": says}


def beneath(view: Any, seat: int) -> Iterator[dict[str, Any]]:
    """§2.4 §2.6 The cards beneath one's businesses, with whose they are."""
    unders = view.unders[seat]
    for card, at in zip(view.under[seat][:unders], view.under_at[seat][:unders], strict=True):
        if card:
            slot = at // len(Beneath)
            over = view.opened[seat, slot]
            yield small_card(card, "beneath") | {"where": f"at {LABELS[over]}" if over else f"at {letter(slot)}"}


# What has been shown


def seen(view: Any, seat: int, names: Sequence[str]) -> Iterator[dict[str, Any]]:
    """§8.3 §11 What abilities have shown, and what one remembers."""
    yield from seen_events(view)
    for age in range(view.ages):
        size = view.deck_size[age]
        for at, card in enumerate(view.deck[age][:size]):
            if card:
                yield glimpse(card, f"deck {AGE_SIGNS[age]}, {size - at} from the top")
    for other in range(view.seats):
        if other != seat:
            yield from seen_of(view, other, names[other])


def glimpse(card: int, where: str) -> dict[str, Any]:
    """§11 A card that lies elsewhere."""
    return small_card(card, "seen") | {"where": where}


def seen_events(view: Any) -> Iterator[dict[str, Any]]:
    """§8.3 In the current and the future pile; all see the first."""
    for at, card in enumerate(view.event[: view.population]):
        if card and (at or not view.currents):
            pile, place = ("current", at) if at < view.currents else ("future", at - view.currents)
            yield glimpse(card, f"{pile} pile, {place + 1}: {EVENT_NAMES[card]}")


def seen_of(view: Any, other: int, name: str) -> Iterator[dict[str, Any]]:
    """§11 What one has seen of another player."""
    for where, cards in (
        ("hand", view.hand[other][: view.hand_size[other]]),
        ("startup", view.startup[other][: view.reach[other]]),
        ("beneath", view.under[other][: view.unders[other]]),
    ):
        for card in cards:
            if card:
                yield glimpse(card, f"{name}: {where}")
