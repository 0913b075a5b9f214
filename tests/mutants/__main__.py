"""Breaks a game's rules in a sample of small ways, one at a time, and runs that game's tests on each.

    python -m tests.mutants treasury --sample 60 --seed 1

The changes are made by cosmic-ray, in copies of the project, to interpreted rules. A mutant that no test notices must be killed by
a new test, or stand in survivors.toml beside this file with the reason why it does no harm: then another is tried in its place.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue
from random import Random
from typing import Any, NamedTuple

from moot.engine import Game
from moot.engine.places import definition_of
from moot.engine.validating import rules_of
from moot.games import GAMES, load

ROOT = Path(__file__).parents[2]
COPIED = ("moot", "tests", "examples", "benchmarks", "docs", "pyproject.toml")
ASIDE = {"bot.py", "sorts.py"}  # what a bot likes, and what a GPU does first, is no rule
SLOW = (
    "test_face.py",
    "test_face_why.py",
    "test_bot.py",
    "test_recorded.py",
)  # words of boards, compiling
# `is` means `==` to small numbers; decorators and exceptions are not what rules are about.
UNFIT = ("_Is", "RemoveDecorator", "ExceptionReplacer", "VariableReplacer", "VariableInserter")
PATIENCE = 8  # times as long as the tests take may they run on a mutant
BAR = 0.95


class Mutant(NamedTuple):
    """One change of one place."""

    file: Path  # from the root
    operator: str
    occurrence: int
    line: int
    function: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line} {self.function} {self.operator.removeprefix('core/')}"


def mutants_of(game: Game) -> dict[tuple[Path, tuple[int, int]], list[Mutant]]:
    """All changes of a game's rules, by the place that they change."""
    from cosmic_ray.ast import get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    found: dict[tuple[Path, tuple[int, int]], list[Mutant]] = {}
    for file, lines in _rule_lines(game).items():
        tree = get_ast((ROOT / file).read_text(encoding="utf-8"))
        for name in operator_names():
            if not any(unfit in name for unfit in UNFIT):
                for number, start in enumerate(_positions(tree, get_operator(name)())):
                    if start[0] in lines:
                        place = file, start
                        found.setdefault(place, []).append(Mutant(file, name, number, start[0], lines[start[0]]))
    return found


def _positions(tree: Any, operator: Any) -> Iterator[tuple[int, int]]:
    """Where an operator can change something, in the order in which cosmic-ray counts."""
    from cosmic_ray.ast import ast_nodes

    for node in ast_nodes(tree):
        for start, _ in operator.mutation_positions(node):
            yield start


def _rule_lines(game: Game) -> dict[Path, dict[int, str]]:
    """The lines of a game's rules without their docstrings: by file, the function that each belongs to."""
    lines: dict[Path, dict[int, str]] = {}
    for function in rules_of(game):
        file, definition = Path(function.__code__.co_filename), definition_of(function)
        if definition is not None and file.is_relative_to(game.folder) and file.name not in ASIDE:
            body = definition.body[1:]
            numbers = range(body[0].lineno, (definition.end_lineno or 0) + 1) if body else range(0)
            lines.setdefault(file.relative_to(ROOT), {}).update(dict.fromkeys(numbers, function.__name__))
    return lines


def sampled(game: Game, sample: int, seed: int) -> list[Mutant]:
    """Some places, each changed in one of the ways it can be; in place of those that are known to do no harm, others."""
    chance, places, harmless = Random(f"{game.name} {seed}"), mutants_of(game), explained(game.name)
    left, mutants = sorted(places), list[Mutant]()
    while left and len(mutants) < sample:
        chosen = chance.sample(left, min(sample - len(mutants), len(left)))
        left = [place for place in left if place not in chosen]
        tried = [chance.choice(places[place]) for place in chosen]
        mutants += [mutant for mutant in tried if _name(mutant) not in harmless]
    return mutants


# Running


def _copy(where: Path) -> Path:
    for name in COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, where / name, ignore=shutil.ignore_patterns("__pycache__", "recorded_old"))
        else:
            shutil.copy(source, where / name)
    return where


def _run_tests(copy: Path, game: str, timeout: float | None = None) -> bool:
    """Whether the game's tests pass in a copy."""
    folder = f"tests/games/{game}"
    ignored = [f"--ignore={folder}/{name}" for name in SLOW]
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-x",
        "-q",
        "--no-header",
        "-p",
        "no:cacheprovider",
        "-m",
        "not long",
        folder,
        *ignored,
    ]
    own = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    try:
        return (
            subprocess.run(command, check=False, cwd=copy, timeout=timeout, env=own, capture_output=True).returncode
            == 0
        )
    except subprocess.TimeoutExpired:
        return False


def survives(copy: Path, mutant: Mutant, game: str, timeout: float) -> bool:
    """Whether no test notices a mutant."""
    from cosmic_ray.mutating import mutate_code
    from cosmic_ray.plugins import get_operator

    file = copy / mutant.file
    source = file.read_text(encoding="utf-8")
    changed = mutate_code(source, get_operator(mutant.operator)(), mutant.occurrence)
    assert changed is not None, f"nothing to change: {mutant}"
    file.write_text(changed, encoding="utf-8")
    try:
        return _run_tests(copy, game, timeout)
    finally:
        file.write_text(source, encoding="utf-8")


def explained(game: str) -> dict[str, str]:
    """Survivors that do no harm, with the reason."""
    found = tomllib.loads((Path(__file__).parent / "survivors.toml").read_text(encoding="utf-8"))
    return {str(name): str(why) for name, why in found.get(game, {}).items()}


def _name(mutant: Mutant) -> str:
    """What a survivor is known by: not by its line, which moves."""
    return f"{mutant.file.name} {mutant.function} {mutant.operator.removeprefix('core/')}"


def hunt(name: str, sample: int, seed: int, workers: int) -> tuple[int, list[Mutant]]:
    """How many mutants of a game there were, and which of them lived."""
    from time import perf_counter

    mutants = sampled(load(name), sample, seed)
    with tempfile.TemporaryDirectory() as folder:
        copies: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            copies.put(_copy(Path(folder) / str(number)))
        start = perf_counter()
        copy = copies.get()
        assert _run_tests(copy, name), f"the tests of {name} fail without any mutant"
        timeout = PATIENCE * (perf_counter() - start) + 10
        copies.put(copy)

        def try_one(mutant: Mutant) -> bool:
            copy = copies.get()
            lived = survives(copy, mutant, name, timeout)
            copies.put(copy)
            print(f"{'LIVED ' if lived else 'killed'} {mutant}", flush=True)
            return lived

        with ThreadPoolExecutor(workers) as pool:
            lived = list(pool.map(try_one, mutants))
    return len(mutants), [mutant for mutant, alive in zip(mutants, lived, strict=True) if alive]


def main(words: Sequence[str] | None = None) -> int:
    """0 if at least 95 % of each game's mutants were killed."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__)
    parser.add_argument("games", nargs="*", default=list(GAMES))
    parser.add_argument("--sample", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(words)
    failed = False
    for game in asked.games:
        number, lived = hunt(game, asked.sample, asked.seed, asked.workers)
        killed = number - len(lived)
        print(
            f"{game}: {killed} of {number} killed ({killed / number:.1%}); known to do no harm: {len(explained(game))}"
        )
        failed |= killed < BAR * number
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
