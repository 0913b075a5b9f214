"""Games that nobody listens to: in simulations what rules tell is left out when they are compiled, not just unheard."""

from __future__ import annotations

from typing import Any

from moot.engine.binding import rule
from moot.engine.fields import State
from moot.engine.flow import open_seals, tell, tell_sealed, whisper


@rule
def say_nothing(s: State, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0) -> None:
    """In place of `tell`."""


@rule
def whisper_nothing(
    s: State, seat: int, event: int, a: int = 0, b: int = 0, c: int = 0, d: int = 0, e: int = 0
) -> None:
    """In place of `whisper` and `tell_sealed`."""


@rule
def open_nothing(s: State) -> None:
    """In place of `open_seals`."""


QUIET: dict[Any, Any] = {
    tell: say_nothing,
    whisper: whisper_nothing,
    tell_sealed: whisper_nothing,
    open_seals: open_nothing,
}
