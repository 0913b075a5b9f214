"""Several servers on one database: what one does the others show, nobody's move is lost, and what one leaves another takes over."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from threading import Barrier
from typing import Any

import asyncpg
import httpx
import pytest
from sqlalchemy import text

from moot.engine import MoveError
from moot.table.feeds.messages import COME_AGAIN
from moot.table.live import controls, following, loading
from moot.table.live.appending import catch_up
from moot.table.live.following import Follower
from moot.table.live.table import LiveTable
from moot.table.persistence import forgetting, postgres, retention
from moot.table.persistence.leases import SharedLeases
from moot.table.persistence.postgres import PostgresStore
from moot.table.persistence.store import IN_DOUBT, DoubtError, Writing
from tests.table.desk import opened, where
from tests.table.house import Browser, House, place_of
from tests.table.test_restart import MINE, everything

pytestmark = pytest.mark.shared_store

TWO: dict[str, Any] = {"option_seats": 2, "seat_0": "me", "seat_1": "open"}


@pytest.fixture
def other(tmp_path: Path, house: House) -> Iterator[House]:
    """A second server on the same database."""
    with House(tmp_path, seed=1000) as other:
        other.secrets.used += ["taken"] * 500  # names of the first server's
        yield other


@pytest.fixture
def deaf(house: House, other: House) -> None:
    """Nothing that servers tell each other arrives."""
    for one in (house, other):
        one.registry.store.on_news = lambda server, news: None


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is written together takes a while: whoever comes meanwhile is in the way."""
    execute = postgres._execute

    async def execute_and_rest(*arguments: Any) -> None:
        await execute(*arguments)
        await asyncio.sleep(0.02)

    monkeypatch.setattr(postgres, "_execute", execute_and_rest)


def at_two(house: House, other: House, game: str = "polycrisis") -> tuple[str, Browser, Browser]:
    """A table with one person at each server."""
    ada, bo = house.browser(), other.browser()
    table = ada.open(game, name="Ada", **TWO)
    bo.join(table, 1, "Bo")
    return table, ada, bo


async def until(is_so: Any) -> None:
    """Wait, but not for ever."""
    async with asyncio.timeout(30):
        while not is_so():
            await asyncio.sleep(0.01)


def same(house: House, other: House, table: str) -> dict[str, Any]:
    """Both hold the same, and what is on disk comes to it, too."""
    one, two = house.live(table), other.live(table)
    house.do(until, lambda: one.number == two.number)
    for server in (house, other):
        server.do(asyncio.sleep, 0)  # what is being folded there, in another thread, is folded
    assert everything(one) == everything(two)
    rows = house.do(house.registry.store.log, table)
    assert [row.number for row in rows] == list(range(one.number + 1))
    return everything(one)


def test_a_move_at_one_is_shown_at_the_other(house: House, other: House) -> None:
    table, ada, bo = at_two(house, other)
    with ada.at(table, 0) as here, bo.at(table, 1) as there:
        mover, watcher = (here, there) if here.state["moves"] else (there, here)
        heard = len(watcher.state["events"])
        assert mover.play()["type"] == "done"
        watcher.until(lambda state: len(state["events"]) > heard)
        here.send(do="chat", text="Hello over there")
        there.until(lambda state: any(said["text"] == "Hello over there" for said in state["chat"]))
    same(house, other, table)


@pytest.mark.parametrize("game", ["polycrisis", "path_to_safety", "solidarity", "turning_points", "treasury"])
def test_a_whole_game_between_two_servers(house: House, other: House, game: str) -> None:
    table, _, _ = at_two(house, other, game)
    servers, dice = (house, other), Random(5)
    for _ in range(120):
        first = house.live(table).sitting
        if first.over:
            break
        seat = dice.choice(first.waiting)
        server = servers[seat]
        live = server.live(table)
        server.do(until, lambda live=live, seat=seat: seat in live.sitting.waiting or live.sitting.over)
        server.do(live.play, seat, dice.choice(live.sitting.numbers(seat)))
        house.do(until, lambda number=live.number: house.live_number(table) >= number)
    same(house, other, table)


