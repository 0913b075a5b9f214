"""What is told in a game, and who hears it when: events for all, for one seat, or under a seal until it is opened."""

from __future__ import annotations

from collections.abc import Container, Iterator, Sequence
from enum import IntEnum
from typing import Any, NamedTuple

from moot.engine.fields import NEWS_ROOM
from moot.engine.flow import EVERYONE, UNSEAL, audience_of
from moot.engine.game import Game
from moot.engine.mistakes import RulesError


class Entry(NamedTuple):
    """Something that happened, and who heard of it."""

    after: int  # how many moves had been made
    event: IntEnum | None  # None: the seals were opened
    arguments: tuple[int, ...]  # the numbers it is told with
    audience: int  # a seat, or EVERYONE
    sealed: bool  # the others hear it when the seals are opened


class Told:
    """What is told while rules run, the scenes of it, and how many steps they take."""

    def __init__(self, game: Game, staged: Container[IntEnum]) -> None:
        self._game, self._staged = game, staged
        self.entries: list[Entry] = []
        self.scenes: dict[int, bytes] = {}  # by place among the entries
        self.steps = 0

    def listen(self, state: Any, moves: int) -> None:
        """What the rules have just told, after a number of moves."""
        _must_have_room(self._game, state)
        new = [self._entry(moves, *state.news[row]) for row in range(state.told)]
        places = [place for place, entry in enumerate(new, len(self.entries)) if entry.event in self._staged]
        self.entries += new
        if places:
            self.scenes |= dict.fromkeys(places, bytes(state))

    def keep(self, state: Any) -> None:
        """The position as it is now is a scene after what all have heard last."""
        heard = [place for place, entry in enumerate(self.entries) if entry.audience == EVERYONE]
        if heard:
            self.scenes[heard[-1]] = bytes(state)

    def _entry(self, moves: int, event: int, mark: int, *arguments: int) -> Entry:
        audience, sealed = audience_of(mark)
        return Entry(moves, None if event == UNSEAL else self._game.events(event), arguments, audience, sealed)


class Unheard(Told):
    """How many steps rules take, where nobody listens to what they tell."""

    def listen(self, state: Any, moves: int) -> None:
        """Nobody does."""


def _must_have_room(game: Game, state: Any) -> None:
    """Refuse rules that tell more in one step than there is room for."""
    if state.told > NEWS_ROOM:
        last = game.events(state.news[NEWS_ROOM - 1][0]).name
        raise RulesError(
            f"one step told {state.told} events, more than the {NEWS_ROOM} there is room for; the last is {last}"
        )


class Ear:
    """What a seat hears of a log that grows: what is for all or for it, and what was under another's seal once that is opened."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self._heard = 0
        self._sealed: list[int] = []

    def listen(self, log: Sequence[Entry]) -> Iterator[int]:
        """What it hears that it has not heard before, by place in the log."""
        for place in range(self._heard, len(log)):
            entry = log[place]
            self._heard += 1
            if entry.event is None:
                yield from self._sealed
                self._sealed = []
            elif entry.audience in (EVERYONE, self.seat):
                yield place
            elif entry.sealed:
                self._sealed.append(place)


def heard_by(log: Sequence[Entry], seat: int) -> Iterator[int]:
    """What a seat hears of a whole log, by place."""
    return Ear(seat).listen(log)
