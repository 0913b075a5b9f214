"""A facilitator in a real browser: two tables of Solidarity with people and bots, from opening to the debriefing."""

from __future__ import annotations

import os
import re
from pathlib import Path

from playwright.sync_api import Route, expect

from tests.browser.conftest import Invite
from tests.browser.people import MOVES, PHONE, Person
from tests.browser.server import Server
from tests.browser.test_pages import check

PICTURES = os.environ.get("MOOT_PICTURES", "")  # a folder in which to keep what was seen

FORCED = True


def keep(one: Person, name: str, *, whole: bool = True) -> None:
    """What somebody sees, for whoever wants to look at it later."""
    if PICTURES:
        one.page.screenshot(path=Path(PICTURES) / f"ws-{name}.png", full_page=whole)


def open_workshop(one: Person, server: Server) -> None:
    """Two tables of three orgs, two rounds; two people and bots; greed at one and solidarity at the other."""
    page = one.page
    page.goto(f"{server.url}/workshops/new")
    page.get_by_role("link", name="Choose Solidarity").click()
    page.get_by_label("Names, one a line").fill("Amina\nBen\nChloé")
    page.get_by_label("Tables").fill("2")
    page.get_by_label("Seats at each").fill("3")
    page.locator("input[name=rest][value=easy]").check()
    page.locator("details.rules summary").click()
    page.get_by_label("Rounds", exact=True).fill("4")
    page.keyboard.press("Tab")
    page.get_by_label("One option, secretly").select_option("objective")
    page.get_by_label("Table 1").select_option("greed")
    page.get_by_label("Table 2").select_option("solidarity")
    expect(page.get_by_label("Names, one a line")).to_have_value("Amina\nBen\nChloé")
    keep(one, "new")
    check(one, "new workshop")
    page.get_by_role("button", name="Open the workshop").click()
    one.wait_until_live()


def come(one: Person, link: str) -> None:
    """By a personal link to a seat."""
    one.page.goto(link)
    one.page.get_by_role("button", name="Sit down as").click()
    one.wait_until_live()


def links_of(flo: Person) -> dict[str, str]:
    """Everyone's link, from the sheet that is printed."""
    flo.page.goto(f"{flo.page.url}/links")
    slips = flo.page.locator(".slip")
    names, links = slips.locator("h2").all_inner_texts(), slips.locator("code").all_inner_texts()
    keep(flo, "links")
    check(flo, "links")
    return dict(zip(names, links, strict=True))


def raid(one: Person) -> None:
    """As soon as there may be something to take: a robot against a stockpile, of what and whose is named first."""
    while not (is_offered(one, "Attack stockpile") and "Round 1" not in one.page.locator(".strip-title").inner_text()):
        one.answer()
        one.wait_until_asked()
    choose(one, "Attack stockpile")
    while not is_offered(one, "1 robot"):
        one.answer()
    choose(one, "1 robot")
    choose(one, "Hand in")


def is_offered(one: Person, words: str) -> bool:
    """Whether a move is among those that can be chosen."""
    return one.page.locator(MOVES, has_text=words).count() > 0


def choose(one: Person, words: str) -> None:
    """A move by its words."""
    one.answer_with(words)


def how_often(one: Person, what: str) -> int:
    """How often something was told at both tables, as the debriefing counts it."""
    row = one.page.locator("tr", has=one.page.get_by_role("rowheader", name=what, exact=True))
    return sum(map(int, row.locator("td.tabular").all_inner_texts()))


def speak_and_set_the_clock(flo: Person, amina: Person, ben: Person) -> None:
    """What the facilitator says stands in the chat, and everyone sees the time."""
    page = flo.page
    page.get_by_label("Message").fill("Welcome. Three minutes for your orders.")
    page.get_by_role("button", name="Send").click()
    amina.page.get_by_role("tab", name="Chat").click()
    expect(amina.page.locator("#chat .from-facilitator")).to_contain_text("Welcome")
    set_clock(flo, Orders=180, Trading=300)
    expect(ben.page.locator("#strip .countdown")).to_have_text(re.compile(r"[23]:\d\d"))


def set_clock(flo: Person, **seconds: int) -> None:
    """So many seconds for each phase."""
    for phase, time in seconds.items():
        flo.page.get_by_label(phase, exact=True).fill(str(time))
    flo.page.get_by_role("button", name="Set the clock").click()


