"""Walking ahead: somebody goes from answer to answer and back, as far as each could be taken back, and sees what they
would be asked. Where something has to be typed, a walk ends.

Nothing is told and nothing kept on the way, so that it takes a fraction of what playing takes. Whether an answer could be taken
back is what `undo` would say of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

import numpy as np

from moot.engine.agenda import run_agenda
from moot.engine.flow import COUNT, FIRST_MOVE, NOTHING_ASKED, audience_of
from moot.engine.hearing import Unheard
from moot.engine.moves import Move
from moot.engine.narrator import moves_in_words
from moot.engine.undo import seen_of
from moot.engine.veil import veil_of
from moot.engine.writing import NOTHING_WRITTEN, slot_of

if TYPE_CHECKING:
    from moot.engine.machine import Room
    from moot.engine.sitting import Sitting


class Walk:
    """One seat's, from where a game is now."""

    def __init__(self, sitting: Sitting, seat: int, told: bool) -> None:
        """`told`: whether what was told may be taken back."""
        self._now, self.seat, self._told = sitting, seat, told
        self._way = [bytes(sitting)]  # the positions so far

    @cached_property
    def _there(self) -> Room:
        return self._now.machine.room(np.zeros(1, self._now.game.dtype))

    @cached_property
    def _sight(self) -> Room:
        return self._now.machine.room(np.zeros(1, self._now.game.dtype))

    def go(self, move: Move, choices: Sequence[Any]) -> tuple[Any, list[Move]]:
        """Make a move. If it could be taken back, and the seat is asked one of these choices next: which, and its moves; but not
        where something has to be typed.
        """
        asked, moves = self.ask(move, choices)
        return (None, []) if any(move.writes for move in moves) else (asked, moves)

    def ask(self, move: Move, choices: Sequence[Any]) -> tuple[Any, list[Move]]:
        """The same with all moves."""
        asked = self._asked(move.number, choices)
        if asked is None:
            return None, []
        there, sight, machine = self._there, self._sight, self._now.machine
        machine.view(there.records, 0, self.seat, sight.records, 0)
        return asked, moves_in_words(self._now, sight.state, self.seat, self._numbers(asked))

    def decline(self, number: int, choices: Sequence[Any]) -> int | None:
        """Make a move, and if the seat is asked one of these choices next: the number of the move that gives that up."""
        asked = self._asked(number, choices)
        return None if asked is None else next(filter(self.declines, self._numbers(asked)))

    def declines(self, number: int) -> bool:
        """Whether a move gives up what is asked for."""
        choice, arguments = self._now.machine.numbering.read(number)
        return arguments[0] in (choice.declines or ())

    def come_back(self, many: int = 1) -> None:
        """As if the last moves had not been made."""
        del self._way[len(self._way) - many :]

    def _asked(self, number: int, choices: Sequence[Any]) -> Any:
        """Make a move; what the seat is asked next, if that is one of these choices and it could take the move back."""
        before, state = self._way[-1], self._there.state
        self._there.memory[:] = before
        if slot_of(self._now.game.writing, self._now.machine.numbering, number) != NOTHING_WRITTEN:
            self._way.append(before)
            return None
        packed, is_alone = self._now.machine.numbering.pack(number), self._is_alone()
        is_unnoticed = self._make(packed)
        asked = state.asking[self.seat]
        if state.over or asked == NOTHING_ASKED or asked not in choices:
            return None
        may_return = is_unnoticed or (self._told and is_alone)
        return asked if may_return and not self._reveals(before, packed) else None

    def _make(self, packed: int) -> bool:
        """Make a move; whether nobody else notices anything of it: nothing is told, no chance has a part in it, nothing follows."""
        memory, records, state = self._there
        luck = bytes(state.luck)
        self._now.machine.answer(records, 0, self.seat, packed)
        is_unnoticed = luck == bytes(state.luck) and self._is_unheard()
        steps = Unheard(self._now.game, ())
        run_agenda(self._now, records, state, steps, len(self._now._history) + len(self._way))
        self._way.append(bytes(memory))
        return is_unnoticed and not steps.steps

    def _is_alone(self) -> bool:
        asking = self._there.state.asking
        return [other for other in range(self._now.seats) if asking[other]] == [self.seat]

    def _is_unheard(self) -> bool:
        """Whether nobody else has been told anything just now."""
        state = self._there.state
        return all(audience_of(state.news[row][1])[0] == self.seat for row in range(state.told))

    def _reveals(self, before: bytes, packed: int) -> bool:
        return veil_of(self._now.game).falls(before, self.seat, packed, partial(seen_of, self._now))

    def _numbers(self, asked: int) -> list[int]:
        """The moves that the seat may make there."""
        machine, listed = self._now.machine, self._now._moves
        machine.list_moves(self._there.records, 0, self.seat, listed)
        found: Any = listed[FIRST_MOVE : FIRST_MOVE + listed[COUNT]]
        unpack = machine.numbering.unpack
        return [unpack(asked, int(packed)) for packed in found]
