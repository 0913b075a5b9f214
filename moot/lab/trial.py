"""The first games of a simulation, played by the interpreted rules before they are compiled.

Compiled rules check nothing: a place that is not there is read all the same, and a loop without end cannot be interrupted.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from moot.bots import Player, read_bots
from moot.engine import Game, RulesError, Sitting
from moot.engine.strict import strictly
from moot.lab import games as lab
from moot.lab.simulate import seed_of_game

MOST_GAMES, DECISIONS = 50, 400  # as many games as take so many decisions: enough for what often goes wrong


def try_out(
    game: Game,
    games: int,
    *,
    bots: Sequence[str],
    seed: int,
    preset: str | None = None,
    options: Mapping[str, object] | None = None,
) -> None:
    """Play and count a few of the games that a simulation will play. What its rules get wrong is a `RulesError`. Quick players
    stand in for those that think ahead, who would take too long over it here.
    """
    chosen, careful = game.choose(options or {}, preset), strictly(game)
    bots = ["fair" if bot.thinks else bot.name for bot in read_bots(bots, chosen["seats"])]
    number, decisions = 0, 0
    while number < min(games, MOST_GAMES) and decisions < DECISIONS:
        decisions += _play_and_count(Sitting(careful, chosen, seed_of_game(seed, number)), bots)
        number += 1


def _play_and_count(sitting: Sitting, bots: Sequence[str]) -> int:
    """One game; returns how many decisions it took."""
    game, player = sitting.game, Player(sitting, bots)
    while not sitting.over:
        if len(sitting.history) >= game.longest:
            raise RulesError(f"{game.title} is not over after {game.longest} decisions, the longest it may take")
        player.play()
    tally = [0] * lab.tally_size(len(game.rules.measures))
    sitting.machine.entry(lab.count_game)(sitting.state, len(sitting.history), tally)
    return len(sitting.history)
