"""A workshop is what its log comes to, as a table is: whoever folds it has the same workshop, and nothing else changes it."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from sqlalchemy import select

from moot.engine import MoveError
from moot.table.live.appending import TRIES, Stale, anew, append_all, entry_added
from moot.table.live.entries import Body, read, written
from moot.table.people import Person
from moot.table.persistence import schema
from moot.table.persistence.store import StoreError
from moot.table.workshops.acts import act_of
from moot.table.workshops.entries import Cleared, Convened, Guest, Noted, Placed, Run, Ways
from moot.table.workshops.facilitator import Facilitator
from moot.table.workshops.placing import Usher
from moot.table.workshops.state import WorkshopState
from moot.table.workshops.workshop import Workshop
from tests.table.desk import NAMES, SOLIDARITY, Desk, opened
from tests.table.house import Disk, House

EMPTY = Convened("", "", (), Ways())
LISTED = ("number", "name", "table_id", "seat", "secret", "person")


def of(house: House, name: str) -> Workshop:
    """A workshop from the inside."""
    workshop = house.do(house.registry.workshop, name)
    assert workshop is not None
    return workshop


def everything(workshop: WorkshopState) -> dict[str, Any]:
    """All that a log has made of a workshop."""
    own = vars(WorkshopState("", 0.0, EMPTY))
    return {name: value for name, value in vars(workshop).items() if name in own}


def folded(house: House, name: str) -> WorkshopState:
    """The same from its log alone."""
    first, *rows = house.do(house.registry.store.log, name)
    convened = read(first)
    assert isinstance(convened, Convened)
    state = WorkshopState(name, first.at, convened)
    state.fold_all(rows)
    return state


def guests_on_disk(house: House, name: str) -> list[tuple[Any, ...]]:
    """Those who take part, as the list of guests has them."""
    guests = schema.guests
    columns = [guests.c[column] for column in LISTED]
    rows = house.do(
        house.registry.store.rows, select(*columns).where(guests.c.workshop == name).order_by(guests.c.number)
    )
    return [tuple(row) for row in rows]


def listed(guests: list[Guest]) -> list[tuple[Any, ...]]:
    return [(one.number, one.name, one.table, one.seat, one.secret, one.person) for one in guests]


def seats(desk: Desk) -> list[Any]:
    """Who sits where, as the tables have it."""
    return [[(chair.kind, chair.name, set(chair.sitters)) for chair in live.chairs] for live in desk.live_tables]


# The same, whoever folds it


class Bustle:
    """People who come and go, and a facilitator who does something all the time."""

    def __init__(self, desk: Desk, dice: Random) -> None:
        self._registry, self._dice, self._clock = desk.house.registry, dice, desk.house.clock
        self._usher = Usher(self._registry)
        self._facilitator = Facilitator(self._registry, self._usher)
        self._workshop, self._key = of(desk.house, desk.id), desk.key

    async def go_on(self, many: int) -> None:
        """Something, again and again; not everything can be done."""
        wishes = (self._arrive, self._welcome, self._move, self._swap, self._remove, self._hand, self._link)
        for _ in range(many):
            self._clock.now += self._dice.uniform(0, 3)
            with suppress(MoveError):
                await self._dice.choice([*wishes, self._change, self._note])()

    @property
    def _guest(self) -> Guest:
        return self._dice.choice(self._workshop.guests or [Guest(77, "Nobody", self._workshop.tables[0])])

    async def _arrive(self) -> None:
        guest = self._guest
        await self._usher.arrive(self._workshop, guest, await self._person(guest.name))

    async def _person(self, name: str) -> Person:
        return (await self._registry.people.add(name))[0]

    async def _welcome(self) -> None:
        await self._usher.welcome(self._workshop, "Lou", await self._person("Lou"))

    async def _move(self) -> None:
        table = self._dice.choice(self._workshop.tables)
        await self._usher.move(self._workshop, self._guest, table, self._dice.randrange(3))

    async def _swap(self) -> None:
        await self._usher.swap(self._workshop, self._guest, self._guest)

    async def _remove(self) -> None:
        await self._usher.remove(self._workshop, self._guest)

    async def _hand(self) -> None:
        live = self._dice.choice(await self._usher.live_tables(self._workshop))
        await self._usher.hand(self._workshop, live, self._dice.randrange(2), self._dice.choice(["open", "random"]))

    async def _link(self) -> None:
        await self._usher.give_link(self._workshop, self._guest, self._key)

    async def _change(self) -> None:
        name = self._dice.choice(["may_look", "revealed", "debriefing", "link"])
        await self._facilitator.change(self._workshop, **{name: self._dice.random() < 0.7})

    async def _note(self) -> None:
        await self._facilitator.note(self._workshop, self._dice.choice(["say", "open_link"]), self._guest, text="Hm")


@pytest.mark.parametrize("dice", [Random(seed) for seed in range(3)])
def test_folding_from_the_beginning_gives_what_the_server_holds(tmp_path: Path, dice: Random) -> None:
    with House(tmp_path) as house:
        desk = opened(house, "solidarity", **SOLIDARITY, names=f"{NAMES}\nAda")
        house.do(Bustle(desk, dice).go_on, 80)
        workshop = of(house, desk.id)
        before, sat = everything(workshop), seats(desk)
        assert workshop.number > 20
        assert everything(folded(house, desk.id)) == before
        assert guests_on_disk(house, desk.id) == listed(workshop.guests)
    with House(tmp_path) as house:
        again = Desk(house, house.browser(), desk.id, desk.key)
        assert everything(of(house, desk.id)) == before
        assert seats(again) == sat


@pytest.mark.one_store
def test_keys_are_not_written_down(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        desk = opened(house)
        link = desk.links["Ada"].rpartition("/")[2]
        desk.do("link", guest=0)
    on_disk = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert desk.id.encode() in on_disk
    assert desk.key.encode() not in on_disk
    assert link.encode() not in on_disk


def test_what_had_to_be_done_to_names_and_what_varies_is_in_the_first_entry(house: House) -> None:
    desk = opened(house, "solidarity", **SOLIDARITY, names="Ada\nAda")
    (first,) = house.do(house.registry.store.log, desk.id)
    body = read(first)
    assert isinstance(body, Convened)
    assert [act.text for act in body.acts] == ["“Ada” in line 2 is called “Ada 2”."]
    assert body.values == ("greed", "solidarity")
    assert of(house, desk.id).says(2) == "solidarity"


def test_a_table_that_is_gone_makes_room_for_those_after_it() -> None:
    guests = Guest(0, "Ada", "a", 0), Guest(1, "Bo", "b", 0)
    state = WorkshopState("w", 1.0, Convened("", "", ("a", "b", "c"), Ways(), guests, "x", (1, 2, 3)))
    state.fold(1, 2.0, Placed(gone=(0,)))
    state.fold(2, 2.0, Cleared("a"))
    assert (state.tables, state.values, state.says(1)) == (["b", "c"], [2, 3], "2")
    assert (state.guests, state.next_guest) == ([guests[1]], 2)


# All or none


@pytest.mark.parametrize(
    ("wish", "fields"),
    [
        ("move", {"guest": 2, "to": "2.1"}),
        ("swap", {"guest": 2, "with": 3}),
        ("remove", {"guest": 0}),
        ("link", {"guest": 0}),
        ("reveal", {}),
        ("hand", {"table": 1, "seat": 1, "to": "random"}),
        ("forget", {"what": "guest.0"}),
        ("forget", {"what": "table.1"}),
    ],
)
def test_what_cannot_be_written_has_not_happened(desk: Desk, disk: Disk, wish: str, fields: dict[str, Any]) -> None:
    house, workshop = desk.house, of(desk.house, desk.id)
    desk.seat("Ada")
    before, sat, rows = everything(workshop), seats(desk), house.do(house.registry.store.log, desk.id)
    disk.full = True
    assert desk.try_to(wish, **fields).status_code == 503
    disk.full = False
    assert of(house, desk.id) is workshop
    assert (everything(workshop), seats(desk)) == (before, sat)
    assert house.do(house.registry.store.log, desk.id) == rows
    desk.do(wish, **fields)
    assert everything(of(house, desk.id)) == everything(folded(house, desk.id)) != before


def test_who_comes_when_nothing_can_be_written_comes_again(desk: Desk, disk: Disk) -> None:
    link, browser = desk.links["Ada"], desk.house.browser()
    ada = desk.house.do(desk.house.registry.people.add, "Ada")[1]
    browser.client.cookies.set("moot", ada)
    before, sat = everything(of(desk.house, desk.id)), seats(desk)
    disk.full = True
    assert browser.post(link).status_code == 503
    disk.full = False
    assert (everything(of(desk.house, desk.id)), seats(desk)) == (before, sat)
    assert browser.post(link).status_code == 303


# One after the other, and with other servers


def test_a_whole_class_comes_at_once(house: House) -> None:
    desk = opened(house, names="\n".join(f"Pupil {number}" for number in range(12)), tables=3)
    workshop, usher = of(house, desk.id), Usher(house.registry)

    async def come(guest: Guest) -> Guest:
        person, _ = await house.registry.people.add(guest.name)
        return await usher.arrive(workshop, guest, person)

    async def all_come() -> list[Guest]:
        return await asyncio.gather(*map(come, list(workshop.guests)))

    came = house.do(all_come)
    assert workshop.guests == came
    assert len({guest.person for guest in came}) == 12
    sitters = {person for table in seats(desk) for *_, people in table for person in people}
    assert sitters == {guest.person for guest in came}


async def meanwhile(workshop: Workshop, command: Callable[[], Awaitable[Any]], *bodies: Body) -> None:
    """Something is worked out, and before its turn comes another server has written entries."""
    async with workshop.turn:
        task = asyncio.ensure_future(command())
        await asyncio.sleep(0.05)
        for body in bodies:
            row = written(workshop.number + 1, workshop.now(), body)
            await workshop.store.write(entry_added(workshop.id, row, body))
            workshop.take(row, body)
    await task


def test_what_was_worked_out_too_early_is_worked_out_anew(desk: Desk) -> None:
    """Cy goes to Bo's seat; meanwhile Dee came there too: the seat is called after all three."""
    house, workshop = desk.house, of(desk.house, desk.id)
    usher, (first, second) = Usher(house.registry), workshop.tables
    dee, cy = workshop.guests[3], workshop.guests[2]
    moved = Guest(dee.number, dee.name, second, 0, dee.secret)
    house.do(meanwhile, workshop, lambda: usher.move(workshop, cy, second, 0), Placed((moved,)))
    assert [guest.name for guest in workshop.at_seat(second, 0)] == ["Bo", "Cy", "Dee"]
    assert workshop.at_seat(first, 1) == []
    assert desk.live_tables[1].names[0] == "Bo +2"
    assert everything(workshop) == everything(folded(house, desk.id))


