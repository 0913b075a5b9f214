"""Chapter 7 in the browser: what the board and the panel show, and what they must not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import pytest

from moot.bots.player import Player
from moot.engine import NOBODY, Line, Names, Sitting
from moot.games.solidarity import GAME
from moot.games.solidarity.components import LINES, NAMES, PRINTED, RESOURCES, Task
from moot.games.solidarity.face import face
from moot.games.solidarity.face.floor import COLUMNS, DOWN, FOOT, HEAD
from moot.games.solidarity.face.forms import form
from moot.games.solidarity.face.orgs import FEWEST_ORDERS, MOST_FOREIGN
from moot.games.solidarity.face.places import CHIP, NARROW, PANE_STEP, ROOM, TOGETHER, WIDE, grid, lines
from moot.games.solidarity.face.signs import fit, fit_name
from moot.games.solidarity.rules import Step
from moot.table.rendering.renderer import Renderer
from tests.games.solidarity.table import (
    EAST,
    NORTH,
    PRINTED_AT,
    SOUTH,
    WEST,
    accept,
    demand,
    done,
    give_name,
    held,
    make_offer,
    mandate,
    open_offers,
    orders,
    play,
    start,
    table,
    to_trading,
    write,
)

BOARD_BYTES, MINE_BYTES = 64_000, 20_000
FACE = Renderer([GAME]).face(GAME)
APPLES, KITTENS, GADGETS = ("apples", NORTH, {NORTH: 6}), ("kittens", SOUTH, {SOUTH: 4}), ("gadgets", WEST, {WEST: 1})
NASTY = '<b>"x"&\'</b>'


def board(t: Sitting, view: Any = None) -> str:
    """The public board."""
    return str(FACE.board(t.view(NOBODY) if view is None else view, t.names))


def mine(t: Sitting, seat: int) -> str:
    """What a seat has in its panel."""
    return str(FACE.mine(t.view(seat), seat, t.names))


def seen(t: Sitting, seat: int = NOBODY) -> dict[str, Any]:
    """What it is drawn from."""
    return face(t.view(seat), seat, t.names)


def pieces(html: str) -> list[str]:
    """The pieces that are drawn."""
    return re.findall(r'data-piece="([^"]+)"', html)


def tip(html: str, piece: str) -> str:
    """The sentence that explains a piece."""
    found = re.search(rf'data-piece="{piece}"[^>]* data-tip="([^"]*)"', html)
    assert found, piece
    return found[1]


def text(html: str) -> str:
    """What can be read."""
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", html))


def named(name: str) -> str:
    """A resource of the printed list as a piece."""
    return f"resource-{PRINTED_AT[name]}"


def market(**options: Any) -> Sitting:
    """Trade is open, and North must import kittens."""
    t = table(APPLES, KITTENS, GADGETS, **options)
    mandate(t, NORTH, {"kittens": 3})
    mandate(t, SOUTH, {"apples": 2, "gadgets": 1})
    to_trading(t)
    return t


def games() -> Iterator[Sitting]:
    """Positions of games that bots play, with few and many seats."""
    for seats, bot in ((2, "random"), (3, "greedy"), (4, "greedy"), (5, "random"), (6, "greedy")):
        t: Sitting = GAME.start(seats=seats, seed=seats, open_offers=seats % 2)
        player = Player(t, [bot] * seats)
        while not t.over and len(t.history) < 700:
            if len(t.history) % 9 == 0:
                yield t
            player.play()
        yield t


# Orgs


def test_an_org_with_robots_resources_and_stockpiles() -> None:
    """§7 Robots, what is controlled, what is held."""
    html = board(table(("apples", NORTH, {NORTH: 6, SOUTH: 1}), robots={NORTH: 5}))
    assert tip(html, "seat-0") == "North has 5 robots and 0 points. Controls apples. Holds 6 EcU of apples."
    assert tip(html, named("apples")) == "apples (bushels): North controls it and holds 6 EcU. (§3.4)"
    assert tip(html, f"stock-{SOUTH * RESOURCES}") == "South holds 1 EcU of apples; North controls it. (§3.5)"


@pytest.mark.parametrize("seats", range(2, 7))
def test_two_to_six_orgs_stand_side_by_side(seats: int) -> None:
    """§1.1 On a wide board and on a narrow one, each within its own column; there are two panes for more than four."""
    t = start(seats)
    html, orgs = board(t), seen(t)["orgs"]
    assert {f"seat-{seat}" for seat in range(seats)} <= set(pieces(html))
    for left, right in pairwise(orgs):
        assert left["x"] + left["width"] < right["x"]
        assert left["x"] + left["moved"] + left["narrow"] < right["x"] + right["moved"]
    assert orgs[-1]["x"] + orgs[-1]["width"] < WIDE
    ends = [org["x"] + org["moved"] + org["narrow"] for org in orgs]
    assert all(end % (2 * PANE_STEP) < NARROW for end in ends)
    assert max(ends) > 2 * PANE_STEP or seats <= TOGETHER
    assert html.count("nothing held") == seats


@pytest.mark.parametrize(("own", "others"), [(0, 0), (2, 1), (3, 2), (6, 8)])
def test_on_a_narrow_screen_what_an_org_controls_is_as_high_as_a_finger(own: int, others: int) -> None:
    """§3.4 In one column or two; what it only holds may be lower, and where that is too high the pane is cut."""
    places = lines(own, others)
    spots = [places.place(number, 120) for number in range(own + others)]
    assert len(set(spots)) == own + others
    assert all(low - high >= 44 for (_, high), (_, low) in pairwise(sorted(spots[:own])) if low > high)
    assert places.ends() == sorted(places.ends())
    assert places.ends()[-1] <= ROOM or len(places.ends()) > 2


def test_who_invented_what_another_controls() -> None:
    """§3.7 Both shapes are drawn, and the tip says it."""
    html = board(table(APPLES, owner={"apples": WEST}))
    assert tip(html, named("apples")).endswith("West controls it and holds 0 EcU. North invented it. (§3.4)")
    assert (
        html.count('href="#sol-t0"') == 4
    )  # West controls it, North still has some; on a wide board and on a narrow one


def test_points_are_shown_when_they_are_scored() -> None:
    """§6.1 §6.2 Under Solidarity all along, under Greed at the end; in the tray what it would be worth."""
    assert "point" in text(board(start()))
    t = table(APPLES, ("kittens", SOUTH, {NORTH: 2, SOUTH: 4}), objective="greed", rounds=1)
    assert "5 points now: 2 foreign, 3 largest" in mine(t, NORTH)
    assert "points" not in text(board(t))
    to_trading(t)
    done(t)
    assert t.over
    assert "5 points" in text(board(t))


def test_many_goods_become_lower_and_stand_in_columns() -> None:
    """§8 As high as a pointer needs them as long as there is room; what others control is summed up where it is much."""
    shown = [grid(many, 200, 300, CHIP) for many in (1, 7, 12, 24, 48)]
    assert [one.columns for one in shown] == [1, 1, 2, 3, 3]
    assert [one.down for one in shown] == [36, 36, 36, 36, 18.8]
    names = list(PRINTED_AT)[:14]
    t = table(*((name, SOUTH, {NORTH: 2}) for name in names))
    north = seen(t)["orgs"][NORTH]
    assert len(north["cells"]) == MOST_FOREIGN
    assert north["more"] == "and 12 EcU of 6 more resources"
    assert north["more"] in board(t)


def test_nothing_lies_below_the_board() -> None:
    """§8 Orgs end where the trading floor begins, and that within the board."""
    for t in games():
        f = seen(t)
        assert f["floor"]["top"] + HEAD + DOWN * -(-len(f["floor"]["offers"]) // COLUMNS) <= FOOT
        for one in f["orgs"]:
            lines = one["orders"]["lines"] if one["orders"] else []
            assert one["orders_top"] + 18 * len(lines) <= f["floor"]["top"]


# Names


def test_names_are_text_and_long_ones_are_cut() -> None:
    """§3.4 24 letters, however wide."""
    t = start()
    play(t, NORTH, Step.ORDER, Task.INVENT)
    give_name(t, NORTH, NASTY)
    orders(t, {SOUTH: [("invent", "W" * 24)]})
    html = board(t)
    assert "<b>" not in html
    assert "&lt;b&gt;" in html
    assert "W" * 24 + "<" not in html
    assert re.search(r">W+…<", html)
    assert "W" * 24 in tip(html, f"resource-{t.state.name[1]}")


def test_fitting() -> None:
    """What fits stays; of a person's name the org's stays too."""
    assert fit("apples", 240) == "apples"
    assert len(fit("i" * 24, 240)) == 24
    assert fit("M" * 24, 240).endswith("M…")
    assert fit_name("Ada (North)", 290, 27) == "Ada (North)"
    assert re.fullmatch(r"Bened.*… \(South\)", fit_name("Benedikta Maria-Luise K (South)", 290, 27))
    assert fit_name("W" * 24, 290, 27).endswith("…")


# Orders


def test_the_order_sheet() -> None:
    """§3.1 Line by line, with what is being written; the others see nothing of it."""
    t = table(APPLES, KITTENS, robots={NORTH: 5})
    assert "Nothing is ordered yet" in mine(t, NORTH)
    before = board(t)
    write(t, NORTH, ("produce", "apples", 2))
    play(t, NORTH, Step.ORDER, Task.RAID)
    play(t, NORTH, Step.TARGET, PRINTED_AT["kittens"])
    html = mine(t, NORTH)
    assert "3 of 5 without a task" in html
    assert tip(html, "line-0") == "Line 1 of the sheet: 2 produce apples. It can be struck out. (§3.1)"
    assert "attack …’s kittens" in html
    play(t, NORTH, Step.WHOSE, SOUTH)
    assert "attack South’s kittens" in mine(t, NORTH)
    assert board(t) == before
    assert "line-0" not in pieces(mine(t, SOUTH))


def test_the_form_of_an_order_sheet_has_as_many_rows_as_there_are_lines_left() -> None:
    """§3.1 However much an org could do, and whatever stands on the sheet already."""
    t = table(APPLES, KITTENS, robots={NORTH: 30})
    for number in range(LINES - 3):
        write(t, NORTH, ("invent", f"thing {number}"))
    found = form(t.view(NORTH), NORTH, t.names)
    assert found
    assert found.most_rows == 3 < len(found.rows)
    for number in range(3):
        write(
            t,
            NORTH,
            ("build", 1) if number == 0 else ("raid", "kittens", SOUTH, 1) if number == 1 else ("seize", "kittens", 1),
        )
    assert form(t.view(NORTH), NORTH, t.names) is None


def test_a_sheet_that_is_handed_in() -> None:
    """§3.1 It can be read, and waits for the others."""
    t = table(APPLES, robots={NORTH: 5})
    write(t, NORTH, ("build", 5))
    play(t, NORTH, Step.ORDER, Task.DONE)
    assert "Handed in." in mine(t, NORTH)
    assert "0 of 5 without a task" in mine(t, NORTH)
    play(t, SOUTH, Step.ORDER, Task.DONE)
    assert "All robots stay idle." in mine(t, SOUTH)


def test_a_line_is_struck_out_where_it_stands() -> None:
    """§3.1 The move names its line and nothing else, so that pointing at apples strikes nothing out."""
    t = table(APPLES, KITTENS, robots={NORTH: 5})
    write(t, NORTH, ("raid", "kittens", SOUTH, 2))
    struck = [move for move in t.moves(NORTH) if move.arguments[0] == Task.STRIKE]
    assert [move.pieces for move in struck] == [("line-0",)]
    assert struck[0].words == "Strike out line 1: 2 robots to attack South’s stockpile of kittens"


def test_revealed_orders() -> None:
    """§3.3 Everyone reads them until the next ones are written; then how many robots had which task."""
    t = table(APPLES, KITTENS, robots={NORTH: 5})
    orders(t, {NORTH: [("produce", "apples", 2), ("seize", "kittens", 1)]})
    assert "Orders of this round 2 produce apples 1 attack kittens" in text(board(t))
    done(t)
    while t.state.phase != 1:
        play(t, t.waiting[0], t.state.asking[t.waiting[0]], t.moves(t.waiting[0])[0].arguments[0])
    assert "Last round’s orders 2 producing 1 attacking resources" in text(board(t))


def test_many_orders_are_summed_up() -> None:
    """§8 A sheet has 16 lines; the board shows a few, the tip all."""
    t = table(APPLES, robots={NORTH: 9})
    orders(t, {NORTH: [("invent", f"thing {number}") for number in range(8)]})
    shown = seen(t)["orgs"][NORTH]["orders"]
    assert len(shown["lines"]) == FEWEST_ORDERS  # many resources leave little room
    assert shown["lines"][-1] == "and 7 more"
    assert shown["tip"].count("invent") == 8


# Trade


def test_offers_are_seen_by_those_concerned() -> None:
    """§7 In the panels of the two orgs, and on nobody's board."""
    t = market()
    place = make_offer(t, NORTH, SOUTH, {"apples": 2}, {"kittens": 3})
    offer = f"offer-{place}"
    assert offer not in pieces(board(t))
    assert "each org sees its own offers" in board(t)
    assert "Your open offers 1 of 7" in text(mine(t, NORTH))
    assert "You get 3 EcU of kittens You give 2 EcU of apples" in text(mine(t, NORTH))
    assert "Offered to you" in mine(t, SOUTH)
    assert "You get 2 EcU of apples You give 3 EcU of kittens" in text(mine(t, SOUTH))
    for other in (EAST, WEST):
        assert offer not in pieces(mine(t, other))


