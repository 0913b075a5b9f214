"""How positions, moves, events and refusals are said."""

from __future__ import annotations

from textwrap import dedent

import pytest

from moot.engine import NOBODY, Left, Line, Sitting
from moot.engine.left import left
from moot.games.turning_points import GAME
from moot.games.turning_points.components import edge_between
from moot.games.turning_points.picture import KEY, card, draw_map, parts_of
from moot.games.turning_points.rules import Act, Step
from moot.games.turning_points.words import strip
from tests.games.turning_points.table import (
    BLUE,
    ORANGE,
    YELLOW,
    act,
    find_card,
    flexible,
    give,
    map_of,
    organize,
    play,
    stop,
    table,
    turn_of,
    words_of,
)

SCENE = r"""
               [2 O✓]  ─   (7 ·)
              /     \     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
               (4 B×)  H1  (5 ·)
2: orange’s event; green +2; ✓ yellow, × blue; tokens blue ✓0 ×2
4: blue’s Attacking event; red −1; ✓ yellow, × orange; tokens none
Player 1 (yellow): +3, on 3
Player 2 (orange): −1, on 2
Player 3 (blue): 0, on 4
"""


def scene(seat: int = YELLOW) -> Sitting:
    """A position in which it is the turn of a seat."""
    t = table(SCENE, seats=3)
    turn_of(t, seat)
    return t


def why(t: Sitting, seat: int, kind: str, number: int) -> Line:
    """Why a piece cannot be chosen."""
    line = GAME.words.reason(t.view(seat), seat, kind, number, t.names)
    assert line
    assert f"**{line.section}**" in GAME.rulebook
    return line


def test_a_picture_can_be_read_back() -> None:
    """§8 What the game draws, the tests can read, and it is drawn the same again."""
    t = scene()
    again = table("\n".join(t.picture(NOBODY).splitlines()[2:]), seats=3)
    turn_of(again, YELLOW)
    assert map_of(again) == map_of(t)
    assert again.picture(NOBODY).splitlines()[2:] == t.picture(NOBODY).splitlines()[2:]


def test_the_picture() -> None:
    """§8 The map, open events with what decides them, players; and one's own hand."""
    t = scene()
    lines = t.picture(YELLOW).splitlines()
    assert lines[0] == "Round 2, Player 1’s turn: 3 steps left"
    assert words_of("\n".join(lines[2:7])) == words_of("\n".join(SCENE.splitlines()[1:6]))
    assert lines[8:13] == [
        "2: orange’s event; green +2; ✓ yellow, × blue; tokens blue ✓0 ×2; total −2 (blue −2)",
        "4: blue’s Attacking event; red −1; ✓ yellow, × orange; tokens none; total 0 (nothing yet)",
        "Player 1 (yellow): +3, on 3, holds 4 cards, Attacking, Supporting, Logistic",
        "Player 2 (orange): −1, on 2, holds 4 cards, Attacking, Supporting, Logistic",
        "Player 3 (blue): 0, on 4, holds 4 cards, Attacking, Supporting, Logistic",
    ]
    assert lines[13].startswith("In hand: ")
    assert "In hand" not in t.picture(NOBODY)
    assert KEY not in t.picture(NOBODY)
    assert KEY in GAME.start(seats=3, seed=1).picture(NOBODY)


def test_the_map_of_two_rings() -> None:
    """§1.2 As the rulebook prints it."""
    t = GAME.start(seats=3, seed=1)
    printed = GAME.rulebook.split("```")[1]
    plain = "\n".join(draw_map(t.state)).replace(" ·", "").replace(" -✓", "").replace(" -×", "").replace("[1]", "(1)")
    assert words_of(plain) == words_of(printed)


def test_parts_of_a_total() -> None:
    """§5.5 Links and tokens one by one; what is not known yet has a question mark."""
    t = table(
        r"""
               (2 ×)   ─   (7 ·)
              /     \     /     \
        [3 O✓]  ─   (1 ✓)   ─   (6 ·)
             c2    Hc     \     /
              (4 Y✓)  ─   (5 ·)
        4: yellow’s event; red −1; ✓ orange, × nobody; tokens blue ✓2 ×1
        """,
        seats=3,
    )
    assert list(parts_of(t.view(0), 3)) == ["hindrance 2 from 1 −2", "cause 4 to 3 ?", "blue +1"]


