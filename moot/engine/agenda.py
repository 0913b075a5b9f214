"""The steps that come by themselves, at the beginning and after every answer: until somebody is asked or the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from moot.engine.flow import STUCK
from moot.engine.hearing import Told
from moot.engine.mistakes import RulesError

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting

MOST_STEPS = 10_000  # between two answers; more means that the rules run in circles


def run_agenda(sitting: Sitting, records: Any, state: Any, told: Told, moves: int) -> None:
    """Take the steps of a record of this sitting (`state` is the same to look at), and listen to what they tell."""
    for _ in range(MOST_STEPS):
        if not sitting.machine.step(records, 0):
            break
        told.listen(state, moves)
        told.steps += 1
    else:
        circle = ", ".join(_circle(sitting, records, state))
        raise RulesError(
            f"{sitting.game.title} runs in circles: {MOST_STEPS} steps without asking anyone, at last {circle}"
        )
    if state.over == STUCK:
        raise RulesError(
            f"{sitting.game.title} reached a dead end after {moves} moves (seed {sitting.seed}): the agenda is empty, "
            f"nobody is asked, and the game is not over. Use `do`, `ask` or `finish`."
        )


def _circle(sitting: Sitting, records: Any, state: Any) -> Iterator[str]:
    """The steps that come again and again, by name."""
    for _ in range(6):
        yield sitting.game.rules.names(state.agenda[state.depth - 1]).name
        sitting.machine.step(records, 0)
