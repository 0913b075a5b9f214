"""What is answered to a move that is refused: why this move cannot be made, whatever else could be done with its piece."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import pytest

from moot.engine import MoveError, Sitting
from moot.games.turning_points.components import EDGES, ORIGINAL, edge_between
from moot.games.turning_points.rules import Act, Lay, Step
from tests.games.turning_points.table import BLUE, ORANGE, YELLOW, act, flexible, lay, play, table, turn_of

SCENE = r"""
               [2 O✓]  ─   (7 ·)
              /     \     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 B×)  H1  (5 ·)
2: orange’s event; green +2; ✓ yellow, × blue; tokens none
4: blue’s Attacking event; red −1; ✓ yellow, × orange; tokens none
Player 1 (yellow): 0, on 3
Player 2 (orange): 0, on 2
Player 3 (blue): 0, on 4
"""
NOT_HELD = "You do not hold this card."


def scene(seat: int, **options: Any) -> Sitting:
    """A position in which it is the turn of a seat: yellow stands on the empty node 3, blue on an event on node 4."""
    t = table(SCENE, seats=3, **options)
    turn_of(t, seat)
    return t


def answer(t: Sitting, seat: int, step: IntEnum, *arguments: int) -> str:
    """What a player hears who tries a move; without the moves that could be made."""
    number = t.machine.numbering.write(t.game.rules.choices[step], arguments)
    before = bytes(t)
    with pytest.raises(MoveError) as refused:
        t.play(seat, number)
    assert bytes(t) == before
    return str(refused.value).partition(" Legal: ")[0]


def in_hand(t: Sitting, seat: int, place: int = 0) -> int:
    """A card that a seat holds."""
    return int(t.state.hand_card[seat, place] - 1)


# 3 What a ✓ cannot be spent on


@pytest.mark.parametrize(
    ("what", "node", "said"),
    [
        (Act.MOVE, 4, "You are on node 4 already. (§3.3)"),
        (Act.MOVE, 1, "Node 1 is realized: what happened there can be changed no more. (§5.1)"),
        (Act.MOVE, 2, "You move, and influence, one step at a time: node 2 is 2 away. (§3.3)"),
        (Act.MOVE, 12, "The map has 7 nodes: there is no node 12. (§1.2)"),
        (Act.MOVE, 40, "The map has 7 nodes: there is no node 40. (§1.2)"),
        (Act.INFLUENCE_YES, 5, "No event lies on node 5: there is nothing to influence. (§3.5)"),
        (Act.INFLUENCE_NO, 3, "No event lies on node 3: there is nothing to influence. (§3.5)"),
        (Act.INFLUENCE_NO, 1, "Node 1 is realized: what happened there can be changed no more. (§5.1)"),
        (Act.INFLUENCE_YES, 2, "You move, and influence, one step at a time: node 2 is 2 away. (§3.3)"),
    ],
)
def test_a_node(what: Act, node: int, said: str) -> None:
    """§1.2 §3.3 §3.5 §5.1 One moves to neighbours, and influences events."""
    assert answer(scene(BLUE), BLUE, Step.ACT, what, node - 1) == said


def test_a_token_too_many() -> None:
    """§3.5 §7.2 As many as there may be; or none at all in this game."""
    t = scene(BLUE)
    t.state.pros[3, BLUE] = 4
    full = "You have 4 tokens there already, as many as you may. (§3.5)"
    assert answer(t, BLUE, Step.ACT, Act.INFLUENCE_YES, 3) == full
    assert answer(t, BLUE, Step.ACT, Act.MOVE, 3) == "You are on node 4 already. (§3.3)"
    none = "In this game nobody puts tokens on events. (§7.2)"
    assert answer(scene(BLUE, most_tokens=0), BLUE, Step.ACT, Act.INFLUENCE_YES, 3) == none


def test_an_edge() -> None:
    """§3.6 §7.2 Without a link, of another node, or with as much as it takes."""
    t = scene(BLUE)
    assert answer(t, BLUE, Step.ACT, Act.REINFORCE, edge_between(2, 3)) == (
        "There is no link on this edge to be reinforced. (§3.6)"
    )
    assert answer(t, BLUE, Step.ACT, Act.REINFORCE, edge_between(1, 2)) == (
        "You can reinforce edges of your own node only, which is 4. (§3.6)"
    )
    act(t, Act.REINFORCE, edge_between(3, 4))
    assert answer(t, BLUE, Step.ACT, Act.REINFORCE, edge_between(3, 4)) == (
        "This edge has 2 reinforcement already, and no edge takes more. (§3.6)"
    )
    t = scene(BLUE, most_reinforcement=0)
    assert answer(t, BLUE, Step.ACT, Act.REINFORCE, edge_between(3, 4)) == "In this game nothing is reinforced. (§7.2)"


def test_an_exchange() -> None:
    """§3.7 Of a card that could be organized: the second in a turn, a flexible card, one of somebody else, with no deck."""
    t = scene(YELLOW)
    others = in_hand(t, BLUE)
    assert answer(t, YELLOW, Step.ACT, Act.EXCHANGE, others) == f"{NOT_HELD} (§3.7)"
    assert answer(t, YELLOW, Step.ACT, Act.EXCHANGE, flexible("Logistic")) == (
        "Flexible cards cannot be exchanged. (§3.7)"
    )
    act(t, Act.EXCHANGE, in_hand(t, YELLOW))
    again = "You have exchanged as many cards as you may in this turn. (§3.7)"
    assert answer(t, YELLOW, Step.ACT, Act.EXCHANGE, in_hand(t, YELLOW)) == again
    t = scene(YELLOW)
    t.state.deck_size = 0
    empty = "The deck is empty: no card can be exchanged. (§3.7)"
    assert answer(t, YELLOW, Step.ACT, Act.EXCHANGE, in_hand(t, YELLOW)) == empty
    never = "In this game no cards are exchanged. (§7.2)"
    assert answer(scene(YELLOW, exchanges=0), YELLOW, Step.ACT, Act.EXCHANGE, in_hand(t, YELLOW)) == never


def test_a_card_that_cannot_be_organized() -> None:
    """§3.4 It could be exchanged, but that is not what was asked for."""
    t = scene(BLUE)
    said = "Node 4 has an event already: Player 3’s Attacking event. (§3.4)"
    assert answer(t, BLUE, Step.ACT, Act.ORGANIZE, in_hand(t, BLUE)) == said
    assert answer(scene(YELLOW), YELLOW, Step.ACT, Act.ORGANIZE, in_hand(t, BLUE)) == f"{NOT_HELD} (§3.4)"


def test_what_nobody_holds() -> None:
    """§1.2 §2.1 §3.8 The original event, an edge that is on no map, and a number too many."""
    t = scene(YELLOW)
    lies = "The original event lies on the centre from the start: nobody holds it. (§2.1)"
    assert [answer(t, YELLOW, Step.ACT, what, ORIGINAL) for what in (Act.ORGANIZE, Act.EXCHANGE)] == [lies, lies]
    assert answer(t, YELLOW, Step.ACT, Act.REINFORCE, EDGES) == "The map has no such edge. (§1.2)"
    said = "Stopping names nothing else: its second number is 0. (§3.8)"
    assert answer(t, YELLOW, Step.ACT, Act.STOP, 3) == said


# 4 Flexible events


def organizing(kind: str, **options: Any) -> Sitting:
    """Yellow is about to organize a flexible event on node 3."""
    t = scene(YELLOW, **options)
    act(t, Act.ORGANIZE, flexible(kind))
    return t


@pytest.mark.parametrize(
    "arcs", [(YELLOW + 1, BLUE + 1), (0, BLUE + 1), (BLUE + 1, BLUE + 1), (ORANGE + 1, YELLOW + 1)]
)
def test_the_arcs_of_an_attacking_event(arcs: tuple[int, int]) -> None:
    """§4.1 Neither the own colour, nor nobody, nor the same twice."""
    said = "The two arcs name two different players, and you are neither. (§4.1)"
    assert answer(organizing("Attacking"), YELLOW, Step.ARCS, *arcs) == said


@pytest.mark.parametrize("arcs", [(YELLOW + 1, 0), (ORANGE + 1, BLUE + 1), (0, 0)])
def test_the_arcs_of_a_supporting_event(arcs: tuple[int, int]) -> None:
    """§4.2 Neither the own colour, nor two players, nor nobody."""
    said = "One arc names another player, and the other stays empty. (§4.2)"
    assert answer(organizing("Supporting"), YELLOW, Step.ARCS, *arcs) == said


@pytest.mark.parametrize("kind", ["Attacking", "Supporting"])
def test_colours_that_are_not_played(kind: str) -> None:
    """§1.1 With three players there are three."""
    said = "There are 3 colours in this game: no arc has colour 5. (§1.1)"
    assert answer(organizing(kind), YELLOW, Step.ARCS, ORANGE + 1, 5) == said


def test_a_logistic_card_is_not_turned() -> None:
    """§4.3 There is nothing to turn."""
    said = "A Logistic event has no links of its own to be turned: you lay them as tokens. (§4.3)"
    assert answer(organizing("Logistic"), YELLOW, Step.ROTATE, 2, 1) == said


def laying(**options: Any) -> Sitting:
    """Yellow lays the tokens of a Logistic event on node 3."""
    t = organizing("Logistic", **options)
    play(t, YELLOW, Step.ROTATE, 0, 1)
    return t


BACK_FIRST = "At least one link must lead back: lay that one first. (§4.3)"


@pytest.mark.parametrize(
    ("what", "one", "other", "said"),
    [
        (Lay.DONE, 1, 2, BACK_FIRST),
        (Lay.CAUSE, 3, 4, BACK_FIRST),
        (
            Lay.REINFORCEMENT,
            3,
            1,
            "Lay a link on this edge first: only links of this event are reinforced. (§4.3)",
        ),
        (Lay.HINDRANCE, 4, 5, "Tokens of a Logistic event lie on edges of its own node, which is 3. (§4.3)"),
        (Lay.CAUSE, 3, 11, "Tokens of a Logistic event lie on edges of its own node, which is 3. (§4.3)"),
    ],
)
def test_the_first_token_of_a_logistic_event(what: Lay, one: int, other: int, said: str) -> None:
    """§4.3 A link back, on an edge of its own node."""
    assert answer(laying(), YELLOW, Step.LAY, what, edge_between(one - 1, other - 1)) == said


def test_more_tokens_of_a_logistic_event() -> None:
    """§4.3 §7.2 One link on an edge, and the limits of a link, of an edge, and of all together."""
    t, back = laying(most_reinforcement=3, logistic_strength=6), edge_between(0, 2)
    lay(t, Lay.CAUSE, 3, 1)
    said = "Being done names no edge: its second number is 0. (§4.3)"
    assert answer(t, YELLOW, Step.LAY, Lay.DONE, back or 1) == said
    said = "This event has a link on this edge already. (§4.3)"
    assert answer(t, YELLOW, Step.LAY, Lay.HINDRANCE, back) == said
    lay(t, Lay.REINFORCEMENT, 3, 1)
    lay(t, Lay.REINFORCEMENT, 3, 1)
    said = "This link has a strength of 4, and no link may have more than 4. (§4.3)"
    assert answer(t, YELLOW, Step.LAY, Lay.REINFORCEMENT, back) == said
    lay(t, Lay.CAUSE, 3, 2)
    said = "All links together may have a strength of 6: they have 6, and this would add"
    assert answer(t, YELLOW, Step.LAY, Lay.CAUSE, edge_between(2, 3)) == f"{said} 2. (§4.3)"
    assert answer(t, YELLOW, Step.LAY, Lay.REINFORCEMENT, edge_between(1, 2)) == f"{said} 1. (§4.3)"
    t = laying(most_reinforcement=0)
    lay(t, Lay.CAUSE, 3, 1)
    assert answer(t, YELLOW, Step.LAY, Lay.REINFORCEMENT, back) == "In this game nothing is reinforced. (§7.2)"
