"""Chapter 3.1: money, cards, chips."""

from __future__ import annotations

from collections import Counter

import pytest

from moot.games.polycrisis.components import CLASS_SUITS
from moot.games.polycrisis.rules import Event, Step
from tests.games.polycrisis.table import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    asked,
    discards,
    drain,
    draw,
    draw_all,
    engaging,
    finish,
    hand,
    name,
    offered,
    problems,
    roll,
    table,
    told,
)

INVESTOR, SOCIAL_WORKER, EDUCATOR, SCIENTIST, JOURNALIST, COUNCILOR = range(6)


@pytest.mark.parametrize(
    ("crisis", "protected", "income"),
    [
        ("", "", 5),
        ("INF", "", 4),
        ("INF MON MAR INE", "", 1),
        ("FOO AIR SOC UNS LAB", "", 5),
        ("", "INF MON MAR INE", 5),
        ("INF FOO", "MON MAR", 4),
    ],
)
def test_income(crisis: str, protected: str, income: int) -> None:
    """§3.1.1 Five, less one for each Economic problem in crisis; a protected one does not count."""
    t = table("7♣", "8♦", money=2)
    t.state.crisis, t.state.protected = problems(crisis), problems(protected)
    finish(t)
    roll(t, chips=0)
    assert list(t.state.money[:2]) == [2 + income] * 2
    assert told(t, Event.INCOME)[0][0] == income


def test_everyone_draws_at_the_same_time() -> None:
    """§3.1 All are asked at once, and in any order."""
    t = engaging(3)
    assert asked(t) == [(seat, Step.PILE_DRAW) for seat in range(3)]
    draw(t, 2, CLUBS, HEARTS)
    assert [seat for seat, _ in asked(t)] == [0, 1]
    draw(t, 0, CLUBS)
    draw(t, 1, SPADES)
    assert [seat for seat, _ in asked(t)] == [0, 1]


@pytest.mark.parametrize("role", range(6))
def test_two_draws(role: int) -> None:
    """§3.1.2 The first from any pile, the second from one of the class's two."""
    t = engaging(1, classes=[role])
    assert offered(t, 0) == {(0,), (1,), (2,), (3,)}
    draw(t, 0, SPADES)
    assert offered(t, 0) == {(int(suit),) for suit in CLASS_SUITS[role]}
    draw(t, 0, int(CLASS_SUITS[role, 1]))
    assert Counter(face[-1] for face in hand(t, 0)) == Counter(["♠", "♣♦♥♠"[CLASS_SUITS[role, 1]]])
    assert asked(t) == [(0, Step.START_PROJECT)]


def test_the_first_card_is_seen_before_the_second() -> None:
    """§3.1.2 Its owner is told at once, nobody else; the pile has one card less."""
    t = engaging(2)
    draw(t, 0, HEARTS)
    s = t.state
    assert told(t, Event.DREW, 0) == [(told(t, Event.DREW, 0)[0][0], HEARTS, 0, 0, 0)]
    assert name(s.drawn[0, 0])[-1] == "♥"
    assert (s.pile_size[HEARTS], s.left[HEARTS]) == (26, 27)
    assert not told(t, Event.DREW, 1)


def test_draws_are_random() -> None:
    """§3.1.2 Any card of the pile."""
    drawn = set()
    for seed in range(150):
        t = engaging(1, seed=seed)
        draw(t, 0, HEARTS)
        drawn.add(name(t.state.drawn[0, 0]))
    assert len(drawn) == 14


def test_an_empty_pile_is_refilled() -> None:
    """§3.1.3 From its own discards, which are gone then; all hear of it when all have drawn."""
    t = engaging(2)
    drain(t, HEARTS, 0)
    drain(t, CLUBS, 20)
    draw(t, 0, HEARTS, CLUBS)
    draw(t, 1, CLUBS, SPADES)
    s = t.state
    assert (s.pile_size[HEARTS], s.left[HEARTS], s.discards[HEARTS]) == (26, 26, 0)
    assert (s.pile_size[CLUBS], s.discards[CLUBS]) == (18, 7)
    assert [arguments[0] for arguments in told(t, Event.PILE_REFILLED)] == [HEARTS]
    assert list(s.refills) == [0, 0, 1, 0]
    assert not any(s.discard[HEARTS])
    assert hand(t, 0)[0][-1] == "♥"


def test_a_pile_is_not_refilled_before_it_is_empty() -> None:
    """§3.1.3 The last card is drawn first; not before the next draw is there a refill."""
    t = engaging(2)
    drain(t, HEARTS, 1)
    last = name(t.state.pile[HEARTS, 0])
    draw(t, 0, HEARTS, CLUBS)
    draw(t, 1, CLUBS, SPADES)
    assert last in hand(t, 0)
    assert not told(t, Event.PILE_REFILLED)
    assert (t.state.left[HEARTS], t.state.discards[HEARTS]) == (0, 26)


def test_a_refill_holds_every_discard_once() -> None:
    """§3.1.3 What was on the discard pile, in any order, less what is drawn."""
    t = engaging(2)
    drain(t, HEARTS, 0)
    before = sorted(discards(t, HEARTS))
    draw(t, 0, HEARTS, SPADES)
    draw(t, 1, HEARTS, SPADES)
    s = t.state
    pile = [name(card) for card in s.pile[HEARTS][: s.pile_size[HEARTS]]]
    assert sorted(pile + [face for seat in range(2) for face in hand(t, seat) if face[-1] == "♥"]) == before


