"""Sets up positions of Polycrisis and plays in them, in the words of the rulebook."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Any

import numpy as np

from moot.engine import Sitting
from moot.engine.chance import WORD, below
from moot.games.polycrisis import GAME
from moot.games.polycrisis.activate import begin_activate
from moot.games.polycrisis.components import (
    AUTO_PROTECT,
    BASE,
    CARDS,
    CATEGORY_OF,
    EXPANDED,
    JOKER,
    KIND_OF,
    NO_CARD,
    NO_PROJECT,
    PILE_CARDS,
    PROBLEM_CODES,
    PROBLEMS,
    PROJECT_SUITS,
    RANKS,
)
from moot.games.polycrisis.research import NO_SLOT, NO_TECH
from moot.games.polycrisis.rules import Event, Phase, Step

SUITS = "♣♦♥♠"
CLUBS, DIAMONDS, HEARTS, SPADES = range(4)
DISCARD = -1  # where cards of a pile may go, other than into a hand
MOST_FACE = 6

# What a seat answers that does nothing.
NOTHING: dict[Step, tuple[int, ...]] = {
    Step.START_PROJECT: (NO_PROJECT,),
    Step.PLAY_CARD: (NO_CARD, 0, 0),
    Step.CONSULTANT: (0,),
    Step.START_RESEARCH: (NO_TECH,),
    Step.CARD_FOR_RESEARCH: (NO_CARD, 0),
    Step.FUND_RESEARCH: (NO_SLOT,),
}


# Names


def problem(code: str) -> int:
    """The number of a problem: `problem("FOO")`."""
    return PROBLEM_CODES.index(code)


def problems(codes: str) -> int:
    """A set of problems: `problems("FOO AIR")`, or `problems("all but FOO AIR")`."""
    if codes.startswith("all"):
        return (1 << PROBLEMS) - 1 & ~problems(codes.removeprefix("all").removeprefix(" but"))
    return sum(1 << problem(code) for code in codes.split())


def codes(members: int) -> set[str]:
    """The other way round."""
    return {code for number, code in enumerate(PROBLEM_CODES) if members >> number & 1}


def kind(text: str) -> int:
    """The kind of a card: `kind("7♣")`; `kind("★♥")` is a joker from the pile of hearts."""
    return JOKER if text[0] == "★" else SUITS.index(text[-1]) * 13 + RANKS.index(text[:-1])


def tech(name: str) -> int:
    """The number of a tech: `tech("♣")` is Base-♣, `tech("+♣")` Expanded-♣, `tech("FOO")` an Auto-Protect."""
    if name[0] == "+":
        return EXPANDED + SUITS.index(name[1])
    return BASE + SUITS.index(name) if name in SUITS else AUTO_PROTECT + problem(name)


def techs(names: str) -> int:
    """A set of techs."""
    return sum(1 << tech(name) for name in names.split())


# Cards


def name(card: int) -> str:
    """A card by its face, a joker by its first pile too."""
    suit, place = divmod(card, PILE_CARDS)
    return ("★" if place == PILE_CARDS - 1 else RANKS[place % 13]) + SUITS[suit]


def arrange(t: Sitting, hands: Sequence[str], discards: str = "") -> None:
    """Lay the cards out anew: hands, discards of each suit, all others in their piles."""
    box, s = list(range(CARDS)), t.state
    for seat, text in enumerate(hands):
        s.cards[seat] = _lay(s.hand[seat], held := _take(box, text))
        _lay(s.back[seat], [card // PILE_CARDS for card in held])
        _lay(s.gone[seat], [])
    thrown = _take(box, discards)
    for suit in range(4):
        s.pile_size[suit] = s.left[suit] = _lay(s.pile[suit], _of_suit(box, suit))
        s.discards[suit] = _lay(s.discard[suit], _of_suit(thrown, suit))
        s.refills[suit], s.joker_pile[suit] = 0, suit


def _take(box: list[int], text: str) -> list[int]:
    taken = []
    for word in text.split():
        taken.append(next(card for card in box if name(card) == word))
        box.remove(taken[-1])
    return taken


def _of_suit(cards: Iterable[int], suit: int) -> list[int]:
    return [card for card in cards if card // PILE_CARDS == suit]


def _lay(row: Any, cards: Sequence[int]) -> int:
    for place in range(len(row)):
        row[place] = cards[place] if place < len(cards) else 0
    return len(cards)


def drain(t: Sitting, suit: int, left: int, to: int = DISCARD) -> None:
    """All but a few cards of a pile are in its discard pile, or in the hand of a seat."""
    s = t.state
    while s.pile_size[suit] > left:
        s.pile_size[suit] -= 1
        card = s.pile[suit, s.pile_size[suit]]
        if to == DISCARD:
            s.discard[suit, s.discards[suit]] = card
            s.discards[suit] += 1
        else:
            s.hand[to, s.cards[to]], s.back[to, s.cards[to]] = card, suit
            s.cards[to] += 1
    s.left[suit] = s.pile_size[suit]


# Tables


def engaging(seats: int = 2, *, classes: Sequence[int] = range(6), seed: int = 1, **options: Any) -> Sitting:
    """A game whose players have picked their classes (the first few in order) and are about to draw."""
    t: Sitting = GAME.start(seats=seats, seed=seed, **{"start_crises": 0, "talk": True, **options})
    for seat in range(seats):
        play(t, seat, Step.CLASS, classes[seat])
    return t


def table(
    *hands: str, discards: str = "", crisis: str = "", money: int = 0, known: str = "", **options: Any
) -> Sitting:
    """A game with these hands in its first activate phase; there are no chips, and the dice will wait for talk."""
    t = engaging(len(hands), **options)
    draw_all(t)
    arrange(t, hands, discards)
    s = t.state
    s.crisis, s.known, s.chips = problems(crisis), techs(known), 0
    for seat in range(t.seats):
        s.money[seat] = money
    t.log.clear()
    return t


def stand(t: Sitting, slot: int, size: int, code: str, *progress: int) -> None:
    """A project has been in a slot since before the phase."""
    s = t.state
    s.project[slot], s.target[slot] = size, problem(code)
    s.progress[slot, 0], s.progress[slot, 1] = progress or (0, 0)
    begin_activate(s, slot)


def research_stands(t: Sitting, slot: int, name: str, cycles: int = 0) -> None:
    """A tech has been in a slot since before the phase."""
    t.state.tech[slot], t.state.cycles[slot] = tech(name) + 1, cycles


# Dice


@lru_cache
def luck_for(*dice: int) -> tuple[int, ...]:
    """A state of luck whose next rolls are these: found by trying many at once."""
    first, many = 1, 1 << 16
    while True:
        start = np.arange(first, first + many, dtype=np.uint64)
        a, b, c = start * 2654435761 & WORD, start * 40503 & WORD, start * 2246822519 & WORD
        luck, fits, count = (a, b, c), np.ones(many, bool), 1
        for face in dice:
            word = (a + b + count) & WORD
            a, b, c = b ^ (b >> 9), (c + (c << 3)) & WORD, (((c << 21) | (c >> 11)) + word) & WORD
            fits &= 1 + (word * MOST_FACE >> 32) == face
            count += 1
        if fits.any():
            at = int(np.argmax(fits))
            return int(luck[0][at]), int(luck[1][at]), int(luck[2][at]), 1
        first += many


def steer(t: Sitting, *dice: int) -> None:
    """The next dice will show these."""
    found = luck_for(*dice)
    trial = list(found)
    assert tuple(1 + below(trial, MOST_FACE) for _ in dice) == dice
    for place, word in enumerate(found):
        t.state.luck[place] = word


# Playing


def play(t: Sitting, seat: int, choice: IntEnum, *arguments: int) -> None:
    """A move that must be among those offered."""
    moves = [move for move in t.moves(seat) if (move.choice, move.arguments) == (choice, arguments)]
    assert moves, f"{choice.name} {arguments} is not offered to seat {seat}: {[m.words for m in t.moves(seat)]}"
    t.play(seat, moves[0])


def draw(t: Sitting, seat: int, *suits: int) -> None:
    """A seat draws from these piles."""
    for suit in suits:
        play(t, seat, Step.PILE_DRAW, suit)


def draw_all(t: Sitting) -> None:
    """Everyone draws from the first pile on offer."""
    while t.state.phase == Phase.ENGAGE and t.waiting:
        t.play(t.waiting[0], t.moves(t.waiting[0])[0])


def skip_to(t: Sitting, seat: int, step: Step) -> None:
    """A seat answers nothing until it is asked this."""
    while t.state.asking[seat] != step:
        asked_now = Step(t.state.asking[seat])
        play(t, seat, asked_now, *NOTHING[asked_now])


def start(t: Sitting, seat: int, size: int, code: str) -> None:
    """A seat starts a project."""
    play(t, seat, Step.START_PROJECT, size)
    play(t, seat, Step.START_PROJECT_FIX_CAT, int(CATEGORY_OF[problem(code)]))
    play(t, seat, Step.START_PROJECT_FIX_NODE, problem(code))


def part(t: Sitting, seat: int, slot: int, suit: str) -> int:
    """Which of a project's two suits this is."""
    s = t.state
    new = slot == seat and s.new_project[seat]
    target = s.new_target[seat] if new else s.target[slot]
    return list(PROJECT_SUITS[CATEGORY_OF[target]]).index(SUITS.index(suit))


