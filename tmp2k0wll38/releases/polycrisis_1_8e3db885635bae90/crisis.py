"""Polycrisis, chapter 3.6: the crisis dice."""

from __future__ import annotations

from moot.engine import do, finish, is_in, pick, roll_die, rule, tell
from polycrisis_1_8e3db885635bae90.components import (
    CASCADE,
    CATEGORIES,
    DIE_FACES,
    LINKS,
    PROBLEM_DIE,
    PROBLEMS,
    REACHABLE,
)
from polycrisis_1_8e3db885635bae90.dice import roll_pair, total_of
from polycrisis_1_8e3db885635bae90.rules import (
    Ending,
    Event,
    Polycrisis,
    Step,
    is_full,
    lose_if_all_in_crisis,
    put_in_crisis,
    rules,
)

MOST_IN_A_ROW = 10


@rules.step(Step.CRISIS)
def begin_crisis(s: Polycrisis) -> None:
    """§3.6.1 A chip for every category that is full."""
    for category in range(CATEGORIES):
        if is_full(s, category):
            s.chips += 1
            tell(s, Event.CATEGORY_FULL, category)
    tell(s, Event.CRISIS_BEGINS, s.chips)
    do(s, Step.CRISIS_ROLL)


@rules.step(Step.CRISIS_ROLL)
def crisis_roll(s: Polycrisis) -> None:
    """§3.6.2 While chips remain: a category, then a problem."""
    if s.chips == 0:
        return
    do(s, Step.CRISIS_ROLL)
    category = roll_die(s) - 1
    if is_full(s, category):
        s.chips += 1
        tell(s, Event.ROLLED_FULL, category, s.chips)
        return
    problem = roll_problem(s, category)
    tell(s, Event.PROBLEM_ROLLED, category, problem)
    strike(s, problem)
    lose_if_all_in_crisis(s)


@rule
def roll_problem(s: Polycrisis, category: int) -> int:
    """§1.2 §3.6.2 Numbers that the category lacks are rolled again."""
    problem = PROBLEM_DIE[category, pick(s, DIE_FACES)]
    while problem < 0:
        problem = PROBLEM_DIE[category, pick(s, DIE_FACES)]
    return problem


@rule
def strike(s: Polycrisis, problem: int) -> None:
    """§3.6.3 Saturated, §3.6.4 a long cascade, or §3.6.5 the dice decide."""
    if is_saturated(s, problem):
        count_saturated(s, problem)
        return
    s.saturated = 0
    if is_in(s.crisis, problem) and LINKS[problem] & ~s.crisis == 0:
        long_cascade(s, problem)
    elif spend_chips(s, problem):
        hit(s, problem)


@rule
def is_saturated(s: Polycrisis, problem: int) -> bool:
    """§3.6.3 In crisis, and so is everything reachable from it."""
    return is_in(s.crisis, problem) == 1 and REACHABLE[problem] & ~s.crisis == 0


@rule
def count_saturated(s: Polycrisis, problem: int) -> None:
    """§3.6.3 A chip more; ten of these in a row lose the game."""
    s.chips += 1
    s.saturated += 1
    tell(s, Event.SATURATED, problem, s.saturated, s.chips)
    if s.saturated == MOST_IN_A_ROW:
        finish(s, Ending.TEN_IN_A_ROW)


@rule
def long_cascade(s: Polycrisis, problem: int) -> None:
    """§3.6.4 The printed list, from its start: one chip for each problem that worsens, no dice."""
    tell(s, Event.LONG_CASCADE, problem)
    for place in range(PROBLEMS):
        reached = CASCADE[problem, place]
        if reached < 0 or s.chips == 0:
            return
        if not is_in(s.crisis, reached):
            s.chips -= 1
            worsen(s, reached)


@rule
def worsen(s: Polycrisis, problem: int) -> None:
    """§3.6.4 §3.6.5 Protected becomes stable, stable goes into crisis."""
    if is_in(s.protected, problem):
        s.protected &= ~(1 << problem)
        tell(s, Event.UNPROTECTED, problem)
    elif not is_in(s.crisis, problem):
        put_in_crisis(s, problem)


@rule
def spend_chips(s: Polycrisis, problem: int) -> bool:
    """§3.6.5 Chip by chip a roll of two dice, until one is below 7 (or as agreed) or the chips are gone."""
    spent, pair, struck = 0, 0, False
    while s.chips > 0 and not struck:
        s.chips -= 1
        spent += 1
        pair = roll_pair(s)
        struck = total_of(pair) < s.hit_below
    if struck:
        tell(s, Event.HIT, problem, spent, pair, s.chips)
    else:
        tell(s, Event.MISSED, problem, spent, pair)
    return struck


@rule
def hit(s: Polycrisis, problem: int) -> None:
    """§3.6.5 A problem in crisis cascades to its direct outflows and no further; any other worsens."""
    if not is_in(s.crisis, problem):
        worsen(s, problem)
        return
    tell(s, Event.CASCADE, problem)
    for outflow in range(PROBLEMS):
        if is_in(LINKS[problem], outflow):
            worsen(s, outflow)