def test_open_offers_are_on_the_board() -> None:
    """§7 With the option everyone sees them; one whose goods are gone says so."""
    t = market(open_offers=1)
    assert "no offer is open" in board(t)
    place = make_offer(t, NORTH, SOUTH, {"apples": 2}, {"kittens": 3})
    assert "1 offer is open" in board(t)
    said = "gives South 2 EcU of apples for 3 EcU of kittens."
    assert tip(board(t), f"offer-{place}") == f"Offer {place + 1}: North {said} (§4.1)"
    accept(t, EAST, make_offer(t, SOUTH, EAST, {"kittens": 2}))
    assert tip(board(t), f"offer-{place}").endswith("It cannot be accepted now. (§4.1)")
    assert 'class="offer moved gone"' in board(t)
    assert "cannot be accepted now" in mine(t, NORTH)


def test_an_offer_is_answered_where_it_lies() -> None:
    """§4.1 Press the offer, then accept or decline; one's own offer is withdrawn by pressing it."""
    t = market()
    offer = f"offer-{make_offer(t, NORTH, SOUTH, {'apples': 2}, {'kittens': 3})}"
    answers = [move for move in t.moves(SOUTH) if offer in move.pieces]
    assert {move.words.split()[0] for move in answers} == {"Accept", "Decline"}
    assert all(move.pieces == (offer,) for move in answers)
    assert [move.words.split()[0] for move in t.moves(NORTH) if offer in move.pieces] == ["Withdraw"]