def test_who_was_slower_decides_anew_and_nobody_notices(house: House, other: House, deaf: None) -> None:
    table, _, _ = at_two(house, other)
    one, two = house.live(table), other.live(table)
    house.do(one.say, 0, "First")
    other.do(two.say, 1, "Second")
    assert [said.text for said in two.chat] == ["First", "Second"]
    seat = two.sitting.waiting[0]
    other.do(two.play, seat, two.sitting.numbers(seat)[0], two.answers[seat])
    house.do(one.say, 0, "Third")
    other.do(_caught_up, two)
    same(house, other, table)


async def _caught_up(live: LiveTable) -> None:
    async with live.turn:
        await catch_up(live)


def test_the_same_answer_by_two_servers_counts_once(house: House, other: House, deaf: None) -> None:
    ada = house.browser()
    table = ada.open(**MINE)
    one, two = house.live(table), other.live(table)
    seat = one.sitting.waiting[0]
    move = one.sitting.numbers(seat)[0]
    house.do(one.play, seat, move, 0)
    with pytest.raises(MoveError, match="This answer was given already"):
        other.do(two.play, seat, move, 0)
    assert everything(one) == everything(two)


def test_a_seat_is_taken_once(house: House, other: House, deaf: None) -> None:
    table = house.browser().open(**TWO)
    house.live(table), other.live(table)
    house.browser().join(table, 1, "Bo")
    refused = other.browser().post(f"/tables/{table}/join", seat=1, name="Cy")
    assert "Bo sits there" in refused.text
    assert other.live(table).names[1] == "Bo"


def at_once(wishes: Sequence[Callable[[], httpx.Response]]) -> list[httpx.Response]:
    """Several people press a button at the same moment."""
    together = Barrier(len(wishes))

    def press(wish: Callable[[], httpx.Response]) -> httpx.Response:
        together.wait()
        return wish()

    with ThreadPoolExecutor(len(wishes)) as hands:
        return list(hands.map(press, wishes))


def sit(browser: Browser, table: str, seat: int, name: str) -> Callable[[], httpx.Response]:
    """Somebody who is about to take a seat."""
    return lambda: browser.post(f"/tables/{table}/join", seat=seat, name=name)


def come(browser: Browser, workshop: str, name: str) -> Callable[[], httpx.Response]:
    """Somebody who is about to come to a workshop by the common link."""
    return lambda: browser.post(f"/workshops/{workshop}/join", name=name)


