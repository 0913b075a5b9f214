"""Do bots go by what their seat sees, and by nothing else?"""

from __future__ import annotations

import numpy as np

from moot.battery.desk import Desk
from moot.battery.secrecy import SEEDS
from moot.battery.walks import SLOW, Plan, insist
from moot.bots import Bot, choose_as, luck_of, read_bot
from moot.engine import Game

# One of each kind, so quick that many decisions can be looked at.
KINDS = ("random", "greedy", "passive", "easy", "strong:iterations=6:rounds=1", "flat:iterations=6:rounds=1")


def bots(game: Game, plan: Plan) -> None:
    """A bot's move is legal, and the same in every position that its seat cannot tell from this one."""
    desk, kinds = Desk(game), [read_bot(name) for name in KINDS]
    for walk in plan.walks(game, SLOW):
        for sitting in walk.samples(1):
            seat, seed, record = walk.dice.choice(sitting.waiting), walk.dice.randrange(SEEDS), bytes(sitting)
            guess = desk.guess(record, seat, walk.dice.randrange(SEEDS))
            for bot in kinds:
                _check_bot(desk, bot, seat, seed, record, guess)


def _check_bot(desk: Desk, bot: Bot, seat: int, seed: int, record: bytes, guess: bytes) -> None:
    move = _move_of(desk, bot, seat, seed, record)
    asked = desk.game.rules.choices[int(desk.read(record, "asking")[seat])]
    legal = [desk.machine.numbering.unpack(int(asked.step), packed) for packed in desk.numbers(record, seat)]
    insist(move in legal, f"the bot {bot.name} makes a move at seat {seat} that is not among its moves")
    same = _move_of(desk, bot, seat, seed, guess) == move
    insist(same, f"the bot {bot.name} at seat {seat} does another thing in a guess of it: it sees more than the seat")


def _move_of(desk: Desk, bot: Bot, seat: int, seed: int, record: bytes) -> int:
    array = np.frombuffer(bytearray(record), desk.game.dtype)
    move = choose_as(desk.machine, array, seat, bot, luck_of(desk.machine, seed))
    insist(array.tobytes() == record, f"the bot {bot.name} changes the record")
    return move
