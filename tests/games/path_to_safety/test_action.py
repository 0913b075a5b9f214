"""Chapter 3: the three actions, and risk."""

from __future__ import annotations

import sys

import pytest

from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import STRATEGIES, RiskTest, Side
from moot.games.path_to_safety.rules import Action, Event, Step
from moot.games.path_to_safety.turn import run_risk
from tests.games.path_to_safety.table import (
    CLUBS,
    DIAMONDS,
    asked,
    confer,
    deck,
    go_on,
    hand,
    kind,
    offered,
    pile,
    publish,
    research,
    table,
    told,
)

RESEARCH, PUBLISH, CONFERENCE = Action


def test_what_may_be_done_with_a_hand() -> None:
    """§3.2 Each card for what it is; only ace to five for a conference; equal cards once; no passing."""
    t = table("A♣ 5♦ 6♦ 10♠ J♥ J♥", "8♦")
    assert offered(t, 0) == {
        (PUBLISH, kind("A♣")),
        (CONFERENCE, kind("A♣")),
        (PUBLISH, kind("5♦")),
        (CONFERENCE, kind("5♦")),
        (PUBLISH, kind("6♦")),
        (PUBLISH, kind("10♠")),
        (RESEARCH, kind("J♥")),
    }
    assert len(t.moves(0)) == 7


def test_the_card_goes_to_the_pile() -> None:
    """§3.2 One of two equal cards is played, the other kept; the rest of the hand keeps its order."""
    t = table("8♠ 7♣ J♦ 7♣", "8♦", pile="K♥")
    publish(t, "7♣")
    assert pile(t) == ["K♥", "7♣"]
    assert hand(t, 0) == ["8♠", "J♦", "7♣"]


def test_research_turns_up_a_strategy_card() -> None:
    """§3.2.1 One card of the suit's own deck, which is not the difficulty; no progress."""
    t = table("Q♦ 8♠", "8♦", pile="K♥")
    before = list(t.state.revealed)
    research(t, "Q♦")
    (strategy, value, _), *more = told(t, Event.REVEALED)
    assert (strategy, more) == (DIAMONDS, [])
    assert t.state.revealed[DIAMONDS] == before[DIAMONDS] | 1 << value != before[DIAMONDS]
    assert value != t.state.difficulty[DIAMONDS]
    assert list(t.state.strategy_size) == [7, 6, 7, 7]
    assert [t.state.revealed[other] for other in (0, 2, 3)] == [before[other] for other in (0, 2, 3)]
    assert t.state.progress.tolist() == [-10] * 4


def test_research_when_all_is_known() -> None:
    """§3.2.1 A legal play that reveals nothing."""
    t = table("Q♦ 8♠", "8♦", pile="K♥", opening_reveals=12)
    research(t, "Q♦")
    assert told(t, Event.REVEALED) == []
    assert told(t, Event.REVEALED_NOTHING) == [(DIAMONDS, 0, 0)]
    assert asked(t) == [(1, Step.CALL)]


def test_research_until_the_difficulty_is_known() -> None:
    """§3.2.1 Six cards after the opening's six, and the thirteenth is the difficulty itself."""
    t = table("Q♣ Q♣ J♣ J♣ K♣ K♣", "8♦", pile="★ ★ ★ ★ 9♣", opening_reveals=6)
    for card in ("Q♣", "Q♣", "J♣", "J♣", "K♣", "K♣"):
        research(t, card)
        go_on(t)
    everything = sum(1 << value for value in range(1, 14))
    assert everything ^ t.state.revealed[CLUBS] == 1 << t.state.difficulty[CLUBS]


@pytest.mark.parametrize("card", ["A♣", "6♣", "10♣"])
def test_publishing_is_worth_one(card: str) -> None:
    """§3.2.2 Progress of the suit rises by exactly one, whatever the number of the card."""
    t = table(f"{card} 8♠", "8♦", pile="K♥")
    before = list(t.state.revealed)
    publish(t, card)
    assert t.state.progress.tolist() == [-9, -10, -10, -10]
    assert told(t, Event.PUBLISHED) == [(0, kind(card), -9)]
    assert list(t.state.revealed) == before


def test_at_a_conference_all_others_draw() -> None:
    """§3.2.3 In seat order from the active player on, who draws nothing; no progress and no risk."""
    t = table("5♣ 8♠", "8♦", "9♦", "10♦", pile="K♥")
    confer(t, "5♣")
    assert pile(t)[:2] == ["K♥", "5♣"]
    assert [len(hand(t, seat)) for seat in range(4)] == [1, 2, 2, 2]
    assert [arguments[0] for arguments in told(t, Event.DREW)[-3:]] == [1, 2, 3]
    assert t.state.progress.tolist() == [-10] * 4
    assert told(t, Event.RISKED) == []
    assert asked(t) == [(1, Step.CALL)]


