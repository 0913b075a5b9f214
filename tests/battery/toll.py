"""Toll, a small game with everything the battery looks at. It is put together from parts, so that one can be broken.

Sections are those of rulebook.md.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum, auto
from pathlib import Path
from typing import Any

from moot.engine import (
    OWNER,
    SECRET,
    Game,
    Label,
    Line,
    Moves,
    Preset,
    Rules,
    State,
    Words,
    ask,
    do,
    find,
    finish,
    i8,
    i16,
    offer,
    open_seals,
    option,
    pick,
    plural,
    roll_die,
    rule,
    shuffle,
    switch,
    tell,
    tell_sealed,
    whisper,
)

SEATS, GATES, CARDS = 4, 3, 6
MOST_COINS = 6 * GATES
MOST_TIP = 2


class Toll(State):
    """The position, and who sees what."""

    seats = option(3, 2, SEATS, "How many travel.")
    gates = option(2, 1, GATES, "How many gates the road has.")
    mean = switch(False, "Whether the highest bidder keeps all points.")
    gate = i8()
    bidding = i8()
    opened = i8()
    coins = i8(SEATS, seen_by=OWNER)
    earned = i8(SEATS, seen_by=OWNER)
    bids = i8(SEATS, seen_by=OWNER)
    tips = i8(SEATS, seen_by=OWNER)
    shown = i8(SEATS)
    spent = i8(SEATS)
    points = i16(SEATS)
    deck = i8(CARDS, seen_by=SECRET)
    burnt = i8(seen_by=SECRET)
    left = i8()
    turned = i8(GATES)
    looker = i8()  # the seat + 1; 0 when nobody looked
    looked_at = i8(SEATS, seen_by=OWNER)


class Step(IntEnum):
    """What the agenda holds and what seats are asked."""

    GATE = auto()
    INCOME = auto()
    BIDDING = auto()
    TOLL = auto()
    BID = auto()
    TIP = auto()
    GIVE = auto()


class Event(IntEnum):
    """What is told."""

    EARNED = auto()
    BID = auto()
    TIPPED = auto()
    TURNED = auto()
    LOOKED = auto()
    SAW = auto()
    GAVE = auto()


class Ending(IntEnum):
    """How it ends."""

    ARRIVED = auto()
    STRANDED = auto()


def lay_out(s: Toll) -> None:
    """§1 Six cards in random order, one of them out of the game."""
    for i in range(CARDS):
        s.deck[i] = i + 1
    shuffle(s, s.deck, CARDS)
    s.left = CARDS - 1
    s.burnt = s.deck[s.left]
    s.deck[s.left] = 0
    do(s, Step.GATE)


def next_gate(s: Toll) -> None:
    """§1, §5 The next gate, or the end."""
    if s.gate == s.gates:
        finish(s, Ending.ARRIVED if s.opened == s.gates else Ending.STRANDED)
    else:
        s.gate += 1
        do(s, Step.INCOME, Step.BIDDING, Step.TOLL, Step.GATE)


def income(s: Toll) -> None:
    """§2 A die each, unseen."""
    for seat in range(s.seats):
        coins = roll_die(s)
        s.coins[seat] += coins
        s.earned[seat] += coins
        whisper(s, seat, Event.EARNED, coins)


def open_bidding(s: Toll) -> None:
    """§3 All at once."""
    s.bidding = 1
    for seat in range(s.seats):
        ask(s, seat, Step.BID)


def list_bids(s: Toll, seat: int, out: Moves) -> None:
    """§3 Any of one's coins."""
    for coins in range(s.coins[seat] + 1):
        offer(out, coins)


def bid(s: Toll, seat: int, coins: int) -> None:
    """§3 Sealed; a bid may be followed by a tip."""
    s.coins[seat] -= coins
    s.bids[seat] = coins
    tell_sealed(s, seat, Event.BID, seat, coins)
    if coins > 0:
        ask(s, seat, Step.TIP)


def list_tips(s: Toll, seat: int, out: Moves) -> None:
    """§3 None, one or two coins."""
    for coins in range(min(s.coins[seat], MOST_TIP) + 1):
        offer(out, coins)


def tip(s: Toll, seat: int, coins: int) -> None:
    """§3 Sealed."""
    s.coins[seat] -= coins
    s.tips[seat] = coins
    tell_sealed(s, seat, Event.TIPPED, seat, coins)


