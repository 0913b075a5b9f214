"""Can people read it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from string import Formatter

from moot.battery.walks import Plan, insist, viewers
from moot.engine import Entry, Game, Sitting
from moot.engine.validating import sections_of, wrong_line


def speech(game: Game, plan: Plan) -> None:
    """In random games every question, move, event and picture can be said, and no two moves of a list read the same."""
    known = sections_of(game.rulebook)
    for walk in plan.both(game, 0.3):
        for sitting in walk.samples(10):
            for seat in sitting.waiting:
                _check_choice(sitting, seat, known)
            insist(sitting.picture(walk.dice.choice(viewers(sitting))).strip(), "the picture is empty")
        _check_told(walk.sitting, walk.dice.choice(viewers(walk.sitting)))


def _check_choice(sitting: Sitting, seat: int, known: set[str]) -> None:
    line = sitting.question(seat)
    assert line
    for wrong in wrong_line(f"what seat {seat} is asked", line, known):
        raise AssertionError(wrong)
    said = Counter(move.words.strip() for move in sitting.moves(seat))
    insist("" not in said, f"a move of seat {seat} has no words")
    twice = [words for words, count in said.items() if count > 1]
    insist(not twice, f"different moves of seat {seat} read the same: {'; '.join(twice)}")


def _check_told(sitting: Sitting, seat: int) -> None:
    """Every event of a game in words, and the whole as a story."""
    for entry in sitting.log:
        if entry.event is not None:
            insist(sitting.line(entry).text.strip(), f"{entry.event!r} is told without words")
            named = list(_seats_named(sitting.game, entry))
            insist(all(0 <= seat < sitting.seats for seat in named), f"{entry.event!r} names seat {named}")
    insist(sitting.story(seat).strip(), f"the story told to seat {seat} is empty")


def _seats_named(game: Game, entry: Entry) -> Iterator[int]:
    """The seats that an event's words name: where -1 would quietly be the last seat."""
    for _, name, kind, _ in Formatter().parse(game.words.events[entry.event].text):
        if name is not None and kind == "seat":
            yield entry.arguments[int(name)]