def work(t: Sitting, seat: int, card: str, slot: int, *dice: int, fee: int = 0, suit: str = "") -> None:
    """A seat plays a card on a project and the dice show this."""
    skip_to(t, seat, Step.PLAY_CARD)
    if dice:
        steer(t, *dice)
    play(t, seat, Step.PLAY_CARD, kind(card), slot, part(t, seat, slot, suit or card[-1]))
    if t.state.asking[seat] == Step.CONSULTANT:
        play(t, seat, Step.CONSULTANT, fee)


def research(t: Sitting, seat: int, name: str) -> None:
    """A seat starts a tech."""
    skip_to(t, seat, Step.START_RESEARCH)
    play(t, seat, Step.START_RESEARCH, tech(name))


def give(t: Sitting, seat: int, card: str, slot: int) -> None:
    """A seat gives a card to research."""
    skip_to(t, seat, Step.CARD_FOR_RESEARCH)
    play(t, seat, Step.CARD_FOR_RESEARCH, kind(card), slot)


def fund(t: Sitting, seat: int, slot: int) -> None:
    """A seat gives money to research."""
    skip_to(t, seat, Step.FUND_RESEARCH)
    play(t, seat, Step.FUND_RESEARCH, slot)


def finish(t: Sitting, *seats: int) -> None:
    """These seats (or all) do nothing more in the phase; when all have, the result is there and the dice wait."""
    for seat in seats or range(t.seats):
        while t.state.asking[seat] not in (0, Step.READY):
            asked_now = Step(t.state.asking[seat])
            play(t, seat, asked_now, *NOTHING[asked_now])