def pay_toll(s: Toll) -> None:
    """§4 Open the seals, turn up the toll, spend the bids, let the highest bidder share."""
    s.bidding = 0
    open_seals(s)
    s.left -= 1
    toll = s.deck[s.left]
    s.turned[s.gate - 1] = toll
    s.deck[s.left] = 0
    tell(s, Event.TURNED, toll)
    look_ahead(s)
    winner = spend(s)
    if winner >= 0 and s.mean:
        s.opened += 1
        s.points[winner] += toll
    elif winner >= 0:
        s.opened += 1
        ask(s, winner, Step.GIVE)


@rule
def look_ahead(s: Toll) -> None:
    """§4.2 Whoever tipped most looks at the next card."""
    looker = -1
    for seat in range(s.seats):
        s.looked_at[seat] = 0
        if s.tips[seat] > 0 and (looker < 0 or s.tips[seat] > s.tips[looker]):
            looker = seat
    s.looker = looker + 1
    if looker >= 0:
        s.looked_at[looker] = s.deck[s.left - 1]
        tell(s, Event.LOOKED, looker)
        whisper(s, looker, Event.SAW, s.looked_at[looker])


@rule
def spend(s: Toll) -> int:
    """§3.1 Bids and tips are gone. Gives the highest bidder if the gate opens, otherwise -1."""
    winner = total = 0
    for seat in range(s.seats):
        s.shown[seat] = s.bids[seat]
        s.spent[seat] += s.bids[seat] + s.tips[seat]
        s.bids[seat] = s.tips[seat] = 0
        total += s.shown[seat]
        if s.shown[seat] > s.shown[winner]:
            winner = seat
    return winner if total >= s.turned[s.gate - 1] else -1


def list_gifts(s: Toll, seat: int, out: Moves) -> None:
    """§4.1 One point or more of the toll to another."""
    for other in range(s.seats):
        for points in range(1, s.turned[s.gate - 1] + 1):
            if other != seat:
                offer(out, other, points)


def give(s: Toll, seat: int, other: int, points: int) -> None:
    """§4.1 The rest is one's own."""
    s.points[other] += points
    s.points[seat] += s.turned[s.gate - 1] - points
    tell(s, Event.GAVE, seat, other, points)


def points_of(s: Toll, seat: int) -> int:
    """§4 What a seat has of the tolls."""
    return s.points[seat]


def redeal(g: Toll, seat: int) -> None:
    """§6 Other purses, and back to the beginning of the bids."""
    restock(g, seat)
    for other in range(g.seats):
        if other != seat:
            lowest = max(g.gate, g.spent[other])
            g.earned[other] = lowest + pick(g, 6 * g.gate - lowest + 1)
            g.coins[other] = g.earned[other] - g.spent[other]
            if g.looker == other + 1:
                g.looked_at[other] = g.deck[g.left - 1]
            if g.bidding:
                ask(g, other, Step.BID)


@rule
def restock(g: Toll, seat: int) -> None:
    """§6 The cards not turned up, in any order, but on top the one the seat looked at."""
    known = g.looked_at[seat] if seat >= 0 else 0
    size = 0
    for card in range(1, CARDS + 1):
        if card != known and find(g.turned, g.gate, card) < 0:
            g.deck[size] = card
            size += 1
    shuffle(g, g.deck, size)
    g.burnt = g.deck[size - 1]
    g.deck[size - 1] = known


def coins_come_from_dice(s: Toll) -> bool:
    """§2, §3.1 What was earned is in the purse, bid, or spent."""
    for seat in range(s.seats):
        have = s.coins[seat] + s.bids[seat] + s.tips[seat] + s.spent[seat]
        if have != s.earned[seat] or not s.gate <= have <= 6 * s.gate:
            return False
    return True


def cards_are_there_once(s: Toll) -> bool:
    """§4 Every card is in the deck or turned up or out of the game."""
    found = 0
    for card in range(1, CARDS + 1):
        found += int(card == s.burnt or find(s.deck, s.left, card) >= 0 or find(s.turned, s.gate, card) >= 0)
    return found == CARDS


def picture(view: Any, seat: int, names: Sequence[str]) -> str:
    """The gates and the purse that is seen."""
    purses = ", ".join(f"{name} {view.coins[other]}" for other, name in enumerate(names))
    return f"Gate {view.gate} of {view.gates}, {view.opened} opened. Coins: {purses}."


