"""What servers tell each other may be lost, and is made good; and what not everyone may hear is not told."""

from __future__ import annotations

import asyncio
import os
import signal
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from moot.engine import MoveError
from moot.table import neighbours
from moot.table.feeds.messages import NOBODY_IN_PARTICULAR
from moot.table.live import following, polls
from moot.table.live.loading import Kept
from moot.table.live.table import LiveTable
from moot.table.live.voting import Wanted
from moot.table.people import People
from moot.table.persistence import postgres, retention
from moot.table.persistence.folder import StartError
from moot.table.persistence.news import Anew, Freed, News, Present, Vote, packed, unpacked
from moot.table.persistence.postgres import PostgresStore
from moot.table.persistence.store import LogRow, NewRow
from tests.table.desk import opened
from tests.table.house import ALL, Browser, House, place_of
from tests.table.test_leases import store_of
from tests.table.test_servers import TWO, at_two, deaf, other, until

pytestmark = pytest.mark.shared_store
__all__ = ["deaf", "other"]  # fixtures


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is done every few seconds is done at once."""
    monkeypatch.setattr(following, "LOOK", 0.1)
    monkeypatch.setattr(neighbours, "AGAIN", 0.1, raising=False)
    monkeypatch.setattr(neighbours, "SILENT", 0.5, raising=False)
    monkeypatch.setattr(neighbours, "OLD", 0.1, raising=False)
    monkeypatch.setattr(postgres, "ASK", 0.2, raising=False)
    monkeypatch.setattr(polls, "A_MOMENT", 0.0)


# What is too long, or breaks off


def test_news_of_very_much_arrive_in_parts() -> None:
    many = tuple(f"{number:012}" for number in range(1500))
    notices = list(packed("me", [Anew(many, many[:7], many[:900]), Freed(many)]))
    assert max(len(notice.encode()) for notice in notices) < 8000
    heard: list[News] = [one for notice in notices for one in unpacked(notice)[1]]
    anew = [one for one in heard if isinstance(one, Anew)]
    assert tuple(name for one in anew for name in one.logs) == many
    assert {name for one in anew for name in one.gone} == set(many[:7])
    assert {name for one in anew for name in one.people} == set(many[:900])
    assert tuple(name for one in heard if isinstance(one, Freed) for name in one.tables) == many


def test_what_broke_off_is_told_again(house: House, other: House, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(People, "forget", lambda self, people: heard.extend(people))

    async def tell() -> None:
        line = store_of(house)._telling
        async with line.connection() as connection:
            connection.terminate()
        house.registry.store.tell(Anew(people=("Bo",)))

    house.do(tell)
    other.do(until, lambda: heard == ["Bo"])


def test_one_thing_that_cannot_be_taken_in_does_not_drown_the_others(house: House, other: House) -> None:
    table, _, _ = at_two(house, other)
    live = other.live(table)
    no_vote = Vote(table, 99, "Bo", 0, 0, "")

    async def hear() -> None:
        other.registry.store.on_news("somebody", [no_vote, Present(table, ((1, "Bo"),))])

    other.do(hear)
    assert live.watchers.is_at(1)


def test_a_silent_connection_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listening: list[int] = []
    listen = asyncpg.Connection.add_listener

    async def add_listener(self: Any, channel: str, callback: Any) -> None:
        listening.append(self.get_server_pid())
        await listen(self, channel, callback)

    monkeypatch.setattr(asyncpg.Connection, "add_listener", add_listener)
    with House(tmp_path) as house:
        house.do(until, lambda: len(listening) == 1)
        os.kill(listening[0], signal.SIGSTOP)
        try:
            house.do(until, lambda: len(listening) == 2)
        finally:
            os.kill(listening[0], signal.SIGCONT)


# What was deleted


def test_a_deleted_table_is_gone_though_nobody_was_told(house: House, other: House, deaf: None, tmp_path: Path) -> None:
    table, _, bo = at_two(house, other)
    other.live(table)
    with bo.at(table, 1) as there:
        retention.forget(place_of(tmp_path), retention.a_table(table))
        there.until_closed()
    assert other.do(other.registry.find, table) is None


def test_a_deleted_person_is_forgotten_though_nobody_was_told(
    house: House, other: House, deaf: None, tmp_path: Path
) -> None:
    table, _, _ = at_two(house, other)
    live = other.live(table)
    other.do(live.say, 1, "What Bo has said")
    retention.forget(place_of(tmp_path), retention.a_person(ALL, "Bo"))
    other.do(until, lambda: table not in other.registry.live)
    told = other.live(table)
    assert "Bo" not in told.names
    assert [said.text for said in told.chat] == ["(deleted)"]


def test_a_workshop_without_one_of_its_tables_is_read_anew_though_nobody_was_told(
    house: House, other: House, deaf: None
) -> None:
    desk = opened(house)
    _, second = (live.id for live in desk.live_tables)
    assert other.live(second).info.place == 2
    desk.do("forget", what="table.1")
    other.do(until, lambda: second not in other.registry.live)
    assert other.live(second).info.place == 1


def test_nobody_is_believed_for_ever_to_be_called_as_they_were(house: House, other: House, deaf: None) -> None:
    ada = house.browser()
    ada.open(**TWO, name="Ada")
    assert other.do(name_of, other, ada.secret) == "Ada"
    house.do(rename, house, ada.secret, "Eve")
    other.do(asyncio.sleep, 0.3)
    assert other.do(name_of, other, ada.secret) == "Eve"


async def rename(house: House, secret: str, name: str) -> None:
    """Somebody is called otherwise from now on."""
    person = await house.registry.people.who(secret)
    assert person is not None
    await house.registry.people.rename(person, name)


async def name_of(house: House, secret: str) -> str:
    """As a server knows somebody."""
    person = await house.registry.people.who(secret)
    assert person is not None
    return person.name


# Who is here


def test_nobody_is_here_who_was_not_told_of_again(house: House, other: House) -> None:
    table, _, _ = at_two(house, other)
    one = house.live(table)
    one.watchers.are_elsewhere(store_of(other).server, ((1, "Bo"),))
    house.do(until, lambda: not one.watchers.is_at(1))


def test_who_is_here_is_told_again(house: House, other: House) -> None:
    table, _, bo = at_two(house, other)
    one = house.live(table)
    with bo.at(table, 1):
        house.do(until, lambda: one.watchers.is_at(1))
        one.watchers.only_from(())  # as if it had been missed
        house.do(until, lambda: one.watchers.is_at(1))
        house.do(asyncio.sleep, 2 * neighbours.SILENT)
        assert one.watchers.is_at(1)


def test_a_table_in_whose_place_another_is_tells_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = house.browser().open(**TWO)
    live = house.live(table)
    house.forget(live)
    told: list[News] = []
    monkeypatch.setattr(PostgresStore, "tell", lambda self, *news: told.extend(news))
    house.registry.presence.tell(live)
    assert told == []
    house.registry.presence.tell(house.live(table))
    assert Present(table, ()) in told


def shared_seat(house: House, other: House) -> tuple[str, Browser, Browser]:
    """A seat that two people share, one at each server, and vote."""
    ada, bo = house.browser(), other.browser()
    table = ada.open(name="Ada", option_seats=1, seat_0="me", votes=1)
    bo.join(table, 0, "Bo", house.live(table).chairs[0].key)
    return table, ada, bo


def test_whoever_is_gone_without_a_word_does_not_hold_up_a_vote(house: House, other: House, deaf: None) -> None:
    table, ada, _ = shared_seat(house, other)
    one = house.live(table)
    house.do(until, lambda: len(one.chairs[0].sitters) == 2)
    with ada.at(table, 0) as here:
        house.do(until, lambda: len(one.poll.voters_of(0)) == 1)
        me, *_ = one.poll.voters_of(0)
        (bo,) = one.chairs[0].sitters - {me}
        one.watchers.are_elsewhere(store_of(other).server, ((0, bo),))
        here.play(one.sitting.numbers(0)[0])
        assert not one.sitting.history
        house.do(until, lambda: len(one.sitting.history) == 1)


@pytest.mark.parametrize("same", [True, False])
def test_whose_vote_was_counted_by_another_server_is_not_refused(
    house: House, other: House, deaf: None, same: bool
) -> None:
    table, _, bo = shared_seat(house, other)
    two = other.live(table)
    with bo.at(table, 0):
        (me,) = two.poll.voters_of(0)
        (ada,) = two.chairs[0].sitters - {me}
        one, moves = house.live(table), two.sitting.numbers(0)
        wanted = Wanted(moves[0] if same else moves[1])
        house.do(one.answer, 0, moves[0], 0, "", ada, (ada, me))
        assert other.do(voted, two, me, wanted) == ("" if same else "This answer was given already")
        assert two.number == one.number


async def voted(live: LiveTable, person: str, wanted: Wanted) -> str:
    """One of a seat's people votes on its first answer; why that was refused."""
    try:
        await live.poll.vote(0, person, wanted)
    except MoveError as error:
        return str(error).partition(".")[0]
    return ""


