"""Chapter 3: matches, and what they earn."""

from __future__ import annotations

from typing import Any

from moot.engine import Sitting
from moot.games.path_to_safety.components import CARDS, Match
from moot.games.path_to_safety.rules import Call, Event, Momentum, Step, Vote
from moot.games.path_to_safety.turn import matches
from tests.games.path_to_safety.table import (
    CLUBS,
    JOKER,
    asked,
    call,
    confer,
    go_on,
    hand,
    kind,
    name,
    offered,
    publish,
    research,
    table,
    told,
    use_momentum,
)


def with_momentum(*hands: str, **position: Any) -> Sitting:
    """A table where a match earns momentum."""
    return table(*hands, match=Match.MOMENTUM, **position)


def test_the_suit_beneath_earns_a_whole_turn() -> None:
    """§3.4 The same player may call, draws and acts again."""
    t = table("7♣ 8♦", "9♦", pile="K♣")
    publish(t, "7♣")
    assert told(t, Event.MATCHED) == [(0, CLUBS, Match.TURN)]
    assert asked(t) == [(0, Step.CALL)]
    go_on(t)
    assert len(hand(t, 0)) == 2
    assert asked(t) == [(0, Step.ACTION)]


def test_a_further_turn_can_match_again() -> None:
    """§3.4 As often as the suit goes on; research matches like publishing; then the next seat plays."""
    t = table("7♣ J♣ 9♣ 8♦", "9♦", pile="★ ★ ★ ★ K♣")
    for play_card, card in ((publish, "7♣"), (research, "J♣"), (publish, "9♣")):
        play_card(t, card)
        go_on(t)
    publish(t, "8♦")
    assert [arguments[:2] for arguments in told(t, Event.MATCHED)] == [(0, CLUBS)] * 3
    assert asked(t) == [(1, Step.CALL)]


def test_every_card_but_a_joker_is_matched_by_its_suit() -> None:
    """§3.4 §1.1 From the first card of the box to the last."""
    s = table("7♣", "8♦").state
    s.discards = 1
    for s.discard[0] in range(1, CARDS + 1):
        matching = [card for card in ("7♣", "7♦", "7♠", "7♥") if matches(s, kind(card))]
        assert [card[-1] for card in matching] == [sign for sign in name(s.discard[0])[-1] if sign != JOKER]


def test_another_suit_earns_nothing() -> None:
    """§3.4 Not even for the same number."""
    t = table("7♣ 8♦", "9♦", pile="7♠")
    publish(t, "7♣")
    assert asked(t) == [(1, Step.CALL)]


def test_mad_science_is_never_matched() -> None:
    """§3.4 It has no suit, though the card beneath it has."""
    for number, card in enumerate(("7♣", "7♦", "7♠", "7♥")):
        t = table(f"{card} K♦", "9♦", pile=f"9{'♣♦♠♥'[number]} ★")
        publish(t, card)
        assert asked(t) == [(1, Step.CALL)]


def test_an_empty_pile_is_never_matched() -> None:
    """§3.4 The first card of the game matches nothing."""
    for card in ("A♣", "7♣", "7♦", "7♠", "7♥"):
        t = table(f"{card} K♦", "9♦")
        publish(t, card)
        assert asked(t) == [(1, Step.CALL)]


def test_a_conference_earns_nothing_but_can_be_matched() -> None:
    """§3.4 §3.2.3 Its card does not match the card beneath, but the next card may match it."""
    t = table("3♣ 8♦", "7♣ 9♦", pile="★ ★ ★ ★ K♣")
    confer(t, "3♣")
    assert asked(t) == [(1, Step.CALL)]
    go_on(t)
    publish(t, "7♣")
    assert told(t, Event.MATCHED) == [(1, CLUBS, Match.TURN)]
    assert asked(t) == [(1, Step.CALL)]


def test_a_further_turn_has_a_call_of_its_own() -> None:
    """§3.4 §3.5 One call a turn, and a further turn is a turn."""
    t = table("7♣ 8♦", "9♦", pile="★ ★ ★ ★ K♣", drawn=False)
    call(t, Vote.NO)
    publish(t, "7♣")
    assert asked(t) == [(0, Step.CALL)]
    assert offered(t, 0) == {(Call.GO_ON,), (Call.END,)}


def test_momentum_is_one_of_three_or_nothing() -> None:
    """§3.4 Draw, research, publish or leave it; no conference."""
    t = with_momentum("7♣ 3♦ Q♠", "9♦", pile="K♣")
    publish(t, "7♣")
    assert asked(t) == [(0, Step.MOMENTUM)]
    assert offered(t, 0) == {
        (Momentum.NOTHING, 0),
        (Momentum.DRAW, 0),
        (Momentum.PUBLISH, kind("3♦")),
        (Momentum.RESEARCH, kind("Q♠")),
    }
    use_momentum(t, Momentum.NOTHING)
    assert told(t, Event.LET_PASS) == [(0, 0, 0)]
    assert asked(t) == [(1, Step.CALL)]


def test_momentum_draws_a_card() -> None:
    """§3.4 As at the start of a turn: mad science advances."""
    advances = set()
    for seed in range(20):
        t = with_momentum("7♣ 8♦", "9♦", pile="K♣", deck="9♠ ★ ★ ★ ★", rest=1, seed=seed)
        publish(t, "7♣")
        use_momentum(t, Momentum.DRAW)
        assert hand(t, 0) == ["8♦", "9♠"]
        advances.add(14 - t.state.pool)
        assert asked(t) == [(1, Step.CALL)]
    assert advances == {0, 1, 2, 3, 4}


def test_momentum_can_always_draw() -> None:
    """§3.4 §5.2 With all other cards in hands, the card that was matched is drawn."""
    t = with_momentum("7♣ J♣", "9♦", pile="★ ★ ★ ★ K♣", rest=1)
    publish(t, "7♣")
    use_momentum(t, Momentum.DRAW)
    assert hand(t, 0) == ["J♣", "K♣"]


def test_momentum_does_not_chain() -> None:
    """§3.4 A card played with momentum earns nothing, though it matches; its effect and its risk count."""
    t = with_momentum("7♣ A♣ 9♣", "9♦", pile="K♣")
    publish(t, "7♣")
    use_momentum(t, Momentum.PUBLISH, "A♣")
    assert t.state.progress[CLUBS] == -8
    assert len(told(t, Event.RISKED)) == 1
    assert len(told(t, Event.MATCHED)) == 1
    assert asked(t) == [(1, Step.CALL)]


def test_momentum_researches() -> None:
    """§3.4 A research card turns up a strategy card."""
    t = with_momentum("7♣ Q♠", "9♦", pile="K♣")
    publish(t, "7♣")
    use_momentum(t, Momentum.RESEARCH, "Q♠")
    assert len(told(t, Event.REVEALED)) == 1
    assert asked(t) == [(1, Step.CALL)]
