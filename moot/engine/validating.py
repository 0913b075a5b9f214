"""Is a game put together rightly? What can be seen without playing it, each mistake named once, with its file and line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from enum import IntEnum
from inspect import signature
from pathlib import Path
from string import Formatter
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from moot.engine.binding import rules_called_by
from moot.engine.fields import MOST_SEATS, OWNER, Field, Option, State, fields_of
from moot.engine.labels import Label
from moot.engine.obvious import wrong_usual
from moot.engine.places import Place, of_field, of_function, of_key, of_member, of_text_key
from moot.engine.reading import read_rule, told_by
from moot.engine.rules import Choice
from moot.engine.telling import SMALL, WEIGHTS
from moot.engine.words import Line

if TYPE_CHECKING:
    from moot.engine.game import Game, Preset

ROOM = 4096  # bytes: a record this small is copied by the million
MOST = 127  # steps, events and endings are kept in eight bits
ARGUMENTS = 5  # that an event has
_KIND = re.compile(r"[A-Za-z_]\w*")


class GameError(ValueError):
    """A game that its author has not put together rightly. Nothing of it is played before that is right."""


class Problem(NamedTuple):
    """A mistake of a game's author."""

    check: str  # the check of the battery that it belongs to
    what: str
    place: Place | None = None

    def __str__(self) -> str:
        return f"{self.place}: {self.what}" if self.place else self.what


def validate(game: Game) -> list[Problem]:
    """All that is wrong with a game as it is declared."""
    checks = (options, sizes, rules, words)
    return [problem for check in checks for problem in check(game)]


def insist_on(game: Game, *, read: bool = False) -> None:
    """Refuse a game with which something is wrong; if asked to, its source is read too."""
    problems = game.problems or (game.misused if read else [])
    if problems:
        said = "\n".join(f"  {problem}" for problem in problems)
        raise GameError(f"{game.name} cannot be played yet.\n{said}")


# Options


def options(game: Game) -> Iterator[Problem]:
    """Every option has help and a default in its range; presets say what they are for and choose what is allowed."""
    for name, option in game.options.items():
        wrong = list(_wrong_option(name, option))
        yield from (Problem("options", what, of_field(game.state, name, game.folder)) for what in wrong)
        if wrong:
            return  # presets choose from what is right
    yield from (Problem("options", what) for what in _wrong_seats(game))
    for name, preset in game.presets.items():
        place = of_text_key(name, game.folder)
        yield from (Problem("options", what, place) for what in _wrong_preset(game, name, preset))


def _wrong_seats(game: Game) -> Iterator[str]:
    seats = game.options.get("seats")
    if seats is None:
        yield "there is no option 'seats': declare `seats = option(...)` in the state"
        return
    if seats.low < 1 or seats.high > MOST_SEATS:
        yield f"seats may be {seats.range}, not within 1 to {MOST_SEATS}"
    if game.people_preset not in ("", *game.presets):
        yield f"people begin with {game.people_preset}, which is no preset"


def _wrong_option(name: str, option: Option) -> Iterator[str]:
    if not all(isinstance(number, int) for number in (option.default, option.low, option.high)):
        yield f"option {name} takes whole numbers, not {option.default!r}, {option.low!r} to {option.high!r}"
        return
    if not option.help.strip():
        yield f"option {name} has no help"
    if option.low > option.high:
        yield f"{name} may be {option.range}: the lowest comes first, as in option(default, lowest, highest, help)"
    elif not option.low <= option.default <= option.high:
        yield f"the default of {name} is {option.default}, but it may be {option.range}"
    if option.people is not None and not option.low <= option.people <= option.high:
        yield f"{name} may be {option.range}, not people={option.people}"
    if option.names and len(option.names) != option.high - option.low + 1:
        yield f"{name} has names for some values, not for all"
    if len(set(option.names)) != len(option.names):
        yield f"two values of {name} have one name: {option.range}"