# What a newer release has written


@pytest.mark.parametrize("told", [True, False])
def test_what_cannot_be_read_is_said_and_the_table_stays_readable(
    house: House, other: House, monkeypatch: pytest.MonkeyPatch, told: bool
) -> None:
    table, _, bo = at_two(house, other)
    live = other.live(table)
    if told:
        monkeypatch.setattr("moot.table.persistence.news.TOLD", {"newer"}, raising=False)
    row = LogRow(live.number + 1, live.at, "newer", -1, b'{"type":"newer","what":"nobody knows"}')
    with bo.at(table, 1) as there:
        house.do(house.registry.store.write, [NewRow(table, row)])
        there.until_closed()
    assert other.registry.metrics.registry.get_sample_value("moot_lost_track_total") == 1
    assert isinstance(other.do(other.registry.find, table), Kept)
    assert "can still be read" in bo.page(f"/tables/{table}")


def test_nothing_is_deleted_from_what_cannot_be_read(house: House, tmp_path: Path) -> None:
    ada = house.browser()
    live = house.live(ada.open(name="Ada", **TWO))
    row = LogRow(live.number + 1, live.at, "newer", -1, b"{}")
    house.do(house.registry.store.write, [NewRow(live.id, row)])
    with pytest.raises(StartError, match=r"^A newer Moot has written to this\. Delete it with that one\.$"):
        retention.forget(place_of(tmp_path), retention.a_person(ALL, "Ada"))


# What is not told


def test_no_key_seed_or_private_word_is_told(house: House, other: House, monkeypatch: pytest.MonkeyPatch) -> None:
    heard: list[str] = []
    monkeypatch.setattr(PostgresStore, "_hear", lambda self, a, b, c, notice: heard.append(str(notice)))

    async def listen() -> None:
        connection = await store_of(other).connect()
        await connection.add_listener(postgres.CHANNEL, lambda a, b, c, notice: heard.append(str(notice)))
        other.listening = connection  # type: ignore[attr-defined]

    other.do(listen)
    table, _, _ = at_two(house, other)
    live = house.live(table)
    desk = opened(house)
    desk.seat("Ada")
    house.do(live.say, 0, "For Bo alone", 1)
    house.do(live.say, 0, "For everyone", NOBODY_IN_PARTICULAR)
    other.do(until, lambda: any("For everyone" in notice for notice in heard))
    everything = "".join(heard)
    assert "For Bo alone" not in everything
    for word in ("seed", '"key"', "secret", *(chair.key for chair in live.chairs if chair.key)):
        assert word not in everything
    other.do(other.listening.close)  # type: ignore[attr-defined]
