"""Does it play, and is it the same game every time?"""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import takewhile
from random import Random
from typing import Any

from moot.battery.desk import Desk
from moot.battery.walks import Plan, Walk, insist, random_move, viewers
from moot.engine import NOBODY, Entry, Game, MoveError, Sitting, replay
from moot.engine.places import of_function
from moot.engine.rules import no_move
from moot.engine.strict import strictly

AHEAD = 40  # moves played on a copy


def state_of(sitting: Sitting) -> tuple[bytes, list[Entry], list[tuple[int, int]]]:
    """All that a sitting is: its bytes, what was told, what was played."""
    return bytes(sitting), list(sitting.log), list(sitting.history)


def play(game: Game, plan: Plan) -> None:
    """Random games under random options reach a declared ending in time, and every list of moves is sound."""
    for walk in plan.both(strictly(game)):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.positions():
            _check_asked(sitting)
            for seat in sitting.waiting:
                _check_list(sitting, seat)
                _check_shape(desk, sitting, seat)
        _check_ending(walk)


def _check_asked(sitting: Sitting) -> None:
    asking, choices = list(sitting.state.asking), sitting.game.rules.choices
    absent = [seat for seat in range(sitting.seats, len(asking)) if asking[seat]]
    insist(not absent, f"seat {absent} is asked, but the seats are 0 to {sitting.seats - 1}")
    for seat in sitting.waiting:
        insist(asking[seat] in choices, f"seat {seat} is asked {_named(sitting, asking[seat])}, which is no choice")


def _named(sitting: Sitting, step: int) -> str:
    names = sitting.game.rules.names
    return names(step).name if step in list(names) else str(step)


def _check_list(sitting: Sitting, seat: int) -> None:
    game, before = sitting.game, bytes(sitting)
    choice, numbers = game.rules.choices[sitting.state.asking[seat]], sitting.numbers(seat)
    name, place = choice.step.name, of_function(choice.lists, game.folder)
    insist(numbers, no_move(choice, seat, game.folder))
    insist(bytes(sitting) == before, f"listing the moves of {name} changes the record, {place}")
    if len(set(numbers)) < len(numbers):
        twice = next(number for number in numbers if numbers.count(number) > 1)
        arguments = sitting.machine.numbering.read(twice)[1]
        raise AssertionError(f"seat {seat} is offered a move twice: {name} {arguments}, {place}")


def _check_shape(desk: Desk, sitting: Sitting, seat: int) -> None:
    """The arguments of every move are within the choice's shape."""
    choice, numbering = sitting.game.rules.choices[sitting.state.asking[seat]], desk.machine.numbering
    for number, packed in zip(sitting.numbers(seat), desk.numbers(bytes(sitting), seat), strict=True):
        if number >= numbering.moves or numbering.read(number)[0] != choice or numbering.pack(number) != packed:
            raise AssertionError(f"seat {seat} is offered a move outside of {choice.step.name}'s shape {choice.shape}")


def _check_ending(walk: Walk) -> None:
    over = walk.sitting.state.over
    insist(over in list(walk.game.endings), f"the game ends with {over}, which is none of its endings")
    closed = list(takewhile(lambda entry: entry.event is not None, reversed(walk.sitting.log)))
    sealed = [entry.event.name for entry in closed if entry.sealed and entry.event is not None]
    asking = walk.sitting.state.asking
    asked = [f"seat {seat} is still asked {_named(walk.sitting, step)}" for seat, step in enumerate(asking) if step]
    insist(not asked, f"the game is over, but {', '.join(asked)}")
    insist(not sealed, f"the game is over, but {', '.join(sealed[:1])} is still under seal: call open_seals(s)")


def seeds(game: Game, plan: Plan) -> None:
    """The same seed and the same moves give the same bytes after every move, and the same events."""
    for walk in plan.both(game):
        first = [bytes(sitting) for sitting in walk.positions()]
        again = _play_again(walk, first)
        insist(again.log == walk.sitting.log, "the same seed and moves told other events the second time")


def _play_again(walk: Walk, first: list[bytes]) -> Sitting:
    again, history = walk.sit(), walk.sitting.history
    for number, record in enumerate(first):
        if bytes(again) != record:
            raise AssertionError(f"after move {number} the same seed and moves gave other bytes the second time")
        if number < len(history):
            again.play(*history[number])
    return again


def saving(game: Game, plan: Plan) -> None:
    """A saved game is readable and, loaded, is the same game: bytes, events, moves, and the text saved again."""
    for walk in plan.both(game, 0.5):
        for sitting in walk.samples(1):
            _check_saved(sitting)
        _check_saved(walk.sitting)


