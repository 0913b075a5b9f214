"""Chapter 5: how events turn out. Pictures in, outcomes out; how to read them is told by `KEY` of picture.py."""

from __future__ import annotations

import pytest

from docs.pictures.rulebooks import PICTURES
from moot.engine import Sitting
from moot.games.turning_points import GAME
from moot.games.turning_points.components import CAUSE, HINDRANCE, LOGISTIC, edge_between
from moot.games.turning_points.realize import link_effect, link_in_force, links_total, outcome, token_effect, total_of
from moot.games.turning_points.rules import Event, Step
from tests.games.turning_points.table import (
    BLUE,
    GREY,
    ORANGE,
    PURPLE,
    TURQUOISE,
    YELLOW,
    V,
    X,
    play,
    same_map,
    stop,
    table,
    told,
)

WORKED_EXAMPLE = r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ×)   ─   (6 ·)
             c1    Ch2    \     /
              [4 Y✓]  H1   (5 ·)
4: yellow’s event; red −1; ✓ orange, × nobody; tokens blue ✓1 ×0, purple ✓1 ×0, grey ✓0 ×1
"""


def test_the_worked_example() -> None:
    """§5.2 §5.3 §5.4 §5.5 §5.6 Step by step: +3, an override, −4, +2 − 1, 0, yellow's token, orange loses 1."""
    t = table(WORKED_EXAMPLE)
    stop(t)
    heard = [(entry.event, entry.arguments) for entry in t.log][1:12]
    edge = edge_between(0, 3)
    assert heard == [
        (Event.REALIZING, (3, 3, 0, 0, 0)),
        (Event.OVERRIDDEN, (edge, 0, CAUSE, HINDRANCE, 0)),
        (Event.LINK_COUNTS, (CAUSE, 0, -1, 4, -4)),
        (Event.LINK_COUNTS, (CAUSE, 2, 1, 3, 3)),
        (Event.TOKENS_COUNT, (BLUE, 1, 0, 1, 0)),
        (Event.TOKENS_COUNT, (PURPLE, 1, 0, 1, 0)),
        (Event.TOKENS_COUNT, (GREY, 0, 1, -1, 0)),
        (Event.TOTAL, (-1, 1, 0, 0, 0)),
        (Event.TOKEN_DECIDES, (YELLOW, V, 0, 0, 0)),
        (Event.OCCURRED, (3, 0, 0, 0, 0)),
        (Event.LOST, (ORANGE, 1, 0, 0, 0)),
    ]
    assert list(t.state.points) == [0, -1, 0, 0, 0, 0]


def test_what_stays_in_the_worked_example() -> None:
    """§5.8 All tokens go but the reinforcement that faces the future; green side up."""
    t = table(WORKED_EXAMPLE)
    stop(t)
    assert same_map(
        t,
        r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ×)   ─   (6 ·)
             c      Ch    \     /
              (4 ✓)   H1   [5 ·]
        """,
    )
    assert not any(t.state.pros[3][seat] or t.state.cons[3][seat] for seat in range(6))
    assert told(t, Event.STAYS_ON_EDGE) == [(edge_between(3, 4), 1, 4, 0, 0)]


def test_the_example_of_the_rulebook_is_played_to_its_close() -> None:
    """§5.5 §5.8 Its picture is played on: orange loses 1; one reinforcement stays, facing the future; green side up."""
    t = PICTURES["decision"]().sitting
    before = {edge for edge, extra in enumerate(t.state.extra) if extra}
    stop(t)
    kept = {edge for edge, extra in enumerate(t.state.extra) if extra}
    assert (len(before), kept) == (3, {edge_between(3, 4)})
    assert not any(t.state.pros[3][seat] or t.state.cons[3][seat] for seat in range(6))
    assert (t.state.fate[3], list(t.state.points[:3])) == (1, [0, -1, 0])
    told_of = GAME.rulebook.partition("**5.5**")[2].partition("**5.6**")[0]
    assert "stays, for it faces the future" in told_of
    assert "green side up" in told_of


@pytest.mark.parametrize(
    ("link", "past", "effect"),
    [
        ("c", "✓", 2),
        ("c", "×", -2),
        ("h", "✓", -2),
        ("h", "×", 2),
        ("c1", "✓", 3),
        ("h2", "✓", -4),
        ("C2", "×", -4),
        ("H1", "×", 3),
        ("c", "∅", 0),
        ("H2", "∅", 0),
    ],
)
def test_the_effect_of_a_link(link: str, past: str, effect: int) -> None:
    """§5.2 Cause or hindrance, occurred or not, with reinforcement; nothing from an empty node."""
    t = table(
        rf"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 {past})   ─   (1 ✓)   ─   (6 ·)
             {link:<2}     /     \     /
              [4 Y✓]  ─   (5 ·)
        """
    )
    assert link_effect(t.state, edge_between(2, 3)) == effect
    assert total_of(t.state, 3) == links_total(t.state, 3) == effect


