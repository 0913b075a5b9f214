"""Deleting: a table, a workshop, a person, or what is old. What is left of other people's games replays as before.

Of a person go the name, the secret, the seats, the links, and what was said from their seats. Their moves stay, by nobody: without
them the others' games would be lost.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec
from sqlalchemy import case, delete, func, or_, select, update

from moot.engine import NOBODY, Game
from moot.table import schema
from moot.table.acts import NAMED, REMOVED, Act, find_acts
from moot.table.keeping import BACK, CHAT, MOVE, RULES
from moot.table.opening import empty_chair, name_at
from moot.table.room import OPEN, PERSON, TABLE, MoveBody, Said, Told
from moot.table.store import Change, LogRow, Store

DELETED = "(deleted)"
SOMEBODY = "Somebody"


@dataclass
class Forgotten:
    """What is to be deleted, and what that touches."""

    changes: list[Change]
    tables: list[str] = field(default_factory=list)  # that go
    touched: list[str] = field(default_factory=list)  # tables that stay, and are no longer as they were
    workshops: list[str] = field(default_factory=list)  # that go, or are no longer as they were
    people: list[str] = field(default_factory=list)  # who go altogether
    leaving: str | None = None  # who has to leave the tables that stay


def tables_forgotten(tables: Sequence[str]) -> list[Change]:
    """Tables with all that belongs to them; tables whose rematch they were have none any more."""
    parts = (schema.log, schema.snapshots, schema.sitters, schema.seats, schema.guests)
    changes: list[Change] = []
    for some in _in_parts(tables):
        changes += [(delete(part).where(part.c.table_id.in_(some)), {}) for part in parts]
        changes += _acts_blanked(schema.acts.c.table_id.in_(some))
        changes.append((delete(schema.tables).where(schema.tables.c.id.in_(some)), {}))
        changes.append((update(schema.tables).where(schema.tables.c.next.in_(some)).values(next=None), {}))
    return changes


async def forget_table(store: Store, table: str) -> Forgotten | None:
    """One table; in a workshop those after it move up. None if there is no such table."""
    tables = schema.tables
    row = await store.row(select(tables).where(tables.c.id == table))
    if row is None:
        return None
    changes: list[Change] = []
    if row.workshop is not None:
        changes += await _waiting_moved(store, row.workshop, table)
    changes += tables_forgotten([table])
    if row.workshop is not None:
        later = tables.c.workshop == row.workshop, tables.c.place > row.place
        changes.append((update(tables).where(*later).values(place=tables.c.place - 1), {}))
    return Forgotten(changes, [table], workshops=[row.workshop] if row.workshop else [])


async def forget_workshop(store: Store, workshop: str) -> Forgotten | None:
    """A workshop, its tables, and those of its people who are nowhere else."""
    if await store.row(select(schema.workshops).where(schema.workshops.c.id == workshop)) is None:
        return None
    tables = await _ids(store, select(schema.tables.c.id).where(schema.tables.c.workshop == workshop))
    guests = schema.guests
    people = await _ids(
        store, select(guests.c.person).where(guests.c.workshop == workshop, guests.c.person.is_not(None))
    )
    gone = [person for person in people if not await _is_elsewhere(store, person, tables)]
    changes = [
        *tables_forgotten(tables),
        (delete(guests).where(guests.c.workshop == workshop), {}),
        (delete(schema.acts).where(schema.acts.c.workshop == workshop), {}),
        (delete(schema.workshops).where(schema.workshops.c.id == workshop), {}),
        *_people_forgotten(gone),
    ]
    return Forgotten(changes, tables, workshops=[workshop], people=gone)


async def forget_old(store: Store, before: float) -> Forgotten:
    """Tables at which nothing has happened since, workshops of which all tables are so, and people who are nowhere any more."""
    tables, log = schema.tables, schema.log
    last = select(func.max(log.c.at)).where(log.c.table_id == tables.c.id).scalar_subquery()
    rows = await store.rows(select(tables.c.id, tables.c.workshop, func.coalesce(last, tables.c.at).label("last")))
    busy = {row.workshop for row in rows if row.last >= before}
    old = [row.id for row in rows if row.last < before and (row.workshop is None or row.workshop not in busy)]
    works = schema.workshops
    workshops = [one for one in await _ids(store, select(works.c.id).where(works.c.at < before)) if one not in busy]
    people = await _ids(store, select(schema.people.c.id).where(schema.people.c.at < before))
    gone = [person for person in people if not await _is_elsewhere(store, person, old)]
    changes = [
        *tables_forgotten(old),
        *((delete(schema.acts).where(schema.acts.c.workshop == workshop), {}) for workshop in workshops),
        *((delete(works).where(works.c.id == workshop), {}) for workshop in workshops),
        *_people_forgotten(gone),
    ]
    return Forgotten(changes, old, workshops=workshops, people=gone)


async def forget_person(
    store: Store, games: Mapping[str, Game], person: str, within: Sequence[str] | None = None
) -> Forgotten:
    """A person, everywhere or at some tables; who is nowhere else is forgotten altogether."""
    guests = await store.rows(select(schema.guests).where(schema.guests.c.person == person))
    known = await store.row(select(schema.people).where(schema.people.c.id == person))
    found = await _tables_of(store, person)
    tables = [table for table in found if within is None or table in within]
    names = {guest.name for guest in guests} | ({known.name} if known else set())
    changes: list[Change] = []
    for table in tables:
        changes += await _forget_at(store, games, table, person, names)
    here = schema.guests.c.person == person, schema.guests.c.table_id.in_(tables)
    hosts = schema.tables.c.host == person, schema.tables.c.id.in_(tables)
    changes += [(delete(schema.guests).where(*here), {}), (update(schema.tables).where(*hosts).values(host=None), {})]
    gone = [] if await _is_elsewhere(store, person, tables) else [person]
    workshops = {guest.workshop for guest in guests if guest.table_id in tables}
    workshops |= await _workshops_that_knew(store, person, within)
    for workshop in sorted(workshops):
        numbers = {one.number for one in guests if one.workshop == workshop and one.table_id in tables}
        changes += await _acts_without(store, workshop, person, numbers, names)
    changes += _people_forgotten(gone)
    return Forgotten(changes, touched=tables, workshops=sorted(workshops), people=gone, leaving=person)


async def forget_guest(store: Store, games: Mapping[str, Game], workshop: str, number: int) -> Forgotten:
    """Somebody of a workshop, in it alone: also who is only a name on its list."""
    guests = schema.guests
    row = await store.row(select(guests).where(guests.c.workshop == workshop, guests.c.number == number))
    assert row is not None
    if row.person is not None:
        tables = await _ids(store, select(schema.tables.c.id).where(schema.tables.c.workshop == workshop))
        return await forget_person(store, games, row.person, tables)
    changes = await _forget_at(store, games, row.table_id, None, {row.name}, (row.seat,))
    changes += await _acts_without(store, workshop, None, {number}, {row.name})
    gone = delete(guests).where(guests.c.workshop == workshop, guests.c.number == number)
    return Forgotten([*changes, (gone, {})], touched=[row.table_id], workshops=[workshop])


async def people_called(store: Store, name: str) -> Sequence[Any]:
    """Those who go by an id or a name, the newest first."""
    people = schema.people
    return await store.rows(
        select(people).where(or_(people.c.id == name, people.c.name == name)).order_by(people.c.at.desc())
    )


# At one table


async def _forget_at(
    store: Store, games: Mapping[str, Game], table: str, person: str | None, names: set[str], seats: Sequence[int] = ()
) -> list[Change]:
    """The seats a person holds are called otherwise, and what was written down no longer names them."""
    row = await store.row(select(schema.tables).where(schema.tables.c.id == table))
    chairs = await store.rows(select(schema.seats).where(schema.seats.c.table_id == table))
    sitters = await store.rows(select(schema.sitters).where(schema.sitters.c.table_id == table))
    assert row is not None
    log = await store.log(table)
    held = {one.seat for one in sitters if one.person == person} | set(seats)
    changes: list[Change] = []
    called: dict[str, str] = dict.fromkeys(names, SOMEBODY)
    for chair in chairs:
        if chair.seat in held:
            left = [one.person for one in sitters if one.seat == chair.seat and one.person != person]
            name = await _name_for(store, games.get(row.game), table, chair.seat, left, names)
            called[chair.name] = name
            changes += _reseated(chair, person, name, bool(left))
    spoke = held | {one.seat for one in log if person and _is_by(one, person)}
    return changes + [change for one in log for change in _erased(table, one, person, spoke, called)]


async def _name_for(store: Store, game: Game | None, table: str, seat: int, left: Sequence[str], gone: set[str]) -> str:
    """A seat by the first of those who are left on it, or by its number."""
    guests = schema.guests
    here = guests.c.table_id == table, guests.c.seat == seat, guests.c.name.not_in(gone)
    found = await store.row(select(guests.c.name).where(*here).order_by(guests.c.number))
    found = found or await store.row(select(schema.people.c.name).where(schema.people.c.id.in_(left)))
    if found is not None:
        return name_at(game, seat, found.name) if game else str(found.name)
    return empty_chair(game, seat).name if game else f"Seat {seat + 1}"


def _reseated(chair: Any, person: str | None, name: str, is_shared: bool) -> list[Change]:
    """A seat without them: open if nobody is left, and with another key, for they know the old one."""
    seats, sitters = schema.seats, schema.sitters
    kind = OPEN if chair.kind == PERSON and not is_shared else chair.kind
    here = sitters.c.table_id == chair.table_id, sitters.c.seat == chair.seat, sitters.c.person == person
    this = update(seats).where(seats.c.table_id == chair.table_id, seats.c.seat == chair.seat)
    key = secrets.token_urlsafe(12) if chair.key else ""
    return [(delete(sitters).where(*here), {}), (this.values(kind=kind, name=name, key=key), {})]


def _erased(
    table: str, row: LogRow, person: str | None, spoke: set[int], called: Mapping[str, str]
) -> Iterable[Change]:
    """A row of the log without the person; none if it does not tell of them."""
    if row.kind == RULES:
        return
    if row.kind == CHAT:
        said = msgspec.json.decode(row.body, type=Said)
        body = msgspec.json.encode(_unsaid(said, person, called, mine=row.seat in spoke))
    elif row.kind == BACK:
        body = b"{}" if person and _is_by(row, person) else row.body
    else:
        body = msgspec.json.encode(_without(msgspec.json.decode(row.body, type=MoveBody), person, called))
    if body != row.body:
        log = schema.log
        yield update(log).where(log.c.table_id == table, log.c.number == row.number).values(body=body), {}


class _By(msgspec.Struct):
    by: str = ""
    votes: tuple[str, ...] = ()


def _is_by(row: LogRow, person: str) -> bool:
    """Whether somebody did or said it; who only heard it has not."""
    if row.kind not in (MOVE, BACK, CHAT):
        return False
    body = msgspec.json.decode(row.body, type=_By)
    return person == body.by or person in body.votes


def _unsaid(said: Said, person: str | None, called: Mapping[str, str], *, mine: bool) -> Said:
    """What was said without them: not by them, not to them, and the table's own remarks do not name them."""
    text = DELETED if mine else _renamed(said.text, called) if said.sender == TABLE else said.text
    ears = said.ears and tuple(ear for ear in said.ears if ear != person)
    return msgspec.structs.replace(said, text=text, by="" if said.by == person else said.by, ears=ears)


