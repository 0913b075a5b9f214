"""Makes the pictures of the README: `python docs/pictures/make.py`."""

from __future__ import annotations

import io
import re
from pathlib import Path

from rich.console import Console

from moot.bots import play_out
from moot.games import load


def story_svg(file: Path) -> None:
    """The second turn of a story, as a terminal shows it."""
    sitting = play_out(load("polycrisis").start(seats=3, seed=12, preset="four_chips"), ["greedy"])
    turn = sitting.story().split("— Turn 2 of 8 —")[1].split("— Turn 3 of 8 —")[0]
    console = Console(record=True, width=116, file=io.StringIO())
    console.print("— Turn 2 of 8 —" + turn.rstrip(), markup=False, highlight=False)
    drawn = console.export_svg(title="moot story polycrisis --seats 3 --seed 12 --preset four_chips")
    # Rich asks the reader's browser to fetch a font; a picture of ours fetches nothing.
    file.write_text(re.sub(r"@font-face \{.*?\}", "", drawn, flags=re.DOTALL).replace("Fira Code", "DejaVu Sans Mono"))


if __name__ == "__main__":
    story_svg(Path(__file__).parent / "story.svg")
