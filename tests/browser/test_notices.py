"""Play over days and notices in a browser: what is asked, what is offered, and what is shown when something is pushed."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Invite
from tests.browser.people import PHONE, WIDE, Person
from tests.browser.server import Server
from tests.browser.test_pages import check

P2S = "path_to_safety"
THREE_DAYS = 259_200
HOOK = "https://example.org/a/rather/long/address/of/a/webhook/that/has/to/be/broken/somewhere/on/a/phone"


@pytest.fixture(params=[(WIDE, False), (PHONE, True)], ids=["wide-light", "phone-dark"])
def ann(request: pytest.FixtureRequest, person: Invite) -> Person:
    """Somebody with a wide screen, or with a phone in the dark."""
    size, dark = request.param
    return person(size=size, dark=dark)


def test_which_hours_count_is_asked_only_of_a_table_of_days(ann: Person, server: Server) -> None:
    page = ann.page
    page.goto(f"{server.url}/new/{P2S}")
    expect(page.get_by_label("Time counts from")).to_be_hidden()
    page.get_by_label("When somebody does not answer").select_option(str(THREE_DAYS))
    expect(page.get_by_label("Time counts from")).to_be_visible()
    own = page.evaluate("Intl.DateTimeFormat().resolvedOptions().timeZone")
    expect(page.get_by_label("In the zone")).to_have_value(own)
    check(ann, "the form of a table of days")


def test_a_table_of_days_says_how_much_is_left_and_offers_notices_after_an_answer(ann: Person, server: Server) -> None:
    link = ann.open_table(P2S, "me", "open", idle=THREE_DAYS)
    page = ann.page
    expect(page.locator("#seats .countdown").first).to_have_text(re.compile(r"^\d days left$"))
    expect(page.locator("#offer")).to_be_hidden()
    for moves in range(1, 30):
        server.play_on(link, moves)
        page.wait_for_timeout(100)
        if page.locator("#seat-0-shown[data-awaited=no]").count():
            break
    expect(page.locator("#offer")).to_be_visible()
    check(ann, "the offer")
    page.get_by_role("button", name="Not now").click()
    page.reload()
    expect(page.locator("#offer")).to_be_hidden()


def test_the_page_of_notices_by_keyboard(ann: Person, server: Server) -> None:
    ann.open_table(P2S, "me", "greedy")
    page = ann.page
    page.goto(f"{server.url}/me/notices")
    check(ann, "no notices yet")
    page.get_by_label("Webhook").focus()
    page.keyboard.type(HOOK)
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").first).to_contain_text("You will be told by it")
    check(ann, "a webhook")
    page.get_by_label("Nothing from").fill("22")
    page.get_by_label("to", exact=True).fill("8")
    page.get_by_role("button", name="Keep them").press("Enter")
    expect(page.get_by_label("Nothing from")).to_have_value("22")
    page.get_by_role("button", name="Remove").press("Enter")
    expect(page.get_by_text("None: nothing is sent to you.")).to_be_visible()


def test_what_is_pushed_is_shown(person: Invite, server: Server) -> None:
    one = person()
    one.open_table(P2S, "me", "greedy")
    one.context.grant_permissions(["notifications"], origin=server.url)
    page = one.page
    page.goto(f"{server.url}/me/notices")
    expect(page.get_by_role("button", name="Tell me in this browser")).to_be_visible()
    page.evaluate("navigator.serviceWorker.register('/sw.js').then(() => navigator.serviceWorker.ready)")
    session = one.context.new_cdp_session(page)
    registered: list[str] = []
    session.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registered.extend(each["registrationId"] for each in told["registrations"]),
    )
    session.send("ServiceWorker.enable")
    page.wait_for_timeout(300)
    said = {"title": "Polycrisis: it is your turn", "body": "Come.", "table": f"{server.url}/tables/x", "off": "/x"}
    pushed = {"origin": server.url, "registrationId": registered[0], "data": json.dumps(said)}
    session.send("ServiceWorker.deliverPushMessage", pushed)
    shown = """async () => {
      const worker = await navigator.serviceWorker.ready;
      for (let n = 0; n < 50; n++) {
        const all = await worker.getNotifications();
        if (all.length) return all.map((one) => [one.title, one.body, one.data.table]);
        await new Promise((done) => setTimeout(done, 100));
      }
    }"""
    assert page.evaluate(shown) == [[said["title"], said["body"], said["table"]]]