@pytest.mark.parametrize(("links", "in_force"), [("Ch", CAUSE), ("Hc", HINDRANCE), ("h", HINDRANCE), ("C", CAUSE)])
def test_the_forward_link_overrides(links: str, in_force: int) -> None:
    """§5.3 On one edge the earlier event's link counts, and the later event's does not."""
    t = table(
        rf"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ✓)   ─   (6 ·)
             {links:<2}     /     \     /
              [4 Y✓]  ─   (5 ·)
        """
    )
    assert link_in_force(t.state, edge_between(2, 3)) == in_force
    stop(t)
    assert len(told(t, Event.OVERRIDDEN)) == (len(links) == 2)
    assert told(t, Event.LINK_COUNTS) == [(in_force, 2, 1, 2, 2 * in_force)]  # and nothing of the edge to node 1


def test_a_link_to_an_unrealized_node_counts_nothing_yet() -> None:
    """§5.2 The total of an event can be asked for at any time; what has not happened is not in it."""
    t = table(
        r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        [3 O✓]  ─   (1 ✓)   ─   (6 ·)
             c     c1     \     /
              (4 Y✓)  ─   (5 ·)
        """
    )
    assert [link_effect(t.view(0), edge) for edge in (edge_between(2, 3), edge_between(0, 3))] == [0, 3]
    assert total_of(t.view(0), 3) == 3


def test_links_of_other_events_do_not_count() -> None:
    """§5.2 Node 4 has a cause from node 3; what leads to nodes 3 and 5 is none of its business."""
    t = table(
        r"""
               (2 ✓)   ─   (7 ·)
             c1     \     /     \
        (3 ✓)  c1   (1 ✓)   ─   (6 ·)
             C      /     c2    /
              [4 Y✓]  ─   (5 O✓)
        """
    )
    assert [links_total(t.state, node) for node in (2, 3, 4)] == [6, 2, 4]


