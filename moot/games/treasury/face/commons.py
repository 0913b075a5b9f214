"""Treasury: what all share, as the board draws it: treasury, tax, population, payouts, events, decks, discards."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from textwrap import wrap
from typing import Any

from markupsafe import Markup

from moot.engine import plural
from moot.games.treasury.components import AGE_SIGNS, BARBARIAN, EVENT_NAMES, Icon, event_text
from moot.games.treasury.face.curve import curve
from moot.games.treasury.face.forecast import COVERED, DRY, SHORT, Forecast, Pass, foresee, people_ahead
from moot.games.treasury.face.signs import about, about_demand, about_event, demand_icons, piece
from moot.games.treasury.piles import age_in_force
from moot.games.treasury.round import collects_tax, tax_rate
from moot.games.treasury.rules import BACK as AGE_BITS
from moot.games.treasury.rules import PATIENCE
from moot.games.treasury.turn import patience
from moot.games.treasury.vocabulary import LABELS, demands, gold

PAYOUT_TOP = 116  # below the treasury, tax, population and barbarians
PASS_WIDTH, PASS_HEIGHT, PASSES, PASSES_ACROSS = 182, 30, 4, 2  # of the payouts that are drawn
PAYOUT_HEAD = 24
EVENT_LETTERS = 54  # to a line of an event's text
LINE = 18
BACK_STEP, BACKS = 23, 11  # from one card of the event piles to the next; how many have room
PILE_LABELS = (58, 56)  # the words before the current and the future pile
DECKS_LEFT, DECK_STEP = 62, 51
PILES_HEIGHT, DECKS_HEIGHT = 32, 38
DISCARD_HEIGHT = 22
# Below the payout, with so many rows, stand decks and discards there; with the ring of a deck.
PANE_DECKS = tuple(PAYOUT_TOP + PAYOUT_HEAD + rows * (PASS_HEIGHT + 4) - 3 for rows in range(3))
PANE_COMMONS = tuple(top + 103 for top in PANE_DECKS)


def commons(view: Any, names: Sequence[str]) -> tuple[dict[str, Any], int]:
    """§11 What all share, from top to bottom; and how high it is."""
    ahead = foresee(view)
    payout = payouts(ahead, names, bool(view.over))
    event = event_card(view)
    event_top = PAYOUT_TOP + payout["height"]
    piles_top = event_top + event["box"] + 4
    shown = {
        "treasury": treasury(view, ahead),
        "gauges": (tax(view, ahead), population(view), barbarians(view)),
        "payout": payout,
        "event": event,
        "event_top": event_top,
        "piles": piles(view, event["card"]),
        "piles_top": piles_top,
        "decks": decks(view),
        "decks_top": piles_top + PILES_HEIGHT,
        "standstill": standstill(view.idle, patience(view)) if not view.over else None,
        "discard": discard(view),
    }
    return shown, piles_top + PILES_HEIGHT + DECKS_HEIGHT


# Treasury, tax, population, barbarians


def treasury(view: Any, ahead: Forecast) -> dict[str, Any]:
    """§5.1 What all share, how it got there, and what the end of the round will make of it."""
    armed = f", Armory takes {ahead.armed}" if ahead.armed else ""
    now = "the game ended now, before the remaining events happen (§6.1)" if view.last else "the round ended now"
    tip = f"The treasury has {gold(view.treasury)}."
    if not view.over:
        tip += (
            f" If {now}{armed}, contracts would take {ahead.payout} (§3.4) and "
            f"tax bring {ahead.supply + ahead.taxed} (§3.5): then it would have {ahead.treasury}."
        )
    return {
        "piece": piece("treasury-0", f"{view.treasury} {ahead.treasury}", tip),
        "gold": view.treasury,
        "ahead": sums(ahead) if not view.over else (),
        "curve": curve(view, ahead.treasury),
    }


def sums(ahead: Forecast) -> tuple[tuple[str, int, str], ...]:
    """§3.4 §3.5 How the treasury will come to what it will have."""
    return (
        ("−", ahead.payout + ahead.armed, "payout"),
        ("+", ahead.supply + ahead.taxed, "tax"),
        ("=", ahead.treasury, "next"),
    )


def gauge(name: str, state: object, title: str, value: int, lines: tuple[str, ...], tip: str) -> dict[str, Any]:
    """A number with its reasons."""
    return {"piece": piece(f"{name}-0", state, tip), "title": title, "value": value, "lines": lines}


def tax(view: Any, ahead: Forecast) -> dict[str, Any]:
    """§3.5 The tax and its reasons; §6.1 in the last turns there may be none any more."""
    if not collects_tax(view):
        tip = "No more tax is collected: the game ends without it, as was agreed (§6.1, §10)."
        return gauge("tax", "none", "Tax", 0, ("no more is", "collected"), tip)
    age, wanted, rate = age_in_force(view), view.demanded[Icon.HAPPINESS], tax_rate(view)
    shift = f", {view.tax_shift:+d} by Parliament" if view.tax_shift else ""
    people = f"{people_ahead(view)} population{', as no event is left in the end (§6.1)' if view.last else ''}"
    tip = (
        f"Tax {rate} = {age} for age {AGE_SIGNS[age]}, {'0, as' if wanted else '1 more, as no'} happiness is in demand{shift}. "
        f"The supply pays it for each of {people}: {ahead.supply}; the players together: {ahead.taxed} (§3.5)."
    )
    lines = (f"{age} for age {AGE_SIGNS[age]}", "+ 0: happiness" if wanted else "+ 1: no happiness")
    return gauge("tax", f"{rate} {age}", "Tax", rate, lines, tip)


def population(view: Any) -> dict[str, Any]:
    """§4.1 The population and what it consists of."""
    future = view.population - view.currents
    tip = (
        f"Population {view.population} = {view.currents} in the current pile + {future} in the future pile. "
        f"So far {view.births} born and {view.losses} lost; never below {view.seats} (§4.1, §4.4)."
    )
    lines = (f"{view.currents} current", f"+ {future} future")
    return gauge("population", view.population, "Population", view.population, lines, tip)


def barbarians(view: Any) -> dict[str, Any]:
    """§5.2 Their strength."""
    strength = view.demanded[BARBARIAN]
    tip = (
        f"Barbarians are {strength} strong: so many demand cards show them. They ask for weapons, and events that bring them "
        "cost the treasury (§5.2, §9.2)."
    )
    return gauge("barbarians", strength, "Barbarians", strength, ("in demand",), tip)


# Payout


def payouts(ahead: Forecast, names: Sequence[str], over: bool) -> dict[str, Any]:
    """§3.4 Which pass pays what, and how far the treasury reaches as it is now."""
    if over:
        return {"passes": [], "rows": 0, "says": "the last one is done", "height": PAYOUT_HEAD}
    more = len(ahead.passes) - PASSES
    armed = f"; Armory takes {ahead.armed} before" if ahead.armed else ""
    says = "largest contracts first" if ahead.passes else "no contracts yet: nothing to pay"
    shown = ahead.passes[:PASSES]
    rows = -(-len(shown) // PASSES_ACROSS)
    return {
        "passes": [one_pass(at, one, names) for at, one in enumerate(shown)],
        "rows": rows,
        "says": says + armed + (f"; {more} more" if more > 0 else ""),
        "height": PAYOUT_HEAD + rows * (PASS_HEIGHT + 4) + 2,
    }


LOOKS = {COVERED: "covered", SHORT: "short", DRY: "dry"}


def one_pass(at: int, one: Pass, names: Sequence[str]) -> dict[str, Any]:
    """§3.4 One pass: covered, paid with the help of the supply, or not reached."""
    whom = ", ".join(f"{names[seat]} {value}{' by Army' if army else ''}" for seat, value, army in one.paid)
    says, ending = {
        COVERED: ("✓ paid", f"the treasury has {one.left} for it"),
        SHORT: (f"{one.total - one.left} short", f"the supply adds {one.total - one.left}, and payouts cease"),
        DRY: ("× dry", "the treasury is dry before it"),
    }[one.end]
    tip = f"Pass {at + 1} pays {whom}: {gold(one.total)}; {ending} (§3.4)."
    return {
        "piece": piece(f"pass-{at}", f"{one.total} {one.end}", tip),
        "x": 2 + (PASS_WIDTH + 4) * (at % PASSES_ACROSS),
        "y": PAYOUT_HEAD + (PASS_HEIGHT + 4) * (at // PASSES_ACROSS),
        "look": LOOKS[one.end],
        "total": one.total,
        "says": says,
        "paid": tuple(payees(one)),
    }


def payees(one: Pass) -> Iterator[tuple[int, int, bool, int]]:
    """§3.4 Who is paid, how much, and where it is written."""
    x = 36
    for seat, value, army in one.paid:
        yield seat, value, army, x
        x += 15 + 8 * len(str(value))


# Events and decks


def event_card(view: Any) -> dict[str, Any]:
    """§2.3 The event that happens, or the one that is to come; and the backs of those after it."""
    happening = view.nested > 0
    card = view.resolving[view.nested - 1] if happening else view.event[0] if view.currents else 0
    return drawn_event(card, happening)


@lru_cache
def drawn_event(card: int, happening: bool) -> dict[str, Any]:
    """§2.3 The card that lies face up, once drawn."""
    if not card:
        return {"card": 0, "rows": 2, "box": event_box(2)}
    lines = wrap(event_text(card), EVENT_LETTERS)
    return {
        "card": card,
        "happening": happening,
        "name": EVENT_NAMES[card],
        "piece": piece(f"event-{card}", "now" if happening else "next", about_event(card)),
        "as_card": piece(f"card-{card}", "event", f"{about_demand(card)} As a business: {about(card)}"),
        "lines": lines,
        "demand": demand_icons(card),
        "says": demands(card),
        "rows": len(lines),
        "box": event_box(len(lines)),
    }


def event_box(lines: int) -> int:
    """How high the card of an event is: its name, its text, and what it demands."""
    return 32 + LINE * lines + 34


def piles(view: Any, shown: int) -> dict[str, Any]:
    """§4.1 The current pile and the future pile, by their backs; what all have seen is a piece."""
    number, currents = view.population, view.currents
    future = number - currents
    tip = f"The future pile: {plural('seeded event')(future)}, the current pile of the next round (§2.3, §3.2)."
    x, backs = PILE_LABELS[0], []
    drawn = backs_of(view, shown)
    for current, one in drawn:
        backs.append(one | {"x": x + (0 if current else PILE_LABELS[1])})
        x += one["wide"]
    ends = sum(one["wide"] for current, one in drawn if current)
    return {"backs": backs, "future_x": PILE_LABELS[0] + ends, "future": piece("future-0", future, tip)}


def backs_of(view: Any, shown: int) -> list[tuple[bool, dict[str, Any]]]:
    """§11 The cards of both piles in their order; many alike that follow each other are one back with their number."""
    number, currents = view.population, view.currents
    cards = [0 if view.over or card == shown else card for card in view.event[:number]]
    each = [
        (tag & AGE_BITS, at < currents, card)
        for at, (tag, card) in enumerate(zip(view.event_tag[:number], cards, strict=True))
    ]
    runs = [(key, len(list(same))) for key, same in groupby(each)]
    alike = [(key, 1) for key in each] if number <= BACKS else runs
    return [(key[1], back(*key, count)) for key, count in alike]


@lru_cache
def back(age: int, current: bool, card: int, count: int) -> dict[str, Any]:
    """§11 One card of the event piles, or several alike."""
    look = "current" if current else "future"
    attributes = piece(f"card-{card}", look, f"{about_event(card)} {about_demand(card)}") if card else ""
    around = f'<rect class="ring" x="-3" y="-3" {BACK_SIZE}/>' if card else ""
    name = AGE_SIGNS[age - 1] if age else ""
    times = f'<text class="times" x="23" y="19">×{count}</text>' if count > 1 else ""
    drawn = f'{around}<rect class="back" width="20" height="26" rx="3"/><text class="age" x="10" y="18">{name}</text>{times}'
    wide = BACK_STEP + (8 + 8 * len(str(count)) if count > 1 else 0)
    return {"look": look, "piece": attributes, "drawn": Markup(drawn), "wide": wide}


BACK_SIZE = 'width="26" height="32" rx="6"'


def decks(view: Any) -> list[dict[str, Any]]:
    """§1.3 The decks by age."""
    sizes = view.deck_size[: view.ages]
    present = next((age for age, size in enumerate(sizes) if size), -1)
    return [deck(age, size, age == present) for age, size in enumerate(sizes)]


@lru_cache
def deck(age: int, size: int, present: bool) -> dict[str, Any]:
    """§1.3 One deck."""
    what = "; cards are drawn from it now" if present else ""
    tip = f"Deck of age {AGE_SIGNS[age]}: {plural('card')(size)}{what} (§1.3)."
    return {
        "x": DECKS_LEFT + DECK_STEP * age,
        "age": AGE_SIGNS[age],
        "size": size,
        "look": "present" if present else "later" if size else "gone",
        "piece": piece(f"deck-{age}", size, tip),
    }


@lru_cache
def standstill(idle: int, most: int) -> dict[str, Any]:
    """§6.1 In how many turns no card has left the decks, and how many end the game; from half of them on it stands out."""
    tip = (
        f"Decks untouched for {idle} of {plural('turn')(most)}, this one included. "
        f"If no card leaves them in {most} turns, {PATIENCE} of each player, the last turns begin (§6.1)."
    )
    return {
        "piece": piece("standstill-0", idle if 2 * idle >= most else "", tip),
        "look": "near" if 2 * idle >= most else "far",
        "says": f"{idle}/{most}",
    }


def discard(view: Any) -> dict[str, Any]:
    """§2.1 The top of the discard pile."""
    number = view.discards
    if not number:
        return {"number": 0}
    card = view.discard[number - 1]
    tip = f"On top of {plural('discarded card')(number)}: {about(card)}"
    return {"number": number, "piece": piece(f"card-{card}", "discarded", tip), "name": LABELS[card]}
