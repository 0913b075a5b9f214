"""People who share a seat and vote, at their pages: they see who wants what, and may think again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from moot.games import load
from tests.browser.conftest import Invite
from tests.browser.people import MOVES, Person
from tests.browser.server import Server
from tests.browser.test_pages import check
from tests.browser.test_writing import NAME, type_in
from tests.engine.pets import GAME

GAMES = {"pets": GAME, "polycrisis": load("polycrisis"), "solidarity": load("solidarity")}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, worker_number: int) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("tables"), games=GAMES, first_port=8300 + 40 * worker_number)
    yield server
    server.stop()


def share(person: Invite, game: str, *seats: str) -> tuple[Person, Person]:
    """Two people on the first seat of a table where they vote."""
    ann, ben = person(), person()
    ann.open_table(game, *seats, votes=True)
    ben.join(ann.link_to_share(), "Ben")
    expect(ann.page.locator("#voting")).to_contain_text("You are 2 on this seat")
    return ann, ben


def test_a_vote_may_be_given_again_and_changed(person: Invite, server: Server) -> None:
    ann, ben = share(person, "polycrisis", "me")
    first, second = ann.page.locator(MOVES).nth(0), ann.page.locator(MOVES).nth(1)
    for _ in range(2):
        first.click()
        expect(first).to_contain_text("1 for it · your vote")
        expect(ann.page.locator(".move[aria-busy]")).to_have_count(0)
    check(ann, "a vote")
    second.click()
    expect(second).to_have_attribute("aria-pressed", "true")
    expect(first).to_have_attribute("aria-pressed", "false")
    ben.answer(1)
    assert len(server.live(ann.page.url).sitting.history) == 1


def test_names_that_were_typed_in_are_buttons_for_the_others(person: Invite, server: Server) -> None:
    ann, ben = share(person, "pets", "me", "open")
    for name in ("kittens", "puppies"):  # thinking again
        type_in(ann, NAME, name)
        expect(ben.page.locator("#answers [data-vote]")).to_have_text(f"{name} 1 for it")
        expect(ann.page.locator(".move[aria-busy]")).to_have_count(0)
    type_in(ben, NAME, "ponies")
    expect(ann.page.locator("#answers [data-vote]")).to_have_count(2)
    type_in(ben, NAME, "goats")
    expect(ann.page.locator("#answers [data-vote]").nth(1)).to_have_text("goats 1 for it")
    check(ann, "proposals")
    before = ben.answers
    ben.page.locator("#answers [data-vote]").first.click()
    ben.wait_for_answer(before)
    assert server.live(ann.page.url).sitting.texts == {0: "puppies"}


def test_several_answers_on_one_button_are_not_offered_where_each_is_voted_on(person: Invite, server: Server) -> None:
    ann, ben = share(person, "solidarity", "me", "greedy")
    ready, live = ann.page.locator("[data-plays]"), server.live(ann.page.url)
    while not ready.count():
        moves = len(live.sitting.history)
        assert moves < 300, "there never was such a button"
        server.play_on(ann.page.url, moves + 1)
        expect(ann.page.locator("#dock")).to_have_attribute("data-answer", str(live.answers[0]))
    expect(ready.first).to_be_hidden()
    ben.page.goto(server.url)
    expect(ready.first).to_be_visible()
