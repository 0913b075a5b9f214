"""The games of Moot, and how to find one: by name, or by the folder or module of a game that somebody adds."""

from __future__ import annotations

import importlib
import sys
from difflib import get_close_matches
from pathlib import Path

from moot.engine import Game, GameError, OptionError
from moot.engine.places import Place, of_error
from moot.engine.validating import insist_on

GAMES = ("path_to_safety", "polycrisis", "treasury", "solidarity", "turning_points")


def load(name: str | Path) -> Game:
    """A game: one of Moot's by name, another by its folder ("examples/leduc") or module ("examples.leduc").

    A game is looked at before it is given out: a `GameError` names all that its author has to put right.
    """
    if not isinstance(name, str | Path):
        raise OptionError(f"A game is named by a text or a path, not by {name!r}.")
    name, folder = str(name), Path(name)
    if name in GAMES:
        module = f"moot.games.{name}"
    elif (folder / "__init__.py").is_file():
        module = _module_of(folder.resolve())
    elif name and folder.is_dir():
        raise OptionError(f"There is no game in {folder}: it has no __init__.py. `moot new NAME` begins a game.")
    elif "." in name.strip(".") and "/" not in name:
        module = name
    else:
        raise OptionError(_no_game(name))
    game = _game_of(module)
    _check_name(game)
    insist_on(game, read=name not in GAMES)
    return game


def _check_name(game: Game) -> None:
    """A game is known by its name everywhere: it is not that of one of Moot's."""
    folder = game.folder.resolve()
    if game.name in GAMES and folder.parent != Path(__file__).parent.resolve():
        raise GameError(f"{folder.name}/__init__.py: {game.name} is one of Moot's games: choose another name.")


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
    except SyntaxError as error:
        file = Path(error.filename or "?")
        raise GameError(f"{Place(file, error.lineno or 0, file.parent)}: {error.msg}.") from error
    except Exception as error:
        raise _explained(error, module) from error
    if not isinstance(game, Game):
        raise OptionError(f"{module} has no GAME in its __init__.py that is a moot.Game.")
    return game


def _explained(error: Exception, module: str) -> Exception:
    """What went wrong while a game was imported: its author's mistake, by file and line; or there is no such game."""
    found = next((Path(root) / Path(*module.split(".")) for root in sys.path if _is_package(root, module)), None)
    place = of_error(error, found) if found else None
    if place is not None:
        return GameError(f"{place}: {type(error).__name__}: {error}.")
    if isinstance(error, ModuleNotFoundError):
        return OptionError(f"There is no module {error.name}. {_no_game(module)}")
    return error


def _is_package(root: str, module: str) -> bool:
    return (Path(root) / Path(*module.split(".")) / "__init__.py").is_file()


def _no_game(name: str) -> str:
    close = get_close_matches(name, GAMES, 1, 0.4)
    hint = f" Did you mean '{close[0]}'?" if close else ""
    return f"There is no game '{name}'.{hint} Games: {', '.join(GAMES)}; or the folder of a game of your own."
