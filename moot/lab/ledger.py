"""What was played in an arena, in a file: whoever was interrupted goes on from there."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from moot.engine import OptionError
from moot.lab import games as lab
from moot.lab.arena import Hall, Match, Pairing, Played


def play_matches(
    hall: Hall, matches: Sequence[Match], file: Path | None, cores: int | None, on_played: Callable[[], None]
) -> list[Played]:
    """Play those that are not in the file yet, and write them there; `on_played` is called for each, those in the file too."""
    if file is None:
        return hall.play(matches, cores=cores, on_played=lambda one: on_played())
    ledger = Ledger(file, hall)
    missing = ledger.missing(matches)
    for _ in range(len(matches) - len(missing)):
        on_played()

    def note(one: Played) -> None:
        ledger.add(one)
        on_played()

    hall.play(missing, cores=cores, on_played=note)
    return [ledger.played[match] for match in matches]


class Ledger:
    """One file of matches: a head that says what they were played with, then a line for each."""

    def __init__(self, file: Path, hall: Hall) -> None:
        self.file, self.head = (
            file,
            {"game": hall.game.name, "seed": hall.seed, "options": hall.options, "code": _code(hall)},
        )
        self.played: dict[Match, Played] = {}
        if not self._read():
            self.played.clear()
            self._write_head()

    def _read(self) -> bool:
        """Whether the file is of the same games, played by the same code; a last line that is broken off is forgotten."""
        try:
            head, *lines = self.file.read_text(encoding="utf-8").splitlines() or [""]
        except FileNotFoundError:
            return False
        except (OSError, UnicodeDecodeError) as error:
            raise OptionError(f"{self.file} cannot be read: {error}.") from error
        if head != json.dumps(self.head):
            return False
        for line in lines:
            one = _played(line)
            if one is not None:
                self.played[one.match] = one
        return True

    def _write_head(self) -> None:
        try:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_text(json.dumps(self.head) + "\n", encoding="utf-8")
        except OSError as error:
            raise OptionError(f"{self.file} cannot be written: {error}.") from error

    def add(self, one: Played) -> None:
        """Keep what was played."""
        self.played[one.match] = one
        row = [*one.match.pairing, one.match.seat, one.match.number, *one[1:]]
        with self.file.open("a", encoding="utf-8") as file:
            file.write(json.dumps(row) + "\n")

    def missing(self, matches: Iterable[Match]) -> list[Match]:
        """Those that are still to be played."""
        return [match for match in matches if match not in self.played]


def _code(hall: Hall) -> str:
    """What the games follow from: the rules, the bots, and how they are compiled."""
    return hall.game.simulated.cache_folder(lab.play_thinking_games).name


def _played(line: str) -> Played | None:
    try:
        row: list[Any] = json.loads(line)
        hero, others, seat, number, won, points, seconds, thought = row
    except ValueError:
        return None
    return Played(Match(Pairing(hero, others), seat, number), tuple(won), tuple(points), seconds, thought)
