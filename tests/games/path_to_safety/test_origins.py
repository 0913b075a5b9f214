"""What is the original's and what is ours: every ruling stands after its mark, and nothing of the original does."""

from __future__ import annotations

import re

import pytest

from moot.games.path_to_safety import GAME

MARK = "*Ruling.*"
CARD_TABLE = "the public card table"


def paragraph(section: str) -> tuple[str, str]:
    """A numbered rule: what is the original's, and what is ours."""
    found = re.search(rf"^\*\*{re.escape(section)}\*\* (.*)$", GAME.rulebook, re.MULTILINE)
    assert found
    original, _, ours = found[1].partition(MARK)
    return original, ours


@pytest.mark.parametrize(
    ("section", "fact"),
    [
        ("1.2", "108 cards"),
        ("1.3", "13 cards"),
        ("1.4", "14 mad science dice"),
        ("2.2", "five more cards"),
        ("2.3", "three science cards"),
        ("2.4", "−10"),
        ("5.2", "into a new deck"),
    ],
)
def test_facts_of_the_public_card_table_are_rulings(section: str, fact: str) -> None:
    """§1.2 §1.3 §1.4 §2.2 §2.3 §2.4 §5.2 The original does not tell them, and the rulebook says where they are from."""
    original, ours = paragraph(section)
    assert fact in ours
    assert fact not in original
    assert CARD_TABLE in ours
    assert CARD_TABLE in GAME.provenance["rules"][section]["ruling"]


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("3.2", "research column"),
        ("3.2.3", "any ace to five which is played raises the stakes and lets all others draw"),
        ("3.3", "describe this roll for research cards"),
        ("3.4", "previous player"),
        ("3.4", "not how it is gained"),
        ("3.5", "at any time"),
        ("5.1", "chapter on the end is missing"),
    ],
)
def test_where_the_original_says_something_else_the_rulebook_tells_it(section: str, said: str) -> None:
    """§3.2 §3.2.3 §3.3 §3.4 §3.5 §5.1 With the ruling, so that players can decide otherwise."""
    assert said in paragraph(section)[1]


def test_the_mark_is_explained() -> None:
    """§1.1 Before the first chapter."""
    assert f"The mark {MARK} means" in GAME.rulebook.partition("## Summary")[0]
