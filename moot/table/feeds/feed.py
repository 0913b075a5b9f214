"""What is said to those who look on.

A feed speaks to an audience: all who see and hear the same, from one seat or from none. What is new is made once for all of them,
however many they are. How far each of them has been told they keep themselves: who keeps up is told every step, and who lags behind
hears the newest state, not every state there was.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Any, Generic, NamedTuple, TypeVar

from moot.engine import Entry, Sitting
from moot.engine.hearing import Ear
from moot.engine.narrator import wording
from moot.table.feeds.hush import Hush, hush_of, log_of
from moot.table.feeds.messages import encode
from moot.table.live.entries import Said
from moot.table.live.table import LiveTable

NEWEST = 200  # things said, of those that were said before somebody came


class Heard:
    """What an audience has heard of a log, for as long as nothing of it is taken back and nothing is revealed."""

    def __init__(self, live: LiveTable, seat: int, hush: Hush) -> None:
        self.entries: list[Entry] = []
        self._what: list[tuple[Any, ...]] = []  # told, to see later whether a step that was taken back had been
        self._live, self._ear, self._hush, self._epoch = live, Ear(seat), hush, live.epoch
        self._long = 0  # how long the log was

    def holds(self, hush: Hush) -> bool:
        """Whether it goes on from here."""
        return self._epoch == self._live.epoch and self._hush == hush

    def listen(self) -> int:
        """Hear what is new; how much has been heard by now."""
        log = log_of(self._live, self._hush)
        if len(log) > self._long:
            self._long = len(log)
            new = [log[place] for place in self._ear.listen(log)]
            self.entries += new
            self._what += map(self._told_by, new)
        return len(self.entries)

    def begins_with(self, other: Heard, many: int) -> bool:
        """Whether what was heard first is the same."""
        return other is self or self._what[:many] == other._what[:many]

    def _told_by(self, entry: Entry) -> tuple[Any, ...]:
        """What an entry tells: of a game in which names are written, in words too."""
        sitting = self._live.sitting
        return entry.event, entry.arguments, wording(sitting, entry) if sitting.game.writing else ""


class Basis(NamedTuple):
    """What everything is made from that an audience is told. While it is the same there is nothing to tell."""

    hush: Hush
    heard: Heard
    many: int  # of what was heard
    said: int  # how much of the chat there is
    seen: tuple[Any, ...]


@dataclass(eq=False, slots=True)
class Known:
    """What somebody has been told. Each is itself: whoever has been told the same has the same one."""

    basis: Basis


KnownT = TypeVar("KnownT", bound=Known)


class Feed(ABC, Generic[KnownT]):
    """One audience's."""

    kind: str  # of its messages

    def __init__(self, live: LiveTable, seat: int, person: str | None) -> None:
        self.live, self.seat, self.person = live, seat, person
        self.on_made: Callable[[float], None] = lambda seconds: None
        self._heard = Heard(live, seat, hush_of(live, seat))
        self._now: KnownT | None = None  # what there is to know
        self._as_of: tuple[Any, ...] = ()
        self._basis: Basis | None = None
        self._made: dict[tuple[KnownT | None, bool], bytes | None] = {}  # what leads there, by what is known

    def news(self, known: KnownT | None, *, keeps_up: bool = True) -> tuple[bytes | None, KnownT]:
        """What is new to somebody, as a message; None if nothing is (what others do unseen must not even be counted). And what
        they know then. Whoever does not keep up is told no more than they must.
        """
        now = self._look()
        if known is now:
            return None, now
        if (known, keeps_up) not in self._made:
            begun = perf_counter()
            self._made[known, keeps_up] = self._message(known, now, keeps_up)
            self.on_made(perf_counter() - begun)
        return self._made[known, keeps_up], now

    def acknowledged(self, news: bytes | None, done: list[int]) -> bytes:
        """The same with the numbers of messages that were obeyed."""
        begun = news[:-1] if news else f'{{"type":"{self.kind}"'.encode()
        return b'%b,"done":%b}' % (begun, encode(done))

    def _look(self) -> KnownT:
        """What there is to know now. If nothing of it is new, it is what it was."""
        as_of = self.live.version, self.live.number, hush_of(self.live, self.seat)
        if self._now is None or as_of != self._as_of:
            self._as_of, before = as_of, self._basis
            self._basis = Basis(*self._listen(as_of[2]), self._see(as_of[2]))
            if self._now is None:
                self._now = self._know(self._basis)
            elif self._basis != before:
                self._renew(self._now, self._basis)
        return self._now

    def _renew(self, before: KnownT, basis: Basis) -> None:
        """Almost everybody who looks on knows what was known before, so what leads on from there is made at once."""
        begun = perf_counter()
        now = self._know(basis)
        if (message := self._message(before, now, keeps_up=True)) is not None:
            self._now, self._made = now, {(before, True): message}
            self.on_made(perf_counter() - begun)

    @abstractmethod
    def ahead(self, then: Sitting) -> dict[str, Any]:
        """What the seat would be asked if the game stood so; told to one of its people alone."""

    @abstractmethod
    def _see(self, hush: Hush) -> tuple[Any, ...]:
        """Whatever is told is made from, beside log and chat."""

    @abstractmethod
    def _know(self, basis: Basis) -> KnownT:
        """What there is to know."""

    @abstractmethod
    def _message(self, known: KnownT | None, now: KnownT, keeps_up: bool) -> bytes | None:
        """What leads from the one to the other; to whoever keeps up, step by step."""

    def _listen(self, hush: Hush) -> tuple[Hush, Heard, int, int]:
        """What there is to know of log and chat."""
        if not self._heard.holds(hush):
            self._heard = Heard(self.live, self.seat, hush)
        return hush, self._heard, self._heard.listen(), len(self.live.chat)

    def _new_entries(self, known: KnownT | None, now: KnownT) -> tuple[bool, list[Entry]]:
        """Whether the log must be told from its beginning, and what there is to tell.

        When somebody has taken a step back, only those to whom it had been told may notice. When a workshop is revealed, what
        was kept back is told.
        """
        since, heard = known.basis.many if known else 0, now.basis.heard
        again = known is not None and not heard.begins_with(known.basis.heard, since)
        return again, heard.entries[0 if again else since : now.basis.many]

    def _new_chat(self, known: KnownT | None, now: KnownT) -> tuple[int, list[Said]]:
        """What was said since. At first the newest of it, for there may be much; and how much there was before."""
        since = known.basis.said if known else 0
        new = self.live.chat_for(self.seat, self.person, since) if since < now.basis.said else []
        older = max(len(new) - NEWEST, 0) if known is None else 0
        return older, new[older:]
