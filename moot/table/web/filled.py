"""A form that was sent and could not be taken: it comes back as it was filled in, and says at its field what is wrong."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from moot.engine import Game, OptionError
from moot.table.live.hours import WEEK
from moot.table.live.opening import ME, usual_options

# What the form for a new table says before anybody has filled it in.
NEW_TABLE = {"seat.0": ME, "from": "8", "to": "22", "zone": "UTC", **{f"weekday.{day}": "1" for day in WEEK}}


class WrongField(NamedTuple):
    """What is wrong, and where; nowhere in particular if that is not known."""

    name: str  # of the field
    text: str


def filled_options(game: Game, filled: Mapping[str, str]) -> tuple[str | None, dict[str, int]]:
    """The preset of a form and its options, as far as they can be read; what cannot is as usual."""
    preset = filled.get("preset", game.people_preset)
    known = {**filled, "preset": preset if preset in game.presets else ""}
    preset_shown, usual = usual_options(game, known)
    read = {name: option.reads(filled.get(f"option.{name}", "")) for name, option in game.options.items()}
    return preset_shown, usual | {name: value for name, value in read.items() if value is not None}


def wrong_field(game: Game, error: ValueError) -> WrongField:
    """What an error says of a form for a table. What is no option of the game's and no way of playing it is the name."""
    of = error.of if isinstance(error, OptionError) else "name"
    return WrongField(f"option.{of}" if of in game.options else of, str(error))
