"""Does a seat learn only what it may?

A guess of a seat is a record that differs only in what it cannot see: it must look, read and sound the same to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any, NamedTuple

import numpy as np

from moot.battery.desk import Desk, difference, heard, said, under_seals
from moot.battery.walks import Plan, insist, viewers, who
from moot.engine import OWNER, PUBLIC, Entry, Game, Sitting, State
from moot.engine.fields import Field, fields_of
from moot.engine.flow import NOTHING_ASKED, SEALED
from moot.engine.left import left

SEEDS = 2**32
ANSWERS = 4  # how many answers to a sealed choice are tried in one position
TRIES = 12  # how many guesses of a seat go on beside the record: where much is turned up, most then look different
ALIKE = 2  # how many that still look the same are enough


def hidden(game: Game, plan: Plan) -> None:
    """A view shows no field that is declared hidden, unless the game's own view hook does; and never the dice."""
    bare = Desk(_without_hook(game))
    for walk in plan.both(game):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.samples():
            _check_hidden(desk, bare, sitting)
        _check_hidden(desk, bare, walk.sitting)


def _check_hidden(desk: Desk, bare: Desk, sitting: Sitting) -> None:
    for seat in viewers(sitting):
        seen, unrefined = desk.view(bytes(sitting), seat), bare.view(bytes(sitting), seat)
        shown = [name for name in _shown(desk.game, seen, seat) if _is_guarded(bare, name, seen, unrefined)]
        insist(not shown, f"{who(seat)} sees of others: {', '.join(shown)}")


def _without_hook(game: Game) -> Game:
    """The game with nothing but the declared fields to say who sees what."""
    rules = copy(game.rules)
    rules.refine = None
    return replace(game, rules=rules)


def _is_guarded(desk: Desk, name: str, seen: bytes, unrefined: bytes) -> bool:
    """The engine's own secrets are guarded from the hook too."""
    return name in vars(State) or np.array_equal(desk.read(seen, name), desk.read(unrefined, name))


def _shown(game: Game, view: bytes, seat: int) -> list[str]:
    """The hidden fields of which a view shows something."""
    record, fields = np.frombuffer(view, game.dtype)[0], fields_of(game.state)
    secret = {name: field for name, field in fields.items() if field.seen_by is not PUBLIC}
    return [name for name, field in secret.items() if np.any(_others(record[name], field, seat))]


def _others(cells: Any, field: Field, seat: int) -> Any:
    """The part of a hidden field that is not the seat's own."""
    own = field.seen_by is OWNER and 0 <= seat < len(cells)
    return np.delete(cells, seat, axis=0) if own else cells


def moves(game: Game, plan: Plan) -> None:
    """What a seat may do follows from what it sees: its view, its guesses and the record list the same moves."""
    for walk in plan.both(game):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.open_positions():
            for seat in sitting.waiting:
                _check_same_moves(desk, bytes(sitting), seat, walk.dice)


def _check_same_moves(desk: Desk, record: bytes, seat: int, chance: Random) -> None:
    true = desk.numbers(record, seat)
    if desk.numbers(desk.view(record, seat), seat) != true:
        raise AssertionError(f"the moves of seat {seat} do not follow from its view")
    if desk.numbers(desk.guess(record, seat, chance.randrange(SEEDS)), seat) != true:
        raise AssertionError(f"the moves of seat {seat} in a guess of it are others than in the record")


def lookalikes(game: Game, plan: Plan) -> None:
    """To a seat, a guess of it looks and reads like the record: the same view, picture, question and moves in words."""
    for walk in plan.both(game, 0.5):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.samples(5):
            seat = walk.dice.choice(viewers(sitting))
            guess = desk.guess(bytes(sitting), seat, walk.dice.randrange(SEEDS))
            check_same_view(desk, bytes(sitting), guess, seat)
            reads_same = reads(seated(sitting, guess), seat) == reads(sitting, seat)
            insist(reads_same, f"a guess of {who(seat)} reads otherwise")


def check_same_view(desk: Desk, record: bytes, guess: bytes, seat: int) -> None:
    """A seat sees the same in both."""
    one, other = desk.view(record, seat), desk.view(guess, seat)
    if one != other:
        shown = _shown_by(desk, one, other)
        raise AssertionError(f"{who(seat)} can tell a guess of it from the record by {shown}")


def _shown_by(desk: Desk, one: bytes, other: bytes) -> str:
    """The fields in which two views differ, and what may be wrong with them."""
    own = [name for name in fields_of(desk.game.state) if name not in vars(State)]
    names = [name for name in own if _differs(desk, one, other, name)] or ["asking"]
    public = [name for name in names if name in own and fields_of(desk.game.state)[name].seen_by is PUBLIC]
    hint = f" (everyone sees {', '.join(public)}: is seen_by=OWNER missing?)" if public else ""
    return f"{', '.join(names)}{hint}"


