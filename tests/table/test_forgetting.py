"""Deleting tables, workshops, people and what is old: they go, and the others' games stay and replay."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from moot.table.live.table import LiveTable
from moot.table.persistence import retention, schema
from moot.table.persistence.folder import StartError, held
from moot.table.persistence.postgres import PostgresStore
from moot.table.persistence.store import Store
from moot.table.persistence.stores import Place
from tests.table.desk import Desk, opened
from tests.table.house import ALL, Browser, House, place_of
from tests.table.test_restart import everything, some_moves

NAME, WORDS = "Wilhelmina", "my deepest secret"


def on_disk(data: Path) -> bytes:
    """Every byte that a server has left in its folder; or in its database every row."""
    if place_of(data).url:
        return repr(rows_in(place_of(data))).encode()
    return b"".join(file.read_bytes() for file in data.iterdir())


def rows_in(place: Place) -> dict[str, list[Any]]:
    """All that is in a store."""

    async def read() -> dict[str, list[Any]]:
        store = place.store
        found = {part.name: list(await store.rows(select(part))) for part in schema.metadata.sorted_tables}
        await store.engine.dispose()
        return found

    return asyncio.run(read())


def left(data: Path) -> dict[str, int]:
    """How many rows each table of the database has."""
    return {name: len(rows) for name, rows in rows_in(place_of(data)).items()}


def played(house: House, game: str = "polycrisis") -> tuple[str, Browser, Browser]:
    """A table of two people, who have played and spoken; the second is to be forgotten."""
    ada, other = house.browser(), house.browser()
    table = ada.open(game, name="Ada", option_seats=2, seat_0="me", seat_1="open")
    other.join(table, 1, NAME)
    with ada.at(table, 0) as mine, other.at(table, 1) as theirs:
        mine.send(do="chat", text="Hello, everyone")
        theirs.send(do="chat", text=WORDS)
        live = house.live(table)
        for _ in range(12):
            line = mine if 0 in live.sitting.waiting else theirs
            line.settle()
            line.play()
    return table, ada, other


def game_of(live: LiveTable) -> tuple[Any, ...]:
    """All of a game but the names."""
    return bytes(live.sitting), list(live.sitting.history), list(live.sitting.log)


@pytest.mark.parametrize("game", ALL)
def test_a_person_goes_and_the_others_game_stays(tmp_path: Path, game: str) -> None:
    with House(tmp_path) as house:
        table, ada, other = played(house, game)
        before, secrets = game_of(house.live(table)), (ada.secret, other.secret)
    assert NAME.encode() in on_disk(tmp_path)
    gone = retention.forget(place_of(tmp_path), retention.a_person(ALL, NAME))
    assert (gone.tables, gone.touched, len(gone.people)) == ([], [table], 1)
    for trace in (NAME, WORDS, gone.people[0]):
        assert trace.encode() not in on_disk(tmp_path)
    with House(tmp_path) as house:
        live = house.live(table)
        assert game_of(live) == before
        assert live.chairs[1].kind == "open"
        assert [said.text for said in live.chat] == ["Hello, everyone", "(deleted)"]
        assert 'data-mine="0"' in house.browser(secrets[0]).page(f"/tables/{table}")
        assert "Take a seat" in house.browser(secrets[1]).page(f"/tables/{table}")
        house.secrets.used += ["of before"] * 20
        house.browser().join(table, 1, "Cy")
        some_moves(house, live, 5, Random(1))


def test_who_shares_a_seat_keeps_it(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        table, _, _ = played(house)
        bo = house.browser()
        bo.join(table, 1, "Bo", key=house.live(table).chairs[1].key)
        secret = bo.secret
    retention.forget(place_of(tmp_path), retention.a_person(ALL, NAME))
    with House(tmp_path) as house:
        assert house.live(table).chairs[1].name == "Bo"
        assert 'data-mine="1"' in house.browser(secret).page(f"/tables/{table}")


def test_people_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        played(house)
        house.clock.now += 60
        played(house)
    with pytest.raises(StartError, match=f"Several people are called {NAME}. Say which with --person: ") as said:
        retention.forget(place_of(tmp_path), retention.a_person(ALL, NAME))
    first = str(said.value).partition("--person: ")[2].split()[0]
    assert retention.forget(place_of(tmp_path), retention.a_person(ALL, first)).people == [first]
    assert retention.forget(place_of(tmp_path), retention.a_person(ALL, NAME)).people != [first]
    with pytest.raises(StartError, match=f"There is nobody called {NAME}"):
        retention.forget(place_of(tmp_path), retention.a_person(ALL, NAME))


def test_a_table_goes_and_another_stays(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        table, _, _ = played(house)
        other, _, _ = played(house)
        before = everything(house.live(other))
    assert retention.forget(place_of(tmp_path), retention.a_table(table)).tables == [table]
    with House(tmp_path) as house:
        assert house.do(house.registry.find, table) is None
        assert everything(house.live(other)) == before
    with pytest.raises(StartError, match=f"There is no table {table}"):
        retention.forget(place_of(tmp_path), retention.a_table(table))


def test_a_class_goes_with_its_people(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        desk = opened(house)
        for name in ("Ada", "Bo"):
            desk.seat(name)
        workshop = desk.id
    gone = retention.forget(place_of(tmp_path), retention.a_workshop(workshop))
    assert (len(gone.tables), len(gone.people)) == (2, 2)
    assert set(left(tmp_path).values()) == {0}
    with pytest.raises(StartError, match="There is no workshop"):
        retention.forget(place_of(tmp_path), retention.a_workshop(workshop))


def says(monkeypatch: pytest.MonkeyPatch, now: float) -> None:
    """The store's own clock, whichever store it is; this machine's is another."""

    async def tell(store: Store) -> float:
        return now

    for kind in (Store, PostgresStore):
        monkeypatch.setattr(kind, "now", tell)


def test_a_clock_that_is_years_ahead_deletes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path) as house:
        played(house)
    before = left(tmp_path)
    says(monkeypatch, house.clock.now + 400 * retention.DAY)
    with pytest.raises(StartError, match=r"happened on 1970-01-12, and the clock says 1971-02-16: everything would be"):
        retention.forget(place_of(tmp_path), retention.older_than(180))
    assert left(tmp_path) == before
    says(monkeypatch, house.clock.now + 200 * retention.DAY)  # nobody was here in the holidays
    assert len(retention.forget(place_of(tmp_path), retention.older_than(180)).tables) == 1


def test_what_is_old_goes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path) as house:
        old, _, _ = played(house)
        opened(house)
        house.clock.now += 10 * retention.DAY
        new, _, _ = played(house)
    says(monkeypatch, house.clock.now)
    gone = retention.forget(place_of(tmp_path), retention.older_than(5))
    assert (len(gone.tables), len(gone.workshops), len(gone.people)) == (3, 1, 2)
    assert old in gone.tables
    assert left(tmp_path)["tables"] == 1
    with House(tmp_path) as house:
        assert house.live(new).chairs[1].name == NAME


@pytest.mark.one_store
def test_the_server_must_not_run_meanwhile(tmp_path: Path) -> None:
    with House(tmp_path) as house, held(tmp_path):
        table, _, _ = played(house)
        with pytest.raises(StartError, match=r"is running on .* Stop it first"):
            retention.forget(place_of(tmp_path), retention.a_table(table))


# The facilitator's page


def test_a_facilitator_deletes_somebody(desk: Desk) -> None:
    (ada, table, seat), (cy, same, other) = desk.seat("Ada"), desk.seat("Cy")
    assert table == same
    with ada.at(table, seat) as line, cy.at(table, other) as watching:
        line.send(do="chat", text=WORDS)
        before = game_of(desk.live_tables[0])
        desk.do("forget", what="guest.0")
        line.hear()
        assert '"to":"/"' in line.heard[-1] or line.until_closed() == 1012
        assert watching.until_closed() == 1012
    live = desk.live_tables[0]
    assert game_of(live) == before
    assert live.chairs[seat].name != "Ada"
    assert WORDS not in [said.text for said in live.chat]
    assert ada.get(f"/tables/{table}").status_code == 403
    assert "Ada" not in desk.page()
    assert cy.page(f"/tables/{table}?seat={other}")


def test_a_facilitator_deletes_somebody_who_never_came(desk: Desk) -> None:
    link = desk.links["Bo"]
    desk.do("forget", what="guest.1")
    assert "Bo" not in desk.links
    assert desk.house.browser().get(link).status_code == 404
    assert all("Bo" not in live.names for live in desk.live_tables)


def test_a_facilitator_deletes_nobodys_other_games(desk: Desk) -> None:
    ada, _, _ = desk.seat("Ada")
    elsewhere = ada.open(name="Ada")
    desk.do("forget", what="guest.0")
    assert "data-mine" in ada.page(f"/tables/{elsewhere}")


def test_a_facilitator_deletes_a_table_and_the_rest_goes_on(desk: Desk) -> None:
    bo, table, seat = desk.seat("Bo")
    first, second = desk.live_tables
    desk.do("forget", what="table.1")
    (live,) = desk.live_tables
    assert (live.info.id, live.info.place) == (second.info.id, 1)
    assert desk.house.do(desk.house.registry.find, first.info.id) is None
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
    assert desk.house.do(desk.house.registry.store.count, schema.people) == 0


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
        live = desk.live_tables[0]
        if live.sitting.may_take_back(seat):
            line.send(do="take_back", answer=live.answers[seat])
    desk.do("swap", **{"guest": 2, "with": 0})
    person = desk.house.do(desk.house.registry.people.who, ada.secret)
    desk.do("forget", what="guest.0")
    workshop = desk.house.do(desk.house.registry.workshop, desk.id)
    assert workshop is not None
    assert person is not None
    acts = workshop.acts
    assert not any(act.name == "Ada" or "Ada" in act.text or act.person == person.id for act in acts)
    assert [(act.what, act.guest) for act in acts][-1] == ("forget", 0)
    chat = desk.live_tables[0].chat
    assert {said.text for said in chat if said.sender} >= {"Welcome"}
    assert not any(person.id in (said.by, *(said.ears or ())) for said in chat)
    assert desk.house.browser().get(link).status_code == 404


# What a workshop's log tells


def log_of(desk: Desk) -> bytes:
    """The whole of a workshop's log."""
    return b"".join(row.body for row in desk.house.do(desk.house.registry.store.log, desk.id))