WORDS: dict[str, Any] = {
    "kinds": {"coins": plural("coin"), "points": plural("point")},
    "choices": {
        Step.BID: Line("3", "How much do you bid?"),
        Step.TIP: lambda view, seat: Line("3", f"You have {view.coins[seat]} left. How much do you tip?"),
        Step.GIVE: Line("4.1", "Whom do you give how many points?"),
    },
    "moves": {Step.BID: "bid {0:coins}", Step.TIP: "tip {0:coins}", Step.GIVE: "give {0:seat} {1:points}"},
    "events": {
        Event.EARNED: Line("2", "You earn {0:coins}."),
        Event.BID: Line("3", "{0:seat} bids {1:coins}."),
        Event.TIPPED: Line("3", "{0:seat} tips {1:coins}."),
        Event.TURNED: Line("4", "The toll is {0:coins}."),
        Event.LOOKED: Line("4.2", "{0:seat} looks at the next toll."),
        Event.SAW: Line("4.2", "The next toll will be {0:coins}."),
        Event.GAVE: Line("4.1", "{0:seat} gives {1:seat} {2:points}."),
    },
    "labels": {
        Step.BID: lambda view, seat, coins: Label("Bid", "{0:coins}", f"{view.coins[seat] - coins} are left"),
        Step.GIVE: Label("Give", "{1:points}", "to {0:seat}"),
    },
    "order": ("Give", "Bid"),
    "endings": {Ending.ARRIVED: Line("5", "You arrive."), Ending.STRANDED: Line("5", "A gate stays shut.")},
    "picture": picture,
    "scenes": frozenset({Event.TURNED}),
    "dice": {},
}

PARTS: dict[str, Any] = {
    "folder": Path(__file__).parent,
    "state": Toll,
    "steps": Step,
    "endings": Ending,
    "set_up": lay_out,
    "next_gate": next_gate,
    "income": income,
    "open_bidding": open_bidding,
    "pay_toll": pay_toll,
    "list_bids": list_bids,
    "bid": bid,
    "list_tips": list_tips,
    "tip": tip,
    "tips_are_sealed": True,
    "list_gifts": list_gifts,
    "give": give,
    "redeal": redeal,
    "points": points_of,
    "view": None,
    "likes_tip": None,
    "policy": None,
    "estimate": None,
    "laws": {"coins come from dice": coins_come_from_dice, "every card is there once": cards_are_there_once},
    "words": WORDS,
    "longest": GATES * (2 * SEATS + 1),
    "presets": {"short": Preset({"gates": 1}, "A single gate.")},
}


def make_toll(**broken: Any) -> Game:
    """The game, with some of its parts replaced."""
    parts = {**PARTS, **broken}
    return Game(
        name="toll",
        title="Toll",
        about="Sealed bids for the tolls of a road.",
        version=1,
        folder=parts["folder"],
        state=parts["state"],
        rules=make_rules(parts),
        events=Event,
        endings=parts["endings"],
        words=Words(**parts["words"]),
        length="gate",
        longest=parts["longest"],
        presets=parts["presets"],
    )


def make_rules(parts: dict[str, Any]) -> Rules:
    """The rules from their parts."""
    rules = Rules(parts["steps"])
    rules.setup(parts["set_up"])
    rules.step(Step.GATE)(parts["next_gate"])
    rules.step(Step.INCOME)(parts["income"])
    rules.step(Step.BIDDING)(parts["open_bidding"])
    rules.step(Step.TOLL)(parts["pay_toll"])
    rules.choice(Step.BID, MOST_COINS + 1, sealed=True)(parts["list_bids"])
    rules.then(Step.BID)(parts["bid"])
    rules.choice(Step.TIP, MOST_TIP + 1, sealed=parts["tips_are_sealed"])(parts["list_tips"])
    rules.then(Step.TIP)(parts["tip"])
    rules.choice(Step.GIVE, SEATS, CARDS + 1)(parts["list_gifts"])
    rules.then(Step.GIVE)(parts["give"])
    rules.guess(parts["redeal"])
    rules.points(parts["points"])
    for name, law in parts["laws"].items():
        rules.law(name)(law)
    if parts["view"]:
        rules.view(parts["view"])
    if parts["likes_tip"]:
        rules.rates(Step.TIP)(parts["likes_tip"])
    if parts["policy"]:
        rules.policy(Step.BID)(parts["policy"])
    if parts["estimate"]:
        rules.estimate(parts["estimate"])
    return rules