def test_the_offer_being_written() -> None:
    """§4.1 Its own org sees it grow."""
    t = market()
    play(t, NORTH, Step.TRADE, 4, SOUTH)
    assert "You give nothing yet You ask for nothing yet" in text(mine(t, NORTH))
    play(t, NORTH, Step.TRADE, 5, 0)
    assert "You give … apples" in text(mine(t, NORTH))
    play(t, NORTH, Step.HOW_MUCH, 2)
    assert "You give 2 EcU of apples" in text(mine(t, NORTH))
    assert "You are writing an offer" not in mine(t, SOUTH)


def test_offers_that_are_ready_to_send() -> None:
    """§4.1 For what the mandate lacks, in return for what the other lacks; the numbers on the button make the offer."""
    t = market()
    quick = seen(t, NORTH)["trade"]["quick"]
    assert quick[0]["words"] == "Ask South for 3× kittens, giving 2× apples"
    assert quick[1]["words"] == "Give South 2× apples, for nothing"
    for number in quick[0]["plays"].split():
        t.play(NORTH, int(number))
    (place,) = open_offers(t)
    accept(t, SOUTH, place)
    assert (held(t, NORTH, "kittens"), held(t, SOUTH, "apples")) == (3, 2)


def test_ready_offers_can_always_be_sent() -> None:
    """§4.1 §8 Every one of them, in every position; and none to whom an offer is open already."""
    sent = 0
    for t in games():
        for seat in t.waiting:
            trade = seen(t, seat)["trade"]
            for quick in trade["quick"] if trade else []:
                twin = t.copy()
                for number in quick["plays"].split():
                    twin.play(seat, int(number))
                assert len(open_offers(twin)) == len(open_offers(t)) + 1
                sent += 1
    assert sent > 50