def late(desk: Desk, name: str) -> Browser:
    """Somebody comes by the common link."""
    browser = desk.house.browser()
    assert browser.post(f"/workshops/{desk.id}/join", name=name).status_code == 303
    return browser


def test_a_workshops_log_no_longer_tells_of_somebody(house: House) -> None:
    desk = opened(house, names=f"Ada\nBo\n{NAME}\n{NAME}")
    for name in (NAME, "Ada"):
        desk.seat(name)
    desk.do("swap", **{"guest": 0, "with": 2})
    other, *_ = desk.seat(NAME)
    person = house.do(house.registry.people.who, other.secret)
    assert person is not None
    desk.do("forget", what="guest.2")
    desk.do("forget", what="guest.3")
    for trace in (NAME, person.id):
        assert trace.encode() not in log_of(desk)
    late(desk, "Lou")
    workshop = house.do(house.registry.workshop, desk.id)
    assert workshop is not None
    assert [(guest.number, guest.name) for guest in workshop.guests] == [(0, "Ada"), (1, "Bo"), (4, "Lou")]


def test_the_first_browser_of_a_guest_is_forgotten_and_the_guest_stays(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        desk = opened(house)
        first, *_ = desk.seat("Ada")
        desk.seat("Ada")
        person = house.do(house.registry.people.who, first.secret)
        assert person is not None
    retention.forget(place_of(tmp_path), retention.a_person(ALL, person.id))
    assert person.id.encode() not in on_disk(tmp_path)
    with House(tmp_path) as house:
        workshop = house.do(house.registry.workshop, desk.id)
        assert workshop is not None
        assert [guest.name for guest in workshop.guests] == ["Ada", "Bo", "Cy", "Dee", "Eve"]


def test_somebody_who_was_removed_is_forgotten_too(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        desk = opened(house, names=f"Ada\n{NAME}")
        other, *_ = desk.seat(NAME)
        desk.do("remove", guest=1)
        person = house.do(house.registry.people.who, other.secret)
        assert person is not None
    assert NAME.encode() in on_disk(tmp_path)
    gone = retention.forget(place_of(tmp_path), retention.a_person(ALL, person.id))
    assert (gone.workshops, gone.people) == ([desk.id], [person.id])
    for trace in (NAME, person.id):
        assert trace.encode() not in on_disk(tmp_path)
    with House(tmp_path) as house:
        workshop = house.do(house.registry.workshop, desk.id)
        assert workshop is not None
        assert workshop.next_guest == 2


def test_with_a_table_go_its_people_and_who_was_removed_stays_so(house: House) -> None:
    desk = opened(house, names=f"{NAME}\nBo\nCy\nDee")
    cy, *_ = desk.seat("Cy")
    lou = late(desk, "Lou")
    desk.do("remove", guest=2)
    desk.do("say", whom="1.0", text="to the first table")
    desk.do("forget", what="table.1")
    log = log_of(desk)
    for trace in (NAME, "Cy", "to the first table"):
        assert trace.encode() not in log
    workshop = house.do(house.registry.workshop, desk.id)
    assert workshop is not None
    assert [(guest.number, guest.name) for guest in workshop.guests] == [(1, "Bo"), (3, "Dee"), (4, "Lou")]
    assert {guest.table for guest in workshop.guests} == set(workshop.tables) == {desk.live_tables[0].info.id}
    assert "All seats are taken" in lou.page(f"/workshops/{desk.id}/join")
    assert "You take part no more" in cy.page(f"/workshops/{desk.id}/join")
    assert workshop.next_guest == 5


def test_whoever_was_removed_and_is_elsewhere_stays_removed_when_forgotten_in_a_workshop(house: House) -> None:
    """One browser was two guests: one was removed, the other is forgotten."""
    desk = opened(house)
    cy, *_ = desk.seat("Cy")
    cy.open(name="Cy")
    assert cy.post(desk.links["Dee"]).status_code == 303
    desk.do("remove", guest=2)
    desk.do("forget", what="guest.3")
    assert "You take part no more" in cy.page(f"/workshops/{desk.id}/join")
    assert b"Cy" not in log_of(desk)
    assert b"Dee" not in log_of(desk)


def test_the_last_table_goes_with_everyone(desk: Desk) -> None:
    late(desk, "Lou")
    desk.do("forget", what="table.2")
    desk.do("forget", what="table.1")
    workshop = desk.house.do(desk.house.registry.workshop, desk.id)
    assert workshop is not None
    assert (workshop.tables, workshop.guests, workshop.next_guest) == ([], [], 6)
    assert b"Lou" not in log_of(desk)
    assert desk.page()
