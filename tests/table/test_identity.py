"""Who somebody is: keys in their browsers, links to another device, words to come back by, names."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import pytest
from sqlalchemy import select
from starlette.websockets import WebSocketDisconnect

from moot.table.identity import words as words_module
from moot.table.identity.passes import LASTS, Passes
from moot.table.identity.words import MANY, read_words, slow_hash, word_list
from moot.table.people import DAY, Person, hashed
from moot.table.persistence import retention, schema
from moot.table.persistence.postgres import PostgresStore
from moot.table.persistence.store import Store
from tests.table.desk import Desk
from tests.table.house import Browser, House, place_of
from tests.table.test_forgetting import on_disk
from tests.table.test_restart import everything

JSON = {"accept": "application/json"}
TWO: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "open"}


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Words are hashed slowly only where that is what matters."""
    monkeypatch.setitem(words_module.COST, "n", 2**4)


@pytest.fixture
def ada(house: House) -> Browser:
    """Somebody who has a table."""
    ada = house.browser()
    ada.open(name="Ada", **TWO)
    return ada


def who(browser: Browser) -> Person | None:
    """Who a browser is."""
    found: Person | None = browser.house.do(browser.house.registry.people.who, browser.client.cookies.get("moot"))
    return found


def link_of(browser: Browser) -> str:
    """A link to another device."""
    page = browser.post("/me/device")
    assert page.status_code == 200
    assert "<svg" in page.text
    found = re.search(r"http://testserver(/device/[^<]+)", page.text)
    assert found
    return found[1]


def taken_over(browser: Browser, house: House) -> Browser:
    """A second browser of the same person."""
    second = house.browser()
    house.clock.now += 1
    assert second.post(link_of(browser)).headers["location"] == "/me"
    return second


def words_of(browser: Browser) -> list[str]:
    """New words."""
    words: list[str] = browser.client.post("/me/words", headers=JSON).json()["words"]
    return words


def shorts(browser: Browser) -> list[str]:
    """How the page names the devices, the newest first."""
    return re.findall(r'name="key" value="(\w+)"', browser.page("/me"))


# Another device


def test_a_second_device_is_the_same_person(house: House, ada: Browser) -> None:
    (table,) = house.registry.live
    second = taken_over(ada, house)
    assert second.secret != ada.secret
    assert who(second) == who(ada)
    assert 'data-mine="0"' in second.page(f"/tables/{table}")
    assert "Go on" in second.page("/")


def test_to_look_at_a_link_does_not_use_it_and_to_press_uses_it_once(house: House, ada: Browser) -> None:
    link, bo, eve = link_of(ada), house.browser(), house.browser()
    for _ in range(3):
        assert "Become Ada here?" in bo.page(link)
    assert who(bo) is None
    assert bo.post(link).status_code == 303
    for answer in (eve.get(link), eve.post(link)):
        assert (answer.status_code, "has been used" in answer.text) == (404, True)
    assert who(eve) is None
    assert house.do(house.registry.store.count, schema.passes) == 0


def test_of_two_who_come_at_once_one_gets_in(house: House, ada: Browser) -> None:
    registry = house.registry
    passes = Passes(registry.store, registry.people, house.clock, house.secrets)
    person = who(ada)
    assert person is not None

    async def race() -> list[Any]:
        secret = await passes.make(person)
        return await asyncio.gather(*(passes.use(secret, "") for _ in range(5)))

    assert sum(one is not None for one in house.do(race)) == 1
    assert house.do(registry.store.count, schema.keys) == 2


def test_a_link_is_good_for_ten_minutes_and_a_new_one_makes_the_old_one_worthless(house: House, ada: Browser) -> None:
    first, second = link_of(ada), link_of(ada)
    assert house.browser().get(first).status_code == 404
    house.clock.now += LASTS
    assert house.browser().get(second).status_code == 200
    house.clock.now += 1
    late = house.browser()
    assert late.get(second).status_code == late.post(second).status_code == 404


