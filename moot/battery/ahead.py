"""Does looking ahead, or taking back, tell a seat what it may not know?"""

from __future__ import annotations

from random import Random

from moot.battery.desk import Desk
from moot.battery.secrecy import SEEDS, reads, seated
from moot.battery.walks import Plan, insist, viewers, who
from moot.engine import Game, Sitting
from moot.engine.ahead import Ahead, Wish, look_ahead

FURTHEST = 4  # answers in a row


def ahead(game: Game, plan: Plan) -> None:
    """What would follow upon some answers is the same in a guess of the seat; what can be taken back is undone to the same bytes;
    and it does not show by what can be taken back what others have done unseen.
    """
    for walk in plan.both(game, 0.1):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.samples(8):
            seat = walk.dice.choice(sitting.waiting)
            guess = seated(sitting, desk.guess(bytes(sitting), seat, walk.dice.randrange(SEEDS)))
            check_ahead(sitting, guess, seat, walk.dice)
            _check_back(sitting, seat, walk.dice)
            _check_unseen(sitting, seat, walk.dice)


def check_ahead(sitting: Sitting, guess: Sitting, seat: int, chance: Random) -> None:
    """Answers at random, looked ahead at in a position and in a guess of the seat."""
    answers: list[Wish] = []
    found = Ahead(False, sitting)
    while found.then is not None and seat in found.then.waiting and len(answers) < FURTHEST:
        answers.append((chance.choice(found.then.numbers(seat)), ""))
        found, there = look_ahead(sitting, seat, answers), look_ahead(guess, seat, answers)
        same = found.final == there.final and _known(found, seat) == _known(there, seat)
        insist(same, f"what would follow upon answers of {who(seat)} is another thing in a guess of it: {answers}")


def _known(found: Ahead, seat: int) -> object:
    return found.then and (bytes(found.then.view(seat)), reads(found.then, seat))


def _check_back(sitting: Sitting, seat: int, chance: Random) -> None:
    twin = sitting.copy()
    twin.play(seat, chance.choice(twin.numbers(seat)))
    if twin.may_take_back(seat):
        twin.take_back(seat)
        insist(bytes(twin) == bytes(sitting), f"an answer of {who(seat)} is taken back, but not to the same position")
        insist(twin.log == sitting.log, f"an answer of {who(seat)} is taken back, but something of it is still told")


def _check_unseen(sitting: Sitting, mover: int, chance: Random) -> None:
    """An answer that a seat notices nothing of does not change what the seat may take back."""
    twin = sitting.copy()
    twin.play(mover, chance.choice(twin.numbers(mover)))
    for seat in viewers(sitting):
        if seat != mover and _notices(sitting, seat) == _notices(twin, seat):
            same = sitting.may_take_back(seat) == twin.may_take_back(seat)
            insist(same, f"{who(seat)} can tell by what it may take back that seat {mover} has answered")


def _notices(sitting: Sitting, seat: int) -> object:
    return bytes(sitting.view(seat)), len(sitting.events(seat))