def test_mandates_and_what_has_come() -> None:
    """§4.2 Of each line what was received in this step; what it is worth under Solidarity."""
    t = market()
    assert "3 EcU, 3 points" in text(board(t))
    accept(t, NORTH, make_offer(t, SOUTH, NORTH, {"kittens": 2}))
    assert "kittens 2 of 3" in text(board(t))
    assert "3 EcU of kittens 2 received" in text(mine(t, NORTH))
    assert tip(board(t), "mandate-0") == (
        "The mandate of North is worth 3 EcU, 3 points. Received: 2 of 3 EcU of kittens. (§4.2)"
    )
    accept(t, NORTH, make_offer(t, SOUTH, NORTH, {"kittens": 1}))
    assert "✓ 3 of 3" in text(board(t))


def test_mandates_being_written_are_not_seen() -> None:
    """§4.3 §7 Until all are written."""
    t = table(APPLES, KITTENS)
    to_trading(t)
    done(t)
    before = board(t)
    demand(t, NORTH, {"kittens": 3}, hope=SOUTH)
    assert board(t) == before
    assert "mandate-0" not in pieces(before)
    assert "3 EcU of kittens" in mine(t, NORTH)
    assert "hopes to get it" not in mine(t, SOUTH)
    demand(t, SOUTH, {"apples": 2})
    assert "North hopes to get it from South." in tip(board(t), "mandate-0")