def _without(body: MoveBody, person: str | None, called: Mapping[str, str]) -> MoveBody:
    told = tuple(
        line and Told(line.audience, line.sealed, line.section, _renamed(line.text, called)) for line in body.told
    )
    by = "" if person and body.by == person else body.by
    return msgspec.structs.replace(body, told=told, by=by, votes=tuple(one for one in body.votes if one != person))


def _renamed(text: str, called: Mapping[str, str]) -> str:
    """A text in which nobody goes by a name that is to be forgotten: the longest names first."""
    longest_first = sorted(called, key=len, reverse=True)
    pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first if name)
    return re.sub(pattern, lambda found: called[found[0]], text) if pattern else text


# Around the tables of a workshop


def _acts_blanked(*which: Any) -> list[Change]:
    """Rows that stay for their numbers, for links are made from those; who was removed from a workshop stays so."""
    acts = schema.acts
    person = case((acts.c.what == REMOVED, acts.c.person), else_="")
    return [(update(acts).where(*which).values(name="", text="", person=person), {})]


async def _acts_without(
    store: Store, workshop: str, person: str | None, numbers: set[int], names: set[str]
) -> list[Change]:
    """What a workshop remembers no longer tells of somebody."""
    known = await find_acts(store, workshop)
    mine = {act.number for act in known if act.guest in numbers or (person and act.person == person)}
    names = names | {act.name for act in known if act.number in mine and act.name}
    acts = schema.acts
    changes: list[Change] = []
    for act in known:
        left = act._replace(name="", person="", text="") if act.number in mine else _unnamed(act, names)
        if left != act:
            here = acts.c.workshop == workshop, acts.c.number == act.number
            changes.append((update(acts).where(*here).values(name=left.name, person=left.person, text=left.text), {}))
    return changes


