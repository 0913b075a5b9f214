"""Where a game stands for who looks at it: the line of what wins, the places of the seats, and where points came from.

All but the account is made from a view, so nothing hidden can come out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from types import FunctionType
from typing import Any, NamedTuple

from moot.engine.binding import rules_called_by
from moot.engine.fields import NOBODY, PUBLIC, fields_of
from moot.engine.game import Game
from moot.engine.hearing import Entry
from moot.engine.rules import Fate
from moot.engine.slots import fate_of, points_of, tie_break_of
from moot.engine.words import MOST_GOAL, MOST_SHORT_GOAL, Goal, as_names, fit, given, listed, minus, ordinal
from moot.engine.writing import Names

UNRANKED = 0


class Place(NamedTuple):
    """How a seat stands."""

    points: int  # as the rulebook counts them
    rank: int  # 1 is the best, and equal seats have equal ranks; 0 where seats are not ranked


def standing(game: Game, view: Any) -> list[Place] | None:
    """The place of each seat, from a view; None where points are not shown in play, or there are none."""
    if not shows_points(game, view):
        return None
    ask, ties = _asker(game, view), range(len(game.rules.tie_breaks))
    counts = [(ask(points_of, seat), *(ask(tie_break_of, seat, tie) for tie in ties)) for seat in range(view.seats)]
    ranked = ask(fate_of) == Fate.EACH
    return [Place(int(own[0]), 1 + sum(other > own for other in counts) if ranked else UNRANKED) for own in counts]


def shows_points(game: Game, view: Any) -> bool:
    """Whether points are shown to whoever has this view."""
    if game.cooperative:
        return False
    own = game.words.shows_points
    return own(view) if own else counts_openly(game)


@cache
def counts_openly(game: Game) -> bool:
    """Whether everyone sees all that points and tie-breaks are counted from."""
    fields = fields_of(game.state)
    read = {name for function in _counting(game) for name in function.__code__.co_names}
    return all(fields[name].seen_by is PUBLIC for name in read if name in fields)


def _counting(game: Game) -> set[FunctionType]:
    """The rules by which points and ranks are counted, and those that they call."""
    rules = game.rules
    to_look_at = [one for one in (rules.count_points, rules.decide_fate, *rules.tie_breaks.values()) if one]
    found: set[FunctionType] = set()
    while to_look_at:
        function = to_look_at.pop()
        if function not in found:
            found.add(function)
            to_look_at += rules_called_by(function).values()
    return found


def _asker(game: Game, view: Any) -> Callable[..., Any]:
    """Asks a game's own rules about a position or a view; counting changes neither."""
    return lambda counted, *asked: game.interpreted.twin(counted)(view, *asked)


def gauge(game: Game, view: Any) -> str:
    """How far all have come together, in a few words: "10 of 30 in crisis". Empty where the game says nothing of the kind."""
    return game.words.gauge(view) if game.words.gauge else ""


# What wins


def goal(game: Game, view: Any, seat: int, names: Sequence[str]) -> Goal:
    """What wins, where a seat stands and how long it still takes, from the seat's view; for NOBODY from the public one."""
    places = standing(game, view)
    if game.words.goal is None:
        return _usual_goal(game, view, seat, as_names(names), places)
    line: Goal = given(game.words.goal, view, seat, as_names(names), places)
    return line


def _usual_goal(game: Game, view: Any, seat: int, names: Names, places: list[Place] | None) -> Goal:
    """Of a game that says nothing itself: most points win, where there are points; and the turn or round."""
    where = game.strip(view).title
    head = "" if game.cooperative else "Most points win. "
    stands = stood(places, seat, names) if places else ("",)
    return Goal(
        fit(MOST_GOAL, *(f"{head}{sentence(said)}{where}." for said in stands)),
        fit(MOST_SHORT_GOAL, *(f"{sentence(said)}{where}." for said in stands)),
        (("", where),),
    )


def sentence(said: str) -> str:
    """Words with a full stop, and room for what follows; nothing if there are none."""
    return f"{said}. " if said else ""


def how_to_win(game: Game, view: Any) -> tuple[str, ...]:
    """How a game is won, in up to three sentences."""
    said = game.words.how_to_win
    sentences = tuple(said(view)) if callable(said) else tuple(said)
    return sentences or (*(() if game.cooperative else ("Most points win.",)), game.about)


# How seats stand, in words


def stood(places: Sequence[Place], seat: int, names: Sequence[str]) -> tuple[str, ...]:
    """How a seat stands ("You: 3, 4th, 12 behind Cedar"), of NOBODY who leads; then the same in ever fewer words."""
    if seat == NOBODY:
        return _led(places, names)
    own = f"You: {minus(places[seat].points)}"
    return tuple(f"{own}, {said}" for said in compared(places, seat, names)) or (own,)


def aimed(aim: str, said: str) -> str:
    """What wins, and how a seat stands as `stood` says it: "Most gold: you 4, 2nd, 1 behind Birch"."""
    for head, within in IN_A_SENTENCE:
        if said.startswith(head):
            return f"{aim}: {within}{said.removeprefix(head)}"
    return f"{aim}: {said}" if said else aim


IN_A_SENTENCE = (("You: ", "you "), ("All have ", "all have "), ("Best: ", "best "))


def compared(places: Sequence[Place], seat: int, names: Sequence[str]) -> tuple[str, ...]:
    """A rank and the distance to the best other: "4th, 12 behind Cedar", "4th, 12 behind", "4th". Nothing without ranks."""
    others = [other for other in range(len(places)) if other != seat]
    if not others or places[seat].rank == UNRANKED:
        return ()
    if all(place.rank == 1 for place in places):
        return ("all level",)
    best, place = min(others, key=lambda other: places[other].rank), ordinal(places[seat].rank)
    gap = places[seat].points - places[best].points
    if gap == 0:
        return f"{place}, level with {names[best]}", f"{place}, level", place
    far, way = (f"{gap} ahead", "of ") if gap > 0 else (f"{-gap} behind", "")
    return f"{place}, {far} {way}{names[best]}", f"{place}, {far}", place


def _led(places: Sequence[Place], names: Sequence[str]) -> tuple[str, ...]:
    """Who leads, and with what."""
    leaders = [seat for seat, place in enumerate(places) if place.rank == 1]
    if not leaders:
        return ("",)
    points = minus(places[leaders[0]].points)
    if len(leaders) == len(places):
        return (f"All have {points}",)
    if len(leaders) > 1:
        return f"{listed([names[seat] for seat in leaders])} lead with {points}", f"Best: {points}"
    return f"{names[leaders[0]]} leads with {points}", f"Best: {points}"


# Where points came from


def account(game: Game, log: Sequence[Entry], state: Any, seat: int) -> list[tuple[str, int]]:
    """Where the points of a seat came from, in parts that add up to them; empty if the game says nothing of it. What a log does
    not tell, since the game went on by other rules, is `other`.
    """
    if game.words.account is None:
        return []
    parts = [(label, number) for label, number in game.words.account(log, state, seat) if number]
    rest = int(_asker(game, state)(points_of, seat)) - sum(number for _, number in parts)
    return [*parts, ("other", rest)] if rest else parts


def said_to(log: Sequence[Entry], event: object, seat: int, place: int = 0) -> Iterator[tuple[int, ...]]:
    """The numbers of each event of a kind that names a seat, in the given place."""
    return (entry.arguments for entry in log if entry.event == event and entry.arguments[place] == seat)
