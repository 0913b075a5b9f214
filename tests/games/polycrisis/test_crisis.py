"""Chapter 3.6: the crisis dice."""

from __future__ import annotations

from enum import IntEnum
from typing import Any

import pytest

from moot.bots import play_out
from moot.engine import Entry, Sitting
from moot.games.polycrisis import GAME
from moot.games.polycrisis.components import PROBLEM_CODES, PROBLEMS_IN
from moot.games.polycrisis.crisis import strike
from moot.games.polycrisis.rules import Ending, Event, Step
from tests.games.polycrisis.table import (
    codes,
    engaging,
    finish,
    heard,
    heard_codes,
    pair,
    problem,
    problems,
    roll,
    table,
    told,
)

INDUSTRIAL, ECONOMIC, SOCIAL, CLASS, ENVIRONMENTAL, LIVING = range(1, 7)  # as the category die shows them
HIT, MISS = (1, 5), (3, 4)  # 6 is below 7, 7 is not


GROUPS = ["UNS IND FOS SPR", "INF MON MAR INE", "SOC LOW POL UNR COM", "ENE HEA AFF CLE FOO", "ECO DIS LAB SYS"]


def before_dice(crisis: str = "", protected: str = "", **options: Any) -> Sitting:
    """A lone player's game just before the crisis dice. No chips rise in the next turn."""
    t = table("", chips_per_turn=0, **options)
    finish(t)
    t.state.crisis, t.state.protected = problems(crisis), problems(protected)
    return t


def crises(t: Sitting) -> set[str]:
    """The problems in crisis."""
    return codes(t.state.crisis)


# Chips and rolls


@pytest.mark.parametrize(
    ("crisis", "full"),
    [
        ("", 0),
        ("UNS IND FOS", 0),
        ("UNS IND FOS SPR", 1),
        ("UNS IND FOS SPR ECO DIS LAB SYS AIR", 2),
        ("BIO CHE CLI FRE AIR OCE", 0),
        ("BIO CHE CLI FRE AIR OCE LAN NIT", 1),
    ],
)
def test_full_categories_add_chips(crisis: str, full: int) -> None:
    """§3.6.1 One for each category that is wholly in crisis, with the problems that have no number."""
    t = before_dice(crisis)
    roll(t, ECONOMIC, 1, *MISS, chips=0)
    assert told(t, Event.CRISIS_BEGINS)[0][0] == full
    assert len(told(t, Event.CATEGORY_FULL)) == full


def test_a_protected_problem_keeps_a_category_from_being_full() -> None:
    """§3.6.1 Protected is not in crisis."""
    t = before_dice("UNS IND FOS", protected="SPR")
    roll(t, chips=0)
    assert told(t, Event.CRISIS_BEGINS)[0][0] == 0


def test_no_chips_no_dice() -> None:
    """§3.6.2 The turn is over."""
    t = before_dice("FOO")
    roll(t, chips=0)
    assert not told(t, Event.PROBLEM_ROLLED)
    assert (t.state.turn, crises(t)) == (2, {"FOO"})


@pytest.mark.parametrize(
    ("category", "face", "code"),
    [
        (INDUSTRIAL, 4, "SPR"),
        (ECONOMIC, 1, "INF"),
        (SOCIAL, 5, "COM"),
        (CLASS, 2, "HEA"),
        (ENVIRONMENTAL, 6, "OCE"),
        (LIVING, 3, "LAB"),
    ],
)
def test_a_category_then_a_problem(category: int, face: int, code: str) -> None:
    """§3.6.2 §1.2 One die for each; a hit on a stable problem puts it in crisis."""
    t = before_dice()
    roll(t, category, face, *HIT, chips=1)
    assert told(t, Event.PROBLEM_ROLLED) == [(category - 1, problem(code), 0, 0, 0)]
    assert crises(t) == {code}


