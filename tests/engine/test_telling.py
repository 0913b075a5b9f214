"""How what happened is told: weights, dice, and small things together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from moot.engine import LARGE, SMALL, Dice, Entry, Sitting
from moot.engine.flow import EVERYONE
from moot.engine.telling import DICE, ORDINARY, Weight, steps_of, wrong_dice
from moot.games import load
from moot.games.path_to_safety.rules import Event as Path
from moot.games.polycrisis.rules import Event as Crisis

NAMES = ("Ada", "Birch", "Cedar", "Dogwood")


def entry(event: Any, *arguments: int) -> Entry:
    """Something that all heard."""
    return Entry(1, event, arguments, EVERYONE, sealed=False)


def test_small_events_of_a_kind_are_one_step() -> None:
    drew = [entry(Path.DREW, seat) for seat in range(3)]
    told = [entry(Path.ROUND_BEGAN, 2), *drew, entry(Path.RISKED, 0, 3, 4), entry(Path.DREW, 1)]
    steps = steps_of(load("path_to_safety").words.weight_of, told)
    assert [(step.weight, len(step.entries)) for step in steps] == [(ORDINARY, 1), (SMALL, 3), (DICE, 1), (SMALL, 1)]


def test_an_event_is_ordinary_unless_something_is_said_of_it() -> None:
    weights: dict[Any, Weight] = {}
    assert [step.weight for step in steps_of(weights, [entry(Path.ROLLED, 1, 2, 0)])] == [ORDINARY]


@pytest.mark.parametrize(
    ("event", "told", "said"),
    [
        (Path.DREW, [(1,), (2,), (3,)], "Birch, Cedar and Dogwood each draw a card."),
        (Path.DREW, [(1,)], ""),
        (Path.DREW, [(1,), (2,), (1,)], ""),  # whoever drew twice is not "each"
        (Path.OPENED, [(1, 2), (2, 4)], ""),  # nothing is said of these together
    ],
)
def test_what_several_seats_did_is_said_in_one_sentence(event: Any, told: list[tuple[int, ...]], said: str) -> None:
    assert load("path_to_safety").words.at_once(event, told, NAMES) == said


def test_what_differs_is_not_said_together() -> None:
    words = load("polycrisis").words
    assert words.at_once(Crisis.SUIT_SHOWN, [(0, 1), (1, 1)], NAMES) == "Ada and Birch drew from diamonds ♦."
    assert words.at_once(Crisis.SUIT_SHOWN, [(0, 1), (1, 2)], NAMES) == ""


@pytest.mark.parametrize(
    ("dice", "said"),
    [
        (Dice((5, 2), "needed 8 or less", "done"), "5 + 2 = 7, needed 8 or less: done"),
        (Dice((4,), "needed 3 or more", "safe"), "4, needed 3 or more: safe"),
        (Dice(("ECON", "INF"), "", "the chips go there"), "ECON · INF: the chips go there"),
        (Dice(("✓",) * 8 + ("×",) * 6, "needed one ×", "it goes on"), "8 ✓ 6 ×, needed one ×: it goes on"),
    ],
)
def test_dice_say_what_they_show_and_had_to_beat(dice: Dice, said: str) -> None:
    assert dice.words == said
    assert not list(wrong_dice(dice))


@pytest.mark.parametrize(
    ("dice", "wrong"),
    [
        (Dice((), "", "done"), "there are 0 dice"),
        (Dice((1,) * 17, "", "done"), "there are 17 dice"),
        (Dice(("Governance",), "", "done"), "a die shows 'Governance'"),
        (Dice((1,), "needed 2", " "), "what came of it"),
        (Dice((1,), "needed" * 10, "done"), "more than 60 signs"),
    ],
)
def test_dice_that_cannot_be_shown_are_named(dice: Dice, wrong: str) -> None:
    assert any(wrong in one for one in wrong_dice(dice))


ROLLED = {
    "path_to_safety": {"DREW_MAD_SCIENCE", "RISKED", "ROLLED"},
    "polycrisis": {"SUCCESS_SKILL", "FAILED_SKILL", "ROLLED_FULL", "PROBLEM_ROLLED", "HIT", "MISSED"},
    "solidarity": {"ROLLED"},
    "treasury": set(),
    "turning_points": set(),
}


@pytest.mark.parametrize("name", ROLLED)
def test_every_die_that_is_told_has_a_place_in_the_well(name: str) -> None:
    words = load(name).words
    assert {event.name for event in words.dice} == ROLLED[name]
    assert {event for event, weight in words.weight_of.items() if weight in (LARGE, DICE)} == words.staged


def test_the_position_is_kept_after_the_events_that_somebody_wants_to_show() -> None:
    game = load("path_to_safety")
    for staged in (frozenset({Path.DREW}), frozenset[Path]()):
        sitting = Sitting(game, game.choose({"seats": 2}), 1)
        sitting.scenes.clear()
        sitting.staged, begun = staged, len(sitting.log)
        while len(sitting.log) < begun + 8:
            seat = sitting.waiting[0]
            sitting.play(seat, sitting.numbers(seat)[0])
        drew = {place for place, told in enumerate(sitting.log) if told.event == Path.DREW and place >= begun}
        assert set(sitting.scenes) == (drew if staged else set())


def test_weights_are_checked_before_a_game_is_played() -> None:
    game = load("treasury")
    event = next(iter(game.events))
    for wrong, said in (
        ({"weights": {event: "heavy"}}, "it is 'heavy', not small or large"),
        ({"weights": {event: LARGE}, "dice": {event: lambda view: Dice((1,), "", "done")}}, "but it has dice"),
        ({"weights": {}, "dice": {event: 3}}, "write a function that returns Dice"),
        ({"weights": {}, "together": {event: "{0} do"}}, "only small events are told together"),
        ({"weights": {event: SMALL}, "together": {event: "{0} do {7}"}}, "names argument 7"),
        ({"weights": {"DEALT": SMALL}}, "which is no event"),
    ):
        parts: dict[str, Any] = {"together": {}, **wrong}
        problems = replace(game, words=replace(game.words, **parts)).problems
        assert any(said in problem.what for problem in problems), said
