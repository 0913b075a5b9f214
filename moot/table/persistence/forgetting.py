"""Deleting: a table, a workshop, a person, or what is old. What is left of other people's games replays as before.

Of a person go the name, the secret, the seats, the links, and what was said from their seats. Their moves stay, by nobody: without
them the others' games would be lost.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import zip_longest
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import ColumnElement, delete, func, literal, or_, select, update
from sqlalchemy.ext.compiler import compiles

from moot.engine import Game
from moot.table.ledger import read_held
from moot.table.live.appending import entry_added
from moot.table.live.entries import Body, Moved, Opened, Said, Sat, Seated, TookBack, Unknown, read, written
from moot.table.live.opening import empty_chair, name_at
from moot.table.live.state import OPEN, PERSON
from moot.table.live.table import TABLE
from moot.table.live.told import Told, read_lines, write_lines
from moot.table.persistence import schema
from moot.table.persistence.news import Anew
from moot.table.persistence.store import (
    TAKEN,
    Change,
    ConflictError,
    LogRow,
    NewWords,
    Store,
    StoreError,
    Unchanged,
    in_parts,
)
from moot.table.workshops.acts import NAMED, REMOVED
from moot.table.workshops.entries import Act, Cleared, Convened, Guest, Noted, Placed
from moot.table.workshops.state import WorkshopState

DELETED = "(deleted)"
SOMEBODY = "Somebody"
TRIES = 20  # each fails only if something has been written meanwhile


@dataclass
class Forgotten:
    """What is to be deleted, and what that touches."""

    changes: list[Change]
    tables: list[str] = field(default_factory=list)  # that go
    touched: list[str] = field(default_factory=list)  # tables that stay, and are no longer as they were
    workshops: list[str] = field(default_factory=list)  # that go, or are no longer as they were
    people: list[str] = field(default_factory=list)  # who go altogether
    leaving: str | None = None  # who has to leave the tables that stay


Found = TypeVar("Found", Forgotten, Forgotten | None)


def anew(forgotten: Forgotten) -> Iterator[Anew]:
    """What has to be read anew by whoever has it in memory."""
    changed = [*forgotten.touched, *forgotten.workshops]
    for logs, gone, people in zip_longest(*map(in_parts, (changed, forgotten.tables, forgotten.people)), fillvalue=()):
        yield Anew(tuple(logs), tuple(gone), tuple(people))


class Holds(ColumnElement[bool]):
    """Whether bytes hold others, which each database asks in its own way."""

    inherit_cache = False

    def __init__(self, column: ColumnElement[bytes], wanted: bytes) -> None:
        self.column, self.wanted = column, literal(wanted)


@compiles(Holds, "sqlite")
def _holds_sqlite(element: Holds, compiler: Any, **options: Any) -> str:
    return f"instr({compiler.process(element.column, **options)}, {compiler.process(element.wanted, **options)}) > 0"


@compiles(Holds, "postgresql")
def _holds_postgresql(element: Holds, compiler: Any, **options: Any) -> str:
    return (
        f"position({compiler.process(element.wanted, **options)} IN {compiler.process(element.column, **options)}) > 0"
    )


def tables_forgotten(tables: Sequence[str]) -> list[Change]:
    """Tables with all that belongs to them; tables whose rematch they were have none any more."""
    theirs = (schema.told, schema.snapshots, schema.sitters, schema.seats, schema.guests)
    parts = (*theirs, schema.alarms, schema.outbox, schema.hidden, schema.drafts)
    changes: list[Change] = []
    for some in in_parts(tables):
        changes += [(delete(part).where(part.c.table_id.in_(some)), {}) for part in parts]
        changes.append((delete(schema.tables).where(schema.tables.c.id.in_(some)), {}))
        changes.append((update(schema.tables).where(schema.tables.c.next.in_(some)).values(next=None), {}))
    return changes + _logs_forgotten(tables)


def _logs_forgotten(logs: Sequence[str]) -> list[Change]:
    ids = (schema.log.c.log_id, schema.logs.c.id)
    return [(delete(one.table).where(one.in_(some)), {}) for some in in_parts(logs) for one in ids]


def _workshops_forgotten(workshops: Sequence[str]) -> list[Change]:
    """Workshops whose tables are forgotten already, and with them their guests."""
    ids = schema.workshops.c.id
    gone: list[Change] = [(delete(schema.workshops).where(ids.in_(some)), {}) for some in in_parts(workshops)]
    return gone + _logs_forgotten(workshops)


async def carried_out(store: Store, wish: Callable[[], Awaitable[Found]]) -> Found:
    """Delete what is found to be deleted; and look again if something has been written meanwhile, which may tell of it, too."""
    for _ in range(TRIES):
        with suppress(ConflictError):
            found = await wish()
            if found is not None:
                await store.write(found.changes)
            return found
    raise StoreError("Too much has happened meanwhile, so nothing was deleted. Try again.")


async def _unchanged(store: Store, logs: Sequence[str]) -> list[Change]:
    """What is read from now on counts only if nothing is added to these logs until it is written."""
    return [Unchanged(*head) for some in in_parts(logs) for head in (await store.heads(some)).items()]


async def forget_table(store: Store, table: str) -> Forgotten | None:
    """One table; in a workshop those after it move up. None if there is no such table."""
    tables = schema.tables
    row = await store.row(select(tables).where(tables.c.id == table))
    if row is None:
        return None
    if row.workshop is None:
        return Forgotten([*await _unchanged(store, [table]), *tables_forgotten([table])], [table])
    changes = await _unchanged(store, [table, row.workshop])
    changes += [*await _cleared(store, row.workshop, table), *tables_forgotten([table])]
    later = tables.c.workshop == row.workshop, tables.c.place > row.place
    for after in await _ids(store, select(tables.c.id).where(*later)):
        changes += _moved_up((await store.log(after))[0], after)
    return Forgotten(changes, [table], workshops=[row.workshop])


def _moved_up(first: LogRow, table: str) -> list[Change]:
    """A table of a workshop takes the place before its own."""
    body, tables = read(first), schema.tables
    assert isinstance(body, Opened)
    assert body.place is not None
    return [
        _rewritten(table, first, msgspec.structs.replace(body, place=body.place - 1)),
        (update(tables).where(tables.c.id == table).values(place=body.place - 1, erased=tables.c.erased + 1), {}),
    ]


async def forget_workshop(store: Store, workshop: str) -> Forgotten | None:
    """A workshop, its tables, and those of its people who are nowhere else."""
    if await store.row(select(schema.workshops).where(schema.workshops.c.id == workshop)) is None:
        return None
    tables = await _ids(store, select(schema.tables.c.id).where(schema.tables.c.workshop == workshop))
    unchanged = await _unchanged(store, [workshop, *tables])
    guests = schema.guests
    people = await _ids(
        store, select(guests.c.person).where(guests.c.workshop == workshop, guests.c.person.is_not(None))
    )
    gone = [person for person in people if not await _is_elsewhere(store, person, tables)]
    changes = [
        *unchanged,
        *tables_forgotten(tables),
        (delete(guests).where(guests.c.workshop == workshop), {}),
        *_workshops_forgotten([workshop]),
        *_people_forgotten(gone),
    ]
    return Forgotten(changes, tables, workshops=[workshop], people=gone)


async def forget_old(store: Store, before: float) -> Forgotten:
    """Tables at which nothing has happened since, workshops of which all tables are so, and people who are nowhere any more and
    have not been here since.
    """
    tables, log = schema.tables, schema.log
    last = select(func.max(log.c.at)).where(log.c.log_id == tables.c.id).scalar_subquery()
    rows = await store.long_rows(select(tables.c.id, tables.c.workshop, func.coalesce(last, tables.c.at).label("last")))
    busy = {row.workshop for row in rows if row.last >= before}
    old = [row.id for row in rows if row.last < before and (row.workshop is None or row.workshop not in busy)]
    works = schema.workshops
    workshops = [one for one in await _ids(store, select(works.c.id).where(works.c.at < before)) if one not in busy]
    lately = select(schema.keys.c.person).where(schema.keys.c.used >= before)
    first = schema.people.c.at < before, schema.people.c.id.not_in(lately)
    people = await _ids(store, select(schema.people.c.id).where(*first))
    gone = [person for person in people if not await _is_elsewhere(store, person, old)]
    changes = [*tables_forgotten(old), *_workshops_forgotten(workshops), *_people_forgotten(gone)]
    return Forgotten([*await _still_old(store, old, before), *changes], old, workshops=workshops, people=gone)


async def _still_old(store: Store, tables: Sequence[str], before: float) -> list[Change]:
    """If something has happened at one of them since it was found, all of it is looked at anew."""
    unchanged, log = await _unchanged(store, tables), schema.log.c
    for some in in_parts(tables):
        if await store.row(select(log.at).where(log.log_id.in_(some), log.at >= before)) is not None:
            raise ConflictError(TAKEN)
    return unchanged


async def forget_person(
    store: Store, games: Mapping[str, Game], person: str, within: Sequence[str] | None = None
) -> Forgotten:
    """A person, everywhere or at some tables; who is nowhere else is forgotten altogether."""
    await store.settled()  # words that name them may be on their way
    guests = await store.rows(select(schema.guests).where(schema.guests.c.person == person))
    known = await store.row(select(schema.people).where(schema.people.c.id == person))
    told = await logs_that_tell_of(store, person)
    found = await tables_of(store, person, told)
    tables = [table for table in found if within is None or table in within]
    workshops = await workshops_of(store, told, within)
    names = {guest.name for guest in guests} | ({known.name} if known else set())
    changes = await _unchanged(store, [*tables, *workshops])
    for table in tables:
        changes += await _forget_at(store, games, table, person, names)
    hosts = schema.tables.c.host == person, schema.tables.c.id.in_(tables)
    changes.append((update(schema.tables).where(*hosts).values(host=None), {}))
    gone = [] if await _is_elsewhere(store, person, tables) else [person]
    for workshop in workshops:
        numbers = {one.number for one in guests if one.workshop == workshop}
        changes += await _forget_in(store, workshop, Erased(numbers, names, person, altogether=bool(gone)))
    changes += _people_forgotten(gone)
    return Forgotten(changes, touched=tables, workshops=workshops, people=gone, leaving=person)


async def forget_if_nowhere(store: Store, person: str) -> Forgotten | None:
    """Somebody who has no place at any table, and nothing to lose; None if they have one."""
    if await places_of(store, person):
        return None
    return Forgotten(_people_forgotten([person]), people=[person])


async def forget_guest(store: Store, games: Mapping[str, Game], workshop: str, number: int) -> Forgotten:
    """Somebody of a workshop, in it alone: also who is only a name on its list."""
    await store.settled()
    guests = schema.guests
    row = await store.row(select(guests).where(guests.c.workshop == workshop, guests.c.number == number))
    assert row is not None
    if row.person is not None:
        tables = await _ids(store, select(schema.tables.c.id).where(schema.tables.c.workshop == workshop))
        return await forget_person(store, games, row.person, tables)
    changes = await _unchanged(store, [row.table_id, workshop])
    changes += await _forget_at(store, games, row.table_id, None, {row.name}, (row.seat,))
    changes += await _forget_in(store, workshop, Erased({number}, {row.name}))
    return Forgotten(changes, touched=[row.table_id], workshops=[workshop])


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
    changes += _told_otherwise(table, log, lambda body: _without(body, person, spoke, called))
    return [
        *changes,
        *_retold(table, await store.told(table), called),
        _relisted(row, called),
        *_snapshot_erased(table),
    ]


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
    """A seat without them: open if nobody is left."""
    seats = schema.seats
    kind = OPEN if chair.kind == PERSON and not is_shared else chair.kind
    theirs: list[Change] = [
        (delete(one).where(one.c.table_id == chair.table_id, one.c.seat == chair.seat, one.c.person == person), {})
        for one in (schema.sitters, schema.drafts)
    ]
    this = update(seats).where(seats.c.table_id == chair.table_id, seats.c.seat == chair.seat)
    return [*theirs, (this.values(kind=kind, name=name), {})]


def _told_otherwise(log: str, rows: Sequence[LogRow], without: Callable[[Body], Body]) -> list[Change]:
    """The entries of a log that are no longer what they were."""
    now = [(row, without(_known(read(row)))) for row in rows]
    return [_rewritten(log, row, body) for row, body in now if written(row.number, row.at, body).body != row.body]


def _known(body: Body) -> Body:
    """Nobody knows what is in an entry of a newer release: to leave it as it is would break a promise."""
    if isinstance(body, Unknown):
        raise StoreError("A newer Moot has written to this. Delete it with that one.")
    return body


def _rewritten(log: str, row: LogRow, body: Body) -> Change:
    """Another entry in the place of one."""
    rows, now = schema.log, written(row.number, row.at, body).body
    return update(rows).where(rows.c.log_id == log, rows.c.number == row.number).values(body=now), {}


def _is_by(row: LogRow, person: str) -> bool:
    """Whether somebody did or said it; who only heard it has not."""
    body = read(row)
    by = isinstance(body, Moved | TookBack | Said) and body.by == person
    return by or (isinstance(body, Moved) and person in body.votes)


def _without(body: Body, person: str | None, spoke: set[int], called: Mapping[str, str]) -> Body:
    """An entry without the person. Marks stay: positions know no people."""
    changed = msgspec.structs.replace
    if isinstance(body, Opened):
        chairs = tuple(_seat_without(sat, person, called) for sat in body.chairs)
        return changed(body, chairs=chairs, host=None if body.host == person else body.host)
    if isinstance(body, Seated):
        return Seated({seat: _seat_without(sat, person, called) for seat, sat in body.chairs.items()})
    if isinstance(body, Said):
        return _unsaid(body, person, called, mine=body.seat in spoke)
    if isinstance(body, Moved | TookBack) and person and body.by == person:
        body = changed(body, by="")
    return changed(body, votes=tuple(one for one in body.votes if one != person)) if isinstance(body, Moved) else body


def _seat_without(sat: Sat, person: str | None, called: Mapping[str, str]) -> Sat:
    """A seat without them: open if nobody is left, and with another key, for they know the old one."""
    if person not in sat.sitters and sat.name not in called:
        return sat
    left = tuple(one for one in sat.sitters if one != person)
    kind = OPEN if sat.kind == PERSON and not left else sat.kind
    key = secrets.token_urlsafe(12) if sat.key and kind != OPEN else ""
    return Sat(kind, called.get(sat.name) or _renamed(sat.name, called), left, key)


def _retold(table: str, told: Mapping[int, bytes], called: Mapping[str, str]) -> list[Change]:
    """What was told, in which nobody is called by their name."""
    changes: list[Change] = []
    for number, lines in told.items():
        now = [_unnamed_line(line, called) for line in read_lines(lines)]
        if (text := write_lines(now)) != lines:
            changes.append(NewWords(table, number, text))
    return changes


def _relisted(table: Any, called: Mapping[str, str]) -> Change:
    """Where the seats stood when it was last noted, in which nobody is called by their name."""
    held = [msgspec.structs.replace(one, goal=_renamed(one.goal, called)) for one in read_held(table.awaited)]
    rows, now = schema.tables, msgspec.json.encode(held).decode() if table.awaited else table.awaited
    return update(rows).where(rows.c.id == table.id).values(awaited=now), {}


def _snapshot_erased(table: str) -> list[Change]:
    """A snapshot holds what was deleted from the log; and whoever still has the table in memory makes none of it."""
    tables, snapshots = schema.tables, schema.snapshots
    return [
        (delete(snapshots).where(snapshots.c.table_id == table), {}),
        (update(tables).where(tables.c.id == table).values(erased=tables.c.erased + 1), {}),
    ]


def _unnamed_line(line: Told | None, called: Mapping[str, str]) -> Told | None:
    return line and Told(line.audience, line.sealed, line.section, _renamed(line.text, called))


def _unsaid(said: Said, person: str | None, called: Mapping[str, str], *, mine: bool) -> Said:
    """What was said without them: not by them, not to them, and the table's own remarks do not name them."""
    text = DELETED if mine else _renamed(said.text, called) if said.sender == TABLE else said.text
    ears = said.ears and tuple(ear for ear in said.ears if ear != person)
    return msgspec.structs.replace(said, text=text, by="" if said.by == person else said.by, ears=ears)


