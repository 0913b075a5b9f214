"""Records in two places: while a game goes on, its small fields are near, in the memory that each multiprocessor has for itself;
the large ones stay in the main memory. Rules take such a record for any other.

Rules look at small fields most of the time, and 32 threads look at 32 games at once. In the main memory these are 32 places; near,
they lie an odd number of words apart, so that the same field of all 32 is read together. What it brings was measured: see
benchmarks/README.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from moot.lab.gpu.rooms import PIECE, WORD

AT_ONCE = 16  # words that are read before the first of them is written


class Near(NamedTuple):
    """Functions of the GPU, of the words that are near and of a room in the main memory."""

    take: Any  # the near words, from the room
    put: Any  # the near words, into the room
    both: Any  # a record of which the near words are near


def far_apart(words: int) -> int:
    """How many words the near ones of two games are apart, so that the same word of 32 games is in 32 banks."""
    return words | 1


@cache
def near_of(room: np.dtype[np.void], words: int) -> Near:
    """The functions for rooms of which so many words are near."""
    return Near(_copying(words, taking=True), _copying(words, taking=False), _both(room, words * WORD))


def _copying(words: int, *, taking: bool) -> Any:
    from numba import types
    from numba.cuda.extending import intrinsic

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        near, far = (_start_of(context, builder, signature, arguments), WORD), (arguments[1], PIECE)
        _copy(builder, *((far, near) if taking else (near, far)), words)
        return context.get_dummy_value()

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(_: Any, near: Any, room: Any) -> Any:
        return types.void(near, room), generate

    return copy


def _start_of(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
    """Where the near words are."""
    return context.make_array(signature.args[0])(context, builder, arguments[0]).data


def _copy(builder: Any, source: tuple[Any, int], target: tuple[Any, int], words: int) -> None:
    """Words from one place to another; with each place, how many bytes it is aligned to."""
    from llvmlite import ir

    word = ir.IntType(WORD * 8)

    def places(place: tuple[Any, int], batch: range) -> Iterator[tuple[Any, int]]:
        start = builder.bitcast(place[0], word.as_pointer())
        for number in batch:
            yield builder.gep(start, [word(number)]), place[1] if number * WORD % place[1] == 0 else WORD

    for first in range(0, words, AT_ONCE):
        batch = range(first, min(first + AT_ONCE, words))
        read = [builder.load(place, align=align) for place, align in places(source, batch)]
        for value, (place, align) in zip(read, places(target, batch), strict=True):
            builder.store(value, place, align=align)


def _both(room: np.dtype[np.void], near: int) -> Any:
    from numba.cuda.extending import intrinsic

    in_two_places = _in_two_places(room, near)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        record = context.make_helper(builder, in_two_places)
        record.near = builder.bitcast(_start_of(context, builder, signature, arguments), arguments[1].type)
        record.far = arguments[1]
        return record._getvalue()

    @intrinsic  # type: ignore[untyped-decorator]
    def both(_: Any, near: Any, room: Any) -> Any:
        return in_two_places(near, room), generate

    return both


def _in_two_places(room: np.dtype[np.void], near: int) -> Any:
    """Numba's type of a record whose first bytes are near: it has the fields of the whole room, and each is where it is."""
    from numba import from_dtype, types
    from numba.cuda.cudadecl import registry
    from numba.cuda.extending import core_models, register_model
    from numba.cuda.typing.templates import AttributeTemplate

    whole = from_dtype(room)

    class InTwoPlaces(types.Type):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(name=f"InTwoPlaces({whole._code})")

    @register_model(InTwoPlaces)
    class _Places(core_models.StructModel):  # type: ignore[misc]
        def __init__(self, manager: Any, kind: Any) -> None:
            super().__init__(manager, kind, [("near", whole), ("far", whole)])

    @registry.register_attr
    class _Fields(AttributeTemplate):  # type: ignore[misc]
        key = InTwoPlaces

        def generic_resolve(self, _: Any, field: str) -> Any:
            return whole.typeof(field)

    _find_fields(InTwoPlaces, whole, near)
    return InTwoPlaces()


def _find_fields(kind: Any, whole: Any, near: int) -> None:
    """Have Numba read and write the fields of records in two places as it does those of whole ones."""
    from numba import types
    from numba.cuda.cudaimpl import registry

    def place_of(context: Any, builder: Any, kind: Any, value: Any, field: str) -> Any:
        record = context.make_helper(builder, kind, value)
        return record.near if whole.offset(field) < near else record.far

    @registry.lower_getattr_generic(kind)  # type: ignore[untyped-decorator]
    def read(context: Any, builder: Any, kind: Any, value: Any, field: str) -> Any:
        place = place_of(context, builder, kind, value, field)
        return context.get_getattr(whole, field)(context, builder, whole, place, field)

    @registry.lower_setattr_generic(kind)  # type: ignore[untyped-decorator]
    def write(context: Any, builder: Any, signature: Any, arguments: Any, field: str) -> Any:
        record, value = arguments
        place = place_of(context, builder, signature.args[0], record, field)
        return context.get_setattr(field, types.void(whole, signature.args[1]))(builder, (place, value))
