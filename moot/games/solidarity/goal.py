"""What wins in Solidarity, for each of its objectives, and where points came from. Of §6.4 nothing is said before the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.engine import Entry, Goal, Place, fit, stood
from moot.engine.standing import aimed, said_to, sentence
from moot.engine.words import MOST_GOAL, MOST_SHORT_GOAL
from moot.games.solidarity.components import NO_GOAL, Length, Objective
from moot.games.solidarity.rules import LARGEST, Event, imported, largest_held, points_of

WAYS = {
    Objective.GREED: (
        "At the end each EcU of a resource you did not invent is worth 1 point, and each stockpile of yours that is "
        "larger than every other of its kind 3.",
        "Try this: trade what you make for what the others have invented.",
    ),
    Objective.SOLIDARITY: (
        "In every council turn a fulfilled mandate scores a point for each 3 EcU that it asked for, and 3 at least.",
        "Try this: make what the others’ mandates ask for, and give it for what yours does.",
    ),
}


AIMS = {Objective.GREED: "Most points", Objective.SOLIDARITY: "Fulfil mandates"}


def shows_points(view: Any) -> bool:
    """§1.3 Points tell what a table plays for: they are shown to who may know that."""
    return bool(view.goal != NO_GOAL)


def rounds(view: Any) -> str:
    """§5.1 The round, and how many there are where that is known."""
    last = f" of {view.rounds}" if view.length == Length.FIXED else ""
    return f"Round {view.round}{last}"


def goal(view: Any, seat: int, names: Sequence[str], places: Sequence[Place] | None) -> Goal:
    """§6.1 §6.2 How the table’s objective scores, and how its points stand; to who may not know it, the round alone."""
    now = f"{rounds(view)}."
    if places is None:
        return Goal(now, now, figures(view))
    stands = stood(places, seat, names)
    short = fit(MOST_SHORT_GOAL, *(f"{aimed(AIMS[Objective(view.goal)], said)}. {now}" for said in stands))
    if view.goal == Objective.GREED:
        scores = f"Most points {ending(view)}: foreign EcU 1, only largest pile 3."
        return Goal(fit(MOST_GOAL, *(f"{scores} {sentence(said)}".strip() for said in stands)), short, figures(view))
    scores = "Fulfil mandates: a third of their size in points, 3 at least."
    return Goal(fit(MOST_GOAL, *(f"{scores} {said}" for said in says(stands, now))), short, figures(view))


def says(stands: Sequence[str], now: str) -> list[str]:
    """How the points stand, and the round."""
    return [f"{sentence(said)}{now}" for said in stands]


def figures(view: Any) -> tuple[tuple[str, str], ...]:
    """§2 What changes for all."""
    return (("round", str(view.round)),)


def ending(view: Any) -> str:
    """§5.1 When the points are counted."""
    return f"after round {view.rounds}" if view.length == Length.FIXED else "when the dice end it"


def how_to_win(view: Any) -> tuple[str, ...]:
    """§6.1 §6.2 §5.1 How points are made, what ends the game and one thing to try."""
    ends = f"The game ends {ending(view)}" if view.length == Length.FIXED else "In the later rounds dice end the game"
    if not shows_points(view):
        return ("What this table plays for is told to its own players.", f"{ends}.")
    scores, hint = WAYS[Objective(view.goal)]
    most = ", and the most points win" if view.goal == Objective.GREED else ""
    return scores, f"{ends}{most}.", hint


def account(log: Sequence[Entry], state: Any, seat: int) -> list[tuple[str, int]]:
    """§6.1 Under Greed by what is held at the end; §6.2 under Solidarity by the mandates that were fulfilled."""
    if state.goal == Objective.GREED:
        foreign, largest = imported(state, seat), largest_held(state, seat)
        counted = [("foreign EcU", foreign), ("largest stockpiles", LARGEST * largest)]
        return [*counted, ("beyond what is counted", points_of(state, seat) - foreign - LARGEST * largest)]
    return [("fulfilled mandates", sum(points for _, points, *_ in said_to(log, Event.SCORED, seat)))]
