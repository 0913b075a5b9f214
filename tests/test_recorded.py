"""Games that were recorded play again: interpreted and compiled, move by move, to the end they are named after.

`last_card-tax_sale.json` is another game with the ending `last_card`, in which a business is sold for tax.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.engine import replay
from moot.games import GAMES, load

FOLDER = Path(__file__).parent / "recorded"
RECORDED = sorted(FOLDER.glob("*/*.json"))


def record_name(path: Path) -> str:
    """How a test is called."""
    return f"{path.parent.name}-{path.stem}"


def ending_of(path: Path) -> str:
    """The ending that a file is named after."""
    return path.stem.partition("-")[0]


@pytest.mark.parametrize("compiled", [False, True], ids=["interpreted", "compiled"])
@pytest.mark.parametrize("path", RECORDED, ids=record_name)
def test_the_game_plays_again(path: Path, compiled: bool) -> None:
    """To the ending that the file is named after, and to the same record."""
    text = path.read_text(encoding="utf-8")
    sitting = replay(load(path.parent.name), text, compiled=compiled)
    assert sitting.ending is not None
    assert sitting.ending.name.lower() == ending_of(path)
    assert sitting.to_json() == text


@pytest.mark.parametrize("path", RECORDED, ids=record_name)
def test_both_ways_agree(path: Path) -> None:
    """Interpreted and compiled, the last position is the same, byte for byte, and so is all that was told."""
    game, text = load(path.parent.name), path.read_text(encoding="utf-8")
    plain, fast = replay(game, text), replay(game, text, compiled=True)
    assert bytes(plain) == bytes(fast)
    assert plain.log == fast.log


@pytest.mark.parametrize("name", GAMES)
def test_every_ending_is_recorded(name: str) -> None:
    """And no ending that the game does not have."""
    endings = {ending.name.lower() for ending in load(name).endings}
    assert {ending_of(path) for path in RECORDED if path.parent.name == name} == endings


@pytest.mark.parametrize("name", [name for name in GAMES if not load(name).cooperative])
def test_every_way_to_win_is_recorded(name: str) -> None:
    """By points, shared, and by each tie-break that the game has."""
    games = [replay(load(name), path.read_text(encoding="utf-8")) for path in RECORDED if path.parent.name == name]
    results = [game.standing for game in games if not game.standing.together]
    assert {result.decided_by for result in results} == {None, *load(name).rules.tie_breaks}
    assert {len(result.winners) > 1 for result in results} == {False, True}


def test_every_folder_is_a_game() -> None:
    """There is no recorded game without its rules."""
    assert {path.parent.name for path in RECORDED} <= set(GAMES)
