"""The laws notice what they forbid."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import CARDS, Side
from moot.games.path_to_safety.rules import Ending

LAWS = list(GAME.rules.laws)


def lose_a_card(s: Any) -> None:
    """§1.2 A card vanishes."""
    s.deck_size -= 1


def add_a_card(s: Any) -> None:
    """§1.2 A card lies in two places, and there are 109."""
    s.discard[0], s.discards = s.deck[0], 1


def double_a_low_card(s: Any) -> None:
    """§1.2 A card lies in two places, and another is nowhere: one of the first half."""
    double_one_of(s, range(1, CARDS // 2 + 1))


def double_a_high_card(s: Any) -> None:
    """§1.2 The same in the second half."""
    double_one_of(s, range(CARDS // 2 + 1, CARDS + 1))


def double_one_of(s: Any, cards: range) -> None:
    """The first card of the deck that is one of these becomes the second."""
    first, second, *_ = (at for at in range(s.deck_size) if s.deck[at] in cards)
    s.deck[first] = s.deck[second]


def hold_mad_science(s: Any) -> None:
    """§7 A joker in a hand."""
    at = next(i for i in range(s.deck_size) if s.deck[i] == 105)
    s.deck[at], s.held[0, 0] = s.held[0, 0], s.deck[at]


def change_a_back(s: Any) -> None:
    """§7 A back that tells a lie."""
    s.backs[0, 0] = 1


def keep_an_old_card(s: Any) -> None:
    """§5.2 A card in the deck from before the last shuffle."""
    s.reshuffles = 1


def reveal_the_difficulty(s: Any) -> None:
    """§1.3 The hidden card lies open."""
    s.revealed[2] |= 1 << s.difficulty[2]


def double_a_value(s: Any) -> None:
    """§1.3 The number of the hidden card is in the deck once more, and another is nowhere."""
    s.strategy_deck[2, 0] = s.difficulty[2]


def forget_a_shuffle(s: Any) -> None:
    """§7 A back that tells of an older deck than the one that its card was in."""
    s.generation[s.held[1, 0]] += 1


def take_the_last_die(s: Any) -> None:
    """§4.3 No die under "1 ✓ end"."""
    s.pool, s.side = 0, Side.END


def forget_the_indicator(s: Any) -> None:
    """§4.3 One die under "1 × continue"."""
    s.pool = 1


def add_a_fifteenth_die(s: Any) -> None:
    """§4.3 There are fourteen."""
    s.pool, s.side = 15, Side.END


def lose_progress(s: Any) -> None:
    """§1.5 Progress below the start."""
    s.progress[3] = -11


def win_for_nothing(s: Any) -> None:
    """§5.1 Won, but no strategy works."""
    s.over = Ending.VOTE_WON


@pytest.mark.parametrize(
    ("law", "breach"),
    [
        (0, lose_a_card),
        (0, add_a_card),
        (0, double_a_low_card),
        (0, double_a_high_card),
        (1, hold_mad_science),
        (1, change_a_back),
        (1, forget_a_shuffle),
        (2, keep_an_old_card),
        (3, reveal_the_difficulty),
        (3, double_a_value),
        (4, forget_the_indicator),
        (4, take_the_last_die),
        (4, add_a_fifteenth_die),
        (5, lose_progress),
        (6, win_for_nothing),
    ],
)
def test_a_breach_is_noticed(law: int, breach: Callable[[Any], None]) -> None:
    """§1.2 §1.3 §1.5 §4.3 §5.1 §5.2 §7 By the law that forbids it; and a fresh game keeps all of them."""
    t = GAME.start(seats=2, seed=1)
    assert GAME.interpreted.broken_law([t.state], 0) == -1
    breach(t.state)
    assert GAME.interpreted.broken_law([t.state], 0) == law, LAWS[law]
