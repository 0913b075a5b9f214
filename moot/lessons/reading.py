"""From the text of a lesson to the lesson. What cannot be read is said with its line, and what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from hashlib import blake2b
from typing import Any, NamedTuple

from moot.engine import Game
from moot.lessons.lesson import (
    FILE,
    MOST_HINTS,
    YOU,
    Aim,
    Answer,
    Cue,
    Hint,
    Lesson,
    LessonError,
    Step,
    Until,
    Watch,
)

_TITLE = re.compile(r"# (.+)")
_STEP = re.compile(r"## (\d+)\. (.+)")
_ITEM = re.compile(r"- (\w+): ?(.*)")
_INNER = re.compile(r" +- (.+)")
_CHOICE = re.compile(r"\[([ x])\] (.+?): (.+)")
_NAMED = re.compile(r"\[([^\]]+)\](?:\(([\w-]+)\))?")
_TEXT = re.compile(r'"([^"]*)"')
HEAD = ("minutes", "seed", "seats", "preset", "options", "begin")
PARTS = ("say", "do", "otherwise", "watch", "ask", "free")
ACTIONS = ("do", "watch", "ask", "free")


class Item(NamedTuple):
    """`- name: text`, with what is listed below it."""

    name: str
    text: str
    line: int
    inner: list[tuple[int, str]]


class Part(NamedTuple):
    """A heading and its items."""

    number: int  # 0: the head
    title: str
    line: int
    items: dict[str, Item]


def lesson_of(game: Game) -> Lesson | None:
    """A game's lesson; None if it has none."""
    file = game.folder / FILE
    return read_lesson(file.read_text(encoding="utf-8")) if file.is_file() else None


@cache
def read_lesson(text: str) -> Lesson:
    """A lesson from its text."""
    head, *steps = _parts(text)
    known = _head(head)
    for place, part in enumerate(steps, 1):
        if part.number != place:
            raise LessonError(part.line, f"this is step {place}: write `## {place}. {part.title}`.")
    if not steps:
        raise LessonError(head.line, "there are no steps: write `## 1. What the first one is about`.")
    digest = blake2b(text.encode(), digest_size=8).hexdigest()
    lines = {name: item.line for name, item in head.items.items()}
    return Lesson(head.title, steps=tuple(map(_step, steps)), digest=digest, lines=lines, **known)


# Lines


def _parts(text: str) -> list[Part]:
    parts: list[Part] = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        if title := _TITLE.fullmatch(line):
            parts.append(Part(0, title[1], number, {}))
        elif not parts:
            raise LessonError(number, "a lesson begins with its title: write `# Title`.")
        elif step := _STEP.fullmatch(line):
            parts.append(Part(int(step[1]), step[2], number, {}))
        else:
            _line(parts[-1], number, line)
    if not parts:
        raise LessonError(1, "the lesson is empty: write `# Title`.")
    return parts


def _line(part: Part, number: int, line: str) -> None:
    """An item, something listed below it, or more of it."""
    if item := _ITEM.fullmatch(line):
        allowed = PARTS if part.number else HEAD
        if item[1] not in allowed:
            raise LessonError(number, f"there is no `{item[1]}` here: write one of {', '.join(allowed)}.")
        if item[1] in part.items:
            raise LessonError(number, f"`{item[1]}` is here twice: put both into one, or make another step.")
        part.items[item[1]] = Item(item[1], item[2], number, [])
    elif not part.items or not line.startswith("  "):
        raise LessonError(number, "this belongs to nothing: write `- say: …`, and indent what goes on by two spaces.")
    elif inner := _INNER.fullmatch(line):
        _last(part).inner.append((number, inner[1]))
    elif below := _last(part).inner:
        below[-1] = below[-1][0], f"{below[-1][1]} {line.strip()}"
    else:
        last = _last(part)
        part.items[last.name] = last._replace(text=f"{last.text} {line.strip()}".strip())


def _last(part: Part) -> Item:
    return list(part.items.values())[-1]


# The head


def _head(head: Part) -> dict[str, Any]:
    for name in ("minutes", "seed", "seats"):
        if name not in head.items:
            raise LessonError(head.line, f"the head has no `{name}`: write `- {name}: …` below the title.")
    seats = tuple(name.strip() for name in head.items["seats"].text.split(","))
    if seats.count(YOU) != 1:
        raise LessonError(head.items["seats"].line, f"one seat is the learner's: write `- seats: {YOU}, Birch, Cedar`.")
    known: dict[str, Any] = {"seats": seats}
    known |= {name: _number(head.items[name]) for name in ("minutes", "seed")}
    if "preset" in head.items:
        known["preset"] = head.items["preset"].text
    if "options" in head.items:
        known["options"] = dict(_options(head.items["options"]))
    if "begin" in head.items:
        known["begin"] = _begin(head.items["begin"])
    return known


def _number(item: Item) -> int:
    if not item.text.isdecimal():
        raise LessonError(item.line, f"{item.name} is a number: write `- {item.name}: 6`.")
    return int(item.text)