def test_who_is_gone_meanwhile_cannot_be_moved(desk: Desk) -> None:
    house, workshop = desk.house, of(desk.house, desk.id)
    cy, before = workshop.guests[2], seats(desk)
    move = partial(Usher(house.registry).move, workshop, cy, workshop.tables[1], 0)
    with pytest.raises(MoveError, match="takes part no more"):
        house.do(meanwhile, workshop, move, Placed(gone=(2,)))
    assert seats(desk) == before


def test_a_seat_that_is_given_away_meanwhile_is_not_given_to_two(house: House) -> None:
    desk = opened(house, names="", tables=1)
    workshop, usher = of(house, desk.id), Usher(house.registry)
    lou, kim = (house.do(house.registry.people.add, name)[0] for name in ("Lou", "Kim"))
    here = Guest(0, "Kim", workshop.tables[0], 0, None, kim.id)
    house.do(meanwhile, workshop, lambda: usher.welcome(workshop, "Lou", lou), Placed((here,)))
    assert [(guest.number, guest.name, guest.seat) for guest in workshop.guests] == [(0, "Kim", 0), (1, "Lou", 1)]


def test_a_seat_that_a_bot_takes_meanwhile_is_the_bots(house: House) -> None:
    """The workshop stays as it is; only the table has changed."""
    desk = opened(house, names="", tables=1)
    workshop, usher, (live,) = of(house, desk.id), Usher(house.registry), desk.live_tables
    lou = house.do(house.registry.people.add, "Lou")[0]

    async def both() -> Guest:
        async with live.turn:
            handed = asyncio.ensure_future(usher.hand(workshop, live, 0, "random"))
            await asyncio.sleep(0.05)
            comes = asyncio.ensure_future(usher._welcome(workshop, "Lou", lou, workshop.number))
            await asyncio.sleep(0.05)
        await handed
        return await comes

    with pytest.raises(Stale):
        house.do(both)
    assert house.do(usher.welcome, workshop, "Lou", lou).seat == 1


