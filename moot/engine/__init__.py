"""What a game is. The engine knows no game, no network, and no disk but the place where compiled code is kept.

A game imports from here what its rules are written with.
"""

from moot.engine.binding import rule
from moot.engine.cards import draw_any, find, is_repeated, remove_at, shuffle
from moot.engine.chance import pick, roll_die
from moot.engine.fields import (
    MOST_SEATS,
    NOBODY,
    OWNER,
    PUBLIC,
    SECRET,
    Grid,
    Option,
    Row,
    State,
    i8,
    i16,
    i32,
    i64,
    one_of,
    option,
    switch,
    u8,
    u32,
)
from moot.engine.flow import Moves, ask, do, finish, offer, open_seals, owes, tell, tell_sealed, whisper
from moot.engine.game import Game, Indoors, OptionError, Preset
from moot.engine.light import LightRecord
from moot.engine.mistakes import RulesError
from moot.engine.results import Result
from moot.engine.rules import Fate, Rules
from moot.engine.saving import SavedGameError, replay, resume
from moot.engine.sets import count, is_in, lowest
from moot.engine.sitting import Entry, Move, MoveError, Sitting
from moot.engine.tables import table
from moot.engine.validating import GameError
from moot.engine.words import Line, Strip, Words, minus, plural
from moot.engine.writing import Names, Writing, text_key

__all__ = [
    "MOST_SEATS",
    "NOBODY",
    "OWNER",
    "PUBLIC",
    "SECRET",
    "Entry",
    "Fate",
    "Game",
    "GameError",
    "Grid",
    "Indoors",
    "LightRecord",
    "Line",
    "Move",
    "MoveError",
    "Moves",
    "Names",
    "Option",
    "OptionError",
    "Preset",
    "Result",
    "Row",
    "Rules",
    "RulesError",
    "SavedGameError",
    "Sitting",
    "State",
    "Strip",
    "Words",
    "Writing",
    "ask",
    "count",
    "do",
    "draw_any",
    "find",
    "finish",
    "i8",
    "i16",
    "i32",
    "i64",
    "is_in",
    "is_repeated",
    "lowest",
    "minus",
    "offer",
    "one_of",
    "open_seals",
    "option",
    "owes",
    "pick",
    "plural",
    "remove_at",
    "replay",
    "resume",
    "roll_die",
    "rule",
    "shuffle",
    "switch",
    "table",
    "tell",
    "tell_sealed",
    "text_key",
    "u8",
    "u32",
    "whisper",
]
