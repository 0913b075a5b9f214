"""What is said to somebody who looks on: to a program in words and numbers, to a page as its parts drawn.

A voice knows what it has said already, and says what is new. Who lags behind hears the newest state, not every state there was.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from typing import Any

from msgspec import Raw
from msgspec.json import decode

from moot.engine import NOBODY, Entry, Line, Move
from moot.engine.sitting import Ear
from moot.table.faces import Faces, Shown
from moot.table.hush import hidden_fields, hush_of, log_of, past_of, view_of
from moot.table.messages import encode, write
from moot.table.room import Room, Said, Told
from moot.table.seen import Sight

NEWEST = 200  # things said, of those that were said before somebody came


class Voice(ABC):
    """One listener's."""

    def __init__(self, room: Room, seat: int, person: str | None) -> None:
        self.room, self.seat, self.person = room, seat, person
        self._ear, self._epoch, self._said = Ear(seat), room.epoch, 0
        self.older = 0  # said before what is told first, of what this listener may hear
        self._hush = hush_of(room, seat)
        self._heard: list[Any] = []  # so far, to see whether a step that was taken back had been told

    def _news(self) -> tuple[bool, list[Entry]]:
        """Whether the log must be told from its beginning, and what there is to tell.

        When somebody has taken a step back, only those to whom it had been told may notice. When a workshop is revealed, what
        was kept back is told.
        """
        before, self._hush = self._hush, hush_of(self.room, self.seat)
        log = log_of(self.room, self._hush)
        if self._epoch == self.room.epoch and self._hush == before:
            new = [log[place] for place in self._ear.listen(log)]
            self._heard += map(self._what, new)
            return False, new
        self._ear, self._epoch = Ear(self.seat), self.room.epoch
        entries = [log[place] for place in self._ear.listen(log)]
        known, self._heard = self._heard, [*map(self._what, entries)]
        again = self._heard[: len(known)] != known
        return again, entries if again else entries[len(known) :]

    def _what(self, entry: Entry) -> tuple[Any, ...]:
        """What an entry tells: of a game in which names are written, in words too."""
        sitting = self.room.sitting
        return entry.event, entry.arguments, sitting.wording(entry) if sitting.game.writing else ""

    def _new_chat(self) -> list[Said]:
        """What was said since; at first the newest of it, for there may be much."""
        since, self._said = self._said, len(self.room.chat)
        new = self.room.chat_for(self.seat, self.person, since)
        if since == 0:
            self.older = max(len(new) - NEWEST, 0)
            new = new[self.older :]
        return new

    @abstractmethod
    def update(self) -> str | None:
        """What is new to this listener, as a message; None if nothing is (what others do unseen must not even be counted)."""


class JsonVoice(Voice):
    """Speaks to programs. What has not changed since the last message is left out of the next."""

    def __init__(self, room: Room, seat: int, sight: Sight, person: str | None) -> None:
        super().__init__(room, seat, person)
        self._sight, self._seen = sight, b""
        self._hidden: frozenset[str] = frozenset()
        self._last: dict[str, bytes] = {}  # what was said last, as it was written
        self._basis: Any = None  # of the seat's question

    def update(self) -> str | None:
        """The state, as far as it is new."""
        seen = bytes(view_of(self.room, self.seat, hush_of(self.room, self.seat)))
        first, now = not self._seen, self._state(seen)
        written = {key: encode(value) for key, value in now.items()}
        new: dict[str, Any] = {key: Raw(text) for key, text in written.items() if text != self._last.get(key)}
        self._last |= written
        again, lines = self._new_events(first)
        news = {"view": self._new_view(seen), "events": lines, "chat": self._new_sayings()}
        self._seen = seen
        new |= {key: value for key, value in news.items() if value or first}
        new |= {"from_start": True} if again else {}
        new |= {"older_chat": self.older} if first and self.older else {}
        return write({"type": "state", **new}) if new else None

    def _new_view(self, seen: bytes) -> dict[str, Any]:
        """What has changed of the view, and what may be told of it from now on."""
        hidden, changed = hidden_fields(self.room, self.seat), self._sight.changes(self._seen, seen)
        if self._hidden - hidden:
            everything = self._sight.changes(b"", seen)
            changed |= {name: everything[name] for name in self._hidden - hidden}
        self._hidden = hidden
        return {name: value for name, value in changed.items() if name not in hidden}

    def _new_events(self, first: bool) -> tuple[bool, list[dict[str, Any]]]:
        again, entries = self._news()
        past = [_told(told) for told in past_of(self.room, self.seat, self._hush)] if first or again else []
        return again, past + [self._event(entry) for entry in entries]

    def _new_sayings(self) -> list[dict[str, Any]]:
        return [said_in_json(said) for said in self._new_chat()]

    def _state(self, seen: bytes) -> dict[str, Any]:
        """What may have changed since the last time."""
        room, sitting = self.room, self.room.sitting
        state: dict[str, Any] = {"waiting": sitting.waiting, **self._workshop()}
        answered = room.answers[self.seat] if self.seat != NOBODY else 0
        voting = room.proposals(self.seat), room.voters_of(self.seat)
        basis = (seen, room.seating, room.state, answered, voting, sitting.names, room.tells_all)
        if basis == self._basis:
            return state
        if self._basis is None:
            state |= {"game": room.info.game.name, "options": self._options(), "seat": self.seat}
        self._basis = basis
        state["seats"] = [{"name": chair.name, "kind": chair.kind} for chair in room.chairs]
        state |= self._asked() if self.seat != NOBODY else {}
        return state | self._ended()

    def _ended(self) -> dict[str, Any]:
        line, result = self.room.ending, self.room.result
        if line is None:
            return {}
        return {"over": {"text": line.text, "state": self.room.state, **(result.as_dict() if result else {})}}

    def _workshop(self) -> dict[str, Any]:
        """What a facilitator has decided: whether it is paused, until when the phase lasts, and what was revealed."""
        room, workshop = self.room, self.room.workshop
        if workshop is None:
            return {}
        state: dict[str, Any] = {"paused": bool(room.paused), "due": room.due}
        revealed = {"options": self._options(), "afterwards": room.afterwards}
        return state | (revealed if workshop.ways.revealed else {})

    def _options(self) -> dict[str, Any]:
        """Every option with its value; what varies in a workshop is told by its facilitator."""
        hidden = hidden_fields(self.room, self.seat)
        said = self.room.info.game.says(self.room.info.options)
        return {name: value for name, value in said.items() if name not in hidden}

    def _asked(self) -> dict[str, Any]:
        """What the seat is asked, and what it may answer."""
        sitting, seat = self.room.sitting, self.seat
        question = sitting.question(seat)
        return {
            "question": {"section": question.section, "text": question.text} if question else None,
            "moves": [_move(move) for move in sitting.moves(seat)],
            "answer": self.room.answers[seat],
            "may_take_back": sitting.may_take_back(seat),
            **(self._votes() if self.room.info.votes else {}),
        }

    def _votes(self) -> dict[str, Any]:
        """How many people of the seat want each move, and each name that it might write."""
        votes: Counter[int] = Counter()
        names = []
        for (move, text), people in self.room.proposals(self.seat):
            votes[move] += len(people)
            names += [{"move": move, "text": text, "votes": len(people)}] if text else []
        return {"votes": votes, "names": names, "voters": len(self.room.voters_of(self.seat))}

    def _event(self, entry: Entry) -> dict[str, Any]:
        line = self.room.sitting.line(entry)
        assert entry.event is not None
        told = {"event": entry.event.name.lower(), "arguments": list(entry.arguments)}
        return {**told, "section": line.section, "text": line.text}


