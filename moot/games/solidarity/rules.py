"""Solidarity, chapters 1, 2, 5 and 6: setup, the frame of a round, length and scoring. The strategy turn is in orders.py and
resolve.py, the council turn in trade.py and mandates.py, who sees what in secrets.py; sections are those of rulebook.md.

§6.4, which rulebook.md does not print because players learn it at the end only: under Solidarity everyone loses if one org has
more points than the two best others together; otherwise everyone wins. Ours is that the best two are meant, where the original
says "any other two"; and that of two orgs the one other counts twice: else the least difference would lose the game.
"""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import (
    OWNER,
    SECRET,
    Fate,
    Rules,
    State,
    do,
    finish,
    i8,
    i16,
    i64,
    one_of,
    option,
    pick,
    roll_die,
    rule,
    switch,
    tell,
)
from moot.games.solidarity.components import (
    LINES,
    MANDATE_LINES,
    MOST_POINTS,
    MOST_ROUNDS,
    NAMES,
    OFFER_LINES,
    OFFERS,
    RESOURCES,
    SEATS,
    START_ROBOTS,
    TASKS,
    Length,
    Objective,
)

LARGEST = 3  # §6.1 points for a stockpile that is the only largest of its kind


class Solidarity(State):
    """§7 The position, and who sees what. In a row of resources or seats that may be empty, 0 is nothing and n + 1 is n."""

    # Options
    seats = option(4, 2, SEATS, "How many organisations play.")
    objective = one_of(Objective.RANDOM, "What the table plays for: greed, solidarity, or one of them by chance.")
    length = one_of(Length.FIXED, "A fixed number of rounds, or a random one.")
    rounds = option(8, 1, MOST_ROUNDS, "How many rounds a game of fixed length has.")
    minimum = option(6, 1, 11, "A game of random length goes on at least to the round after this one.")
    open_offers = switch(False, "Everyone sees every offer, not only the two orgs concerned.")

    goal = i8()  # the objective that is played for
    round = i8()
    phase = i8()
    turn = i8()  # the org whose part of a step comes next
    robots = i16(SEATS)
    points = i16(SEATS)
    met = i8(SEATS)  # mandates fulfilled so far
    failed = i8(SEATS)  # mandates that were not

    # §3.4 Resources, in the order of their invention
    resources = i8()
    name = i16(RESOURCES)
    inventor = i8(RESOURCES)
    controller = i8(RESOURCES)
    total = i16(RESOURCES)  # EcU of it in all stockpiles
    stock = i16(SEATS, RESOURCES)

    # §3.4 Names
    key = i16(NAMES, seen_by=SECRET)  # the lowest name that reads the same
    taken = i64()  # the set of printed names that a resource has
    written = i8(SEATS)  # how many of its own names an org has used up

    # §3.1 Order sheets; everyone's are seen once they are revealed
    lines = i8(SEATS, seen_by=OWNER)
    task = i8(SEATS, LINES, seen_by=OWNER)
    what = i16(SEATS, LINES, seen_by=OWNER)
    whose = i8(SEATS, LINES, seen_by=OWNER)
    many = i16(SEATS, LINES, seen_by=OWNER)
    idle = i16(SEATS, seen_by=OWNER)  # robots without a task, while orders are written
    changes = i8(SEATS, seen_by=OWNER)
    last_turn = i16(SEATS, TASKS)  # robots by task, as everyone saw them when the last sheets were revealed
    inventing = i8()  # the set of orgs whose inventions are still to come
    attacked = i64()  # the set of resources whose battle is still to come
    force = i16(SEATS)  # the attackers in a battle

    # §4.1 Offers, by place: seen by their two orgs
    offer_to = i8(OFFERS, seen_by=SECRET)
    offer_goods = i8(OFFERS, OFFER_LINES, seen_by=SECRET)  # first what is given, then what is wanted
    offer_amount = i16(OFFERS, OFFER_LINES, seen_by=SECRET)
    draft_to = i8(SEATS, seen_by=OWNER)
    draft_goods = i8(SEATS, OFFER_LINES, seen_by=OWNER)
    draft_amount = i16(SEATS, OFFER_LINES, seen_by=OWNER)
    begun = i8(SEATS, seen_by=OWNER)  # offers in this step

    # §4.3 Mandates; everyone's are seen once all are written
    demand_goods = i8(SEATS, MANDATE_LINES, seen_by=OWNER)
    demand = i16(SEATS, MANDATE_LINES, seen_by=OWNER)
    hope = i8(SEATS, seen_by=OWNER)
    got = i16(SEATS, MANDATE_LINES)  # of each line, what was received in this step, as far as it was asked for


