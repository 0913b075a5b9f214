"""What was chosen and not sent comes back: on the same page, on another device, after a restart. What is gone of it is said."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterable

from playwright.sync_api import expect

from moot.games.turning_points.rules import Act
from moot.table.feeds.messages import Draft, Part
from moot.table.live.entries import Paused, Resumed
from moot.table.live.table import LiveTable
from tests.browser.conftest import Invite
from tests.browser.people import PHONE, Person
from tests.browser.server import Server
from tests.browser.test_forms import SEND, row
from tests.browser.test_gestures import GHOST, at_an_empty_node, begin_to_organize

ABOUT, SHOWN = "#picked", "#answers .move[data-side]:visible"
CALLED = """about => [...about.childNodes].filter((one) => one.className !== "tip-said")
  .map((one) => one.textContent).join("").trim()"""
STRUCK = "#why s"


def what_is_chosen(ann: Person) -> str:
    """What it is called; what is told of it stands behind."""
    return str(ann.page.locator(ABOUT).evaluate(CALLED))


def come_again(ann: Person) -> None:
    """The page is opened anew, at once."""
    ann.page.reload()
    ann.wait_until_live()


def kept(server: Server, live: LiveTable, seat: int, *parts: Part) -> None:
    """Whoever sits on a seat has chosen this, on another device."""

    async def keep() -> None:
        (person,) = live.chairs[seat].sitters
        await server.registry.drafts.keep(live, seat, person, Draft(live.answers[seat], list(parts)))

    server.do(keep())


def is_kept(server: Server, live: LiveTable, seat: int) -> bool:
    """Whether anything is."""

    async def find() -> bool:
        found = [await server.registry.drafts.of(live, seat, person) for person in live.chairs[seat].sitters]
        return any(one.parts for one in found if one)

    return server.do(find())


def until_nothing_is_kept(server: Server, live: LiveTable, seat: int) -> None:
    """The page says so in a moment."""

    async def wait() -> None:
        (person,) = live.chairs[seat].sitters
        async with asyncio.timeout(15):
            while await server.registry.drafts.of(live, seat, person):
                await asyncio.sleep(0.05)

    server.do(wait())


def fill_in(ann: Person, rows: Iterable[str]) -> None:
    for key in rows:
        row(ann, key).locator("[data-count='1']").click()


def go_somewhere(server: Server, live: LiveTable, seat: int) -> None:
    """Somebody else answers for the seat, which is asked again."""
    server.do(live.play(seat, next(move.number for move in live.sitting.moves(seat) if move.arguments[0] == Act.MOVE)))


def test_a_gesture_comes_back_as_it_was_turned(person: Invite, server: Server) -> None:
    ann = person()
    live = at_an_empty_node(ann, server)
    record, before = bytes(live.sitting), len(live.sitting.history)
    begin_to_organize(ann)
    ann.page.locator("#step-turn1").click()
    chosen, turned = ann.page.locator(ABOUT).inner_text(), ann.page.locator(SHOWN).get_attribute("data-move")
    board = ann.page.locator("#board").inner_html()
    come_again(ann)
    expect(ann.page.locator(GHOST)).to_be_attached()
    expect(ann.page.locator(ABOUT)).to_have_text(chosen)
    expect(ann.page.locator(SHOWN)).to_have_attribute("data-move", turned or "")
    assert (ann.page.locator("#board").inner_html(), bytes(live.sitting)) == (board, record)
    answers = ann.answers
    ann.page.locator("#answers .move.primary:visible").click()
    ann.wait_for_answer(answers)
    assert len(live.sitting.history) == before + 2
    come_again(ann)
    expect(ann.page.locator(ABOUT)).to_be_empty()
    expect(ann.page.locator(STRUCK)).to_have_count(0)


def test_what_was_cleared_stays_so(person: Invite, server: Server) -> None:
    ann = person()
    live = at_an_empty_node(ann, server)
    ann.press_piece(0, "#tray .lit")
    come_again(ann)
    expect(ann.page.locator("#tray .chosen")).to_have_count(1)
    ann.page.keyboard.press("Escape")
    come_again(ann)
    expect(ann.page.locator("#tray .lit").first).to_be_attached()
    expect(ann.page.locator(".chosen")).to_have_count(0)
    assert not is_kept(server, live, live.sitting.waiting[0])


def while_another_is_asked(ann: Person, server: Server) -> LiveTable:
    """A table of Treasury at which the other one acts."""
    live = server.live(ann.open_table("treasury", "me", "open"))
    while 0 in live.sitting.waiting:
        server.do(live.play(0, live.sitting.moves(0)[0].number))
    expect(ann.page.locator("#dock")).to_have_attribute("data-state", "waiting")
    return live


def until_asked(ann: Person, server: Server, live: LiveTable) -> None:
    """The other one answers."""
    while 0 not in live.sitting.waiting:
        server.do(live.play(1, live.sitting.moves(1)[0].number))
    expect(ann.page.locator("#dock")).to_have_attribute("data-state", "asked")


def test_a_card_may_be_chosen_for_ones_next_turn(person: Invite, server: Server) -> None:
    """Nothing is sent; it is selected when the question comes."""
    ann = person()
    live = while_another_is_asked(ann, server)
    card = ann.page.locator("#tray [data-piece^=card]").first
    card.click()
    expect(card).to_have_class(re.compile("chosen"))
    expect(ann.page.locator(ABOUT)).to_contain_text("For your turn: ")
    before = live.answers[0]
    until_asked(ann, server, live)
    expect(card).to_have_class(re.compile("chosen"))
    expect(ann.page.locator(ABOUT)).not_to_contain_text("For your turn")
    expect(ann.page.locator("#answers .move:visible").first).to_be_visible()
    assert live.answers[0] == before


def test_what_was_chosen_for_ones_next_turn_can_be_cleared(person: Invite, server: Server) -> None:
    ann = person()
    live = while_another_is_asked(ann, server)
    ann.page.locator("#tray [data-piece^=card]").first.click()
    ann.page.locator("#clear").click()
    expect(ann.page.locator(ABOUT)).to_be_empty()
    until_asked(ann, server, live)
    expect(ann.page.locator(".chosen")).to_have_count(0)


def test_an_order_sheet_is_filled_in_again_on_another_device(person: Invite, server: Server) -> None:
    ann, phone = person(), person(size=PHONE)
    table = ann.open_table("solidarity", "me", "open")
    live = server.live(table)
    fill_in(ann, ["produce-new"])
    ann.page.locator("#tray [data-choice=name]").first.select_option(index=2)
    name = ann.page.locator("#tray [data-choice=name]").first.input_value()
    ann.page.goto(ann.url)
    phone.context.add_cookies(
        [{"name": one["name"], "value": one["value"], "url": ann.url} for one in ann.context.cookies()]
    )
    phone.page.goto(table)
    phone.wait_until_live()
    for key in ("produce-new", "invent"):
        expect(row(phone, key).locator("output")).to_have_text("1")
    expect(phone.page.locator("#tray [data-choice=name]").first).to_have_value(name)
    before = phone.answers
    phone.page.locator(SEND).click()
    phone.wait_for_answer(before)
    assert [live.sitting.state.task[0, line] for line in range(2)] == [0, 1]
    ann.page.goto(table)
    ann.wait_until_live()
    expect(ann.page.locator(STRUCK)).to_have_count(0)
    assert not is_kept(server, live, 0)


def test_a_sheet_outlives_the_server(person: Invite, server: Server) -> None:
    ann = person()
    ann.open_table("solidarity", "me", "open")
    fill_in(ann, ["build", "build"])
    ann.page.goto(ann.url)
    ann.page.go_back()
    server.stop()
    server.start()
    come_again(ann)
    expect(row(ann, "build").locator("output")).to_have_text("2")


def test_what_is_no_longer_possible_is_struck_through(person: Invite, server: Server) -> None:
    """The rest stays, nothing is sent, and it is said once."""
    ann = person()
    live = at_an_empty_node(ann, server)
    seat, number = live.sitting.waiting[0], live.number
    verb = ann.page.locator("#answers .move[data-verb]").first.get_attribute("data-verb") or ""
    ann.page.goto(ann.url)
    kept(server, live, seat, Part("verb", verb, verb), Part("piece", 'card-"99"', "Hut Builder"))
    ann.page.go_back()
    ann.wait_until_live()
    expect(ann.page.locator(STRUCK)).to_have_text("Hut Builder")
    expect(ann.page.locator("#why")).to_contain_text("Meanwhile Hut Builder: no longer possible. Nothing was sent.")
    expect(ann.page.locator(ABOUT)).to_contain_text(verb)
    assert live.number == number
    come_again(ann)
    expect(ann.page.locator(ABOUT)).to_contain_text(verb)
    expect(ann.page.locator(STRUCK)).to_have_count(0)


def test_rows_that_cannot_be_filled_any_more_are_struck_through(person: Invite, server: Server) -> None:
    ann = person()
    live = server.live(ann.open_table("solidarity", "me", "open"))
    table, robots = ann.page.url, live.sitting.state.idle[0]
    ann.page.goto(ann.url)
    rows = Part("row", "produce-77", "Produce clocks", "2"), Part("row", "build", "Build robots", str(robots + 3))
    kept(server, live, 0, *rows, Part("choice", "name", "gondolas", "4711"))
    ann.page.goto(table)
    ann.wait_until_live()
    expect(ann.page.locator(STRUCK)).to_have_text(["Produce clocks 2", "gondolas", "Build robots 3"])
    expect(row(ann, "build").locator("output")).to_have_text(str(robots))


def test_what_was_chosen_for_a_question_that_another_has_answered_is_said_to_be_gone(
    person: Invite, server: Server
) -> None:
    ann = person()
    live = at_an_empty_node(ann, server)
    seat = live.sitting.waiting[0]
    ann.press_piece(0, "#tray .lit")
    called = what_is_chosen(ann)
    ann.page.goto(ann.url)
    go_somewhere(server, live, seat)
    ann.page.goto(f"{ann.url}/tables/{live.id}?seat={seat}")
    ann.wait_until_live()
    expect(ann.page.locator(STRUCK)).to_have_text(called)
    expect(ann.page.locator("#why")).to_contain_text("your seat has answered. Nothing was sent.")
    until_nothing_is_kept(server, live, seat)


def test_what_another_answers_under_ones_hand_is_said_when_one_looks(person: Invite, server: Server) -> None:
    ann = person()
    live = at_an_empty_node(ann, server)
    seat = live.sitting.waiting[0]
    ann.press_piece(0, "#tray .lit")
    called = what_is_chosen(ann)
    go_somewhere(server, live, seat)
    expect(ann.page.locator("#look")).to_be_visible()
    assert what_is_chosen(ann) == called
    expect(ann.page.locator("#dock[data-past] .answers")).to_have_css("pointer-events", "none")  # it has been answered
    ann.page.locator("#look").click()
    expect(ann.page.locator("#dock[data-past]")).to_have_count(0)
    expect(ann.page.locator(STRUCK)).to_have_text(called)


def test_each_on_a_shared_seat_chooses_for_themselves(person: Invite, server: Server) -> None:
    ann, bea = person(), person()
    ann.open_table("solidarity", "me", "open")
    bea.join(ann.link_to_share(), "Bea")
    fill_in(ann, ["build"])
    come_again(ann)
    expect(row(ann, "build").locator("output")).to_have_text("1")
    come_again(bea)
    expect(row(bea, "build").locator("output")).to_have_text("0")


def test_a_pause_takes_nothing_away(person: Invite, server: Server) -> None:
    ann = person()
    live = at_an_empty_node(ann, server)
    ann.press_piece(0, "#tray .lit")
    called = what_is_chosen(ann)
    server.do(live.append(Paused))
    expect(ann.page.locator("#paused")).to_be_visible()
    server.do(live.append(Resumed))
    expect(ann.page.locator(ABOUT)).to_contain_text(called)
    assert what_is_chosen(ann) == called
