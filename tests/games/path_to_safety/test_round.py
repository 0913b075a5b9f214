"""Chapter 4: the end of a round."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import Side
from moot.games.path_to_safety.rules import Ending, Event, advance_mad_science, roll_mad_science
from tests.games.path_to_safety.table import go_on, publish, table, told


class Faces:
    """Stands in for the mad science dice: shows what it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.shown, self.sides = 0, 0
        monkeypatch.setattr(sys.modules["moot.games.path_to_safety.rules"], "pick", self._show)

    def _show(self, s: Any, sides: int) -> int:
        self.sides = sides
        return self.shown


def count_last_rounds(monkeypatch: pytest.MonkeyPatch, dice: int, side: Side) -> tuple[int, int]:
    """Of all ways that the dice can fall, how many end the game; and how many ways there are."""
    s, faces, ends = GAME.start().state, Faces(monkeypatch), 0
    s.telling = 0
    for faces.shown in range(2**dice):
        s.pool, s.side, s.over = dice, side, 0
        roll_mad_science(s)
        ends += s.over != 0
    return ends, faces.sides


@pytest.mark.parametrize("dice", [2, 3, 7, 14])
def test_continue_needs_one_cross(monkeypatch: pytest.MonkeyPatch, dice: int) -> None:
    """§4.1 Under "1 × continue" n dice end the game with a chance of 1 in 2^n: when none shows ×."""
    assert count_last_rounds(monkeypatch, dice, Side.CONTINUE) == (1, 2**dice)


@pytest.mark.parametrize("dice", [1, 2, 7, 14])
def test_end_needs_one_check(monkeypatch: pytest.MonkeyPatch, dice: int) -> None:
    """§4.1 Under "1 ✓ end" n dice go on with a chance of 1 in 2^n: when none shows ✓."""
    assert count_last_rounds(monkeypatch, dice, Side.END) == (2**dice - 1, 2**dice)


@pytest.mark.parametrize(
    ("dice", "side", "chance"), [(2, Side.CONTINUE, 1 / 4), (1, Side.END, 1 / 2), (3, Side.END, 7 / 8)]
)
def test_the_dice_are_fair(dice: int, side: Side, chance: float) -> None:
    """§4.1 §1.4 Rolled many times, they end the game as often as they should."""
    s, ends = GAME.start(seed=5).state, 0
    for _ in range(8000):
        s.pool, s.side, s.over, s.told = dice, side, 0, 0
        roll_mad_science(s)
        ends += s.over != 0
    assert abs(ends / 8000 - chance) < 0.016


@pytest.mark.parametrize(
    ("shown", "side", "progress", "ending"),
    [
        (0b11, Side.CONTINUE, 14, Ending.CONTINUE_WON),
        (0b11, Side.CONTINUE, 0, Ending.CONTINUE_LOST),
        (0b10, Side.CONTINUE, 14, None),
        (0b01, Side.END, 14, Ending.END_WON),
        (0b01, Side.END, 0, Ending.END_LOST),
        (0b11, Side.END, 14, Ending.END_WON),
        (0b11, Side.END, 0, Ending.END_LOST),
        (0b00, Side.END, 14, None),
    ],
)
def test_what_the_dice_do(
    monkeypatch: pytest.MonkeyPatch, shown: int, side: Side, progress: int, ending: Ending | None
) -> None:
    """§4.1 The endings by dice, won and lost; and what does not end the game."""
    s = GAME.start().state
    Faces(monkeypatch).shown = shown
    s.pool, s.side, s.progress[0] = 2, side, progress
    roll_mad_science(s)
    assert s.over == (ending or 0)


def test_the_dice_are_rolled_after_the_last_seat() -> None:
    """§4.1 Once a round, all of the pool."""
    t = table("7♣ 9♦", "8♠ 9♥", pile="★ ★ ★ ★ K♥")
    publish(t, "7♣")
    assert told(t, Event.ROLLED) == []
    go_on(t)
    publish(t, "8♠")
    (checks, crosses, side), *more = told(t, Event.ROLLED)
    assert (checks + crosses, side, more) == (14, Side.CONTINUE, [])
    assert t.length == 2


def test_mad_science_advances_after_the_roll() -> None:
    """§4.2 Once, if the game has not ended."""
    t = table("7♣ 9♦", pile="K♥")
    publish(t, "7♣")
    assert t.state.pool == 13
    assert (t.over, t.length) == (False, 2)


def test_no_advance_when_the_game_has_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    """§4.2 The dice that ended the game stay on the table."""
    s = GAME.start().state
    Faces(monkeypatch).shown = 0b11
    s.pool = 2
    roll_mad_science(s)
    assert (s.over, s.pool) == (Ending.CONTINUE_LOST, 2)


def test_the_pool_shrinks_round_by_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """§4.2 §4.3 Without other advances 14 to 2 dice are rolled in rounds 1 to 13; then one die under "1 ✓ end"."""
    s, rolled = GAME.start().state, []
    Faces(monkeypatch).shown = 0  # × on all dice
    while s.side == Side.CONTINUE:
        rolled.append(s.pool)
        roll_mad_science(s)
    assert rolled == list(range(14, 1, -1))
    assert s.pool == 1


def test_the_pool_grows_under_end() -> None:
    """§4.3 One die an advance, up to the fourteen there are; then an advance does nothing."""
    s, seen = GAME.start().state, []
    s.pool, s.side = 1, Side.END
    for _ in range(15):
        advance_mad_science(s)
        seen.append(s.pool)
    assert seen == [*range(2, 15), 14, 14]
    assert s.side == Side.END


def test_the_side_at_the_beginning_decides() -> None:
    """§4.3 The advance that turns the indicator adds no die."""
    s = GAME.start(dice=2).state
    advance_mad_science(s)
    assert (s.pool, s.side) == (1, Side.END)
    advance_mad_science(s)
    assert (s.pool, s.side) == (2, Side.END)


def test_all_fourteen_dice_can_come_back() -> None:
    """§4.3 Also when the game has started with fewer."""
    s = GAME.start(dice=3).state
    for _ in range(30):
        advance_mad_science(s)
    assert s.pool == 14


def test_advances_are_told() -> None:
    """§4.3 A die less, the indicator, a die more, and nothing more."""
    t = GAME.start(dice=2)
    t.state.told = 0
    for pool in (2, 1, 14):
        t.state.pool = pool
        advance_mad_science(t.state)
    events = [t.state.news[i][0] for i in range(t.state.told)]
    assert events == [Event.REMOVED_DIE, Event.TURNED_INDICATOR, Event.ADDED_DIE, Event.ADDED_NOTHING]