def test_only_hashes_are_kept(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        ada.open(name="Ada")
        words, link, secret = words_of(ada), link_of(ada), ada.secret
    disk = on_disk(tmp_path)
    for kept in (" ".join(words), link.removeprefix("/device/"), secret):
        assert kept.encode() not in disk
    assert hashed(secret).encode() in disk


def test_a_foreign_page_makes_no_link_and_takes_nobody_over(house: House, ada: Browser) -> None:
    link = link_of(ada)
    for address in ("/me/device", "/me/words", "/me/away", "/me/name", link):
        answer = ada.client.post(address, headers={"origin": "http://elsewhere"})
        assert answer.status_code == 403, address


def test_whoever_sits_nowhere_is_forgotten_when_their_browser_becomes_anothers(house: House, ada: Browser) -> None:
    bo = house.browser()
    bo.post("/me/name", name="Bo")
    link = link_of(ada)
    assert "Bo sits nowhere, and is forgotten" in bo.page(link)
    bo.post(link)
    assert who(bo) == who(ada)
    assert house.do(house.registry.store.count, schema.people) == 1


def test_tables_stay_with_whoever_a_browser_was(house: House, ada: Browser) -> None:
    bo = house.browser()
    table = bo.open(name="Bo", option_seats=1)
    old, link = bo.secret, link_of(ada)
    page = bo.page(link)
    assert "Bo has a place at 1 table." in page
    assert "nobody can play for Bo any more" in page
    bo.post(link)
    assert house.live(table).names == ["Bo"]
    assert who(house.browser(old)) is None
    assert f"/tables/{table}" not in bo.page("/")


def test_whoever_has_words_comes_back_after_their_browser_became_anothers(house: House, ada: Browser) -> None:
    bo = house.browser()
    table = bo.open(name="Bo", option_seats=1)
    words, link = words_of(bo), link_of(ada)
    assert "Bo stays who they are" in bo.page(link)
    bo.post(link)
    bo.post("/before", words=" ".join(words))
    assert f"/tables/{table}" in bo.page("/")


def test_a_device_that_is_one_already_is_told_so(ada: Browser) -> None:
    assert "You are Ada here already" in ada.page(link_of(ada))


def test_nobody_has_no_other_device(house: House) -> None:
    eve = house.browser()
    assert "You are new here" in eve.page("/me")
    for address in ("/me/device", "/me/words", "/me/away"):
        assert eve.post(address).status_code == 403
    assert eve.post("/me/name", name="Eve").headers["location"] == "/me"
    assert "<h1>Eve</h1>" in eve.page("/me")


# Devices


def test_devices_are_listed_with_the_day_of_their_last_use(house: House, ada: Browser) -> None:
    second = taken_over(ada, house)
    assert ada.page("/me").count("last used 12 January 1970") == 2
    house.clock.now += 3 * DAY
    second.page("/")
    house.do(house.registry.store.settled)  # nobody waits for its being noted
    page = second.page("/me")
    assert page.count("last used 15 January 1970") == 1
    assert page.count("this one") == 1
    keys = house.do(house.registry.store.rows, select(schema.keys))
    assert all(key.used % DAY == 0 for key in keys)


def test_a_device_says_what_it_is(house: House) -> None:
    phone = house.browser()
    phone.client.headers["user-agent"] = "Mozilla/5.0 (Linux; Android 15) AppleWebKit Chrome/140 Mobile Safari/537"
    phone.open(name="Ada")
    assert "Chrome on Android" in phone.page("/me")


def test_a_device_that_is_taken_away_is_nobody(house: House, ada: Browser) -> None:
    (table,) = house.registry.live
    second = taken_over(ada, house)
    newest, _ = shorts(ada)
    with second.at(table, 0) as line, ada.at(table, 0) as mine:
        assert ada.post("/me/away", key=newest).headers["location"] == "/me"
        assert line.until_closed() == mine.until_closed() == 1012
    assert who(second) is None
    with pytest.raises(WebSocketDisconnect), second.at(table, 0):
        pass
    with ada.at(table, 0) as mine:
        assert mine.state["seat"] == 0


def test_the_last_device_cannot_be_taken_away_but_for_words(house: House, ada: Browser) -> None:
    assert shorts(ada) == []
    (key,) = house.do(house.registry.people.keys_of, who(ada))
    refused = ada.post("/me/away", key=key.hash[:12])
    assert (refused.status_code, "Keep yourself safe" in refused.text) == (400, True)
    words = words_of(ada)
    answer = ada.post("/me/away", key=shorts(ada)[0])
    assert answer.headers["location"] == "/"
    assert 'moot=""' in answer.headers["set-cookie"]
    ada.client.cookies.clear()
    assert ada.post("/before", words=" ".join(words)).status_code == 303
    assert who(ada) is not None


def test_nobody_takes_away_anothers_device(house: House, ada: Browser) -> None:
    bo = taken_over(ada, house)
    eve = house.browser()
    eve.post("/me/name", name="Eve")
    refused = eve.post("/me/away", key=shorts(ada)[0])
    assert (refused.status_code, "no such device" in refused.text) == (400, True)
    assert who(bo) == who(ada)


def test_whoever_was_here_lately_is_not_old(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path) as house:
        ada, bo = house.browser(), house.browser()
        for browser, name in ((ada, "Ada"), (bo, "Bo")):
            browser.post("/me/name", name=name)
        house.clock.now += 10 * DAY
        ada.page("/")

        async def now(_: Store) -> float:
            return house.clock.now

        for kind in (Store, PostgresStore):
            monkeypatch.setattr(kind, "now", now)
    assert len(retention.forget(place_of(tmp_path), retention.older_than(5)).people) == 1
    with House(tmp_path) as house:
        assert "<h1>Ada</h1>" in house.browser(ada.secret).page("/me")


# Words


def test_the_words_are_2048_and_told_by_four_letters() -> None:
    words = list(word_list().values())
    assert len(words) == len(set(words)) == 2048
    assert all(word.isascii() and word.isalpha() and word.islower() and 3 <= len(word) <= 8 for word in words)


def test_words_bring_back_whoever_has_lost_everything(house: House, ada: Browser) -> None:
    words = words_of(ada)
    assert len(words) == MANY
    page = house.browser()
    assert "six words" in page.page("/before")
    assert page.post("/before", words=", ".join(words).upper()).headers["location"] == "/me"
    assert who(page) == who(ada)


def test_words_are_shown_once_and_saved_as_a_file(house: House, ada: Browser) -> None:
    page = ada.post("/me/words").text
    words = re.findall(r"<li>(\w+)</li>", page)
    found = re.search(r'href="data:text/plain;charset=utf-8,([^"]+)"', page)
    assert found
    assert [line.split(". ")[1] for line in unquote(found[1]).splitlines() if line[:1].isdecimal()] == words
    assert "http://testserver/before" in unquote(found[1])
    assert not any(f">{word}<" in ada.page("/me") for word in words)


def test_a_page_of_words_that_is_loaded_again_does_not_make_new_ones(house: House, ada: Browser) -> None:
    before = re.search(r'name="before" value="([^"]+)"', ada.page("/me"))
    assert before
    words = re.findall(r"<li>(\w+)</li>", ada.post("/me/words", before=before[1]).text)
    again = ada.post("/me/words", before=before[1])
    assert again.status_code == 400
    assert "shown once" in again.text
    assert house.browser().post("/before", words=" ".join(words)).headers["location"] == "/me"


def test_new_words_make_the_old_ones_worthless(house: House, ada: Browser) -> None:
    old, new, bo = words_of(ada), words_of(ada), house.browser()
    refused = bo.post("/before", words=" ".join(old))
    assert (refused.status_code, "Nobody has these words" in refused.text) == (400, True)
    assert bo.post("/before", words=" ".join(new)).status_code == 303


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("abandon ability act zoo youth yellow", "abandon ability act zoo youth yellow"),
        ("  Abandon,ability;ACT\n4. zoo 5. youth 6. yellow ", "abandon ability act zoo youth yellow"),
        ("abandun abilityy act zoo yout yell", "abandon ability act zoo youth yellow"),
    ],
)
def test_words_are_read_as_people_write_them(written: str, read: str) -> None:
    assert read_words(written) == tuple(read.split())


