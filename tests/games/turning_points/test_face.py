"""The face of Turning Points: what the map and a hand show, and that they show no more."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from docs.pictures.rulebooks import PICTURES, drawing
from moot.bots import Player
from moot.engine import NOBODY, Sitting
from moot.games.turning_points import GAME
from moot.games.turning_points.components import EARLIER, LATER, NODES_IN, edge_between
from moot.games.turning_points.face.signs import stakes
from moot.games.turning_points.organize import links_back
from moot.games.turning_points.rules import Act, Lay, Step
from moot.table.rendering.renderer import Renderer
from moot.table.rendering.rulebooks import rulebook_html
from tests.games.turning_points.table import (
    BLUE,
    ORANGE,
    YELLOW,
    V,
    X,
    act,
    find_card,
    flexible,
    give,
    influence,
    lay,
    organize,
    play,
    stop,
    table,
    turn_of,
)

MOST_BYTES = {1: 18_000, 2: 40_000, 3: 72_000}  # of a board, by its rings; a page gets it deflated, at about a seventh
MINE_BYTES = 30_000
FACE = Renderer([GAME]).face(GAME)
PIECE = re.compile(r'id="([^"]+)" data-piece="([^"]+)" data-state="([^"]*)"')


def board(t: Sitting) -> str:
    """The public board."""
    return str(FACE.board(t.view(NOBODY), t.names))


def mine(t: Sitting, seat: int) -> str:
    """What a seat holds."""
    return str(FACE.mine(t.view(seat), seat, t.names))


def states(html: str) -> dict[str, str]:
    """The things that are drawn, by their ids, with their states."""
    return {name: state for name, _, state in PIECE.findall(html)}


def pieces(html: str) -> set[str]:
    """The pieces that are drawn."""
    return {piece for _, piece, _ in PIECE.findall(html)}


def drawn(html: str, name: str) -> str:
    """A piece of the map with everything in it, up to the next one."""
    start = html.index(f'id="{name}"')
    following = html.find("data-piece=", html.index("data-piece=", start) + 1)
    return html[html.rindex("<", 0, start) : following]


def of_map(html: str) -> str:
    """The board without the key, which shows every sign."""
    return html.split('class="key"', maxsplit=1)[0]


def tip(html: str, name: str) -> str:
    """The sentence that explains a piece."""
    found = re.search(rf'id="{name}"[^>]* data-tip="([^"]*)"', html)
    assert found, name
    return found[1]


def bot_game(seats: int = 4, rings: int = 2, seed: int = 5) -> Iterator[Sitting]:
    """The positions of a game between bots."""
    t = GAME.start(seats=seats, rings=rings, seed=seed)
    player = Player(t, ["greedy", "random"])
    while not t.over:
        yield t
        player.play()
    yield t


def scene(seat: int = YELLOW, on: int | None = None) -> Sitting:
    """A position in which it is the turn of a seat."""
    t = table(
        r"""
               [2 O✓]  ─   (7 ·)
              /    c1     /     \
        (3 ·)   ─   (1 ✓)   ─   (6 ·)
             \    C2      \     /
               (4 B×)  H   (5 ·)
        2: orange’s event; green +2; ✓ yellow, × blue; tokens yellow ✓0 ×1, blue ✓2 ×0
        4: blue’s Attacking event; red −1; ✓ yellow, × orange; tokens none
        Player 1 (yellow): +3, on 3
        Player 2 (orange): −1, on 2
        Player 3 (blue): 0, on 3
        """,
        seats=3,
    )
    turn_of(t, seat, on=on)
    return t


# The map


@pytest.mark.parametrize("rings", [1, 2, 3])
def test_the_whole_map_is_drawn(rings: int) -> None:
    """§1.2 Every node once, within the drawing, and the spiral through all of them."""
    t = GAME.start(seats=3, rings=rings, seed=1)
    html = board(t)
    assert {name for name in pieces(html) if name.startswith("node-")} == {f"node-{n}" for n in range(NODES_IN[rings])}
    spiral = re.search(r'class="time" data-fixed d="M([^"]*)"', html)
    assert spiral
    assert spiral[1].count("L") == NODES_IN[rings] - 1


def test_an_event_shows_its_total_with_its_parts() -> None:
    """§5.5 The number at the event, its parts in the sentence that explains it."""
    t = scene()
    html = board(t)
    assert tip(html, "p-node-1") == (
        "Node 2, Player 2’s event: if it occurs Player 1 gains 2 points, if not Player 3. +3 cause back to 1 · "
        "−1 token of Player 1 · +2 tokens of Player 3 = +4: would occur. It is realized next."
    )
    assert html.count('class="pill good"') == 2
    assert ">+4</text>" in html
    t.state.back[edge_between(0, 1)] = -1
    assert "−3 hindrance back to 1 · −1 token of Player 1 · +2 tokens of Player 3 = −2: would not occur" in board(t)
    t.state.cons[1, BLUE] = 2
    t.state.extra[edge_between(0, 1)] = 0
    t.state.pros[1, YELLOW] = 3
    assert "= 0: in balance, the token near ✓ decides: would occur" in board(t)


def test_a_total_that_waits_for_the_past_is_marked() -> None:
    """§5.2 Its outline is broken, and the sentence says which link is open."""
    t = scene()
    assert "pill good open" not in of_map(board(t))
    t.state.back[edge_between(2, 3)] = 1
    assert "? cause back to 3 (strength 2, still open)" in tip(board(t), "p-node-3")
    assert "pill good open" in of_map(board(t))


def test_links_show_kind_direction_and_strength() -> None:
    """§1.3 §5.2 A cause and a hindrance differ in their ends, not only in colour; a stronger one is thicker."""
    html = board(scene())
    cause, hindrance = edge_between(0, 3), edge_between(3, 4)
    assert tip(html, f"p-edge-{cause}") == (
        "Cause forward from 1 to 4. Strength 4 (2 and 2 reinforcement). 1 occurred: +4 for 4."
    )
    assert 'class="cause x4" transform="rotate(120)' in html
    assert 'href="#tp-c"' in html
    assert tip(html, f"p-edge-{hindrance}") == (
        "Hindrance forward from 4 to 5. Strength 2. It will count for 5 when 4 is realized."
    )
    assert 'class="hindrance x2" transform="rotate(0)' in html
    assert 'class="cause x3" transform="rotate(60)' in html  # back from 2 to 1


def test_an_overridden_link_is_struck_out() -> None:
    """§5.3 Both links are drawn; the link back is faint and struck out, and its sentence says so."""
    t = scene()
    edge = edge_between(0, 1)
    assert 'href="#tp-slash"' not in of_map(board(t))
    t.state.forward[edge] = -1
    html = board(t)
    assert of_map(html).count('href="#tp-slash"') == 1
    assert tip(html, f"p-edge-{edge}").startswith(
        "Hindrance forward from 1 to 2; Cause from 2 back to 1, overridden. Strength 3"
    )
    assert "−3 hindrance from 1" in tip(html, "p-node-1")


def test_an_edge_leads_to_its_ends() -> None:
    """§5.2 Whoever points at an event sees the links that decide it."""
    html = board(scene())
    for edge in (edge_between(0, 1), edge_between(0, 3), edge_between(3, 4)):
        ends = f'data-with="node-{LATER[edge]}" data-from="node-{EARLIER[edge]}"'
        assert re.search(rf'id="p-edge-{edge}"[^>]*{ends}', html)


def test_tokens_and_arcs_show_whose_they_are() -> None:
    """§1.3 §3.4 §3.5 By shape and colour: the organizer's under a sign, the arcs beside the hexagon, tokens with their number."""
    node = drawn(board(scene()), "p-node-1")
    assert 'class="arc seat-0" href="#tp-a1"' in node
    assert 'class="arc seat-2" href="#tp-a0"' in node
    assert 'class="sign on seat-1" href="#tp-1"' in node
    assert 'class="sign" href="#tp-0"' in node
    assert re.findall(r'class="count"[^>]*>(\d)<', node) == ["2", "1"]
    assert 'class="orbit"' in node
    assert 'class="core g"' in node
    attacking = drawn(board(scene()), "p-node-3")
    assert 'class="orbit"' not in attacking
    assert 'class="core r"' in attacking
    assert ">A</tspan>" in attacking


