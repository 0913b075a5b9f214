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
        ("1.2", "an ace carries a risk of 1"),
        ("1.3", "13 cards"),
        ("1.4", "14 mad science dice"),
        ("1.4", "six sides"),
        ("2.1", "six players"),
        ("2.1", "face down"),
        ("2.2", "five more cards"),
        ("2.3", "three science cards"),
        ("2.4", "−10"),
        ("5.1", "turn up the four difficulties"),
    ],
)
def test_facts_of_the_public_card_table_are_rulings(section: str, fact: str) -> None:
    """§1.2 §1.3 §1.4 §2.1 §2.2 §2.3 §2.4 §5.1 The original does not tell them, and the rulebook says where they are from."""
    original, ours = paragraph(section)
    assert fact in ours
    assert fact not in original
    assert CARD_TABLE in ours
    assert CARD_TABLE in GAME.provenance["rules"][section]["ruling"]


def test_the_new_deck_is_a_ruling_after_the_simulator() -> None:
    """§5.2 Neither the original nor the public card table has it, but the simulator published with the game."""
    original, ours = paragraph("5.2")
    assert "into a new deck" in ours
    assert "into a new deck" not in original
    assert CARD_TABLE not in ours
    for text in (ours, GAME.provenance["rules"]["5.2"]["ruling"]):
        assert "simulator published with the game" in text


@pytest.mark.parametrize(
    ("section", "said"),
    [
        ("3.2", "research column"),
        ("3.2.1", "has you draw this card"),
        ("3.2.3", "jokers played at once, even out of turn"),
        ("3.2.3", "any ace to five which is played raises the stakes and lets all others draw"),
        ("3.3", "describe this roll for research cards"),
        ("3.4", "previous player"),
        ("3.4", "not how it is gained"),
        ("3.4", "in other public versions a match gains it"),
        ("3.5", "at any time"),
        ("5.1", "chapter on the end is missing"),
        ("8", "“elevate AI” or “raise stakes”"),
    ],
)
def test_where_the_original_says_something_else_the_rulebook_tells_it(section: str, said: str) -> None:
    """§3.2 §3.2.1 §3.2.3 §3.3 §3.4 §3.5 §5.1 §8 With the ruling, so that players can decide otherwise."""
    assert said in paragraph(section)[1]


@pytest.mark.parametrize(
    ("section", "rule"),
    [
        ("1.5", "Nothing lowers it"),
        ("3.2", "You may not pass"),
        ("3.2.1", "not the difficulty"),
        ("3.2.3", "earns nothing by matching"),
        ("3.4", "call for the end in it"),
        ("8", "acceleration risk die"),
    ],
)
def test_what_the_original_does_not_say_is_a_ruling(section: str, rule: str) -> None:
    """§1.5 §3.2 §3.2.1 §3.2.3 §3.4 §8 After the mark, and not before it."""
    original, ours = paragraph(section)
    assert rule in ours
    assert rule not in original


def test_the_uses_of_momentum_are_the_originals() -> None:
    """§3.4 What it can be used for, but not what a card played with it earns."""
    original, ours = paragraph("3.4")
    assert "draw a card, play a research card, or play an innovation card" in original
    assert "earns nothing further" in ours


def test_the_mark_is_explained() -> None:
    """§1.1 Before the first chapter."""
    assert f"The mark {MARK} means" in GAME.rulebook.partition("## Summary")[0]
