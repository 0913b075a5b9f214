"""Can people read it?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from enum import IntEnum
from string import Formatter

from moot.battery.walks import Plan, insist, viewers, who
from moot.engine import Entry, Game, Line, Sitting, Strip
from moot.engine.left import left
from moot.engine.mistakes import at
from moot.engine.places import of_error, of_key
from moot.engine.validating import sections_of, wrong_line


def speech(game: Game, plan: Plan) -> None:
    """In random games every question, move, event and picture can be said, and no two moves of a list read the same."""
    known = sections_of(game.rulebook)
    for walk in plan.both(game, 0.3):
        for sitting in walk.samples(10):
            for seat in sitting.waiting:
                _check_choice(sitting, seat, known)
            _check_seen(sitting, walk.dice.choice(viewers(sitting)))
        _check_told(walk.sitting, walk.dice.choice(viewers(walk.sitting)))


@contextmanager
def saying(game: Game, key: IntEnum, numbers: object = "") -> Iterator[None]:
    """What goes wrong meanwhile is told of the words for a choice or an event."""
    try:
        yield
    except Exception as error:
        what = f"{error}" if type(error) is AssertionError else f"{type(error).__name__}: {error}"
        place = of_error(error, game.folder) or of_key(key, game.folder)
        raise AssertionError(
            at(f"the words for {key.name}{f' {numbers}' if numbers else ''}: {what}", place)
        ) from error


def _check_seen(sitting: Sitting, seat: int) -> None:
    """The picture, and what stands at the top of a page."""
    insist(sitting.picture(seat).strip(), "the picture is empty")
    strip = sitting.game.strip(sitting.view(seat))
    insist(isinstance(strip, Strip) and strip.title.strip(), f"the strip is {strip!r}: return Strip(title)")


def _check_choice(sitting: Sitting, seat: int, known: set[str]) -> None:
    game, choice = sitting.game, sitting.game.rules.choices[sitting.state.asking[seat]]
    with saying(game, choice.step):
        line = sitting.question(seat)
        insist(isinstance(line, Line), f"the question is {line!r}: return Line(section, text)")
        assert line
        for wrong in wrong_line(f"what seat {seat} is asked", line, known):
            raise AssertionError(wrong)
        rest = left(sitting, seat)
        insist(rest is None or 0 <= rest.now <= rest.of, f"what is left to seat {seat} is {rest}")
        said = Counter(move.words.strip() for move in sitting.moves(seat))
        insist("" not in said, f"a move of seat {seat} has no words")
        twice = [words for words, count in said.items() if count > 1]
        insist(not twice, f"different moves of seat {seat} read the same: {'; '.join(twice)}")


def _check_told(sitting: Sitting, seat: int) -> None:
    """Every event of a game in words, and the whole as a story."""
    for entry in sitting.log:
        if entry.event is not None:
            with saying(sitting.game, entry.event, entry.arguments):
                wrong = [seat for seat in _seats_named(sitting.game, entry) if not 0 <= seat < sitting.seats]
                insist(not wrong, f"it names seat {wrong}, but the seats are 0 to {sitting.seats - 1}")
                insist(sitting.line(entry).text.strip(), "they are empty")
    insist(sitting.story(seat).strip(), f"the story told to {who(seat)} is empty")


def _seats_named(game: Game, entry: Entry) -> Iterator[int]:
    """The seats that an event's words name: where -1 would quietly be the last seat."""
    for _, name, kind, _ in Formatter().parse(game.words.events[entry.event].text):
        if name is not None and kind == "seat":
            yield entry.arguments[int(name)]