def test_an_empty_node_affects_no_later_event() -> None:
    """§5.2 §5.8 It gets the ∅ token, and links with it have no effect."""
    t = table(
        r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        [3 ·]   ─   (1 ✓)   ─   (6 ·)
             c2     /     \     /
              (4 Y×)  ─   (5 ·)
        """
    )
    stop(t)
    assert told(t, Event.NOTHING_THERE) == [(2, 0, 0, 0, 0)]
    t.state.due = 1
    assert total_of(t.state, 3) == 0
    play_round(t)
    assert told(t, Event.LINK_IDLE) == [(edge_between(2, 3), 2, CAUSE, 0, 0)]
    assert t.state.fate[3] == -1


def play_round(t: Sitting) -> None:
    """Everyone stops."""
    for _ in range(t.seats):
        stop(t)


@pytest.mark.parametrize(
    ("tokens", "side", "fate"),
    [
        ("blue ✓1 ×0", X, 1),
        ("blue ✓0 ×1", V, -1),
        ("blue ✓1 ×0, grey ✓0 ×1", V, 1),
        ("blue ✓1 ×0, grey ✓0 ×1", X, -1),
        ("none", V, 1),
        ("none", X, -1),
        ("yellow ✓3 ×0, grey ✓0 ×2", X, 1),
    ],
)
def test_tokens_and_the_final_decision(tokens: str, side: int, fate: int) -> None:
    """§1.6 §5.4 §5.5 A token counts 1; the organizer's token nothing, but at 0 it decides. Organizers may add tokens."""
    t = table(
        rf"""
               [2 Y{"×✓"[side]}]  ─   (7 ·)
              /     \     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
        2: yellow’s event; green +2; ✓ blue, × purple; tokens {tokens}
        """
    )
    total = sum(token_effect(t.state, 1, seat) for seat in range(6))
    assert total_of(t.state, 1) == total
    assert outcome(total, side) == fate
    stop(t)
    assert t.state.fate[1] == fate
    assert len(told(t, Event.TOKEN_DECIDES)) == (total == 0)
    assert told(t, Event.NEUTRAL_DECIDES) == []
    assert len(told(t, Event.OCCURRED)) == (fate > 0)
    assert t.state.points[BLUE if fate > 0 else PURPLE] == 2


@pytest.mark.parametrize("side", [X, V])
def test_the_original_event_is_decided_by_the_neutral_token(side: int) -> None:
    """§5.5 §2.1 It has no organizer, and nobody scores by it."""
    t = table(
        rf"""
               (2 ·)   ─   (7 ·)
              /     \     /     \
        (3 ·)   ─   [1 -{"×✓"[side]}]  ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
        """
    )
    stop(t)
    assert told(t, Event.NEUTRAL_DECIDES) == [(side, 0, 0, 0, 0)]
    assert told(t, Event.NOBODY_SCORES)
    assert (told(t, Event.FORESAW), any(t.state.foreseen)) == ([], False)
    assert t.state.fate[0] == (1 if side == V else -1)


@pytest.mark.parametrize(
    ("event", "side", "changes"),
    [
        ("yellow’s event; green +2; ✓ blue, × purple", V, {BLUE: 2}),
        ("yellow’s event; green +2; ✓ blue, × purple", X, {PURPLE: 2}),
        ("yellow’s event; green +2; ✓ yellow, × grey", V, {YELLOW: 2}),
        ("yellow’s event; green +2; ✓ yellow, × grey", X, {GREY: 2}),
        ("yellow’s event; red −1; ✓ blue, × purple", V, {BLUE: -1}),
        ("yellow’s event; red −1; ✓ nobody, × purple", V, {}),
        ("yellow’s event; red −1; ✓ nobody, × purple", X, {PURPLE: -1}),
        ("grey’s Attacking event; red −1; ✓ blue, × purple", V, {BLUE: -1}),
        ("grey’s Attacking event; red −1; ✓ blue, × purple", X, {PURPLE: -1}),
        ("turquoise’s Supporting event; green +1; ✓ nobody, × orange", X, {ORANGE: 1}),
        ("turquoise’s Supporting event; green +1; ✓ nobody, × orange", V, {}),
    ],
)
def test_who_scores(event: str, side: int, changes: dict[int, int]) -> None:
    """§5.6 §4.1 §4.2 The arc of the outcome; an empty arc is nobody. The examples of Attacking and Supporting are among these."""
    t = table(
        rf"""
               [2 {event[0].upper()}{"×✓"[side]}]  ─   (7 ·)
              /     \     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
        2: {event}; tokens none
        """
    )
    stop(t)
    assert {seat: points for seat, points in enumerate(t.state.points) if points} == changes
    gained = {seat: points for seat, points, *_ in told(t, Event.GAINED)}
    lost = {seat: -points for seat, points, *_ in told(t, Event.LOST)}
    assert gained | lost == changes
    assert bool(told(t, Event.NOBODY_SCORES)) == (not changes)


def test_leaving_goes_in_order() -> None:
    """§5.7 From the first player of the completed round on, to a neighbouring unrealized node of their choice, free of charge."""
    t = table(
        r"""
               [2 Y✓]  ─   (7 ·)
              /     \     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
        Player 1 (yellow): 0, on 2
        Player 2 (orange): 0, on 5
        Player 3 (blue): 0, on 2
        """,
        seats=3,
    )
    t.state.first = 2
    stop(t)
    for seat, goal in ((BLUE, 7), (YELLOW, 3)):
        assert t.waiting == [seat]
        assert {move.arguments[0] + 1 for move in t.moves(seat)} == {3, 7}
        play(t, seat, Step.LEAVE_TO, goal - 1)
    assert [node + 1 for node in t.state.pawn[:3]] == [3, 5, 7]
    assert told(t, Event.LEFT) == [(BLUE, 6, 0, 0, 0), (YELLOW, 2, 0, 0, 0)]
    assert t.state.left == 3


@pytest.mark.parametrize("first", [YELLOW, ORANGE])
def test_two_players_leave_in_order(first: int) -> None:
    """§5.7 §7.1 Each once, the first player of the round first; there is no third pawn."""
    t = table(
        r"""
               [2 Y✓]  ─   (7 ·)
              /     \     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
        """,
        seats=2,
    )
    t.state.first = first
    stop(t)
    for seat in (first, 1 - first):
        assert t.waiting == [seat]
        play(t, seat, Step.LEAVE_TO, 2)
    assert [seat for seat, *_ in told(t, Event.LEFT)] == [first, 1 - first]


def test_there_is_always_somewhere_to_go() -> None:
    """§5.7 §1.2 The spiral is unbroken: the next node is a neighbour of the one that is realized. Then nobody is asked."""
    t = table(
        r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               [4 Y✓]  ─   (5 ·)
        """,
        seats=3,
    )
    stop(t)
    assert told(t, Event.LEFT) == [(seat, 4, 0, 0, 0) for seat in range(3)]


@pytest.mark.parametrize("seats", [2, 3])
def test_pawns_stay_when_all_is_realized(seats: int) -> None:
    """§5.7 There is nowhere to go."""
    t = table(
        r"""
               (2 ✓)   ─   [7 Y✓]
              /     \     /     \
        (3 ✓)   ─   (1 ✓)   ─   (6 ✓)
              \     /     \     /
               (4 ✓)   ─   (5 ✓)
        """,
        seats=seats,
    )
    stop(t)
    assert told(t, Event.STAYED) == [(seat, 0, 0, 0, 0) for seat in range(seats)]
    assert t.over


def test_the_reinforcement_that_stays_is_told() -> None:
    """§5.8 That of the realized event which faces the future: not what is not reinforced, nor what lies elsewhere."""
    t = table(
        r"""
               (9 ·)   ─   (8 ·)   ─   (19 ·)
              /     \     /     \     /     \
        (10 ·)  ─   (2 ✓)   ─   (7 ·)   ─   (18 ·)
        /     \     /     \     /     \     /     \
  (11 ·)  ─   (3 ✓)   ─   (1 ✓)   C2   (6 ·)   ─   (17 ·)
        \     /    c1     /     \     /     \     /
        (12 ·)  ─   [4 Y✓]  C   (5 ·)   ─   (16 ·)
              \    H1     \     /     \     /
              (13 ·)  ─   (14 ·)  ─   (15 ·)
        """
    )
    for seat in range(6):
        t.state.pawn[seat] = 4
    stop(t)
    assert told(t, Event.STAYS_ON_EDGE) == [(edge_between(3, 12), 1, 12, 0, 0)]
    assert t.state.extra[edge_between(0, 5)] == 2


def test_the_tokens_of_a_logistic_event_stay_towards_the_future() -> None:
    """§5.8 Its link back and what reinforces it go; its forward link stays until the later node is realized."""
    t = table(
        r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ✓)   ─   (6 ·)
             c1     /     \     /
              [4 Y✓]  H2   (5 O✓)
        4: yellow’s Logistic event; white; ✓ nobody, × nobody; tokens none
        5: orange’s event; red −1; ✓ blue, × nobody; tokens none
        """,
        seats=3,
    )
    stop(t)
    assert same_map(
        t,
        r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ✓)   H2  [5 O✓]
        """,
    )
    play_round(t)
    assert told(t, Event.LINK_COUNTS)[-1] == (HINDRANCE, 3, 1, 4, -4)
    assert same_map(
        t,
        r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ✓)   ─   [6 ·]
              \     /     \     /
               (4 ✓)   ─   (5 ×)
        """,
    )