def _wrong_preset(game: Game, name: str, preset: Preset) -> Iterator[str]:
    seats = game.options.get("seats")
    if not preset.help.strip():
        yield f"preset {name} has no help"
    if seats and not set(preset.by_seats) <= set(range(seats.low, seats.high + 1)):
        yield f"preset {name} is made for {', '.join(map(str, preset.by_seats))} seats, but seats may be {seats.range}"
    for chosen, value in (pair for of in (preset.options, *preset.by_seats.values()) for pair in of.items()):
        if chosen not in game.options:
            yield f"preset {name} sets {chosen}, which is no option"
        elif game.options[chosen].reads(value) != value:
            yield f"preset {name}: {chosen} may be {game.options[chosen].range}, not {value!r}"


# Sizes


def sizes(game: Game) -> Iterator[Problem]:
    """The record is smaller than 4096 bytes and holds every step, event and ending."""
    if game.dtype.itemsize >= ROOM:
        yield Problem("size", f"the record takes {game.dtype.itemsize} bytes, not less than {ROOM}")
    for name, numbers in (("step", game.rules.names), ("event", game.events), ("ending", game.endings)):
        for member in numbers:
            if not 1 <= member <= MOST:
                what = f"{name} {member.name} is {int(member)}, not within 1 to {MOST}"
                yield Problem("size", what, of_member(member, game.folder))
    yield from (Problem("size", what) for what in _wrong_fields(game))
    for name in sorted(_taken_names(game)):
        what = f"{name} is a field that every game has already: choose another name"
        yield Problem("size", what, of_field(game.state, name, game.folder))


def _taken_names(game: Game) -> set[str]:
    """Fields that are named like the engine's own."""
    engines = {name for name, value in vars(State).items() if isinstance(value, Field)}
    own = (name for cls in game.state.__mro__ if cls not in State.__mro__ for name in vars(cls))
    return engines & set(own)


def _wrong_fields(game: Game) -> Iterator[str]:
    fields = fields_of(game.state)
    length = fields.get(game.length)
    if length is None or length.shape:
        yield f"the length of a game is read from {game.length!r}: no such number in {game.state.__name__}"
    seats = game.options["seats"].high if "seats" in game.options else 0
    for name, field in fields.items():
        if field.seen_by is OWNER and (not field.shape or field.shape[0] < seats):
            yield f"{name} is seen by its owner, so its first axis must have a place for each of {seats} seats"


# Rules


def rules(game: Game) -> Iterator[Problem]:
    """Every step has a rule and every choice its consequence, and each takes what it is given."""
    yield from (Problem("rules", what) for what in _missing(game))
    for member in game.rules.names:
        yield from (Problem("rules", what, of_member(member, game.folder)) for what in _unfinished(game, member))
    for function, takes in _given(game):
        wrong = _takes_otherwise(function, takes)
        if wrong:
            yield Problem("rules", wrong, of_function(function, game.folder))


def _missing(game: Game) -> Iterator[str]:
    if game.rules.set_up is None:
        yield "nothing says how the game is laid out: register a function with @rules.setup"
    if game.rules.redeal is None:
        yield "nothing says how to fill in what a seat cannot see: register a function with @rules.guess"
    if game.rules.count_points is None and game.rules.decide_fate is None:
        yield "nothing says who wins: register points with @rules.points, or with @rules.fate whether all win or lose"


def _unfinished(game: Game, member: IntEnum) -> Iterator[str]:
    """What is missing for a step or a choice."""
    has = game.rules
    name = member.name
    if member in has.choices and member in has.steps:
        yield f"{name} is both a step and a choice"
    elif member in has.choices and member not in has.consequences:
        yield f"choice {name} has no consequence: register one with @rules.then({type(member).__name__}.{name})"
    elif member in has.consequences and member not in has.choices:
        yield f"{name} has a consequence, but lists no moves: register them with @rules.choice"
    elif member not in has.choices and member not in has.steps:
        yield f"no rule says what is done at {name}: register one with @rules.step or @rules.choice"
    elif member in has.ratings and member not in has.choices:
        yield f"{name} is rated, but is no choice"
    elif member in has.policies and member not in has.choices:
        yield f"{name} has a policy, but is no choice"
    elif member in has.choices:
        yield from _wrong_answer(has.choices[member])


