"""Leduc hold'em: six cards, two rounds of betting, one hidden card each. Sections are those of rulebook.md."""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import OWNER, Moves, Rules, State, ask, do, finish, i8, offer, option, pick, rule, tell, whisper

CARDS = 6  # three ranks, two of each: card // 2 is the rank
ANTE, MOST_RAISES = 1, 2
FOLD, CALL, RAISE = range(3)


class Leduc(State):
    """The position, and who sees what."""

    seats = option(2, 2, 2, "Leduc is a game for two.")
    betting_round = i8()
    raises = i8()
    calls = i8()
    board = i8()  # the shared card + 1; 0 before it is turned up
    card = i8(2, seen_by=OWNER)
    stake = i8(2)
    gain = i8(2)


class Step(IntEnum):
    """What the agenda holds and what seats are asked."""

    DEAL = auto()
    BETTING = auto()
    TURN_UP = auto()
    SHOWDOWN = auto()
    BET = auto()


class Event(IntEnum):
    """What is told."""

    DEALT = auto()
    FOLDED = auto()
    CALLED = auto()
    RAISED = auto()
    TURNED_UP = auto()
    SHOWED = auto()


class Ending(IntEnum):
    """How it ends."""

    FOLD = auto()
    SHOWDOWN = auto()


rules = Rules(Step)


@rules.setup
def lay_out(s: Leduc) -> None:
    """§1 Both pay the ante; two betting rounds with a shared card between them, then the showdown."""
    for seat in range(2):
        s.stake[seat] = ANTE
    do(s, Step.DEAL, Step.BETTING, Step.TURN_UP, Step.BETTING, Step.SHOWDOWN)


@rules.step(Step.DEAL)
def deal(s: Leduc) -> None:
    """§1 One card each, face down."""
    s.card[0] = pick(s, CARDS)
    s.card[1] = another_card(s, s.card[0], s.card[0])
    for seat in range(2):
        whisper(s, seat, Event.DEALT, s.card[seat])


@rule
def another_card(s: Leduc, one: int, other: int) -> int:
    """§1 A card that is neither of two."""
    card = pick(s, CARDS)
    while card in (one, other):
        card = pick(s, CARDS)
    return card


@rules.step(Step.BETTING)
def open_betting(s: Leduc) -> None:
    """§2 The first player bets first in both rounds."""
    s.betting_round += 1
    s.raises = s.calls = 0
    ask(s, 0, Step.BET)


@rules.choice(Step.BET, 3)
def bets(s: Leduc, seat: int, out: Moves) -> None:
    """§2 Fold only when behind; call (or check) always; raise at most twice a round."""
    if s.stake[seat] < s.stake[1 - seat]:
        offer(out, FOLD)
    offer(out, CALL)
    if s.raises < MOST_RAISES:
        offer(out, RAISE)


@rules.then(Step.BET)
def bet(s: Leduc, seat: int, action: int) -> None:
    """§2 A fold ends the game; a raise hands the bet over; a call does so only after nothing but a check."""
    if action == FOLD:
        tell(s, Event.FOLDED, seat)
        pay(s, 1 - seat)
        finish(s, Ending.FOLD)
    elif action == RAISE:
        s.raises += 1
        s.stake[seat] = s.stake[1 - seat] + 2 * s.betting_round
        tell(s, Event.RAISED, seat, s.stake[seat])
        ask(s, 1 - seat, Step.BET)
    else:
        s.calls += 1
        s.stake[seat] = s.stake[1 - seat]
        tell(s, Event.CALLED, seat)
        if s.raises == 0 and s.calls < 2:
            ask(s, 1 - seat, Step.BET)


@rules.step(Step.TURN_UP)
def turn_up(s: Leduc) -> None:
    """§3 A third card, for both."""
    s.board = 1 + another_card(s, s.card[0], s.card[1])
    tell(s, Event.TURNED_UP, s.board - 1)


@rules.step(Step.SHOWDOWN)
def showdown(s: Leduc) -> None:
    """§4 The better hand wins the other's stake; equal ranks win nothing."""
    for seat in range(2):
        tell(s, Event.SHOWED, seat, s.card[seat])
    mine, yours = strength(s, 0), strength(s, 1)
    if mine != yours:
        pay(s, 0 if mine > yours else 1)
    finish(s, Ending.SHOWDOWN)


@rule
def strength(s: Leduc, seat: int) -> int:
    """§4 A pair with the shared card beats every rank."""
    rank = s.card[seat] // 2
    return rank + CARDS if rank == (s.board - 1) // 2 else rank


@rule
def pay(s: Leduc, winner: int) -> None:
    """§4 The winner takes what the loser has staked."""
    s.gain[winner] = s.stake[1 - winner]
    s.gain[1 - winner] = -s.stake[1 - winner]


@rules.points
def gain_of(s: Leduc, seat: int) -> int:
    """§4 What a player has won or lost."""
    return s.gain[seat]


@rules.view
def show_down(v: Leduc, s: Leduc, seat: int) -> None:
    """§5 At the showdown both cards are seen by all."""
    if s.over == Ending.SHOWDOWN:
        for other in range(2):
            v.card[other] = s.card[other]


@rules.guess
def redeal(g: Leduc, seat: int) -> None:
    """§5 Any card that is neither mine nor shared may be the other's."""
    for other in range(2):
        if other != seat:
            seen = g.card[1 - other] if seat != -1 or other == 1 else g.board - 1
            g.card[other] = another_card(g, seen, g.board - 1)


@rules.law("no two cards are the same")
def cards_differ(s: Leduc) -> bool:
    """§1 There are six cards, each once."""
    return s.betting_round == 0 or (s.card[0] != s.card[1] and s.board - 1 not in (s.card[0], s.card[1]))


@rules.law("what one wins the other loses")
def zero_sum(s: Leduc) -> bool:
    """§4 The game makes no money."""
    return s.gain[0] + s.gain[1] == 0
