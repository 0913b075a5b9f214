"""All that Moot uses of Numba's and numba-cuda's internals, which a new version of either may change: pyproject.toml caps both.

The first part is about compiling for the CPU, the second about CUDA, for which numba-cuda must be installed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Lock
from typing import Any

import numpy as np
from llvmlite.binding import Linkage
from numba import config, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import AnnotateTypes, NativeLowering

AT_ONCE = 16  # words that are read before the first of them is written
WORD, PIECE = 4, 16  # bytes: that belong together, that a thread of the GPU reads at once
_one_at_a_time = Lock()
_types: Any = types


@contextmanager
def cache_in(folder: Path) -> Iterator[None]:
    """Numba reads the folder of its cache from a global setting at the moment a function is wrapped."""
    with _one_at_a_time:
        before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
        try:
            yield
        finally:
            config.CACHE_DIR = before


def compiled_once(dispatcher: Any) -> Any:
    """Numba compiles a function for every combination of widths and constants that it is called with. Rules are handed wide
    numbers whatever they come from, so that each is compiled once: this takes a tenth off the time to compile a large game.
    """
    template = dispatcher.get_call_template
    dispatcher.get_call_template = lambda args, kws: template(
        tuple(map(_widen, args)), {name: _widen(kind) for name, kind in kws.items()}
    )
    return dispatcher


def _widen(kind: Any) -> Any:
    kind = _types.unliteral(kind)
    return _types.int64 if isinstance(kind, _types.Integer) and kind.signed else kind


class _Pass(LoweringPass):  # type: ignore[misc]
    """A pass of Numba's compiler, which asks every pass to say how it is made."""

    def __init__(self) -> None:
        LoweringPass.__init__(self)


@register_pass(mutates_CFG=False, analysis_only=True)
class _LeaveToEntries(_Pass):
    """No machine code is made of a rule: the entries that call it take it in as it is. (Numba would put a rule together with all
    that it calls, optimize that and translate it, for every rule anew: this halves the time to compile a game.)
    """

    _name = "moot_leave_to_entries"

    def run_pass(self, state: Any) -> bool:
        """Makes the library into which a rule is then lowered."""
        library = _new_library(state)
        library.finalize = lambda: setattr(library, "_finalized", True)
        state.flags.no_compile = True
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _MakeKnown(_Pass):
    """Numba finds a function by what Python calls, which must be built in. Python does not call rules: what stands for one need
    only be like no other.
    """

    _name = "moot_make_known"

    def run_pass(self, state: Any) -> bool:
        """After a rule has been lowered."""
        lowered, stand_in = state["cr"], list[Any]().append
        state["cr"] = lowered._replace(cfunc=stand_in)
        state.targetctx.insert_user_function(stand_in, lowered.fndesc, [state.library])
        return False


@register_pass(mutates_CFG=False, analysis_only=True)
class _TakeInAll(_Pass):
    """An entry takes in all rules that it calls and that they call. These belong to it alone: LLVM, which has to expect that others
    call a function too, may then follow its arguments and its result through all calls, and compiled games are a quarter faster.
    """

    _name = "moot_take_in_all"

    def run_pass(self, state: Any) -> bool:
        """Makes the library into which an entry is then lowered."""
        library = _new_library(state)
        library.enable_object_caching()
        finalize, optimize = library.finalize, library._optimize_final_module

        def finalize_all() -> None:
            _add_all_called(library)
            finalize()

        def optimize_all() -> None:
            _make_internal(library)
            optimize()

        library.finalize, library._optimize_final_module = finalize_all, optimize_all
        return False


def _new_library(state: Any) -> Any:
    state.library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
    return state.library


def _add_all_called(library: Any) -> None:
    parts = library._linking_libraries
    for part in parts:  # which grows meanwhile
        parts += [called for called in part._linking_libraries if called not in parts]


def _make_internal(library: Any) -> None:
    for function in library._final_module.functions:
        if function.linkage == Linkage.linkonce_odr:
            function.linkage = Linkage.internal


class RuleCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's own passes, but for its last ones."""

    def define_pipelines(self) -> list[Any]:
        """The passes in their order."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_LeaveToEntries, AnnotateTypes)
        passes.add_pass_after(_MakeKnown, NativeLowering)
        passes.finalize()
        return [passes]


class EntryCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's own passes, for a function and all that it calls."""

    def define_pipelines(self) -> list[Any]:
        """The passes in their order."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_TakeInAll, AnnotateTypes)
        passes.finalize()
        return [passes]


# CUDA


def marked(device: Any, marks: list[str]) -> Any:
    """A function of the GPU whose code bears marks: they tell NVIDIA's compiler what to do with it."""
    compile_device = device.compile_device

    def compile_marked(*args: Any) -> Any:
        result = compile_device(*args)
        for code in result.library.modules[0].functions:
            if not code.is_declaration:
                for mark in marks:
                    code.attributes.add(mark)
        return result

    device.compile_device = compile_marked
    return device


def allow_near_memory(kernel: Any, size: int) -> None:
    """Let a kernel have so much of the near memory: what is more than 48 KiB must be asked for, and Numba has no word for it."""
    from numba.cuda.cudadrv.driver import binding, driver

    [definition] = kernel.overloads.values()
    function, attribute = definition._codelibrary.get_cufunc(), binding.CUfunction_attribute
    driver.cuKernelSetAttribute(
        attribute.CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, size, function.handle, function.device.id
    )


def as_record(layout: np.dtype[np.void]) -> Any:
    """A function of the GPU that sees words as the record they make up."""
    from numba import from_dtype
    from numba.cuda.extending import intrinsic

    record = from_dtype(layout)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.bitcast(_start_of(context, builder, signature, arguments), context.get_value_type(record))

    @intrinsic  # type: ignore[untyped-decorator]
    def see(_: Any, words: Any) -> Any:
        return record(words), generate

    return see


def copying(words: int, *, taking: bool) -> Any:
    """A function of the GPU that copies words between the near memory and a room: takes them from the room, or puts them there."""
    from numba.cuda.extending import intrinsic

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        near, far = (_start_of(context, builder, signature, arguments), WORD), (arguments[1], PIECE)
        _copy(builder, *((far, near) if taking else (near, far)), words)
        return context.get_dummy_value()

    @intrinsic  # type: ignore[untyped-decorator]
    def copy(_: Any, near: Any, room: Any) -> Any:
        return _types.void(near, room), generate

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


def in_two_places(room: np.dtype[np.void], near: int) -> Any:
    """A function of the GPU that makes a record of two places: its first bytes are near, the others in a room."""
    from numba.cuda.extending import intrinsic

    kind = _kind_in_two_places(room, near)

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        record = context.make_helper(builder, kind)
        record.near = builder.bitcast(_start_of(context, builder, signature, arguments), arguments[1].type)
        record.far = arguments[1]
        return record._getvalue()

    @intrinsic  # type: ignore[untyped-decorator]
    def both(_: Any, near: Any, room: Any) -> Any:
        return kind(near, room), generate

    return both


def _kind_in_two_places(room: np.dtype[np.void], near: int) -> Any:
    """Numba's type of a record whose first bytes are near: it has the fields of the whole room, and each is where it is."""
    from numba import from_dtype
    from numba.cuda.cudadecl import registry
    from numba.cuda.extending import core_models, register_model
    from numba.cuda.typing.templates import AttributeTemplate

    whole = from_dtype(room)

    class InTwoPlaces(_types.Type):  # type: ignore[misc]
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
        return context.get_setattr(field, _types.void(whole, signature.args[1]))(builder, (place, value))
