"""Is it always said what wins, in few words, and from nothing but what the seat sees?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from moot.battery.desk import Desk
from moot.battery.secrecy import SEEDS
from moot.battery.walks import Plan, Walk, insist, viewers, who
from moot.engine import NOBODY, Game, Goal, Sitting
from moot.engine.since import MOST_LINES, since
from moot.engine.standing import goal as goal_of
from moot.engine.standing import how_to_win
from moot.engine.words import MOST_GOAL, MOST_SHORT_GOAL

EVERY = 5  # moves from one position whose guess is looked at to the next
LONG_NAME = "Maximiliane-Wilhelmina M"  # as long as a name at the table may be
SENTENCES = 3
_YOU = re.compile(r"\b(you|your|yours)\b", re.IGNORECASE)


def goal(game: Game, plan: Plan) -> None:
    """At any time it is said what wins and what has changed, in few words, which a guess of the seat says too; accounts add up."""
    for walk in plan.both(game, 0.3):
        _check_walk(walk, Desk(game, compiled=walk.compiled))
        _check_accounts(game, walk.sitting)


def _check_walk(walk: Walk, desk: Desk) -> None:
    """Every position, as one seat sees it; some of them closely."""
    seat, before = NOBODY, None
    for sitting in walk.positions():
        seat = seat if before else walk.dice.choice(viewers(sitting))
        view = sitting.view(seat)
        _check_said(sitting, view, seat, [LONG_NAME] * sitting.seats if walk.moves % 2 else sitting.names)
        if walk.moves % EVERY == 0 or sitting.over:
            _check_told(sitting, before or view, view, seat)
            _check_guess(desk, sitting, view, seat, walk.dice.randrange(SEEDS))
            before = view


def _check_said(sitting: Sitting, view: Any, seat: int, names: Sequence[str]) -> None:
    """The line of what wins."""
    line = goal_of(sitting.game, view, seat, names)
    insist(isinstance(line, Goal), f"the goal of {who(seat)} is {line!r}: return Goal(text, short)")
    for text, most in ((line.text, MOST_GOAL), (line.short, MOST_SHORT_GOAL)):
        insist(text.strip(), f"the goal of {who(seat)} is empty")
        insist(len(text) <= most, f"the goal of {who(seat)} takes {len(text)} signs, not {most}: {text}")
        insist(seat != NOBODY or not _YOU.search(text), f"the goal says “you” to a spectator: {text}")


def _check_told(sitting: Sitting, before: Any, view: Any, seat: int) -> None:
    """How to win, and what has changed since an earlier position."""
    said, told = how_to_win(sitting.game, view), since(sitting.game, before, view, seat, sitting.names)
    insist(len(told) <= MOST_LINES, f"what has changed for {who(seat)} takes {len(told)} lines")
    insist(1 <= len(said) <= SENTENCES and all(one.strip() for one in said), f"how to win takes {len(said)} sentences")


def _check_guess(desk: Desk, sitting: Sitting, view: Any, seat: int, seed: int) -> None:
    """What looks the same to a seat has the same goal."""
    guess = desk.view(desk.guess(bytes(sitting), seat, seed), seat)
    seen = sitting.machine.light(np.frombuffer(bytearray(guess), sitting.game.dtype))
    same = _says(sitting, seen, seat) == _says(sitting, view, seat)
    insist(same, f"a guess of {who(seat)} has another goal: {goal_of(sitting.game, seen, seat, sitting.names).text}")


def _says(sitting: Sitting, view: Any, seat: int) -> object:
    return goal_of(sitting.game, view, seat, sitting.names), how_to_win(sitting.game, view)


def _check_accounts(game: Game, sitting: Sitting) -> None:
    """Where points came from adds up to them."""
    if game.words.account is None:
        return
    for seat in range(sitting.seats):
        parts = game.words.account(sitting.log, sitting.state, seat)
        points = sitting.standing.points[seat]
        told = ", ".join(f"{label} {number}" for label, number in parts) or "nothing"
        insist(sum(number for _, number in parts) == points, f"seat {seat} has {points} points, its account: {told}")
