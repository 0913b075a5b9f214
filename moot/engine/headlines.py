"""How a game has ended, in a headline for who reads it: who won, by how much, and what decided a tie."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from moot.engine.fields import NOBODY
from moot.engine.game import Game
from moot.engine.results import Result
from moot.engine.words import Line, as_names, listed
from moot.engine.writing import Names

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


class Headline(NamedTuple):
    """How a game has ended: first what a reader wants to know."""

    text: str  # "Cedar wins with 15 gold, one ahead of Birch."
    why: Line  # how it came to an end, with its section; the text may be empty


def headline(game: Game, result: Result, names: Sequence[str], length: int, seat: int = NOBODY) -> Headline:
    """The end of a game that was played to it, after so many turns or rounds, for a reader on a seat."""
    assert result.ending is not None, "a game that was broken off has no headline"
    line = game.words.endings[result.ending]
    if result.together:
        return _together(game, result, as_names(names), length, seat)
    return Headline(f"{_won(game, result, as_names(names), seat)}.", line)


def _together(game: Game, result: Result, names: Names, length: int, seat: int) -> Headline:
    """All win or lose: "You lose in turn 6: all thirty problems are in crisis.", or the words of the ending."""
    line, words = game.words.endings[result.ending], game.words
    numbers = words.in_numbers(result, names) if words.in_numbers else ""
    because = words.because.get(result.ending)
    if because is None:
        return Headline(line.text, Line(line.section, numbers))
    who = ("You win" if result.winners else "You lose") if seat != NOBODY else ("Won" if result.winners else "Lost")
    return Headline(f"{who} in {game.counted} {length}: {because}.", Line(line.section, numbers))


def _won(game: Game, result: Result, names: Names, seat: int) -> str:
    """Who has won, with what, and how far ahead of whom."""
    winners, points = result.winners, game.words.points(result.points[result.winners[0]])
    who, tie = _readers(winners, names, seat), _tie(game, result, _renamed(names, seat))
    if len(winners) > 1:
        return f"{who} share the win with {points} each{tie}"
    return f"{who} {'win' if seat in winners else 'wins'} with {points}{tie or _ahead(result, names, seat)}"


def _tie(game: Game, result: Result, names: Names) -> str:
    """What decided among equal points, and where the rulebook says so."""
    told = game.words.tie_break(result, names)
    return f"{told} (§{game.words.endings[result.ending].section})" if told else ""


def _readers(seats: Sequence[int], names: Names, reader: int) -> str:
    """Seats by name, the reader's own as "You" and first."""
    others = [names[seat] for seat in seats if seat != reader]
    return listed(["You", *others] if reader in seats else others)


def _renamed(names: Names, reader: int) -> Names:
    """The names, but that the reader is "you"."""
    return as_names(["you" if seat == reader else name for seat, name in enumerate(names)])


def _ahead(result: Result, names: Names, seat: int) -> str:
    """How far the winner is ahead of who comes next: "one ahead of Birch"."""
    first, *others = result.order
    if not others:
        return ""
    gap, second = result.points[first] - result.points[others[0]], result.ranks[others[0]]
    next_ones = [other for other in others if result.ranks[other] == second]
    told = NUMBERS[gap] if gap < len(NUMBERS) else str(gap)
    return f", {told} ahead of {listed([_renamed(names, seat)[other] for other in next_ones])}"
