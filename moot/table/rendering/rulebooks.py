"""A game's rulebook as a page: every numbered section can be linked to."""

from __future__ import annotations

import re
from base64 import b64encode
from functools import cache, partial

from markdown_it import MarkdownIt
from markupsafe import Markup

from moot.engine import Game

_PICTURE = re.compile(r'src="(pictures/[\w-]+\.svg)"')
_NUMBERED = re.compile(r"<(strong|h[2-4])>(\d+(?:\.\d+)*)\b")


def anchor(section: str) -> str:
    """The name of a section's place in the page."""
    return f"rule-{section.replace('.', '-')}"


@cache
def rulebook_html(game: Game, afterwards: str = "") -> Markup:
    """The whole rulebook; for a table whose game is over, after what is told only then."""
    html = _numbered(f"{afterwards}\n\n{game.rulebook}")
    return Markup(_PICTURE.sub(partial(_enclose, game), html))


def _enclose(game: Game, match: re.Match[str]) -> str:
    """A picture that lies beside the rulebook, within the page: so it is there wherever the page is."""
    return f'src="data:image/svg+xml;base64,{b64encode((game.folder / match[1]).read_bytes()).decode()}"'


@cache
def afterwards_html(afterwards: str) -> Markup:
    """What is told when a game is over."""
    return Markup(_html(afterwards))


@cache
def credit_html(game: Game) -> Markup:
    """Whose game it is."""
    return Markup(MarkdownIt("commonmark").renderInline(game.credit))


def _html(text: str) -> str:
    """The texts of games are ours, so their markup is let through."""
    return str(MarkdownIt("commonmark").enable("table").render(text))


def _numbered(text: str) -> str:
    """Each section can be linked to, where its number first begins a paragraph."""
    seen: set[str] = set()

    def number(match: re.Match[str]) -> str:
        tag, section = match.groups()
        if section in seen:
            return match.group()
        seen.add(section)
        return f'<{tag} id="{anchor(section)}" class="rule-number">{section}'

    return _NUMBERED.sub(number, _html(text))
