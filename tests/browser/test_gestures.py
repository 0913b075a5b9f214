"""Several questions answered in one go: a problem on the graph, an event as a ghost on the map; and a step taken back."""

from __future__ import annotations

from playwright.sync_api import expect

from moot.games.polycrisis.rules import Step as PolycrisisStep
from moot.games.turning_points.rules import Act, Step
from moot.table.live.table import LiveTable
from tests.browser.conftest import Invite
from tests.browser.people import Person
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