def _differs(desk: Desk, one: bytes, other: bytes, name: str) -> bool:
    return not np.array_equal(desk.read(one, name), desk.read(other, name))


def seated(sitting: Sitting, record: bytes) -> Sitting:
    """The same table with another record on it."""
    twin = sitting.copy()
    twin.array[:] = np.frombuffer(record, sitting.game.dtype)
    return twin


def reads(sitting: Sitting, seat: int) -> object:
    """What a seat is shown and asked, in words."""
    return sitting.picture(seat), sitting.question(seat), left(sitting, seat), sitting.moves(seat)


def sealed(game: Game, plan: Plan) -> None:
    """While a sealed choice is open, nobody else sees or hears what is answered, only that it has been."""
    for walk in plan.both(game):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.samples():
            for seat in under_seal(sitting):
                _check_seal(desk, sitting, seat, walk.dice)


def under_seal(sitting: Sitting) -> list[int]:
    """The seats that owe an answer in a blind phase."""
    choices = sitting.game.rules.choices
    return [seat for seat in sitting.waiting if choices[sitting.state.asking[seat]].sealed]


def _check_seal(desk: Desk, sitting: Sitting, seat: int, chance: Random) -> None:
    record, others = bytes(sitting), [other for other in viewers(sitting) if other != seat]
    numbers = desk.numbers(record, seat)
    for move in chance.sample(numbers, min(ANSWERS, len(numbers))):
        after, news = desk.answer(record, seat, move)
        if desk.waiting(after) and not any(entry.event is None for entry in news):
            for other in others:
                if told := heard(news, other):
                    what = f"{who(other)} hears a sealed answer of seat {seat}: {said(desk.game, told)}"
                    raise AssertionError(f"{what}; use tell_sealed")
                _check_unseen(desk, desk.view(record, other), desk.view(after, other), seat, other)


def _check_unseen(desk: Desk, before: bytes, seen: bytes, seat: int, other: int) -> None:
    """All that changes for another seat is that an answer is owed no more, or still."""
    asking, now = desk.read(before, "asking").copy(), desk.read(seen, "asking")[seat]
    insist(now in (NOTHING_ASKED, SEALED), f"{who(other)} sees what seat {seat} is asked under seal")
    asking[seat] = now
    if desk.altered(before, "asking", asking) != seen:
        shown = _shown_by(desk, before, seen)
        raise AssertionError(f"a sealed answer of seat {seat} shows to {who(other)} in {shown}")


def events(game: Game, plan: Plan) -> None:
    """What a seat hears is in its view, or dice, or was sealed: what looks the same to it sounds the same."""
    for walk in plan.both(game):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.samples():
            _check_news(desk, sitting, walk.dice)


class Outcome(NamedTuple):
    """What comes of a move."""

    record: bytes
    news: list[Entry]
    sealed: list[Entry]  # what had been told under seal before


def _check_news(desk: Desk, sitting: Sitting, chance: Random) -> None:
    record, mover = bytes(sitting), chance.choice(sitting.waiting)
    move = mover, chance.choice(desk.numbers(record, mover))
    truth = Outcome(*desk.play(record, *move), sitting.log)
    for seat in viewers(sitting):
        told, looks = heard(truth.news, seat), _looks(desk, truth, seat)
        others = (other for other in _outcomes(desk, record, move, seat, chance) if _looks(desk, other, seat) == looks)
        for other in islice(others, ALIKE):
            if (sounds := heard(other.news, seat)) != told:
                here, there = difference(desk.game, told, sounds)
                raise AssertionError(f"{who(seat)} hears what it cannot see: {here}, but in a guess of it {there}")


def _looks(desk: Desk, outcome: Outcome, seat: int) -> object:
    """What a seat may know after a move: what it sees, which dice were thrown, what has come from under seals."""
    opened = any(entry.event is None for entry in outcome.news)
    dice = desk.read(outcome.record, "luck").tolist()
    return desk.view(outcome.record, seat), dice, under_seals(outcome.sealed, seat) if opened else None


def _outcomes(desk: Desk, record: bytes, move: tuple[int, int], seat: int, chance: Random) -> Iterator[Outcome]:
    """What comes of the move, with the same dice, in guesses of the seat in which it can be made."""
    for _ in range(TRIES):
        guess = desk.guess(record, seat, chance.randrange(SEEDS))
        if _can_play(desk, record, guess, *move):
            loaded = desk.altered(guess, "luck", desk.read(record, "luck"))
            yield Outcome(*desk.play(loaded, *move), desk.news(guess))


def _can_play(desk: Desk, record: bytes, guess: bytes, seat: int, move: int) -> bool:
    same_question = desk.read(guess, "asking")[seat] == desk.read(record, "asking")[seat]
    return bool(same_question) and move in desk.numbers(guess, seat)
