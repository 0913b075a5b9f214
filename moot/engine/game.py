"""What a game is to everyone above the engine: its rules, its words, its options, and a way to start it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from moot.engine.fields import Option, State, dtype_of, options_of
from moot.engine.machine import Array, CompiledMachine, Machine
from moot.engine.rules import Rules
from moot.engine.words import Words
from moot.engine.writing import Names, Writing

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting

MOST_SEED = 2**53 - 1  # every seed can be written in JSON and read by a browser


class OptionError(ValueError):
    """An option that the game does not have, or a value that it does not allow."""


class Preset(NamedTuple):
    """Options chosen together, under a name."""

    options: Mapping[str, int]
    help: str


@dataclass(frozen=True, eq=False)
class Game:
    """One game."""

    name: str
    title: str
    about: str  # one line
    version: int  # of the rules: raised when the same seed and moves no longer give the same game
    folder: Path
    state: type[State]
    rules: Rules
    events: type[IntEnum]
    endings: type[IntEnum]
    words: Words
    length: str  # the field that counts turns or rounds
    longest: int  # no game takes more decisions than this
    presets: Mapping[str, Preset] = field(default_factory=dict)
    minutes: str = ""  # how long people play: "30 to 60"
    difficulty: str = ""  # how hard it is to learn, in a word or two
    # What the board shows and has to be worked out, by name: from a view, its seat (NOBODY for the public's) and the names.
    face: Callable[[Any, int, Names], Mapping[str, Any]] | None = None
    writing: Writing | None = None  # how players write names, if they do

    @property
    def cooperative(self) -> bool:
        """Whether everyone wins or everyone loses: a game that counts no points."""
        return self.rules.count_points is None

    @cached_property
    def options(self) -> dict[str, Option]:
        """The options by name; `seats` is one of them."""
        return options_of(self.state)

    @cached_property
    def dtype(self) -> np.dtype[np.void]:
        """The layout of a record."""
        return dtype_of(self.state)

    @cached_property
    def sources(self) -> tuple[Path, ...]:
        """The files the game is made from."""
        return tuple(path for path in sorted(self.folder.rglob("*")) if path.suffix in {".py", ".toml", ".csv"})

    @cached_property
    def interpreted(self) -> Machine:
        """The rules, run by Python: starts at once, can be debugged."""
        return Machine(self.state, self.rules, self.length, self.sources)

    @cached_property
    def compiled(self) -> CompiledMachine:
        """The rules, compiled: slow to start the first time, then a thousand times faster."""
        return CompiledMachine(self.state, self.rules, self.length, self.sources)

    @cached_property
    def simulated(self) -> CompiledMachine:
        """The rules, compiled for games to which nobody listens: a little faster still."""
        return CompiledMachine(self.state, self.rules, self.length, self.sources, quiet=True)

    @cached_property
    def rulebook(self) -> str:
        """The rules in words, for players."""
        return (self.folder / "rulebook.md").read_text(encoding="utf-8")

    @cached_property
    def afterwards(self) -> str:
        """What players are told only when their game is over, in words; empty if there is nothing of the kind."""
        told = self.folder / "afterwards.md"
        return told.read_text(encoding="utf-8") if told.is_file() else ""

    def choose(self, chosen: Mapping[str, object], preset: str | None = None) -> dict[str, int]:
        """Every option with its value: what was chosen, else what the preset says, else the default."""
        values = {name: option.default for name, option in self.options.items()}
        values.update(self._preset(preset).options if preset else {})
        values.update({name: self._read(name, value) for name, value in chosen.items()})
        return values

    def says(self, options: Mapping[str, int]) -> dict[str, int | str]:
        """Options as people write them: numbers, or the names of ways to play."""
        return {
            name: value if not self.options[name].names else self.options[name].says(value)
            for name, value in options.items()
        }

    def _preset(self, name: str) -> Preset:
        if name not in self.presets:
            raise OptionError(f"{self.name} has no preset '{name}'. Its presets: {', '.join(self.presets) or 'none'}.")
        return self.presets[name]

    def _read(self, name: str, value: object) -> int:
        option = self.options.get(name)
        if option is None:
            close = get_close_matches(name, self.options, 1)
            hint = f" Did you mean '{close[0]}'?" if close else ""
            raise OptionError(f"{self.name} has no option '{name}'.{hint} Its options: {', '.join(self.options)}.")
        number = option.reads(value)
        if number is None:
            raise OptionError(f"{self.name}: {name} may be {option.range}, not {value!r}.")
        return number

    def blank(self, options: Mapping[str, int]) -> Array:
        """A record (an array of one) that holds nothing but options."""
        array = np.zeros(1, self.dtype)
        for name, value in options.items():
            array[name] = value
        return array

    def start(
        self,
        seats: int | None = None,
        seed: int = 0,
        *,
        preset: str | None = None,
        compiled: bool = False,
        **options: object,
    ) -> Sitting:
        """Sit down to a game: `game.start(seats=4, seed=7, chips_per_turn=3)`."""
        from moot.engine.sitting import Sitting

        chosen = options if seats is None else {"seats": seats, **options}
        return Sitting(self, self.choose(chosen, preset), seed, compiled=compiled)
