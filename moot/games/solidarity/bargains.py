"""How a good player trades: one offer at a time, to whom it pays best; and what it thinks of the offers of others.

What goods are worth is counted in sixtieths of a point. Under Solidarity an EcU that a mandate lacks is worth its share of the
mandate's points, any other what it may add to mandates that are still to be written, or what it buys.
"""

from __future__ import annotations

from moot.engine import COUNT, FIRST_MOVE, Moves, Row, first_of, rule, second_of
from moot.games.solidarity.components import MANDATE_LINES, OFFER_LINES, SIDE, Deal, Objective
from moot.games.solidarity.policy import coming
from moot.games.solidarity.rules import Solidarity, Step, rules
from moot.games.solidarity.trade import LEAST_POINTS, SHARE, lines_of, maker_of, open_line, places, size_of
from moot.games.solidarity.weights import Weight, weight

POINT = 60
HUNDRED = 100
MASK = 7  # seats are smaller
BETTER_THAN_ANY = 1 << 20  # the value of no partner at all


# What goods are worth


@rule
def lack(v: Solidarity, seat: int, resource: int) -> int:
    """What an org's mandate still wants of a resource."""
    line = 0
    while line < MANDATE_LINES and v.demand_goods[seat, line] > 0:
        if v.demand_goods[seat, line] == resource + 1:
            return v.demand[seat, line] - v.got[seat, line]
        line += 1
    return 0


