"""What is said to programs: what they see and hear, in words and numbers. What has not changed is left out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import lru_cache
from typing import Any

from msgspec import Raw

from moot.engine import NOBODY, Move, Sitting
from moot.table.feeds.feed import Basis, Feed, Known
from moot.table.feeds.hush import Hush, hidden_fields, past_of, view_of
from moot.table.feeds.messages import encode
from moot.table.feeds.stage import Keeping, Part, Stage, written
from moot.table.live.entries import Said
from moot.table.live.table import LiveTable
from moot.table.live.told import Told

MAY_TAKE_BACK = {may: written({"may_take_back": may}) for may in (False, True)}
NOTHING: Part = {}


@dataclass(eq=False, slots=True)
class KnownInJson(Known):
    """What a program has been told."""

    view: bytes
    hidden: frozenset[str]  # fields of it
    parts: tuple[Part, ...]  # all else


class JsonFeed(Feed[KnownInJson]):
    """Speaks to programs."""

    kind = "state"

    def __init__(self, live: LiveTable, seat: int, stage: Stage, person: str | None) -> None:
        super().__init__(live, seat, person)
        self._stage, self._keeping = stage, Keeping()

    def _see(self, hush: Hush) -> tuple[Any, ...]:
        live, seat = self.live, self.seat
        view = bytes(view_of(live, seat, hush))
        return view, self._stage.parts(), *(self._own() if seat != NOBODY else ())

    def _own(self) -> tuple[Any, ...]:
        live, seat = self.live, self.seat
        votes = (live.poll.proposals(seat), live.poll.voters_of(seat)) if live.info.votes else ()
        return live.may_take_back(seat), live.answers[seat], votes, live.sitting.names

    def _know(self, basis: Basis) -> KnownInJson:
        view, (now, seats, over), *own = basis.seen
        hidden = hidden_fields(self.live, basis.hush)
        table = self._keeping.keep("table", hidden, lambda: self._table(hidden))
        return KnownInJson(basis, view, hidden, (now, table, seats, *self._asked(view, *own), over))

    def _message(self, known: KnownInJson | None, now: KnownInJson, keeps_up: bool) -> bytes | None:
        """The state, as far as it is new: to programs events are what they are told step by step."""
        new = self._new_parts(known, now)
        again, events = self._new_events(known, now)
        older, chat = self._new_chat(known, now)
        news = {"view": self._new_view(known, now), "events": events, "chat": [said_in_json(said) for said in chat]}
        new |= {key: value for key, value in news.items() if value or known is None}
        new |= {"from_start": True} if again else {}
        new |= {"older_chat": older} if older else {}
        return encode({"type": self.kind, **new}) if new else None

    def _new_parts(self, known: KnownInJson | None, now: KnownInJson) -> dict[str, Any]:
        before: Sequence[Part] = known.parts if known else [NOTHING] * len(now.parts)
        pairs = [(part, last) for part, last in zip(now.parts, before, strict=True) if part is not last]
        return {key: Raw(text) for part, last in pairs for key, text in part.items() if text != last.get(key)}

    def _new_view(self, known: KnownInJson | None, now: KnownInJson) -> dict[str, Any]:
        """What has changed of the view, and what may be told of it from now on."""
        changed = self._stage.sight.changes(known.view if known else b"", now.view)
        if known is not None and (revealed := known.hidden - now.hidden):
            everything = self._stage.sight.changes(b"", now.view)
            changed |= {name: everything[name] for name in revealed}
        return {name: value for name, value in changed.items() if name not in now.hidden}

    def _new_events(self, known: KnownInJson | None, now: KnownInJson) -> tuple[bool, list[Any]]:
        again, entries = self._new_entries(known, now)
        past = past_of(self.live, self.seat, now.basis.hush) if known is None or again else []
        return again, [*map(_told, past), *map(self._stage.event, entries)]

    # What is written anew when it has changed

    def _table(self, hidden: frozenset[str]) -> dict[str, Any]:
        """What is played, and from which seat it is seen; of the options what varies in a workshop is told by its facilitator."""
        game = self.live.info.game
        options = {name: value for name, value in game.says(self.live.info.options).items() if name not in hidden}
        return {"game": game.name, "options": options, "seat": self.seat}

    def _asked(self, view: bytes, may_take_back: bool = False, *own: Any) -> tuple[Part, ...]:
        """What the seat is asked. Its words are made anew when it sees something else, not when somebody else is done."""
        live, seat = self.live, self.seat
        if seat == NOBODY:
            return ()
        offers = live.sitting.offers(seat)
        seen = self._stage.sight.but_for_asking(view, seat) if offers else b""
        asked = self._keeping.keep("asked", (seen, offers, live.state, *own), self._question)
        return asked, MAY_TAKE_BACK[may_take_back], written(self._votes()) if live.info.votes else NOTHING

    def _question(self) -> dict[str, Any]:
        """What the seat is asked, and what it may answer."""
        return {**_asked(self.live.sitting, self.seat), "answer": self.live.answers[self.seat]}

    def ahead(self, then: Sitting) -> dict[str, Any]:
        """The question, and the moves that would be legal."""
        return _asked(then, self.seat)

    def _votes(self) -> dict[str, Any]:
        """How many people of the seat want each move, and each name that it might write."""
        votes: Counter[int] = Counter()
        names = []
        for (move, text), people in self.live.poll.proposals(self.seat):
            votes[move] += len(people)
            names += [{"move": move, "text": text, "votes": len(people)}] if text else []
        return {"votes": votes, "names": names, "voters": len(self.live.poll.voters_of(self.seat))}


def _asked(sitting: Sitting, seat: int) -> dict[str, Any]:
    question = sitting.question(seat)
    told = {"section": question.section, "text": question.text} if question else None
    return {"question": told, "moves": [_move(move) for move in sitting.moves(seat)]}


def _move(move: Move) -> Raw:
    return _written_move(
        type(move.choice), move.choice, move.arguments, move.number, move.words, move.pieces, move.writes
    )


@lru_cache(10_000)
def _written_move(
    kind: type[IntEnum],  # of choices: those of two games may have the same numbers
    choice: IntEnum,
    arguments: tuple[int, ...],
    number: int,
    words: str,
    pieces: tuple[str, ...],
    writes: bool,
) -> Raw:
    """An answer as it is sent. The same ones are offered again and again."""
    told = {"number": number, "choice": choice.name.lower(), "arguments": arguments, "words": words, "pieces": pieces}
    return Raw(encode({**told, "writes": True} if writes else told))


def _told(told: Told) -> dict[str, Any]:
    return {"event": "told", "arguments": [], "section": told.section, "text": told.text}


def said_in_json(said: Said) -> dict[str, Any]:
    """Something said, for a program."""
    told = {"seat": said.seat, "to": said.to, "text": said.text}
    return {**told, "sender": said.sender} if said.sender else told
