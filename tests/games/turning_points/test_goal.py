"""What wins, what is decided next, and where points came from."""

from __future__ import annotations

from moot.engine import NOBODY, Goal, Sitting
from moot.engine.standing import goal
from moot.games.turning_points import GAME
from moot.games.turning_points.components import Side

NAMES = ["Ann", "Birch", "Cedar", "Dogwood"]


def with_event(worth: int, yes: int, no: int, side: int = Side.YES) -> Sitting:
    """Node 14 is next: it gives so much to these players, and has three tokens near ✓."""
    t = GAME.start(seats=4, seed=1)
    s, node = t.state, 13
    s.present, s.event[node], s.organizer[node], s.side[node] = node, 1, 1, side
    s.worth[node], s.yes_arc[node], s.no_arc[node] = worth, yes, no
    s.pros[node, 2] = 3
    for seat, points in enumerate((-1, 0, 3, 2)):
        s.points[seat] = points
    return t


def seen(t: Sitting, seat: int = 0) -> Goal:
    """The goal as a seat reads it."""
    return goal(GAME, t.view(seat), seat, NAMES)


def test_what_is_decided_next() -> None:
    """§5.1 §5.5 §5.6 What happens if nothing changes, and to whom."""
    t = with_event(-1, yes=2, no=0)
    head = "Most points after node 19."
    assert seen(t).text == f"{head} You: −1, 4th. Next: node 14, now +3, occurs: Birch −1."
    assert seen(t).short == "Most points: you −1, 4th. Next: node 14, now +3."
    assert seen(t, NOBODY).text == f"{head} Cedar leads with 3. Next: node 14, now +3, occurs: Birch −1."
    assert seen(t).figures == (("next", "node 14, now +3, occurs: Birch −1"),)


def test_what_does_not_happen() -> None:
    """§5.5 In balance the organizer's token decides."""
    t = with_event(2, yes=2, no=4, side=Side.NO)
    t.state.pros[13, 2] = 0
    assert seen(t).figures == (("next", "node 14, now 0, does not occur: Dogwood +2"),)
    t.state.no_arc[13] = 0
    assert seen(t).figures == (("next", "node 14, now 0, does not occur: nobody"),)


def test_an_empty_node_and_the_end() -> None:
    """§5.8 §6.1 Nothing lies there; nothing is left."""
    t = with_event(2, yes=2, no=4)
    t.state.event[13] = 0
    assert seen(t).text == "Most points after node 19. You: −1, 4th, 4 behind Cedar. Next: node 14, empty."
    t.state.present = 19
    assert seen(t).text == "Most points after node 19. You: −1, 4th, 4 behind Cedar. All nodes are realized."
