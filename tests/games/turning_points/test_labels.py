"""The answers of Turning Points in short."""

from __future__ import annotations

from moot.engine import Sitting, ordered
from moot.games.turning_points.components import Side, edge_between
from moot.games.turning_points.rules import Act, Lay, Step
from tests.games.turning_points.table import act, find_card, flexible, give, play
from tests.games.turning_points.test_words import scene

YELLOW, ORANGE, BLUE = range(3)


def labels(t: Sitting, seat: int) -> list[tuple[str, ...]]:
    """Verb, cost and outcome of what a seat may do, in the order of a page."""
    return [move.label[:3] for move in ordered(t.moves(seat))]


def test_acts_say_what_they_make_of_the_totals() -> None:
    """§3.3 §3.5 §3.6 A step each; the scale and the link as they would stand."""
    t = scene(BLUE)
    t.state.left = 2
    shown = labels(t, BLUE)
    assert ("Influence: occurs", "●", "node 4: 0 → +1, occurs") in shown
    assert ("Influence: not", "●", "node 4: 0 → −1, does not occur") in shown
    assert ("Reinforce", "●", "3 → 4: hindrance from 4 to 5") in shown
    assert ("Move", "●", "node 3: empty") in shown
    assert shown[-1] == ("Stop", "2 left", "2 steps are lost")
    assert [verb for verb, _, _ in shown][:2] == ["Influence: occurs", "Influence: not"]
    stop = ordered(t.moves(BLUE))[-1].label
    assert stop.costly
    assert stop.exit


def test_a_link_to_what_is_realized_moves_the_total() -> None:
    """§5.2 The later event's total, before and after."""
    t = scene(BLUE)
    edge = edge_between(0, 3)
    t.state.back[edge] = 1
    assert ("Reinforce", "●", "2 → 3: node 4 from +2 to +3") in labels(t, BLUE)


def test_cards_say_who_scores() -> None:
    """§1.4 In words, without signs; oneself is “you”."""
    t = scene()
    number = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, number)
    shown = [move.label[:3] for move in t.moves(YELLOW) if move.arguments[1] == number and len(move.pieces) == 1]
    said = "occurs: you +2; not: Player 2 +2"
    assert ("Organize", "●", said) in shown
    assert ("Exchange", "●", said) in shown
    assert ("Organize", "●", "name two rivals who may lose a point") in labels(t, YELLOW)


def test_a_card_is_turned_and_placed() -> None:
    """§3.4 Where its links lead, and where the event then stands; sides have no numbers."""
    t = scene()
    number = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, number)
    act(t, Act.ORGANIZE, number)
    assert labels(t, YELLOW)[0] == ("Lay: occurs", "●", "cause 1: at +2")
    assert ("Lay: not", "●", "cause 2: at 0") in labels(t, YELLOW)


def test_flexible_cards() -> None:
    """§4.1 §4.2 §4.3 Whom they name, and how much of the strength is used."""
    t = scene()
    act(t, Act.ORGANIZE, flexible("Attacking"))
    assert labels(t, YELLOW)[0] == ("Attack", "", "occurs: Player 2 −1; not: Player 3 −1")
    t = scene()
    act(t, Act.ORGANIZE, flexible("Supporting"))
    assert ("Support", "", "occurs: nobody; not: Player 3 +1") in labels(t, YELLOW)
    t = scene()
    act(t, Act.ORGANIZE, flexible("Logistic"))
    assert labels(t, YELLOW)[0] == ("Lay: occurs", "", "its links come next")
    play(t, YELLOW, Step.ROTATE, 0, Side.YES)
    assert ("Cause", "", "back to node 1; 2 of 8 used") in labels(t, YELLOW)
    play(t, YELLOW, Step.LAY, Lay.CAUSE, edge_between(0, 2))
    assert labels(t, YELLOW)[0] == ("Reinforce", "", "back to node 1; 3 of 8 used")
    assert labels(t, YELLOW)[-1] == ("Done", "●", "the event lies, at +2")
    assert ordered(t.moves(YELLOW))[-1].label.exit


def test_to_leave_a_node_is_free() -> None:
    """§5.7 Whose event lies there, and how it stands."""
    t = scene()
    t.state.asking[YELLOW] = Step.LEAVE_TO
    assert ("Go on", "free", "node 2: Player 2’s event, at −2") in labels(t, YELLOW)