@pytest.mark.parametrize(("category", "lacking"), [(INDUSTRIAL, (5, 6)), (SOCIAL, (6,)), (LIVING, (6, 5))])
def test_numbers_that_a_category_lacks(category: int, lacking: tuple[int, ...]) -> None:
    """§3.6.2 §1.2 They are rolled again, at no cost."""
    t = before_dice()
    roll(t, category, *lacking, 2, *HIT, chips=1)
    assert heard_codes(t, Event.CRISIS) == [{1: "IND", 3: "LOW", 6: "DIS"}[category]]


def test_a_full_category_is_rolled_again() -> None:
    """§3.6.2 It adds a chip, and the category is rolled anew."""
    t = before_dice("UNS IND FOS SPR")
    roll(t, INDUSTRIAL, SOCIAL, 1, *MISS, *MISS, chips=0)
    assert told(t, Event.ROLLED_FULL) == [(INDUSTRIAL - 1, 2, 0, 0, 0)]
    assert told(t, Event.MISSED) == [(problem("SOC"), 2, pair(*MISS), 0, 0)]


def test_dice_until_the_chips_are_gone() -> None:
    """§3.6.2 After a hit with chips left another category is rolled."""
    t = before_dice()
    roll(t, INDUSTRIAL, 1, *HIT, SOCIAL, 1, *HIT, chips=2)
    assert heard_codes(t, Event.CRISIS) == ["UNS", "SOC"]
    assert t.state.chips == 0


# Saturated


def test_saturated() -> None:
    """§3.6.3 Inefficiency in crisis: a chip more and another category; nothing is spent."""
    t = before_dice("INE")
    roll(t, ECONOMIC, 4, SOCIAL, 1, *MISS, *MISS, chips=1)
    assert told(t, Event.SATURATED) == [(problem("INE"), 1, 2, 0, 0)]
    assert told(t, Event.MISSED) == [(problem("SOC"), 2, pair(*MISS), 0, 0)]


def test_inefficiency_that_is_stable() -> None:
    """§3.6.3 Not in crisis is not saturated, though it leads nowhere."""
    t = before_dice()
    roll(t, ECONOMIC, 4, *HIT, chips=1)
    assert crises(t) == {"INE"}
    assert not told(t, Event.SATURATED)


def test_not_saturated_while_anything_reachable_is_not_in_crisis() -> None:
    """§3.6.3 §3.6.4 One problem far away is enough: a long cascade."""
    t = before_dice("all but FOS")
    strike(t.state, problem("HEA"))
    assert t.state.saturated == 0
    t.state.chips = 1
    strike(t.state, problem("INE"))
    assert (t.state.saturated, t.state.chips) == (1, 2)


@pytest.mark.parametrize("so_far", [8, 9])
def test_ten_saturated_results_in_a_row(so_far: int) -> None:
    """§3.6.3 §4.1 The tenth loses the game."""
    t = before_dice("INE")
    t.state.chips = 3
    for number in range(so_far + 1):
        assert t.state.over == 0
        assert t.state.saturated == number
        strike(t.state, problem("INE"))
    assert t.state.over == (Ending.TEN_IN_A_ROW if so_far == 9 else 0)
    assert t.state.chips == 3 + so_far + 1


def test_another_result_interrupts_the_row() -> None:
    """§3.6.3 Any problem that is not saturated, hit or not."""
    t = before_dice("INE")
    roll(t, ECONOMIC, 4, SOCIAL, 1, *HIT, ECONOMIC, 4, chips=1)
    assert [arguments[1] for arguments in told(t, Event.SATURATED)][:2] == [1, 1]


def test_a_full_category_does_not_interrupt_the_row() -> None:
    """§3.6.3 It is a roll made again, not a result."""
    t = before_dice("INE UNS IND FOS SPR")
    roll(t, ECONOMIC, 4, INDUSTRIAL, ECONOMIC, 4, SOCIAL, 1, chips=0)
    assert [arguments[1:3] for arguments in told(t, Event.SATURATED)][:2] == [(1, 2), (2, 4)]


