"""A sitting as plain data, and back again, for whoever keeps it and does not want to play all its moves anew.

Only the rules that made a snapshot read it: see `fingerprint`. Nothing in it can run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moot.engine.game import Game
from moot.engine.hearing import Entry
from moot.engine.saving import array_of
from moot.engine.sitting import Sitting
from moot.engine.undo import Given, Point, Undo
from moot.engine.writing import Book

Told = tuple[int, int | None, tuple[int, ...], int, bool]  # an `Entry`, its event by number


class SittingSnapshot(NamedTuple):
    """Everything that the moves of a sitting have come to."""

    record: bytes
    history: list[tuple[int, int]]
    texts: dict[int, str]
    ended: str
    log: Sequence[Told]
    scenes: dict[int, bytes]
    steps: int
    base: Point  # that nobody can go back behind
    run: Point  # where the seat that answered last began to
    given: list[Given]  # the answers since the base
    names: tuple[str, ...]  # of the seats
    pages: list[tuple[int, dict[int, str]]]  # what had been written after a number of moves


def snapshot_of(sitting: Sitting) -> SittingSnapshot:
    """A sitting as plain data. It shares lists with the sitting: encode it before another move is made."""
    return SittingSnapshot(
        record=bytes(sitting),
        history=sitting._history,
        texts=sitting.texts,
        ended=sitting.ended,
        log=sitting.log,
        scenes=sitting.scenes,
        steps=sitting.steps,
        base=sitting._undo.base,
        run=sitting._undo.run,
        given=sitting._undo.given,
        names=tuple(sitting.names),
        pages=sitting.book.pages,
    )


def restore(sitting: Sitting, snapshot: SittingSnapshot) -> None:
    """A sitting of the same rules, options and seed becomes what another was when the snapshot was made."""
    sitting.array[:] = array_of(sitting.game, snapshot.record)
    sitting._history, sitting.texts, sitting.ended = snapshot.history, snapshot.texts, snapshot.ended
    sitting.log = [_entry(sitting.game, *told) for told in snapshot.log]
    sitting.scenes, sitting.steps = snapshot.scenes, snapshot.steps
    sitting._undo = Undo(snapshot.base, snapshot.run, snapshot.given)
    sitting.book = Book.of(snapshot.names, snapshot.pages)
    sitting.turn += 1


def _entry(game: Game, after: int, event: int | None, arguments: tuple[int, ...], audience: int, sealed: bool) -> Entry:
    return Entry(after, None if event is None else game.events(event), arguments, audience, sealed)