def test_other_ways_are_added_to_those_of_another_server(desk: Desk) -> None:
    house, workshop = desk.house, of(desk.house, desk.id)
    facilitator = Facilitator(house.registry, Usher(house.registry))
    house.do(meanwhile, workshop, lambda: facilitator.change(workshop, may_look=True), Run(Ways(link=False)))
    assert workshop.ways == Ways(link=False, may_look=True)


def test_what_never_comes_in_time_is_refused_in_the_end(house: House) -> None:
    tried = []

    async def too_late() -> None:
        tried.append("once more")
        raise Stale

    with pytest.raises(MoveError, match="Try again"):
        house.do(anew, too_late)
    assert len(tried) == TRIES


def test_entries_of_a_workshop_and_its_table_are_written_together(desk: Desk) -> None:
    house, workshop, live = desk.house, of(desk.house, desk.id), desk.live_tables[0]
    chair = live.chairs[0]

    def fail() -> None:
        raise MoveError("no")

    async def both(decide: Callable[[], None]) -> None:
        note = Noted(act_of("say"))
        await append_all([(workshop, lambda: note), *live.reseating(0, lambda: chair), (live, decide)])

    numbers = workshop.number, live.number
    with pytest.raises(MoveError):
        house.do(both, fail)
    assert (workshop.number, live.number) == numbers
    house.do(both, lambda: None)
    assert (workshop.number, live.number) == (numbers[0] + 1, numbers[1] + 1)


