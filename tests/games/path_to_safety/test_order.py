"""What comes first: the order of things within a turn, at the end of a round and at the end of a game."""

from __future__ import annotations

import pytest

from moot.engine import Sitting
from moot.games.path_to_safety.components import Match, RiskTest
from moot.games.path_to_safety.rules import Event, Momentum, Vote
from tests.games.path_to_safety.table import (
    call,
    confer,
    go_on,
    hand,
    pile,
    publish,
    research,
    table,
    use_momentum,
)

E = Event
ADVANCES = (E.REMOVED_DIE, E.TURNED_INDICATOR, E.ADDED_DIE, E.ADDED_NOTHING)


def happened(t: Sitting, seat: int = 0) -> list[Event]:
    """What a seat has heard since the cards were laid out, in order."""
    return [Event(entry.event) for entry in t.events(seat) if entry.event is not None]


def risky(card: str, seed: int, pile: str = "K♥", match: Match = Match.TURN) -> Sitting:
    """The first of two players has a card that carries a risk; no joker can come up."""
    return table(f"{card} 8♠", "8♦", pile=f"★ ★ ★ ★ {pile}", seed=seed, risk_test=RiskTest.AT_MOST, match=match)


@pytest.mark.parametrize("seed", range(8))
def test_risk_is_rolled_when_the_effect_is_done(seed: int) -> None:
    """§3.3 First the progress, then the risk die, then mad science if it advances; and only then the next turn."""
    t = risky("5♣", seed)
    publish(t, "5♣")
    first, second, *rest = happened(t)
    assert (first, second) == (E.PUBLISHED, E.RISKED)
    assert rest in ([], [E.REMOVED_DIE])


def test_the_last_die_counts_the_publication() -> None:
    """§3.3 §4.3 A card that turns the indicator has made its progress before."""
    turned = 0
    for seed in range(8):
        t = risky("5♣", seed)
        t.state.pool = 2
        publish(t, "5♣")
        if E.TURNED_INDICATOR in happened(t):
            assert happened(t) == [E.PUBLISHED, E.RISKED, E.REMOVED_DIE, E.TURNED_INDICATOR]
            turned += 1
    assert turned > 3


def test_a_match_is_earned_after_the_risk() -> None:
    """§3.4 §3.3 The card is done with before the further turn begins, and that turn begins with a draw."""
    t = risky("A♣", seed=1, pile="K♣")
    publish(t, "A♣")
    go_on(t)
    heard = [event for event in happened(t) if event not in ADVANCES]
    assert heard == [E.PUBLISHED, E.RISKED, E.MATCHED, E.DREW, E.DREW_CARD]


def test_momentum_comes_after_the_card_that_earned_it() -> None:
    """§3.4 And the card played with it runs its own risk."""
    t = table("7♣ A♦", "8♦", pile="★ ★ ★ ★ K♣", match=Match.MOMENTUM)
    publish(t, "7♣")
    use_momentum(t, Momentum.PUBLISH, "A♦")
    assert happened(t) == [E.PUBLISHED, E.MATCHED, E.PUBLISHED, E.RISKED]


def test_research_is_told_before_what_it_reveals() -> None:
    """§3.2.1 First the card, then the number."""
    t = table("Q♣ 8♠", "8♦", pile="K♥")
    research(t, "Q♣")
    assert happened(t) == [E.RESEARCHED, E.REVEALED]


def test_mad_science_advances_before_the_next_card() -> None:
    """§3.1 §5.2 The last card of the deck is a joker: it is discarded and a die removed before the pile is shuffled anew."""
    t = table("7♣", "8♦", deck="★", pile="★ ★ ★ 9♠ 10♠", rest=1, drawn=False)
    go_on(t)
    assert happened(t)[:3] == [E.DREW_MAD_SCIENCE, E.REMOVED_DIE, E.RESHUFFLED]
    assert happened(t)[-2:] == [E.DREW, E.DREW_CARD]
    assert pile(t)[0] == "★"


def test_a_conference_is_told_before_the_others_draw() -> None:
    """§3.2.3 The card is discarded first: it is on top of the pile when the deck is made anew, and so nobody draws it."""
    t = table("3♣ 8♠", "8♦", "9♦", pile="★ ★ ★ ★ 9♠ 10♠", rest=2)
    confer(t, "3♣")
    heard = [event for event in happened(t, seat=1) if event != E.PUT_ASIDE_MAD_SCIENCE]
    assert heard == [E.CONFERRED, E.RESHUFFLED, E.DREW, E.DREW_CARD, E.DREW]
    assert pile(t)[0] == "3♣"
    assert hand(t, 1)[-1] in ("9♠", "10♠")


def test_mad_science_advances_between_roll_and_round() -> None:
    """§4.1 §4.2 The dice are rolled, then mad science advances, then the next round begins."""
    t = table("7♣ 8♠", pile="K♥")
    publish(t, "7♣")
    assert happened(t) == [E.PUBLISHED, E.ROLLED, E.REMOVED_DIE, E.ROUND_BEGAN]


def test_votes_are_opened_before_they_are_counted() -> None:
    """§3.5 §7 The call, what everyone said, the count; then the turn goes on with a draw."""
    t = table("7♣ 8♠", "8♦", "9♦", drawn=False, pile="★ ★ ★ ★ K♥")
    call(t, Vote.NO, Vote.NO)
    assert happened(t) == [E.CALLED, E.VOTED, E.VOTED, E.DISAGREED, E.DREW, E.DREW_CARD]


def test_difficulties_are_turned_up_last() -> None:
    """§5.1 §3.5 When the count has ended the game; and nobody draws any more."""
    t = table("7♣ 8♠", "8♦", "9♦", drawn=False)
    call(t, Vote.YES, Vote.NO)
    assert happened(t) == [E.CALLED, E.VOTED, E.VOTED, E.AGREED, *[E.SHOWED_DIFFICULTY] * 4]
    assert len(hand(t, 0)) == 2