def _wrong_answer(choice: Choice) -> Iterator[str]:
    """The answer that declines must be one of the choice's."""
    no, shape = choice.declines, choice.shape
    if no is not None and (len(no) > len(shape) or not all(0 <= a < most for a, most in zip(no, shape, strict=False))):
        limits = ", ".join(f"0 to {most - 1}" for most in shape)
        yield f"{choice.step.name} declines with {list(no)}, outside of its shape: its arguments are {limits}"


def _given(game: Game) -> Iterator[tuple[FunctionType, tuple[str, ...]]]:
    """The functions of a game with what each is given."""
    yield from _given_to_play(game)
    has = game.rules
    yield from ((policy, ("v", "seat", "moves", "likes")) for policy in has.policies.values())
    if has.foresee is not None:
        yield has.foresee, ("s", "seat")


def _given_to_play(game: Game) -> Iterator[tuple[FunctionType, tuple[str, ...]]]:
    """Those without which it could not be played, or would go otherwise where bots are greedy."""
    has = game.rules
    single = {has.set_up: ("s",), has.redeal: ("g", "seat"), has.refine: ("v", "s", "seat"), has.decide_fate: ("s",)}
    yield from ((function, takes) for function, takes in single.items() if function is not None)
    for functions, takes in ((has.steps, ("s",)), (has.laws, ("s",))):
        yield from ((function, takes) for function in functions.values())
    counting = [has.count_points, has.find_place, *has.tie_breaks.values(), *has.measures.values()]
    yield from ((function, ("s", "seat")) for function in counting if function is not None)
    for step, choice in has.choices.items():
        yield choice.lists, ("s", "seat", "out")
        for function, first in ((has.consequences.get(step), "s"), (has.ratings.get(step), "v")):
            if function is not None:
                yield function, (first, "seat", *_argument_names(choice))


def _argument_names(choice: Choice) -> tuple[str, ...]:
    return tuple("abc"[: len(choice.shape)])


def _takes_otherwise(function: FunctionType, takes: tuple[str, ...]) -> str | None:
    own = list(signature(function).parameters)
    if len(own) == len(takes) and all(name not in own or own[place] == name for place, name in enumerate(takes)):
        return None
    return f"{function.__name__} takes ({', '.join(own)}), but is given ({', '.join(takes)})"


def misused(game: Game) -> Iterator[Problem]:
    """What rules use and cannot: found by reading their source, which takes longer than all the rest."""
    own, counting = [function for function in rules_of(game) if not _is_engines(function)], _counting(game)
    estimating = reached_from([game.rules.foresee] if game.rules.foresee else [])
    for function in own:
        for place, what in read_rule(function, game, returns=function in counting, fractions=function in estimating):
            yield Problem("rules", what, place)
    yield from _endless_calls(game, own)
    yield from _untold(game, own)


def _counting(game: Game) -> list[FunctionType | None]:
    """The functions that must return a number."""
    has = game.rules
    single = [has.count_points, has.find_place, has.decide_fate, has.foresee]
    return [*single, *has.tie_breaks.values(), *has.measures.values(), *has.laws.values(), *has.ratings.values()]


def _endless_calls(game: Game, own: Iterable[FunctionType]) -> Iterator[Problem]:
    """Rules that call themselves, or each other in a circle; each circle once."""
    said: set[FunctionType] = set()
    for function in own:
        circle = _circle(function, [function])
        if circle and not said & set(circle):
            said |= set(circle)
            names = " calls ".join(one.__name__ for one in [*circle, function])
            yield Problem(
                "rules", f"{names}: rules cannot go in a circle, write a loop", of_function(function, game.folder)
            )


def _circle(function: FunctionType, path: list[FunctionType]) -> list[FunctionType]:
    """The rules through which a rule calls itself; empty if it does not."""
    for called in rules_called_by(path[-1]).values():
        if called is function:
            return path
        if called not in path and not _is_engines(called) and (found := _circle(function, [*path, called])):
            return found
    return []