def test_the_original_event_has_the_neutral_token() -> None:
    """§2.1 It is nobody's, and nobody scores by it."""
    t = GAME.start(seats=3, seed=1)
    html = board(t)
    assert tip(html, "p-node-0").startswith(
        "Node 1, the original event: nobody scores by it. Nothing yet = 0: in balance"
    )
    assert 'class="neutral"' in drawn(html, "p-node-0")


def test_the_next_node_is_marked() -> None:
    """§5.1 With a tag and in words; with three rings two of them."""
    t = GAME.start(seats=3, rings=3, seed=1)
    html = board(t)
    assert re.findall(r'class="node \w+ due" id="p-(node-\d+)"', html) == ["node-0", "node-1"]
    assert "It is realized next." in tip(html, "p-node-0")
    assert "It is realized in this round too." in tip(html, "p-node-1")


def test_what_became_of_a_node() -> None:
    """§5.8 ✓, × or ∅, by a sign and in words, and who scored."""
    t = scene()
    for seat in (YELLOW, ORANGE, BLUE):
        turn_of(t, seat)
    stop(t)
    html = board(t)
    assert states(html)["p-node-1"] == "✓"
    assert tip(html, "p-node-1") == "Node 2: Player 2’s event occurred; Player 1 gained 2 points."
    assert 'class="gain"' in drawn(html, "p-node-1")
    t.state.yes_arc[1] = 0
    assert tip(board(t), "p-node-1") == "Node 2: Player 2’s event occurred; nobody scored."
    t.state.fate[1], t.state.event[1] = 0, 0
    assert states(board(t))["p-node-1"] == "∅"
    assert "no effect" in tip(board(t), "p-node-1")


