"""What was told at a table, in words: kept so that it can be read whatever becomes of the rules."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from moot.engine import NOBODY, Entry, Line, Sitting


class Told(msgspec.Struct, frozen=True, array_like=True):
    """A line of the log as it was told."""

    audience: int
    sealed: bool
    section: str
    text: str


Lines = tuple[Told | None, ...]  # None: the seals were opened
CHANGED = Told(NOBODY, False, "", "— The rules have changed since: from here on it goes on by the new ones —")
write_lines = msgspec.json.Encoder().encode
read_lines = msgspec.json.Decoder(Lines).decode


def told_of(sitting: Sitting, entries: Iterable[Entry]) -> Lines:
    """Entries of a game's log in words."""
    return tuple(_told(sitting, entry) for entry in entries)


def _told(sitting: Sitting, entry: Entry) -> Told | None:
    if entry.event is None:
        return None
    line = sitting.line(entry)
    return Told(entry.audience, entry.sealed, line.section, line.text)


def told_to_all(line: Line) -> Told:
    """A line that everyone hears."""
    return Told(NOBODY, False, line.section, line.text)


def hear_told(log: Iterable[Told | None], seat: int) -> list[Told]:
    """What a seat hears of lines that were kept, in the order of hearing."""
    heard: list[Told] = []
    sealed: list[Told] = []
    for told in log:
        if told is None:
            heard, sealed = heard + sealed, []
        elif told.audience in (NOBODY, seat):
            heard.append(told)
        elif told.sealed:
            sealed.append(told)
    return heard
