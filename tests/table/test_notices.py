"""Turn notices: who is awaited and away is told, not too often, not at night, and never what is hidden."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from moot.table.live.hours import DAY
from moot.table.live.table import LiveTable
from moot.table.notices.channels import MOST_FAILURES
from moot.table.notices.outbox import APART
from moot.table.notices.outside import is_ours, is_public
from moot.table.notices.quiet import Quiet
from moot.table.notices.turns import AWAY
from moot.table.persistence import retention, schema
from tests.table.counterparts import Listener, listening
from tests.table.house import ALL, HERE, NOON, Browser, House, place_of

HOUR = 3600.0
DAYS: dict[str, Any] = {"idle": 3 * DAY, "zone": "UTC", "option_seats": 2, "seat_0": "me", "seat_1": "open"}


@pytest.fixture
def listener() -> Iterator[Listener]:
    """Somebody who hears."""
    with listening() as listener:
        yield listener


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    """A server that may post to this machine."""
    with House(tmp_path, private_webhooks=True) as house:
        yield house


async def settled(house: House) -> None:
    """What nobody waits for is done: a server keeps the tables that are in its memory."""
    await asyncio.gather(*house.registry._errands)


def look(house: House, later: float = 0.0) -> None:
    """Time passes, and the post office looks."""
    house.do(settled, house)
    house.clock.now += later
    house.do(house.registry.office.look)


def be_missed(house: House) -> None:
    """Whoever is awaited and not here has been so for long enough."""
    look(house)
    look(house, AWAY)


def told_at(ada: Browser, listener: Listener, path: str = "/hook") -> None:
    """Ada wants to be told by a webhook."""
    answer = ada.post("/me/notices/webhook", url=listener.url + path)
    assert answer.headers["location"] == "/me/notices?did=added", answer.text


def rows(house: House, part: Any) -> list[Any]:
    """All of a part of the database."""
    return list(house.do(house.registry.store.rows, select(part)))


@pytest.fixture
def live(house: House, ada: Browser, listener: Listener) -> LiveTable:
    """A table of days at which Ada is awaited, who wants to be told."""
    live = house.live(ada.open("polycrisis", name="Ada", **DAYS))
    told_at(ada, listener)
    return live


def answer(house: House, live: LiveTable) -> None:
    """Ada answers, and is asked something else."""
    house.do(live.play, 0, live.sitting.numbers(0)[0])
    while 0 not in live.sitting.waiting:
        seat = live.sitting.waiting[0]
        house.do(live.play, seat, live.sitting.numbers(seat)[0])


def test_who_is_awaited_and_away_for_two_minutes_is_told_once(
    house: House, live: LiveTable, listener: Listener
) -> None:
    look(house)
    look(house, AWAY - 1)
    assert listener.heard == []
    look(house, 1)
    [told] = listener.heard
    assert told.path == "/hook"
    assert told.json["content"] == told.json["text"]
    assert told.json["game"] == "Polycrisis"
    assert told.json["table"] == f"{HERE}/tables/{live.id}?seat=0"
    assert told.json["deadline"] == "1970-01-15T13:46:40+00:00"
    assert told.json["text"].startswith(
        "Polycrisis: it is your turn\nIt is your turn: your answer is awaited. 2 days left, until Thu 15 Jan 1970, "
        "13:46 (UTC); then a bot answers for you.\n"
    )
    look(house, AWAY)
    look(house, APART)
    assert len(listener.heard) == 1


def test_who_is_here_is_not_told(house: House, ada: Browser, live: LiveTable, listener: Listener) -> None:
    with ada.at(live.id, 0):
        be_missed(house)
        look(house, HOUR)
    look(house, AWAY - 1)
    assert listener.heard == []
    look(house, 1)
    assert len(listener.heard) == 1


def test_nobody_is_told_who_has_not_asked_for_it(house: House, ada: Browser, bo: Browser, listener: Listener) -> None:
    ada.open("polycrisis", **DAYS)
    bo.open("polycrisis", **DAYS)
    told_at(bo, listener)
    be_missed(house)
    assert len(listener.heard) == 1


def test_who_asks_for_it_when_they_are_awaited_already_is_told(house: House, ada: Browser, listener: Listener) -> None:
    ada.open("polycrisis", **DAYS)
    be_missed(house)
    told_at(ada, listener)
    look(house)
    assert len(listener.heard) == 1


def test_a_table_is_told_of_at_most_once_in_six_hours(house: House, live: LiveTable, listener: Listener) -> None:
    be_missed(house)
    for _ in range(3):
        look(house, HOUR)
        answer(house, live)
        be_missed(house)
    assert len(listener.heard) == 1
    look(house, APART - house.clock.now + NOON + AWAY - 1)
    assert len(listener.heard) == 1
    look(house, 1)
    assert len(listener.heard) == 2
    look(house, APART)
    assert len(listener.heard) == 2


def test_of_two_tables_each_is_told(house: House, ada: Browser, live: LiveTable, listener: Listener) -> None:
    ada.open("path_to_safety", **DAYS)
    be_missed(house)
    assert {told.json["game"] for told in listener.heard} == {"Polycrisis", "Path to Safety"}


def test_who_has_answered_meanwhile_is_not_told(house: House, live: LiveTable, listener: Listener) -> None:
    listener.status = 503
    be_missed(house)
    house.do(live.play, 0, live.sitting.numbers(0)[0])
    house.do(_end, live)
    listener.status = 204
    look(house, 3 * DAY)
    assert len(listener.heard) == 1
    assert rows(house, schema.outbox) == []


async def _end(live: LiveTable) -> None:
    from moot.table.live.controls import end

    await end(live, "It is late.")


def test_there_is_one_reminder_before_a_bot_takes_over(house: House, live: LiveTable, listener: Listener) -> None:
    be_missed(house)
    until = live.idle_until(live.chairs[0])
    house.clock.now = NOON + 0.75 * 3 * DAY - 1
    look(house)
    assert len(listener.heard) == 1
    look(house, 1)
    assert listener.heard[1].json["kind"] == "reminder"
    assert "still your turn" in listener.heard[1].json["text"]
    assert "18 hours left" in listener.heard[1].json["text"]
    house.clock.now = until - 10
    look(house)
    assert len(listener.heard) == 2


def test_a_reminder_wakes_a_table_that_sleeps(house: House, live: LiveTable, listener: Listener) -> None:
    be_missed(house)
    house.forget(live)
    look(house, 0.8 * 3 * DAY)
    assert len(listener.heard) == 2


def test_live_tables_have_no_reminder(house: House, ada: Browser, listener: Listener) -> None:
    ada.open("polycrisis", idle=600, option_seats=2, seat_0="me", seat_1="open")
    told_at(ada, listener)
    be_missed(house)
    assert [row.kind for row in rows(house, schema.outbox)] == ["turn"]


# Quiet hours


@pytest.mark.one_store
@pytest.mark.parametrize(
    ("quiet", "hour", "until"),
    [
        (Quiet("UTC", 22, 8), 23, 32),
        (Quiet("UTC", 22, 8), 3, 8),
        (Quiet("UTC", 22, 8), 8, 8),
        (Quiet("UTC", 13, 15), 14, 15),
        (Quiet("UTC", 13, 15), 15, 15),
        (Quiet("UTC", 5, 5), 5, 5),
        (Quiet("Asia/Tokyo", 22, 8), 14, 23),  # which is 23 o'clock there, and 8
        (Quiet("UTC", 20, 0), 21, 24),
    ],
)
def test_quiet_hours_end(quiet: Quiet, hour: int, until: int) -> None:
    assert quiet.over(hour * HOUR) == until * HOUR


def test_what_comes_in_quiet_hours_is_sent_when_they_are_over(
    house: House, ada: Browser, live: LiveTable, listener: Listener
) -> None:
    assert ada.post("/me/notices/quiet", **{"from": 13, "to": 16, "zone": "UTC"}).status_code == 303
    be_missed(house)  # it is a quarter to two
    assert listener.heard == []
    look(house, 2 * HOUR)
    assert listener.heard == []
    look(house, 15 * 60)
    assert len(listener.heard) == 1


# What is in it


@pytest.mark.parametrize("game", ALL)
def test_a_notice_is_the_same_whatever_is_hidden(tmp_path: Path, listener: Listener, game: str) -> None:
    positions, seats = set[bytes](), {f"seat_{seat}": "me" for seat in range(3)}
    for seed in range(3):
        with House(tmp_path / str(seed), private_webhooks=True, seed=100 + seed) as house:
            ada = house.browser()
            live = house.live(ada.open(game, name="Ada", **{**DAYS, **seats, "option_seats": 3}))
            positions.add(bytes(live.sitting))
            told_at(ada, listener)
            be_missed(house)
    told = {re.sub(r"seat=\d|key=[\w-]+", "", one.body.decode()) for one in listener.heard}
    assert (len(positions), len(told)) == (3, 1)
    assert "Ada" not in told.pop()


# Ending it


def link_in(listener: Listener) -> str:
    """By which notices are ended."""
    found = re.search(r"No more of these: (\S+)", listener.heard[-1].json["text"])
    assert found
    return found[1].removeprefix(HERE)


def test_one_press_ends_it_wherever_the_link_is_opened(house: House, live: LiveTable, listener: Listener) -> None:
    be_missed(house)
    anyone, link = house.browser(), link_in(listener)
    assert "Stop these notices" in anyone.page(link)
    assert len(rows(house, schema.channels)) == 1
    assert anyone.post(link + "x").status_code == 404
    assert anyone.post(link.replace("/off?", "/confirm?")).status_code == 404
    answered = anyone.client.post(link, content="List-Unsubscribe=One-Click", headers={"origin": HERE})
    assert answered.status_code == 200
    assert rows(house, schema.channels) == rows(house, schema.outbox) == []


def test_a_program_of_a_mailbox_ends_it_without_an_origin(house: House, live: LiveTable, listener: Listener) -> None:
    be_missed(house)
    del (program := house.browser()).client.headers["origin"]
    assert program.post(link_in(listener), **{"List-Unsubscribe": "One-Click"}).status_code == 200
    assert rows(house, schema.channels) == []


# Addresses that may not be posted to


@pytest.mark.one_store
@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1", "::ffff:127.0.0.1", "ff02::1"),
        *("64:ff9b::7f00:1", "2002:7f00:1::", "192.0.2.1", "2001:db8::1"),
    ],
)
def test_what_is_not_public(address: str) -> None:
    assert not is_public(address)


@pytest.mark.one_store
def test_what_is_public() -> None:
    assert all(map(is_public, ("1.1.1.1", "2606:4700::1111", "64:ff9b::101:101")))


@pytest.mark.one_store
def test_link_local_addresses_are_nobodys_own() -> None:
    """By them clouds tell machines their secrets: they are not posted to, whoever allows private ones."""
    assert not any(map(is_ours, ("169.254.169.254", "fe80::1", "0.0.0.0", "::", "1.1.1.1")))
    assert all(map(is_ours, ("127.0.0.1", "::1", "10.0.0.7", "192.168.1.2", "fd00::1")))


@pytest.mark.parametrize("url", ["https://localhost/x", "https://127.0.0.1/x", "https://[::1]/x", "https://0x7f.1/x"])
def test_private_addresses_are_refused_after_they_are_looked_up(tmp_path: Path, url: str) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        ada.open("polycrisis", **DAYS)
        ada.post("/me/notices/webhook", url=url)
        [channel] = rows(house, schema.channels)
        assert ada.post(f"/me/notices/{channel.id}/try").headers["location"].endswith("did=failed")
        assert "not public" in ada.page("/me/notices")


@pytest.mark.parametrize(
    "url", ["http://example.org/x", "ftp://example.org", "javascript:alert(1)", "", "https://a:b@c"]
)
def test_only_https_is_posted_to(tmp_path: Path, url: str) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        ada.open("polycrisis", **DAYS)
        assert ada.post("/me/notices/webhook", url=url).status_code == 400


def test_nobody_is_followed_elsewhere(house: House, ada: Browser, live: LiveTable, listener: Listener) -> None:
    listener.status, listener.location = 302, f"{listener.url}/elsewhere"
    be_missed(house)
    assert [told.path for told in listener.heard] == ["/hook"]
    assert "it answered 302" in ada.page("/me/notices")


# When it does not work


def test_what_did_not_arrive_is_sent_again_ever_later(house: House, live: LiveTable, listener: Listener) -> None:
    listener.status = 500
    be_missed(house)
    look(house, 59)
    assert len(listener.heard) == 1
    look(house, 1)
    assert len(listener.heard) == 2
    look(house, 60)
    assert len(listener.heard) == 2
    listener.status = 200
    look(house, 240)
    assert len(listener.heard) == 3
    look(house, DAY)
    assert len(listener.heard) == 3
    assert rows(house, schema.channels)[0].failures == 0


def test_after_six_tries_it_is_let_be(house: House, live: LiveTable, listener: Listener) -> None:
    listener.status = 500
    be_missed(house)
    for tries in range(8):
        look(house, 60 * 4.0**tries)
    assert len([told for told in listener.heard if told.json["kind"] == "turn"]) == 6


def test_what_never_works_is_switched_off_and_says_so(
    house: House, ada: Browser, live: LiveTable, listener: Listener
) -> None:
    listener.status = 500
    be_missed(house)
    [channel] = rows(house, schema.channels)
    for _ in range(MOST_FAILURES - 1):
        assert ada.post(f"/me/notices/{channel.id}/try").headers["location"] == "/me/notices?did=failed"
    page = ada.page("/me/notices")
    assert "Switched off after 10 failures" in page
    assert "it answered 500" in page
    look(house, HOUR)
    assert len(listener.heard) == MOST_FAILURES
    listener.status = 200
    ada.post(f"/me/notices/{channel.id}/on")
    look(house)
    assert len(listener.heard) == MOST_FAILURES + 1


# A server that stops in between


def test_a_restart_before_somebody_is_missed_loses_nothing(tmp_path: Path, listener: Listener) -> None:
    with House(tmp_path, private_webhooks=True) as house:
        ada = house.browser()
        table = ada.open("polycrisis", **DAYS)
        told_at(ada, listener)
        look(house, 30)
    with House(tmp_path, private_webhooks=True) as house:
        house.clock.now += 30 + AWAY
        house.do(house.registry.alarms.look)
        assert table in house.registry.live
        be_missed(house)
        be_missed(house)
    assert len(listener.heard) == 1


def test_a_restart_between_two_tries_neither_loses_nor_doubles(tmp_path: Path, listener: Listener) -> None:
    listener.status = 500
    with House(tmp_path, private_webhooks=True) as house:
        ada = house.browser()
        ada.open("polycrisis", **DAYS)
        told_at(ada, listener)
        be_missed(house)
        later = house.clock.now
    listener.status = 200
    with House(tmp_path, private_webhooks=True) as house:
        house.clock.now = later + 60
        look(house)
        be_missed(house)
    assert len(listener.heard) == 2


def test_what_was_being_sent_when_the_server_was_killed_is_sent_once_more(
    house: House, live: LiveTable, listener: Listener
) -> None:
    be_missed(house)

    async def undo() -> None:
        """It was claimed, and then nothing more was written."""
        unsent = update(schema.outbox).where(schema.outbox.c.kind == "turn").values(sent=0, due=house.clock.now + 300)
        await house.registry.store.write([(unsent, {})])

    house.do(undo)
    look(house, 299)
    assert len(listener.heard) == 1
    look(house, 1)
    assert len(listener.heard) == 2


@pytest.mark.shared_store
def test_two_servers_send_it_once(tmp_path: Path, house: House, live: LiveTable, listener: Listener) -> None:
    with House(tmp_path, private_webhooks=True, seed=1000) as other:
        other.secrets.used += ["taken"] * 500
        other.live(live.id)
        for _ in range(3):
            look(house, AWAY)
            look(other, AWAY)
        house.do(settled, house)
        house.forget(live)
        house.do(settled, house)
        look(other, AWAY)
        look(house, AWAY)
    assert len(listener.heard) == 1


# The page


def test_everything_is_off_at_first(ada: Browser) -> None:
    assert "Nobody knows you here yet" in ada.page("/me/notices")
    ada.open("polycrisis")
    page = ada.page("/me/notices")
    assert "None: nothing is sent to you." in page
    assert "Tell me by e-mail" not in page, "no SMTP server was named"
    assert ada.post("/me/notices/email", mail="ada@example.org").status_code == 400


def test_one_can_be_tried_out_and_removed(house: House, ada: Browser, live: LiveTable, listener: Listener) -> None:
    [channel] = rows(house, schema.channels)
    assert ada.post(f"/me/notices/{channel.id}/try").headers["location"] == "/me/notices?did=sent"
    assert listener.heard[0].json["kind"] == "trial"
    ada.post(f"/me/notices/{channel.id}/remove")
    be_missed(house)
    assert len(listener.heard) == 1


def test_nobody_else_touches_them(house: House, bo: Browser, live: LiveTable) -> None:
    [channel] = rows(house, schema.channels)
    assert bo.post(f"/me/notices/{channel.id}/remove").status_code == 403
    bo.open("polycrisis")
    for what in ("try", "on", "remove"):
        assert bo.post(f"/me/notices/{channel.id}/{what}").status_code == 404
    assert rows(house, schema.channels) == [channel]
    assert "/hook" not in bo.page("/me/notices")


def test_there_is_an_end_to_them(ada: Browser, live: LiveTable, listener: Listener) -> None:
    for number in range(7):
        told_at(ada, listener, f"/{number}")
    told_at(ada, listener, "/3")  # the same once more
    assert "Remove one first" in ada.post("/me/notices/webhook", url=f"{listener.url}/one-more").text


def test_what_is_sent_by_hand_is_limited(tmp_path: Path, listener: Listener) -> None:
    with House(tmp_path, private_webhooks=True, limits=True) as house:
        ada = house.browser()
        ada.open("polycrisis", **DAYS)
        told_at(ada, listener)
        [channel] = rows(house, schema.channels)
        answers = [ada.post(f"/me/notices/{channel.id}/try").status_code for _ in range(11)]
    assert answers == [303] * 10 + [429]


def test_a_table_of_days_offers_them_to_who_has_none(
    house: House, ada: Browser, bo: Browser, listener: Listener
) -> None:
    table = ada.open("polycrisis", **DAYS)
    assert 'id="offer"' in ada.page(f"/tables/{table}")
    assert 'id="offer"' not in bo.page(f"/tables/{table}?watch")
    assert 'id="offer"' not in ada.page(f"/tables/{ada.open('polycrisis')}"), "it is played live"
    told_at(ada, listener)
    assert 'id="offer"' not in ada.page(f"/tables/{table}")


# Deleting


def test_who_is_forgotten_takes_their_channels_along(tmp_path: Path, listener: Listener) -> None:
    with House(tmp_path, private_webhooks=True) as house:
        ada = house.browser()
        ada.open("polycrisis", name="Ada", **DAYS)
        told_at(ada, listener)
        ada.post("/me/notices/quiet", **{"from": 22, "to": 8, "zone": "UTC"})
        be_missed(house)
        assert rows(house, schema.outbox)
    retention.forget(place_of(tmp_path), retention.a_person(ALL, "Ada"))
    with House(tmp_path) as house:
        assert all(rows(house, part) == [] for part in (schema.people, schema.channels, schema.quiet, schema.outbox))


def test_a_table_that_is_forgotten_takes_its_queue_along(tmp_path: Path, listener: Listener) -> None:
    with House(tmp_path, private_webhooks=True) as house:
        ada = house.browser()
        table = ada.open("polycrisis", name="Ada", **DAYS)
        told_at(ada, listener)
        be_missed(house)
    retention.forget(place_of(tmp_path), retention.a_table(table))
    with House(tmp_path) as house:
        assert rows(house, schema.outbox) == rows(house, schema.alarms) == []
        assert len(rows(house, schema.channels)) == 1
