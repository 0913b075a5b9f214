"""Are guesses possible positions, made from nothing but what the seat sees?"""

from __future__ import annotations

from collections import Counter

import numpy as np

from moot.battery.desk import Desk
from moot.battery.secrecy import SEEDS, check_same_view, under_seal
from moot.battery.walks import Plan, Walk, insist, viewers, who
from moot.engine import OWNER, PUBLIC, Game, Sitting, State
from moot.engine.fields import fields_of
from moot.engine.flow import SEALED

ENOUGH = 30  # records in which a hidden field holds something while no guess does before that is called a mistake


def guesses(game: Game, plan: Plan) -> None:
    """A guess looks like the record, is lawful, can be answered, fills in what is hidden, follows from the view."""
    gaps = Gaps(game)
    for walk in plan.both(game):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.samples():
            seat, record = walk.dice.choice(viewers(sitting)), bytes(sitting)
            guess = desk.guess(record, seat, walk.dice.randrange(SEEDS))
            _check_guess(desk, record, guess, seat)
            _check_follows(desk, record, guess, seat, walk.dice.randrange(SEEDS))
            gaps.note(desk, sitting, guess, seat)
    gaps.check()


def _check_guess(desk: Desk, record: bytes, guess: bytes, seat: int) -> None:
    check_same_view(desk, record, guess, seat)
    left_open = f"a guess of {who(seat)} leaves open what others are asked: `ask` them in @rules.guess"
    insist(SEALED not in desk.read(guess, "asking"), left_open)
    broken = desk.broken_law(guess)
    insist(broken is None, f"a guess of {who(seat)} breaks a law: {broken}")
    for other in desk.waiting(guess):
        insist(desk.numbers(guess, other), f"in a guess of {who(seat)}, seat {other} owes an answer but has no move")


def _check_follows(desk: Desk, record: bytes, guess: bytes, seat: int, seed: int) -> None:
    """Two records that look the same give the same guess."""
    same = desk.guess(record, seat, seed) == desk.guess(guess, seat, seed)
    insist(same, f"a guess of {who(seat)} follows from more than its view and the seed")


class Gaps:
    """Hidden fields that hold something in records but never in guesses: a redeal that forgot them.

    A guess puts whoever is under way in a blind phase back to its beginning: what they have done there does not count.
    """

    def __init__(self, game: Game) -> None:
        own = {name: field for name, field in fields_of(game.state).items() if name not in vars(State)}
        self.fields = {name: field for name, field in own.items() if field.seen_by is not PUBLIC}
        self.held: Counter[str] = Counter()
        self.filled: set[str] = set()

    def note(self, desk: Desk, sitting: Sitting, guess: bytes, seat: int) -> None:
        """Look into the hidden fields of those whose part must be guessed."""
        blind = under_seal(sitting)
        others = [other for other in range(sitting.seats) if other != seat and other not in blind]
        for name, field in self.fields.items():
            rows = others if field.seen_by is OWNER else [] if blind else slice(None)
            held, filled = (np.atleast_1d(desk.read(record, name))[rows] for record in (bytes(sitting), guess))
            self.held[name] += bool(held.any())
            if filled.any():
                self.filled.add(name)

    def check(self) -> None:
        """Every field that held something often enough has been filled in at least once."""
        forgotten = [name for name, times in self.held.items() if times >= ENOUGH and name not in self.filled]
        insist(not forgotten, f"guesses never fill in {', '.join(forgotten)}, which records do")


def futures(game: Game, plan: Plan) -> None:
    """A guess can be played to the end: no dead end, no broken law, no game without end."""
    for walk in plan.both(game, 0.5):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.samples(1):
            _play_out(desk, sitting, walk)


def _play_out(desk: Desk, sitting: Sitting, walk: Walk) -> None:
    seat = walk.dice.choice(viewers(sitting))
    guess = desk.guess(bytes(sitting), seat, walk.dice.randrange(SEEDS))
    for record in desk.play_on(guess, walk.dice, desk.game.longest):
        broken = desk.broken_law(record)
        insist(broken is None, f"a game that goes on from a guess of {who(seat)} breaks a law: {broken}")
    over = desk.read(record, "over")
    insist(
        over in list(desk.game.endings), f"a game that goes on from a guess of {who(seat)} comes to no ending: {over}"
    )
