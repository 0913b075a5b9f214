"""Chapter 6: the last round, the winner, ties."""

from __future__ import annotations

from typing import Any

import pytest

from moot.engine import Sitting
from moot.games.turning_points import GAME
from moot.games.turning_points.rules import Ending, Event, Step
from tests.games.turning_points.table import stop, table, told

LAST_NODE = r"""
               (2 ✓)   ─   [7 Y✓]
              /     \     /     \
        (3 ✓)   ─   (1 ✓)   ─   (6 ✓)
              \     /     \     /
               (4 ✓)   ─   (5 ✓)
"""


def finish_with(points: list[int], foreseen: list[int]) -> Sitting:
    """The last node is realized, and nobody scores by it; yellow foresees it."""
    t = table(LAST_NODE, seats=len(points))
    for seat, (number, seen) in enumerate(zip(points, foreseen, strict=True)):
        t.state.points[seat], t.state.foreseen[seat] = number, seen - (seat == 0)
    stop(t)
    assert t.over
    return t


@pytest.mark.parametrize(
    ("points", "foreseen", "ranks", "decided_by"),
    [
        ([3, 5, -2], [1, 1, 1], [2, 1, 3], None),
        ([5, 5, 1], [1, 2, 9], [2, 1, 3], "events foreseen"),
        ([5, 5, 5], [3, 2, 3], [1, 3, 1], "events foreseen"),
        ([0, 0, 0], [1, 0, 0], [1, 2, 2], "events foreseen"),
        ([-1, -1, -3], [1, 1, 2], [1, 1, 3], None),
        ([4, 5, 4], [1, 0, 2], [3, 1, 2], None),
    ],
)
def test_who_wins(points: list[int], foreseen: list[int], ranks: list[int], decided_by: str | None) -> None:
    """§6.2 Most points; then most own events that ended on the side of the own token; then shared."""
    t = finish_with(points, foreseen)
    result = t.result
    assert result is not None
    assert (list(result.points), list(result.ranks), result.decided_by) == (points, ranks, decided_by)
    assert result.winners == tuple(seat for seat in range(3) if ranks[seat] == 1)
    assert result.ending == Ending.ALL_REALIZED
    assert [arguments[:3] for arguments in told(t, Event.FINAL_POINTS)] == [
        (seat, points[seat], foreseen[seat]) for seat in range(3)
    ]


@pytest.mark.parametrize(
    ("points", "foreseen", "said"),
    [
        ([3, 5, -2], [1, 1, 1], "Player 2 wins with 5 points."),
        (
            [5, 5, 1],
            [1, 2, 9],
            "Player 2 wins with 5 points; the tie with Player 1 is broken by events foreseen, 2 against 1.",
        ),
        ([4, 4, 4], [2, 2, 2], "Player 1, Player 2 and Player 3 share the win with 4 points each."),
    ],
)
def test_the_last_line(points: list[int], foreseen: list[int], said: str) -> None:
    """§6.2 Who has won, with what, and what broke the tie."""
    line = finish_with(points, foreseen).result_line
    assert line is not None
    assert (line.section, line.text) == ("6.2", f"All nodes are realized, and the game is over. {said}")


def test_final_points_in_words() -> None:
    """§6.2 With the events foreseen, which break ties."""
    lines = [line.text for line in finish_with([1, 0, -3], [2, 1, 0]).lines()]
    assert lines[-3:] == [
        "Player 1: +1 point, 2 events foreseen.",
        "Player 2: 0 points, 1 event foreseen.",
        "Player 3: −3 points, 0 events foreseen.",
    ]
    assert "*events foreseen*" in GAME.rulebook.partition("**6.2**")[2].partition("## 7")[0]


@pytest.mark.parametrize(("side", "number"), [("✓", 1), ("×", 0)])
def test_foresight(side: str, number: int) -> None:
    """§6.2 Own events that ended on the side of the own token are counted: here a token of blue decides for ✓."""
    t = table(
        LAST_NODE.replace("Y✓", f"Y{side}") + "7: yellow’s event; green +2; ✓ blue, × orange; tokens blue ✓1 ×0",
        seats=3,
    )
    stop(t)
    assert list(t.state.foreseen[:3]) == [number, 0, 0]
    assert len(told(t, Event.FORESAW)) == number


def play_out(seats: int, **options: Any) -> Sitting:
    """A game in which all stop."""
    t: Sitting = GAME.start(seats=seats, seed=1, **options)
    while not t.over:
        seat = t.waiting[0]
        if t.state.asking[seat] == Step.ACT:
            stop(t)
        else:
            t.play(seat, t.moves(seat)[0])
    return t


@pytest.mark.parametrize(
    ("seats", "options", "rounds", "last"),
    [
        (2, {}, 18, 2),
        (3, {}, 17, 3),
        (4, {}, 16, 4),
        (5, {}, 15, 5),
        (6, {}, 14, 6),
        (4, {"rings": 1}, 6, 2),
        (4, {"rings": 3}, 17, 5),
        (4, {"closing": 1}, 19, 1),
        (4, {"closing": 12}, 8, 12),
        (4, {"rings": 1, "pace": 3}, 3, 1),
    ],
)
def test_the_last_round(seats: int, options: dict[str, int], rounds: int, last: int) -> None:
    """§6.1 It begins with at most as many unrealized nodes as there are players, or as the map says, and realizes all."""
    t = play_out(seats, **options)
    assert t.length == rounds
    assert told(t, Event.LAST_ROUND) == [(last, 0, 0, 0, 0)]
    assert t.state.present == t.state.nodes
    assert len(told(t, Event.NOTHING_THERE)) == t.state.nodes - 1


@pytest.mark.parametrize("seats", [2, 3])
def test_a_game_of_silence_is_shared(seats: int) -> None:
    """§6.2 Nobody has done anything, and everyone is told of."""
    t = play_out(seats)
    assert t.standing.points == (0,) * seats
    assert t.standing.winners == tuple(range(seats))
    assert told(t, Event.FINAL_POINTS) == [(seat, 0, 0, 0, 0) for seat in range(seats)]
