"""Leduc as a later release may have it: something in its rules is changed."""

from __future__ import annotations

from itertools import count
from pathlib import Path

from examples.leduc import GAME as LEDUC
from moot.engine import Game
from moot.games import load
from moot.table.live.releases import copy_game

_numbers = count()
# What a release may change, as (file, what stood there, what stands there now).
CHANGES = {
    "step": ("rules.py", "    BETTING = auto()\n", "    BURN = auto()\n    BETTING = auto()\n"),
    "choice": ("rules.py", "@rules.choice(Step.BET, 3)", "@rules.choice(Step.BET, 4)"),
    "card": ("rules.py", "CARDS = 6", "CARDS = 5"),
    "field": ("rules.py", "    gain = i8(2)\n", "    gain = i8(2)\n    blinds = i8(3)\n"),
    "option": (
        "rules.py",
        "    betting_round = i8()\n",
        '    limit = option(2, 1, 3, "x")\n    betting_round = i8()\n',
    ),
    "event": ("rules.py", "    DEALT = auto()\n", "    DEALT = 9\n"),
}
_STEP = '\n\n@rules.step(Step.BURN)\ndef burn(s: Leduc) -> None:\n    """§3 Nothing."""\n    s.board = 0\n'


def with_another(what: str, folder: Path, version: int = 1) -> Game:
    """Leduc with another step, choice, card, field, option or event."""
    target = folder / f"leduc_{next(_numbers)}"
    copy_game(LEDUC, target)
    file, before, now = CHANGES[what]
    text = (target / file).read_text(encoding="utf-8")
    assert before in text
    text = text.replace(before, now) + (_STEP if what == "step" else "")
    (target / file).write_text(text, encoding="utf-8")
    start = target / "__init__.py"
    start.write_text(start.read_text(encoding="utf-8").replace("version=1", f"version={version}"), encoding="utf-8")
    return load(target)
