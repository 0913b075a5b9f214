"""Rules of earlier releases, so that a table can be played to its end by the rules with which it began.

When a server starts it puts the rules of its games by, in a folder of its own: a copy of each game's package under a name of its
own, beside which newer rules of the same game can run. Only whoever runs the server may write there, for what is in it is run.
"""

from __future__ import annotations

import os
import re
import shutil
import stat
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import structlog

from moot.engine import Game
from moot.engine.fingerprint import code_of, fingerprint
from moot.games import load

OWNERS = {0, getattr(os, "getuid", int)()}  # whose rules are run: root may write everything anyway
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH
log = structlog.get_logger("moot.table")


class ReleaseError(RuntimeError):
    """Old rules that must not be run."""


class Shelf:
    """The games of a server by name, and those of earlier releases by the fingerprint of their rules."""

    def __init__(self, games: Mapping[str, Game], folder: Path | None) -> None:
        self.games, self._folder = games, folder
        self._known = {_fingerprint(game): game for game in games.values()}
        self._missing: set[str] = set()
        for game in games.values():
            code_of(game)  # while the server runs, newer files may be put in the place of those that it runs

    def rules_of(self, game: Game) -> str:
        """The fingerprint of a game's rules, as tables are pinned to them."""
        return next(rules for rules, known in self._known.items() if known is game)

    def today(self, rules: str) -> Game | None:
        """The game by whose rules tables are opened now, if these are its rules."""
        game = self._known.get(rules)
        return game if game in self.games.values() else None

    def put_by(self) -> None:
        """Keep the rules of today for tomorrow."""
        if self._folder is None:
            return
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        for rules, game in self._known.items():
            target = self._folder / package_name(rules)
            if not target.exists():
                copy_game(game, target)

    def named(self, name: str) -> Game | None:
        """A game by its name, which for one of an earlier release is the name of its folder."""
        return next((game for game in self._known.values() if game.name == name), None)

    def knows(self, rules: str) -> bool:
        """Whether these rules are here, or were put by."""
        return rules in self._known or (self._folder is not None and (self._folder / package_name(rules)).is_dir())

    def release(self, rules: str) -> Game | None:
        """The game with these rules; None if they were not kept, or are no longer what they were."""
        if rules not in self._known and rules not in self._missing:
            found = self._load(rules)
            if found is None:
                self._missing.add(rules)
            else:
                self._known[rules] = found
        return self._known.get(rules)

    def _load(self, rules: str) -> Game | None:
        folder = self._folder / package_name(rules) if self._folder is not None and "+" in rules else None
        if folder is None or not folder.is_dir():
            return None
        try:
            _must_be_ours(folder)
            game = load(folder)
        except Exception as error:
            log.warning("old rules cannot be run", rules=rules, error=str(error))
            return None
        if fingerprint(game) != rules:
            log.warning("old rules are no longer what they were", rules=rules)
            return None
        return replace(game, name=folder.name)


@cache
def _fingerprint(game: Game) -> str:
    return fingerprint(game)


def package_name(rules: str) -> str:
    """The folder of these rules, which Python can import: `polycrisis_3_1f0c…`."""
    return re.sub(r"\W", "_", rules)


def copy_game(game: Game, target: Path) -> None:
    """A game's package under another name; it is there wholly or not at all, also if another server does the same now."""
    with tempfile.TemporaryDirectory(prefix=".", dir=target.parent) as made:
        draft = _drafted(game, Path(made) / target.name)
        try:
            draft.replace(target)
        except OSError:
            if not target.is_dir():
                raise


def _drafted(game: Game, draft: Path) -> Path:
    """The package, for its owner alone to write, with imports that name it."""
    own = _package_of(game)
    shutil.copytree(game.folder, draft, ignore=shutil.ignore_patterns("__pycache__"))
    for path in (draft, *draft.rglob("*")):
        path.chmod(path.stat().st_mode & ~OTHERS_WRITE)
    for file in draft.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        file.write_text(re.sub(rf"\b(from|import) {re.escape(own)}\b", rf"\1 {draft.name}", text), encoding="utf-8")
    return draft


def _package_of(game: Game) -> str:
    """The package in which a game lies: `moot.games.polycrisis`."""
    parts = game.state.__module__.split(".")
    return ".".join(parts[: parts.index(game.folder.name) + 1])


def _must_be_ours(folder: Path) -> None:
    """What others can write is not run."""
    for path in (folder.parent, folder, *folder.rglob("*")):
        if path.stat().st_uid not in OWNERS:
            raise ReleaseError(f"{path} belongs to somebody else than whoever runs the server: chown it")
        if path.stat().st_mode & OTHERS_WRITE:
            raise ReleaseError(f"{path} can be written by others than whoever runs the server: chmod go-w it")