class Step(IntEnum):
    """What the agenda holds and what seats are asked."""

    ROUND = auto()
    ORDERS = auto()
    REVEAL = auto()
    INVENTIONS = auto()
    PRODUCTION = auto()
    RAIDS = auto()
    MUSTER = auto()
    BATTLES = auto()
    AIRDROP = auto()
    TRADING = auto()
    COUNT = auto()
    MANDATES = auto()
    PROCLAIM = auto()
    ROUND_ENDS = auto()
    ORDER = auto()
    NAME = auto()
    TARGET = auto()
    WHOSE = auto()
    ROBOTS = auto()
    TRADE = auto()
    HOW_MUCH = auto()
    DEMAND = auto()
    DEMAND_AMOUNT = auto()
    HOPE = auto()


class Phase(IntEnum):
    """Where a round stands."""

    OPEN = 0  # nothing is written down
    ORDERS = 1
    TRADING = 2
    MANDATES = 3


class Event(IntEnum):
    """What is told."""

    OBJECTIVE = auto()
    ROUND_BEGAN = auto()
    REVEALED = auto()
    INVENTS = auto()
    PRODUCES = auto()
    BUILDS = auto()
    SEIZES = auto()
    RAIDS = auto()
    IDLES = auto()
    NAME_TAKEN = auto()
    NO_ROOM = auto()
    CANNOT_PRODUCE = auto()
    RAIDED = auto()
    RAIDED_NOTHING = auto()
    SEIZED_NOTHING = auto()
    BATTLE = auto()
    ATTACKER = auto()
    LOTS = auto()
    FELL = auto()
    RIVALS = auto()
    CAPTURED = auto()
    HELD = auto()
    AIRDROPPED = auto()
    TRADING_BEGAN = auto()
    OFFERS = auto()
    ASKS_IN_RETURN = auto()
    ASKS_FOR_NOTHING = auto()
    DECLINED = auto()
    WITHDRAWN = auto()
    ACCEPTED = auto()
    HANDED = auto()
    FULFILLED = auto()
    SCORED = auto()
    NOT_FULFILLED = auto()
    MANDATE = auto()
    HOPES = auto()
    ROLLED = auto()
    GREED_POINTS = auto()
    SOLIDARITY_POINTS = auto()


class Ending(IntEnum):
    """How it ends."""

    GREED = auto()
    HELD = auto()
    BROKEN = auto()


rules = Rules(Step)


# 1 Setup


@rules.setup
def lay_out(s: Solidarity) -> None:
    """§1.2 Two robots each; nothing is invented. §1.3 The objective."""
    for seat in range(s.seats):
        s.robots[seat] = START_ROBOTS
    for name in range(NAMES):
        s.key[name] = name
    s.goal = pick(s, 2) if s.objective == Objective.RANDOM else s.objective
    do(s, Step.ROUND)


# 2 The round


@rules.step(Step.ROUND)
def begin_round(s: Solidarity) -> None:
    """§2 A strategy turn (§3.3 in this order), then a council turn."""
    s.round += 1
    if s.round == 1:
        tell(s, Event.OBJECTIVE, s.goal)
    tell(s, Event.ROUND_BEGAN, s.round)
    do(
        s,
        Step.ORDERS,
        Step.REVEAL,
        Step.INVENTIONS,
        Step.PRODUCTION,
        Step.RAIDS,
        Step.MUSTER,
        Step.BATTLES,
        Step.AIRDROP,
    )


@rule
def next_org(s: Solidarity, step: Step) -> None:
    """§3.3 The same for the next org; after the last one the agenda goes on."""
    s.turn += 1
    if s.turn < s.seats:
        do(s, step)
    else:
        s.turn = 0


@rule
def find_resource(s: Solidarity, name: int) -> int:
    """§3.4 The resource of that name, or -1; names are the same if they read the same."""
    for resource in range(s.resources):
        if s.key[s.name[resource]] == s.key[name]:
            return resource
    return -1


@rule
def largest_stockpile(s: Solidarity, seat: int) -> int:
    """§4.3 How much there is in an org's largest stockpile."""
    largest = 0
    for resource in range(s.resources):
        largest = max(largest, s.stock[seat, resource])
    return largest


# 5 Length


@rules.step(Step.ROUND_ENDS)
def end_round(s: Solidarity) -> None:
    """§5.1 The game ends, or the next round begins."""
    if is_last_round(s) or is_rolled_out(s):
        end_game(s)
    else:
        do(s, Step.ROUND)


