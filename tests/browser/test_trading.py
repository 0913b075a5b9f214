"""Solidarity's trading floor on the page: offers that come while somebody answers one, and what each of them says."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from moot.games.solidarity.components import Deal
from moot.games.solidarity.rules import Step
from moot.table.live.table import LiveTable
from tests.browser.conftest import Invite
from tests.browser.people import AWAKE, PHONE, SHORT, WIDE, Person
from tests.browser.server import Server

SIZES = pytest.mark.parametrize("size", [WIDE, PHONE, SHORT], ids=["wide", "phone", "short"])
# All that can be pressed on the first card, and where it stands on it.
ON_CARD = """() => [...document.querySelectorAll("#inbox .card")][0]?.querySelectorAll("button").values().toArray()
  .filter((one) => one.checkVisibility()).map((one) => [one.textContent, Math.round(one.getBoundingClientRect().left)])"""


def at_the_council(server: Server, person: Invite, size: tuple[int, int] = WIDE) -> tuple[Person, LiveTable]:
    """Ann is asked what she wants to trade; the other two seats are open."""
    ann = person(size=size)
    table = ann.open_table("solidarity", "me", "open", "open")
    live = server.live(table)
    ann.page.goto(ann.url)
    while not (0 in live.sitting.waiting and live.sitting.state.asking[0] == Step.TRADE):
        server.play_on(table, len(live.sitting.history) + 1)
    ann.page.goto(table)
    ann.wait_until_live()
    ann.page.wait_for_function(AWAKE)
    return ann, live


def offer(server: Server, live: LiveTable, seat: int, *sides: Deal) -> None:
    """One of the seats gives Ann one unit of what it has invented, or asks for one of what she has, or both."""
    controllers = [*live.sitting.state.controller]
    goods = {Deal.GIVE: controllers.index(seat), Deal.WANT: controllers.index(0)}
    steps = [(Deal.OFFER, 0), *(one for side in sides for one in ((side, goods[side]), (1,))), (Deal.SEND,)]
    answer(server, live, seat, *steps)


def answer(server: Server, live: LiveTable, seat: int, *steps: tuple[int, ...]) -> None:
    """Answers of a seat, by what they begin with."""
    for wanted in steps:
        moves = live.sitting.moves(seat)
        server.do(live.play(seat, next(one.number for one in moves if one.arguments[: len(wanted)] == wanted)))


def press_accept(ann: Person) -> None:
    """The first of two presses."""
    ann.page.wait_for_function(AWAKE)
    ann.page.locator("#inbox .move[data-verb='Accept']:visible").first.click()
    ann.page.mouse.move(2, 2)


@SIZES
def test_a_confirmation_stays_where_it_is_when_another_offer_comes(
    server: Server, person: Invite, size: tuple[int, int]
) -> None:
    """And so does the other button of its card; the new offer stands beside it."""
    ann, live = at_the_council(server, person, size)
    offer(server, live, 1, Deal.GIVE, Deal.WANT)
    press_accept(ann)
    expect(ann.page.locator("#why")).to_have_text("Are you sure? It cannot be taken back.")
    before = ann.page.evaluate(ON_CARD)
    assert [words.partition(":")[0] for words, _ in before] == ["Yes", "No, keep"]
    offer(server, live, 2, Deal.GIVE, Deal.WANT)
    expect(ann.page.locator("#inbox .card")).to_have_count(2)
    assert ann.page.evaluate(ON_CARD) == before
    ann.page.wait_for_function(AWAKE)
    ann.page.locator("#inbox [data-confirm]").click()
    expect(ann.page.locator("#inbox .card")).to_have_count(1)
    assert "Ann (North) accepts South’s offer." in ann.page.locator("#log").inner_text()


@SIZES
def test_an_offer_says_what_one_gets_and_gives(server: Server, person: Invite, size: tuple[int, int]) -> None:
    """All of it can be read beside its buttons, and while it is confirmed too."""
    ann, live = at_the_council(server, person, size)
    offer(server, live, 1, Deal.GIVE, Deal.WANT)
    said = ann.page.locator("#inbox .card p")
    for is_armed in (False, True):
        if is_armed:
            press_accept(ann)
        expect(said).to_have_text(re.compile(r"^South gives 1× [a-z ]+ for 1× [a-z ]+$"))
        assert said.evaluate("one => one.scrollHeight <= one.clientHeight && one.scrollWidth <= one.clientWidth")
        expect(said).to_be_in_viewport(ratio=1)


def test_a_present_is_accepted_with_one_press(server: Server, person: Invite) -> None:
    ann, live = at_the_council(server, person)
    offer(server, live, 1, Deal.GIVE)
    press_accept(ann)
    expect(ann.page.locator("#inbox .card")).to_have_count(0)
    expect(ann.page.locator("#log")).to_contain_text("Ann (North) accepts South’s offer.")


def test_what_is_chosen_has_a_name_wherever_it_is_drawn_first(server: Server, person: Invite) -> None:
    """An org to the left holds some of it: there it is a mark, and no more."""
    ann, live = at_the_council(server, person)
    offer(server, live, 1, Deal.GIVE)
    press_accept(ann)
    expect(ann.page.locator("#inbox .card")).to_have_count(0)
    own, other = ([*live.sitting.state.controller].index(seat) for seat in (0, 1))
    answer(server, live, 0, (Deal.OFFER, 1), (Deal.GIVE, own), (1,))
    piece = ann.page.locator(f"#board .lit[data-piece='resource-{live.sitting.state.name[other]}']")
    expect(piece).not_to_have_count(0)
    ann.press_piece(0, f"#tray .lit[data-piece='resource-{live.sitting.state.name[other]}']")
    expect(ann.page.locator("#picked")).to_have_text(re.compile("^[a-z]+, 0 EcU"))


def test_what_was_to_be_confirmed_and_is_gone_is_struck_through(server: Server, person: Invite) -> None:
    ann, live = at_the_council(server, person)
    offer(server, live, 1, Deal.GIVE, Deal.WANT)
    press_accept(ann)
    answer(server, live, 1, (Deal.WITHDRAW,))
    expect(ann.page.locator("#inbox .card")).to_have_count(0)
    expect(ann.page.locator("#why s")).to_contain_text("Accept")
    expect(ann.page.locator("[data-confirm]")).to_have_count(0)


def test_on_a_phone_the_offer_that_waits_is_in_view_and_not_ones_own(server: Server, person: Invite) -> None:
    ann, live = at_the_council(server, person, PHONE)
    table = ann.page.url
    ann.page.goto(ann.url)
    state = live.sitting.state
    own = [*state.controller].index(0)
    answer(server, live, 0, (Deal.OFFER, 1), (Deal.GIVE, own), (1,), (Deal.SEND,))
    offer(server, live, 2, Deal.GIVE)
    ann.page.goto(table)
    ann.wait_until_live()
    expect(ann.page.locator("#inbox .card").first.locator("[data-verb='Withdraw']")).to_be_attached()
    expect(ann.page.locator("#inbox .move[data-verb='Accept']")).to_be_in_viewport(ratio=1)
