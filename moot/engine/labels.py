"""The short words of an answer: what kind of move it is, what it costs, what comes of it; and in which order answers stand.

A game gives labels with its `Words`. They are made from what a seat sees, and only when somebody asks for them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import cycle
from threading import get_ident
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from moot.engine.writing import Names

if TYPE_CHECKING:
    from enum import IntEnum

    from moot.engine.game import Game
    from moot.engine.moves import Move

LONGEST_VERB, LONGEST_COST, LONGEST_OUTCOME, LONGEST_QUESTION = 20, 14, 44, 60  # signs that there is room for
SHORT_NAME = 10  # signs of a name within a label
SHEETS = 8  # copies of a view that can be looked at together


class Label(NamedTuple):
    """An answer in short: "Seed", "free", "Early Trade happens: you +1". Each text may be a template, as the words of moves are."""

    verb: str  # the kind of move: "Seed", "Push", "Draw ♣"
    cost: str = ""  # what it takes, very short: "1 gold", "free", "●"
    outcome: str = ""  # what comes of it, in one line: "♥ −5 → −4; 50 %: mad science"
    costly: bool = False  # whether it is often regretted
    exit: bool = False  # whether it ends or gives up something: stop, pass, done
    place: int = 0  # of its verb in the game's `order`; the engine fills it in
    first: bool = False  # whether it stands before others with the same verb


Labelled = Label | tuple[Label, tuple[int, ...]]  # a label, or one with the numbers that its templates name
Labels = Mapping[Any, Label | Callable[..., Labelled]]  # by choice


def label_of(game: Game, record: bytes, seat: int, step: IntEnum, arguments: tuple[int, ...], names: Names) -> Label:
    """The label of a move, from the bytes of what the seat saw when it was offered."""
    return game.words.label(_seen(game, record), seat, step, arguments, names)


@lru_cache(maxsize=8)
def _seen(game: Game, record: bytes) -> Any:
    """The view to look at. The moves of a list share it."""
    return game.interpreted.light(np.frombuffer(bytearray(record), game.dtype))


def imagined(view: Any) -> Any:
    """A copy of a view for rules to be tried on: what they do to it is what would follow, as far as the seat can know. It is for a
    passing look: after some more copies it is written over.
    """
    kind: Callable[[memoryview], Any] = type(view)
    twin = next(_paper(kind, len(view._memory), get_ident()))
    twin._memory[:] = view._memory
    twin.telling = 0
    return twin


@lru_cache(maxsize=64)
def _paper(kind: Callable[[memoryview], Any], size: int, thread: int) -> Iterator[Any]:
    """Records to write on, in turn. To lay one out takes a hundred times as long as to write over it."""
    return cycle([kind(memoryview(bytearray(size))) for _ in range(SHEETS)])


@lru_cache(maxsize=1_000)
def shortened(names: Names) -> Names:
    """The names as labels say them, so that these fit whatever people call themselves and what they make."""
    plain = [name.partition(" (")[0] for name in names]  # "Ada (North)": where it is too long, Ada is enough
    known = plain if len(set(plain)) == len(plain) else names
    shown = (name if len(name) <= SHORT_NAME else _short(known[seat]) for seat, name in enumerate(names))
    return Names(shown, {number: _short(text) for number, text in names.written.items()})


def _short(name: str) -> str:
    return name if len(name) <= SHORT_NAME else f"{name[: SHORT_NAME - 1].rstrip()}…"


def ordered(moves: Iterable[Move]) -> list[Move]:
    """Moves as they stand on a page: by their verbs, each verb at the same place in every turn, and exits last. Of a verb
    those that say so come first.
    """
    return sorted(moves, key=lambda move: (move.label.exit, move.label.place, not move.label.first))


def primary(moves: Sequence[Move]) -> Move | None:
    """The move that a page may recommend: the only one, or the only exit that costs nothing where all are exits; else none."""
    if len(moves) == 1:
        return moves[0]
    plain = [move for move in moves if not move.label.costly]
    return plain[0] if len(plain) == 1 and all(move.label.exit for move in moves) else None


def wrong_label(label: Label) -> Iterator[str]:
    """What is wrong with the label of a move: it must have a verb, and fit."""
    if not label.verb.strip():
        yield "it has no verb"
    texts = {"verb": LONGEST_VERB, "cost": LONGEST_COST, "outcome": LONGEST_OUTCOME}
    for name, most in texts.items():
        text = getattr(label, name)
        if len(text) > most or "\n" in text:
            yield f"its {name} has {len(text)} signs, and there is room for {most} in one line: {text}"
