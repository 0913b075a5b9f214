"""Who sits where: people take seats and leave them, bots are given seats, and all meet again at a rematch."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from moot.bots import COMPANY
from moot.engine import MoveError
from moot.lab.presets import DEFAULTS
from moot.table.live.appending import append_all
from moot.table.live.entries import Next, Sat, Seated
from moot.table.live.opening import WAYS, bot_chair, empty_chair, my_name, name_at
from moot.table.live.state import OPEN, PERSON, PLAYING, Chair
from moot.table.live.table import LiveTable, chair_of
from moot.table.people import Person
from moot.table.web.names import clean_name
from moot.table.workshops.workshop import MOST_SITTERS

if TYPE_CHECKING:
    from moot.table.registry import Registry


class NextGame(NamedTuple):
    """What is to be otherwise in the next game."""

    preset: str | None = None  # other options
    open_bots: bool = False  # the seats of bots are for whoever comes

    def options(self, live: LiveTable) -> dict[str, int]:
        """Those of the next game."""
        game, seats = live.info.game, {"seats": len(live.chairs)}
        if self.preset is None:
            return live.info.options
        return game.choose(seats, None if self.preset == DEFAULTS else self.preset, people=True)


AS_BEFORE = NextGame()


class Seating:
    """The seats of all tables."""

    def __init__(self, registry: Registry) -> None:
        self._registry = registry

    async def sit(self, live: LiveTable, seat: int, person: Person, name: str, key: str = "") -> None:
        """A person takes a seat: one that is open, a bot's, or one whose people have given them its key."""
        fresh = self._registry.openings.new_key()
        chair_of(live, seat)
        called = clean_name(name)
        self._registry.allowance.sit(live.seating)
        await live.reseat(seat, lambda: _sat(live, seat, person, called, key, fresh))

    async def stand_up(self, live: LiveTable, seat: int, person: Person) -> None:
        """A person leaves a seat; if nobody is left on it, it is open."""
        fresh = self._registry.openings.new_key()
        chair_of(live, seat)

        def left() -> Chair:
            others = live.chairs[seat].sitters - {person.id}
            return Chair(PERSON, live.chairs[seat].name, others, fresh) if others else empty_chair(live.info.game, seat)

        await live.reseat(seat, left)

    async def rename(self, person: Person, name: str) -> Person:
        """A person goes by another name from now on, also on their seats wherever a game is played. In a workshop they keep the
        name on its list.
        """
        renamed = await self._registry.people.rename(person, name)
        for table in await self._registry.lists.played_by(person):
            live = await self._registry.find(table)
            if isinstance(live, LiveTable) and live.workshop is None:
                await live.append(partial(_renamed, live, person, renamed))
        return renamed

    async def hand(self, live: LiveTable, seat: int, to: str) -> None:
        """Give an open seat to a bot, or open a bot's seat."""
        if live.workshop is not None:
            raise MoveError("This table belongs to a workshop: its facilitator gives seats to bots, and opens them.")
        chair_of(live, seat)
        self._registry.allowance.hand(live.info.id, live.seating)
        await live.reseat(seat, lambda: _handed(live, seat, to))

    async def rematch(self, live: LiveTable, person: Person, next_game: NextGame = AS_BEFORE) -> LiveTable:
        """The same people, bots and options, another seed; or as the first who asks wants it. Whoever asks second comes to the same
        table.
        """
        if not live.is_done:
            raise MoveError("There is a rematch when the game is over.")
        if live.workshop is not None:
            raise MoveError("This table belongs to a workshop: its facilitator opens the next game.")
        before = live.next
        if before is not None and isinstance(found := await self._registry.find(before), LiveTable):
            return found
        again = self._again(live, person, next_game)
        opened = self._registry.openings.opened(again)
        await append_all([(live, lambda: Next(again.id) if live.next == before else None)], opened)
        if live.next == again.id:
            return self._registry.enter(again)
        found = await self._registry.find(live.next or "")
        assert isinstance(found, LiveTable)
        return found

    def _again(self, live: LiveTable, person: Person, next_game: NextGame) -> LiveTable:
        info = live.info
        chairs = [_same_again(live, seat, open_bots=next_game.open_bots) for seat in range(len(live.chairs))]
        fresh = self._registry.openings.fresh_info(info.game, next_game.options(live), person)
        again = replace(fresh, **{name: getattr(info, name) for name in WAYS})
        return self._registry.openings.furnished(again, chairs)


def _same_again(live: LiveTable, seat: int, *, open_bots: bool) -> Chair:
    chair = live.chairs[seat]
    if open_bots and chair.is_bot:
        return empty_chair(live.info.game, seat)
    return Chair(chair.kind, chair.name, set(chair.sitters))


def _sat(live: LiveTable, seat: int, person: Person, name: str, key: str, fresh: str) -> Chair:
    """A seat with one person more, or a refusal."""
    chair = live.chairs[seat]
    if len(chair.sitters) >= MOST_SITTERS:
        raise MoveError(f"{chair.name}'s seat is shared by {MOST_SITTERS} people already. Choose another.")
    if chair.kind == PERSON and person.id not in chair.sitters and not chair.opens_to(key):
        raise MoveError(
            f"{chair.name} sits there. Choose another seat, or ask {chair.name} for the link to share theirs."
        )
    if chair.kind != PERSON and live.seats_of(person.id):
        raise MoveError("You sit at this table already. Leave your seat first, if you want another.")
    if chair.kind == PERSON:
        return Chair(PERSON, chair.name, chair.sitters | {person.id}, chair.key)
    return Chair(PERSON, name_at(live.info.game, seat, name), {person.id}, fresh)


def _renamed(live: LiveTable, before: Person, after: Person) -> Seated | None:
    """Their seats by another name; one that is shared keeps its name, if it is somebody else's."""
    mine, chairs = live.seats_of(after.id), dict[int, Sat]()
    for place, seat in enumerate(mine):
        chair, (old, new) = live.chairs[seat], (my_name(one.name, place, len(mine)) for one in (before, after))
        if len(chair.sitters) == 1 or chair.name == name_at(live.info.game, seat, old):
            chairs[seat] = replace(chair, name=name_at(live.info.game, seat, new)).as_sat()
    return Seated(chairs) if chairs and live.state == PLAYING else None


def _handed(live: LiveTable, seat: int, to: str) -> Chair:
    if live.chairs[seat].kind == PERSON or (to != OPEN and to not in COMPANY):
        raise MoveError("Only a seat that no person holds can be given to a bot, or opened again.")
    game = live.info.game
    return empty_chair(game, seat) if to == OPEN else bot_chair(game, seat, to)