def test_a_workshop_that_cannot_be_folded_is_read_anew(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is on disk counts."""
    house, workshop = desk.house, of(desk.house, desk.id)
    live = desk.live_tables[0]

    def fail(*_: Any) -> None:
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr(workshop, "fold", fail)
    assert desk.try_to("reveal").status_code == 500
    again = of(house, desk.id)
    assert again is not workshop
    assert again.ways.revealed
    assert desk.live_tables[0] is not live
    assert desk.live_tables[0].workshop is again
    with pytest.raises(MoveError, match="read anew"):
        house.do(Usher(house.registry).remove, workshop, workshop.guests[0])


# What is not there


def test_a_workshop_is_no_table_and_a_table_no_workshop(desk: Desk) -> None:
    house, table = desk.house, desk.live_tables[0].info.id
    assert house.do(house.registry.find, desk.id) is None
    assert house.do(house.registry.workshop, table) is None
    assert house.browser().get(f"/tables/{desk.id}").status_code == 404


def test_a_name_that_a_table_has_is_no_workshops(desk: Desk) -> None:
    with pytest.raises(StoreError):
        desk.house.do(desk.house.registry.store.write, entry_added(desk.id, written(0, 0.0, EMPTY), EMPTY))


def test_the_newest_time_is_that_of_any_log(house: House) -> None:
    """Not that of the longest one."""
    desk = opened(house)
    for _ in range(3):
        desk.do("say", text="Hello")
    house.clock.now += 100
    house.browser().open(option_seats=1)
    assert house.do(house.registry.store.newest) == house.clock.now


def test_more_time_is_counted_from_when_it_is_given(desk: Desk) -> None:
    """Whoever waits for a turn knows neither the time at which it comes nor what has happened until then."""
    live, house = desk.live_tables[0], desk.house
    facilitator = Facilitator(house.registry, Usher(house.registry))
    workshop = of(house, desk.id)

    async def while_somebody_else_has_the_turn(work: Awaitable[None]) -> float:
        async with live.turn:
            waiting = asyncio.ensure_future(work)
            await asyncio.sleep(0.05)
            house.clock.now += 100
        await waiting
        return live.due - house.clock.now

    assert house.do(while_somebody_else_has_the_turn, facilitator.extend([live], 30)) == 30
    times = facilitator.set_times(workshop, {"": 60}, only_show=True)
    assert house.do(while_somebody_else_has_the_turn, times) == 60
