"""What a game is to everyone above the engine: its rules, its words, its options, and a way to start it."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from difflib import get_close_matches
from enum import IntEnum
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from moot.engine.fields import Option, State, dtype_of, options_of
from moot.engine.glossary import Term, read_glossary, read_sentences
from moot.engine.machine import Array, CompiledMachine, Machine
from moot.engine.quiet import QUIET
from moot.engine.rules import Rules
from moot.engine.validating import Problem, insist_on, misused, validate
from moot.engine.words import Strip, Words
from moot.engine.writing import Names, Writing

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting

MOST_SEED = 2**128 - 1  # so many that nobody can try them all


PROVENANCE = "sources.toml"  # says where the rules come from, and is not one of them


class OptionError(ValueError):
    """An option that the game does not have, or a value that it does not allow: of an option, a seed, a bot, a name."""

    def __init__(self, text: str = "", of: str = "") -> None:
        super().__init__(text)
        self.of = of  # of which option, or other field of a form, if that is known


def is_whole(value: object) -> bool:
    """Whether this is a whole number; True and False, which Python takes for 1 and 0, are not."""
    return type(value) is int or isinstance(value, np.integer)


def read_seed(seed: Any, most: int = MOST_SEED) -> int:
    """What chance begins with: of a game, a guess or a simulation."""
    if not is_whole(seed) or not 0 <= seed <= most:
        said = "2^128 - 1" if most == MOST_SEED else most
        raise OptionError(f"A seed is a whole number from 0 to {said}, not {seed!r}.")
    return int(seed)


class Preset(NamedTuple):
    """Options chosen together, under a name; some of them may depend on the number of seats."""

    options: Mapping[str, int]  # for every number of seats
    help: str  # what it is for
    # Further options, for each number of seats it is made for; if there are none, it is made for all.
    by_seats: Mapping[int, Mapping[str, int]] = {}
    aside: bool = False  # another way to play, and no step to a harder or longer game

    def fits(self, seats: int) -> bool:
        """Whether it is made for a number of seats."""
        return not self.by_seats or seats in self.by_seats

    def at(self, seats: int) -> dict[str, int]:
        """What it chooses for a number of seats."""
        return {**self.options, **self.by_seats.get(seats, {})}


Converter = Callable[[Mapping[str, Any]], Mapping[str, Any] | None]


class Indoors(NamedTuple):
    """What only the players of a table may know while others, who play the same game at another table, look on."""

    fields: Mapping[str, int] = {}  # with the number that the others see in their place, in each cell of a row
    events: Collection[IntEnum] = ()  # that the others do not hear


NOTHING_INDOORS = Indoors()


@dataclass(frozen=True, eq=False)
class Game:
    """One game."""

    name: str  # by which it is loaded
    title: str  # by which people know it
    about: str  # one line
    version: int  # of the rules: raised when the same seed and moves no longer give the same game
    folder: Path  # with its files: rulebook.md, board.html and so on
    state: type[State]  # its position
    rules: Rules  # its rules
    events: type[IntEnum]  # what is told
    endings: type[IntEnum]  # how it can end
    words: Words  # all that is said
    length: str  # the field that counts turns or rounds
    longest: int  # no game takes more decisions than this
    presets: Mapping[str, Preset] = field(default_factory=dict)  # options chosen together, by name
    people_preset: str = ""  # the preset with which people begin, if they choose none
    minutes: str = ""  # how long people play: "30 to 60"
    difficulty: str = ""  # how hard it is to learn, in a word or two
    # What the board shows and has to be worked out, by name: from a view, its seat (NOBODY for the public's) and the names.
    face: Callable[[Any, int, Names], Mapping[str, Any]] | None = None
    writing: Writing | None = None  # how players write names, if they do
    # Whether what is told afterwards concerns the players of a game, from its last position; without this it always does.
    tells_afterwards: Callable[[Any], bool] | None = None
    indoors: Indoors = NOTHING_INDOORS  # what a workshop keeps from those who watch another table, until it is revealed
    # How a game that was played by other rules goes on by these, when its own are gone: by those rules, as "polycrisis@1" or their
    # whole fingerprint, a function from its last position by names to a position of these rules, or None if it cannot go on.
    converters: Mapping[str, Converter] = field(default_factory=dict)

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
        """The files that its rules are made from."""
        files = (path for path in sorted(self.folder.rglob("*")) if path.suffix in {".py", ".toml", ".csv"})
        return tuple(path for path in files if path.name != PROVENANCE)

    @cached_property
    def problems(self) -> list[Problem]:
        """What its author has not put together rightly."""
        return validate(self)

    @cached_property
    def misused(self) -> list[Problem]:
        """What its rules use that rules cannot."""
        return list(misused(self))

    @property
    def _parts(self) -> tuple[type[State], Rules, str, tuple[Path, ...], Path]:
        """What a machine is made from."""
        return self.state, self.rules, self.length, self.sources, self.folder

    def interpreted_with(self, instead: Mapping[Any, Any], machine: type[Machine] = Machine) -> Machine:
        """The rules, run by Python, with other functions in place of some of the engine's."""
        return machine(*self._parts, instead=instead)

    @cached_property
    def interpreted(self) -> Machine:
        """The rules, run by Python: starts at once, can be debugged."""
        return Machine(*self._parts)

    @cached_property
    def compiled(self) -> CompiledMachine:
        """The rules, compiled: slow to start the first time, then a thousand times faster."""
        return CompiledMachine(*self._parts)

    @cached_property
    def simulated(self) -> CompiledMachine:
        """The rules, compiled for games to which nobody listens: a little faster still."""
        return CompiledMachine(*self._parts, instead=QUIET)

    @cached_property
    def rulebook(self) -> str:
        """The rules in words, for players."""
        return (self.folder / "rulebook.md").read_text(encoding="utf-8")

    @cached_property
    def afterwards(self) -> str:
        """What players are told only when their game is over, in words; empty if there is nothing of the kind."""
        told = self.folder / "afterwards.md"
        return told.read_text(encoding="utf-8") if told.is_file() else ""

    @cached_property
    def emblem(self) -> str:
        """A small drawing to know it by, from `emblem.svg`; empty if there is none."""
        drawn = self.folder / "emblem.svg"
        return drawn.read_text(encoding="utf-8").strip() if drawn.is_file() else ""

    @cached_property
    def glossary(self) -> tuple[Term, ...]:
        """Its words that a newcomer does not know, from `glossary.md`."""
        return read_glossary(self.folder)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """Ready sentences for the chat, from `sentences.txt`."""
        return read_sentences(self.folder)

    def afterwards_of(self, state: Any) -> str:
        """What the players of one game are told when it is over."""
        return self.afterwards if self.tells_afterwards is None or self.tells_afterwards(state) else ""

    def strip(self, view: Any) -> Strip:
        """Turn and phase, from a view."""
        if self.words.strip is not None:
            return self.words.strip(view)
        return Strip(f"{self.counted.capitalize()} {getattr(view, self.length)}")

    @property
    def counted(self) -> str:
        """What its length is counted in, in a word: "turn", "round"."""
        return self.length.removesuffix("s").replace("_", " ")

    @cached_property
    def provenance(self) -> dict[str, Any]:
        """Where the game comes from, and each of its rules: from `sources.toml`; empty if there is no such file."""
        file = self.folder / PROVENANCE
        return tomllib.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}

    @property
    def credit(self) -> str:
        """Whose game it is, in a sentence or two; empty if nothing is said."""
        return str(self.provenance.get("credit", ""))

    def choose(
        self, chosen: Mapping[str, object], preset: str | None = None, *, people: bool = False
    ) -> dict[str, int]:
        """Every option with its value: what was chosen, else what the preset says, else the default, which may be another one
        where people play.
        """
        picked = {name: self._read(name, value) for name, value in chosen.items()}
        values = {name: option.default for name, option in self.options.items()}
        if people:
            values |= {name: option.people for name, option in self.options.items() if option.people is not None}
        if preset:
            found = self._preset(preset)
            values |= self._fitting(preset, (values | dict(found.options) | picked)["seats"])
        return values | picked

    def _fitting(self, name: str, seats: int) -> dict[str, int]:
        preset = self.presets[name]
        if not preset.fits(seats):
            made_for = ", ".join(map(str, preset.by_seats))
            raise OptionError(f"{self.name}: preset '{name}' is made for {made_for} seats, not for {seats}.", "preset")
        return preset.at(seats)

    def converter_from(self, rules: str) -> Converter | None:
        """How a game goes on that was played by rules of this fingerprint; None if nothing is said of them."""
        return self.converters.get(rules) or self.converters.get(rules.partition("+")[0])

    @cached_property
    def figures(self) -> dict[str, Any]:
        """What simulations of its presets have shown: made by `moot figures`; empty if that was never done."""
        file = self.folder / "figures.json"
        return json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}

    def says(self, options: Mapping[str, int]) -> dict[str, int | str]:
        """Options as people write them: numbers, or the names of ways to play."""
        return {
            name: value if not self.options[name].names else self.options[name].says(value)
            for name, value in options.items()
        }

    def _preset(self, name: str) -> Preset:
        if name not in self.presets:
            raise OptionError(
                f"{self.name} has no preset '{name}'. Its presets: {', '.join(self.presets) or 'none'}.", "preset"
            )
        return self.presets[name]

    def _read(self, name: str, value: object) -> int:
        option = self.options.get(name)
        if option is None:
            close = get_close_matches(name, self.options, 1)
            hint = f" Did you mean '{close[0]}'?" if close else ""
            raise OptionError(f"{self.name} has no option '{name}'.{hint} Its options: {', '.join(self.options)}.")
        number = option.reads(value)
        if number is None:
            raise OptionError(f"{self.name}: {name} may be {option.range}, not {value!r}.", name)
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

        insist_on(self)
        chosen = options if seats is None else {"seats": seats, **options}
        return Sitting(self, self.choose(chosen, preset), seed, compiled=compiled)
