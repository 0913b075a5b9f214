"""Chapter 1: what is in the box."""

from __future__ import annotations

from collections import Counter

from moot.engine import roll_die
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import DICE, HARDEST, KINDS, STRATEGIES, Side, Strategy
from moot.games.path_to_safety.rules import is_innovation, is_mad_science, risk_of, strategy_of
from moot.games.path_to_safety.words import strategy
from tests.games.path_to_safety.table import CLUBS, DIAMONDS, HEARTS, SPADES, all_cards, kind, name


def test_suits_are_strategies() -> None:
    """§1.1 Clubs, diamonds, spades and hearts stand for the four strategies."""
    assert [strategy_of(kind(card)) for card in ("A♣", "K♦", "7♠", "2♥")] == [CLUBS, DIAMONDS, SPADES, HEARTS]
    assert [strategy(number) for number in Strategy] == [
        "♣ Governance",
        "♦ Agent Foundations",
        "♠ Pivotal Act",
        "♥ Prosaic YOLO Shard",
    ]


def test_the_science_deck_is_two_packs_and_four_jokers() -> None:
    """§1.2 108 cards: every ordinary card twice, and four jokers."""
    s = GAME.start(seats=1, hand=0, seed=3).state
    assert sorted(name(card) for card in s.deck[: s.deck_size]) == all_cards()
    counts = Counter(all_cards())
    assert counts.pop("★") == 4
    assert len(counts) == 52
    assert set(counts.values()) == {2}


def test_only_the_jokers_are_mad_science() -> None:
    """§1.2 Cards 105 to 108."""
    assert [card for card in range(1, 109) if is_mad_science(card)] == [105, 106, 107, 108]


def test_ace_to_ten_are_innovations() -> None:
    """§1.2 Jack, queen and king are research cards."""
    research = {name(number + 1)[:-1] for number in range(KINDS) if not is_innovation(number)}
    assert research == {"J", "Q", "K"}
    assert sum(is_innovation(number) for number in range(KINDS)) == 40


def test_ace_to_five_carry_risk() -> None:
    """§1.2 A risk of 1 to 5; none on every other card."""
    risks = [risk_of(kind(f"{rank}♠")) for rank in ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")]
    assert risks == [1, 2, 3, 4, 5, 0, 0, 0, 0, 0, 0, 0, 0]


def test_a_strategy_deck_is_numbered_to_thirteen() -> None:
    """§1.3 The difficulty and the twelve other cards are 1 to 13."""
    s = GAME.start(seed=5, opening_reveals=0).state
    for number in range(STRATEGIES):
        cards = [s.difficulty[number], *s.strategy_deck[number][: s.strategy_size[number]]]
        assert sorted(cards) == list(range(1, HARDEST + 1))


def test_dice_and_indicator() -> None:
    """§1.4 Fourteen mad science dice, an indicator of two sides, and a six-sided risk die whose faces come up alike."""
    s = GAME.start(seed=6).state
    assert (s.pool, DICE, len(Side)) == (14, 14, 2)
    rolls = Counter(roll_die(s) for _ in range(12_000))
    assert sorted(rolls) == [1, 2, 3, 4, 5, 6]
    assert all(abs(number - 2000) < 160 for number in rolls.values())


def test_each_strategy_has_a_counter() -> None:
    """§1.5 Four counters, moved one by one."""
    assert len(GAME.start().state.progress) == 4