def test_moves_say_what_they_do() -> None:
    """§3.2 With the total of events, and what a link becomes."""
    t = scene(BLUE)
    t.state.left = 2
    words = {move.words for move in t.moves(BLUE)}
    assert {
        "Stop, and let 2 steps go",
        "Move to node 3, empty",
        "Move to node 5, empty",
        "Influence node 4, a token near ✓: Player 3’s Attacking event, total 0",
        "Reinforce the hindrance between 4 and 5 to 4",
    } <= words
    assert t.question(BLUE) == Line("3.2", "What do you do?")
    assert left(t, BLUE) == Left(2, 3, "steps")


def test_moves_name_their_pieces() -> None:
    """§3.2 So that they can be chosen on the board."""
    t = scene()
    named = {piece for move in t.moves(YELLOW) for piece in move.pieces}
    held = {f"card-{number - 1}" for number in t.state.hand_card[YELLOW][:4]}
    assert named == {
        "node-1",
        "node-3",
        *held,
        *(f"card-{flexible(kind)}" for kind in ("Attacking", "Supporting", "Logistic")),
    }
    edge = edge_between(3, 4)
    assert f"edge-{edge}" in {piece for move in scene(BLUE).moves(BLUE) for piece in move.pieces}


def test_rotations_in_words() -> None:
    """§3.4 Where the links lead, and the token."""
    t = scene()
    number = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, number)
    act(t, Act.ORGANIZE, number)
    assert t.question(YELLOW) == Line("3.4", "How do you turn the card, and where does your token lie?")
    assert [move.words for move in t.moves(YELLOW)][:4] == [
        "Turn by 0: cause back to 1; token near ✓",
        "Turn by 0: cause back to 1; token near ×",
        "Turn by 1: cause back to 2; token near ✓",
        "Turn by 1: cause back to 2; token near ×",
    ]
    assert t.moves(YELLOW)[0].pieces == ("rotation-0", "side-1")


def test_why_a_rotation_is_illegal() -> None:
    """§3.4 No link faces the past; the past is named."""
    t = scene()
    number = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, number)
    assert why(t, YELLOW, "rotation", 2).text == "Choose a card to organize first."
    act(t, Act.ORGANIZE, number)
    expected = "Turned like this, no link of the card faces the past of node 3, which is 1 and 2."
    assert [why(t, YELLOW, "rotation", by).text for by in (2, 5)] == [expected] * 2
    assert "may lay" in why(t, YELLOW, "rotation", 0).text


@pytest.mark.parametrize(
    ("kind", "number", "section", "part"),
    [
        ("node", 0, "5.1", "realized"),
        ("node", 5, "3.3", "is 2 away"),
        ("node", 2, "3.4", "This is where you are"),
        ("edge", edge_between(3, 4), "3.6", "which is 3"),
        ("edge", edge_between(1, 2), "3.6", "no link"),
        ("seat", ORANGE, "4.1", "Attacking and Supporting"),
        ("side", 1, "3.4", "token"),
        ("deck", 0, "3.7", "choose it in your hand"),
    ],
)
def test_why_not(kind: str, number: int, section: str, part: str) -> None:
    """§3.3 §3.4 §3.6 §3.7 §5.1 In words, with numbers."""
    line = why(scene(), YELLOW, kind, number)
    assert line.section == section
    assert part in line.text


def test_why_no_card() -> None:
    """§3.4 The node, the own event, the first round, a card that is gone."""
    t = scene(BLUE)
    number = t.state.hand_card[BLUE, 0] - 1
    assert why(t, BLUE, "card", number).text == "Node 4 has an event already: Player 3’s Attacking event."
    t.state.pawn[BLUE] = 2
    assert "1 unrealized event of your own, and may have no more than 1" in why(t, BLUE, "card", number).text
    t.state.flexible[BLUE] = 6
    assert why(t, BLUE, "card", flexible("Attacking")).section == "1.5"
    t.state.rounds = 1
    assert why(t, BLUE, "card", number).text == "Nobody organizes before round 2."
    t = scene()
    assert why(t, YELLOW, "card", t.state.hand_card[BLUE, 0] - 1).text == "You do not hold this card."


def test_why_not_more() -> None:
    """§3.5 §3.6 Limits that are reached."""
    t = scene(BLUE)
    t.state.pros[3, BLUE] = 4
    assert why(t, BLUE, "node", 3) == Line("3.5", "You have 4 tokens there already, as many as you may.")
    t.state.extra[edge_between(3, 4)] = 2
    assert "2 reinforcement already" in why(t, BLUE, "edge", edge_between(3, 4)).text
    t.state.deck_size = 0
    assert why(t, BLUE, "deck", 0).text == "The deck is empty and is not refilled."


