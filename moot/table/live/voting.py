"""How several people on one seat decide together: each says what they want, and what more than half of them want is done."""

from __future__ import annotations

from collections.abc import Collection
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from moot.engine.writing import text_key


class Wanted(NamedTuple):
    """An answer that somebody wants their seat to give."""

    move: int
    text: str = ""

    @property
    def key(self) -> tuple[int, str]:
        """What makes two of them the same: the move, and its name as the rules compare names."""
        return self.move, text_key(self.text)


class Proposal(NamedTuple):
    """What somebody wants, as the first of them has put it, and all who want the same."""

    wanted: Wanted
    people: tuple[str, ...]


class Ballots:
    """What the people of each seat want, until their seat has answered. It is not written down: who comes again says it again."""

    def __init__(self) -> None:
        self._cast: dict[int, dict[str, Wanted]] = {}

    @property
    def seats(self) -> list[int]:
        """Where somebody has said what they want."""
        return list(self._cast)

    def cast(self, seat: int, person: str, wanted: Wanted) -> None:
        """A person says what they want, perhaps otherwise than before: of those who want it now they are the last."""
        if (before := self.of(seat, person)) is None or before.key != wanted.key:
            self._cast.setdefault(seat, {}).pop(person, None)
        self._cast[seat][person] = wanted

    def clear(self, seat: int) -> None:
        """The seat has answered."""
        self._cast.pop(seat, None)

    def sift(self, seat: int, people: AbstractSet[str], moves: Collection[int]) -> None:
        """What was wanted by somebody who has gone, or can no longer be done, does not count any more."""
        kept = {who: want for who, want in self._cast.get(seat, {}).items() if who in people and want.move in moves}
        self.clear(seat)
        self._cast |= {seat: kept} if kept else {}

    def of(self, seat: int, person: str | None) -> Wanted | None:
        """What a person wants."""
        return self._cast.get(seat, {}).get(person or "")

    def proposals(self, seat: int, people: AbstractSet[str]) -> list[Proposal]:
        """What some of these people want, in the order in which it was said first."""
        found: dict[tuple[int, str], list[tuple[str, Wanted]]] = {}
        for person, wanted in self._cast.get(seat, {}).items():
            if person in people:
                found.setdefault(wanted.key, []).append((person, wanted))
        return [Proposal(cast[0][1], tuple(sorted(who for who, _ in cast))) for cast in found.values()]

    def decided(self, seat: int, people: AbstractSet[str]) -> Proposal | None:
        """What more than half of the people want."""
        return next((one for one in self.proposals(seat, people) if 2 * len(one.people) > len(people)), None)
