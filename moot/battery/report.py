"""All checks, and what came of them."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field, replace
from functools import wraps
from pathlib import Path
from time import perf_counter

from moot.battery import (
    ahead,
    beginning,
    bots,
    counting,
    declared,
    flow,
    goals,
    guessing,
    labels,
    lessons,
    secrecy,
    speech,
    telling,
    twins,
)
from moot.battery.walks import Met, Plan, Walk
from moot.engine import Game, OptionError
from moot.engine.mistakes import EndlessError, in_words, limited

Check = Callable[[Game, Plan], None]

DECLARED = ("options", "size", "rules", "words")
ENOUGH_MOVES, FEWEST_GAMES, MOST_GAMES = 12_000, 50, 1000


class Failure(AssertionError):  # noqa: N818  (what people look for in a report is a failure, and an error is another thing)
    """What a check found: where, what, and how to see it again."""

    def __init__(self, game: Game, check: str, what: str, walk: Walk | None) -> None:
        self.game, self.check, self.what = game.name, check, what
        self.seed = walk.seed if walk else None
        self.options = game.says(walk.options) if walk else {}
        self.move = walk.moves if walk else 0
        self.saved = walk.begun.to_json() if walk and walk.begun else None  # the game so far: `replay` plays it again
        self._named = as_named(game)
        super().__init__(f"{game.name}, {check}: {what}{self._where()}")

    def _where(self) -> str:
        if self.seed is None:
            return ""
        options = ", ".join(f"{name}={json.dumps(value)}" for name, value in self.options.items())
        return (
            f"\n  After move {self.move} of the random game with seed={self.seed}, {options}."
            f"\n  Again: moot check {self._named} --only {self.check} --games 1 --seed {self.seed}"
        )


def as_named(game: Game) -> str:
    """How the command line is told of a game: by its folder, seen from here."""
    folder, here = game.folder.resolve(), Path.cwd()
    if folder.parent.name == "games" and folder.parent.parent.name == "moot":
        return game.name
    return shlex.quote(str(folder.relative_to(here) if folder.is_relative_to(here) else folder))


def _explained(check: Check) -> Check:
    """The check, with everything that goes wrong in it told as a `Failure`."""

    @wraps(check)
    def run(game: Game, plan: Plan) -> None:
        try:
            with limited():
                check(game, plan)
        except Exception as error:
            raise Failure(game, check.__name__, in_words(error, game.folder), plan.walk) from error

    return run


CHECKS: dict[str, Check] = {
    check.__name__: _explained(check)
    for check in (
        declared.options,
        declared.size,
        declared.rules,
        declared.words,
        flow.play,
        counting.counting,
        speech.speech,
        flow.seeds,
        flow.saving,
        flow.copies,
        flow.laws,
        flow.junk,
        beginning.beginning,
        secrecy.hidden,
        secrecy.sealed,
        secrecy.moves,
        secrecy.lookalikes,
        labels.labels,
        telling.telling,
        goals.goal,
        lessons.lesson,
        secrecy.events,
        ahead.ahead,
        guessing.guesses,
        guessing.futures,
        bots.bots,
        twins.compiled,
    )
}


# What a check builds on: where one of these has failed, it would only say the same in other words.
BUILDS_ON: Mapping[str, tuple[str, ...]] = {
    "junk": ("speech",),
    "moves": ("hidden", "sealed"),
    "lookalikes": ("speech", "hidden", "sealed", "moves"),
    "labels": ("speech", "hidden", "sealed", "moves", "lookalikes"),
    "lesson": ("speech", "labels", "goal"),
    "goal": ("counting", "speech", "hidden", "sealed"),
    "events": ("beginning", "hidden", "sealed", "lookalikes"),
    "ahead": ("hidden", "sealed", "moves", "lookalikes", "events"),
    "guesses": ("laws", "hidden", "sealed", "moves", "lookalikes"),
    "futures": ("laws", "guesses"),
    "bots": ("counting", "guesses", "futures"),
}


def builds_on(check: str) -> set[str]:
    """The checks that must have passed before this one is worth running: nothing is played before what is declared is right."""
    if check in DECLARED:
        return set()
    return {*DECLARED, *BUILDS_ON.get(check, ()), *(("play",) if check != "play" else ())}


@dataclass(frozen=True)
class Result:
    """What came of one check."""

    check: str  # by name
    about: str  # what it looks at
    failure: Failure | None  # what it found, if it found something
    seconds: float  # that it took
    games: int  # that it played
    moves: int  # that were made in them
    known: str = ""  # the check that has found the same before

    @property
    def says(self) -> str:
        """What came of it, in a word or a few."""
        return "ok" if self.failure is None else f"as {self.known}" if self.known else "failed"

    def __str__(self) -> str:
        covered = f"{self.games:6,} games {self.moves:9,} moves" if self.games else " " * 29
        return f"{self.says:13}  {self.check:10} {covered} {self.seconds:6.1f} s  {self.about}"


@dataclass(frozen=True)
class Report:
    """What came of all of them."""

    game: str  # by name
    results: tuple[Result, ...]  # of the checks, in their order
    unmet: Mapping[str, Collection[str]] = field(default_factory=dict)  # what is declared and was never met, by kind
    waiting: tuple[str, ...] = ()  # the checks that were not run, as they build on what has failed

    @property
    def failures(self) -> list[Failure]:
        """What was found, each mistake once."""
        return [result.failure for result in self.results if result.failure and not result.known]

    @property
    def never_met(self) -> str:
        """What is declared and no game of these checks has come across, in words; empty if there is nothing of the kind."""
        kinds = (f"{kind}s {', '.join(names)}" for kind, names in self.unmet.items() if names)
        said = "; ".join(kinds)
        return f"Never met in these games: {said}." if said else ""

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.failures

    @property
    def left_out(self) -> str:
        """The checks that were not run, in words; empty if all were."""
        return f"Not run before that is right: {', '.join(self.waiting)}." if self.waiting else ""

    def __str__(self) -> str:
        more = [*self.failures, *filter(None, (self.left_out, self.never_met))]
        return "\n".join([*map(str, self.results), *(f"\n{one}" for one in more)])


def check(
    game: Game,
    games: int | None = None,
    seed: int = 0,
    on_check: Callable[[str], None] | None = None,
    *,
    only: Collection[str] | None = None,
    compiled: bool = True,
) -> Report:
    """Run all checks, or only the named ones, and collect what they find. Uncompiled, they play a tenth of it.

    Without a number of games each check plays many of a game that is short, and fewer of one that is long.
    """
    unknown = set(only or ()) - set(CHECKS)
    if unknown:
        raise OptionError(f"No check is called {', '.join(sorted(unknown))}. The checks: {', '.join(CHECKS)}.")
    results: list[Result] = []
    met = Met()
    waiting: list[str] = []
    for name in (name for name in CHECKS if only is None or name in only):
        if _must_wait(name, results, waiting):
            waiting.append(name)
            continue
        if on_check:
            on_check(name)
        many = games or (1 if name in DECLARED else enough_games(game, seed))
        results.append(_noted(_run(name, game, Plan(many, seed, compiled, met=met)), results))
    found = any(result.failure for result in results)
    return Report(game.name, tuple(results), met.missing(game) if met.games and not found else {}, tuple(waiting))


def _must_wait(check: str, results: list[Result], waiting: list[str]) -> bool:
    """Whether something has failed that a check builds on; or rules run for ever, for which nobody waits twice."""
    failed = [result for result in results if result.failure]
    endless = any(result.failure and isinstance(result.failure.__cause__, EndlessError) for result in failed)
    return endless or bool(builds_on(check) & {*waiting, *(result.check for result in failed)})


def _noted(result: Result, before: list[Result]) -> Result:
    """A result, with the check that has found the same mistake before, if one has."""
    found = {_mistake(other.failure): other.check for other in reversed(before) if other.failure}
    return replace(result, known=found.get(_mistake(result.failure), "") if result.failure else "")


def _mistake(failure: Failure) -> str:
    """What makes two failures one mistake: the same words, whatever the seat and the numbers, about the same line."""
    return re.sub(r"(?<!line )\b\d+", "#", failure.what)


def enough_games(game: Game, seed: int) -> int:
    """How many random games have about ENOUGH_MOVES moves."""
    walks = list(Plan(10, seed).walks(game))
    try:
        with limited():
            moves = sum(sum(1 for _ in walk.open_positions()) for walk in walks)
    except Exception:  # a broken game: the checks will say how
        return FEWEST_GAMES
    return min(MOST_GAMES, max(FEWEST_GAMES, ENOUGH_MOVES * len(walks) // max(1, moves)))


def _run(name: str, game: Game, plan: Plan) -> Result:
    start, failure = perf_counter(), None
    try:
        CHECKS[name](game, plan)
    except Failure as found:
        failure = found
    about = (CHECKS[name].__doc__ or "").partition("\n")[0]
    return Result(name, about, failure, perf_counter() - start, plan.played, plan.moves)
