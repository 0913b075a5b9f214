"""Gestures: several questions that people answer in one go. Rules ask them one after the other; a page offers whole ways through
them as single answers, found by looking ahead. What is final can only end a way, and what must be typed is asked by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import closing
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

from moot.engine.labels import Label
from moot.engine.moves import Move, altered
from moot.engine.walk import Walk

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting
    from moot.engine.words import Words

MOST_WAYS = 80  # that are offered at once: a gesture that has more ends a question earlier


class Gesture(NamedTuple):
    """Choices that belong together."""

    choices: tuple[Any, ...]  # in the order in which they are asked; some may be left out
    only: Collection[int] = ()  # it begins with moves whose first argument is one of these; empty: with any
    says: int = -1  # the answer whose outcome is told of the whole
    adds: bool = False  # whether what its answers cost is paid together; else it costs what the last of them does
    # If a page is to go through its ways one by one, with the board as it would be: what the last number of the last answer means.
    sides: tuple[str, ...] = ()


class Bundle(NamedTuple):
    """Answers that are worth most together: they are offered as one, beside the first of them by itself."""

    choices: tuple[Any, ...]  # in the order in which they are asked
    # Whether the last of some answers goes with those before it: from the seat and these answers.
    fits: Callable[[int, Sequence[Move]], bool]
    label: Callable[[Sequence[Label]], Label]  # of all of them, from what is said of each
    declines: Collection[Any] = ()  # choices that may be asked in between: there they are declined


class Leaving(NamedTuple):
    """Choices of which all that is still to come can be declined at once."""

    choices: tuple[Any, ...]  # each has to say what declines it
    label: Callable[[Any, int], Label]  # what is said of that, from a view and the seat: an exit


class Sweep(NamedTuple):
    """A choice that is asked until nothing is left to take: all of it can be taken at once where no answer bears on another."""

    choices: tuple[Any, ...]  # that choice, and those that follow upon an answer to it
    alike: Callable[[int], Any]  # what it comes to if those are answered by this number: others may come to the same
    label: Callable[[int], Label]  # of taking so many


def gathered(sitting: Sitting, seat: int, *, told: bool = True) -> list[Move]:
    """What a seat may do now, whole gestures as one move each: its `also` are the answers that follow. `told`: whether what was
    told may be taken back.
    """
    plain = moves = sitting.moves(seat)
    words, walk = sitting.game.words, Walk(sitting, seat, told)
    for gesture in words.gestures:
        if moves and moves[0].choice == gesture.choices[0]:
            moves = _gathered_by(gesture, walk, moves)
    for bundle in words.bundles:
        if plain and plain[0].choice == bundle.choices[0]:
            moves = [*_bundled_by(bundle, walk, plain), *moves]
    if words.sweep and plain and plain[0].choice == words.sweep.choices[0]:
        moves = [*_all_at_once(words, words.sweep, walk, plain), *moves]
    if words.leaving and plain and plain[0].choice in words.leaving.choices:
        moves = [*moves, *_way_out(words.leaving, walk, plain, words.leaving.label(sitting.look(seat), seat))]
    return moves


def _gathered_by(gesture: Gesture, walk: Walk, moves: list[Move]) -> list[Move]:
    """The gesture as far as there are not too many ways through it."""
    most = len(gesture.choices)
    for many in range(most, min(1, most - 1), -1):
        rest = gesture.choices[1:many]
        with closing(way for move in moves for way in _begun(gesture, rest, walk, move)) as ways:
            found = list(islice(ways, MOST_WAYS + 1))
        if len(found) <= MOST_WAYS:
            return [_as_one(gesture, way) for way in found]
    return moves


def _begun(gesture: Gesture, rest: Sequence[Any], walk: Walk, move: Move) -> Iterator[tuple[Move, ...]]:
    begins = not (move.also or move.writes) and (not gesture.only or move.arguments[0] in gesture.only)
    return _through(rest if begins else (), walk, (move,))


def _through(choices: Sequence[Any], walk: Walk, way: tuple[Move, ...]) -> Iterator[tuple[Move, ...]]:
    """The ways on, through the next of the choices that is asked."""
    if not choices:
        yield way
        return
    asked, moves = walk.go(way[-1], choices)
    rest = choices[list(choices).index(asked) + 1 :] if moves else ()
    try:
        for move in moves:
            yield from _through(rest, walk, (*way, move))
    finally:
        walk.come_back()  # also from the middle of too many ways
    if not moves:
        yield way


def _as_one(gesture: Gesture, way: tuple[Move, ...]) -> Move:
    """A way as one move."""
    first, *also = way
    is_turned = bool(gesture.sides) and way[-1].choice == gesture.choices[-1]
    side = gesture.sides[way[-1].arguments[-1]] if is_turned else ""
    if not also:
        return altered(first, side=side) if side else first
    words, numbers = " · ".join([move.words for move in way]), tuple([move.number for move in also])
    begins = first.label.outcome if is_turned else ""
    label = partial(_label_of, way, gesture)
    return altered(first, words=words, pieces=_pieces_of(way), also=numbers, side=side, begins=begins, _label=label)


def _label_of(way: tuple[Move, ...], gesture: Gesture) -> Label:
    """The kind of the first, what they cost, and one outcome of them."""
    labels = [move.label for move in way]
    kind, costs = labels[0], [label.cost for label in labels if label.cost]
    cost = " + ".join(costs if gesture.adds else costs[-1:])
    told = labels[gesture.says].outcome or labels[-1].verb
    costly, first = True in [label.costly for label in labels], True in [label.first for label in labels]
    return Label(kind.verb, cost, told, costly, kind.exit, kind.place, first)


# Answers that are worth most together


def _bundled_by(bundle: Bundle, walk: Walk, moves: list[Move]) -> Iterator[Move]:
    """Each bundle that begins with one of these moves."""
    for move in moves:
        if bundle.fits(walk.seat, (move,)):
            for told, way in _bundles_on(bundle, walk, (move,), (move,)):
                yield _joined(way[0], _numbers(way[1:]), bundle.label([one.label for one in told]), told)


def _bundles_on(
    bundle: Bundle, walk: Walk, told: tuple[Move, ...], way: tuple[Move, ...]
) -> Iterator[tuple[tuple[Move, ...], tuple[Move, ...]]]:
    """The answers that a bundle is made of; and with them, what is declined on the way."""
    if len(told) == len(bundle.choices):
        yield told, way
        return
    wanted = bundle.choices[len(told)]
    asked, moves = walk.go(way[-1], (wanted, *bundle.declines))
    for move in moves:
        if asked == wanted and bundle.fits(walk.seat, (*told, move)):
            yield from _bundles_on(bundle, walk, (*told, move), (*way, move))
        elif asked != wanted and walk.declines(move.number):
            yield from _bundles_on(bundle, walk, told, (*way, move))
    walk.come_back()


# All that is still to come, declined at once


def _way_out(leaving: Leaving, walk: Walk, moves: list[Move], label: Label) -> Iterator[Move]:
    """The exit that declines what is asked now and then, if that is more than one question."""
    first = next(move for move in moves if walk.declines(move.number))
    way, number = list[int](), walk.decline(first.number, leaving.choices)
    while number is not None:
        way.append(number)
        number = walk.decline(number, leaving.choices)
    walk.come_back(len(way) + 1)
    if way:
        yield _joined(first, way, label)


def _joined(first: Move, also: Iterable[int], label: Label, told: Sequence[Move] = ()) -> Move:
    """A way as one move, which is called by its label, or by those of its answers that are told of."""
    words = " · ".join(move.words for move in told) or label.verb
    return altered(first, words=words, pieces=_pieces_of(told), also=tuple(also), _label=lambda: label)


def _numbers(moves: Iterable[Move]) -> Iterator[int]:
    return (move.number for move in moves)


def _pieces_of(way: Sequence[Move]) -> tuple[str, ...]:
    return tuple(dict.fromkeys([piece for move in way for piece in move.pieces]))


# All that can be taken, taken at once


def _all_at_once(words: Words, sweep: Sweep, walk: Walk, moves: list[Move]) -> Iterator[Move]:
    """The answer that takes everything, if there are several things and no two of them want the same."""
    takes = [move for move in moves if not walk.declines(move.number)]
    found = [_taken(sweep, walk, move) for move in takes] if len(takes) > 1 else []
    wanted = [number for _, numbers in found for number in numbers]
    way = [move for taken, _ in found for move in taken]
    apart = len(wanted) == len(set(wanted)) and all(taken for taken, _ in found)
    if way and apart and _is_walkable(sweep, walk, way):
        label = sweep.label(len(takes))
        yield _joined(way[0], _numbers(way[1:]), label._replace(place=words.place_of(label.verb)))


def _taken(sweep: Sweep, walk: Walk, move: Move) -> tuple[list[Move], set[int]]:
    """The answers that take one thing, and all the numbers that could have been used; no answers where these are not alike."""
    way, could = [move], set[int]()
    _, moves = walk.ask(move, sweep.choices[1:])
    alike = True
    while moves:
        could |= {move.arguments[0] for move in moves}
        alike = alike and len({sweep.alike(move.arguments[0]) for move in moves}) == 1
        way.append(moves[0])
        _, moves = walk.ask(moves[0], sweep.choices[1:])
    walk.come_back(len(way))
    return (way if alike else []), could


def _is_walkable(sweep: Sweep, walk: Walk, way: list[Move]) -> bool:
    """Whether each answer is legal after those before it, and these could be taken back."""
    walked, legal = 0, True
    while legal and walked + 1 < len(way):
        moves = walk.ask(way[walked], sweep.choices)[1]
        walked += 1
        legal = way[walked].number in {move.number for move in moves}
    walk.come_back(walked)
    return legal