def test_of_those_who_take_seats_at_once_nobody_is_told_of_trouble(house: House, other: House, slow: None) -> None:
    for turn in range(3):
        table = house.browser().open(option_seats=3, seat_0="me", seat_1="open", seat_2="open", name="Ada")
        other.live(table)
        people = [server.browser() for server in (house, other, house, other)]
        answers = at_once([sit(one, table, 1 + place // 2, f"Bo {turn}") for place, one in enumerate(people)])
        assert sorted(answer.status_code for answer in answers) == [303, 303, 400, 400]
        assert all("sits there" in answer.text for answer in answers if answer.status_code == 400)
        for server in (house, other):
            server.do(_caught_up, server.live(table))
        same(house, other, table)


def test_all_who_come_to_a_workshop_at_once_by_two_servers_are_seated(house: House, other: House, slow: None) -> None:
    for _ in range(2):
        desk = opened(house, names="", tables=4)
        people = [server.browser() for server in (house, other) * 4]
        answers = at_once([come(one, desk.id, f"Guest {place}") for place, one in enumerate(people)])
        assert [answer.status_code for answer in answers] == [303] * 8, [answer.text for answer in answers]
        assert len({answer.headers["location"] for answer in answers}) == 8
        for live in desk.live_tables:
            for server in (house, other):
                server.do(_caught_up, server.live(live.id))
            same(house, other, live.id)


def test_a_rematch_is_opened_once(house: House, other: House, deaf: None) -> None:
    ada = house.browser()
    table = ada.open(**MINE)
    there = other.browser(ada.secret)
    other.live(table)
    ada.post(f"/tables/{table}/end")
    house.do(house.live(table).say, 0, "Again?")
    other.do(_caught_up, other.live(table))
    one = ada.post(f"/tables/{table}/rematch").headers["location"]
    assert there.post(f"/tables/{table}/rematch").headers["location"] == one


def test_what_was_not_told_is_found_by_looking(
    house: House, other: House, deaf: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "LOOK", 0.05)
    table, _, _ = at_two(house, other)
    one, two = house.live(table), other.live(table)
    house.do(one.say, 0, "Is anybody there?")

    async def look() -> None:
        follower = Follower(other.registry.store, other.registry.in_memory)
        tasks = [asyncio.create_task(follower.look()), asyncio.create_task(follower.follow())]
        await until(lambda: two.number == one.number)
        for task in tasks:
            task.cancel()

    other.do(look)


def test_what_is_written_while_a_table_is_read_is_shown(
    house: House, other: House, deaf: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To those who have come meanwhile, and to whoever looks after its bots."""
    ada = house.browser()
    one = house.live(ada.open(**MINE))

    async def load_slowly(*arguments: Any) -> Any:
        loaded = await loading.load(*arguments)
        await asyncio.to_thread(house.do, one.say, 0, "Meanwhile")
        return loaded

    monkeypatch.setattr("moot.table.registry.load", load_slowly)
    two = other.live(one.id)
    assert [said.text for said in two.chat] == ["Meanwhile"]
    assert two.version == 1


def test_an_entry_too_long_for_a_notice_arrives(house: House, other: House) -> None:
    table, _, _ = at_two(house, other)
    live = house.live(table)
    house.do(controls.end, live, "Because " * 2000)
    same(house, other, table)


def test_who_is_here_is_known_everywhere(house: House, other: House) -> None:
    table, ada, _ = at_two(house, other)
    two = other.live(table)
    with ada.at(table, 0):
        other.do(until, lambda: two.watchers.is_at(0))
        assert status_of(other, table, 0) == status_of(house, table, 0) != "away"
        assert status_of(other, table, 1) == "away"
    other.do(until, lambda: not two.watchers.is_at(0))


def status_of(house: House, table: str, seat: int) -> str:
    """How a seat is shown to somebody who looks on."""
    page = house.browser().page(f"/tables/{table}?watch")
    return page.partition(f'id="seat-{seat}-shown" data-status="')[2].partition('"')[0]


def test_a_facilitator_sees_who_is_here_by_another_server(house: House, other: House) -> None:
    desk, guest = opened(house), other.browser()
    table, seat = where(guest.post(desk.links["Ada"]))
    live = house.live(table)
    assert desk.page().count("<td>yes</td>") == 0
    with guest.at(table, seat):
        house.do(until, lambda: live.watchers.is_at(seat))
        assert desk.page().count("<td>yes</td>") == 1


def test_who_comes_later_learns_who_is_here(house: House, tmp_path: Path) -> None:
    ada = house.browser()
    table = ada.open(**TWO)
    with ada.at(table, 0), House(tmp_path) as later:
        live = later.live(table)
        later.do(until, lambda: live.watchers.is_at(0))


def test_nobody_is_here_from_a_server_that_is_gone(house: House, other: House) -> None:
    table, _, bo = at_two(house, other)
    one = house.live(table)
    with bo.at(table, 1):
        house.do(until, lambda: one.watchers.is_at(1))
        one.watchers.only_from({"somebody else"})
        assert not one.watchers.is_at(1)


def test_people_who_share_a_seat_vote_over_two_servers(house: House, other: House) -> None:
    ada, bo = house.browser(), other.browser()
    table = ada.open(name="Ada", option_seats=1, seat_0="me", votes=1)
    one = house.live(table)
    bo.join(table, 0, "Bo", one.chairs[0].key)
    two = other.live(table)
    with ada.at(table, 0) as here, bo.at(table, 0) as there:
        house.do(until, lambda: len(one.poll.voters_of(0)) == 2)
        other.do(until, lambda: len(two.poll.voters_of(0)) == 2)
        move = here.state["moves"][0]["number"]
        here.play(move)
        assert one.number == two.number
        assert not one.sitting.history
        other.do(until, lambda: bool(two.poll.proposals(0)))
        there.play(move)
        house.do(until, lambda: len(one.sitting.history) == 1)
    same(house, other, table)


def test_bots_go_on_when_their_server_leaves(tmp_path: Path) -> None:
    with House(tmp_path, pace=0.02) as first:
        ada = first.browser()
        table = ada.open("polycrisis", option_seats=3, seat_0="greedy")
        with House(tmp_path, pace=0) as second:
            assert first.registry.leases.holds(table)
            first.do(until, lambda: first.live_number(table) > 3)
            first.close()
            second.do(until, lambda: second.registry.leases.holds(table))
            second.do(until, lambda: table in second.registry.live and second.registry.live[table].is_done)
            rows = second.do(second.registry.store.log, table)
            assert [row.number for row in rows] == list(range(len(rows)))


def test_a_table_is_kept_by_one_server(house: House, other: House) -> None:
    table = house.browser().open(option_seats=2, seat_0="me", seat_1="greedy")
    house.live(table), other.live(table)
    house.do(until, lambda: house.registry.leases.holds(table) != other.registry.leases.holds(table))


def test_what_was_running_when_all_servers_stopped_goes_on(tmp_path: Path) -> None:
    with House(tmp_path, pace=5) as first:
        table = first.browser().open("path_to_safety", option_seats=2, seat_0="greedy")
        number = first.live(table).number
    with House(tmp_path, pace=0) as second:
        second.do(until, lambda: table in second.registry.live and second.registry.live[table].number > number)


def test_also_what_was_about_to_be_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    take = SharedLeases.take

    async def slowly(leases: SharedLeases, tables: Sequence[str]) -> None:
        await asyncio.sleep(0.3)
        await take(leases, tables)

    monkeypatch.setattr(SharedLeases, "take", slowly)
    test_what_was_running_when_all_servers_stopped_goes_on(tmp_path)


def test_who_lost_their_seat_by_another_server_hears_nothing_more(house: House, other: House) -> None:
    """A guest's link is used in another browser: the first must not go on hearing what is for the seat alone."""
    desk = opened(house, "path_to_safety")
    link, old = desk.links["Ada"], other.browser()
    table, seat = where(old.post(link))
    with old.at(table, seat) as line:
        house.browser().post(link)
        assert line.until_closed() == COME_AGAIN
        assert json.loads(line.heard[-1]) == {"type": "moved", "to": "/"}


def test_who_is_moved_by_another_server_goes_along(house: House, other: House) -> None:
    desk = opened(house)
    ada = other.browser()
    table, seat = where(ada.post(desk.links["Ada"]))
    with ada.at(table, seat) as line:
        desk.do("move", guest=0, to="2.1")
        assert line.until_closed() == COME_AGAIN
        assert json.loads(line.heard[-1]) == {"type": "moved", "to": f"/tables/{desk.live_tables[1].id}?seat=1"}


def test_what_is_deleted_at_one_is_gone_at_the_other(house: House, other: House, tmp_path: Path) -> None:
    table, _, bo = at_two(house, other)
    other.live(table)
    with bo.at(table, 1) as there:
        retention.forget(place_of(tmp_path), retention.a_table(table))
        there.until_closed()
    assert other.do(other.registry.find, table) is None


def meanwhile(monkeypatch: pytest.MonkeyPatch, name: str, work: Callable[[], object]) -> None:
    """Once, after something was read to be deleted and before it is, another server writes something."""
    read, done = getattr(forgetting, name), list[bool]()

    async def read_and_work(*arguments: Any) -> Any:
        found = await read(*arguments)
        if not done:
            done.append(True)
            await asyncio.to_thread(work)
        return found

    monkeypatch.setattr(forgetting, name, read_and_work)


def test_what_is_said_while_somebody_is_forgotten_is_forgotten_too(
    house: House, other: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, _, bo = at_two(house, other)
    two, person = other.live(table), other.do(other.registry.people.who, bo.secret)
    assert person is not None
    meanwhile(monkeypatch, "_forget_at", lambda: other.do(two.say, 1, "my deepest secret", -1, person.id))
    house.do(house.registry.forget, partial(forgetting.forget_person, house.registry.store, {}, person.id))
    assert house.live(table).chairs[1].kind == "open"
    bodies = b"".join(row.body for row in house.do(house.registry.store.log, table))
    assert b"(deleted)" in bodies
    assert b"secret" not in bodies
    assert person.id.encode() not in bodies


def test_a_guest_is_forgotten_while_another_server_places_others(
    house: House, other: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = opened(house)
    desk.seat("Ada")
    meanwhile(monkeypatch, "_forget_in", lambda: other.browser().post(desk.links["Bo"]))
    desk.do("forget", what="guest.0")
    workshop = house.do(house.registry.workshop, desk.id)
    assert workshop is not None
    assert [guest.name for guest in workshop.guests] == ["Bo", "Cy", "Dee", "Eve"]
    assert workshop.guests[0].person is not None
    assert b"Ada" not in b"".join(row.body for row in house.do(house.registry.store.log, desk.id))


def test_questions_to_all_logs_have_more_time(house: House) -> None:
    asked, store = text("SHOW statement_timeout"), house.registry.store
    assert [tuple(row) for row in house.do(store.rows, asked)] == [("5s",)]
    assert [tuple(row) for row in house.do(store.long_rows, asked)] == [("10min",)]


def test_a_broken_connection_loses_and_doubles_nothing(house: House, tmp_path: Path) -> None:
    store = house.registry.store
    assert isinstance(store, PostgresStore)
    table = house.browser().open(**MINE)
    live, dice = house.live(table), Random(2)

    async def cut() -> None:
        connection = await store.connect()
        await connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        await connection.close()

    async def play_and_cut() -> None:
        for place in range(60):
            seat = dice.choice(live.sitting.waiting)
            playing = asyncio.create_task(live.play(seat, dice.choice(live.sitting.numbers(seat))))
            if place % 6 == 0:
                await cut()
            await playing

    house.do(play_and_cut)
    assert len(live.sitting.history) == 60
    rows = house.do(store.log, table)
    assert [row.number for row in rows] == list(range(61))
    house.forget(live)
    assert everything(house.live(table)) == everything(live)


def test_a_connection_that_does_not_know_where_it_is_is_made_anew(house: House) -> None:
    """So asyncpg says it when a connection is lost at a bad moment; whether something was written is looked up."""
    store = house.registry.store
    assert isinstance(store, PostgresStore)
    table = house.browser().open(**MINE)
    live = house.live(table)

    class Confused:
        def __init__(self, lost: Any) -> None:
            self.terminate = lost.terminate

        async def fetch(self, *_: object) -> None:
            raise asyncpg.InternalClientError("cannot switch to state 12; another operation (2) is in progress")

    async def play() -> None:
        async with store._pen.connection() as found:
            store._pen._connection = Confused(found)
        seat = live.sitting.waiting[0]
        await live.play(seat, live.sitting.numbers(seat)[0])

    for number in (1, 2):
        house.do(play)
        assert [row.number for row in house.do(store.log, table)] == [*range(number + 1)]


def test_what_broke_off_and_arrives_later_is_not_done_twice(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """The connection is lost while the database still writes: the second try finds the number taken, by the first."""
    live = house.live(house.browser().open(**MINE))
    write, late = PostgresStore._write_batch, list[list[Writing]]()

    async def lose_one(store: PostgresStore, batch: list[Writing]) -> Sequence[Exception | None]:
        if not late:
            late.append(batch)
            return [DoubtError(IN_DOUBT)] * len(batch)
        if late[0]:
            await write(store, late[0])
            late[0] = []
        return await write(store, batch)

    monkeypatch.setattr(PostgresStore, "_write_batch", lose_one)
    house.do(live.say, 0, "Hello")
    assert [said.text for said in live.chat] == ["Hello"]
    late.clear()
    seat = live.sitting.waiting[0]
    house.do(live.play, seat, live.sitting.numbers(seat)[0], live.answers[seat])
    assert len(live.sitting.history) == 1
    assert [row.kind for row in house.do(house.registry.store.log, live.id)] == ["opened", "said", "moved"]