@rule
def is_last_round(s: Solidarity) -> bool:
    """§5.1 Whether everyone knows beforehand that the game ends with this round."""
    return s.length == Length.FIXED and s.round >= s.rounds


@rule
def is_rolled_out(s: Solidarity) -> bool:
    """§5.1 After each round beyond the minimum two dice decide: a total of at most the round's number ends the game."""
    if s.length == Length.FIXED or s.round <= s.minimum:
        return False
    first, second = roll_die(s), roll_die(s)
    tell(s, Event.ROLLED, first, second, first + second, s.round)
    return first + second <= s.round


# 6 Scoring


@rule
def end_game(s: Solidarity) -> None:
    """§6.1 §6.4 By the objective of the table."""
    if s.goal == Objective.GREED:
        end_in_greed(s)
    else:
        end_in_solidarity(s)


@rule
def is_only_largest(s: Solidarity, seat: int, resource: int) -> bool:
    """§6.1 More than each other org has: so a tie gives nobody anything, and an empty stockpile never counts."""
    for other in range(s.seats):
        if other != seat and s.stock[other, resource] >= s.stock[seat, resource]:
            return False
    return True


@rule
def imported(s: Solidarity, seat: int) -> int:
    """§6.1 EcU in an org's stockpiles of what it did not itself invent, whoever controls it now."""
    foreign = 0
    for resource in range(s.resources):
        if s.inventor[resource] != seat:
            foreign += s.stock[seat, resource]
    return foreign


@rule
def largest_held(s: Solidarity, seat: int) -> int:
    """§6.1 How many of an org's stockpiles are the only largest of their kind."""
    number = 0
    for resource in range(s.resources):
        number += int(is_only_largest(s, seat, resource))
    return number


@rules.points
def points_of(s: Solidarity, seat: int) -> int:
    """§6.1 Under Greed one point for each imported EcU and three for each largest stockpile; §6.2 under Solidarity what
    fulfilled mandates have scored. §6.5 Robots score nothing.
    """
    if s.goal == Objective.SOLIDARITY:
        return s.points[seat]
    return min(imported(s, seat) + LARGEST * largest_held(s, seat), MOST_POINTS)


@rule
def end_in_greed(s: Solidarity) -> None:
    """§6.1 The stockpiles are counted. Most points win."""
    for seat in range(s.seats):
        foreign = min(imported(s, seat), MOST_POINTS)
        tell(s, Event.GREED_POINTS, seat, points_of(s, seat), foreign, largest_held(s, seat))
    finish(s, Ending.GREED)


@rule
def others_together(s: Solidarity, seat: int) -> int:
    """§6.4 The points of the two best orgs besides this one, together. Of two orgs, the one other counts twice."""
    best, second = 0, 0
    for other in range(s.seats):
        if other != seat:
            second = max(second, min(best, s.points[other]))
            best = max(best, s.points[other])
    return best + (second if s.seats > 2 else best)


@rule
def end_in_solidarity(s: Solidarity) -> None:
    """§6.4 Everyone wins, unless one org has more than the two best others together: then everyone loses."""
    broken = False
    for seat in range(s.seats):
        tell(s, Event.SOLIDARITY_POINTS, seat, s.points[seat])
        broken |= s.points[seat] > others_together(s, seat)
    finish(s, Ending.BROKEN if broken else Ending.HELD)


@rules.fate
def fate(s: Solidarity) -> Fate:
    """§6.1 Under Greed each org plays for itself; §6.4 under Solidarity all win or all lose."""
    if s.goal == Objective.GREED:
        return Fate.EACH
    return Fate.WON if s.over == Ending.HELD else Fate.LOST


@rules.measure("stock")
def stock_of(s: Solidarity, seat: int) -> int:
    """§3.4 EcU in all stockpiles of an org."""
    stock = 0
    for resource in range(s.resources):
        stock += s.stock[seat, resource]
    return stock


@rules.measure("robots")
def robots_of(s: Solidarity, seat: int) -> int:
    """§1.2 The robots of an org."""
    return s.robots[seat]


@rules.measure("mandates fulfilled")
def mandates_fulfilled(s: Solidarity, seat: int) -> int:
    """§4.2 Mandates for which all was received in time."""
    return s.met[seat]


@rules.measure("mandates not fulfilled")
def mandates_not_fulfilled(s: Solidarity, seat: int) -> int:
    """§4.2 Mandates that were gone without it."""
    return s.failed[seat]
