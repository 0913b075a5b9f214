"""Memory that is asked for before it is needed."""

from __future__ import annotations

from functools import cache
from typing import Any

LINE = 128  # bytes that the GPU reads at once


@cache
def fetching(lines: int) -> Any:
    """A function of the GPU that has the first lines of a record read, all at the same time, and does not wait for them."""
    from llvmlite import ir
    from numba import types
    from numba.cuda.extending import intrinsic

    address = ir.IntType(64)
    instruction = ir.FunctionType(ir.VoidType(), [address]), "prefetch.global.L2 [$0];", "l"

    @intrinsic  # type: ignore[untyped-decorator]
    def fetch(_: Any, record: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            start = builder.ptrtoint(arguments[0], address)
            for line in range(lines):
                builder.asm(*instruction, [builder.add(start, address(line * LINE))], True)
            return context.get_dummy_value()

        return types.void(record), generate

    return fetch