def _untold(game: Game, own: Iterable[FunctionType]) -> Iterator[Problem]:
    """Words that name a number with which their event is never told: they would say 0."""
    most: dict[IntEnum | None, int] = {}
    for event, numbers in (told for function in own for told in told_by(function, game)):
        most[event] = max(numbers, most.get(event, 0))
    for event in game.events:
        line = game.words.events.get(event)
        told = max(most.get(event, ARGUMENTS), most.get(None, 0))
        for place in _numbers_in(game, line.text) if isinstance(line, Line) else ():
            if told <= place < ARGUMENTS:
                what = f"the words for {event.name} name argument {place}, but it is told with {told}, counted from 0"
                yield Problem("words", what, of_key(event, game.folder))


def _numbers_in(game: Game, template: str) -> list[int]:
    """The arguments that a template says; one that only points to a piece of the table may be 0."""
    said = (place for _, place, kind, _ in Formatter().parse(template) if kind not in game.words.pieces)
    return sorted({int(place) for place in said if place and place.isdecimal()})


def reached_from(functions: Iterable[FunctionType]) -> set[FunctionType]:
    """Some functions with every rule that they call, directly or not."""
    found: set[FunctionType] = set()
    to_look_at = [*functions]
    while to_look_at:
        function = to_look_at.pop()
        if function not in found:
            found.add(function)
            to_look_at += rules_called_by(function).values()
    return found


def rules_of(game: Game) -> list[FunctionType]:
    """All functions of a game that are compiled, in the order of the source."""
    return _in_order(reached_from(function for function, _ in _given(game)))


def rules_to_play(game: Game) -> list[FunctionType]:
    """Those of them without which the game could not be played: all but policies and estimates."""
    return _in_order(reached_from(function for function, _ in _given_to_play(game)))


def _in_order(functions: Iterable[FunctionType]) -> list[FunctionType]:
    return sorted(functions, key=lambda function: (function.__code__.co_filename, function.__code__.co_firstlineno))


def _is_engines(function: FunctionType) -> bool:
    return Path(function.__code__.co_filename).parent == Path(__file__).parent


# Words


def words(game: Game) -> Iterator[Problem]:
    """Every choice, event and ending has words, whose templates can be filled in and which cite a section that is there."""
    choices = [choice.step for choice in game.rules.choices.values()]
    said = game.words
    yield from _unsaid(game, "choice", choices, said.choices)
    yield from _unsaid(game, "move", choices, said.moves)
    yield from _unsaid(game, "event", game.events, said.events)
    yield from _unsaid(game, "ending", game.endings, said.endings)
    for key, template, arguments in _templates(game):
        for what in _wrong_template(game, template, arguments):
            yield Problem("words", f"the words for {key.name}: {what}", of_key(key, game.folder))
    yield from _wrong_lines(game)
    yield from _wrong_labels(game)
    yield from _wrong_weights(game)
    if not game.title.strip() or not game.about.strip():
        yield Problem("words", "the game has no title, or nothing says what it is about")


def _unsaid(game: Game, what: str, names: Iterable[IntEnum], table: Mapping[Any, object]) -> Iterator[Problem]:
    for name in names:
        if name not in table:
            yield Problem("words", f"no words for {what} {name.name}", of_member(name, game.folder))


def _templates(game: Game) -> Iterator[tuple[IntEnum, str, int]]:
    """Every template that is written out, with the number of arguments it is given."""
    for choice in game.rules.choices.values():
        template, label = game.words.moves.get(choice.step), game.words.labels.get(choice.step)
        texts = label[:3] if isinstance(label, Label) else ()
        yield from ((choice.step, text, len(choice.shape)) for text in (template, *texts) if isinstance(text, str))
    for event in game.events:
        line = game.words.events.get(event)
        if isinstance(line, Line):
            yield event, line.text, ARGUMENTS