def _renamed(text: str, called: Mapping[str, str]) -> str:
    """A text in which nobody goes by a name that is to be forgotten: the longest names first."""
    longest_first = sorted(called, key=len, reverse=True)
    pattern = "|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first if name)
    return re.sub(pattern, lambda found: called[found[0]], text) if pattern else text


# In a workshop


class Erased(NamedTuple):
    """Whom a workshop's log is to tell of no longer."""

    numbers: Set[int]  # of guests
    names: Set[str] = frozenset()
    person: str | None = None
    altogether: bool = True  # otherwise whoever was removed from the workshop stays so


async def _forget_in(store: Store, workshop: str, erased: Erased) -> list[Change]:
    """A workshop's log tells of somebody no longer. Their numbers stay theirs, for links are made from them."""
    rows = await store.log(workshop)
    bodies, state = [read(row) for row in rows], _folded(workshop, rows)
    erased = _all_they_were(erased, state, bodies)
    changes = _told_otherwise(workshop, rows, partial(_without_guests, erased))
    gone = Placed(gone=tuple(sorted(erased.numbers)))
    return [*changes, *_workshop_erased(workshop), *(_appended(workshop, rows, gone) if erased.numbers else [])]


def _workshop_erased(workshop: str) -> list[Change]:
    """Whoever still has it in memory, and was not told, finds that it is no longer as it was."""
    works = schema.workshops
    return [(update(works).where(works.c.id == workshop).values(erased=works.c.erased + 1), {})]


