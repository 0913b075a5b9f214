"""Chapter 5: the end of the game, and the end of the deck."""

from __future__ import annotations

from collections import Counter

import pytest

from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import STRATEGIES
from moot.games.path_to_safety.rules import Ending, Event, Vote, is_won, reshuffle
from moot.games.path_to_safety.turn import publish as publish_card
from tests.games.path_to_safety.table import PILE, all_cards, call, deck, go_on, hand, kind, pile, table, told


@pytest.mark.parametrize("strategy", range(STRATEGIES))
@pytest.mark.parametrize("difficulty", [1, 7, 13])
def test_how_many_publications_it_takes(strategy: int, difficulty: int) -> None:
    """§5.1 From -10 a strategy of difficulty d needs d + 11: progress must be higher, and equal is not enough."""
    s = GAME.start().state
    s.telling = 0
    s.difficulty[strategy] = difficulty
    published = 0
    while not is_won(s):
        publish_card(s, 0, strategy * 13)
        published += 1
    assert published == difficulty + 11


def test_one_strategy_is_enough() -> None:
    """§5.1 Everyone wins if any strategy is past its difficulty."""
    t = GAME.start(seats=5, seed=2)
    t.state.progress[2] = t.state.difficulty[2] + 1
    call(t, *[Vote.YES] * 4)
    assert t.ending == Ending.VOTE_WON
    assert t.standing.winners == (0, 1, 2, 3, 4)


def test_equal_is_not_enough() -> None:
    """§5.1 Everyone loses if no strategy is higher than its difficulty."""
    t = GAME.start(seats=5, seed=2)
    for strategy in range(STRATEGIES):
        t.state.progress[strategy] = t.state.difficulty[strategy]
    call(t, *[Vote.YES] * 4)
    assert t.ending == Ending.VOTE_LOST
    assert t.standing.winners == ()


def test_the_difficulties_are_turned_up() -> None:
    """§5.1 At the end, not before, all four with their progress."""
    t = GAME.start(seats=1, seed=2)
    assert told(t, Event.SHOWED_DIFFICULTY) == []
    call(t)
    shown = [(strategy, t.state.difficulty[strategy], t.state.progress[strategy]) for strategy in range(STRATEGIES)]
    assert told(t, Event.SHOWED_DIFFICULTY) == shown


def test_it_is_told_which_strategies_work() -> None:
    """§5.1 Two of them: one by far, one by a hair; one that equals its difficulty does not."""
    t = GAME.start(seats=1, seed=2)
    for strategy, (difficulty, progress) in enumerate([(4, 9), (7, 7), (1, 2), (13, -10)]):
        t.state.difficulty[strategy], t.state.progress[strategy] = difficulty, progress
    call(t)
    assert [line.text for line in t.lines() if "difficulty" in line.text] == [
        "♣ Governance: difficulty 4, progress 9: it works.",
        "♦ Agent Foundations: difficulty 7, progress 7: not enough.",
        "♠ Pivotal Act: difficulty 1, progress 2: it works.",
        "♥ Prosaic YOLO Shard: difficulty 13, progress −10: not enough.",
    ]


@pytest.mark.parametrize("ending", Ending)
def test_an_ending_says_whether_it_is_won_and_by_what(ending: Ending) -> None:
    """§5.1 §4.1 §3.5 What ended the game, whether a strategy works, and so who wins."""
    words = GAME.words.endings[ending].text
    how, _, won = ending.name.partition("_")
    assert {"CONTINUE": "No die shows ×", "END": "A die shows ✓", "VOTE": "by choice"}[how] in words
    assert how == "VOTE" or "mad science succeeds" in words
    assert words.lower().endswith({"WON": " everyone wins.", "LOST": "strategy works. everyone loses."}[won])


def test_an_empty_deck_is_made_anew() -> None:
    """§5.2 All discards but the top one, mad science too, when a card is to be drawn."""
    t = table("7♣", "8♦", pile="9♠", rest=PILE, drawn=False)
    discarded = pile(t)
    go_on(t)
    drawn = told(t, Event.DREW_MAD_SCIENCE)
    assert pile(t) == ["9♠"] + ["★"] * len(drawn)
    assert told(t, Event.RESHUFFLED) == [(105, 0, 0)]
    assert Counter(deck(t) + hand(t, 0)) + Counter(pile(t)[1:]) == Counter([*discarded[:-1], "7♣"])


def test_the_deck_may_stay_empty() -> None:
    """§5.2 Drawing the last card does not yet make a new deck."""
    t = table("7♣", "8♦", deck="10♠", pile="★ ★ ★ ★ 9♠", rest=1, drawn=False)
    go_on(t)
    assert hand(t, 0) == ["7♣", "10♠"]
    assert deck(t) == []
    assert told(t, Event.RESHUFFLED) == []


def test_a_lone_joker_on_the_pile_stays() -> None:
    """§5.2 The top card may be mad science."""
    t = table("7♣", "8♦", pile="10♠ ★ ★ ★ ★", rest=1)
    reshuffle(t.state)
    assert pile(t) == ["★"]
    assert deck(t) == sorted(["10♠", "★", "★", "★"])
    assert not any(t.state.discard[1:]), "nothing is left where the pile was"


def test_reshuffles_are_counted_as_far_as_the_field_goes() -> None:
    """§5.2 A game of more than 127 reshuffles goes on."""
    t = table("7♣", "8♦", pile="10♠ ★ ★ ★ ★", rest=1)
    t.state.reshuffles = 126
    for _ in range(3):
        while t.state.deck_size:
            t.state.deck_size -= 1
            t.state.discard[t.state.discards] = t.state.deck[t.state.deck_size]
            t.state.discards += 1
        reshuffle(t.state)
    assert t.state.reshuffles == 127
    cards = deck(t) + pile(t) + hand(t, 0) + hand(t, 1)
    assert sorted(cards) == all_cards()
    assert kind(hand(t, 0)[0]) == kind("7♣")
