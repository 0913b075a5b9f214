"""Chapter 8: what the table shows, and how it is said."""

from __future__ import annotations

from moot.engine import NOBODY, Line, Sitting
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import Match, RiskTest, Side
from moot.games.path_to_safety.secrets import count_beaten, count_possible, is_possible
from moot.games.path_to_safety.words import chance_to_win, percent
from tests.games.path_to_safety.table import CLUBS, SPADES, call, publish, table


def only_possible(t: Sitting, strategy: int, *values: int) -> None:
    """All values but these have been turned up for a strategy; the first of them is the difficulty."""
    s = t.state
    s.revealed[strategy] = sum(1 << value for value in range(1, 14) if value not in values)
    s.strategy_size[strategy] = len(values) - 1
    s.difficulty[strategy] = values[0]
    for place, value in enumerate(values[1:]):
        s.strategy_deck[strategy, place] = value


def test_what_is_known_of_a_difficulty() -> None:
    """§8 The values not turned up, and how many of them the progress beats: a lower one, not an equal one."""
    t = table("7♣", "8♦")
    only_possible(t, CLUBS, 2, 5, 9, 13)
    s = t.state
    assert [value for value in range(1, 14) if is_possible(s, CLUBS, value)] == [2, 5, 9, 13]
    beaten = {}
    for s.progress[CLUBS] in (-10, 0, 2, 3, 5, 6, 9, 10, 13, 14, 30):
        beaten[s.progress[CLUBS]] = count_beaten(s, CLUBS)
    assert beaten == {-10: 0, 0: 0, 2: 0, 3: 1, 5: 1, 6: 2, 9: 2, 10: 3, 13: 3, 14: 4, 30: 4}
    assert count_possible(s, CLUBS) == 4


def test_the_chance_to_win() -> None:
    """§8 Half for one strategy and a quarter for another make five eighths."""
    t = table("7♣", "8♦")
    only_possible(t, CLUBS, 2, 9)
    only_possible(t, SPADES, 1, 5, 7, 8)
    t.state.progress[CLUBS], t.state.progress[SPADES] = 4, 3
    assert chance_to_win(t.state) == 5 / 8


def test_only_the_certain_is_called_certain() -> None:
    """§8 A chance is rounded, but never to nothing or all."""
    assert [percent(chance) for chance in (0, 0.001, 0.5, 0.999, 1)] == ["0%", "1%", "50%", "99%", "100%"]


def test_the_picture() -> None:
    """§8 Decks, pile, dice, indicator and risk die under their names; tracks with what is known; one's own hand."""
    t = table("7♣ A♦", "8♦", pile="2♣ K♥", deck="9♠", seed=5)
    only_possible(t, CLUBS, 2, 9, 11)
    t.state.progress[CLUBS] = 4
    lines = t.picture(0).splitlines()
    assert lines[0] == "Round 1, Player 1’s turn"
    assert lines[2].split() == ["STRATEGY", "DECKS", "progress", "difficulty", "may", "be", "beaten", "left"]
    assert " ".join(lines[3].split()) == "♣ Governance 4 · 2 · · · · · · 9 ·· 11 ·· ·· 33% 2"
    assert [line.split()[0] for line in lines[3:7]] == list("♣♦♠♥")
    assert "♦ Agent Foundations         −10   " in lines[4]
    assert "SCIENCE DECK           103 cards" in lines
    assert "DISCARD PILE           K♥, on top of 1" in lines
    assert "MAD SCIENCE            14 dice of 14 under “1 × continue”: ends with 1 chance in 16384" in lines
    assert "ACCELERATION RISK DIE  advances mad science with less than the card’s risk" in lines
    assert lines[-2:] == ["Player 1               2 cards  7♣  A♦", "Player 2               1 card"]


def test_the_picture_of_another() -> None:
    """§8 §7 Everyone sees their own hand, a spectator none; and the table as it is now."""
    t = table("7♣ A♦", "8♦", pile="★", risk_test=RiskTest.AT_MOST)
    t.state.pool, t.state.side, t.state.mad_science[0] = 3, Side.END, 2
    assert "Player 2               1 card  8♦" in t.picture(1)
    assert "Player 1               2 cards, has turned up mad science: 2" in t.picture(1)
    assert "7♣" not in t.picture(1)
    shown = t.picture(NOBODY)
    assert "8♦" not in shown
    assert "DISCARD PILE           mad science\n" in shown
    assert "3 dice of 14 under “1 ✓ end”: ends with 7 chances in 8" in shown
    assert "with at most the card’s risk" in shown


def test_the_picture_at_the_end() -> None:
    """§8 §5.1 What the difficulties were; and no roll is to come."""
    t = GAME.start(seats=1, seed=3)
    t.state.progress[CLUBS], t.state.difficulty[CLUBS] = 9, 4
    call(t)
    lines = t.picture().splitlines()
    assert lines[3].split()[:5] == ["♣", "Governance", "9", "4", "yes"]
    assert lines[4].split()[-2:] == ["no", "7"]
    assert "MAD SCIENCE            14 dice of 14 under “1 × continue”" in lines


def test_moves_say_what_they_do() -> None:
    """§8 The use of a card, its risk, and what a match earns."""
    t = table("7♣ 3♦ K♥ A♣", "8♦", pile="9♣")
    assert [move.words for move in t.moves(0)] == [
        "Publish 7♣ for ♣ Governance and earn another turn",
        "Publish 3♦ for ♦ Agent Foundations (risk 3)",
        "Hold a conference with 3♦: everyone else draws",
        "Research K♥ for ♥ Prosaic YOLO Shard",
        "Publish A♣ for ♣ Governance and earn another turn (risk 1)",
        "Hold a conference with A♣: everyone else draws",
    ]
    assert t.question(0) == Line("3.2", "Research, publish or conference? Pile: 9♣.")


def test_momentum_in_words() -> None:
    """§8 §3.4 What may be done with it."""
    t = table("7♣ 3♦", "8♦", pile="9♣", match=Match.MOMENTUM)
    publish(t, "7♣")
    assert [move.words for move in t.moves(0)] == [
        "Do nothing",
        "Draw a card",
        "Publish 3♦ for ♦ Agent Foundations (risk 3)",
    ]


def test_a_story() -> None:
    """§8 The game told to a seat, with the table at the end of each round."""
    t = GAME.start(seats=1, seed=3)
    for _ in range(2):
        t.play(0, t.moves(0)[0])
    call(t)
    story = t.story(0)
    assert "You are dealt" in story
    assert "Round 2 begins." in story
    assert story.count("STRATEGY DECKS") == 2
    assert story.endswith("The players end the game by choice, and no strategy works. Everyone loses.")