def _options(item: Item) -> Iterator[tuple[str, object]]:
    for one in item.text.split(","):
        name, _, value = one.strip().partition(" ")
        if not value:
            raise LessonError(item.line, f"an option has a value: write `- options: {name} 1`.")
        yield name, value.strip()


def _begin(item: Item) -> Until:
    said, _, until = item.text.partition(" until ")
    if said != "greedy" or not until:
        raise LessonError(item.line, "bots play up to where it begins: write `- begin: greedy until round 2`.")
    return _until(item.line, until)


# A step


def _step(part: Part) -> Step:
    items = part.items
    if "say" not in items:
        raise LessonError(part.line, "every step says something: write `- say: …`.")
    actions = [name for name in ACTIONS if name in items]
    if len(actions) > 1 and actions != ["do", "watch"]:
        raise LessonError(items[actions[1]].line, f"`{actions[0]}` and `{actions[1]}` are two steps: make another one.")
    if "otherwise" in items and "do" not in items:
        raise LessonError(
            items["otherwise"].line, "`otherwise` answers other moves than those of `do`: write `- do: …`."
        )
    made = {name: _made(items[name]) for name in actions}
    said = {"say": items["say"].text, "otherwise": items["otherwise"].text if "otherwise" in items else ""}
    return Step(part.number, part.title, part.line, **said, **_listed(items), **made)  # type: ignore[arg-type]


def _made(item: Item) -> object:
    read: dict[str, Callable[[Item], object]] = {"do": _do, "watch": _watch, "ask": lambda i: i.text, "free": _free}
    return read[item.name](item)


def _listed(items: dict[str, Item]) -> dict[str, object]:
    if "ask" in items:
        return {"answers": _answers(items["ask"])}
    return {"hints": _hints(items["free"])} if "free" in items else {}


def _do(item: Item) -> tuple[tuple[Aim, ...], ...]:
    return tuple(_aims(item.line, one) for one in _sequence(item.text))


def _sequence(text: str) -> list[str]:
    return [one.strip() for one in re.split(r",? then ", text) if one.strip()]


def _aims(line: int, text: str) -> tuple[Aim, ...]:
    return tuple(_aim(line, one.strip()) for one in re.split(r",? or ", text))


def _aim(line: int, text: str) -> Aim:
    named = tuple(piece or name for name, piece in _NAMED.findall(text))
    written = _TEXT.search(text)
    verb = " ".join(_TEXT.sub("", _NAMED.sub("", text)).split()).removeprefix("any ").strip()
    if not verb and not named:
        raise LessonError(
            line, "a move is a verb and what it names: write `Seed [Warrior 1]`, `any Seed` or `anything`."
        )
    return Aim("" if verb == "anything" else verb, named, written[1] if written else "")


def _watch(item: Item) -> Watch:
    """`greedy`, `greedy until event hit`, or what one bot after the other does: `Birch: Seed [Hut Builder 1]`."""
    said, _, until = item.text.partition(" until ")
    cues = [] if said == "greedy" else [_cue(item.line, one) for one in _sequence(said)]
    return Watch(tuple(cues), _until(item.line, until) if until else None)


def _cue(line: int, text: str) -> Cue:
    who, _, move = text.partition(":")
    if not move.strip():
        raise LessonError(line, "say which bot does what: write `- watch: Birch: any Seed`, or `- watch: greedy`.")
    return Cue(who.strip(), _aims(line, move.strip()))


def _until(line: int, text: str) -> Until:
    if text == "the end":
        return Until()
    name, _, number = text.rpartition(" ")
    if name == "event" and number:
        return Until(event=number)
    if name and number.isdecimal():
        return Until(figure=name, number=int(number))
    raise LessonError(line, f"`{text}` names nothing to wait for: write `the end`, `round 3` or `event round_ended`.")


def _free(item: Item) -> Until:
    if not item.text.startswith("until "):
        raise LessonError(item.line, "free play goes on until something: write `- free: until the end`.")
    return _until(item.line, item.text.removeprefix("until "))


def _answers(item: Item) -> tuple[Answer, ...]:
    answers = [_below(item, *one, _CHOICE, "  - [x] The right answer: why it is right") for one in item.inner]
    if not 2 <= len(answers) <= 3 or sum(one[1] == "x" for one in answers) != 1:
        raise LessonError(
            item.line, "a question has two or three answers, one of them right: write `  - [x] Yes: why`."
        )
    return tuple(Answer(one[2], one[1] == "x", one[3]) for one in answers)


def _hints(item: Item) -> tuple[Hint, ...]:
    hints = [_below(item, *one, re.compile(r"(.+?): (.+)"), "  - Sell: what is wrong with it") for one in item.inner]
    if len(hints) > MOST_HINTS:
        raise LessonError(item.line, f"at most {MOST_HINTS} hints: leave the others out.")
    return tuple(Hint(one[1], one[2]) for one in hints)


def _below(item: Item, line: int, text: str, form: re.Pattern[str], write: str) -> re.Match[str]:
    found = form.fullmatch(text)
    if found is None:
        raise LessonError(line, f"this cannot be read below `{item.name}`: write `{write}`.")
    return found
