"""Chapter 2: setting up."""

from __future__ import annotations

from collections import Counter

import pytest

from moot.engine import OptionError, count
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import HARDEST, STRATEGIES, Side
from moot.games.path_to_safety.rules import Event, Step, kind_of
from tests.games.path_to_safety.table import all_cards, asked, deck, hand, pile, told


@pytest.mark.parametrize("seats", range(1, 7))
def test_one_to_six_play(seats: int) -> None:
    """§2.1 The first seat begins, whatever the number of players."""
    assert asked(GAME.start(seats=seats)) == [(0, Step.CALL)]


@pytest.mark.parametrize("seats", [0, 7])
def test_no_more_and_no_fewer(seats: int) -> None:
    """§2.1 One to six."""
    with pytest.raises(OptionError):
        GAME.start(seats=seats)


def test_every_difficulty_is_as_likely() -> None:
    """§2.1 A card drawn from thirteen, for each strategy on its own."""
    drawn: list[Counter[int]] = [Counter() for _ in range(STRATEGIES)]
    for seed in range(1300):
        for strategy, difficulty in enumerate(
            GAME.start(seats=1, seed=seed, hand=0, opening_reveals=0).state.difficulty
        ):
            drawn[strategy][difficulty] += 1
    for counts in drawn:
        assert sorted(counts) == list(range(1, HARDEST + 1))
        assert all(abs(number - 100) < 40 for number in counts.values())


@pytest.mark.parametrize("reveals", [0, 5, 12])
def test_cards_turned_up_are_not_the_difficulty(reveals: int) -> None:
    """§2.2 As many of each deck as agreed; the rest stays in the deck."""
    t = GAME.start(seed=8, opening_reveals=reveals)
    for strategy in range(STRATEGIES):
        revealed = t.state.revealed[strategy]
        assert count(revealed) == reveals
        assert not revealed >> t.state.difficulty[strategy] & 1
        assert t.state.strategy_size[strategy] == 12 - reveals
    assert told(t, Event.OPENED) == [(number, t.state.revealed[number], 0) for number in range(STRATEGIES)]


@pytest.mark.parametrize("size", [0, 3, 10])
def test_hands_are_dealt(size: int) -> None:
    """§2.3 As many cards as agreed for everyone, each told to its owner alone."""
    t = GAME.start(seats=6, seed=2, hand=size)
    for seat in range(6):
        assert len(hand(t, seat)) == size
        dealt = [arguments[0] for arguments in told(t, Event.DEALT, seat)]
        assert dealt == [kind_of(card) for card in t.state.held[seat][:size]]
    assert not told(t, Event.DEALT)


def test_no_joker_is_dealt() -> None:
    """§2.3 The jokers join the deck when the hands are full: all four are in it."""
    for seed in range(40):
        t = GAME.start(seats=6, hand=10, seed=seed)
        assert deck(t).count("★") == 4
        assert sorted(deck(t) + [card for seat in range(6) for card in hand(t, seat)]) == all_cards()


@pytest.mark.parametrize(("start", "dice"), [(-10, 14), (-3, 7)])
def test_counters_dice_indicator_and_pile(start: int, dice: int) -> None:
    """§2.4 The printed values, or those agreed on."""
    t = GAME.start(seed=9, start_progress=start, dice=dice)
    assert t.state.progress.tolist() == [start] * 4
    assert (t.state.pool, t.state.side) == (dice, Side.CONTINUE)
    assert pile(t) == []
    assert GAME.options["start_progress"].default == -10
    assert GAME.options["dice"].default == 14