@pytest.mark.parametrize(
    ("written", "says"),
    [
        ("", "here are 0"),
        ("abandon " * 7, "here are 7"),
        ("abandon ability acts zoo youth yellow", "Word 3 is none"),
        ("abandon ability act zoo youth xyzzy", "Word 6 is none"),
    ],
)
def test_what_are_no_words_is_said_and_costs_no_try(tmp_path: Path, written: str, says: str) -> None:
    with House(tmp_path, limits=True) as house:
        for _ in range(12):
            refused = house.browser().post("/before", words=written)
            assert (refused.status_code, says in refused.text) == (400, True)


def test_words_cannot_be_tried_often(tmp_path: Path) -> None:
    with House(tmp_path, limits=True) as house:
        eve = house.browser()
        tries = [eve.post("/before", words="zoo " * MANY).status_code for _ in range(12)]
    assert tries == [400] * 10 + [429] * 2


@pytest.mark.one_store
def test_the_hash_of_words_is_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(words_module.COST, "n", 2**15)
    assert slow_hash(("zoo",) * MANY) == slow_hash(("zoo",) * MANY) != slow_hash(("zone",) * MANY)
    assert 128 * words_module.COST["r"] * words_module.COST["n"] == 32 * 2**20  # bytes that every try takes


# Names


def test_a_name_is_another_everywhere_at_once(house: House, ada: Browser, bo: Browser) -> None:
    (table,) = house.registry.live
    other = ada.open("solidarity", option_seats=3, seat_0="me", seat_1="open", seat_2="me", public=1)
    house.forget(house.live(other))
    with bo.at(table) as line:
        assert (
            ada.post("/me/name", name="Zoë", back=f"/tables/{table}?seat=0").headers["location"].startswith("/tables/")
        )
        line.settle()
        assert line.state["seats"][0]["name"] == "Zoë"
    assert house.live(table).names[0] == "Zoë"
    assert house.live(other).names == ["Zoë 1 (North)", "South", "Zoë 2 (East)"]
    assert "Zoë 1 (North)" in bo.page("/")
    assert "<h1>Zoë</h1>" in ada.page("/me")


