"""Rulebook, code and tests cite each other: no section without rules and tests, none cited that is not there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import FunctionType

import pytest

from moot.engine import Game
from moot.engine.binding import is_rule
from moot.engine.validating import rules_of, rules_to_play
from moot.engine.words import Line
from moot.games import GAMES, load

ROOT = Path(__file__).parent.parent
EXAMPLES = ("leduc", "levee")
TESTS = {name: ROOT / "tests" / "games" / name for name in GAMES} | {
    f"examples.{name}": ROOT / "tests" / "examples" / f"test_{name}.py" for name in EXAMPLES
}

SECTION = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\*", re.MULTILINE)
CITATION = re.compile(r"§(\d+(?:\.\d+)*)")


def sections(game: Game) -> set[str]:
    """The numbered paragraphs of a rulebook."""
    found = SECTION.findall(game.rulebook)
    assert len(found) == len(set(found)), "a section's number is there twice"
    return set(found)


def citations(files: Iterable[Path]) -> dict[str, list[str]]:
    """The sections cited in files, with the names of the files."""
    found: dict[str, list[str]] = {}
    for path in files:
        for section in CITATION.findall(path.read_text(encoding="utf-8")):
            found.setdefault(section, []).append(path.name)
    return found


def code(game: Game) -> list[Path]:
    """The source files of a game."""
    return sorted(game.folder.rglob("*.py"))


def files_of_tests(name: str) -> list[Path]:
    """The test files of a game."""
    files = sorted(TESTS[name].rglob("test_*.py")) if TESTS[name].is_dir() else [TESTS[name]]
    assert files, f"{TESTS[name]} has no tests"
    return files


def written_rules(game: Game) -> Iterator[FunctionType]:
    """The rules defined in the folder of a game, except for what bots think."""
    thoughts = set(rules_of(game)) - set(rules_to_play(game))
    for module in list(sys.modules.values()):
        file = getattr(module, "__file__", None)
        if file and Path(file).parent == game.folder and Path(file).name != "bot.py":
            own = (each for each in vars(module).values() if is_rule(each) and each.__module__ == module.__name__)
            yield from (each for each in own if each not in thoughts)


def said_lines(game: Game) -> Iterator[Line]:
    """The lines of a game's words that are written out."""
    words = game.words
    for table in (words.choices, words.events, words.endings):
        yield from (line for line in table.values() if isinstance(line, Line))


@pytest.mark.parametrize("name", TESTS)
def test_every_section_is_in_the_code(name: str) -> None:
    """The rule that makes it so says so."""
    game = load(name)
    assert sections(game)
    assert sections(game) - set(citations(code(game))) == set()


@pytest.mark.parametrize("name", TESTS)
def test_every_section_is_tested(name: str) -> None:
    """By a test that says so."""
    assert sections(load(name)) - set(citations(files_of_tests(name))) == set()


@pytest.mark.parametrize("name", TESTS)
def test_what_is_cited_is_there(name: str) -> None:
    """In code, in tests, and in what players read."""
    game = load(name)
    cited = citations([*code(game), *files_of_tests(name)])
    assert {section: files for section, files in cited.items() if section not in sections(game)} == {}
    assert {line.section for line in said_lines(game)} <= sections(game)


@pytest.mark.parametrize("name", TESTS)
def test_every_rule_cites_its_section(name: str) -> None:
    """In its docstring."""
    rules = list(written_rules(load(name)))
    assert rules
    assert [each.__name__ for each in rules if not CITATION.search(each.__doc__ or "")] == []
