"""The rules of Starter, in the order of rulebook.md, whose sections they cite."""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import (
    OWNER,
    Moves,
    Rules,
    State,
    ask,
    do,
    finish,
    i8,
    i16,
    offer,
    open_seals,
    option,
    pick,
    rule,
    tell,
    tell_sealed,
    whisper,
)

SEATS, HIGHEST = 6, 5
NOTHING = 0  # no number has been named


class Starter(State):
    """The position, and who sees what."""

    seats = option(3, 2, SEATS, "How many play.")
    rounds = option(5, 1, 9, "How many rounds are played.")

    round = i8()
    lucky = i8(SEATS, seen_by=OWNER)  # a hidden hand: everyone's lucky number is their own secret
    named = i8(SEATS, seen_by=OWNER)  # a blind choice: what is named in this round
    shown = i8(SEATS)  # what was named in the last round, open to all
    alone = i8(SEATS, HIGHEST + 1)  # how often a seat was the only one to name a number
    points = i16(SEATS)


class Step(IntEnum):
    """What the agenda holds, then what seats are asked."""

    ROUND = auto()
    SHOW = auto()
    NAME = auto()


class Event(IntEnum):
    """What is told."""

    DEALT = auto()
    ROUND_BEGAN = auto()
    NAMED = auto()
    SCORED = auto()
    NOBODY_SCORED = auto()
    LUCKY = auto()


class Ending(IntEnum):
    """How it ends."""

    LAST_ROUND = auto()


rules = Rules(Step)


@rules.setup
def lay_out(s: Starter) -> None:
    """§1 Everyone draws a lucky number and keeps it secret."""
    for seat in range(s.seats):
        s.lucky[seat] = 1 + pick(s, HIGHEST)
        whisper(s, seat, Event.DEALT, s.lucky[seat])
    do(s, Step.ROUND)


@rules.step(Step.ROUND)
def begin_round(s: Starter) -> None:
    """§2 All name a number at the same time; then the numbers are shown, and the next round begins."""
    s.round += 1
    tell(s, Event.ROUND_BEGAN, s.round, s.rounds)
    for seat in range(s.seats):
        ask(s, seat, Step.NAME)
    do(s, Step.SHOW)


@rules.choice(Step.NAME, HIGHEST + 1, sealed=True)
def numbers(s: Starter, seat: int, out: Moves) -> None:
    """§2.1 From one to five."""
    for number in range(1, HIGHEST + 1):
        offer(out, number)


@rules.then(Step.NAME)
def name(s: Starter, seat: int, number: int) -> None:
    """§2.1 Nobody else sees it yet."""
    s.named[seat] = number
    tell_sealed(s, seat, Event.NAMED, seat, number)


@rules.step(Step.SHOW)
def show(s: Starter) -> None:
    """§2.2 The numbers are shown, the highest that only one has named scores; after the last round the game ends."""
    open_seals(s)
    for seat in range(s.seats):
        s.shown[seat] = s.named[seat]
        s.named[seat] = NOTHING
    score_round(s)
    if s.round < s.rounds:
        do(s, Step.ROUND)
    else:
        end(s)


@rule
def is_alone(s: Starter, seat: int) -> bool:
    """§2.2 Whether nobody else has named the number."""
    for other in range(s.seats):
        if other != seat and s.shown[other] == s.shown[seat]:
            return False
    return True


@rule
def score_round(s: Starter) -> None:
    """§2.2 Of the numbers that only one has named, the highest scores itself."""
    best = -1
    for seat in range(s.seats):
        if is_alone(s, seat):
            s.alone[seat, s.shown[seat]] += 1
            if best < 0 or s.shown[seat] > s.shown[best]:
                best = seat
    if best < 0:
        tell(s, Event.NOBODY_SCORED)
    else:
        s.points[best] += s.shown[best]
        tell(s, Event.SCORED, best, s.shown[best])


@rule
def end(s: Starter) -> None:
    """§3 Lucky numbers are shown: each time a seat was alone with its own is worth as much again."""
    for seat in range(s.seats):
        luck = s.alone[seat, s.lucky[seat]] * s.lucky[seat]
        s.points[seat] += luck
        tell(s, Event.LUCKY, seat, s.lucky[seat], luck)
    finish(s, Ending.LAST_ROUND)


@rules.points
def points_of(s: Starter, seat: int) -> int:
    """§3 Most points win."""
    return s.points[seat]


@rules.view
def show_luck(v: Starter, s: Starter, seat: int) -> None:
    """§4 In the end all see the lucky numbers."""
    if s.over != 0:
        for other in range(s.seats):
            v.lucky[other] = s.lucky[other]


@rules.guess
def redeal(g: Starter, seat: int) -> None:
    """§4 The others' lucky numbers may be any. Who is still naming a number, or has named one unseen, begins anew: the engine
    lets those who are seen to be done answer by chance.
    """
    for other in range(g.seats):
        if other != seat and g.over == 0:
            g.lucky[other] = 1 + pick(g, HIGHEST)
            if is_round_open(g):
                g.named[other] = NOTHING
                ask(g, other, Step.NAME)


@rule
def is_round_open(s: Starter) -> bool:
    """§2 Whether numbers are being named."""
    return s.depth > 0 and s.agenda[s.depth - 1] == Step.SHOW


@rules.law("a lucky number is one of the five")
def luck_is_possible(s: Starter) -> bool:
    """§1 Everyone has one."""
    for seat in range(s.seats):
        if not 1 <= s.lucky[seat] <= HIGHEST:
            return False
    return True