def test_why_a_piece_cannot_be_chosen() -> None:
    """§4.1 §4.2 What is drawn and cannot be chosen has its reason."""
    t = market()
    assert GAME.words.reason(t.view(NORTH), NORTH, "mandate", SOUTH, t.names) == Line(
        "4.2", "A mandate is fulfilled by what its org receives in the trading step, from whomever."
    )
    stock = GAME.words.reason(t.view(NORTH), NORTH, "stock", SOUTH * RESOURCES + 1, t.names)
    assert stock == Line("4.1", "First choose to whom you make an offer.")


# The whole of it


def test_pieces_that_moves_and_lines_name_are_drawn() -> None:
    """What a move names can be pressed, on the board or in the panel; what a line names is there to be marked."""
    for t in games():
        public = set(pieces(board(t)))
        for seat in t.waiting:
            drawn = public | set(pieces(mine(t, seat)))
            named = {piece for move in t.moves(seat) for piece in move.pieces}
            unborn = {f"resource-{t.state.what[seat, line]}" for line in range(t.state.lines[seat])}
            assert named - unborn <= drawn


def test_an_id_is_on_a_page_once() -> None:
    """On the board, and on the board with a panel."""
    for t in games():
        for seat in t.waiting:
            ids = re.findall(r'\bid="([^"]+)"', board(t) + mine(t, seat))
            assert len(ids) == len(set(ids))


def test_names_that_are_not_seen_are_not_drawn() -> None:
    """§3.2 §7 Whatever the others write on their sheets: the pages are the same without it."""
    t = table(APPLES, robots={SOUTH: 3})
    pages = [board(t), *(mine(t, seat) for seat in (NORTH, EAST, WEST))]
    play(t, SOUTH, Step.ORDER, Task.INVENT)
    give_name(t, SOUTH, "a secret")
    assert t.names.written
    assert [board(t), *(mine(t, seat) for seat in (NORTH, EAST, WEST))] == pages
    assert "a secret" in mine(t, SOUTH)


def test_everything_can_be_drawn_when_it_is_open() -> None:
    """In the replay with everything open, at any moment."""
    for t in games():
        assert "<svg" in board(t, t.state)
        for seat in range(t.seats):
            assert "mine-solidarity" in str(FACE.mine(t.state, seat, t.names))


def test_it_is_small() -> None:
    """§8 Also when much has been invented; what a seat sees is small too."""
    for t in games():
        assert len(board(t).encode()) < BOARD_BYTES
        for seat in t.waiting:
            assert len(mine(t, seat).encode()) < MINE_BYTES


def test_the_page_forbids_styles_and_scripts() -> None:
    """No style attributes, no scripts, no handlers; every selector begins with the game's own class."""
    t = market(open_offers=1)
    make_offer(t, NORTH, SOUTH, {"apples": 2})
    html = board(t) + mine(t, NORTH) + mine(t, SOUTH)
    assert not re.search(r"\sstyle=|<style|<script|\son\w+=", html)
    rules = re.findall(r"^([^@}\s][^{]*)\{", FACE.css, re.MULTILINE)
    assert rules
    assert all(
        one.strip().startswith((".board-", ".mine-")) for rule in rules for one in re.split(r",(?![^(]*\))", rule)
    )


def test_names_may_be_any_sequence() -> None:
    """The lobby's picture and tests give plain lists."""
    t = start()
    assert face(t.view(NOBODY), NOBODY, ["a", "b", "c", "d"])["orgs"][0]["name"] == "a"
    assert isinstance(t.names, Names)
    assert NAMES > PRINTED
