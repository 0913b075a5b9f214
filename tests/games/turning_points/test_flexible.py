"""Chapter 4: the three flexible events, their limits and refusals."""

from __future__ import annotations

import pytest

from moot.bots import Player
from moot.engine import Sitting
from moot.engine.undo import undo_to_here
from moot.games.turning_points import GAME
from moot.games.turning_points.components import CAUSE, HINDRANCE, edge_between
from moot.games.turning_points.rules import Act, Event, Lay, Step
from tests.games.turning_points.table import (
    BLUE,
    GREY,
    ORANGE,
    PURPLE,
    TURQUOISE,
    YELLOW,
    V,
    X,
    act,
    flexible,
    lay,
    links_of,
    offered,
    organize,
    play,
    same_map,
    stop,
    table,
    told,
    turn_of,
)

MAP = r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               [4 ·]   ─   (5 ·)
"""


def begin(kind: str, seat: int, on: int = 4, text: str = MAP, **options: int) -> Sitting:
    """A seat has chosen a flexible card."""
    t = table(text, **options)
    turn_of(t, seat, on=on)
    act(t, Act.ORGANIZE, flexible(kind))
    return t


def why(t: Sitting, seat: int, one: int, other: int) -> str:
    """Why no token can be laid on an edge."""
    line = GAME.words.reason(t.view(seat), seat, "edge", edge_between(one - 1, other - 1), t.names)
    assert line
    assert line.section == "4.3"
    return line.text


def test_attacking_names_two_others() -> None:
    """§4.1 Any two other players, one on each arc."""
    t = begin("Attacking", GREY)
    pairs = {move.arguments for move in t.moves(GREY)}
    assert pairs == {(a, b) for a in range(1, 6) for b in range(1, 6) if a != b}


def test_the_attacking_example() -> None:
    """§4.1 Grey's event with the token near ✓: in balance it occurs, and blue loses a point, not purple."""
    t = begin("Attacking", GREY)
    play(t, GREY, Step.ARCS, BLUE + 1, PURPLE + 1)
    play(t, GREY, Step.ROTATE, 5, V)  # the cause leads off the map, the hindrance back to node 3
    assert links_of(t, 4) == {3: HINDRANCE}
    t.state.fate[2] = 0  # nothing happened at node 3
    stop(t)
    assert t.state.fate[3] == 1
    assert [t.state.points[seat] for seat in (BLUE, PURPLE)] == [-1, 0]
    assert not t.state.flexible[GREY] & 1


def test_the_attacking_example_the_other_way() -> None:
    """§4.1 If it does not occur, purple loses a point: the hindrance from an event that occurred counts −2."""
    t = begin("Attacking", GREY)
    play(t, GREY, Step.ARCS, BLUE + 1, PURPLE + 1)
    play(t, GREY, Step.ROTATE, 5, V)
    stop(t)
    assert [t.state.points[seat] for seat in (BLUE, PURPLE)] == [0, -1]


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("4.1", "In balance it occurs, because grey’s token is near ✓."),
        ("4.2", "In balance it does not occur, because turquoise’s token is near ×."),
    ],
)
def test_the_examples_of_the_rulebook_say_what_happens_in_balance(section: str, said: str) -> None:
    """§4.1 §4.2 As the two tests of balance here play them."""
    assert said in GAME.rulebook.partition(f"**{section}**")[2].partition("\n\n")[0]


def test_supporting_names_one_other() -> None:
    """§4.2 On either arc; the other stays empty."""
    t = begin("Supporting", TURQUOISE)
    pairs = {move.arguments for move in t.moves(TURQUOISE)}
    assert pairs == {(a, 0) for a in (1, 2, 3, 4, 6)} | {(0, a) for a in (1, 2, 3, 4, 6)}


def test_the_supporting_example() -> None:
    """§4.2 Orange under ×, turquoise's token near ×: in balance it does not occur, and orange gains a point."""
    t = begin("Supporting", TURQUOISE)
    play(t, TURQUOISE, Step.ARCS, 0, ORANGE + 1)
    play(t, TURQUOISE, Step.ROTATE, 2, X)  # causes to node 3 (north-west) and off the map
    t.state.fate[2] = 0
    turn_of(t, GREY)
    stop(t)
    assert t.state.fate[3] == -1
    assert list(t.state.points) == [0, 1, 0, 0, 0, 0]


