"""What is kept of somebody, for themselves: settings, a copy of everything, and being deleted."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from moot.table.identity.choices import CHOICES, usual
from moot.table.persistence import schema
from tests.table.counterparts import Reader
from tests.table.desk import Desk
from tests.table.house import Browser, House
from tests.table.test_forgetting import NAME, WORDS, game_of, on_disk, played

JSON = {"accept": "application/json"}


def html_of(browser: Browser, address: str = "/") -> str:
    """How a page's first element is written."""
    found = re.search("<html[^>]*>", browser.page(address))
    assert found
    return found[0]


# Settings


def test_every_choice_is_offered_and_kept(ada: Browser) -> None:
    ada.open(name="Ada")
    for choice in CHOICES:
        page = ada.page("/me")
        for value in choice.values:
            assert f'name="{choice.name}" value="{value}"' in page
        last = list(choice.values)[-1]
        assert ada.post("/me/settings", **{choice.name: last}).headers["location"] == "/me"
        assert f'data-{choice.name}="{last}"' in html_of(ada)
        assert re.search(rf'name="{choice.name}" value="{last}" checked', ada.page("/me"))


def test_what_was_not_chosen_is_as_usual_and_leaves_the_rest(ada: Browser) -> None:
    ada.open(name="Ada")
    assert html_of(ada) == '<html lang="en" data-person="known">'
    ada.post("/me/settings", theme="dark")
    ada.post("/me/settings", text="large")
    assert html_of(ada, "/me") == '<html lang="en" data-person="known" data-text="large" data-theme="dark">'
    answer = ada.client.post("/me/settings", json={"theme": "light"}, headers=JSON)
    assert answer.json() == {"settings": {"theme": "light", "text": "large"}}
    assert set(usual()) == {choice.name for choice in CHOICES}


def test_settings_are_ones_own_and_go_along_to_another_device(house: House, ada: Browser, bo: Browser) -> None:
    ada.open(name="Ada")
    bo.open(name="Bo")
    ada.post("/me/settings", contrast="more")
    assert "more" not in html_of(bo)
    assert "more" not in html_of(house.browser())
    link = ada.client.post("/me/device", headers=JSON).json()["link"]
    second = house.browser()
    second.post(link.removeprefix("http://testserver"))
    assert 'data-contrast="more"' in html_of(second)


@pytest.mark.parametrize("wrong", [{"theme": "green"}, {"colour": "green"}, {"theme": '"><script>'}])
def test_what_cannot_be_chosen_is_refused(ada: Browser, wrong: dict[str, str]) -> None:
    ada.open(name="Ada")
    assert ada.post("/me/settings", **wrong).status_code == 400
    assert html_of(ada) == '<html lang="en" data-person="known">'


def test_nobody_has_no_settings(house: House) -> None:
    eve = house.browser()
    assert eve.post("/me/settings", theme="dark").status_code == 403
    assert html_of(eve) == '<html lang="en">'


# A copy


def test_a_copy_has_all_that_is_ones_own_and_nothing_of_others(house: House) -> None:
    table, ada, other = played(house)
    other.post("/me/settings", theme="dark")
    other.client.post("/me/words", headers=JSON)
    answer = other.get("/me/export.json")
    assert "attachment" in answer.headers["content-disposition"]
    told = answer.json()
    assert (told["name"], told["settings"], len(told["devices"])) == (NAME, {"theme": "dark"}, 1)
    assert told["words_since"].startswith("1970-01-12")
    (game,) = told["tables"]
    assert (game["table"], game["game"], game["opened_by_me"]) == (table, "polycrisis", False)
    assert game["seats"] == [{"seat": 1, "name": NAME}]
    assert [said["text"] for said in game["chat"]] == [WORDS]
    moves = [move["seat"] for move in game["moves"]]
    assert moves
    assert set(moves) == {1}
    for secret in (other.secret, "Ada", "Hello, everyone", house.live(table).chairs[1].key):
        assert secret not in answer.text
    assert house.browser().get("/me/export.json").status_code == 403
    assert ada.get("/me/export.json").json()["tables"][0]["opened_by_me"]