def _check_saved(sitting: Sitting) -> None:
    text = sitting.to_json()
    insist(len(_rows(text)) == len(sitting.history), "the saved game does not have one move on each line")
    loaded = replay(sitting.game, text, compiled=sitting.machine.compiled)
    insist(loaded.options == sitting.options, f"saved with {sitting.options}, loaded with {loaded.options}")
    insist(state_of(loaded) == state_of(sitting), "the loaded game is not the one that was saved")
    insist(loaded.to_json() == text, "the loaded game is saved as another text")


def _rows(text: str) -> list[Any]:
    """The moves of a saved game, read line by line."""
    lines = text.partition('"moves": [\n')[2].splitlines()
    return [json.loads(line.rstrip(",")) for line in lines if line.strip().startswith("[")]


def copies(game: Game, plan: Plan) -> None:
    """A copy is the same game and shares nothing: each plays on as if the other were not there."""
    for walk in plan.both(game, 0.5):
        for sitting in walk.samples(1):
            _check_copy(sitting, walk.dice)


def _check_copy(sitting: Sitting, chance: Random) -> None:
    before, one, other = state_of(sitting), sitting.copy(), sitting.copy()
    insist(state_of(one) == before, "a copy is not the same game")
    played = list(_play_ahead(one, chance))
    insist(state_of(sitting) == before == state_of(other), "moves on a copy changed another")
    for move, record in played:
        other.play(*move)
        insist(bytes(other) == record, "two copies that played the same moves differ: they share something")
    insist(state_of(one) == state_of(other), "moves on a copy changed another")


def _play_ahead(sitting: Sitting, chance: Random) -> Iterator[tuple[tuple[int, int], bytes]]:
    """Play on for a while, giving each move and what it led to."""
    for _ in range(AHEAD):
        if not sitting.over:
            sitting.play(*random_move(sitting, chance))
            yield sitting.history[-1], bytes(sitting)


def laws(game: Game, plan: Plan) -> None:
    """The laws that the game declares hold at the beginning and after every move."""
    for walk in plan.both(game):
        desk = Desk(game, compiled=walk.compiled)
        for sitting in walk.positions():
            broken = desk.broken_law(bytes(sitting))
            insist(broken is None, f"a law is broken: {broken}")


def junk(game: Game, plan: Plan) -> None:
    """What is no legal move is refused with a reason and changes nothing: wrong seat, number or kind, after the end."""
    for walk in plan.both(game, 0.5):
        for sitting in walk.samples(2):
            _check_refusals(sitting, walk.dice)
        for seat in viewers(walk.sitting):
            _check_refusal(walk.sitting, seat, walk.dice.randrange(walk.sitting.machine.numbering.moves))


def _check_refusals(sitting: Sitting, chance: Random) -> None:
    seat = chance.choice(sitting.waiting)
    legal = chance.choice(sitting.numbers(seat))
    for stranger in _no_seats(sitting, seat):
        _check_refusal(sitting, stranger, legal)
    for number in _no_moves(sitting, seat, legal, chance):
        _check_refusal(sitting, seat, number)


def _no_seats(sitting: Sitting, seat: int) -> list[Any]:
    idle = [other for other in range(sitting.seats) if other not in sitting.waiting]
    return [*idle, NOBODY, sitting.seats, 10**9, None, str(seat), float(seat), seat + 0.5, [seat], bool(seat)]


def _no_moves(sitting: Sitting, seat: int, legal: int, chance: Random) -> list[Any]:
    """Other kinds of things, numbers of no choice or of another one, and what is not offered of this one."""
    numbering, asked = sitting.machine.numbering, sitting.state.asking[seat]
    first, most = numbering.bases[asked], numbering.moves
    last = first + sitting.game.rules.choices[asked].moves - 1
    others = [number for number in (0, first - 1, last + 1, most - 1, chance.randrange(most)) if 0 <= number < most]
    foreign = [number for number in others if not first <= number <= last]
    withheld = sorted(set(range(first, last + 1)) - set(sitting.numbers(seat)))
    kinds = [None, str(legal), float(legal), [legal], legal + 0.5, bool(legal), sitting]
    return [*kinds, -1, most, 10**30, *foreign, *chance.sample(withheld, min(3, len(withheld)))]


def _check_refusal(sitting: Sitting, seat: Any, move: Any) -> None:
    before = state_of(sitting)
    try:
        sitting.play(seat, move)
    except MoveError as error:
        insist(str(error).strip(), f"seat {seat!r}, move {move!r} is refused without a reason")
    else:
        raise AssertionError(f"seat {seat!r} may play {move!r}, which is no move of its choice")
    insist(state_of(sitting) == before, f"seat {seat!r}, move {move!r} is refused but changes the game")