def _all_they_were(erased: Erased, state: WorkshopState, bodies: Sequence[Body]) -> Erased:
    """With the guests as whom somebody came and who take part no more, and the names by which they went."""
    seen = [guest for body in bodies for guest in _guests_in(body)]
    theirs = {guest.number for guest in seen if erased.person and guest.person == erased.person}
    numbers = erased.numbers | {number for number in theirs if state.guest(number) is None}
    acts = {act.name for act in state.acts if _is_about(act, erased.person, numbers) and act.name}
    names = {guest.name for guest in seen if guest.number in numbers}
    return erased._replace(numbers=numbers, names=erased.names | acts | names)


async def _cleared(store: Store, workshop: str, table: str) -> list[Change]:
    """A workshop without one of its tables and those who sit there. Who waits does so at no table in particular, and stays."""
    rows = await store.log(workshop)
    state = _folded(workshop, rows)
    others = [one for one in state.tables if one != table]
    here = [guest for guest in state.guests if guest.table == table]
    moved = [msgspec.structs.replace(guest, table=others[0]) for guest in here if guest.waits and others]
    stay = {guest.number for guest in (*state.guests, *moved) if guest.table != table}
    placed = Placed(tuple(moved), tuple(guest.number for guest in here if guest.number not in stay))
    without = partial(_without_table, table, stay)
    changes = [*_told_otherwise(workshop, rows, without), *_workshop_erased(workshop)]
    return [*changes, *_appended(workshop, rows, placed, Cleared(table))]