def test_a_long_cascade_interrupts_the_row() -> None:
    """§3.6.3 §3.6.4 Also without dice."""
    t = before_dice("INE INF ECO")
    roll(t, ECONOMIC, 4, ECONOMIC, 1, chips=1)
    assert t.state.saturated == 0
    assert heard_codes(t, Event.LONG_CASCADE) == ["INF"]


# Long cascades


def test_a_long_cascade() -> None:
    """§3.6.4 From the start of the printed list, one chip each, no dice; what is in crisis is passed over."""
    t = before_dice("BIO LAN HEA", protected="SOC")
    roll(t, ENVIRONMENTAL, 1, chips=4)
    assert heard_codes(t, Event.LONG_CASCADE) == ["BIO"]
    # FOO; COM, HEA, SOC; AFF, LOW, ...
    assert heard_codes(t, Event.CRISIS) == ["FOO", "COM", "AFF"]
    assert heard_codes(t, Event.UNPROTECTED) == ["SOC"]
    assert crises(t) == {"BIO", "LAN", "HEA", "FOO", "COM", "AFF"}
    assert t.state.protected == 0
    assert not told(t, Event.HIT)
    assert not told(t, Event.MISSED)


def test_a_list_that_comes_to_its_end() -> None:
    """§3.6.4 Two problems of the list are left, one of them protected: two chips, and the third goes on."""
    t = before_dice("all but MON FOS", protected="FOS")
    t.state.chips = 3
    strike(t.state, problem("AIR"))
    assert t.state.crisis == problems("all but FOS")
    assert (t.state.protected, t.state.chips) == (0, 1)
    strike(t.state, problem("AIR"))
    assert (t.state.crisis, t.state.chips) == (problems("all"), 0)


def test_a_protected_outflow_forbids_a_long_cascade() -> None:
    """§3.6.4 §3.6.5 All that it links to must be in crisis: otherwise dice."""
    t = before_dice("BIO", protected="LAN")
    roll(t, ENVIRONMENTAL, 1, *HIT, chips=1)
    assert not told(t, Event.LONG_CASCADE)
    assert heard_codes(t, Event.CASCADE) == ["BIO"]
    assert (crises(t), t.state.protected) == ({"BIO"}, 0)


def test_a_stable_problem_has_no_long_cascade() -> None:
    """§3.6.4 Though all that it links to is in crisis."""
    t = before_dice("LAN")
    roll(t, ENVIRONMENTAL, 1, *HIT, chips=1)
    assert crises(t) == {"LAN", "BIO"}


# Dice


@pytest.mark.parametrize(
    ("dice", "hit"), [((1, 1), True), ((1, 5), True), ((3, 3), True), ((1, 6), False), ((3, 4), False), ((6, 6), False)]
)
def test_below_seven_is_a_hit(dice: tuple[int, int], hit: bool) -> None:
    """§3.6.5 Two dice; 7 is none."""
    t = before_dice()
    roll(t, CLASS, 5, *dice, chips=1)
    assert crises(t) == ({"FOO"} if hit else set())
    assert heard(t, Event.HIT, problem("FOO"), 1, pair(*dice), 0) == hit
    assert heard(t, Event.MISSED, problem("FOO"), 1, pair(*dice)) == (not hit)
    assert t.state.chips == 0


def test_chips_are_spent_one_by_one() -> None:
    """§3.6.5 Until a hit: two misses and a hit cost three of four; the fourth is for another problem."""
    t = before_dice()
    roll(t, CLASS, 5, *MISS, *MISS, *HIT, chips=4)
    assert told(t, Event.HIT)[0] == (problem("FOO"), 3, pair(*HIT), 1, 0)
    assert len(told(t, Event.PROBLEM_ROLLED)) == 2


def test_misses_use_up_the_chips() -> None:
    """§3.6.5 No hit: nothing changes."""
    t = before_dice()
    roll(t, CLASS, 5, *MISS, *MISS, *MISS, chips=3)
    assert told(t, Event.MISSED) == [(problem("FOO"), 3, pair(*MISS), 0, 0)]
    assert (crises(t), t.state.chips) == (set(), 0)


