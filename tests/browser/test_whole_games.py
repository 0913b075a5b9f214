"""For each game two people and bots play from the lobby to the end by pressing what is on the page, and look through it."""

from __future__ import annotations

import re
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import expect

from moot.games import GAMES
from moot.table.rendering.ends import end_of
from tests.browser.conftest import Invite
from tests.browser.people import LIT, MOVES, PHONE, Person
from tests.browser.server import Server

MOST_ANSWERS = 400
SHORT: dict[str, dict[str, Any]] = {"solidarity": {"rounds": 3}}  # games that would take more answers than that


def wait_for_either(*people: Person) -> Person | None:
    """The first who is asked; None when the game is over for all."""
    for _ in range(1500):
        for one in people:
            if one.asked:
                return one
        if all(one.over for one in people):
            return None
        people[0].page.wait_for_timeout(10)
    raise AssertionError("nobody is asked, and the game is not over")


def answer_somehow(one: Person, luck: Random, pressed: set[str]) -> None:
    """By a piece if its kind of question has not been answered so yet, otherwise as it comes."""
    done = one.page.locator(".exits .move[data-move]")
    if done.count() and luck.random() < 0.3:  # who could go on for ever comes to an end
        one.give(done.first.get_attribute("data-move") or "")
        return
    section = one.page.locator(".question .section").inner_text()
    lit = one.page.locator(LIT).count()
    if lit and (section not in pressed or luck.random() < 0.4):
        pressed.add(section)
        one.answer_by_piece(luck)
    else:
        one.answer(luck.randrange(one.page.locator(MOVES).count()))


def everything_is_in_sight(one: Person) -> None:
    """The page does not scroll, and what is asked about can be pressed on the board or in the tray."""
    assert not one.scrolls_sideways()
    assert not one.scrolls_down()
    names = set(one.page.locator(LIT).evaluate_all("pieces => pieces.map(piece => piece.dataset.piece)"))
    drawn = {name: one.page.locator(f":is({LIT})[data-piece='{name}']:visible").all() for name in names}
    assert [name for name, pieces in drawn.items() if not any(map(one.point_of, pieces))] == []


@pytest.mark.parametrize("game", GAMES)
def test_two_people_play_to_the_end(server: Server, person: Invite, game: str) -> None:
    luck, pressed, seen = Random(game), set[str](), set[str]()
    ann, ben = person(), person(size=PHONE)
    link = ann.open_table(game, "me", "open", "greedy", "greedy", **SHORT.get(game, {}))
    ben.join(link, "Ben")
    expect(ann.page.locator("#seats")).to_contain_text("Ben")

    disturbances: dict[int, Callable[[], object]] = {
        8: ben.page.reload,
        13: lambda: again(server),
        18: ann.page.reload,
    }
    for number in range(MOST_ANSWERS):
        one = wait_for_either(ann, ben)
        if one is None:
            break
        if number in disturbances:
            disturbances[number]()
            one.wait_until_asked()
            expect(one.page.locator("#offline")).to_be_hidden(timeout=20_000)
        section = one.page.locator(".question .section").inner_text()
        if one is ben and section not in seen:
            seen.add(section)
            everything_is_in_sight(ben)
        answer_somehow(one, luck, pressed)
    assert ann.over
    assert ben.over
    assert pressed
    for seat, one in enumerate((ann, ben)):
        ended = end_of(server.live(link), seat)
        assert ended is not None
        expect(one.page.locator(".result h2").first).to_contain_text(ended.headline)
    for one in (ann, ben):
        look_through(one)
    rematch(ann, ben, link)


def again(server: Server) -> None:
    """The server stops and starts."""
    server.stop()
    server.start()


