"""Treasury: what all share, as the board draws it: treasury, tax, population, payouts, events, decks, discards, demand."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from textwrap import wrap
from typing import Any

from markupsafe import Markup

from moot.engine import plural
from moot.games.treasury.components import AGE_NAMES, BARBARIAN, BARBARIANS, DEMAND, EVENT_NAMES, Icon, event_text
from moot.games.treasury.face.curve import curve
from moot.games.treasury.face.forecast import COVERED, DRY, SHORT, Forecast, Pass, foresee, people_ahead
from moot.games.treasury.face.signs import (
    BACK,
    CHIP,
    CHIP_HEIGHT,
    CHIP_WIDTH,
    MARGIN,
    RAID,
    RAID_WIDTH,
    RIGHT,
    about,
    about_demand,
    about_event,
    demand_icons,
    icon,
    outline,
    piece,
    ring,
)
from moot.games.treasury.piles import age_in_force
from moot.games.treasury.round import collects_tax, tax_rate
from moot.games.treasury.rules import BACK as AGE_BITS
from moot.games.treasury.rules import PATIENCE
from moot.games.treasury.turn import patience
from moot.games.treasury.vocabulary import ICON_NAMES, LABELS, demands, gold

PAYOUT_TOP = 224  # below the treasury, tax, population and barbarians
PASS_WIDTH, PASS_HEIGHT, PASSES = 167, 74, 4  # of the payouts that are drawn
EVENT_LETTERS = 44  # to a line of an event's text
BACK_STEP, BACKS = 30, 17  # from one card of the event piles to the next; how many have room
DECKS_WIDTH = RIGHT - 472  # beside the event
PILE_LABELS = (86, 78)  # the words before the current and the future pile
CHIP_GAP, GROUP_GAP, LABEL_HEIGHT = 6, 14, 28  # between demand cards, between icons; above the cards of one
SPACE = RIGHT - MARGIN  # for a row
LETTER = 11  # the width of one, about


def commons(view: Any, names: Sequence[str]) -> tuple[dict[str, Any], int]:
    """§11 What all share, from top to bottom; and how high it is."""
    ahead = foresee(view)
    payout = payouts(ahead, names, bool(view.over))
    event = event_card(view)
    event_top = PAYOUT_TOP + payout["height"]
    demand_top = event_top + event["height"] + 14
    groups, height = demand_pile(view)
    shown = {
        "treasury": treasury(view, ahead),
        "gauges": (tax(view, ahead), population(view), barbarians(view)),
        "payout": payout,
        "event": event,
        "event_top": event_top,
        "decks": decks(view),
        "standstill": standstill(view.idle, patience(view)) if not view.over else None,
        "discard": discard(view),
        "demand": groups,
        "demand_top": demand_top,
    }
    return shown, demand_top + height


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
        f"Tax {rate} = {age} for age {AGE_NAMES[age]}, {'0, as' if wanted else '1 more, as no'} happiness is in demand{shift}. "
        f"The supply pays it for each of {people}: {ahead.supply}; the players together: {ahead.taxed} (§3.5)."
    )
    lines = (f"{age} for age {AGE_NAMES[age]}", "+ 0: happiness asked" if wanted else "+ 1: no happiness asked")
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
        return {"passes": [], "says": "the last one is done", "height": 36 + 18}
    more = len(ahead.passes) - PASSES
    armed = f"; Armory takes {ahead.armed} before" if ahead.armed else ""
    says = "largest contracts first" if ahead.passes else "no contracts yet: nothing to pay"
    return {
        "passes": [one_pass(at, one, names) for at, one in enumerate(ahead.passes[:PASSES])],
        "says": says + armed + (f"; {plural('pass', 'passes')(more)} more" if more > 0 else ""),
        "height": 36 + (PASS_HEIGHT if ahead.passes else 2) + 16,
    }


LOOKS = {COVERED: "covered", SHORT: "short", DRY: "dry"}


def one_pass(at: int, one: Pass, names: Sequence[str]) -> dict[str, Any]:
    """§3.4 One pass: covered, paid with the help of the supply, or not reached."""
    whom = ", ".join(f"{names[seat]} {value}{' by Army' if army else ''}" for seat, value, army in one.paid)
    says, ending = {
        COVERED: ("✓ covered", f"the treasury has {one.left} for it"),
        SHORT: (f"{one.total - one.left} short", f"the supply adds {one.total - one.left}, and payouts cease"),
        DRY: ("× dry", "the treasury is dry before it"),
    }[one.end]
    tip = f"Pass {at + 1} pays {whom}: {gold(one.total)}; {ending} (§3.4)."
    return {
        "piece": piece(f"pass-{at}", f"{one.total} {one.end}", tip),
        "x": MARGIN + (PASS_WIDTH + 7) * at,
        "look": LOOKS[one.end],
        "total": one.total,
        "says": says,
        "paid": one.paid,
    }


# Events and decks


def event_card(view: Any) -> dict[str, Any]:
    """§2.3 The event that happens, or the one that is to come; and the backs of those after it."""
    happening = view.nested > 0
    card = view.resolving[view.nested - 1] if happening else view.event[0] if view.currents else 0
    return drawn_event(card, happening) | piles(view, card)


@lru_cache
def drawn_event(card: int, happening: bool) -> dict[str, Any]:
    """§2.3 The card that lies face up, once drawn."""
    if not card:
        return {"card": 0, "box": 172}
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
        "box": max(66 + 26 * len(lines) + 46, 172),
    }


def piles(view: Any, shown: int) -> dict[str, Any]:
    """§4.1 The current pile and the future pile, by their backs; what all have seen is a piece."""
    number, currents = view.population, view.currents
    tags, cards = view.event_tag[:number], view.event[:number]
    backs = []
    for at in range(min(number, BACKS)):
        seen = 0 if view.over or cards[at] == shown else cards[at]
        backs.append(
            back(tags[at] & AGE_BITS, at < currents, seen)
            | {"x": BACK_STEP * at + sum(PILE_LABELS[: 1 + (at >= currents)])}
        )
    future = number - currents
    tip = f"The future pile: {plural('seeded event')(future)}, the current pile of the next round (§2.3, §3.2)."
    box = drawn_event(shown, view.nested > 0)["box"]
    return {
        "backs": backs,
        "backs_y": box + 10,
        "future_x": PILE_LABELS[0] + 8 + BACK_STEP * min(currents, BACKS),
        "future": piece("future-0", future, tip),
        "currents": currents,
        "futures": future,
        "height": box + 50,
    }


@lru_cache
def back(age: int, current: bool, card: int) -> dict[str, Any]:
    """§11 One card of the event piles."""
    look = "current" if current else "future"
    attributes = piece(f"card-{card}", look, f"{about_event(card)} {about_demand(card)}") if card else ""
    around = ring(BACK) if card else ""
    name = AGE_NAMES[age - 1] if age else ""
    drawn = f'{around}<use class="back" href="#tre-{BACK}"/><text class="age" x="13" y="25">{name}</text>'
    return {"look": look, "piece": attributes, "drawn": Markup(drawn)}


def decks(view: Any) -> list[dict[str, Any]]:
    """§1.3 The decks by age."""
    sizes = view.deck_size[: view.ages]
    present = next((age for age, size in enumerate(sizes) if size), -1)
    return [deck(age, size, age == present) for age, size in enumerate(sizes)]


@lru_cache
def deck(age: int, size: int, present: bool) -> dict[str, Any]:
    """§1.3 One deck."""
    what = "; you draw from it now" if present else ""
    tip = f"Deck of age {AGE_NAMES[age]}: {plural('card')(size)}{what} (§1.3)."
    return {
        "x": 39 * age,
        "age": AGE_NAMES[age],
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
        "says": f"untouched {idle}/{most}",
        "bar": DECKS_WIDTH * min(idle, most) // most,
    }


def discard(view: Any) -> dict[str, Any]:
    """§2.1 The top of the discard pile."""
    number = view.discards
    if not number:
        return {"number": 0}
    card = view.discard[number - 1]
    tip = f"On top of {plural('discarded card')(number)}: {about(card)}"
    return {"number": number, "piece": piece(f"card-{card}", "discarded", tip), "name": LABELS[card]}


# Demand


def demand_pile(view: Any) -> tuple[list[dict[str, Any]], int]:
    """§2.6 Demand cards by icon, and how high they stand."""
    by_icon: dict[int, list[int]] = {}
    for card in view.demand[: view.demand_size]:
        by_icon.setdefault(DEMAND[card], []).append(card)
    return demand_groups(tuple((number, tuple(by_icon[number])) for number in sorted(by_icon)))


@lru_cache(maxsize=512)
def demand_groups(by_icon: tuple[tuple[int, tuple[int, ...]], ...]) -> tuple[list[dict[str, Any]], int]:
    """§2.6 The same, once laid out: in rows, each icon with its name above."""
    groups: list[dict[str, Any]] = []
    x = y = 0
    for number, members in by_icon:
        label = f"{ICON_NAMES[number]} {len(members)}"
        widths = [chip_width(card) + CHIP_GAP for card in members]
        wide = max(sum(widths), LETTER * len(label))
        if x and x + wide > SPACE:
            x, y = 0, y + CHIP_HEIGHT + LABEL_HEIGHT + 4
        chips: list[tuple[tuple[Markup, Markup], int, int]] = []
        groups.append({"label": label, "x": MARGIN + x, "y": y + 20, "chips": chips})
        end = x + wide
        for card, width in zip(members, widths, strict=True):
            if x + width > SPACE + CHIP_GAP:
                x, y, end = 0, y + CHIP_HEIGHT + CHIP_GAP, SPACE
            chips.append((chip(card), MARGIN + x, y + LABEL_HEIGHT))
            x += width
        x = max(x, end) + GROUP_GAP
    return groups, 34 + (y + LABEL_HEIGHT + CHIP_HEIGHT if groups else 0) + 8


def chip_width(card: int) -> int:
    """A demand card with a barbarian is wider."""
    return RAID_WIDTH if BARBARIANS[card] else CHIP_WIDTH


@lru_cache
def chip(card: int) -> tuple[Markup, Markup]:
    """§2.6 A demand card: what makes it a piece, and how it is drawn."""
    raid = icon(BARBARIAN, RAID_WIDTH - CHIP_WIDTH // 2, CHIP_HEIGHT // 2) if BARBARIANS[card] else ""
    drawn = outline(RAID if raid else CHIP, "paper") + icon(DEMAND[card], CHIP_WIDTH // 2, CHIP_HEIGHT // 2) + raid
    return piece(f"card-{card}", "demand", about_demand(card)), Markup(drawn)
