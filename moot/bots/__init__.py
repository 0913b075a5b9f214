"""Players that are programs. They see what their seat sees, and draw their luck from outside the game's record."""

from moot.bots.bot import LEVELS, Bot, read_bot, read_bots
from moot.bots.choose import BOTS, COMPANY, GREEDY, PASSIVE, RANDOM, choose_at
from moot.bots.player import Player, choose_as, choose_for, luck_of, play_out

__all__ = [
    "BOTS",
    "COMPANY",
    "GREEDY",
    "LEVELS",
    "PASSIVE",
    "RANDOM",
    "Bot",
    "Player",
    "choose_as",
    "choose_at",
    "choose_for",
    "luck_of",
    "play_out",
    "read_bot",
    "read_bots",
]