def test_supporting_that_occurs() -> None:
    """§4.2 Nobody gains anything."""
    t = begin("Supporting", TURQUOISE)
    play(t, TURQUOISE, Step.ARCS, 0, ORANGE + 1)
    play(t, TURQUOISE, Step.ROTATE, 2, X)
    turn_of(t, GREY)
    stop(t)
    assert t.state.fate[3] == 1
    assert list(t.state.points) == [0] * 6


KINDS: dict[str, tuple[int, int] | None] = {"Attacking": (1, 2), "Supporting": (0, 2), "Logistic": None}


def organized(kind: str) -> Sitting:
    """Grey has organized a flexible card on node 4, which has a link to node 3 at least."""
    t = table(MAP)
    turn_of(t, GREY, on=4)
    organize(t, flexible(kind), 0 if kind == "Logistic" else 2, V, arcs=KINDS[kind])
    if kind == "Logistic":
        lay(t, Lay.CAUSE, 4, 3)
        lay(t, Lay.REINFORCEMENT, 4, 3)
        lay(t, Lay.HINDRANCE, 4, 5)
        lay(t, Lay.DONE)
    return t


@pytest.mark.parametrize("kind", KINDS)
def test_a_flexible_card_is_played_once(kind: str) -> None:
    """§1.5 Then it is on the map, and the other two are still in hand."""
    t = organized(kind)
    t.state.organizer[3] = 0
    turn_of(t, GREY, on=5)
    held = {card for card in offered(t, GREY, Act.ORGANIZE) if card >= flexible("Attacking")}
    assert held == {flexible(other) for other in KINDS if other != kind}


@pytest.mark.parametrize(
    ("kind", "scores"), [("Attacking", [(3, 1, 2, -1, 0)]), ("Supporting", [(3, 0, 2, 1, 0)]), ("Logistic", [])]
)
def test_who_scores_by_it_is_told(kind: str, scores: list[tuple[int, ...]]) -> None:
    """§4.1 §4.2 §1.5 Both arcs and the points; nothing of the kind for Logistic."""
    assert told(organized(kind), Event.ARCS_SET) == scores


def test_links_are_told_with_their_strength() -> None:
    """§4.3 §1.3 A cause back to node 3, reinforced by 1, and a hindrance forward to node 5."""
    assert set(told(organized("Logistic"), Event.LINKED)) == {(CAUSE, 2, 0, 3, 0), (HINDRANCE, 4, 1, 2, 0)}


@pytest.mark.parametrize("kind", KINDS)
def test_nothing_is_left_of_a_plan(kind: str) -> None:
    """§3.4 When the card lies, its arcs, its links and its reinforcement are on the map and nowhere else."""
    s = organized(kind).state
    assert (s.plan_card[GREY], s.plan_yes[GREY], s.plan_no[GREY], s.plan_side[GREY]) == (0, 0, 0, 0)
    assert (list(s.plan_link[GREY]), list(s.plan_extra[GREY])) == ([0] * 6, [0] * 6)


def logistic(**options: int) -> Sitting:
    """Blue organizes a Logistic event on node 4, token near ✓, and lays its tokens."""
    t = begin("Logistic", BLUE, text=LOGISTIC_MAP, **options)
    play(t, BLUE, Step.ROTATE, 0, V)
    return t


LOGISTIC_MAP = r"""
               (9 ·)   ─   (8 ·)   ─   (19 ·)
              /     \     /     \     /     \
        (10 ·)  ─   (2 ✓)   ─   (7 ·)   ─   (18 ·)
        /     \     /     \     /     \     /     \
  (11 ·)  ─   (3 ✓)   ─   (1 ✓)   ─   (6 ·)   ─   (17 ·)
        \     /     \     /     \     /     \     /
        (12 ·)  ─   [4 ·]   ─   (5 ·)   ─   (16 ·)
              \     /     \     /     \     /
              (13 ·)  ─   (14 ·)  ─   (15 ·)
"""