def test_a_copy_says_how_one_is_told_of_ones_turns_and_what_one_has_hidden(house: House) -> None:
    table, ada, other = played(house)
    browser = Reader().subscription("https://push.example.org/1")
    other.post("/me/notices/webhook", url="https://example.org/hook")
    other.client.post("/me/notices/push", json=browser)
    other.post("/me/notices/quiet", **{"from": 22, "to": 8, "zone": "Europe/Paris"})
    other.post(f"/tables/{table}/hide")
    answer = other.get("/me/export.json")
    notices = answer.json()["notices"]
    assert sorted((way["kind"], way["to"], way["state"]) for way in notices["ways"]) == [
        ("push", "https://push.example.org/1", "on"),
        ("webhook", "https://example.org/hook", "on"),
    ]
    assert browser["keys"]["auth"] not in answer.text
    assert notices["quiet_hours"] == {"zone": "Europe/Paris", "from": 22, "to": 8}
    assert answer.json()["hidden_tables"] == [table]
    others = ada.get("/me/export.json").json()
    assert (others["notices"]["ways"], others["hidden_tables"]) == ([], [])


def test_a_copy_is_not_made_all_the_time(tmp_path: Path) -> None:
    with House(tmp_path, limits=True) as house:
        ada = house.browser()
        ada.post("/me/name", name="Ada")
        said = [ada.get("/me/export.json").status_code for _ in range(11)]
    assert said == [200] * 10 + [429]


# Being deleted


@pytest.mark.parametrize("game", ["polycrisis", "solidarity"])
def test_who_deletes_themselves_goes_and_the_others_game_stays(tmp_path: Path, game: str) -> None:
    with House(tmp_path) as house:
        table, ada, other = played(house, game)
        other.post("/me/settings", theme="dark")
        other.client.post("/me/words", headers=JSON)
        other.client.post("/me/device", headers=JSON)
        person = house.do(house.registry.people.who, other.secret)
        assert person is not None
        before, secret = game_of(house.live(table)), other.secret
        with ada.at(table, 0) as line, other.at(table, 1) as theirs:
            assert other.post("/me/delete").status_code == 400
            answer = other.post("/me/delete", sure=1)
            assert answer.headers["location"] == "/"
            assert 'moot=""' in answer.headers["set-cookie"]
            theirs.until_closed()
            assert line.until_closed() == 1012
        assert house.do(house.registry.people.who, secret) is None
        live = house.live(table)
        assert game_of(live) == before
        assert (live.chairs[1].kind, live.names[0].split()[0]) == ("open", "Ada")
        with ada.at(table, 0) as line:
            if line.state["moves"]:
                assert line.play()["type"] == "done"
    for trace in (NAME, WORDS, person.id):
        assert trace.encode() not in on_disk(tmp_path)
    for part in (schema.passes, schema.recovery, schema.settings):
        with House(tmp_path) as house:
            assert house.do(house.registry.store.count, part) == 0


def test_who_deletes_themselves_leaves_a_workshop_too(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    assert ada.post("/me/delete", sure=1).status_code == 303
    assert "Ada" not in desk.house.live(table).names[seat]
    assert "Ada" not in desk.page()


@pytest.fixture
def other(tmp_path: Path, house: House) -> Iterator[House]:
    """A second server on the same database."""
    with House(tmp_path, seed=1000) as other:
        other.secrets.used += ["taken"] * 500
        yield other


@pytest.mark.shared_store
def test_who_is_deleted_at_one_server_is_nobody_at_the_others(house: House, other: House) -> None:
    table, ada, gone = played(house)
    there, secret = other.browser(ada.secret), gone.secret
    with there.at(table, 0) as line:
        assert "Polycrisis" in other.browser(gone.secret).page("/")
        gone.post("/me/delete", sure=1)
        assert line.until_closed() == 1012

    async def until_nobody() -> None:
        async with asyncio.timeout(30):
            while await other.registry.people.who(secret) is not None:
                await asyncio.sleep(0.01)

    other.do(until_nobody)
    assert NAME not in other.live(table).names