class PageVoice(Voice):
    """Speaks to pages: the parts that look different, new lines of the log, new chat."""

    def __init__(self, room: Room, seat: int, faces: Faces, person: str | None) -> None:
        super().__init__(room, seat, person)
        self._faces, self._shown = faces, Shown()
        self._first = True
        self._ending: Line | None = None  # as it was told last

    def shown(self) -> dict[str, Any]:
        """Everything, for the page as it is first sent."""
        everything = self._everything()
        return {**everything, "pieces": {name: decode(html) for name, html in everything["pieces"].items()}}

    def _everything(self) -> dict[str, Any]:
        drawing, room = self._faces.drawing(self.room, self.seat), self.room
        self._shown, self._ending = Shown(), None
        pieces = {**drawing.news(room, self.seat, self._shown, self.person), "board": drawing.whole_board(room)}
        past = drawing.past_lines(room, past_of(room, self.seat, self._hush))
        return {
            "pieces": {name: Raw(html) for name, html in pieces.items()},
            "log": past + self._new_lines()[1],
            "chat": self._chat_lines(),
            "older": self.older,
            **self._where(),
        }

    def update(self) -> str | None:
        """What looks different."""
        if self._first:
            self._first = False
            return write({"type": "page", "from_start": True, **self._everything()})
        news = self._faces.drawing(self.room, self.seat).news(self.room, self.seat, self._shown, self.person)
        changed = {name: Raw(html) for name, html in news.items()}
        again, lines = self._new_lines()
        chat = self._chat_lines()
        if not (changed or lines or chat or again):
            return None
        told = {"pieces": changed, "log": lines, "chat": chat, **self._where()}
        return write({"type": "page", **told, **({"log_again": True} if again else {})})

    def _where(self) -> dict[str, Any]:
        done = self.room.is_done
        return {"asked": self.seat in self.room.sitting.waiting and not done, "over": done}

    def _new_lines(self) -> tuple[bool, list[str]]:
        again, entries = self._news()
        return again, [*self._faces.drawing(self.room, self.seat).lines(self.room, entries), *self._last_line(again)]

    def _last_line(self, again: bool) -> list[str]:
        """How the game has ended closes the log; in a workshop what may be told of it comes later."""
        before, self._ending = self._ending, self.room.ending
        if self._ending is None or (self._ending == before and not again):
            return []
        return [self._faces.line(self.room.info.game.name, self._ending)]

    def _chat_lines(self) -> list[str]:
        return self._faces.drawing(self.room, self.seat).said(self.room, self._new_chat(), self.seat)


def _move(move: Move) -> dict[str, Any]:
    told = {
        "number": move.number,
        "choice": move.choice.name.lower(),
        "arguments": list(move.arguments),
        "words": move.words,
        "pieces": list(move.pieces),
    }
    return {**told, "writes": True} if move.writes else told


def _told(told: Told) -> dict[str, Any]:
    return {"event": "told", "arguments": [], "section": told.section, "text": told.text}


def said_in_json(said: Said) -> dict[str, Any]:
    """Something said, for a program."""
    told = {"seat": said.seat, "to": said.to, "text": said.text}
    return {**told, "sender": said.sender} if said.sender else told