def test_pawns_stand_at_their_nodes() -> None:
    """§3.3 Each at a place of its own."""
    t = GAME.start(seats=6, seed=1)
    places = re.findall(r'class="pawn"[^>]*transform="([^"]+)"', board(t))
    assert len(set(places)) == 6
    assert tip(board(t), "p-pawn-4") == "Player 5 stands on node 1."


def test_players_and_deck() -> None:
    """§3.1 §6.2 Points, cards, whose turn it is with the steps that are left, who is first; how many cards can be drawn."""
    t = scene()
    html = board(t)
    assert tip(html, "p-seat-1") == (
        "Player 2 has −1 point, stands on node 2, holds 4 cards (flexible: Attacking, Supporting, Logistic) "
        "and foresaw 0 own events."
    )
    assert html.count('class="dot"') == 3
    influence(t, 2, X)
    assert (board(t).count('class="dot"'), board(t).count('class="dot spent"')) == (2, 1)
    assert html.count(">⚑</text>") == 1
    assert tip(html, "p-seat-0").endswith("First in this round.")
    assert tip(html, "p-deck-0") == f"The deck: {t.state.deck_size} cards to draw. It is not refilled."


def test_the_neutral_colour_of_two_is_explained() -> None:
    """§7.1 A third shape is on the cards, and it is said whose it is."""
    assert "neutral colour" in board(GAME.start(seats=2, seed=1))
    assert "neutral colour" not in board(GAME.start(seats=3, seed=1))


# What a seat holds


