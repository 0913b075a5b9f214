"""Levee: a village, a river, and what everyone gives to the levee. Sections are those of rulebook.md."""

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
    offer,
    open_seals,
    option,
    owes,
    pick,
    roll_die,
    rule,
    tell,
    tell_sealed,
    whisper,
)

SEATS, MOST_YEARS, DIE = 6, 8, 6


class Levee(State):
    """The position, and who sees what."""

    seats = option(4, 2, SEATS, "How many villagers play.")
    years = option(5, 1, MOST_YEARS, "How many years the game lasts.")

    year = i8()
    harvest = i8(SEATS, seen_by=OWNER)  # of this year
    gift = i8(SEATS, seen_by=OWNER)  # in this year, until all gifts are shown
    barn = i8(SEATS, seen_by=OWNER)  # what has been kept
    given = i8(MOST_YEARS, SEATS)  # the gifts of past years, which all have seen
    river = i8(MOST_YEARS)  # how high it rose; 0 where it has not yet


class Step(IntEnum):
    """What the agenda holds, then what seats are asked."""

    YEAR = auto()
    FLOOD = auto()
    GIVE = auto()


class Event(IntEnum):
    """What is told."""

    YEAR_BEGAN = auto()
    HARVESTED = auto()
    GAVE = auto()
    HELD = auto()
    BROKE = auto()
    KEPT = auto()


class Ending(IntEnum):
    """How it ends."""

    YEARS_ARE_OVER = auto()


rules = Rules(Step)


@rules.setup
def lay_out(s: Levee) -> None:
    """§1 All barns are empty, and the first year begins."""
    do(s, Step.YEAR)


@rules.step(Step.YEAR)
def begin_year(s: Levee) -> None:
    """§2 Everyone brings in a harvest, unseen; then all decide at once what they give."""
    s.year += 1
    tell(s, Event.YEAR_BEGAN, s.year, s.years)
    for seat in range(s.seats):
        s.harvest[seat] = roll_die(s)
        whisper(s, seat, Event.HARVESTED, s.harvest[seat])
        ask(s, seat, Step.GIVE)
    do(s, Step.FLOOD)


@rules.choice(Step.GIVE, DIE + 1, sealed=True, declines=[0])
def gifts(s: Levee, seat: int, out: Moves) -> None:
    """§2.1 Any part of the harvest, or nothing."""
    for sacks in range(s.harvest[seat] + 1):
        offer(out, sacks)


@rules.then(Step.GIVE)
def give(s: Levee, seat: int, sacks: int) -> None:
    """§2.1 What is given goes to the levee, what is kept into the barn; nobody else sees it yet."""
    s.gift[seat] = sacks
    s.barn[seat] += s.harvest[seat] - sacks
    tell_sealed(s, seat, Event.GAVE, seat, sacks)


@rules.step(Step.FLOOD)
def flood(s: Levee) -> None:
    """§3 The gifts are shown and the river rises; after the last year the game ends."""
    open_seals(s)
    s.river[s.year - 1] = rise(roll_die(s), s.seats)
    for seat in range(s.seats):
        s.given[s.year - 1, seat] = s.gift[seat]
        s.gift[seat] = s.harvest[seat] = 0
    levee, river = height(s, s.year), s.river[s.year - 1]
    if levee >= river:
        tell(s, Event.HELD, levee, river)
    else:
        tell(s, Event.BROKE, levee, river)
        for seat in range(s.seats):
            s.barn[seat] = spared(s.barn[seat])
    if s.year < s.years:
        do(s, Step.YEAR)
    else:
        end(s)


@rule
def rise(die: int, seats: int) -> int:
    """§3.1 How high the river rises: half a sack for each villager and each spot of the die."""
    return die * seats // 2


@rule
def height(s: Levee, year: int) -> int:
    """§3.2 The levee is as high as the gifts of the year together."""
    sacks = 0
    for seat in range(s.seats):
        sacks += s.given[year - 1, seat]
    return sacks


@rule
def spared(sacks: int) -> int:
    """§3.2 A flood takes half of what is in a barn, and the odd sack too."""
    return sacks // 2


@rule
def end(s: Levee) -> None:
    """§4 The barns are opened."""
    for seat in range(s.seats):
        tell(s, Event.KEPT, seat, s.barn[seat], all_given(s, seat))
    finish(s, Ending.YEARS_ARE_OVER)


@rules.points
def barn_of(s: Levee, seat: int) -> int:
    """§4 The fullest barn wins."""
    return s.barn[seat]


@rules.tie_break("gifts")
def all_given(s: Levee, seat: int) -> int:
    """§4 Among equals, whoever has given more in all years."""
    sacks = 0
    for year in range(s.years):
        sacks += s.given[year, seat]
    return sacks


@rules.measure("gifts in all")
def gifts_in_all(s: Levee, seat: int) -> int:
    """§4 The same, for simulations."""
    return all_given(s, seat)


@rules.view
def open_barns(v: Levee, s: Levee, seat: int) -> None:
    """§5 When the game is over all see into the barns."""
    if s.over != 0:
        for other in range(s.seats):
            v.barn[other] = s.barn[other]


@rules.guess
def redeal(g: Levee, seat: int) -> None:
    """§5 What the others may have: harvests that are large enough for what they are known to have given."""
    for other in range(g.seats):
        if other != seat and g.over == 0:
            refill_barn(g, other)
            g.harvest[other] = 1 + pick(g, DIE)
            ask(g, other, Step.GIVE)


@rule
def refill_barn(g: Levee, seat: int) -> None:
    """§5 Past years once more: a harvest of at least the gift, and the floods that all have seen."""
    g.barn[seat] = 0
    for year in range(1, g.year):
        gift = g.given[year - 1, seat]
        least = max(gift, 1)
        g.barn[seat] += least + pick(g, DIE + 1 - least) - gift
        if height(g, year) < g.river[year - 1]:
            g.barn[seat] = spared(g.barn[seat])


@rules.law("nobody gives more than the harvest")
def gifts_are_possible(s: Levee) -> bool:
    """§2.1 Who is asked has a harvest, and who has given gave a part of it."""
    for seat in range(s.seats):
        if not s.gift[seat] <= s.harvest[seat] <= DIE or (owes(s, seat) and s.harvest[seat] == 0):
            return False
    return True


@rules.law("a barn holds what was kept, or less")
def barns_are_possible(s: Levee) -> bool:
    """§2.1 §3.2 Never less than nothing, never more than the harvests without the gifts."""
    for seat in range(s.seats):
        if not 0 <= s.barn[seat] <= DIE * s.year - all_given(s, seat):
            return False
    return True