def pause_and_go_on(flo: Person, amina: Person, ben: Person) -> None:
    """While it is paused the clock stands still and nobody can answer."""
    flo.page.get_by_role("button", name="Pause all").click()
    expect(amina.page.locator("#paused")).to_be_visible()
    clock = amina.page.locator("#strip .clock")
    expect(clock).to_contain_text("left")
    shown = clock.inner_text()
    assert not amina.asked
    amina.page.wait_for_timeout(1500)
    assert clock.inner_text() == shown
    keep(flo, "paused")
    keep(amina, "player-paused")
    keep(ben, "player-phone-paused", whole=False)
    flo.page.get_by_role("button", name="Go on, all").click()
    expect(amina.page.locator("#paused")).to_have_count(0)


def move_the_absent(flo: Person) -> None:
    """Who has not come is moved to the other table; a bot takes the seat that is left."""
    flo.page.get_by_role("link", name="Table 2").click()
    flo.wait_until_live()
    flo.page.locator("#move-guest").select_option(label="Chloé")
    flo.page.locator("#move-to").select_option("2.1")
    flo.page.get_by_role("button", name="Move", exact=True).click()
    expect(flo.page.locator("#card-2")).to_contain_text("Chloé")
    expect(flo.page.locator("#card-1")).not_to_contain_text("Chloé (")


def test_a_choice_that_is_not_sent_yet_stays_when_somebody_comes(server: Server, person: Invite) -> None:
    flo, ben = person(size=(1440, 900)), person()
    open_workshop(flo, server)
    at, link = flo.page.url, links_of(flo)["Ben"]
    flo.page.goto(at)
    flo.wait_until_live()
    flo.page.locator("#move-guest").select_option(label="Chloé")
    flo.page.locator("#move-to").select_option("2.1")
    come(ben, link)
    expect(flo.page.locator("#people")).to_contain_text(re.compile(r"Ben\s*yes"))
    expect(flo.page.locator("#move-guest option:checked")).to_have_text("Chloé")
    flo.page.get_by_role("button", name="Move", exact=True).click()
    expect(flo.page.locator("#card-2")).to_contain_text("Chloé")


def test_what_is_revealed_is_noticed_in_a_game_that_goes_on(server: Server, person: Invite) -> None:
    flo, ben = person(size=(1440, 900)), person(size=PHONE)
    open_workshop(flo, server)
    at, link = flo.page.url, links_of(flo)["Ben"]
    come(ben, link)
    flo.page.goto(at)
    flo.wait_until_live()
    flo.page.get_by_role("button", name="Reveal").click()
    flo.page.locator("#revealing").get_by_role("button", name="Reveal").click()
    notice = ben.page.locator("#notices p", has_text="Revealed to all tables: objective at this table is")
    expect(notice).to_be_in_viewport(ratio=1)
    notice.get_by_role("button", name="Read it").click()
    expect(ben.page.locator("#told-to-all #revealed")).to_contain_text("Table")
    expect(notice).to_have_count(0)


def reveal(flo: Person, amina: Person, ben: Person) -> None:
    """To both tables at the same time, and not before."""
    expect(ben.page.locator(".result h2").first).to_contain_text("told to all tables together")
    expect(ben.page.locator("#revealed")).to_have_count(0)
    flo.page.get_by_role("button", name="Players may read the debriefing").click()
    flo.page.get_by_role("button", name="Reveal").click()
    flo.page.locator("#revealing").get_by_role("button", name="Reveal").click()
    expect(ben.page.locator("#revealed")).to_contain_text("Table 1: greed")
    expect(amina.page.locator("#revealed")).to_contain_text("Table 2: solidarity")
    for one, name in ((flo, "revealed"), (amina, "player-revealed"), (ben, "player-phone-revealed")):
        keep(one, name)
        check(one, name)


def debrief(flo: Person, ben: Person) -> None:
    """Both tables side by side, for the facilitator and for players; a trade and a raid are counted."""
    ben.page.get_by_role("link", name="To the debriefing").click()
    flo.page.get_by_role("link", name="Debriefing").click()
    for one, name in ((flo, "debriefing"), (ben, "debriefing-phone")):
        expect(one.page.locator(".multiples figure").first).to_be_visible()
        keep(one, name)
        check(one, name)
    assert how_often(flo, "Accepted") > 0, "nobody has traded"
    assert how_often(flo, "Raids") > 0, "nobody has raided"


