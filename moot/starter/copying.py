"""Begins a new game as a copy of this one, under another name: `moot new`."""

from __future__ import annotations

import keyword
import re
from importlib.util import find_spec
from pathlib import Path

from moot.engine import OptionError
from moot.games import GAMES

STARTER = Path(__file__).parent
FILES = ("__init__.py", "rules.py", "words.py", "bot.py", "rulebook.md")


def new_game(name: str, where: Path) -> Path:
    """A folder with a small game that works, to be changed into another; nothing that is there is written over."""
    if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
        raise OptionError(
            f"A game is named in small letters, digits and underscores, such as night_market; not {name!r}."
        )
    if name in GAMES:
        raise OptionError(f"{name} is one of Moot's games. Choose another name.")
    folder = where / name
    # Asked first: to `python -m moot.cli` a folder where it is called is one of Python's modules.
    if folder.exists():
        raise OptionError(f"{folder} is there already. Choose another name, or another folder with --into.")
    if keyword.iskeyword(name) or find_spec(name) is not None:
        raise OptionError(f"{name} is a word of Python's, or one of its modules. Choose another name.")
    try:
        folder.mkdir(parents=True)
        for file in FILES:
            (folder / file).write_text(_renamed((STARTER / file).read_text(encoding="utf-8"), name), encoding="utf-8")
    except OSError as error:
        raise OptionError(f"{folder} cannot be written: {error}.") from error
    return folder


def _renamed(text: str, name: str) -> str:
    title = name.replace("_", " ").title()
    own = text.replace("moot.starter", name).replace('title="Starter"', f'title="{title}"').replace("starter", name)
    own = own.replace("# Starter", f"# {title}")
    return re.sub(r"\bStarter\b", title.replace(" ", ""), own)
