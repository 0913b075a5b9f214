"""The labels of the answers that whole games offer, and how well they fit: `python -m tests.games.labels treasury --seeds 6`."""

from __future__ import annotations

from argparse import ArgumentParser
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import IntEnum

from moot.engine import Game, Label, Move, NotNow, Sitting, ordered
from moot.engine.labels import LONGEST_OUTCOME, LONGEST_QUESTION, LONGEST_VERB
from moot.engine.not_now import not_now
from moot.games import GAMES, load
from tests.games.refusals import positions, tables


@dataclass
class Seen:
    """What was offered at one choice."""

    question: str = ""  # the longest
    moves: int = 0
    labels: dict[tuple[str, ...], Label] = field(default_factory=dict)  # by what they say
    outcomes: int = 0  # moves that say what comes of them
    reasons: set[NotNow] = field(default_factory=set)  # why others were not offered

    def note(self, question: str, moves: list[Move], reasons: list[NotNow]) -> None:
        """One question with its answers, and what was none."""
        self.reasons.update(reasons)
        self.question = max(self.question, question, key=len)
        for move in moves:
            self.moves += 1
            self.outcomes += bool(move.label.outcome)
            self.labels.setdefault(move.label[:3], move.label)

    def longest(self, part: str) -> str:
        """The longest verb, cost or outcome."""
        return max((str(getattr(label, part)) for label in self.labels.values()), key=len, default="")


def questions(sitting: Sitting, bot: str, most: int) -> Iterator[tuple[IntEnum, str, list[Move], list[NotNow]]]:
    """What is asked in a game that bots play, with the answers in their order, and what is none."""
    for position in positions(sitting, bot, most):
        for seat in position.waiting:
            line, moves = position.question(seat), ordered(position.moves(seat))
            if line and moves:
                yield moves[0].choice, line.text, moves, not_now(position, seat, moves)


def survey(game: Game, seeds: int, most: int = 100_000) -> dict[IntEnum, Seen]:
    """What was offered in games with every preset, played by each kind of bot."""
    seen: dict[IntEnum, Seen] = defaultdict(Seen)
    for sitting, bot in tables(game, seeds):
        for choice, question, moves, reasons in questions(sitting, bot, most):
            seen[choice].note(question, moves, reasons)
    return seen


def report(game: Game, seeds: int, examples: int) -> Iterator[str]:
    """For every choice its longest words, how many of its moves have an outcome, and some labels."""
    for choice, seen in sorted(survey(game, seeds).items()):
        yield f"{game.name} {choice.name}: {seen.moves} moves, {seen.outcomes / seen.moves:.0%} with an outcome"
        for part, most in (("verb", LONGEST_VERB), ("outcome", LONGEST_OUTCOME)):
            yield f"    {_size(seen.longest(part), most)} {part}"
        yield f"    {_size(seen.question, LONGEST_QUESTION)} question"
        for label in list(seen.labels.values())[:: max(1, len(seen.labels) // max(1, examples))][:examples]:
            marks = "".join(f" ({name})" for name in ("costly", "exit") if getattr(label, name))
            yield f"        {label.verb:22} {label.cost:10} {label.outcome}{marks}"
        for one in sorted(seen.reasons):
            yield f"        {one.verb:22} {'(exit)' if one.exit else '':10} not now: {one.why}"


def _size(text: str, most: int) -> str:
    return f"{'!!' if len(text) > most else '  '}{len(text):3} “{text}”"


def main() -> None:
    """Show the labels of the answers that games offer."""
    parser = ArgumentParser(description=main.__doc__)
    parser.add_argument("games", nargs="*", default=GAMES)
    parser.add_argument("--seeds", type=int, default=1, help="games with each preset and each kind of bot")
    parser.add_argument("--examples", type=int, default=8, help="labels of each choice to show")
    chosen = parser.parse_args()
    for name in chosen.games:
        print("\n".join(report(load(name), chosen.seeds, chosen.examples)))


if __name__ == "__main__":
    main()