def test_a_hit_on_a_protected_problem() -> None:
    """§3.6.5 It loses its protection and is stable."""
    t = before_dice(protected="FOO AIR")
    roll(t, CLASS, 5, *HIT, chips=1)
    assert (crises(t), codes(t.state.protected)) == (set(), {"AIR"})
    assert heard_codes(t, Event.UNPROTECTED) == ["FOO"]


def test_a_cascade() -> None:
    """§3.6.5 A hit in crisis: stable outflows go into crisis, protected ones become stable, and no further."""
    t = before_dice("FOO COM", protected="HEA AFF")
    roll(t, CLASS, 5, *HIT, chips=1)
    assert heard_codes(t, Event.CASCADE) == ["FOO"]
    assert crises(t) == {"FOO", "COM", "SOC"}
    assert codes(t.state.protected) == {"AFF"}


def test_a_cascade_reaches_what_has_no_number() -> None:
    """§3.6.5 §1.2 Land Conversion and Nitrogen & Phosphorous Loading."""
    t = before_dice("UNS")
    roll(t, INDUSTRIAL, 1, *HIT, chips=1)
    assert crises(t) == {"UNS", "CHE", "FRE", "INE", "LAN", "NIT", "OCE"}


def test_a_cascade_needs_a_hit() -> None:
    """§3.6.5 A problem in crisis that is not hit does nothing."""
    t = before_dice("FOO")
    roll(t, CLASS, 5, *MISS, chips=1)
    assert crises(t) == {"FOO"}


@pytest.mark.parametrize(
    ("below", "dice", "hit"), [(4, (1, 2), True), (4, (2, 2), False), (13, (6, 6), True), (3, (1, 1), True)]
)
def test_another_threshold(below: int, dice: tuple[int, int], hit: bool) -> None:
    """§3.6.5 §5 With the option, less than that is a hit."""
    t = before_dice(hit_below=below)
    roll(t, CLASS, 5, *dice, chips=1)
    assert crises(t) == ({"FOO"} if hit else set())


# Running away


def events_of_the_dice(t: Sitting) -> list[Entry]:
    """What was told from the beginning of the dice to the end of the turn."""
    kinds = [entry.event for entry in t.log]
    return t.log[: kinds.index(Event.TURN_ENDS)] if Event.TURN_ENDS in kinds else t.log


def warnings(log: list[Entry]) -> list[int]:
    """How many full categories the table was warned of, each time."""
    return [entry.arguments[0] for entry in log if entry.event == Event.RUNAWAY]


def told_before_the_warning(t: Sitting) -> tuple[IntEnum | None, str]:
    """The event that the first warning follows, and the problem it is about."""
    at = next(place for place, entry in enumerate(t.log) if entry.event == Event.RUNAWAY)
    before = t.log[at - 1]
    return before.event, PROBLEM_CODES[before.arguments[0]]


def test_a_warning_when_dice_fill_the_fourth_category() -> None:
    """§3.6.6 In the middle of the crisis phase, right after the problem that filled it."""
    t = before_dice(f"{' '.join(GROUPS[:3])} ECO DIS LAB")
    roll(t, LIVING, 4, *MISS, *MISS, *HIT, chips=0)
    assert told_before_the_warning(t) == (Event.CRISIS, "SYS")
    assert warnings(events_of_the_dice(t)) == [4]


def test_a_warning_when_a_cascade_fills_the_fourth_category() -> None:
    """§3.6.6 Low Labour Standards cascades to Economic Inequality."""
    t = before_dice(f"{' '.join(GROUPS[:3])} DIS LAB SYS")
    roll(t, LIVING, 3, *MISS, *MISS, *HIT, chips=0)
    assert heard_codes(t, Event.CASCADE) == ["LAB"]
    assert told_before_the_warning(t) == (Event.CRISIS, "ECO")
    assert warnings(events_of_the_dice(t)) == [4]