def test_a_hand_is_drawn() -> None:
    """§1.3 Each card with its arcs and its links, and what it says in words."""
    t = scene()
    number = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, number)
    html = mine(t, YELLOW)
    assert tip(html, f"m-card-{number}") == (
        "Green card: if it occurs Player 1 gains 2 points, if not Player 2. Links: cause, hindrance opposite."
    )
    assert {f"card-{flexible(kind)}" for kind in ("Attacking", "Supporting", "Logistic")} <= pieces(html)


@pytest.mark.parametrize(
    ("yes", "no", "said"),
    [(1, 0, "if it occurs, Player 1 gains 2 points"), (0, 1, "if it does not occur, Player 1 gains 2 points")],
)
def test_an_empty_arc_is_not_named(yes: int, no: int, said: str) -> None:
    """§1.3 It is nobody: the sentence is about the other arc."""
    assert stakes(yes, no, 2, ["Player 1"]) == said


def test_a_card_is_turned_before_it_lies() -> None:
    """§3.4 All six rotations; those that are not allowed say why, the others what they make now."""
    t = scene()
    number = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, number)
    act(t, Act.ORGANIZE, number)
    html = mine(t, YELLOW)
    assert {f"rotation-{by}" for by in range(6)} <= pieces(html)
    legal = [by for by in range(6) if links_back(t.state, t.state.pawn[YELLOW], number, by)]
    assert re.findall(r'class="rotation" id="m-rotation-(\d)"', html) == [str(by) for by in legal]
    assert 0 < len(legal) < 6
    assert tip(html, "m-rotation-0") == "Turned by 0: cause back to 1, hindrance off the map. Now that makes +2."
    assert "No link faces the past (§3.4)." in tip(html, "m-rotation-2")
    assert {"side-0", "side-1"} <= pieces(html)
    assert board(t).count("rotation-") == 0


def test_a_turned_link_that_would_be_overridden_is_struck_out() -> None:
    """§5.3 What the past event sends forward counts instead."""
    t = scene()
    t.state.forward[edge_between(0, 2)] = -1
    number = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, number)
    act(t, Act.ORGANIZE, number)
    html = mine(t, YELLOW)
    assert tip(html, "m-rotation-0").startswith("Turned by 0: cause back to 1 (overridden), hindrance off the map.")
    assert tip(html, "m-rotation-0").endswith("Now that makes −2.")
    assert 'href="#tp-slash"' in html


def test_every_move_of_a_plan_can_be_made_by_its_pieces() -> None:
    """§4.1 §4.2 §4.3 Arcs, side and tokens are all there to be pressed."""
    for kind, arcs in (("Attacking", (ORANGE + 1, BLUE + 1)), ("Supporting", (0, BLUE + 1)), ("Logistic", None)):
        t = scene()
        act(t, Act.ORGANIZE, flexible(kind))
        while t.moves(YELLOW)[0].choice != Step.ACT:
            named = {piece for move in t.moves(YELLOW) for piece in move.pieces}
            assert named <= pieces(mine(t, YELLOW))
            if t.moves(YELLOW)[0].choice == Step.ARCS:
                assert arcs
                play(t, YELLOW, Step.ARCS, *arcs)
            elif t.moves(YELLOW)[0].choice == Step.ROTATE:
                play(t, YELLOW, Step.ROTATE, 0, V)
            elif any(t.state.plan_link[YELLOW]):
                assert "2/8" in mine(t, YELLOW)
                lay(t, Lay.DONE)
            else:
                lay(t, Lay.CAUSE, 3, 1)


def test_others_do_not_see_a_plan() -> None:
    """§8 Neither the card nor how it is turned."""
    t = scene()
    before = board(t), mine(t, ORANGE)
    act(t, Act.ORGANIZE, t.state.hand_card[YELLOW, 0] - 1)
    assert (board(t), mine(t, ORANGE)) == before