def test_a_conference_goes_round_the_table() -> None:
    """§3.2.3 After the last seat comes the first."""
    t = table("8♣", "8♦", "3♠ 9♦", pile="K♥")
    t.state.active, t.state.asking[0], t.state.asking[2] = 2, 0, Step.ACTION
    confer(t, "3♠")
    assert [arguments[0] for arguments in told(t, Event.DREW)[-2:]] == [0, 1]


def test_mad_science_at_a_conference_does_not_advance() -> None:
    """§3.2.3 It is discarded and replaced; the dice stay as they are."""
    put_aside = 0
    for seed in range(25):
        t = table("5♣ 8♠", "8♦", "", deck="9♠ ★ ★ ★ ★", pile="K♥", rest=2, seed=seed)
        held = len(hand(t, 2))
        confer(t, "5♣")
        put_aside += len(told(t, Event.PUT_ASIDE_MAD_SCIENCE))
        assert hand(t, 1) == ["8♦", "9♠"]
        assert len(hand(t, 2)) == held + 1
        assert (t.state.pool, t.state.side) == (14, Side.CONTINUE)
        assert told(t, Event.DREW_MAD_SCIENCE) == []
    assert put_aside > 25


def test_a_conference_when_the_cards_run_out() -> None:
    """§3.2.3 §3.1 Whoever finds no card draws none."""
    t = table("5♣ 8♠", "8♦", "9♦", "10♦", pile="", deck="", rest=3)
    confer(t, "5♣")
    assert [len(hand(t, seat)) for seat in range(3)] == [1, 1, 1]
    assert [arguments[0] for arguments in told(t, Event.DREW_NOTHING)] == [1, 2, 3]


def test_a_conference_alone() -> None:
    """§3.2.3 Alone at the table it gets rid of a card; then the round ends."""
    t = table("5♣ 8♠", pile="K♥")
    confer(t, "5♣")
    assert (hand(t, 0), pile(t), len(deck(t))) == (["8♠"], ["K♥", "5♣"], 105)
    assert t.length == 2


def advancing_rolls(monkeypatch: pytest.MonkeyPatch, card: str, test: RiskTest) -> list[int]:
    """The rolls of the risk die that take a die from the pool."""
    s = GAME.start(risk_test=test).state
    found = []
    for roll in range(1, 7):
        monkeypatch.setattr(sys.modules["moot.games.path_to_safety.turn"], "roll_die", lambda _, roll=roll: roll)
        s.pool = 14
        run_risk(s, 0, kind(card))
        if s.pool == 13:
            found.append(roll)
    return found


@pytest.mark.parametrize("risk", range(1, 6))
def test_the_risk_die(monkeypatch: pytest.MonkeyPatch, risk: int) -> None:
    """§3.3 Mad science advances on less than the card's risk; with the option, on at most the risk."""
    card = ("A♠", "2♠", "3♠", "4♠", "5♠")[risk - 1]
    assert advancing_rolls(monkeypatch, card, RiskTest.BELOW) == list(range(1, risk))
    assert advancing_rolls(monkeypatch, card, RiskTest.AT_MOST) == list(range(1, risk + 1))


def test_who_rolls_the_risk_die() -> None:
    """§3.3 Whoever publishes ace to five, and nobody else."""
    for number in range(STRATEGIES):
        suit = "♣♦♠♥"[number]
        for rank in ("A", "3", "5", "6", "10"):
            t = table(f"{rank}{suit} 8♠", "8♦")
            publish(t, rank + suit)
            assert len(told(t, Event.RISKED)) == (rank in "A35")
    t = table("K♣ 8♠", "8♦")
    research(t, "K♣")
    assert told(t, Event.RISKED) == []


def test_how_often_a_five_advances() -> None:
    """§3.3 In 4 of 6 cases as printed, in 5 of 6 with `at_most`; and only once."""
    for test, chance in ((RiskTest.BELOW, 4 / 6), (RiskTest.AT_MOST, 5 / 6)):
        advanced = 0
        for seed in range(300):
            t = table("5♣ 8♠", "8♦", pile="K♥", seed=seed, risk_test=test)
            pool = t.state.pool
            publish(t, "5♣")
            advanced += pool - t.state.pool
        assert abs(advanced / 300 - chance) < 0.07
