"""What wins in Turning Points, what is realized next, and where points came from."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Any

from moot.engine import Entry, Goal, Place, fit, stood
from moot.engine.standing import aimed, sentence
from moot.engine.words import MOST_GOAL, MOST_SHORT_GOAL
from moot.games.turning_points.picture import owner, signed
from moot.games.turning_points.realize import arc_of, outcome, total_of
from moot.games.turning_points.rules import Event, has_event, is_on_map

NEXT = "Next: "

HOW_TO_WIN = (
    "When a node is realized, its event occurs or does not, and whoever its card names for that gains or loses points.",
    "The nodes are realized in the order of their numbers; most points win when the last one is.",
    "Try this: organize an event by which you gain, lay your token near that sign, and influence it where links do not help.",
)


def goal(view: Any, seat: int, names: Sequence[str], places: Sequence[Place]) -> Goal:
    """§6.2 Most points win; how they stand, and §5.1 what is realized next."""
    nexts, stands = realized_next(view, names), [sentence(said) for said in stood(places, seat, names)]
    pairs = [(said, sentence(coming)) for coming, said in product(nexts, stands)]
    aims = [sentence(aimed("Most points", said)) for said in stood(places, seat, names)]
    return Goal(
        fit(MOST_GOAL, *(f"Most points after node {view.nodes}. {said}{coming}".strip() for said, coming in pairs)),
        fit(MOST_SHORT_GOAL, *(f"{said}{sentence(coming)}".strip() for coming, said in product(nexts, aims))),
        (("next", nexts[0].removeprefix(NEXT)),),
    )


def realized_next(view: Any, names: Sequence[str]) -> tuple[str, ...]:
    """§5.1 The node that is realized next and how it stands: "Next: node 14, now +3, occurs: Birch −1"; then in fewer words."""
    node = view.present
    if not is_on_map(view, node):
        return ("All nodes are realized",)
    head = f"{NEXT}node {node + 1}"
    if not has_event(view, node):
        return f"{head}, empty", head
    now = f"{head}, now {signed(total_of(view, node))}"
    return f"{now}, {foreseen(view, node, names)}", now, head


def foreseen(view: Any, node: int, names: Sequence[str]) -> str:
    """§5.5 §5.6 What becomes of an event if nothing changes, and who gains or loses by it."""
    fate = outcome(total_of(view, node), view.side[node])
    arc = arc_of(view, node, fate)
    who = f"{owner(arc, names)} {signed(view.worth[node])}" if arc else "nobody"
    return f"{'occurs' if fate > 0 else 'does not occur'}: {who}"


def account(log: Sequence[Entry], state: Any, seat: int) -> list[tuple[str, int]]:
    """§5.6 Points gained and lost by one’s own events and by those of others."""
    points: Counter[str] = Counter()
    for label, number in scored(log, state, seat):
        points[label] += number
    return list(points.items())


def scored(log: Sequence[Entry], state: Any, seat: int) -> Iterator[tuple[str, int]]:
    """§5.6 Each outcome by which a player gained or lost."""
    node = 0
    for event, numbers in ((entry.event, entry.arguments) for entry in log):
        if event == Event.REALIZING:
            node = numbers[0]
        elif event in SIGNS and numbers[0] == seat:
            whose = "own events" if state.organizer[node] == seat + 1 else "others’ events"
            yield f"{'gains' if event == Event.GAINED else 'losses'} by {whose}", SIGNS[Event(event)] * numbers[1]


SIGNS = {Event.GAINED: 1, Event.LOST: -1}
