"""The words of a game that a newcomer does not know, each in two lines, from its `glossary.md`; and ready sentences for shy people
and small screens, from its `sentences.txt`. Both are for people alone: no rule reads them.

A line of the glossary is `- **contract, contracts** §2.6 Two lines about it.` The first of the words is the term, and in whichever
of them it is met it can be looked up.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from moot.engine.words import Line

MOST_TERMS, MOST_SIGNS, SENTENCES = 15, 140, 6
FILE, TALK = "glossary.md", "sentences.txt"
_LINE = re.compile(r"- \*\*(?P<words>[^*]+)\*\* §(?P<section>[\d.]+) (?P<text>.+)")


class Term(NamedTuple):
    """A word of the game."""

    words: tuple[str, ...]  # the term itself, and its other forms
    says: Line  # what it is, with the section that has the rule


def read_glossary(folder: Path) -> tuple[Term, ...]:
    """The terms of the game in a folder; none if nothing is said of any."""
    file = folder / FILE
    return tuple(_terms(file.read_text(encoding="utf-8"))) if file.is_file() else ()


def _terms(text: str) -> Iterator[Term]:
    for line in text.splitlines():
        if found := _LINE.fullmatch(line):
            yield Term(tuple(found["words"].split(", ")), Line(found["section"], found["text"]))


def read_sentences(folder: Path) -> tuple[str, ...]:
    """What players may want to say, ready to be sent; none if there are none."""
    file = folder / TALK
    return tuple(filter(None, file.read_text(encoding="utf-8").splitlines())) if file.is_file() else ()
