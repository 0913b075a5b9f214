"""The answers of Path to Safety in short."""

from __future__ import annotations

from moot.engine import Label, Line, Sitting, ordered
from moot.engine.labels import LONGEST_QUESTION
from moot.games.path_to_safety.components import Match, RiskTest
from moot.games.path_to_safety.rules import Step
from tests.games.path_to_safety.table import publish, table


def labels(t: Sitting, seat: int = 0) -> list[tuple[str, ...]]:
    """Verb, cost and outcome of what a seat may do, in the order of a page."""
    return [move.label[:3] for move in ordered(t.moves(seat))]


def test_cards_say_what_comes_of_them() -> None:
    """§3.2 §3.3 §3.4 Progress, what a match earns, and the chance that mad science advances. A match comes first."""
    t = table("7♣ 4♦ K♥ A♣", "8♦", pile="9♣", risk_test=RiskTest.AT_MOST)
    assert labels(t) == [
        ("Publish", "7♣", "♣ −10 → −9; another turn"),
        ("Publish", "A♣", "♣ −10 → −9; another turn; 17%: mad science"),
        ("Publish", "4♦", "♦ −10 → −9; 67%: mad science"),
        ("Research", "K♥", "♥: turns up one of 7 numbers"),
        ("Conference", "4♦", "the others draw a card each; no risk"),
        ("Conference", "A♣", "the others draw a card each; no risk"),
    ]
    t = table("2♣ A♦", "8♦")
    assert labels(t)[:2] == [("Publish", "2♣", "♣ −10 → −9; 17%: mad science"), ("Publish", "A♦", "♦ −10 → −9")]


def test_nothing_is_left_to_research() -> None:
    """§3.2.1 All numbers but one have been turned up."""
    t = table("K♥")
    t.state.strategy_size[3] = 0
    assert labels(t) == [("Research", "K♥", "♥: nothing is left to turn up")]


def test_momentum() -> None:
    """§3.4 It can be left."""
    t = table("7♣ 3♦", "8♦", pile="9♣", match=Match.MOMENTUM)
    publish(t, "7♣")
    moves = ordered(t.moves(0))
    assert [move.label.verb for move in moves] == ["Publish", "Draw", "Do nothing"]
    assert [move.label.exit for move in moves] == [False, False, True]


def test_to_end_the_game_is_costly() -> None:
    """§3.5 The chance to win stands on it; all vote, unless there is but one."""
    for seats, said in ((2, "all vote; 0% to win now"), (1, "the game ends; 0% to win now")):
        t = table(*["7♣"] * seats)
        t.state.asking[0] = Step.CALL
        end = t.moves(0)[1].label
        assert end == Label("Call for the end", "", said, costly=True, exit=True, place=end.place)


def test_the_question_names_the_best_strategy() -> None:
    """§3.5 §8 And whether any would win; to go on is to draw from the deck."""
    t = table("7♣", "8♣", drawn=False)
    asked = "Go on, or call for the end? "
    for progress, said in ((-10, "Nothing would win yet."), (14, "♦ is sure to win.")):
        t.state.progress[1] = progress
        assert t.question(0) == Line("3.5", asked + said)
    t.state.progress[1], t.state.revealed[1] = 5, 0b111_1111_0000
    said = (t.question(0) or Line("", "")).text
    assert said.startswith(f"{asked}♦ would win with ")
    assert len(said) <= LONGEST_QUESTION
    assert [move.pieces for move in t.moves(0)] == [("deck-0",), ()]


def test_votes_weigh_the_same() -> None:
    """§3.5 No answer is marked."""
    t = table("7♣", "8♣")
    t.state.asking[0], t.state.asking[1] = 0, Step.VOTE
    assert [move.label.verb for move in t.moves(1)] == ["No, go on", "Yes, end it"]
    assert not any(move.label.costly or move.label.exit for move in t.moves(1))