def roll(t: Sitting, *dice: int, chips: int | None = None) -> None:
    """The crisis dice, which begin with these; there are so many chips."""
    if chips is not None:
        t.state.chips = chips
    for seat in t.waiting[1:]:
        play(t, seat, Step.READY, 0)
    if dice:
        steer(t, *dice)
    t.log.clear()
    play(t, 0, Step.READY, 0)


# Looking


def asked(t: Sitting) -> list[tuple[int, Step]]:
    """Who owes what."""
    return [(seat, Step(t.state.asking[seat])) for seat in t.waiting]


def offered(t: Sitting, seat: int) -> set[tuple[int, ...]]:
    """The arguments of the moves that a seat may make."""
    return {move.arguments for move in t.moves(seat)}


def hand(t: Sitting, seat: int) -> list[str]:
    """The cards that a seat holds, a joker without its pile."""
    return [name(card) for card in t.state.hand[seat][: t.state.cards[seat]]]


def discards(t: Sitting, suit: int) -> list[str]:
    """The discard pile of a suit."""
    return [name(card) for card in t.state.discard[suit][: t.state.discards[suit]]]


def held_kinds(record: Any, seat: int) -> list[int]:
    """The kinds of card that a seat holds in a record."""
    return [int(KIND_OF[card]) for card in record.hand[seat][: record.cards[seat]]]


def pair(first: int, second: int) -> int:
    """Two dice as an event tells them."""
    return 10 * first + second


def told(t: Sitting, event: Event, seat: int = -1) -> list[tuple[int, ...]]:
    """The arguments of an event, as often as a seat (or everyone) has heard it."""
    return [entry.arguments for entry in t.events(seat) if entry.event == event]


def heard(t: Sitting, event: Event, *arguments: int) -> bool:
    """Whether everyone has heard of an event that begins with these arguments."""
    return any(found[: len(arguments)] == arguments for found in told(t, event))


def heard_codes(t: Sitting, event: Event) -> list[str]:
    """The problems that an event was about, in order."""
    return [PROBLEM_CODES[arguments[0]] for arguments in told(t, event)]
