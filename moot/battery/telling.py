"""Can what happened be told with its dice, and several small things in one sentence?"""

from __future__ import annotations

from collections.abc import Sequence

from moot.battery.labels import LONG
from moot.battery.speech import saying
from moot.battery.walks import Plan, insist, viewers
from moot.engine import Dice, Entry, Game, Sitting
from moot.engine.hearing import heard_by
from moot.engine.telling import steps_of, wrong_dice


def telling(game: Game, plan: Plan) -> None:
    """In random games the dice that events show can be drawn and say what came of them, and what is told together can be said."""
    if not (game.words.dice or game.words.together):
        return
    for walk in plan.both(game, 0.3):
        for _ in walk.positions():
            pass
        sitting = walk.sitting
        sitting.names = [LONG] * sitting.seats
        seat = walk.dice.choice(viewers(sitting))
        for step in steps_of(game.words.weight_of, [sitting.log[place] for place in heard_by(sitting.log, seat)]):
            _check_dice(sitting, seat, step.entries[0])
            _check_together(sitting, step.entries)


def _check_dice(sitting: Sitting, seat: int, entry: Entry) -> None:
    if entry.event is None or entry.event not in sitting.game.words.dice:
        return
    with saying(sitting.game, entry.event, entry.arguments):
        dice = sitting.game.words.rolled(entry.event, entry.arguments, sitting.look(seat))
        insist(isinstance(dice, Dice), f"its dice are {dice!r}: return Dice(faces, needed, said)")
        assert dice
        for wrong in wrong_dice(dice):
            raise AssertionError(f"of its dice, {wrong}")


def _check_together(sitting: Sitting, entries: Sequence[Entry]) -> None:
    event = entries[0].event
    if event is None:
        return
    with saying(sitting.game, event):
        sitting.game.words.at_once(event, [entry.arguments for entry in entries], sitting.names)
