"""A game's rulebook as a page: every numbered section can be linked to."""

from __future__ import annotations

import re
from functools import cache

from markdown_it import MarkdownIt
from markupsafe import Markup

from moot.engine import Game

_NUMBERED = re.compile(r"<(strong|h[2-4])>(\d+(?:\.\d+)*)\b")


def anchor(section: str) -> str:
    """The name of a section's place in the page."""
    return f"rule-{section.replace('.', '-')}"


@cache
def rulebook_html(game: Game) -> Markup:
    """The whole rulebook. It is ours, so its markup is let through."""
    html = MarkdownIt("commonmark").enable("table").render(game.rulebook)
    seen: set[str] = set()

    def number(match: re.Match[str]) -> str:
        tag, section = match.groups()
        if section in seen:
            return match.group()
        seen.add(section)
        return f'<{tag} id="{anchor(section)}" class="rule-number">{section}'

    return Markup(_NUMBERED.sub(number, html))