def _unnamed(act: Act, names: set[str]) -> Act:
    """An act about others. What had to be done to a name of the class list goes with it; what was said to a table stays."""
    if act.what == NAMED:
        return act._replace(text="") if any(f"“{name}”" in act.text for name in names) else act
    return act if act.what == "say" else act._replace(text=_renamed(act.text, dict.fromkeys(names, SOMEBODY)))


async def _workshops_that_knew(store: Store, person: str, within: Sequence[str] | None) -> set[str]:
    """Where somebody once sat, or was removed."""
    acts = schema.acts
    here = [acts.c.person == person] + ([acts.c.table_id.in_(within)] if within is not None else [])
    return set(await _ids(store, select(acts.c.workshop).where(*here).distinct()))


async def _waiting_moved(store: Store, workshop: str, table: str) -> list[Change]:
    """Who waits for a seat does so at no table in particular: they do not go with one of them."""
    guests, tables = schema.guests, schema.tables
    others = tables.c.workshop == workshop, tables.c.id != table
    other = await store.row(select(tables.c.id).where(*others).order_by(tables.c.place))
    waiting = guests.c.table_id == table, guests.c.seat == NOBODY
    return [(update(guests).where(*waiting).values(table_id=other.id), {})] if other is not None else []


# People


async def _tables_of(store: Store, person: str) -> list[str]:
    """Where a person sits, has a place, is the host, or has moved."""
    log = schema.log
    moved = select(log.c.table_id).where(func.instr(log.c.body, person.encode()) > 0).distinct()
    return sorted({*await _places_of(store, person), *await _ids(store, moved)})


async def _places_of(store: Store, person: str) -> list[str]:
    sitters, guests, tables = schema.sitters, schema.guests, schema.tables
    sits = select(sitters.c.table_id).where(sitters.c.person == person)
    placed = select(guests.c.table_id).where(guests.c.person == person)
    hosts = select(tables.c.id).where(tables.c.host == person)
    return await _ids(store, sits.union(placed, hosts))


async def _is_elsewhere(store: Store, person: str, tables: Sequence[str]) -> bool:
    """Whether a person has a place at other tables than these."""
    return bool(set(await _places_of(store, person)) - set(tables))


def _people_forgotten(people: Sequence[str]) -> list[Change]:
    """People who have no place any more."""
    return [(delete(schema.people).where(schema.people.c.id.in_(some)), {}) for some in _in_parts(people)]


def _in_parts(ids: Sequence[str]) -> Iterable[Sequence[str]]:
    """SQLite takes no statement with very many values."""
    return (ids[first : first + 500] for first in range(0, len(ids), 500))


async def _ids(store: Store, statement: Any) -> list[str]:
    return [row[0] for row in await store.rows(statement)]