def _folded(workshop: str, rows: Sequence[LogRow]) -> WorkshopState:
    """A workshop without its game: that may no longer be here."""
    convened = read(rows[0])
    assert isinstance(convened, Convened)
    state = WorkshopState(workshop, rows[0].at, convened)
    state.fold_all(rows[1:])
    return state


def _appended(workshop: str, rows: Sequence[LogRow], *bodies: Body) -> list[Change]:
    """Entries at the end of a log; should another have come meanwhile, all of it is refused."""
    new = [(written(rows[-1].number + place, rows[-1].at, body), body) for place, body in enumerate(bodies, 1)]
    return [change for row, body in new for change in entry_added(workshop, row, body)]


def _guests_in(body: Body) -> tuple[Guest, ...]:
    return body.guests if isinstance(body, Convened | Placed) else ()


def _is_about(act: Act, person: str | None, numbers: Set[int]) -> bool:
    return act.guest in numbers or bool(person and act.person == person)


def _without_guests(erased: Erased, body: Body) -> Body:
    """An entry without some guests, and without the person who was one of them."""
    left = tuple(
        msgspec.structs.replace(guest, person=None) if guest.person and guest.person == erased.person else guest
        for guest in _guests_in(body)
        if guest.number not in erased.numbers
    )
    return _with(body, left, partial(_unnamed, erased))


