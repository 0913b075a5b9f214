"""All checks, and what came of them."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from time import perf_counter
from traceback import extract_tb

from moot.battery import declared, flow, guessing, secrecy, speech, twins
from moot.battery.walks import Plan, Walk
from moot.engine import Game

Check = Callable[[Game, Plan], None]

ENOUGH_MOVES, FEWEST_GAMES, MOST_GAMES = 12_000, 50, 1000


class Failure(AssertionError):  # noqa: N818  (what people look for in a report is a failure, and an error is another thing)
    """What a check found: where, what, and how to see it again."""

    def __init__(self, game: Game, check: str, what: str, walk: Walk | None) -> None:
        self.game, self.check, self.what = game.name, check, what
        self.seed = walk.seed if walk else None
        self.options = game.says(walk.options) if walk else {}
        self.move = walk.moves if walk else 0
        self.saved = walk.begun.to_json() if walk and walk.begun else None  # the game so far: `replay` plays it again
        super().__init__(f"{game.name}, {check}: {what}{self._where()}")

    def _where(self) -> str:
        if self.seed is None:
            return ""
        options = ", ".join(f"{name}={json.dumps(value)}" for name, value in self.options.items())
        return (
            f"\n  After move {self.move} of the random game with seed={self.seed}, {options}."
            f'\n  Again: check(GAME, games=1, seed={self.seed}, only=["{self.check}"])'
        )


def _explained(check: Check) -> Check:
    """The check, with everything that goes wrong in it told as a `Failure`."""

    @wraps(check)
    def run(game: Game, plan: Plan) -> None:
        try:
            check(game, plan)
        except Exception as error:
            raise Failure(game, check.__name__, _what(game, error), plan.walk) from error

    return run


def _what(game: Game, error: Exception) -> str:
    if type(error) is AssertionError:
        return str(error)
    frames = extract_tb(error.__traceback__)
    own = [frame for frame in frames if Path(frame.filename).is_relative_to(game.folder)] or frames
    place = f"{Path(own[-1].filename).name}, line {own[-1].lineno}, in {own[-1].name}"
    return f"{type(error).__name__}: {error} ({place})"


CHECKS: dict[str, Check] = {
    check.__name__: _explained(check)
    for check in (
        declared.options,
        declared.size,
        declared.words,
        flow.play,
        flow.seeds,
        flow.saving,
        flow.copies,
        flow.laws,
        flow.junk,
        secrecy.hidden,
        secrecy.moves,
        secrecy.lookalikes,
        secrecy.sealed,
        secrecy.events,
        guessing.guesses,
        guessing.futures,
        speech.speech,
        twins.compiled,
    )
}


@dataclass(frozen=True)
class Result:
    """What came of one check."""

    check: str
    about: str
    failure: Failure | None
    seconds: float
    games: int
    moves: int

    def __str__(self) -> str:
        covered = f"{self.games:6,} games {self.moves:9,} moves" if self.games else " " * 29
        return f"{'FAILED' if self.failure else 'ok':6}  {self.check:10} {covered} {self.seconds:6.1f} s  {self.about}"


@dataclass(frozen=True)
class Report:
    """What came of all of them."""

    game: str
    results: tuple[Result, ...]

    @property
    def failures(self) -> list[Failure]:
        """What was found."""
        return [result.failure for result in self.results if result.failure]

    @property
    def ok(self) -> bool:
        """Whether nothing was found."""
        return not self.failures

    def __str__(self) -> str:
        return "\n".join([*map(str, self.results), *(f"\n{failure}" for failure in self.failures)])


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
        raise ValueError(f"no check is called {', '.join(sorted(unknown))}. The checks: {', '.join(CHECKS)}.")
    games = games or enough_games(game, seed)
    results = []
    for name in CHECKS:
        if only is None or name in only:
            if on_check:
                on_check(name)
            results.append(_run(name, game, Plan(games, seed, compiled)))
    return Report(game.name, tuple(results))


def enough_games(game: Game, seed: int) -> int:
    """How many random games have about ENOUGH_MOVES moves."""
    walks = list(Plan(10, seed).walks(game))
    try:
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