def test_a_warning_for_each_category_that_fills() -> None:
    """§3.6.6 A long cascade fills the fourth, then the fifth; with the last problem the game is lost and nothing to warn of."""
    t = before_dice("all but FOO ECO OCE")
    roll(t, CLASS, 3, chips=0)
    assert heard_codes(t, Event.CRISIS) == ["FOO", "ECO", "OCE"]
    assert warnings(t.log) == [4, 5]
    assert t.ending == Ending.TOTAL_CRISIS


def test_no_warning_of_the_third_category() -> None:
    """§3.6.6 Three full categories are few."""
    t = before_dice(f"{' '.join(GROUPS[:2])} ECO DIS LAB")
    roll(t, LIVING, 4, *MISS, *HIT, chips=0)
    assert "SYS" in crises(t)
    assert warnings(t.log) == []


def test_no_warning_without_news() -> None:
    """§3.6.6 Neither when the dice begin, nor when a problem goes into crisis that fills no category."""
    t = before_dice(" ".join(GROUPS[:4]))
    roll(t, ENVIRONMENTAL, 1, *HIT, chips=-3)  # four full categories make it 1
    assert heard_codes(t, Event.CRISIS) == ["BIO"]
    assert warnings(events_of_the_dice(t)) == []


@pytest.mark.parametrize("full", [3, 4, 5])
def test_a_warning_at_the_start_of_a_turn(full: int) -> None:
    """§3.6.6 From four full categories on, once in each turn."""
    t = before_dice(" ".join(GROUPS[:full]))
    roll(t, chips=-full)
    assert warnings(t.log) == ([full] if full >= 4 else [])
    if full >= 4:
        assert t.log[[entry.event for entry in t.log].index(Event.RUNAWAY) - 1].event == Event.TURN_BEGINS


def test_a_warning_before_the_first_turn() -> None:
    """§3.6.6 §2.2 If so many problems start in crisis."""
    assert [warnings(engaging(1, start_crises=29, seed=seed).log) for seed in range(3)] == [[5]] * 3


def warnings_due(log: list[Entry]) -> list[int]:
    """What the table should have been warned of, from what was told of problems alone."""
    crisis, full, due = 0, 0, []
    for entry in log:
        before, member = full, 1 << entry.arguments[0]
        if entry.event in (Event.FIRST_CRISIS, Event.CRISIS):
            crisis |= member
        elif entry.event == Event.FIXED:
            crisis &= ~member
        full = sum(crisis & int(members) == members for members in PROBLEMS_IN)
        rises = entry.event == Event.CRISIS and full > before
        if 4 <= full < 6 and (rises or entry.event == Event.TURN_BEGINS):
            due.append(full)
    return due


@pytest.mark.long
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_warnings_in_lost_games(bot: str) -> None:
    """§3.6.6 In every game the warnings are exactly those that are due, and no game is lost without one."""
    lost = 0
    for seed in range(60):
        t = play_out(GAME.start(seats=1 + seed % 6, seed=seed, chips_per_turn=6, compiled=True), [bot])
        assert warnings(t.log) == warnings_due(t.log)
        if t.ending == Ending.TOTAL_CRISIS:
            lost += 1
            assert warnings(t.log)
    assert lost > 30


def test_nothing_is_capped() -> None:
    """§3.6.6 With five full categories chips pile up: five at the start, one for every full category rolled."""
    t = before_dice("all but BIO CHE CLI FRE AIR OCE LAN NIT")
    roll(t, SOCIAL, CLASS, LIVING, SOCIAL, ENVIRONMENTAL, 1, chips=40)
    assert told(t, Event.ROLLED_FULL)[3][:2] == (SOCIAL - 1, 49)


def test_the_turn_goes_on_after_the_dice() -> None:
    """§3.6.2 No chips are left over."""
    t = before_dice()
    roll(t, chips=5)
    assert t.state.chips == 0
    assert t.state.asking[0] == Step.PILE_DRAW
