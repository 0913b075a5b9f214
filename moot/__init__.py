"""Moot: a table and a laboratory for games of collective action.

>>> import moot
>>> game = moot.load("polycrisis")
>>> t = game.start(seats=4, seed=7, chips_per_turn=3)
>>> t.waiting
[0]
"""

from moot.engine import Game, GameError, MoveError, OptionError, Result, RulesError, SavedGameError, Sitting, replay
from moot.games import GAMES, load

__all__ = [
    "GAMES",
    "Game",
    "GameError",
    "MoveError",
    "OptionError",
    "Result",
    "RulesError",
    "SavedGameError",
    "Sitting",
    "load",
    "replay",
]