def test_why_not_while_planning_and_leaving() -> None:
    """§3.4 §5.7 First things first."""
    t = scene()
    number = t.state.hand_card[YELLOW, 0] - 1
    act(t, Act.ORGANIZE, number)
    assert why(t, YELLOW, "node", 3).text.startswith("You are about to organize a card on node 3.")
    assert why(t, YELLOW, "card", number).text.startswith("You are about to organize")
    t = scene()
    t.state.pawn[YELLOW], t.state.asking[YELLOW] = 1, Step.LEAVE_TO
    assert why(t, YELLOW, "node", 4) == Line("5.7", "You go to a neighbouring node: 5 is 2 steps away.")
    assert why(t, YELLOW, "card", 0).section == "3.2"


def test_arcs_in_words() -> None:
    """§4.1 §4.2 Who is on which."""
    t = scene()
    act(t, Act.ORGANIZE, flexible("Attacking"))
    assert t.question(YELLOW) == Line("4.1", "Attacking: who loses if it occurs, and who if it does not?")
    assert [move.words for move in t.moves(YELLOW)] == ["✓ Player 2, × Player 3", "✓ Player 3, × Player 2"]
    assert why(t, YELLOW, "seat", YELLOW).section == "4.1"
    t = scene()
    act(t, Act.ORGANIZE, flexible("Supporting"))
    assert {move.words for move in t.moves(YELLOW)} >= {"✓ Player 2, × nobody", "✓ nobody, × Player 3"}


def test_logistic_in_words() -> None:
    """§4.3 Token by token, with what is used."""
    t = scene()
    act(t, Act.ORGANIZE, flexible("Logistic"))
    assert [move.words for move in t.moves(YELLOW)] == ["Own token near ✓", "Own token near ×"]
    assert why(t, YELLOW, "rotation", 0).section == "4.3"
    play(t, YELLOW, Step.ROTATE, 0, 1)
    assert {move.words for move in t.moves(YELLOW)} >= {"Lay a cause back to 1", "Lay a hindrance back to 2"}
    play(t, YELLOW, Step.LAY, 0, edge_between(0, 2))
    assert left(t, YELLOW) == Left(6, 8, "strength")
    assert {move.words for move in t.moves(YELLOW)} >= {"Done: the event lies", "Reinforce the link back to 1"}


def test_cards_in_words() -> None:
    """§1.4 §1.5 Hexagon, arcs and links."""
    s = GAME.start(seats=3, seed=1).state
    assert card(s, find_card(3, "0H3C", 1, 3)) == "green +2 (✓ yellow, × blue), hindrance, cause opposite"
    assert card(s, flexible("Logistic")) == "Logistic"


def test_the_strip() -> None:
    """§3.1 The round, the node that is realized next, and whether it is being realized."""
    t = scene()
    assert strip(t.view(0)) == ("Round 2, node 2 of 7", ("Turns", "Realization"), 0)
    turn_of(t, BLUE)
    t.state.pawn[0] = 1
    stop(t)
    assert strip(t.view(0))[2] == 1


STORY = """
Player 3 stops.
Now node 4 is realized.
The hindrance back to node 1 is overridden by the cause that leads here from there.
A cause of strength 4 with node 1, which did not occur: −4.
A cause of strength 3 with node 3, which occurred: +3.
Tokens of Player 2: 0 near ✓, 1 near ×: −1.
Tokens of Player 3: 2 near ✓, 0 near ×: +2.
Links −1 and tokens +1 make 0.
In balance, the token of Player 1 decides: ✓.
The event on node 4 occurs.
Player 2 loses 1 point.
Player 1 foresaw it.
Player 1 goes on to node 5.
Player 2 goes on to node 5.
Player 3 goes on to node 5.
Reinforcement of 1 stays, for it faces the future: towards node 5.
"""


def test_a_realization_is_told_step_by_step() -> None:
    """§5.2 §5.3 §5.4 §5.5 §5.6 §5.7 §5.8 As the worked example does."""
    t = table(
        r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        (3 ✓)   ─   (1 ×)   ─   (6 ·)
             c1    Ch2    \     /
              [4 Y✓]  H1   (5 ·)
        4: yellow’s event; red −1; ✓ orange, × nobody; tokens blue ✓2 ×0, orange ✓0 ×1
        """,
        seats=3,
    )
    stop(t)
    assert dedent(STORY).strip() in t.story()


def test_an_organized_card_is_told() -> None:
    """§3.4 Who, what, where, and its links."""
    t = scene()
    number = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, number)
    organize(t, number)
    lines = [t.line(entry).text for entry in t.log]
    assert lines == [
        "Player 1 organizes an event on node 3, with their token near ✓.",
        "It is green +2: Player 1 if it occurs, Player 2 if not.",
        "It has a cause back to node 1, strength 2.",
    ]
