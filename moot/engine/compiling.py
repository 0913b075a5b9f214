"""How Numba is asked to compile rules. It is imported only when something is compiled, for that takes a second by itself."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from llvmlite.binding import Linkage
from numba import njit, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import AnnotateTypes, NativeLowering

# Rules do not hold Python's lock, so that bots think in threads; and they make no arrays, so that Numba need not count references
# to any, which costs a third of the time of a small game. Nor do they divide by nothing: Numba need not look.
_AS_RULES: dict[str, Any] = {"nogil": True, "_nrt": False, "error_model": "numpy"}
_types: Any = types


def compiled_rule(function: FunctionType) -> Any:
    """A rule that compiled functions call."""
    return compiled_once(
        njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=RuleCompiler, **_AS_RULES)(function)
    )


def compiled_entry(function: FunctionType) -> Any:
    """A function that is called from Python; what it is compiled to is kept on disk."""
    return njit(cache=True, pipeline_class=EntryCompiler, **_AS_RULES)(function)


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