@rule
def worth_of_lack(v: Solidarity, seat: int) -> int:
    """What each EcU of its mandate is worth to an org."""
    size = size_of(v, seat)
    return max(size // SHARE, LEAST_POINTS) * POINT // size


@rule
def is_currency(v: Solidarity, seat: int, partner: int, resource: int) -> bool:
    """Whether a third org lacks it that has what this one lacks."""
    for other in range(v.seats):
        if other not in (seat, partner) and lack(v, other, resource) > 0 and to_want(v, seat, other) > 0:
            return True
    return False


@rule
def worth_at_home(v: Solidarity, seat: int, partner: int, resource: int) -> int:
    """What an EcU is worth that no mandate of the org's own lacks."""
    worth = weight(seat, Weight.STORED) if coming(v) > 0 else 0
    return worth + (weight(seat, Weight.CURRENCY) if is_currency(v, seat, partner, resource) else 0)


@rule
def worth_of_goods(v: Solidarity, seat: int, partner: int, resource: int, amount: int) -> int:
    """What goods are worth to who receives them."""
    if v.goal == Objective.GREED:
        return amount * int(v.inventor[resource] != seat)
    lacked = min(amount, lack(v, seat, resource))
    worth = lacked * worth_of_lack(v, seat) if lacked > 0 else 0
    if amount > lacked:
        worth += (amount - lacked) * worth_at_home(v, seat, partner, resource)
    return worth


@rule
def cost_of_goods(v: Solidarity, seat: int, partner: int, resource: int, amount: int) -> int:
    """What goods are worth to who hands them over."""
    if v.goal == Objective.GREED:
        return amount * int(v.inventor[resource] != seat)
    return amount * worth_at_home(v, seat, partner, resource)


@rule
def rivalry(v: Solidarity, seat: int) -> int:
    """How much of another's gain counts against a deal, in hundredths: of two orgs under Greed all of it."""
    if v.goal == Objective.SOLIDARITY:
        return weight(seat, Weight.RIVAL_SHARE)
    return HUNDRED if v.seats == 2 else weight(seat, Weight.GREEDY_RIVAL_SHARE)


@rule
def gain(v: Solidarity, seat: int, place: int) -> int:
    """What an offer is worth to the org that is to answer it, less its share of what the other gains."""
    other, mine, theirs = maker_of(v, place), 0, 0
    for line in range(OFFER_LINES):
        resource, amount = v.offer_goods[place, line] - 1, v.offer_amount[place, line]
        if resource >= 0 and line < SIDE:
            mine += worth_of_goods(v, seat, other, resource, amount)
            theirs -= cost_of_goods(v, other, seat, resource, amount)
        elif resource >= 0:
            mine -= cost_of_goods(v, seat, other, resource, amount)
            theirs += worth_of_goods(v, other, seat, resource, amount)
    return HUNDRED * mine - rivalry(v, seat) * theirs


# What to offer: of each resource so much


@rule
def to_want(v: Solidarity, seat: int, other: int) -> int:
    """How much another has of what an org's mandate lacks."""
    wanted, line = 0, 0
    while line < MANDATE_LINES and v.demand_goods[seat, line] > 0:
        still = v.demand[seat, line] - v.got[seat, line]
        wanted += min(still, v.stock[other, v.demand_goods[seat, line] - 1])
        line += 1
    return wanted


@rule
def missing(v: Solidarity, seat: int) -> int:
    """How much an org's mandate lacks in all."""
    number = 0
    for line in range(MANDATE_LINES):
        number += v.demand[seat, line] - v.got[seat, line]
    return number


@rule
def can_pay(v: Solidarity, seat: int, other: int) -> bool:
    """Whether the org has anything that another lacks, or could use."""
    return to_want(v, other, seat) > 0 or cash(v, seat, other) >= 0


@rule
def own_kind(v: Solidarity, seat: int) -> int:
    """What an org has most of that it has invented itself, or -1: under Greed that is worth nothing to it."""
    best, most = -1, 0
    for resource in range(v.resources):
        if v.inventor[resource] == seat and v.stock[seat, resource] > most:
            best, most = resource, v.stock[seat, resource]
    return best


@rule
def swap(v: Solidarity, seat: int, other: int) -> int:
    """Under Greed: how much of what is worth nothing to either may change hands."""
    mine, theirs = own_kind(v, seat), own_kind(v, other)
    return min(v.stock[seat, mine], v.stock[other, theirs]) if mine >= 0 and theirs >= 0 else 0


@rule
def value_of_partner(v: Solidarity, seat: int, other: int) -> int:
    """How much an offer to another may bring; 0 if nothing."""
    if v.goal == Objective.GREED:
        return swap(v, seat, other)
    wanted = to_want(v, seat, other)
    meagre = HUNDRED * wanted < weight(seat, Weight.MEAGRE_SHARE) * missing(v, seat)
    if wanted == 0 or meagre or not can_pay(v, seat, other):
        return 0
    return 2 * wanted + int(to_want(v, other, seat) > 0)


@rule
def cash(v: Solidarity, seat: int, other: int) -> int:
    """What to pay with where the other lacks nothing: what buys something elsewhere, else what there is most of; -1 if nothing."""
    best, most, price = -1, 0, weight(seat, Weight.PRICE) * to_want(v, seat, other)
    for resource in range(v.resources):
        if v.stock[seat, resource] > 0 and lack(v, seat, resource) == 0:
            worth = min(v.stock[seat, resource], price) * worth_at_home(v, other, seat, resource)
            if worth > most:
                best, most = resource, worth
    return best


@rule
def next_partner(v: Solidarity, seat: int) -> int:
    """To whom the next offer goes, or -1: each goes to the next best, and none while another waits for its answer."""
    too_soon = v.goal == Objective.GREED and (coming(v) > 0 or v.seats == 2)
    if too_soon or v.begun[seat] >= weight(seat, Weight.MOST_BEGUN):
        return -1
    for place in range(seat * places(v), (seat + 1) * places(v)):
        if v.offer_to[place] > 0:
            return -1
    return partner_by_rank(v, seat, v.begun[seat])


@rule
def partner_by_rank(v: Solidarity, seat: int, rank: int) -> int:
    """The best partner, or the next best after so many; the last that there is if there are fewer, or -1."""
    found = next_best(v, seat, BETTER_THAN_ANY)
    worse = found
    while rank > 0 and worse > 0:
        worse, rank = next_best(v, seat, worse), rank - 1
        found = worse if worse > 0 else found
    return seat ^ (MASK - found % (MASK + 1)) if found > 0 else -1


@rule
def next_best(v: Solidarity, seat: int, last: int) -> int:
    """The best partner after the last one, in one number with its value; 0 if there is none. Of equal ones it is the neighbour who
    will think likewise: 0 and 1, 2 and 3, and so on.
    """
    best = 0
    for other in range(v.seats):
        value = value_of_partner(v, seat, other) if other != seat else 0
        number = value * (MASK + 1) + MASK - (seat ^ other)
        if value > 0 and best < number < last:
            best = number
    return best


@rule
def wish(v: Solidarity, seat: int, other: int, resource: int) -> int:
    """How much to ask another for."""
    if v.goal == Objective.GREED:
        return swap(v, seat, other) if resource == own_kind(v, other) else 0
    return min(lack(v, seat, resource), v.stock[other, resource])


@rule
def gift(v: Solidarity, seat: int, other: int, resource: int) -> int:
    """How much to give: what the other lacks, or else a price."""
    if v.goal == Objective.GREED:
        return swap(v, seat, other) if resource == own_kind(v, seat) else 0
    if to_want(v, other, seat) > 0:
        return min(lack(v, other, resource), v.stock[seat, resource])
    if resource == cash(v, seat, other):
        return min(weight(seat, Weight.PRICE) * to_want(v, seat, other), v.stock[seat, resource])
    return 0


# The trading floor


@rules.policy(Step.TRADE)
def like_deals(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§4.1 Answer what has come; then write what is worth writing; then be done."""
    if v.draft_to[seat] > 0:
        like_lines(v, seat, moves, likes)
        return
    answering = first_of(moves[FIRST_MOVE]) == Deal.ACCEPT or first_of(moves[FIRST_MOVE]) == Deal.DECLINE
    partner = -1 if answering else next_partner(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = like_of_deal(v, seat, moves[place], partner)


@rule
def like_of_deal(v: Solidarity, seat: int, move: int, partner: int) -> int:
    """How much one thing that can be done is liked."""
    action, which = first_of(move), second_of(move)
    if action == Deal.ACCEPT:
        return 4 if gain(v, seat, which) > 0 else -1
    if action == Deal.DECLINE:
        return 3
    if action == Deal.OFFER:
        return 2 if which == partner else -1
    return 1 if action == Deal.DONE else -1


@rule
def like_lines(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§4.1 First what is asked for, then what is given for it; then off it goes, if it has both."""
    other, both = v.draft_to[seat] - 1, lines_of(v, seat, 0) > 0 and lines_of(v, seat, SIDE) > 0
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        action, which = first_of(moves[place]), second_of(moves[place])
        if action == Deal.WANT:
            likes[place] = 5 if wish(v, seat, other, which) > 0 else -1
        elif action == Deal.GIVE:
            likes[place] = 4 if gift(v, seat, other, which) > 0 else -1
        elif action == Deal.SEND:
            likes[place] = 3 if both else -1
        else:
            likes[place] = 2 if action == Deal.TEAR_UP else -1


@rules.policy(Step.HOW_MUCH)
def like_amounts(v: Solidarity, seat: int, moves: Moves, likes: Row) -> None:
    """§4.1 As much as the plan says."""
    line, other = open_line(v, seat), v.draft_to[seat] - 1
    resource = v.draft_goods[seat, line] - 1
    planned = gift(v, seat, other, resource) if line < SIDE else wish(v, seat, other, resource)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = -abs(first_of(moves[place]) - planned)
