"""Several questions answered in one go: a problem on the graph, an event as a ghost on the map; and a step taken back."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from moot.games.polycrisis.rules import Step as PolycrisisStep
from moot.games.turning_points.components import ATTACKING, HINDRANCE, LOGISTIC, SUPPORTING
from moot.games.turning_points.rules import Act, Lay, Step
from moot.table.live.table import LiveTable
from tests.browser.conftest import Invite
from tests.browser.people import AWAKE, PHONE, WIDE, Person
from tests.browser.server import Server

GHOST = "#board.ghost"


def may_organize(live: LiveTable) -> bool:
    """Whether somebody may lay an event."""
    moves = live.sitting.moves(live.sitting.waiting[0])
    return any(move.choice == Step.ACT and move.arguments[0] == Act.ORGANIZE for move in moves)


def at_an_empty_node(ann: Person, server: Server) -> LiveTable:
    """A table of Turning Points at which Ann, who plays both seats, may lay an event."""
    table = ann.open_table("turning_points", "me", "me")
    live = server.live(table)
    while not may_organize(live):
        server.play_on(table, len(live.sitting.history) + 1)
    ann.page.goto(f"{ann.page.url.partition('?')[0]}?seat={live.sitting.waiting[0]}")
    ann.wait_until_live()
    return live


def begin_to_organize(ann: Person) -> None:
    """A card is chosen, and what to do with it."""
    ann.press_piece(0, "#tray .lit")
    ann.page.locator(".step[data-verbs='Organize']").click()
    expect(ann.page.locator(GHOST)).to_be_attached()


def test_an_event_is_turned_on_the_map_and_placed_in_one_go(person: Invite, server: Server) -> None:
    ann = person()
    live = at_an_empty_node(ann, server)
    record, board = bytes(live.sitting), ann.page.locator("#board").inner_html()
    begin_to_organize(ann)
    first = ann.page.locator("#answers .move[data-side]:visible").get_attribute("data-move")
    ann.page.locator("#step-turn1").click()
    expect(ann.page.locator(f"#answers .move[data-move='{first}']")).to_be_hidden()
    assert bytes(live.sitting) == record
    ann.page.keyboard.press("Escape")
    expect(ann.page.locator(GHOST)).not_to_be_attached()
    assert ann.page.locator("#board").inner_html() == board
    begin_to_organize(ann)
    before, many = ann.answers, len(live.sitting.history)
    ann.page.locator("#answers .move.primary:visible").click()
    ann.wait_for_answer(before)
    assert len(live.sitting.history) == many + 2


def at_a_node_for(card: int, ann: Person, server: Server) -> LiveTable:
    """A table of Turning Points at which Ann, who plays all three seats, may lay this card."""
    table = ann.open_table("turning_points", "me", "me", "me")
    live = server.live(table)
    while not any(move.arguments == (Act.ORGANIZE, card) for move in live.sitting.moves(live.sitting.waiting[0])):
        server.play_on(table, len(live.sitting.history) + 1)
    ann.page.goto(f"{ann.page.url.partition('?')[0]}?seat={live.sitting.waiting[0]}")
    ann.wait_until_live()
    return live


def press(ann: Person, piece: str) -> None:
    """A ringed piece of the board or the tray."""
    ann.page.wait_for_function(AWAKE)
    ann.press_piece(0, f":is(#board, #tray) .lit[data-piece='{piece}']:visible")


def send(ann: Person, button: str) -> None:
    """A button that gives an answer."""
    before = ann.answers
    ann.page.wait_for_function(AWAKE)
    ann.page.locator(f":is(#answers, .exits) {button}:visible").first.click()
    ann.wait_for_answer(before)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize(("card", "occurs", "does_not"), [(ATTACKING, 0, 1), (SUPPORTING, 0, None)])
def test_who_is_named_by_an_event_is_pressed_and_then_it_is_turned_on_the_map(
    person: Invite, server: Server, size: tuple[int, int], card: int, occurs: int, does_not: int | None
) -> None:
    """§4.1 §4.2 Two others, or one of them and nobody."""
    ann = person(size=size)
    live = at_a_node_for(card, ann, server)
    seat, node = live.sitting.waiting[0], live.sitting.state.pawn[live.sitting.waiting[0]]
    others = [other + 1 for other in range(3) if other != seat]
    press(ann, f"card-{card}")
    send(ann, ".move[data-verb='Organize']")
    expect(ann.page.locator(GHOST)).not_to_be_attached()
    yes, no = others[occurs], 0 if does_not is None else others[does_not]
    press(ann, f"yes-{yes}")
    if ann.page.locator(f"#tray .lit[data-piece='no-{no}']").count():
        press(ann, f"no-{no}")
    expect(ann.page.locator(GHOST)).to_be_attached()
    ann.page.wait_for_function(AWAKE)
    ann.page.locator("#step-turn0").click()
    many = len(live.sitting.history)
    send(ann, ".move.primary")
    state = live.sitting.state
    assert len(live.sitting.history) == many + 2
    assert (state.event[node], state.yes_arc[node], state.no_arc[node]) == (card + 1, yes, no)


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_links_of_a_logistic_event_are_laid_by_pressing_edges(
    person: Invite, server: Server, size: tuple[int, int]
) -> None:
    """§4.3 The edges are ringed; what strength is left is drawn beside the question."""
    ann = person(size=size)
    live = at_a_node_for(LOGISTIC, ann, server)
    seat, node = live.sitting.waiting[0], live.sitting.state.pawn[live.sitting.waiting[0]]
    press(ann, f"card-{LOGISTIC}")
    send(ann, ".move.primary")
    left, most = ann.page.locator("#question .remaining"), live.sitting.state.logistic_strength
    expect(left).to_have_text("●" * most)
    back = next(move for move in live.sitting.moves(seat) if move.arguments[0] == Lay.HINDRANCE)
    if ann.page.locator(f"#board .lit[data-piece='edge-{back.arguments[1]}']").count():  # it is not the only one
        press(ann, f"edge-{back.arguments[1]}")
    send(ann, ".move[data-verb='Hindrance']")
    expect(left).not_to_have_text("●" * most)
    send(ann, ".move[data-verb='Done']")
    assert live.sitting.state.event[node] == LOGISTIC + 1
    assert live.sitting.state.back[back.arguments[1]] == HINDRANCE


def test_what_was_told_is_taken_back(person: Invite, server: Server) -> None:
    ann = person()
    live = at_an_empty_node(ann, server)
    record, before = bytes(live.sitting), ann.answers
    begin_to_organize(ann)
    ann.page.locator("#answers .move.primary:visible").click()
    ann.wait_for_answer(before)
    for _ in range(2):
        before = ann.answers
        ann.page.locator("#take-back").click()
        ann.wait_for_answer(before)
    assert bytes(live.sitting) == record


def test_one_exit_declines_all_that_is_still_to_come(person: Invite, server: Server) -> None:
    ann = person()
    table = ann.open_table("polycrisis", "me", "open")
    live = server.live(table)
    while live.sitting.state.asking[0] != PolycrisisStep.START_PROJECT:
        server.play_on(table, len(live.sitting.history) + 1)
    before, out = ann.answers, ann.page.locator(".exits .move[data-verb='All done']")
    expect(out).to_contain_text("kept")
    out.click()
    ann.wait_for_answer(before)
    assert 0 not in live.sitting.waiting
