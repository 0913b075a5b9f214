"""A name is typed into a field, and a number too: by keyboard, with refusals in words, on a phone as well."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import MOVES, PHONE, Person
from tests.browser.server import Server
from tests.browser.test_pages import check
from tests.engine.pets import GAME

NASTY = '<b>"x"&\'</b>'
NAME, NUMBER = "A pet of your own", "1 to 12 or 14 to 30"


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, worker_number: int) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("tables"), games={"pets": GAME}, first_port=8300 + 40 * worker_number)
    yield server
    server.stop()


def type_in(one: Person, label: str, text: str) -> None:
    """Fill in a field and press Enter."""
    one.page.get_by_label(label).fill(text)
    one.page.get_by_label(label).press("Enter")


def answer_in(one: Person, label: str, text: str) -> None:
    """The same, and it is taken."""
    before = one.answers
    type_in(one, label, text)
    one.wait_for_answer(before)


@pytest.mark.parametrize("size", [(1280, 800), PHONE])
def test_a_name_and_a_number_by_keyboard(person: Invite, size: tuple[int, int]) -> None:
    ann, ben = person(size=size), person()
    link = ann.open_table("pets", "me", "open")
    ben.join(link, "Ben")
    ann.page.get_by_label(NAME).focus()
    check(ann, "a field")
    answer_in(ann, NAME, f" {NASTY}(litters) ")
    expect(ann.page.locator("#question")).to_contain_text(f"Do you keep {NASTY} (litters)?")
    expect(ann.page.locator("#log")).to_contain_text(f"Ann names {NASTY} (litters).")
    expect(ann.page.locator("#m-mind")).to_have_text(f"{NASTY} (litters)")
    ann.answer(1)
    expect(ann.page.get_by_label(NUMBER)).to_be_visible()
    assert ann.page.locator(MOVES).count() == 1
    check(ann, "a field")
    answer_in(ann, NUMBER, "14")
    answer_in(ben, NAME, "ponies")
    ben.answer(1)
    ben.page.get_by_label(NUMBER).fill("30")
    ben.answer()
    for one in (ann, ben):
        expect(one.page.locator("#log")).to_contain_text(f"Ann alone has {NASTY} (litters), worth 14.")
        expect(one.page.locator("#log")).to_contain_text("Ben alone has ponies, worth 30.")
        expect(one.page.locator("#board [data-piece]").first).to_have_text(f"{NASTY} (litters)")
        assert one.page.locator("#board b, #log b, #dock b, #spoken b").count() == 0
    ann.page.locator("#board [data-piece]").first.hover()
    expect(ann.page.locator("#tip")).to_have_text(f"These are {NASTY} (litters).")


def test_refusals_are_said_at_the_form_and_what_was_typed_stays(person: Invite, server: Server) -> None:
    ann, ben = person(), person()
    link = ann.open_table("pets", "me", "open")
    why, field = ann.page.locator("#why"), ann.page.get_by_label(NAME)
    type_in(ann, NAME, "  ")
    expect(why).to_have_text("Write a name first.")
    type_in(ann, NAME, "x" * 30)
    expect(why).to_have_text("A name has 1 to 24 characters, not 30.")
    expect(field).to_have_value("x" * 30)
    field.fill("half a na")
    ben.join(link, "Ben")  # the page is drawn anew around the field
    expect(ann.page.locator("#seats")).to_contain_text("Ben")
    expect(field).to_have_value("half a na")
    expect(field).to_be_focused()
    answer_in(ann, NAME, "kittens")
    ann.answer(0)  # think again: the new field is empty
    expect(field).to_have_value("")
    answer_in(ann, NAME, "kittens")
    ann.answer(1)
    number = ann.page.get_by_label(NUMBER)
    expect(number).to_be_focused()
    for typed, said in (
        ("", "Choose a number: 1 to 12 or 14 to 30."),
        ("13", "13 cannot be chosen: 1 to 12 or 14 to 30."),
        ("31", "31 cannot be chosen: 1 to 12 or 14 to 30."),
        ("2.5", "2.5 cannot be chosen: 1 to 12 or 14 to 30."),
    ):
        type_in(ann, NUMBER, typed)
        expect(why).to_have_text(said)
    answer_in(ann, NUMBER, "12")
    assert server.live(link).sitting.state.wanted[0] == 12