def look_through(one: Person) -> None:
    """The replay: its slider, its buttons, every seat, and a link to a moment."""
    page = one.page
    page.get_by_role("link", name="Look through it").click()
    page.wait_for_load_state()
    slider = page.get_by_role("slider", name="Move")
    last = int(slider.get_attribute("max") or 0)
    assert last > 10
    page.get_by_role("button", name="To the beginning").click()
    expect(page.locator(".slider output")).to_have_text(f"0 of {last}")
    page.get_by_role("button", name="One move on").click()
    expect(page.locator(".slider output")).to_have_text(f"1 of {last}")
    slider.fill(str(last // 2))
    expect(page.locator(".slider output")).to_have_text(f"{last // 2} of {last}")
    expect(page.locator(".mine")).to_have_count(4)
    seen_by = page.get_by_label("As seen by")
    seen_by.select_option(label=seen_by.locator("option", has_text="Ben").inner_text())
    expect(page.locator(".mine")).to_have_count(1)
    page.wait_for_url(re.compile(rf"move={last // 2}&seat=1"))
    page.get_by_role("button", name="Copy a link to this moment").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    fresh = one.new_page()
    fresh.goto(page.evaluate("navigator.clipboard.readText()"))
    expect(fresh.locator(".slider output")).to_have_text(f"{last // 2} of {last}")
    expect(fresh.get_by_label("As seen by")).to_have_value("1")
    fresh.close()
    assert not one.scrolls_sideways()


def rematch(ann: Person, ben: Person, link: str) -> None:
    """The same people at a new table."""
    for one in (ann, ben):
        one.page.goto(link)
    ann.page.get_by_role("button", name="Rematch").click()
    ann.page.wait_for_url(lambda url: url.partition("?")[0] != link)
    ben.page.get_by_role("link", name="To the rematch").click()
    expect(ben.page.locator("#seats")).to_contain_text("Ann")
    expect(ben.page.locator("#board svg")).to_be_visible()


def test_treasury_is_played_where_its_cards_lie(person: Invite) -> None:
    """A hand card, then what to do with it; a business on the board; and why the treasury cannot be pressed."""
    ann = person()
    ann.open_table("treasury", "me", "greedy")
    ann.wait_until_asked()
    page, own = ann.page, "#board [data-piece^='business-'].lit"
    ann.press_piece(0, "#board [data-piece='treasury-0']")
    expect(page.locator("#why")).to_contain_text("pays contracts at the end of a round. §3.4")
    for _ in range(MOST_ANSWERS):
        if page.locator(own).count():
            break
        ann.press_piece(0, "#tray [data-piece^='card-'].lit")
        expect(page.locator("#tray .chosen")).to_have_count(1)
        ann.answer_with("Start face down", f"{MOVES}:visible")
        ann.wait_until_asked()
    ann.press_piece(0, own)
    ann.answer_with("Sell", f"{MOVES}:visible")
    expect(page.locator("#log")).to_contain_text("Ann sells")


def test_solidarity_two_people_share_an_org(person: Invite) -> None:
    """Either writes on the org's order sheet, the other sees it at once; other orgs do not."""
    ann, ada, ben = person(), person(size=PHONE), person()
    link = ann.open_table("solidarity", "me", "open")
    ada.page.goto(ann.link_to_share())
    ada.page.get_by_label("Your name").fill("Ada")
    ada.page.get_by_role("button", name="Sit down").click()
    ada.wait_until_live()
    ben.join(link, "Ben")
    press(ann, "Invent")
    expect(ada.page.locator("#tray .begun")).to_contain_text("invent …")
    ada.page.get_by_label("A name of your own").fill("kittens (litters)")
    ada.page.get_by_label("A name of your own").press("Enter")
    for one in (ann, ada):
        expect(one.page.locator("#m-line-0")).to_contain_text("invent kittens")
        expect(one.page.locator("#tray")).to_contain_text("1 of 2 without a task")
    assert "kittens" not in ben.page.content()
    ada.press_piece(0, "#tray [data-piece='line-0']")
    ada.answer_with("Strike out", f"{MOVES}:visible")
    for one in (ann, ada):
        expect(one.page.locator("#m-line-0")).to_have_count(0)
        expect(one.page.locator("#tray")).to_contain_text("2 of 2 without a task")


def test_solidarity_offers_in_two_clicks(server: Server, person: Invite) -> None:
    """Post, withdraw, decline and accept; what came is counted in the mandate."""
    ann, ben = person(), person(size=PHONE)
    link = ann.open_table("solidarity", "me", "open")
    ben.join(link, "Ben")
    to_market(server, link)
    ready = ann.page.locator("#tray [data-plays]").first
    offered = ben.page.locator("#inbox .card")
    ready.click()  # posted
    expect(offered).to_contain_text("2× apples")
    ann.answer_with("Withdraw", "#inbox .move")
    expect(offered).to_have_count(0)
    for answer in ("Decline", "Accept"):
        ready.click()
        expect(offered).to_have_count(1)
        ben.answer_with(answer, "#inbox .move")
        expect(offered).to_have_count(0)
    expect(ann.page.locator("#board [data-piece='mandate-0']")).to_contain_text("✓ 2 of 2")
    expect(ann.page.locator(".need")).to_contain_text("2 received")
    expect(ben.page.locator("#log")).to_contain_text("Ben (South) hands Ann (North) 2 EcU of kittens.")


def press(one: Person, words: str) -> None:
    """An answer by its words."""
    one.answer_with(words)


def to_market(server: Server, link: str) -> None:
    """Two orgs with goods, and mandates for each other's; trade is open."""
    live = server.live(link)
    state = live.sitting.state
    for number, (seat, name) in enumerate(((0, 0), (1, 1))):  # apples and kittens
        state.name[number], state.inventor[number], state.controller[number] = name, seat, seat
        state.stock[seat, number] = state.total[number] = 4
        state.demand_goods[1 - seat, 0], state.demand[1 - seat, 0] = number + 1, 2
    state.resources, state.taken = 2, 3
    for seat in (0, 1):
        done = next(move for move in live.sitting.moves(seat) if move.words.startswith("Done"))
        server.do(live.play(seat, done.number))


def organize_by_pieces(one: Person) -> None:
    """A card of the hand; as a ghost on the map it is turned once, and placed."""
    page, before = one.page, one.answers
    one.press_piece(0, "#tray [data-piece^='card-'].lit")
    organize = page.locator(".step[data-verbs='Organize']")
    if organize.is_visible():  # it can also be exchanged
        organize.click()
    expect(page.locator("#board.ghost")).to_be_attached()
    if page.locator("#step-turn1").is_visible():  # a card that fits only one way need not be turned
        page.locator("#step-turn1").click()
    page.locator("#answers .move.primary:visible").click()
    one.wait_for_answer(before)


def test_three_people_turn_events_before_they_lie(person: Invite) -> None:
    """Turning Points with a bot, from the first round to the last; on the big screen, on a phone and at night."""
    luck, organized, pressed = Random(3), 0, set[str]()
    ann, ben, cleo = person(), person(size=PHONE), person(dark=True)
    link = ann.open_table("turning_points", "me", "open", "open", "greedy", rings=1)
    ben.join(link, "Ben", 1)
    cleo.join(link, "Cleo", 2)
    for _ in range(MOST_ANSWERS):
        one = wait_for_either(ann, ben, cleo)
        if one is None:
            break
        printed = one.page.locator(MOVES, has_text="Organize")
        if printed.count():
            organize_by_pieces(one)
            organized += 1
            expect(ann.page.locator("#log")).to_contain_text("organizes an event on node")
        else:
            answer_somehow(one, luck, pressed)
    assert all(one.over for one in (ann, ben, cleo))
    assert organized >= 2
    for told in ("is realized.", "Links ", "The event on node 1 "):
        expect(cleo.page.locator("#log")).to_contain_text(told)
    expect(
        ben.page.locator("#board [data-piece^='node-']:is([data-state='✓'], [data-state='×'], [data-state='∅'])")
    ).to_have_count(7)
