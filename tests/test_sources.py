"""Where the rules come from: every numbered rule is the original's or marked as ours, and everybody is credited."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from moot.engine import Game
from moot.games import GAMES, load

ROOT = Path(__file__).parent.parent
MOOT = [load(name) for name in GAMES]
Rules = Mapping[str, Mapping[str, str]]
NUMBERED = re.compile(r"^\*\*(\d+(?:\.\d+)*)\*\*(.*?)(?=^\*\*\d+(?:\.\d+)*\*\*|^#|\Z)", re.MULTILINE | re.DOTALL)
TITLE = re.compile(r"^\s*(\*\*[^*]+\*\*)?\s*")
games = pytest.mark.parametrize("game", MOOT, ids=[game.name for game in MOOT])


def paragraphs(text: str) -> dict[str, str]:
    """The numbered rules of a rulebook, each without its number."""
    return dict(NUMBERED.findall(text))


def books() -> Iterator[Any]:
    """Each rulebook, and what is told only afterwards, with where its rules come from."""
    for game in MOOT:
        yield pytest.param(game.rulebook, game.provenance["rules"], id=game.name)
        if game.afterwards:
            yield pytest.param(game.afterwards, game.provenance["afterwards"], id=f"{game.name}-afterwards")


rulebooks = pytest.mark.parametrize(("text", "rules"), [*books()])


@rulebooks
def test_every_rule_says_where_it_comes_from(text: str, rules: Rules) -> None:
    assert list(rules) == list(paragraphs(text))
    assert [number for number, rule in rules.items() if not rule or not set(rule) <= {"source", "ruling"}] == []
    assert all(text.strip() for rule in rules.values() for text in rule.values())


@rulebooks
def test_what_is_ours_is_marked_in_the_rulebook_and_nothing_else_is(text: str, rules: Rules) -> None:
    marked = {number for number, said in paragraphs(text).items() if "*ruling" in said.lower()}
    assert marked == {number for number, rule in rules.items() if "ruling" in rule}


@rulebooks
def test_a_rule_that_is_wholly_ours_begins_with_the_mark(text: str, rules: Rules) -> None:
    begins = {number for number, said in paragraphs(text).items() if TITLE.sub("", said).startswith("*Ruling")}
    assert begins == {number for number, rule in rules.items() if "source" not in rule}


@games
def test_the_rulebook_begins_with_its_credit_and_a_summary(game: Game) -> None:
    head = game.rulebook.partition("\n## 1 ")[0]
    assert game.credit in head
    assert "\n## Summary\n" in head
    assert len(head.partition("\n## Summary\n")[2].split()) < 450, "the summary is longer than a page"


def test_what_is_used_under_a_licence_keeps_its_notice() -> None:
    """The graph of Wicked 21st, under the MIT licence: copyright and permission, and the way to them from what was taken."""
    notice = (ROOT / "LICENSES" / "wicked21st.txt").read_text(encoding="utf-8")
    words = " ".join(notice.split())
    assert (
        "Copyright (c) 2022 Textualization Software Ltd. Permission is hereby granted, free of charge, to any" in words
    )
    assert "this permission notice shall be included in all copies or substantial portions of the Software." in words
    assert words.endswith("OTHER DEALINGS IN THE SOFTWARE.")
    polycrisis = load("polycrisis").folder
    for taken in (
        polycrisis / "graph.toml",
        polycrisis / "components.py",
        ROOT / "CREDITS.md",
        ROOT / "releases/README.md",
    ):
        assert "LICENSES/wicked21st.txt" in taken.read_text(encoding="utf-8")


@games
def test_everybody_is_credited(game: Game) -> None:
    assert game.credit in (ROOT / "CREDITS.md").read_text(encoding="utf-8")
