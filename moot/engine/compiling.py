"""How Numba is asked to compile rules. It is imported only when something is compiled, for that takes a second by itself."""

from __future__ import annotations

from types import FunctionType
from typing import Any

from llvmlite.binding import Linkage
from numba import njit, types
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import LoweringPass, register_pass
from numba.core.typed_passes import AnnotateTypes

# Rules do not hold Python's lock, so that bots think in threads; and they make no arrays, so that Numba need not count references
# to any, which costs a third of the time of a small game. Nor do they divide by nothing: Numba need not look.
_AS_RULES: dict[str, Any] = {"nogil": True, "_nrt": False, "error_model": "numpy"}
_types: Any = types


def compiled_rule(function: FunctionType) -> Any:
    """A rule that compiled functions call."""
    return compiled_once(njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, **_AS_RULES)(function))


def compiled_entry(function: FunctionType) -> Any:
    """A function that is called from Python; what it is compiled to is kept on disk."""
    return njit(cache=True, pipeline_class=WholeProgram, **_AS_RULES)(function)


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


@register_pass(mutates_CFG=False, analysis_only=True)
class _KeepToOneself(LoweringPass):  # type: ignore[misc]
    """What an entry calls belongs to it alone. LLVM, which has to expect that others call a function too, may then follow its
    arguments and its result through all calls: compiled games are a quarter faster.
    """

    _name = "moot_keep_to_oneself"

    def __init__(self) -> None:
        LoweringPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        """Makes the library into which the entry is then lowered."""
        library = state.library = state.targetctx.codegen().create_library(state.func_id.func_qualname)
        library.enable_object_caching()
        optimize = library._optimize_final_module

        def optimize_whole() -> None:
            for function in library._final_module.functions:
                if function.linkage == Linkage.linkonce_odr:
                    function.linkage = Linkage.internal
            optimize()

        library._optimize_final_module = optimize_whole
        return False


class WholeProgram(CompilerBase):  # type: ignore[misc]
    """Numba's own pipeline, with that pass."""

    def define_pipelines(self) -> list[Any]:
        """The passes in their order."""
        passes = DefaultPassBuilder.define_nopython_pipeline(self.state)
        passes.add_pass_after(_KeepToOneself, AnnotateTypes)
        passes.finalize()
        return [passes]