def test_a_pile_without_cards_is_not_on_offer() -> None:
    """§3.1.3 Neither cards nor discards: choose another."""
    t = engaging(2)
    drain(t, HEARTS, 0, to=1)
    assert offered(t, 0) == {(CLUBS,), (DIAMONDS,), (SPADES,)}


def test_no_second_card() -> None:
    """§3.1.3 When none of the class's piles has a card, there is no second draw."""
    t = engaging(1, classes=[INVESTOR])
    for suit in (CLUBS, SPADES):
        t.state.pile_size[suit] = t.state.left[suit] = 0
    draw(t, 0, HEARTS)
    assert asked(t) == [(0, Step.START_PROJECT)]


def test_no_card_at_all() -> None:
    """§3.1.3 When no pile has a card, nobody draws, and the turn goes on."""
    t = table("7♣", "8♦")
    finish(t)
    for suit in range(4):
        t.state.pile_size[suit] = t.state.left[suit] = t.state.discards[suit] = 0
    roll(t, chips=0)
    assert asked(t) == [(0, Step.START_PROJECT), (1, Step.START_PROJECT)]
    assert hand(t, 0) == ["7♣"]
    assert t.state.turn == 2


def test_ones_own_draw_counts() -> None:
    """§3.1.3 Whoever has drawn the last card knows that the pile is empty."""
    t = engaging(2, classes=[INVESTOR, COUNCILOR])
    drain(t, CLUBS, 1, to=1)
    draw(t, 0, CLUBS)
    assert offered(t, 0) == {(SPADES,)}
    assert (CLUBS,) in offered(t, 1)


def test_a_pile_found_empty() -> None:
    """§3.1.3 What the others have drawn is not known: the pile is on offer, found empty, and another chosen."""
    t = engaging(2, classes=[INVESTOR, COUNCILOR])
    drain(t, CLUBS, 1, to=1)
    draw(t, 0, CLUBS, SPADES)
    cards = t.state.cards[1]
    draw(t, 1, CLUBS)
    assert [arguments[0] for arguments in told(t, Event.FOUND_EMPTY, 1)] == [CLUBS]
    assert not told(t, Event.FOUND_EMPTY, 0)
    assert offered(t, 1) == {(DIAMONDS,), (HEARTS,), (SPADES,)}
    draw(t, 1, HEARTS, DIAMONDS)
    assert [face[-1] for face in hand(t, 1)[cards:]] == ["♥", "♦"]
    assert t.state.found_empty[1] == 0
    assert not told(t, Event.PILE_REFILLED)
    assert t.state.refills[CLUBS] == 0


def test_a_second_draw_may_find_nothing() -> None:
    """§3.1.3 Both piles of the class found empty: one card only."""
    t = engaging(2, classes=[INVESTOR, JOURNALIST])
    for suit in (CLUBS, SPADES):
        t.state.pile_size[suit] = t.state.left[suit] = 1
    draw(t, 1, SPADES, CLUBS)
    draw(t, 0, HEARTS, SPADES)
    assert offered(t, 0) == {(CLUBS,)}
    draw(t, 0, CLUBS)
    assert hand(t, 0)[0][-1] == "♥"
    assert len(hand(t, 0)) == 1


def test_the_refill_is_seen_by_a_later_drawer() -> None:
    """§3.1.3 A pile that another has refilled in the phase is drawn from as it is now."""
    t = engaging(2, classes=[INVESTOR, COUNCILOR])
    drain(t, HEARTS, 25)
    t.state.pile_size[HEARTS] = t.state.left[HEARTS] = 0
    thrown = set(discards(t, HEARTS))
    draw(t, 0, HEARTS, CLUBS)
    draw(t, 1, HEARTS, DIAMONDS)
    assert {hand(t, 0)[0], hand(t, 1)[0]} <= thrown
    assert (t.state.pile_size[HEARTS], t.state.discards[HEARTS]) == (0, 0)


@pytest.mark.parametrize("seats", [1, 3, 6])
@pytest.mark.parametrize("chips", [0, 2, 5])
def test_chips_rise_once(seats: int, chips: int) -> None:
    """§3.1.4 As many as agreed, for the whole table, when all have drawn."""
    t = engaging(seats, chips_per_turn=chips)
    assert t.state.chips == 0
    draw_all(t)
    assert t.state.chips == chips
    assert [arguments[:2] for arguments in told(t, Event.CHIPS_RISE)] == [(chips, chips)]


def test_suits_are_shown_when_all_have_drawn() -> None:
    """§3.1.5 Not before; and the cards stay hidden."""
    t = engaging(2)
    draw(t, 0, HEARTS, CLUBS)
    assert not told(t, Event.SUIT_SHOWN, 1)
    assert not t.state.cards[0]
    draw(t, 1, DIAMONDS, SPADES)
    assert [arguments[:2] for arguments in told(t, Event.SUIT_SHOWN)] == [
        (0, HEARTS),
        (0, CLUBS),
        (1, DIAMONDS),
        (1, SPADES),
    ]
    assert [list(t.state.back[seat][:2]) for seat in range(2)] == [[HEARTS, CLUBS], [DIAMONDS, SPADES]]
    assert [arguments[1] for arguments in told(t, Event.DREW, 1)] == [DIAMONDS, SPADES]
