"""Records as bytes, and what a game's machine makes of them: quicker to compare and to alter than sittings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import takewhile
from random import Random
from typing import Any

import numpy as np

from moot.battery.walks import insist
from moot.engine import Entry, Game
from moot.engine.agenda import MOST_STEPS
from moot.engine.chance import halves
from moot.engine.fields import NEWS_ROOM
from moot.engine.flow import COUNT, FIRST_MOVE, STUCK, UNSEAL, audience_of
from moot.engine.hearing import heard_by
from moot.engine.machine import Machine
from moot.engine.rules import no_move

Heard = list[tuple[int, tuple[int, ...]]]

GIVEN, MADE = 0, 1  # the two places for a record


class Desk:
    """Works on records of one game. No function changes what it is given, and none of the rules that only look may."""

    def __init__(self, game: Game, *, compiled: bool = False, machine: Machine | None = None) -> None:
        self.game, self.machine = game, machine or (game.compiled if compiled else game.interpreted)
        array = np.zeros(2, game.dtype)
        self._size = game.dtype.itemsize
        self._memory = array.view(np.uint8).data
        self._records = self.machine.records(array)
        self._state = self.machine.light(array, GIVEN)
        self._moves = self.machine.moves()

    def _lay(self, record: bytes) -> Any:
        self._memory[: self._size] = record
        return self._records

    def _take(self, place: int) -> bytes:
        return bytes(self._memory[place * self._size : (place + 1) * self._size])

    def _insist_same(self, record: bytes, what: str) -> None:
        if self._memory[: self._size] != record:
            raise AssertionError(f"{what} changes the record")

    # Looking

    def read(self, record: bytes, name: str) -> Any:
        """A field of a record."""
        return np.frombuffer(record, self.game.dtype)[name][0]

    def altered(self, record: bytes, name: str, value: Any) -> bytes:
        """The record with another value in a field."""
        memory = bytearray(record)  # a copied array would have anything between the fields
        np.frombuffer(memory, self.game.dtype)[name] = value
        return bytes(memory)

    def waiting(self, record: bytes) -> list[int]:
        """The seats that owe an answer."""
        asking = self.read(record, "asking")
        return [] if self.read(record, "over") else [s for s in range(self.read(record, "seats")) if asking[s]]

    def numbers(self, record: bytes, seat: int) -> list[int]:
        """The moves a seat may make, as the machine numbers them."""
        self.machine.list_moves(self._lay(record), GIVEN, seat, self._moves)
        self._insist_same(record, "listing moves")
        return [int(number) for number in self._moves[FIRST_MOVE : FIRST_MOVE + self._moves[COUNT]]]

    def view(self, record: bytes, seat: int) -> bytes:
        """What a seat sees of it."""
        self.machine.view(self._lay(record), GIVEN, seat, self._records, MADE)
        self._insist_same(record, "making a view")
        return self._take(MADE)

    def guess(self, record: bytes, seat: int, seed: int) -> bytes:
        """A record the seat cannot tell from it."""
        self.machine.guess(self._lay(record), GIVEN, seat, seed, self._records, MADE, self._moves)
        self._insist_same(record, "guessing")
        return self._take(MADE)

    def broken_law(self, record: bytes) -> str | None:
        """The name of the first law that does not hold."""
        law = self.machine.broken_law(self._lay(record), GIVEN)
        self._insist_same(record, "a law")
        return None if law < 0 else list(self.game.rules.laws)[law]

    def ask(self, record: bytes, entry: Any, *asked: Any) -> tuple[Any, bytes]:
        """What a function answers about a record, and the record afterwards."""
        return self.machine.entry(entry)(self._lay(record), GIVEN, *asked), self._take(GIVEN)

    def news(self, record: bytes) -> list[Entry]:
        """What was told when the record was made."""
        self._lay(record)
        return list(self._news())

    # Playing

    def begin(self, options: Mapping[str, int], seed: int) -> tuple[bytes, list[Entry]]:
        """A new game until somebody is asked, and what is told."""
        blank = self.game.blank(options)
        blank["telling"] = 1
        self.machine.begin(self._lay(blank.tobytes()), GIVEN, *halves(seed))
        return self._go_on(list(self._news()))

    def answer(self, record: bytes, seat: int, move: int) -> tuple[bytes, list[Entry]]:
        """What a move makes of it at once, and what is told; the agenda has not gone on."""
        self.machine.answer(self._lay(record), GIVEN, seat, move)
        return self._take(GIVEN), list(self._news())

    def play(self, record: bytes, seat: int, move: int) -> tuple[bytes, list[Entry]]:
        """What a move makes of it until somebody is asked again, and what is told."""
        return self._go_on(self.answer(record, seat, move)[1])

    def _go_on(self, news: list[Entry]) -> tuple[bytes, list[Entry]]:
        for _ in range(MOST_STEPS):
            if not self.machine.step(self._records, GIVEN):
                break
            news.extend(self._news())
        else:
            raise AssertionError(f"the agenda runs in circles: {MOST_STEPS} steps without asking anyone")
        insist(self._state.over != STUCK, "the agenda is empty, but the game is not over")
        return self._take(GIVEN), news

    def _news(self) -> Iterator[Entry]:
        for i in range(min(self._state.told, NEWS_ROOM)):
            event, mark, *arguments = self._state.news[i]
            yield Entry(0, None if event == UNSEAL else self.game.events(event), tuple(arguments), *audience_of(mark))

    def play_on(self, record: bytes, chance: Random, most: int) -> Iterator[bytes]:
        """The records of a game that goes on from here at random, for so many moves at most."""
        yield record
        for _ in range(most):
            if waiting := self.waiting(record):
                seat = chance.choice(waiting)
                numbers = self.numbers(record, seat)
                choice = self.game.rules.choices[int(self.read(record, "asking")[seat])]
                insist(numbers, no_move(choice, seat, self.game.folder))
                record, _ = self.play(record, seat, chance.choice(numbers))
                yield record


def heard(news: Sequence[Entry], seat: int) -> Heard:
    """What a seat hears of it: the events with their arguments."""
    return [(news[place].event or UNSEAL, news[place].arguments) for place in heard_by(news, seat)]


def said(game: Game, told: Heard) -> str:
    """Events by their names, each with its numbers up to the last that is not 0."""
    return ", ".join(_one_said(game, *one) for one in told) or "nothing"


def _one_said(game: Game, event: int, arguments: tuple[int, ...]) -> str:
    if event == UNSEAL:
        return "the seals are opened"
    most = max((place for place, number in enumerate(arguments, 1) if number), default=0)
    return f"{game.events(event).name} {arguments[:most]}"


def difference(game: Game, told: Heard, sounds: Heard) -> tuple[str, str]:
    """The first of what a seat hears that is not the same, in words."""
    same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(told, sounds, strict=False)))
    return said(game, told[same : same + 1]), said(game, sounds[same : same + 1])


def under_seals(log: Sequence[Entry], seat: int) -> Heard:
    """What a seat would learn if the seals were opened now, in no order."""
    closed = list(takewhile(lambda entry: entry.event is not None, reversed(log)))
    return sorted(
        (entry.event or UNSEAL, entry.arguments) for entry in closed if entry.sealed and entry.audience != seat
    )
