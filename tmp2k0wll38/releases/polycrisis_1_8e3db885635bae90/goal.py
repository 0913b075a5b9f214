"""What wins in Polycrisis, in a line and in three sentences."""

from __future__ import annotations

from typing import Any

from moot.engine import Goal, fit
from moot.engine.words import MOST_GOAL
from polycrisis_1_8e3db885635bae90.components import PROBLEMS
from polycrisis_1_8e3db885635bae90.naming import SOME_CHIPS
from polycrisis_1_8e3db885635bae90.rules import Ending

HOW_TO_WIN = (
    "Finished projects take problems out of crisis; research makes cards better and protects problems.",
    "You all win if the table holds to the end of the last turn, and lose at once when all 30 problems are in crisis.",
    "Try this: work together on one category, for a category that is wholly in crisis adds a chip in every turn.",
)

BECAUSE = {
    Ending.WON: "the table has held",
    Ending.TOTAL_CRISIS: "all thirty problems are in crisis",
    Ending.TEN_IN_A_ROW: "ten saturated results came in a row",
}


def goal(view: Any, seat: int) -> Goal:
    """§4.1 §4.2 The last turn, how many problems are in crisis, and §3.6.2 the chips that the next dice will spend."""
    head, held, chips = f"Hold on to the end of turn {view.turns}.", gauge(view), SOME_CHIPS(view.chips)
    figures = ("turn", str(view.turn)), ("in crisis", str(crises(view))), ("chips", str(view.chips))
    if not view.turn:
        return Goal(f"{head} {held} at the start.", f"Hold to turn {view.turns}: {held} at the start.", figures)
    now = f"{head} Turn {view.turn}: {held}, {chips}"
    return Goal(
        fit(MOST_GOAL, f"{now} for the next dice.", f"{now}."),
        f"Hold to turn {view.turns}: {held}, {chips}.",
        figures,
    )


def gauge(view: Any) -> str:
    """§1.1 How many problems are in crisis."""
    return f"{crises(view)} of {PROBLEMS} in crisis"


def crises(view: Any) -> int:
    """§1.1 The same as a number."""
    return int(view.crisis.bit_count())
