"""Treasury: what would come of an event or a payment, in short. Rules are tried on a copy of what the seat sees."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from moot.engine import imagined, minus
from moot.engine.labels import LONGEST_OUTCOME, SHORT_NAME
from moot.games.treasury.action import seed
from moot.games.treasury.answers import NO
from moot.games.treasury.components import AMOUNT, EFFECT, EVENT_ICON, EVENT_NAMES, Effect
from moot.games.treasury.event import present, take_effect
from moot.games.treasury.rules import Do
from moot.games.treasury.vocabulary import ICON_NAMES

_SEAT = re.compile(r"\{\d+:seat\}")

# Events that turn up what nobody knows, or that ask players.
SAID: dict[int, Callable[[int], str]] = {
    Effect.STIMULUS: lambda event: "a new demand card",
    Effect.VOLCANO: lambda event: "each loses a business",
    Effect.MODERNIZATION: lambda event: f"who has {ICON_NAMES[EVENT_ICON[event]]} may sell",
    Effect.EXHIBITION: lambda event: f"a card for {AMOUNT[event]} gold",
    Effect.BLACKOUT: lambda event: "each discards a card",
}


def tried(view: Any, seat: int, consequence: Callable[..., None], *arguments: int) -> Any:
    """The position after a consequence, as far as the seat can know."""
    after = imagined(view)
    consequence(after, seat, *arguments)
    return after


def gold_by(view: Any, seat: int, consequence: Callable[..., None], *arguments: int) -> str:
    """§5.1 What a consequence makes of the seat's gold: "you 3 → 4 gold"."""
    return f"you {view.gold[seat]} → {tried(view, seat, consequence, *arguments).gold[seat]} gold"


def seeding(view: Any, seat: int, what: int, card: int) -> str:
    """§2.3 The event that happens when a card is seeded: a template that names players."""
    begun = tried(view, seat, seed, card, what == Do.SEED_FREE)
    return happening(begun, seat)


def happening(view: Any, seat: int) -> str:
    """§2.3 What comes of the event that is about to take effect: a template that names players."""
    event = present(view)
    if not event:
        return "the oldest future event happens"
    parts = [SAID[EFFECT[event]](event)] if EFFECT[event] in SAID else list(changes(view, seat))
    return fitting(EVENT_NAMES[event], parts or ["nothing comes of it"])


def fitting(event: str, parts: list[str]) -> str:
    """As much as there is room for, the most important first."""
    happens = f" happen{'' if event.endswith('s') else 's'}"
    for last in range(len(parts), 0, -1):
        for verb in (happens, ""):
            text = f"{event}{verb}: {', '.join(parts[:last])}"
            if len(_SEAT.sub("x" * SHORT_NAME, text)) <= LONGEST_OUTCOME:
                return text
    return f"{event}{happens}"


def changes(view: Any, seat: int) -> Iterator[str]:
    """§9.1 to §9.6 What an event changes for the seat, for the others, for the treasury, the population and the demand pile."""
    after = imagined(view)
    after.skipping = NO
    take_effect(after)
    yield from gains(view, after, seat)
    yield from difference("treasury", after.treasury - view.treasury)
    yield from difference("population", after.population - view.population)
    yield from draws(after, seat) if EFFECT[present(view)] in DRAWING else ()
    yield from difference("demand", after.demand_size - view.demand_size)


DRAWING = (Effect.MOST_SCIENCE_DRAWS, Effect.INVENTION, Effect.BREAKTHROUGH)


def gains(view: Any, after: Any, seat: int) -> Iterator[str]:
    """§9.3 Whose gold changes: the seat's own, and that of another, or of the others together."""
    changed = {other: after.gold[other] - view.gold[other] for other in range(view.seats)}
    yield from difference("you", changed.pop(seat))
    others = {other: change for other, change in changed.items() if change}
    if len(others) == 1:
        yield from (text for other, change in others.items() for text in difference(f"{{{other}:seat}}", change))
    elif others:
        yield from difference("others", sum(others.values()))


def draws(after: Any, seat: int) -> Iterator[str]:
    """§9.1 Who draws."""
    if after.draws[seat]:
        yield f"you draw {after.draws[seat]}"
    drawing = [other for other in range(after.seats) if other != seat and after.draws[other]]
    if drawing:
        yield f"{{{drawing[0]}:seat}} draws {after.draws[drawing[0]]}" if len(drawing) == 1 else "others draw"


def difference(name: str, change: int) -> Iterator[str]:
    """Something that changes, and by how much."""
    if change:
        yield f"{name} {minus(f'{change:+d}')}"