def _unnamed(erased: Erased, act: Act) -> Act:
    """What had to be done to a name of the class list goes with it; what was said to a table stays."""
    changed, names = msgspec.structs.replace, erased.names
    if _is_about(act, erased.person, erased.numbers):
        person = act.person if act.what == REMOVED and not erased.altogether else ""
        return changed(act, name="", person=person, text="")
    if act.what == NAMED:
        return changed(act, text="") if any(f"“{name}”" in act.text for name in names) else act
    return act if act.what == "say" else changed(act, text=_renamed(act.text, dict.fromkeys(names, SOMEBODY)))


def _without_table(table: str, stay: Set[int], body: Body) -> Body:
    """An entry without those who sat at a table and do not stay, and without what happened there; who was removed stays so."""
    left = tuple(guest for guest in _guests_in(body) if guest.number in stay or guest.table != table)
    return _with(body, left, lambda act: _blanked(act) if act.table == table else act)


def _blanked(act: Act) -> Act:
    return msgspec.structs.replace(act, name="", text="", person=act.person if act.what == REMOVED else "")


def _with(body: Body, guests: tuple[Guest, ...], told: Callable[[Act], Act]) -> Body:
    """An entry with other guests and other acts."""
    if isinstance(body, Convened | Placed):
        return msgspec.structs.replace(body, guests=guests, acts=tuple(told(act) for act in body.acts))
    return Noted(told(body.act)) if isinstance(body, Noted) else body


