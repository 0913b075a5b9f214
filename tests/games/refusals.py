"""Answers that are not legal, drawn from whole games, and what is said to them: `python -m tests.games.refusals polycrisis`."""

from __future__ import annotations

import re
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum
from itertools import product
from random import Random

from moot.bots import Player
from moot.engine import Game, MoveError, Sitting
from moot.engine.referee import check_move
from moot.games import GAMES, load

SECTION = re.compile(r" \(§[0-9.]+\)$")  # how a reason ends


@dataclass(frozen=True)
class Refused:
    """An answer that was refused, and what was said."""

    step: IntEnum
    arguments: tuple[int, ...]
    said: str  # without the moves that could be made

    @property
    def is_explained(self) -> bool:
        """Whether it gives a reason, with its section."""
        return SECTION.search(self.said) is not None


def tables(game: Game, seeds: int, first: int = 0) -> Iterator[tuple[Sitting, str]]:
    """Games that have not begun, and who plays them: with every preset and without, with all numbers of seats in turn."""
    for number, (preset, bot) in enumerate(product([None, *game.presets], ("random", "greedy"))):
        fitting = seats_for(game, preset)
        for seed in range(seeds):
            seats = fitting[(number + seed) % len(fitting)]
            yield game.start(seats=seats, seed=first + 1000 * seed + number, preset=preset), bot


def seats_for(game: Game, preset: str | None) -> list[int]:
    """With how many seats a preset can be played."""
    option = game.options["seats"]
    return [n for n in range(option.low, option.high + 1) if preset is None or game.presets[preset].fits(n)]


def positions(sitting: Sitting, bot: str, most: int) -> Iterator[Sitting]:
    """The positions of a game that bots play, no further than a number of moves."""
    player = Player(sitting, [bot])
    while not sitting.over and len(sitting.history) < most:
        yield sitting
        player.play()


def illegal(sitting: Sitting, seat: int) -> list[int]:
    """All answers to what a seat is asked that are not legal."""
    choice = sitting.game.rules.choices[sitting.state.asking[seat]]
    first = sitting.machine.numbering.bases[choice.step]
    return sorted(set(range(first, first + choice.moves)) - set(sitting.numbers(seat)))


def refuse(sitting: Sitting, seat: int, number: int) -> Refused:
    """Try an answer that is not legal."""
    choice, arguments = sitting.machine.numbering.read(number)
    try:
        check_move(sitting, seat, number)
    except MoveError as error:
        return Refused(choice.step, arguments, str(error).partition(" Legal: ")[0])
    raise AssertionError(f"{choice.step.name} {arguments} is legal")


def answer(sitting: Sitting, seat: int, step: IntEnum, *arguments: int) -> str:
    """What a seat hears that tries a move; nothing is changed by it."""
    before = bytes(sitting)
    said = refuse(sitting, seat, sitting.machine.numbering.write(sitting.game.rules.choices[step], arguments)).said
    assert bytes(sitting) == before
    return said


@dataclass(frozen=True)
class Sample:
    """Where illegal answers are looked for: how many games with each preset and bot, how far, and how many positions of each."""

    seeds: int = 1
    first: int = 0
    most: int = 100_000  # moves of a game
    share: float = 1  # of the positions
    tries: int = 2  # illegal answers in each

    def draws(self, game: Game) -> Iterator[tuple[Sitting, int, int]]:
        """A sitting, a seat that is asked something, and an answer that is not legal."""
        for sitting, bot in tables(game, self.seeds, self.first):
            chance = Random(sitting.seed)
            for position in positions(sitting, bot, self.most):
                if chance.random() < self.share:
                    yield from self._here(position, chance)

    def _here(self, sitting: Sitting, chance: Random) -> Iterator[tuple[Sitting, int, int]]:
        seat = chance.choice(sitting.waiting)
        wrong = illegal(sitting, seat)
        for number in chance.sample(wrong, min(self.tries, len(wrong))):
            yield sitting, seat, number

    def refusals(self, game: Game) -> list[Refused]:
        """What is said to all of these."""
        return [refuse(*draw) for draw in self.draws(game)]


def share_explained(refusals: list[Refused]) -> float:
    """How many of the refusals give a reason."""
    return sum(one.is_explained for one in refusals) / len(refusals)


def report(game: Game, sample: Sample) -> Iterator[str]:
    """The share, and by choice what is said, the most frequent first."""
    refusals = sample.refusals(game)
    yield f"{game.name}: {share_explained(refusals):.2%} of {len(refusals)}"
    for step, count in Counter(one.step for one in refusals).most_common():
        own = [one for one in refusals if one.step == step]
        yield f"  {step.name}: {share_explained(own):.1%} of {count}"
        for said, often in Counter(re.sub(r"\d+", "#", one.said) for one in own).most_common(60):
            example = next(one for one in own if re.sub(r"\d+", "#", one.said) == said)
            yield f"    {often:5} {'' if example.is_explained else '!! '}{example.arguments} {example.said}"


def main() -> None:
    """Show what is said to illegal answers, in one game or in all."""
    parser = ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seeds", type=int, default=1, help="games with each preset and each kind of bot")
    parser.add_argument("--share", type=float, default=0.2, help="of the positions of each game")
    chosen = parser.parse_args()
    for name in chosen.games:
        print("\n".join(report(load(name), Sample(seeds=chosen.seeds, share=chosen.share, tries=3))))


if __name__ == "__main__":
    main()