def test_the_edges_of_an_empty_node_are_cleared_too() -> None:
    """§5.8 Those to the past: reinforcement, and links of a Logistic event; a printed link is no token."""
    t = table(
        r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ✓)   ─   (6 ·)
             C1    H2     \     /
               [4 ·]   ─   (5 ·)
        """,
        seats=3,
    )
    t.state.event[2] = LOGISTIC + 1
    stop(t)
    assert same_map(
        t,
        r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ✓)   ─   (6 ·)
              \    H      \     /
               (4 ∅)   ─   [5 ·]
        """,
    )


def test_the_next_player_clockwise_is_first() -> None:
    """§5.9 And the lowest unrealized node (§5.1) is the next."""
    t = table(
        r"""
               [2 Y✓]  ─   (7 ·)
              /     \     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 ·)   ─   (5 ·)
        Player 1 (yellow): 0, on 3
        Player 2 (orange): 0, on 3
        Player 3 (blue): 0, on 3
        Player 4 (purple): 0, on 3
        """,
        seats=4,
    )
    stop(t)
    assert (t.state.first, t.state.active, t.state.present) == (1, 1, 2)
    assert t.waiting == [1]
    assert TURQUOISE not in t.waiting


def test_three_rings_realize_two_nodes_a_round() -> None:
    """§5.1 One after the other."""
    t = GAME.start(seats=3, rings=3, seed=1)
    for _ in range(3):
        stop(t)
    while t.state.asking[t.waiting[0]] == Step.LEAVE_TO:
        t.play(t.waiting[0], t.moves(t.waiting[0])[0])
    assert (t.state.rounds, t.state.present) == (2, 2)
