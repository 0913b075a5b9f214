"""How several people on one seat decide together: each says what they want, and what more than half of them want is done."""

from __future__ import annotations

from collections import Counter
from collections.abc import Set as AbstractSet
from typing import NamedTuple


class Wanted(NamedTuple):
    """An answer that somebody wants their seat to give."""

    move: int
    text: str = ""


class Ballots:
    """What the people of each seat want, until their seat has answered. It is not written down: who comes again says it again."""

    def __init__(self) -> None:
        self._cast: dict[int, dict[str, Wanted]] = {}

    def cast(self, seat: int, person: str, wanted: Wanted) -> None:
        """A person says what they want, perhaps otherwise than before."""
        self._cast.setdefault(seat, {})[person] = wanted

    def clear(self, seat: int) -> None:
        """The seat has answered."""
        self._cast.pop(seat, None)

    def counts(self, seat: int) -> Counter[Wanted]:
        """How many want what."""
        return Counter(self._cast.get(seat, {}).values())

    def voters(self, seat: int) -> set[str]:
        """Who has said what they want."""
        return set(self._cast.get(seat, {}))

    def decided(self, seat: int, people: AbstractSet[str]) -> Wanted | None:
        """What more than half of the people want."""
        cast = Counter(want for person, want in self._cast.get(seat, {}).items() if person in people)
        return next((wanted for wanted, many in cast.items() if 2 * many > len(people)), None)

    def for_it(self, seat: int, wanted: Wanted) -> list[str]:
        """Who wants it."""
        return sorted(person for person, want in self._cast.get(seat, {}).items() if want == wanted)
