"""Forms in the tray: rows that are filled in and sent as one gesture."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from moot.games.solidarity.components import Task
from moot.games.solidarity.rules import Step
from tests.browser.conftest import Invite
from tests.browser.people import PHONE, WIDE, Person
from tests.browser.server import Server

SEND = "#step-send"


def row(ann: Person, key: str) -> Locator:
    """A row of the form by its key."""
    return ann.page.locator(f"#count-{key}")


def send(ann: Person) -> None:
    """The form goes off."""
    before = ann.answers
    ann.page.locator(SEND).click()
    ann.wait_for_answer(before)


def play_to(server: Server, ann: Person, table: str, step: Step) -> None:
    """Until Ann, who has the first seat and looks away meanwhile, is asked that: her page would give only answers by itself."""
    live = server.live(table)
    ann.page.goto(ann.url)
    while not (0 in live.sitting.waiting and live.sitting.state.asking[0] == step):
        server.play_on(table, len(live.sitting.history) + 1)
    ann.page.goto(table)
    ann.wait_until_live()


def test_an_order_sheet_takes_two_presses(person: Invite, server: Server) -> None:
    ann = person()
    live = server.live(ann.open_table("solidarity", "me", "me"))
    expect(ann.page.locator(SEND)).not_to_be_attached()
    row(ann, "produce-new").locator("[data-words]").click()
    expect(row(ann, "invent").locator("output")).to_have_text("1")
    expect(ann.page.locator(SEND)).to_have_class("move step primary")
    send(ann)
    assert [live.sitting.state.task[0, line] for line in range(2)] == [0, 1]
    assert 0 not in live.sitting.waiting


# What of something lies outside the part of its tray that is in sight, or is scrolled to.
OUT_OF_SIGHT = """tray => [...tray.querySelectorAll('.count > *')].filter((one) => {
  const box = one.getBoundingClientRect(), room = tray.getBoundingClientRect();
  return box.width && (box.left < room.left || box.right > room.right || box.height < 44 || box.bottom > room.bottom + 1);
}).map((one) => one.outerHTML)"""


def test_a_sheet_is_whole_on_a_phone_and_shows_what_is_on_it(person: Invite) -> None:
    ann = person(size=PHONE)
    ann.open_table("solidarity", "me", "me")
    tray = ann.page.locator("#tray")
    assert tray.locator(".count").count() == 3
    assert not [one for one in tray.evaluate(OUT_OF_SIGHT) if "<output" not in one]
    ann.answer_with("Invent")
    ann.answer_with("apples")
    expect(tray.locator(".lines .row")).to_have_text("1invent apples")
    expect(tray.locator(".lines .row")).to_be_in_viewport(ratio=1)
    expect(row(ann, "invent").locator("[data-words]")).to_have_text("Also invent")


def test_nothing_covers_the_question_while_a_name_is_written(person: Invite) -> None:
    ann = person(size=PHONE)
    ann.open_table("solidarity", "me", "me")
    ann.answer_with("Invent")
    ann.page.locator("[data-writes]").focus()
    expect(ann.page.locator("#tip")).to_be_hidden()


def test_idle_robots_are_asked_after(person: Invite, server: Server) -> None:
    ann = person(size=PHONE)
    live = server.live(ann.open_table("solidarity", "me", "me"))
    row(ann, "build").locator("[data-count='1']").click()
    expect(ann.page.locator(SEND)).to_contain_text("1 idle")
    ann.page.locator(SEND).click()
    expect(ann.page.locator("#why")).to_have_text("Sure? Take back works until others go on.")
    ann.page.locator(".step[data-confirm]").click()
    ann.page.wait_for_function("() => document.querySelector('.cover:not([hidden])')")
    assert live.sitting.state.many[0, 0] == 1


def test_a_press_on_the_board_adds_a_robot(person: Invite, server: Server) -> None:
    """To what one produces; and to an attack on another's pile."""
    ann = person()
    table = ann.open_table("solidarity", "me", "open", "open")
    live = server.live(table)
    play_to(server, ann, table, Step.TRADE)
    play_to(server, ann, table, Step.ORDER)
    state = live.sitting.state
    own, other = (f"[data-piece='resource-{state.name[[*state.controller].index(seat)]}']" for seat in (0, 2))
    ann.page.locator(f"#board {own}").first.click()
    expect(ann.page.locator("#picked")).to_contain_text("Produce")
    ann.page.locator(f"#board {other}").first.click()
    expect(row(ann, "attack").locator("output")).to_have_text("1")
    expect(ann.page.locator("#picked")).to_contain_text("Attack 1 East’s")
    assert not ann.page.locator(".chosen").count()
    send(ann)
    lines = [(state.task[0, line], state.whose[0, line]) for line in range(2)]
    assert lines == [(Task.PRODUCE, 0), (Task.RAID, 2)]


def test_control_is_attacked_by_the_form_too(person: Invite, server: Server) -> None:
    ann = person(size=PHONE)
    table = ann.open_table("solidarity", "me", "open", "open")
    play_to(server, ann, table, Step.TRADE)
    play_to(server, ann, table, Step.ORDER)
    aims = row(ann, "attack").locator("select")
    aims.select_option(index=aims.locator("option").count() - 1)
    row(ann, "attack").locator("[data-words]").click()
    expect(ann.page.locator("#picked")).to_contain_text("control of")
    send(ann)
    assert server.live(table).sitting.state.task[0, 0] == Task.SEIZE


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["wide", "phone"])
def test_an_offer_has_two_columns(person: Invite, server: Server, size: tuple[int, int]) -> None:
    """Both stay in sight, and what is given and what is got is said before it is sent."""
    ann = person(size=size)
    table = ann.open_table("solidarity", "me", "open")
    play_to(server, ann, table, Step.TRADE)
    ann.answer_with("Offer")
    for side in ("I give", "I get"):
        ann.page.locator(f"[aria-label='{side}'] [data-count='1']").first.click()
    for side in ("I give", "I get"):
        expect(ann.page.locator(f"[aria-label='{side}'] .used")).to_be_in_viewport(ratio=0.6)
    expect(ann.page.locator("#picked")).to_have_text(re.compile(r"^I give 1× [a-z ]+ · I get 1× [a-z ]+$"))
    send(ann)
    assert sum(server.live(table).sitting.state.offer_to[:]) == 2
    expect(ann.page.locator("#inbox .card")).to_have_count(1)


def test_a_mandate_adds_up(person: Invite, server: Server) -> None:
    ann = person()
    table = ann.open_table("solidarity", "me", "open", "open")
    play_to(server, ann, table, Step.DEMAND)
    ann.page.locator("#tray .count [data-words]").first.click()
    ann.page.locator("#tray [data-choice=end]").select_option(index=1)
    send(ann)
    assert server.live(table).sitting.state.hope[0] == 2
