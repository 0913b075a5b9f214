"""The games of Moot, and how to find one: by name, or by the folder or module of a game that somebody adds."""

from __future__ import annotations

import importlib
import sys
from difflib import get_close_matches
from pathlib import Path

from moot.engine import Game, OptionError

GAMES = ("path_to_safety", "polycrisis", "treasury", "solidarity", "turning_points")


def load(name: str) -> Game:
    """A game: one of Moot's by name, another by its folder ("examples/leduc") or module ("examples.leduc")."""
    folder = Path(name)
    if name in GAMES:
        module = f"moot.games.{name}"
    elif (folder / "__init__.py").is_file():
        module = _module_of(folder.resolve())
    elif "." in name.strip(".") and "/" not in name:
        module = name
    else:
        raise OptionError(_no_game(name))
    return _game_of(module)


def _module_of(folder: Path) -> str:
    """The dotted name of a package folder, whose root is made importable."""
    root = folder.parent
    while (root / "__init__.py").is_file():
        root = root.parent
    sys.path.insert(0, str(root))
    return ".".join(folder.relative_to(root).parts)


def _game_of(module: str) -> Game:
    try:
        game = getattr(importlib.import_module(module), "GAME", None)
    except ModuleNotFoundError as error:
        raise OptionError(f"There is no module {error.name}. {_no_game(module)}") from error
    if not isinstance(game, Game):
        raise OptionError(f"{module} has no GAME in its __init__.py that is a moot.Game.")
    return game


def _no_game(name: str) -> str:
    close = get_close_matches(name, GAMES, 1, 0.4)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    return f"There is no game '{name}'.{hint} Games: {', '.join(GAMES)}; or the folder of a game of your own."
