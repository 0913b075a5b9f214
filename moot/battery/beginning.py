"""What is told before the first question: it must be as it would be in any other beginning that looks the same.

There are no moves yet that could be made in a guess. So the beginning itself is played again and again, each time with another
outcome of one of its draws of chance: another card here, another die there. To a seat that sees no difference it sounds the same.
"""

from __future__ import annotations

from random import Random
from typing import Any, NamedTuple

from moot.battery.desk import Desk, Heard, difference, heard
from moot.battery.walks import Plan, Walk, who
from moot.engine import NOBODY, Entry, Game
from moot.engine.binding import rule
from moot.engine.chance import below

TRIES = 40  # other outcomes that are tried in one game


class Beginning(NamedTuple):
    """A game until its first question."""

    record: bytes
    news: list[Entry]
    draws: list[int]  # how many outcomes each draw of chance had


class Luck:
    """Chance with one draw altered: it stands in for the engine's own."""

    def __init__(self) -> None:
        self.draws: list[int] = []
        self.altered, self.shift = -1, 0
        self.below = rule(self._make())

    def _make(self) -> Any:
        plain = below  # by another name, or it would be replaced here too

        def below_or_other(luck: Any, n: int) -> int:
            drawn, outcome = len(self.draws), plain(luck, n)
            self.draws.append(n)
            return (outcome + self.shift) % n if drawn == self.altered else outcome

        return below_or_other

    def alter(self, draw: int, shift: int) -> None:
        """From now on one draw comes out otherwise."""
        self.draws, self.altered, self.shift = [], draw, shift


def beginning(game: Game, plan: Plan) -> None:
    """What a seat hears before the first question is in its view: what looks the same to it sounds the same."""
    luck = Luck()
    desk = Desk(game, machine=game.interpreted_with({below: luck.below}))
    for walk in plan.walks(game):
        _check_beginnings(desk, luck, walk, walk.dice)


def _check_beginnings(desk: Desk, luck: Luck, walk: Walk, chance: Random) -> None:
    truth = _begin(desk, luck, walk)
    choices = [draw for draw, outcomes in enumerate(truth.draws) if outcomes > 1]
    for draw in chance.sample(choices, min(TRIES, len(choices))):
        luck.alter(draw, chance.randrange(1, truth.draws[draw]))
        _compare(desk, truth, _begin(desk, luck, walk), walk.options["seats"])
    luck.alter(-1, 0)


def _begin(desk: Desk, luck: Luck, walk: Walk) -> Beginning:
    luck.draws = []
    record, news = desk.begin(walk.options, walk.seed)
    return Beginning(record, news, luck.draws)


def _compare(desk: Desk, one: Beginning, other: Beginning, seats: int) -> None:
    for seat in range(NOBODY, seats):
        told, sounds = heard(one.news, seat), heard(other.news, seat)
        if told != sounds and desk.view(one.record, seat) == desk.view(other.record, seat):
            heard_here, heard_there = difference(desk.game, told, sounds)
            raise AssertionError(
                f"before the first question {who(seat)} hears what it cannot see: {heard_here}, but in a beginning that "
                f"looks the same {heard_there}. {_advice(told, sounds)}"
            )


def _advice(told: Heard, sounds: Heard) -> str:
    if sorted(told) == sorted(sounds):
        return (
            "It hears the same in another order: keep the order in a field, or tell it in one that follows from a field"
        )
    return "What is told must be seen afterwards: whisper it to the seat that may know it, or show it in a field"
