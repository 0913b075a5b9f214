"""What can be checked without playing: options, sizes, rules, and that everything has words."""

from __future__ import annotations

from moot.battery.walks import Plan, insist
from moot.engine import Game
from moot.engine.validating import Problem


def options(game: Game, plan: Plan) -> None:
    """Every option has help and a default in its range; presets say what they are for and choose what is allowed."""
    _insist_on("options", game.problems)


def size(game: Game, plan: Plan) -> None:
    """The record is smaller than 4096 bytes and holds every step, event and ending."""
    _insist_on("size", game.problems)


def rules(game: Game, plan: Plan) -> None:
    """Every step has a rule and every choice its consequence; they take what they are given, and use what rules can use."""
    _insist_on("rules", [*game.problems, *game.misused])


def words(game: Game, plan: Plan) -> None:
    """Every choice, event and ending has words that can be filled in and cite a section of the rulebook that is there."""
    _insist_on("words", [*game.problems, *game.misused])


def _insist_on(check: str, problems: list[Problem]) -> None:
    found = [str(problem) for problem in problems if problem.check == check]
    insist(not found, "\n  ".join(found))