def _wrong_template(game: Game, template: str, arguments: int) -> Iterator[str]:
    try:
        parts = list(Formatter().parse(template))
    except ValueError as error:
        yield f"{template!r} is no template: {error}"
        return
    known = {"seat", *game.words.kinds, *game.words.named}
    for _, place, kind, _ in parts:
        if place is None:
            continue
        if not place.isdecimal() or int(place) >= arguments:
            yield f"{template!r} names argument {place or '?'}, but there are {arguments}, from 0 to {arguments - 1}"
        if kind and _KIND.fullmatch(kind) and kind not in known:
            yield f"{template!r} uses the kind {kind!r}; known are {', '.join(sorted(known))}"


def _wrong_lines(game: Game) -> Iterator[Problem]:
    try:
        known = sections_of(game.rulebook)
    except OSError:
        yield Problem("words", "there is no rulebook.md in the game's folder")
        return
    for key, line in [*game.words.choices.items(), *game.words.events.items(), *game.words.endings.items()]:
        if not isinstance(line, Line) and not (callable(line) and key in game.words.choices):
            what = f"the words for {key.name} are {line!r}: write Line(section, text)"
            yield Problem("words", what, of_key(key, game.folder))
        elif isinstance(line, Line):
            for what in wrong_line(key.name, line, known):
                yield Problem("words", what, of_key(key, game.folder))


def _wrong_labels(game: Game) -> Iterator[Problem]:
    """Labels belong to choices."""
    for key, label in game.words.labels.items():
        if key not in game.rules.choices:
            yield Problem("words", f"there is a label for {key!r}, which is no choice")
        elif not isinstance(label, Label) and not callable(label):
            what = f"the label of {key.name} is {label!r}: write Label(verb, cost, outcome)"
            yield Problem("words", what, of_key(key, game.folder))
    for key in game.words.not_now:
        if key not in game.rules.choices:
            yield Problem("words", f"it is said what is not open at {key!r}, which is no choice")
    for key in game.words.left:
        if key not in game.rules.choices:
            yield Problem("words", f"it is said what is left at {key!r}, which is no choice")
    for key in game.words.obvious:
        if key not in game.rules.choices:
            yield Problem("words", f"an answer goes without saying at {key!r}, which is no choice")
    for key, usual in game.words.usual.items():
        if key not in game.rules.choices:
            yield Problem("words", f"an answer is usual at {key!r}, which is no choice")
            continue
        for what in wrong_usual(usual):
            yield Problem("words", f"the usual answer of {key.name}: {what}", of_key(key, game.folder))


def _wrong_weights(game: Game) -> Iterator[Problem]:
    """Weights, dice and what is told together belong to events; an event with dice needs no other weight."""
    said = game.words
    for key in dict.fromkeys([*said.weights, *said.dice, *said.together]):
        if not isinstance(key, game.events):
            yield Problem("words", f"something is said of the weight of {key!r}, which is no event")
            continue
        for what in _wrong_weight(game, key):
            yield Problem("words", f"the weight of {key.name}: {what}", of_key(key, game.folder))


def _wrong_weight(game: Game, event: IntEnum) -> Iterator[str]:
    weight, dice, sentence = (of.get(event) for of in (game.words.weights, game.words.dice, game.words.together))
    if weight is not None and weight not in WEIGHTS:
        yield f"it is {weight!r}, not {' or '.join(WEIGHTS)}"
    if dice is not None and weight is not None:
        yield f"it is {weight}, but it has dice"
    if dice is not None and not callable(dice):
        yield f"its dice are {dice!r}: write a function that returns Dice(faces, needed, said)"
    if sentence is not None and weight != SMALL:
        yield "only small events are told together"
    yield from _wrong_template(game, sentence, ARGUMENTS) if isinstance(sentence, str) else ()


def wrong_line(name: str, line: Line, known: set[str]) -> Iterator[str]:
    """What is wrong with a line: it must say something and cite what is there."""
    if not line.text.strip():
        yield f"the words for {name} are empty"
    if line.section not in known:
        yield f"the words for {name} cite section {line.section!r}, which is not in rulebook.md"


def sections_of(rulebook: str) -> set[str]:
    """The sections of a rulebook: paragraphs that begin with a number in bold."""
    return {found[1] for found in re.finditer(r"^\*\*(\d+(?:\.\w+)*)\.?\*\*", rulebook, re.MULTILINE)}