def test_the_logistic_example() -> None:
    """§4.3 A cause back, a hindrance forward, another with 2 more: 2 + 2 + 4 = 8. Not one token more, and it is said why."""
    t = logistic()
    lay(t, Lay.CAUSE, 4, 3)
    lay(t, Lay.HINDRANCE, 4, 5)
    lay(t, Lay.HINDRANCE, 4, 13)
    lay(t, Lay.REINFORCEMENT, 4, 13)
    lay(t, Lay.REINFORCEMENT, 4, 13)
    assert offered(t, BLUE) == {Lay.DONE}
    assert why(t, BLUE, 4, 14) == "All links together may have a strength of 8: they have 8, and this would add 2."
    assert why(t, BLUE, 4, 5) == "All links together may have a strength of 8: they have 8, and this would add 1."
    assert why(t, BLUE, 4, 13) == "This link has a strength of 4, and no link may have more than 4."
    lay(t, Lay.DONE)
    assert links_of(t, 4) == {3: CAUSE, 5: HINDRANCE, 13: HINDRANCE}
    assert [t.state.extra[edge_between(3, other - 1)] for other in (3, 5, 13)] == [0, 0, 2]
    assert (t.state.yes_arc[3], t.state.no_arc[3], t.state.worth[3]) == (0, 0, 0)
    assert same_map(
        t,
        r"""
               (9 ·)   ─   (8 ·)   ─   (19 ·)
              /     \     /     \     /     \
        (10 ·)  ─   (2 ✓)   ─   (7 ·)   ─   (18 ·)
        /     \     /     \     /     \     /     \
  (11 ·)  ─   (3 ✓)   ─   (1 ✓)   ─   (6 ·)   ─   (17 ·)
        \     /     c     /     \     /     \     /
        (12 ·)  ─   [4 B✓]  H   (5 ·)   ─   (16 ·)
              \     H2    \     /     \     /
              (13 ·)  ─   (14 ·)  ─   (15 ·)
        """,
    )


def test_a_link_back_comes_first() -> None:
    """§4.3 At least one link leads back: until it lies nothing else can be laid, and the card cannot lie."""
    t = logistic()
    backs = {edge_between(3, 2), edge_between(3, 0)}
    assert {move.arguments for move in t.moves(BLUE)} == {(kind, edge) for kind in (0, 1) for edge in backs}
    assert why(t, BLUE, 4, 5) == "At least one link must lead back: lay that one first."
    lay(t, Lay.HINDRANCE, 4, 1)
    assert Lay.DONE in offered(t, BLUE)


def test_what_can_be_laid_after_the_first_link() -> None:
    """§4.3 One link of this event on an edge, on edges of the map only; reinforcement where this event has a link."""
    t = begin("Logistic", BLUE)  # node 4 of the small map has the edges to 1, 3 and 5
    play(t, BLUE, Step.ROTATE, 0, V)
    lay(t, Lay.CAUSE, 4, 1)
    free = {edge_between(3, 2), edge_between(3, 4)}
    assert {move.arguments for move in t.moves(BLUE)} == {
        (Lay.DONE, 0),
        (Lay.REINFORCEMENT, edge_between(3, 0)),
        *((kind, edge) for kind in (Lay.CAUSE, Lay.HINDRANCE) for edge in free),
    }


def test_no_link_above_four() -> None:
    """§4.3 Two reinforcements at most; what lies on the edge already counts."""
    t = logistic()
    t.state.extra[edge_between(3, 0)] = 1
    lay(t, Lay.CAUSE, 4, 1)
    lay(t, Lay.REINFORCEMENT, 4, 1)
    assert Lay.REINFORCEMENT not in offered(t, BLUE)
    assert why(t, BLUE, 4, 1) == "This link has a strength of 4, and no link may have more than 4."
    lay(t, Lay.CAUSE, 4, 3)
    lay(t, Lay.DONE)
    assert t.state.extra[edge_between(3, 0)] == 2


