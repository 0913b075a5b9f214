"""A bot as data: what it is called, which kind it is, and its parameters."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import NamedTuple

from moot.bots.choose import BOTS
from moot.engine import OptionError
from moot.engine.rules import Effort

POLICY, SEARCH = len(BOTS), len(BOTS) + 1  # further kinds: by the game's policy, by thinking ahead

# What imagined players go by.
BY = ("policy", "ratings", "chance")
BY_POLICY, BY_RATINGS, BY_CHANCE = range(len(BY))


OFFERED = ("easy", "fair", "strong")  # to people
COMPANY = (*OFFERED, "greedy", "random")  # to whoever asks for them by name
USUAL = "fair"  # whom people get if they do not say


class Parameter(NamedTuple):
    """A number of a bot."""

    default: int
    low: int
    high: int
    about: str
    names: tuple[str, ...] = ()  # the words for its values

    @property
    def range(self) -> str:
        """What it may be, in words."""
        return ", ".join(self.names) if self.names else f"{self.low} to {self.high:,}"


PARAMETERS: Mapping[str, Parameter] = {
    "noise": Parameter(0, 0, 100, "how many of 100 answers are left to chance"),
    "iterations": Parameter(0, 0, 10_000_000, "positions played on for a decision; 0: as many as the game says"),
    "rounds": Parameter(-1, -1, 100, "how many rounds or turns ahead; 0: to the end, -1: as far as the game says"),
    "by": Parameter(0, 0, 2, "what imagined players go by", BY),
    "mix": Parameter(-1, -1, 100, "how many of 100 imagined others are not at their best; -1: 40, of partners none"),
    "width": Parameter(12, 1, 1000, "iterations for each candidate, at least"),
    "caution": Parameter(100, 0, 1000, "hundredths of a standard error by which a move must beat the policy's"),
}
CARELESS_OPPONENTS = 40  # of 100, where nothing is said of it
KIND = 0
NOISE, ITERATIONS, ROUNDS, PLAYED_BY, MIX, WIDTH, CAUTION = range(1, 1 + len(PARAMETERS))  # places in a bot's row

SEARCHING = ("iterations", "rounds", "by", "mix", "width", "caution")


class Level(NamedTuple):
    """A name for a kind of bot, with its own defaults and what may be said of it."""

    kind: int
    about: str
    defaults: Mapping[str, int] = {}
    may_say: tuple[str, ...] = ()


LEVELS: Mapping[str, Level] = {
    **{name: Level(kind, "") for kind, name in enumerate(BOTS)},
    "easy": Level(POLICY, "a quick player that is often careless", {"noise": 35}, ("noise",)),
    "fair": Level(POLICY, "a quick player", {}, ("noise",)),
    "strong": Level(SEARCH, "thinks ahead", {}, SEARCHING),
    "flat": Level(SEARCH, "thinks ahead, and takes the others for greedy", {"by": BY_RATINGS, "mix": 0}, SEARCHING),
}


@dataclass(frozen=True)
class Bot:
    """One bot."""

    name: str  # as it was written
    kind: int  # how it chooses: RANDOM, GREEDY, PASSIVE, by a policy, or by thinking ahead
    parameters: Mapping[str, int]  # all of them, by name

    @property
    def thinks(self) -> bool:
        """Whether it thinks ahead."""
        return self.kind == SEARCH

    def row(self, effort: Effort) -> list[int]:
        """As compiled code takes it, in a game that says how much is thought about it."""
        said = dict(self.parameters)
        said["iterations"] = said["iterations"] or effort.iterations
        said["mix"] = said["mix"] if said["mix"] >= 0 else 0 if effort.together else CARELESS_OPPONENTS
        said["rounds"] = said["rounds"] if said["rounds"] >= 0 else effort.rounds
        return [self.kind, *(said[name] for name in PARAMETERS)]


def read_bot(text: str) -> Bot:
    """A bot as people write it: `greedy`, `strong`, `strong:iterations=400:rounds=2`."""
    name, *said = str(text).split(":")
    level = LEVELS.get(name)
    if level is None:
        raise OptionError(f"There is no bot '{name}'.{_hint(name, LEVELS)} Bots: {', '.join(LEVELS)}.")
    parameters = {key: parameter.default for key, parameter in PARAMETERS.items()} | dict(level.defaults)
    for part in said:
        key, value = _read_parameter(name, level, part)
        parameters[key] = value
    return Bot(text, level.kind, parameters)


def _read_parameter(name: str, level: Level, part: str) -> tuple[str, int]:
    key, sign, value = part.partition("=")
    if not level.may_say:
        raise OptionError(f"The bot '{name}' takes no parameters, but '{part}' is said of it.")
    if not sign or key not in level.may_say:
        may = ", ".join(level.may_say)
        raise OptionError(f"Of the bot '{name}' one may say {may}, as '{name}:{level.may_say[0]}=20'; not '{part}'.")
    parameter = PARAMETERS[key]
    number = _read_number(parameter, value)
    if number is None:
        raise OptionError(f"{key} of the bot '{name}' may be {parameter.range}, not '{value}'.")
    return key, number


def _read_number(parameter: Parameter, value: str) -> int | None:
    if value in parameter.names:
        return parameter.names.index(value)
    number = int(value) if value.removeprefix("-").isdecimal() and not parameter.names else None
    return number if number is not None and parameter.low <= number <= parameter.high else None


def _hint(name: str, known: Mapping[str, object]) -> str:
    close = get_close_matches(name, known, 1)
    return f" Did you mean '{close[0]}'?" if close else ""


def read_bots(names: Sequence[str], seats: int) -> list[Bot]:
    """The bot at each seat: the names in turn, from the first again when they run out."""
    if isinstance(names, str) or not isinstance(names, Sequence):
        raise OptionError(f"Bots are named in a list, such as ['greedy', 'random'], not {names!r}.")
    bots = [read_bot(name) for name in names]
    if not bots or len(bots) > seats:
        raise OptionError(f"{len(bots)} bots for {seats} seats: name one for each seat, or fewer to repeat them.")
    return [bots[seat % len(bots)] for seat in range(seats)]
