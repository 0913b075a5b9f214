"""A lesson of Toll, the battery's own small game: sound, and with one thing changed."""

from __future__ import annotations

from pathlib import Path
from shutil import copy

from moot.engine import Game
from tests.battery.toll import make_toll

TEXT = """# The road

- minutes: 1
- seed: 3
- options: gates 2
- seats: you, Bo

## 1. Gates

- say: The road has {gates} gates, and you have {coins} coins. §1

## 2. A question

- say: Look at [Bo].
- ask: Who wins?
  - [ ] Whoever bids least: No, the bids open the gate.
  - [x] Whoever bids most: Yes.

## 3. A bid

- say: Bid one coin.
- do: Bid [1 coin], then any tip 0 coins
- otherwise: One coin is enough, and no tip.

## 4. The others

- say: Bo bids, and the toll is paid.
- watch: Bo: any Bid

## 5. Again

- say: Bid whatever you like.
- do: anything

## 6. On

- say: Play on.
- free: until the end
"""


def taught(folder: Path, text: str = TEXT) -> Game:
    """Toll with a lesson."""
    folder.mkdir(exist_ok=True)
    (folder / "lesson.md").write_text(text, encoding="utf-8")
    copy(Path(__file__).parent.parent / "battery" / "rulebook.md", folder)
    return make_toll(folder=folder)