@pytest.mark.parametrize(
    ("options", "lies", "laid"),
    [
        ({}, 0, 2),
        ({}, 1, 1),
        ({"most_reinforcement": 1}, 0, 1),
        ({"most_reinforcement": 1}, 1, 0),
        ({"most_reinforcement": 0}, 0, 0),
        ({"most_reinforcement": 3, "most_strength": 6}, 0, 3),
        ({"link_strength": 1}, 0, 2),
        ({"link_strength": 3}, 0, 1),
    ],
)
def test_a_logistic_event_reinforces_no_edge_beyond_the_limit(options: dict[str, int], lies: int, laid: int) -> None:
    """§4.3 §3.6 So much on an edge, whoever lays it and whatever lies there; and no link stronger than four."""
    t, edge, number = logistic(**options), edge_between(3, 0), 0
    t.state.extra[edge] = lies
    lay(t, Lay.CAUSE, 4, 1)
    while (Lay.REINFORCEMENT, edge) in {move.arguments for move in t.moves(BLUE)}:
        lay(t, Lay.REINFORCEMENT, 4, 1)
        number += 1
    assert number == laid
    lay(t, Lay.DONE)
    assert t.state.extra[edge] == lies + laid


def test_why_an_edge_takes_no_more_reinforcement() -> None:
    """§4.3 §3.6 The limit of the edge is named, where the link could be stronger."""
    t = logistic(most_reinforcement=1)
    lay(t, Lay.CAUSE, 4, 1)
    lay(t, Lay.REINFORCEMENT, 4, 1)
    assert why(t, BLUE, 4, 1) == "This edge has 1 reinforcement already, and no edge takes more."


def test_what_lies_on_an_edge_counts_for_a_new_link() -> None:
    """§4.3 With 6 of 8 used a plain link may be laid, and one on an edge with a reinforcement may not: it would make 9."""
    t = logistic()
    t.state.extra[edge_between(3, 12)] = 1
    lay(t, Lay.CAUSE, 4, 3)
    lay(t, Lay.REINFORCEMENT, 4, 3)
    lay(t, Lay.REINFORCEMENT, 4, 3)
    lay(t, Lay.HINDRANCE, 4, 5)
    laid = {other for move in t.moves(BLUE) for other in (13, 14) if edge_between(3, other - 1) == move.arguments[1]}
    assert laid == {14}
    assert why(t, BLUE, 4, 13) == "All links together may have a strength of 8: they have 6, and this would add 3."


def test_a_passive_player_lays_no_more_than_has_to_be() -> None:
    """§4.3 Done is the answer that says enough, as soon as a link leads back; before that there is none."""
    t = logistic()
    player = Player(t, ["passive"])
    player.play()
    assert sum(map(abs, t.state.plan_link[BLUE])) == 1
    player.play()
    assert t.state.event[3] == flexible("Logistic") + 1


def test_a_token_link_is_a_link_like_any_other() -> None:
    """§4.3 It counts in the realization: a cause from node 1 and a reinforced hindrance from node 3, which both occurred."""
    t = logistic()
    lay(t, Lay.CAUSE, 4, 1)
    lay(t, Lay.HINDRANCE, 4, 3)
    lay(t, Lay.REINFORCEMENT, 4, 3)
    lay(t, Lay.DONE)
    turn_of(t, GREY)
    stop(t)
    assert t.state.fate[3] == -1


def test_the_plan_of_tokens_can_be_taken_back() -> None:
    """§4.3 §3.4 One by one, until the card lies."""
    t = logistic()
    t._undo = undo_to_here(t)
    lay(t, Lay.CAUSE, 4, 1)
    lay(t, Lay.REINFORCEMENT, 4, 1)
    t.take_back(BLUE)
    t.take_back(BLUE)
    assert not any(t.state.plan_link[BLUE])
    assert not any(t.state.plan_extra[BLUE])


def test_what_is_not_organized_is_worth_nothing() -> None:
    """§1.5 All stop to the end: flexible cards stay in hand, nobody has points."""
    t = GAME.start(seats=3, rings=1, seed=4)
    while not t.over:
        seat = t.waiting[0]
        if t.state.asking[seat] == Step.ACT:
            stop(t)
        else:
            t.play(seat, t.moves(seat)[0])
    assert list(t.state.flexible[:3]) == [7, 7, 7]
    assert t.standing.points == (0, 0, 0)
    assert t.state.points[YELLOW] == 0
