"""Deleting tables, workshops, people and what is old: they go, and the others' games stay and replay."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moot.table import retention, schema
from moot.table.folder import FILE, StartError, held
from moot.table.room import Room
from tests.table.desk import Desk, opened
from tests.table.house import ALL, Browser, House
from tests.table.test_restart import everything, some_moves

NAME, WORDS = "Wilhelmina", "my deepest secret"


def on_disk(data: Path) -> bytes:
    """Every byte that a server has left in its folder."""
    return b"".join(file.read_bytes() for file in data.iterdir())


def left(data: Path) -> dict[str, int]:
    """How many rows each table of the database has."""
    names = [one.name for one in schema.metadata.sorted_tables]
    with closing(sqlite3.connect(data / FILE)) as database:
        return {name: database.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


def played(house: House, game: str = "polycrisis") -> tuple[str, Browser, Browser]:
    """A table of two people, who have played and spoken; the second is to be forgotten."""
    ada, other = house.browser(), house.browser()
    table = ada.open(game, name="Ada", option_seats=2, seat_0="me", seat_1="open")
    other.join(table, 1, NAME)
    with ada.at(table, 0) as mine, other.at(table, 1) as theirs:
        mine.send(do="chat", text="Hello, everyone")
        theirs.send(do="chat", text=WORDS)
        room = house.room(table)
        for _ in range(12):
            line = mine if 0 in room.sitting.waiting else theirs
            line.settle()
            line.play()
    return table, ada, other


def game_of(room: Room) -> tuple[Any, ...]:
    """All of a game but the names."""
    return bytes(room.sitting), list(room.sitting.history), list(room.sitting.log)


@pytest.mark.parametrize("game", ALL)
def test_a_person_goes_and_the_others_game_stays(tmp_path: Path, game: str) -> None:
    with House(tmp_path) as house:
        table, ada, other = played(house, game)
        before, secrets = game_of(house.room(table)), (ada.secret, other.secret)
    assert NAME.encode() in on_disk(tmp_path)
    gone = retention.forget(tmp_path, retention.a_person(ALL, NAME))
    assert (gone.tables, gone.touched, len(gone.people)) == ([], [table], 1)
    for trace in (NAME, WORDS, gone.people[0]):
        assert trace.encode() not in on_disk(tmp_path)
    with House(tmp_path) as house:
        room = house.room(table)
        assert game_of(room) == before
        assert room.chairs[1].kind == "open"
        assert [said.text for said in room.chat] == ["Hello, everyone", "(deleted)"]
        assert 'data-mine="0"' in house.browser(secrets[0]).page(f"/tables/{table}")
        assert "Take a seat" in house.browser(secrets[1]).page(f"/tables/{table}")
        house.secrets.used += ["of before"] * 20
        house.browser().join(table, 1, "Cy")
        some_moves(house, room, 5, Random(1))


def test_who_shares_a_seat_keeps_it(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        table, _, _ = played(house)
        bo = house.browser()
        bo.join(table, 1, "Bo", key=house.room(table).chairs[1].key)
        secret = bo.secret
    retention.forget(tmp_path, retention.a_person(ALL, NAME))
    with House(tmp_path) as house:
        assert house.room(table).chairs[1].name == "Bo"
        assert 'data-mine="1"' in house.browser(secret).page(f"/tables/{table}")


def test_people_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        played(house)
        house.clock.now += 60
        played(house)
    with pytest.raises(StartError, match=f"Several people are called {NAME}. Say which with --person: ") as said:
        retention.forget(tmp_path, retention.a_person(ALL, NAME))
    first = str(said.value).partition("--person: ")[2].split()[0]
    assert retention.forget(tmp_path, retention.a_person(ALL, first)).people == [first]
    assert retention.forget(tmp_path, retention.a_person(ALL, NAME)).people != [first]
    with pytest.raises(StartError, match=f"There is nobody called {NAME}"):
        retention.forget(tmp_path, retention.a_person(ALL, NAME))


def test_a_table_goes_and_another_stays(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        table, _, _ = played(house)
        other, _, _ = played(house)
        before = everything(house.room(other))
    assert retention.forget(tmp_path, retention.a_table(table)).tables == [table]
    with House(tmp_path) as house:
        assert house.do(house.hall.room, table) is None
        assert everything(house.room(other)) == before
    with pytest.raises(StartError, match=f"There is no table {table}"):
        retention.forget(tmp_path, retention.a_table(table))


def test_a_class_goes_with_its_people(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        desk = opened(house)
        for name in ("Ada", "Bo"):
            desk.seat(name)
        workshop = desk.id
    gone = retention.forget(tmp_path, retention.a_workshop(workshop))
    assert (len(gone.tables), len(gone.people)) == (2, 2)
    assert set(left(tmp_path).values()) == {0}
    with pytest.raises(StartError, match="There is no workshop"):
        retention.forget(tmp_path, retention.a_workshop(workshop))


def test_what_is_old_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path) as house:
        old, _, _ = played(house)
        opened(house)
        house.clock.now += 10 * retention.DAY
        new, _, _ = played(house)
        monkeypatch.setattr("moot.table.retention.time.time", lambda: house.clock.now)
    gone = retention.forget(tmp_path, retention.older_than(5))
    assert (len(gone.tables), len(gone.workshops), len(gone.people)) == (3, 1, 2)
    assert old in gone.tables
    assert left(tmp_path)["tables"] == 1
    with House(tmp_path) as house:
        assert house.room(new).chairs[1].name == NAME


def test_the_server_must_not_run_meanwhile(tmp_path: Path) -> None:
    with House(tmp_path) as house, held(tmp_path):
        table, _, _ = played(house)
        with pytest.raises(StartError, match=r"is running on .* Stop it first"):
            retention.forget(tmp_path, retention.a_table(table))


# The facilitator's page


def test_a_facilitator_deletes_somebody(desk: Desk) -> None:
    (ada, table, seat), (cy, same, other) = desk.seat("Ada"), desk.seat("Cy")
    assert table == same
    with ada.at(table, seat) as line, cy.at(table, other) as watching:
        line.send(do="chat", text=WORDS)
        before = game_of(desk.rooms[0])
        desk.do("forget", what="guest.0")
        line.hear()
        assert '"to":"/"' in line.heard[-1] or line.until_closed() == 1012
        assert watching.until_closed() == 1012
    room = desk.rooms[0]
    assert game_of(room) == before
    assert room.chairs[seat].name != "Ada"
    assert WORDS not in [said.text for said in room.chat]
    assert ada.get(f"/tables/{table}").status_code == 403
    assert "Ada" not in desk.page()
    assert cy.page(f"/tables/{table}?seat={other}")


def test_a_facilitator_deletes_somebody_who_never_came(desk: Desk) -> None:
    link = desk.links["Bo"]
    desk.do("forget", what="guest.1")
    assert "Bo" not in desk.links
    assert desk.house.browser().get(link).status_code == 404
    assert all("Bo" not in room.names for room in desk.rooms)


def test_a_facilitator_deletes_nobodys_other_games(desk: Desk) -> None:
    ada, _, _ = desk.seat("Ada")
    elsewhere = ada.open(name="Ada")
    desk.do("forget", what="guest.0")
    assert "data-mine" in ada.page(f"/tables/{elsewhere}")


def test_a_facilitator_deletes_a_table_and_the_rest_goes_on(desk: Desk) -> None:
    bo, table, seat = desk.seat("Bo")
    first, second = desk.rooms
    desk.do("forget", what="table.1")
    (room,) = desk.rooms
    assert (room.info.id, room.info.place) == (second.info.id, 1)
    assert desk.house.do(desk.house.hall.room, first.info.id) is None
    assert "Bo" in desk.page()
    assert bo.page(f"/tables/{table}?seat={seat}")


def test_a_facilitator_deletes_the_class(desk: Desk) -> None:
    ada, table, seat = desk.seat("Ada")
    with ada.at(table, seat) as line:
        answer = desk.try_to("forget", what="all")
        assert answer.headers["location"] == "/"
        line.until_closed()
        assert '"to":"/"' in line.heard[-1]
    assert desk.browser.get(desk.at).status_code == 404
    assert ada.get(f"/tables/{table}").status_code == 404
    assert desk.house.do(desk.house.hall.store.count, schema.people) == 0


def test_what_is_not_there_cannot_be_deleted(desk: Desk) -> None:
    assert "`what` is all" in desk.refused("forget", what="everything")
    assert "There is no guest 77" in desk.refused("forget", what="guest.77")
    assert "There is no table" in desk.refused("forget", what="table.9")


def test_what_a_workshop_remembers_no_longer_tells_of_them(desk: Desk) -> None:
    (ada, table, seat), (cy, _, other) = desk.seat("Ada"), desk.seat("Cy")
    link = desk.links["Ada"]
    with ada.at(table, seat) as line, cy.at(table, other) as theirs:
        theirs.send(do="chat", text="Hello, everyone")
        theirs.send(do="chat", text="for you alone", to=seat)
        desk.do("say", whom=f"1.{seat}", text="Welcome")
        line.settle()
        line.play()
        if desk.rooms[0].sitting.may_take_back(seat):
            line.send(do="take_back")
    desk.do("swap", **{"guest": 2, "with": 0})
    person = desk.house.do(desk.house.hall.person, ada.secret)
    desk.do("forget", what="guest.0")
    workshop = desk.house.do(desk.house.hall.workshop, desk.id)
    assert workshop is not None
    assert person is not None
    acts = workshop.acts
    assert not any(act.name == "Ada" or "Ada" in act.text or act.person == person.id for act in acts)
    assert [(act.what, act.guest) for act in acts][-1] == ("forget", 0)
    chat = desk.rooms[0].chat
    assert {said.text for said in chat if said.sender} >= {"Welcome"}
    assert not any(person.id in (said.by, *(said.ears or ())) for said in chat)
    assert desk.house.browser().get(link).status_code == 404
