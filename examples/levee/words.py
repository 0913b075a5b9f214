"""Levee in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from examples.levee.rules import Ending, Event, Step, height
from moot.engine import NOBODY, Goal, Label, Line, Strip, Words, plural

sacks = plural("sack")


def ask_gift(view: Any, seat: int) -> Line:
    """The question tells what may be given."""
    return Line("2.1", f"Your harvest is {sacks(view.harvest[seat])}. How many do you give to the levee?")


def label_gift(view: Any, seat: int, given: int) -> Label:
    """What is left for the barn, before the river rises."""
    kept = view.barn[seat] + view.harvest[seat] - given
    return Label("Give", "{0:sacks}", f"your barn then has {sacks(kept)}")


def goal(view: Any, seat: int) -> Goal:
    """What wins, what the seat has, and how long still."""
    now, barn = f"Year {view.year} of {view.years}.", "" if seat == NOBODY else f"You have {sacks(view.barn[seat])}. "
    return Goal(f"The fullest barn after year {view.years} wins. {barn}{now}", f"{barn}{now}")


def picture(view: Any, seat: int, names: Sequence[str]) -> str:
    """Past years, and what the seat has."""
    return "\n".join([*_years(view), *_barns(view, seat, names)]) or "No year is over yet."


def _years(view: Any) -> Iterator[str]:
    for year in range(1, view.years + 1):
        if view.river[year - 1]:
            yield f"Year {year}: a levee of {height(view, year)} against a river of {view.river[year - 1]}"


def _barns(view: Any, seat: int, names: Sequence[str]) -> Iterator[str]:
    for other, name in enumerate(names):
        if other == seat or view.over:
            yield f"{name} has {sacks(view.barn[other])} in the barn"


WORDS = Words(
    kinds={"sacks": sacks},
    choices={Step.GIVE: ask_gift},
    moves={Step.GIVE: lambda view, seat, given: "Give {0:sacks}" if given else "Give nothing"},
    labels={Step.GIVE: label_gift},
    events={
        Event.YEAR_BEGAN: Line("2", "— Year {0} of {1} —"),
        Event.HARVESTED: Line("2", "You bring in {0:sacks}."),
        Event.GAVE: Line("2.1", "{0:seat} gives {1:sacks}."),
        Event.HELD: Line("3.2", "The levee of {0} holds: the river rises to {1}."),
        Event.BROKE: Line("3.2", "The levee of {0} breaks: the river rises to {1}, and half of every barn is lost."),
        Event.KEPT: Line("4", "{0:seat} has {1:sacks} in the barn, and gave {2} in all."),
    },
    endings={Ending.YEARS_ARE_OVER: Line("4", "The years are over.")},
    picture=picture,
    scenes=frozenset({Event.HELD, Event.BROKE}),
    strip=lambda view: Strip(f"Year {view.year} of {view.years}"),
    points=sacks,
    goal=goal,
    how_to_win=(
        "What you keep of your harvest goes into your barn, and the fullest barn wins.",
        "The game ends after the last year; whenever the levee breaks, half of every barn is lost.",
        "Try this: give two sacks when you have four, and see what the others do.",
    ),
)