def test_a_workshop_from_opening_to_debriefing(server: Server, person: Invite) -> None:
    flo, amina, ben = person(size=(1440, 900)), person(), person(size=PHONE, dark=True)
    open_workshop(flo, server)
    at, links = flo.page.url, links_of(flo)
    come(amina, links["Amina"])
    come(ben, links["Ben"])
    flo.page.goto(at)
    flo.wait_until_live()
    expect(flo.page.locator("#people")).to_contain_text(re.compile(r"Amina\s*yes"))
    check(flo, "overview")
    speak_and_set_the_clock(flo, amina, ben)
    pause_and_go_on(flo, amina, ben)
    move_the_absent(flo)
    raid(amina)
    keep(flo, "overview")
    set_clock(flo, Orders=1, Trading=1, Mandates=1)  # bots play for whoever is not in time, to the end of both games
    for one in (amina, ben):
        one.page.locator("#dock .result").wait_for(timeout=120_000)
    reveal(flo, amina, ben)
    debrief(flo, ben)
    flo.page.goto(at)
    with flo.page.expect_download() as download:
        flo.page.get_by_role("link", name="Export").click()
    assert download.value.suggested_filename.endswith(".zip")


def test_what_is_being_typed_stays_while_the_form_is_drawn_anew(server: Server, person: Invite) -> None:
    page = person().page
    page.goto(f"{server.url}/workshops/new/path_to_safety")
    held: list[Route] = []
    page.route("**/workshops/new/path_to_safety?*", lambda route: held.append(route))  # noqa: PLW0108 - it is asked for its signature
    page.get_by_label("Tables").fill("3")
    page.get_by_label("Seats at each").click()
    page.get_by_label("Seats at each").fill("3")
    with page.expect_response("**/workshops/new/path_to_safety?*"):
        held[0].continue_()
    expect(page.get_by_label("Tables")).to_have_value("3")
    expect(page.get_by_label("Seats at each")).to_have_value("3")


def test_the_facilitators_page_on_a_phone_in_the_dark(server: Server, person: Invite) -> None:
    flo = person(size=PHONE, dark=True)
    flo.page.goto(f"{server.url}/workshops/new/path_to_safety")
    flo.page.get_by_label("Names, one a line").fill("Amina\nBen")
    keep(flo, "new-phone")
    check(flo, "new workshop on a phone")
    flo.page.get_by_role("button", name="Open the workshop").click()
    flo.wait_until_live()
    keep(flo, "overview-phone")
    check(flo, "overview on a phone")


# What is pressed, and is smaller than a finger. Links within a text are as large as their words.
SMALL = """() => [...document.querySelectorAll("main :is(a, button, input, select, summary), .tools > *")].filter((one) => {
  const box = (one.type === "checkbox" || one.type === "radio" ? one.closest("label") : one).getBoundingClientRect();
  const exempt = one.matches(".section, p a, .mine *, svg *");
  return !exempt && one.checkVisibility() && box.width && Math.min(box.width, box.height) < 43.5;
}).map((one) => one.outerHTML.slice(0, 120))"""
# What a reader would have to scroll sideways for.
BEYOND = """() => [...document.querySelectorAll(".wide, .people, .scrolls")]
  .filter((one) => one.scrollWidth > one.clientWidth).length"""


def test_a_facilitator_with_a_phone_reads_and_presses_everything(person: Invite, server: Server) -> None:
    flo = person(size=PHONE)
    open_workshop(flo, server)
    address = flo.page.url
    for more in ("", "/debriefing"):
        flo.page.goto(f"{address}{more}")
        assert flo.page.evaluate(SMALL) == []
        assert flo.page.evaluate(BEYOND) == 0
        assert not flo.scrolls_sideways()
        keep(flo, f"phone{more.replace('/', '-')}")


def test_a_facilitator_with_a_phone_sees_the_board_in_panes(person: Invite, server: Server) -> None:
    flo = person(size=PHONE)
    open_workshop(flo, server)
    svg = flo.page.locator("#board > svg.board-svg")
    expect(svg).to_have_attribute("data-pane", "Orgs")
    flo.page.get_by_role("button", name="Offers").click()
    expect(svg).to_have_attribute("data-pane", "Offers")
    flo.page.set_viewport_size({"width": 1280, "height": 800})
    expect(svg).not_to_have_attribute("data-pane", "Offers")
    expect(flo.page.locator("#open-panes")).to_be_hidden()
