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
from moot.engine.flow import (
    COUNT,
    FIRST_MOVE,
    Moves,
    ask,
    do,
    finish,
    first_of,
    offer,
    open_seals,
    owes,
    second_of,
    tell,
    tell_sealed,
    third_of,
    whisper,
)
from moot.engine.game import Game, Indoors, OptionError, Preset
from moot.engine.gestures import Bundle, Gesture, Leaving, Sweep
from moot.engine.hearing import Entry
from moot.engine.labels import Label, imagined, ordered, primary
from moot.engine.left import Left
from moot.engine.light import LightRecord
from moot.engine.mistakes import RulesError
from moot.engine.moves import Move, MoveError, Outcome
from moot.engine.not_now import NotNow
from moot.engine.obvious import Usual
from moot.engine.results import Result
from moot.engine.rules import Fate, Rules
from moot.engine.saving import SavedGameError, replay, resume
from moot.engine.sets import count, is_in, lowest
from moot.engine.sitting import Sitting
from moot.engine.standing import Place, stood
from moot.engine.tables import table
from moot.engine.telling import LARGE, SMALL, Dice
from moot.engine.validating import GameError
from moot.engine.words import Goal, Line, Strip, Words, fit, minus, plural
from moot.engine.writing import Names, Writing, text_key

__all__ = [
    "COUNT",
    "FIRST_MOVE",
    "LARGE",
    "MOST_SEATS",
    "NOBODY",
    "OWNER",
    "PUBLIC",
    "SECRET",
    "SMALL",
    "Bundle",
    "Dice",
    "Entry",
    "Fate",
    "Game",
    "GameError",
    "Gesture",
    "Goal",
    "Grid",
    "Indoors",
    "Label",
    "Leaving",
    "Left",
    "LightRecord",
    "Line",
    "Move",
    "MoveError",
    "Moves",
    "Names",
    "NotNow",
    "Option",
    "OptionError",
    "Outcome",
    "Place",
    "Preset",
    "Result",
    "Row",
    "Rules",
    "RulesError",
    "SavedGameError",
    "Sitting",
    "State",
    "Strip",
    "Sweep",
    "Usual",
    "Words",
    "Writing",
    "ask",
    "count",
    "do",
    "draw_any",
    "find",
    "finish",
    "first_of",
    "fit",
    "i8",
    "i16",
    "i32",
    "i64",
    "imagined",
    "is_in",
    "is_repeated",
    "lowest",
    "minus",
    "offer",
    "one_of",
    "open_seals",
    "option",
    "ordered",
    "owes",
    "pick",
    "plural",
    "primary",
    "remove_at",
    "replay",
    "resume",
    "roll_die",
    "rule",
    "second_of",
    "shuffle",
    "stood",
    "switch",
    "table",
    "tell",
    "tell_sealed",
    "text_key",
    "third_of",
    "u8",
    "u32",
    "whisper",
]
