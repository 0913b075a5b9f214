"""Opening a workshop: what the facilitator chooses, and who is placed where."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from random import Random
from typing import NamedTuple

from moot.bots import COMPANY
from moot.engine import Game, OptionError
from moot.engine.fields import Option
from moot.table.feeds.messages import MOST_NAME, MessageError, clean
from moot.table.live.opening import options_of, read_wish
from moot.table.live.state import OPEN
from moot.table.web.names import clean_name
from moot.table.workshops.workshop import MOST_SITTERS, MOST_TABLES

MOST_LINES = 500  # of a class list
MOST_SHOWN = 80  # characters of a name that was too long
BY_CHANCE = "random"  # a value that leaves the choice to the game itself


@dataclass(frozen=True)
class Plan:
    """What a facilitator wants to open."""

    game: Game
    options: Mapping[str, int]
    idle: int
    votes: bool
    tables: int
    names: Sequence[str]
    rest: str  # what a seat is for which there is nobody
    vary: str  # the option that differs by table
    values: Sequence[int | None]  # its value at each table; None: drawn by lot
    said: Sequence[str] = ()  # what had to be done to the names
    stands: bool = False  # what was told stands: nobody takes it back


def read_plan(game: Game, fields: Mapping[str, str]) -> Plan:
    """A plan as a form writes it: as for a table, and `tables`, `names`, `rest`, `vary`, `vary.N` for table N."""
    wish = read_wish(game, fields)
    if wish.hours is not None:
        raise OptionError("The tables of a workshop are played live, not over days.")
    options = options_of(wish)
    names, said = read_names(fields.get("names", ""))
    rest = fields.get("rest") or OPEN
    if rest not in (OPEN, *COMPANY):
        raise OptionError(f"The other seats are {OPEN}, or for a bot ({', '.join(COMPANY)}); not {rest!r}.")
    tables = read_tables(fields.get("tables", ""), len(names), options["seats"])
    vary = fields.get("vary", "")
    if vary and vary not in may_vary(game):
        raise OptionError(f"{vary!r} cannot differ by table. These can: {', '.join(may_vary(game))}.")
    values = [_value(game, vary, fields.get(f"vary.{table + 1}", "")) for table in range(tables)] if vary else []
    return Plan(game, options, wish.idle, wish.votes, tables, names, rest, vary, values, said, wish.stands)


def may_vary(game: Game) -> list[str]:
    """The options that may differ by table: all but the number of seats, by which people are placed."""
    return [name for name in game.options if name != "seats"]


class ClassList(NamedTuple):
    """Names, and what had to be done to them."""

    names: Sequence[str]
    said: Sequence[str]  # for the facilitator, a line each


def read_names(text: str) -> ClassList:
    """A class list, one name a line. Names that are the same are told apart by number, long ones are shortened,
    and what nobody may be called is left out: all of it is said.
    """
    lines = text.splitlines()
    if len(lines) > MOST_LINES:
        raise OptionError(f"A class list has at most {MOST_LINES} lines, not {len(lines)}.")
    names: list[str] = []
    said: list[str] = []
    taken = TakenNames()
    for number, line in enumerate(lines, 1):
        if line.strip():
            try:
                full = clean(line, len(line), "A name")
            except MessageError:
                said.append(f"Line {number} of the list was left out: no name can be read in it.")
                continue
            try:
                name = clean_name(shortened(full))
            except MessageError as error:
                said.append(f"Line {number} of the list was left out: {error}")
                continue
            names.append(taken.add(name))
            if names[-1] != full:
                said.append(f"“{full[:MOST_SHOWN]}” in line {number} is called “{names[-1]}”.")
    return ClassList(names, said)


def shortened(name: str) -> str:
    """A name that fits everywhere; where something is missing, it shows."""
    return name if len(name) <= MOST_NAME else f"{name[: MOST_NAME - 1].rstrip()}…"


class TakenNames:
    """Names of which no two are the same."""

    def __init__(self, names: Iterable[str] = ()) -> None:
        self._taken = {name.casefold() for name in names}
        self._last: dict[str, int] = {}  # number that was given, by how a name begins

    def add(self, name: str) -> str:
        """A name that nobody else has: if need be, with a number."""
        begins, found = name.casefold()[: MOST_NAME - 4], name
        number = self._last.get(begins, 1)
        while found.casefold() in self._taken:
            number += 1
            found = f"{name[: MOST_NAME - 1 - len(str(number))].rstrip()} {number}"
        self._taken.add(found.casefold())
        self._last[begins] = number
        return found


def read_tables(text: str, people: int, seats: int) -> int:
    """How many tables; if nothing is said, as many as it takes."""
    if text and not (text.isdecimal() and len(text) <= 3 and 1 <= int(text) <= MOST_TABLES):
        raise OptionError(f"A workshop has 1 to {MOST_TABLES} tables, not {text[:20]!r}.")
    tables = int(text) if text else max(1, -(-people // seats))
    if tables > MOST_TABLES:
        raise OptionError(f"{people} people at {seats} seats are more than {MOST_TABLES} tables. Say how many tables.")
    if people > tables * seats * MOST_SITTERS:
        most = tables * seats * MOST_SITTERS
        raise OptionError(
            f"{tables} tables of {seats} seats have room for {most} people, not {people}. Take more tables."
        )
    return tables


def _value(game: Game, vary: str, text: str) -> int | None:
    if text == "":
        return None
    value = game.options[vary].reads(text)
    if value is None:
        raise OptionError(f"{vary} may be {game.options[vary].range}, not {text[:20]!r}.")
    return value


def placed(people: int, tables: int, seats: int) -> list[tuple[int, int]]:
    """Table and seat for each: dealt out like cards, so that tables and seats differ by one at most."""
    return [(number % tables, number // tables % seats) for number in range(people)]


def drawn(option: Option, values: Sequence[int | None], luck: Random) -> list[int]:
    """The values, with those that are left to the lot drawn so that each comes about as often as the others."""
    may = [value for value in range(option.low, option.high + 1) if option.says(value) != BY_CHANCE]
    luck.shuffle(may)
    lot = list(islice(cycle(may), sum(value is None for value in values)))
    luck.shuffle(lot)
    return [lot.pop() if value is None else value for value in values]