def test_names_are_text() -> None:
    """§8 Whatever players call themselves."""
    t = scene()
    names = type(t.names)(["<b>Ada", 'Bo"', "Cy"])
    html = str(FACE.board(t.view(), names)) + str(FACE.mine(t.view(0), 0, names))
    assert "<b>Ada" not in html
    assert "&lt;b&gt;Ada" in html


# The whole of it


@pytest.mark.parametrize(("seats", "rings"), [(2, 1), (3, 2), (6, 2), (5, 3)])
def test_a_whole_game_can_be_drawn(seats: int, rings: int) -> None:
    """§8 Every position within its size; ids are on a page once; what is told of or can be chosen is there."""
    told: set[str] = set()
    for number, t in enumerate(bot_game(seats, rings)):
        if number % 6 and not t.over:
            continue
        html = board(t)
        assert len(html.encode()) < MOST_BYTES[rings]
        ids = re.findall(r'\bid="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        for seat in t.waiting:
            own = mine(t, seat)
            assert len(own.encode()) < MINE_BYTES
            there = pieces(html) | pieces(own)
            assert {piece for move in t.moves(seat) for piece in move.pieces} <= there
        told |= {piece for line in t.lines(NOBODY) for piece in line.pieces}
    assert {piece.partition("-")[0] for piece in told} <= {"seat", "node", "edge"}
    html = str(FACE.board(t.state, t.names))
    assert "foresaw" in html
    assert all(str(FACE.mine(t.state, seat, t.names)) for seat in range(seats))


def test_the_page_allows_it() -> None:
    """§8 No style or script within; selectors begin with the board's or the hand's class, and colours are the page's."""
    t = scene()
    act(t, Act.ORGANIZE, flexible("Attacking"))
    assert not re.search(r"style=|<style|<script|\son\w+=", board(t) + mine(t, YELLOW))
    selectors = [
        part.strip() for rule in re.findall(r"([^{}]+)\{[^{}]*\}", FACE.css) for part in re.split(r",(?![^(]*\))", rule)
    ]
    assert all(part.startswith((".board-", ".mine-")) for part in selectors if part and not part.startswith("@"))
    assert not re.search(r"#[0-9a-fA-F]{3,6}\b|rgb\(|oklch\(", FACE.css)


def test_an_organized_card_changes_its_node() -> None:
    """§3.4 So that the page marks it."""
    t = scene()
    number = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, number)
    before = states(board(t))
    organize(t, number)
    after = states(board(t))
    changed = {name for name in after if after[name] != before.get(name)}
    assert {"p-node-2", f"p-edge-{edge_between(0, 2)}", "p-seat-0"} <= changed
    assert "p-node-1" not in changed


# The pictures of the rulebook


def test_the_pictures_of_the_rulebook_are_what_the_board_draws() -> None:
    """§1.2 §1.3 §4.3 §5.5 `make pictures` makes them from the code of the board; the page of the rulebook has them within."""
    assert set(re.findall(r"\]\(pictures/(\w+)\.svg\)", GAME.rulebook)) == set(PICTURES)
    for name, make in PICTURES.items():
        assert drawing(make()) in (GAME.folder / "pictures" / f"{name}.svg").read_text(encoding="utf-8"), name
    html = rulebook_html(GAME)
    assert html.count('src="data:image/svg+xml;base64,') == len(PICTURES)
    assert 'src="pictures/' not in html


def test_the_pictures_show_the_examples() -> None:
    """§4.3 §5.5 With the totals that the rulebook gives."""
    laid, decided = (PICTURES[name]().sitting for name in ("logistic", "decision"))
    assert "Hindrance forward from 2 to 7. Strength 4" in board(laid)
    assert tip(board(decided), "p-node-3").endswith(
        "+3 cause back to 1 · −4 cause from 3 · +2 tokens of Player 1 · −1 token of Player 2 = 0: "
        "in balance, the token near ✓ decides: would occur. It is realized next."
    )
