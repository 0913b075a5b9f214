"""Random games, each made again from its seed alone: the ground that every check covers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum
from itertools import chain
from math import ceil
from random import Random

from moot.engine import NOBODY, Game, Option, Sitting
from moot.engine.rules import no_move

PRESETS = 0.25  # how many of the games are played with a preset, where there are any
SLOW = 0.1  # how many of the games are played interpreted
DENSE = 25  # how many positions a sample takes one and all; later ones ever more seldom


def insist(holds: object, what: str) -> None:
    """Fail unless this holds."""
    if not holds:
        raise AssertionError(what)


def draw_options(game: Game, chance: Random) -> dict[str, int]:
    """A preset now and then, otherwise each option as it stands or anywhere in its range."""
    if game.presets and chance.random() < PRESETS:
        name = chance.choice(sorted(game.presets))
        made_for = sorted(game.presets[name].by_seats)
        return game.choose({"seats": chance.choice(made_for)} if made_for else {}, name)
    return {name: _draw(option, chance) for name, option in game.options.items()}


def _draw(option: Option, chance: Random) -> int:
    return option.default if chance.random() < 0.5 else chance.randint(option.low, option.high)


def random_move(sitting: Sitting, chance: Random) -> tuple[int, int]:
    """A seat that is waited for, in no order, and one of its moves."""
    seat = chance.choice(sitting.waiting)
    numbers = sitting.numbers(seat)
    insist(numbers, no_move(sitting.game.rules.choices[sitting.state.asking[seat]], seat, sitting.game.folder))
    return seat, chance.choice(numbers)


def who(seat: int) -> str:
    """A seat, or whoever looks on, in a sentence."""
    return "a spectator" if seat == NOBODY else f"seat {seat}"


def viewers(sitting: Sitting) -> range:
    """Everyone who looks on: the spectator and every seat."""
    return range(NOBODY, sitting.seats)


@dataclass
class Walk:
    """One random game. Its seed gives the options, the game's own seed and the moves, in every check the same."""

    game: Game
    seed: int
    compiled: bool = False
    begun: Sitting | None = None

    def __post_init__(self) -> None:
        self._chance = Random(self.seed)
        self.dice = Random(f"{self.seed} dice")  # what a check draws for itself does not change the game
        self.options = draw_options(self.game, self._chance)

    @property
    def sitting(self) -> Sitting:
        """The game as far as it has been played."""
        assert self.begun is not None, "the walk has not begun"
        return self.begun

    @property
    def moves(self) -> int:
        """How many moves have been made."""
        return len(self.begun.history) if self.begun else 0

    def positions(self) -> Iterator[Sitting]:
        """The sitting before each move and after the last."""
        sitting, longest = self.sit(), self.game.longest
        self.begun = sitting
        yield sitting
        while not sitting.over:
            insist(self.moves < longest, f"the game is not over after {longest} decisions, the longest it may take")
            sitting.play(*random_move(sitting, self._chance))
            yield sitting

    def sit(self) -> Sitting:
        """The game at its beginning."""
        return Sitting(self.game, self.options, self.seed, compiled=self.compiled)

    def open_positions(self) -> Iterator[Sitting]:
        """The positions in which somebody has to move."""
        return (sitting for sitting in self.positions() if not sitting.over)

    def samples(self, dense: float = DENSE) -> Iterator[Sitting]:
        """Some of these: many at first, then ever more seldom, so that long games do not take for ever."""
        for sitting in self.open_positions():
            if self.dice.random() * (dense + self.moves) < dense:
                yield sitting


@dataclass
class Met:
    """What random games have come across of all that a game declares."""

    games: int = 0
    choices: set[IntEnum] = field(default_factory=set)
    events: set[IntEnum] = field(default_factory=set)
    endings: set[IntEnum] = field(default_factory=set)

    def note(self, sitting: Sitting) -> None:
        """A game that was played."""
        self.games += 1
        numbering = sitting.machine.numbering
        self.choices |= {numbering.read(number)[0].step for _, number in sitting.history}
        self.events |= {entry.event for entry in sitting.log if entry.event is not None}
        self.endings |= {sitting.ending} if sitting.ending is not None else set()

    def missing(self, game: Game) -> dict[str, list[str]]:
        """What was never met, by kind."""
        declared = {
            "choice": [choice.step for choice in game.rules.choices.values()],
            "event": list(game.events),
            "ending": list(game.endings),
        }
        met = {"choice": self.choices, "event": self.events, "ending": self.endings}
        return {kind: [one.name for one in members if one not in met[kind]] for kind, members in declared.items()}


@dataclass
class Plan:
    """How many games a check plays, from which seed on; and, while it runs, where it is."""

    games: int = 100  # how many each check plays
    seed: int = 0  # of the first game
    compiled: bool = True  # off: nothing is compiled but by the check that compares
    walk: Walk | None = None  # the game that is being played
    played: int = 0  # games so far
    moves: int = 0  # moves so far
    met: Met = field(default_factory=Met)  # what the games have come across

    def walks(self, game: Game, share: float = 1, *, compiled: bool = False) -> Iterator[Walk]:
        """Walks of one kind. The first of a plan with seed n + 1 is the second of a plan with seed n."""
        for number in range(ceil(self.games * share)):
            self.walk = Walk(game, self.seed + number, compiled)
            yield self.walk
            self.played, self.moves = self.played + 1, self.moves + self.walk.moves
            if self.walk.begun is not None:
                self.met.note(self.walk.begun)
        self.walk = None

    def both(self, game: Game, share: float = 1) -> Iterator[Walk]:
        """A few interpreted games, in which a rule that reaches too far is an error, then many compiled ones."""
        slow = self.walks(game, SLOW * share)
        return chain(slow, self.walks(game, share, compiled=True)) if self.compiled else slow