def test_a_renamed_seat_is_a_fold_of_its_log(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        table = ada.open(name="Ada", idle=600, **TWO)
        since = house.live(table).chairs[0].since
        house.clock.now += 100
        ada.post("/me/name", name="Zoë")
        live = house.live(table)
        assert (live.names[0], live.chairs[0].since) == ("Zoë", since)
        before = everything(live)
    with House(tmp_path) as house:
        assert everything(house.live(table)) == before


def test_a_shared_seat_keeps_the_name_of_who_sat_down_first(house: House, ada: Browser, bo: Browser) -> None:
    (table,) = house.registry.live
    bo.join(table, 0, "Bo", key=house.live(table).chairs[0].key)
    bo.post("/me/name", name="Ben")
    assert house.live(table).names[0] == "Ada"
    ada.post("/me/name", name="Zoë")
    assert house.live(table).names[0] == "Zoë"


def test_a_game_that_is_over_keeps_its_names(house: House, ada: Browser) -> None:
    (table,) = house.registry.live
    ada.post(f"/tables/{table}/end")
    ada.post("/me/name", name="Zoë")
    assert house.live(table).names[0] == "Ada"


def test_a_guest_of_a_workshop_keeps_the_name_on_its_list(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    before = list(desk.house.live(table).names)
    ada.post("/me/name", name="Zoë")
    assert "Ada" in desk.house.live(table).names[seat]
    assert desk.house.live(table).names == before
    assert "Zoë" not in desk.page()
    assert "Change my name" not in ada.page(f"/tables/{table}")


@pytest.mark.parametrize("name", ["facilitator", "\u200b", "A" * 25])
def test_names_are_checked_as_ever(house: House, ada: Browser, name: str) -> None:
    (table,) = house.registry.live
    assert ada.post("/me/name", name=name).status_code == 400
    assert house.live(table).names[0] == "Ada"


@pytest.mark.parametrize(
    "back", ["//elsewhere", "http://elsewhere/tables/x", "/tables/x/../../y", "/tables/x?seat=1&y"]
)
def test_a_form_leads_nowhere_else(ada: Browser, back: str) -> None:
    assert ada.post("/me/name", name="Zoë", back=back).headers["location"] == "/me"


def test_nobody_is_renamed_all_the_time(tmp_path: Path) -> None:
    with House(tmp_path, limits=True) as house:
        ada = house.browser()
        ada.post("/me/name", name="Ada")
        said = [ada.post("/me/name", name=f"Ada {number}").status_code for number in range(32)]
    assert said == [303] * 30 + [429] * 2


# Several servers


@pytest.fixture
def other(tmp_path: Path, house: House) -> Iterator[House]:
    """A second server on the same database."""
    with House(tmp_path, seed=1000) as other:
        other.secrets.used += ["taken"] * 500
        yield other


async def until(is_so: Any) -> None:
    """Wait, but not for ever."""
    async with asyncio.timeout(30):
        while not await is_so():
            await asyncio.sleep(0.01)


@pytest.mark.shared_store
def test_a_key_that_is_taken_away_opens_nothing_at_other_servers(house: House, other: House, ada: Browser) -> None:
    (table,) = house.registry.live
    second = taken_over(ada, house)
    there = other.browser(second.secret)
    with there.at(table, 0) as line:
        ada.post("/me/away", key=shorts(ada)[0])
        assert line.until_closed() == 1012

    async def is_nobody() -> bool:
        return await other.registry.people.who(second.secret) is None

    other.do(until, is_nobody)
    assert ada.page("/me")


@pytest.mark.shared_store
def test_what_was_never_heard_of_is_noticed(
    house: House, other: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    second = taken_over(ada, house)
    assert other.do(other.registry.people.who, second.secret) is not None
    monkeypatch.setattr(other.registry.people, "forget", lambda people: None)
    ada.post("/me/away", key=shorts(ada)[0])
    monkeypatch.setattr("moot.table.people.FRESH", 0.0)
    assert other.do(other.registry.people.who, second.secret) is None


@pytest.mark.shared_store
def test_a_link_made_at_one_server_is_good_at_another(house: House, other: House, ada: Browser) -> None:
    there = other.browser()
    assert there.post(link_of(ada)).status_code == 303
    assert who(there) == who(ada)
