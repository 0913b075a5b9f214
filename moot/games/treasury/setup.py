"""Treasury, chapter 1: how the game is laid out. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import (
    do,
    pick,
    rule,
    shuffle,
    tell,
    whisper,
)
from moot.games.treasury.components import (
    AGE_SIZE,
    FIRST_AGE,
)
from moot.games.treasury.piles import (
    add_to_hand,
    remember_treasury,
    reveal_event,
)
from moot.games.treasury.rules import (
    DEALT,
    DECK_EACH,
    Event,
    Step,
    Treasury,
    rules,
)


@rules.setup
def lay_out(s: Treasury) -> None:
    """§1.1 §1.2 A random first player; the treasury, and gold for all in turn order."""
    s.opener = s.starter = s.active = pick(s, s.seats)
    s.treasury = s.treasury_each * s.seats
    for k in range(s.seats):
        s.gold[(s.starter + k) % s.seats] = starting_gold(s, k)
    for age in range(1, s.ages):
        fill_deck(s, age)
    do(s, Step.DEAL, Step.TURN)


@rule
def starting_gold(s: Treasury, place: int) -> int:
    """§1.2 Each later player has one gold more than the one before, unless all begin alike."""
    return s.first_gold + (place if s.rising_gold else 0)


@rules.turn_order
def turn_order(s: Treasury, seat: int) -> int:
    """§1.1 §1.2 Turns go round from the first player on, who has the least gold."""
    return (seat - s.opener + s.seats) % s.seats


@rule
def fill_deck(s: Treasury, age: int) -> None:
    """§1.3 A later age is a face-down deck, used whole."""
    for i in range(AGE_SIZE):
        s.deck[age, i] = FIRST_AGE + (age - 1) * AGE_SIZE + 1 + i
        s.deck_tag[age, i] = age + 1
    s.deck_size[age] = AGE_SIZE
    shuffle(s, s.deck[age], AGE_SIZE)


@rules.step(Step.DEAL)
def deal(s: Treasury) -> None:
    """§1.3 Age [] is shuffled and dealt: the place for events serves as the table."""
    for i in range(FIRST_AGE):
        s.event[i] = i + 1
    shuffle(s, s.event, FIRST_AGE)
    left = deal_hands(s, FIRST_AGE)
    s.deck_size[0] = DECK_EACH * s.seats
    for i in range(s.deck_size[0]):
        left -= 1
        s.deck[0, i], s.deck_tag[0, i], s.event[left] = s.event[left], 1, 0
    while left > s.seats:
        left -= 1
        s.box[s.box_size], s.event[left] = s.event[left], 0
        s.box_size += 1
    begin_piles(s)


@rule
def deal_hands(s: Treasury, left: int) -> int:
    """§1.3 Five cards to each player; how many are left."""
    for _ in range(DEALT):
        for seat in range(s.seats):
            left -= 1
            add_to_hand(s, seat, s.event[left], 1)
            whisper(s, seat, Event.DEALT, s.event[left])
            s.event[left] = 0
    return left


@rule
def begin_piles(s: Treasury) -> None:
    """§1.3 As many current events as players, the top one face up."""
    s.population = s.currents = s.seats
    for i in range(s.seats):
        s.event_tag[i] = 1
    reveal_event(s)
    s.rounds = 1
    remember_treasury(s)
    tell(s, Event.FIRST_EVENT, s.event[0])
    tell(s, Event.ROUND_BEGAN, s.rounds, s.starter)
