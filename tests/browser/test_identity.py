"""Who somebody is, by presses alone: another device, words, devices, a name, settings, one's tables, being deleted."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import PHONE, WIDE, Person
from tests.browser.server import Server
from tests.browser.test_pages import check


@pytest.fixture(params=[(WIDE, False), (PHONE, True)], ids=["wide-light", "phone-dark"])
def ann(request: pytest.FixtureRequest, person: Invite) -> Person:
    size, dark = request.param
    return person(size=size, dark=dark)


def test_to_another_device_and_back_again(ann: Person, person: Invite, server: Server) -> None:
    table = ann.open_table("polycrisis", "me", "open", name="Ann")
    page = ann.page
    page.goto(f"{server.url}/me")
    page.get_by_role("button", name="Take me to my other device").click()
    check(ann, "the link")
    link = page.locator("#device-link").inner_text()
    phone = person(size=PHONE)
    phone.page.goto(link)
    check(phone, "arriving")
    phone.page.get_by_role("button", name="Become Ann").click()
    expect(phone.page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()
    check(phone, "the devices")
    phone.page.goto(table)
    phone.wait_until_live()
    page.goto(f"{server.url}/me")
    page.get_by_role("button", name="Take away").click()
    expect(page.get_by_role("button", name="Take away")).to_have_count(0)
    phone.page.goto(f"{server.url}/me")
    expect(phone.page.get_by_role("heading", name="You are new here")).to_be_visible()


def test_words_to_come_back_by(ann: Person, person: Invite, server: Server) -> None:
    page = ann.page
    page.goto(f"{server.url}/me")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Go by this name").click()
    page.get_by_role("button", name="Keep me safe").click()
    check(ann, "the words")
    words = page.locator("#words li").all_inner_texts()
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as a file").click()
    assert all(word in Path(saved.value.path()).read_text() for word in words)
    other = person()
    other.page.goto(f"{server.url}/before")
    other.page.get_by_label("Your six words").fill(", ".join(words).upper())
    other.page.get_by_role("button", name="Come back").click()
    expect(other.page.get_by_role("heading", name="Ann", exact=True)).to_be_visible()


def test_a_name_is_changed_at_the_table(ann: Person, server: Server) -> None:
    ann.open_table("polycrisis", "me", "open", name="Ann")
    page = ann.page
    page.locator("#menu summary").click()
    page.get_by_role("button", name="Change my name").click()
    check(ann, "renaming")
    page.get_by_role("textbox", name="Your name").fill("Zoë")
    page.get_by_role("button", name="That is me").click()
    ann.wait_until_live()
    expect(page.locator("#seats")).to_contain_text("Zoë")


def test_settings_change_the_page(ann: Person, person: Invite, server: Server) -> None:
    ann.open_table("polycrisis", "me", "open", name="Ann")
    page, root = ann.page, ann.page.locator("html")
    page.goto(f"{server.url}/me")
    before = page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
    for value in ("text-larger", "contrast-more", "theme-light", "hand-left", "projector-large"):
        name, chosen = value.split("-")
        page.locator(f"input[name={name}][value={chosen}]").check()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(root).to_have_attribute("data-text", "larger")
    assert page.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)") == pytest.approx(
        1.3 * before
    )
    assert page.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    check(ann, "larger, with more contrast")
    page.goto(server.url)
    check(ann, "the lobby, larger")
    with page.expect_response("**/me/settings"):
        page.get_by_role("button", name="Light or dark").click()
    page.reload()
    expect(root).to_have_attribute("data-theme", "dark")
    check(ann, "dark, with more contrast")


def test_ones_tables_come_first(ann: Person, server: Server) -> None:
    ann.open_table("polycrisis", "me", "open", name="Ann")
    page = ann.page
    page.goto(server.url)
    expect(page).to_have_title("(1) Moot")
    expect(page.locator("#mine")).to_contain_text("your turn")
    page.locator("#mine .menu summary").click()
    check(ann, "more about a table")
    page.get_by_role("button", name="Hide it from my list").click()
    expect(page).to_have_title("Moot")
    page.get_by_text("Hidden: 1").click()
    page.locator("#mine .menu summary").click()
    page.get_by_role("button", name="Leave the seat").click()
    expect(page.locator("#mine li")).to_have_count(0)


def test_to_be_deleted_takes_two_presses(ann: Person, server: Server) -> None:
    ann.open_table("polycrisis", "me", "open", name="Ann")
    page = ann.page
    page.goto(f"{server.url}/me")
    page.get_by_role("button", name="Delete me").click()
    check(ann, "deleting")
    page.get_by_role("dialog").get_by_role("button", name="Delete me").click()
    page.wait_for_url(f"{server.url}/")
    page.goto(f"{server.url}/me")
    expect(page.get_by_role("heading", name="You are new here")).to_be_visible()