async def workshops_of(store: Store, told: Sequence[str], within: Sequence[str] | None = None) -> list[str]:
    """Workshops among the logs that tell of a person, everywhere or around some tables."""
    works, tables = schema.workshops.c.id, schema.tables
    found = {one for some in in_parts(told) for one in await _ids(store, select(works).where(works.in_(some)))}
    if within is not None:
        found &= set(await _ids(store, select(tables.c.workshop).where(tables.c.id.in_(within))))
    return sorted(found)


# People


async def tables_of(store: Store, person: str, told: Sequence[str]) -> list[str]:
    """Where a person sits, has a place, is the host, or, as the logs say that tell of them, has moved."""
    tables = schema.tables.c.id
    found = {one for some in in_parts(told) for one in await _ids(store, select(tables).where(tables.in_(some)))}
    return sorted({*await places_of(store, person), *found})


async def logs_that_tell_of(store: Store, person: str) -> list[str]:
    """Tables and workshops in whose logs a person is named."""
    log = schema.log
    rows = await store.long_rows(select(log.c.log_id).where(Holds(log.c.body, person.encode())).distinct())
    return [row.log_id for row in rows]


async def places_of(store: Store, person: str) -> list[str]:
    """Tables where a person sits, has a place, or is the host."""
    sitters, guests, tables = schema.sitters, schema.guests, schema.tables
    sits = select(sitters.c.table_id).where(sitters.c.person == person)
    placed = select(guests.c.table_id).where(guests.c.person == person)
    hosts = select(tables.c.id).where(tables.c.host == person)
    return await _ids(store, sits.union(placed, hosts))


async def _is_elsewhere(store: Store, person: str, tables: Sequence[str]) -> bool:
    """Whether a person has a place at other tables than these."""
    return bool(set(await places_of(store, person)) - set(tables))


def _people_forgotten(people: Sequence[str]) -> list[Change]:
    """People who have no place any more, with all that is theirs alone."""
    told, known = (schema.outbox, schema.channels, schema.quiet), (schema.keys, schema.passes, schema.recovery)
    theirs = (*told, *known, schema.settings, schema.hidden, schema.drafts)
    ids = (*(one.c.person for one in theirs), schema.people.c.id)
    return [(delete(one.table).where(one.in_(some)), {}) for some in in_parts(people) for one in ids]


async def _ids(store: Store, statement: Any) -> list[str]:
    return [row[0] for row in await store.rows(statement)]
