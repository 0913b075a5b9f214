"""A saved game as it is written: JSON with options, seed and moves. `saving` reads it and plays it again."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from moot.engine.dispatch import Numbering
from moot.engine.words import seat_names

if TYPE_CHECKING:
    from moot.engine.sitting import Sitting

FORMAT = 1  # of saved games
BIG_SEED = 2**53  # from here on not every reader of JSON has the number


def saved_text(sitting: Sitting, *, with_result: bool) -> str:
    """The whole file, one move a line."""
    rows = ",\n".join(f"  {json.dumps(_row(sitting.machine.numbering, *played))}" for played in sitting.played)
    return f'{json.dumps(_head(sitting, with_result), indent=1)[:-2]},\n "moves": [\n{rows}\n ]\n}}\n'


def _head(sitting: Sitting, with_result: bool) -> dict[str, Any]:
    """What comes before the moves."""
    game, names, result = sitting.game, list(sitting.names), sitting.result if with_result else None
    return {
        "moot": FORMAT,
        "game": game.name,
        "rules": game.version,
        "seed": sitting.seed if sitting.seed < BIG_SEED else str(sitting.seed),
        "options": game.says(sitting.options),
        **({"names": names} if names != seat_names(game.words, sitting.seats) else {}),
        **({"ended": sitting.ended} if sitting.ended else {}),
        **({"result": result.as_dict()} if result else {}),
    }


def _row(numbering: Numbering, seat: int, number: int, text: str) -> list[int | str]:
    choice, arguments = numbering.read(number)
    return [seat, choice.step.name.lower(), *arguments, *([text] if text else [])]
