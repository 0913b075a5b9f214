"""What a good player of Polycrisis looks at: fix what is in crisis with the cards at hand, pay consultants while it pays, and do
research with what is left over. Each function rates one kind of move; the highest is chosen.
"""

from __future__ import annotations

from moot.engine import count, is_in, rule, table
from polycrisis_1_8e3db885635bae90.activate import suit_for, target_for
from polycrisis_1_8e3db885635bae90.components import (
    AUTO_PROTECT,
    BASE_PROJECT,
    CATEGORIES,
    CATEGORY_OF,
    DIE_FACES,
    ECONOMIC,
    EXPANDED,
    FIRST_IN,
    IMPROVED_PROJECT,
    JOKER,
    KIND_OF,
    LINKS,
    NO_CARD,
    NO_PROJECT,
    PROBLEMS_IN,
    PROJECT_SUITS,
    SERVING,
    VALUE_OF,
)
from polycrisis_1_8e3db885635bae90.engage import is_class_suit
from polycrisis_1_8e3db885635bae90.research import NO_SLOT, NO_TECH, kinds_taken
from polycrisis_1_8e3db885635bae90.rules import Polycrisis, Step, kinds_in_hand, rules

STOP = 10  # what doing nothing more is worth

WAYS_TO_ROLL = table([0, 0, 1, 3, 6, 10, 15, 21, 26, 30, 33, 35])  # of 36, two dice at most this


@rule
def held(v: Polycrisis, seat: int, suit: int) -> int:
    """How many cards of the hand, just drawn ones counted, serve as a suit."""
    cards = 0
    for place in range(v.cards[seat]):
        cards += v.gone[seat, place] == 0 and is_in(SERVING[suit], KIND_OF[v.hand[seat, place]]) == 1
    for place in range(v.draws[seat]):
        cards += is_in(SERVING[suit], KIND_OF[v.drawn[seat, place]])
    return cards


@rule
def sets_held(v: Polycrisis, seat: int, category: int) -> int:
    """How many cards there are of the rarer of a category's two project suits."""
    return min(held(v, seat, PROJECT_SUITS[category, 0]), held(v, seat, PROJECT_SUITS[category, 1]))


@rule
def is_own(v: Polycrisis, seat: int, category: int) -> bool:
    """Whether the class's two suits are those of the category: no two players have the same, so they do not crowd."""
    return is_class_suit(v, seat, PROJECT_SUITS[category, 0]) and is_class_suit(v, seat, PROJECT_SUITS[category, 1])


@rule
def need_in(v: Polycrisis, seat: int, category: int) -> int:
    """How pressing a category is: its crises, the more so when it is full, keeps money away, or is nobody else's to mend."""
    crises = count(v.crisis & PROBLEMS_IN[category])
    full = v.crisis & PROBLEMS_IN[category] == PROBLEMS_IN[category]
    money = category == ECONOMIC and crises > 0
    return crises + 4 * int(full) + 2 * int(money) + 6 * int(is_own(v, seat, category))


@rules.rates(Step.FIRST_CRISIS)
def rate_first_crisis(v: Polycrisis, seat: int, problem: int) -> int:
    """Where it does least harm: on no die, with few links to what is stable, and not where it costs money."""
    category = CATEGORY_OF[problem]
    off_dice, costs_money = problem - FIRST_IN[category] >= DIE_FACES, category == ECONOMIC
    return 20 * int(off_dice) - 10 * int(costs_money) - 2 * count(LINKS[problem] & ~v.crisis)


@rules.rates(Step.PILE_DRAW)
def rate_pile(v: Polycrisis, seat: int, pile: int) -> int:
    """A suit that makes a pair for a pressing category, or that the class can make one with by the second draw."""
    best = 0
    for category in range(CATEGORIES):
        for part in range(2):
            if PROJECT_SUITS[category, part] == pile and v.crisis & PROBLEMS_IN[category]:
                other = PROJECT_SUITS[category, 1 - part]
                pair = held(v, seat, other) > held(v, seat, pile)
                soon = v.draws[seat] == 0 and is_class_suit(v, seat, other)
                best = max(best, need_in(v, seat, category) + 20 * int(pair) + 10 * int(soon))
    return best - held(v, seat, pile)


@rules.rates(Step.START_PROJECT)
def rate_type(v: Polycrisis, seat: int, kind: int) -> int:
    """A project that can be finished with the cards at hand; an improved one rather, for it adds no chip."""
    best = 0
    for category in range(CATEGORIES):
        if v.crisis & PROBLEMS_IN[category]:
            best = max(best, sets_held(v, seat, category))
    if kind == IMPROVED_PROJECT:
        return 30 if best >= 2 else 0
    return 20 if kind == BASE_PROJECT and best >= 1 else STOP * int(kind == NO_PROJECT)


@rules.rates(Step.START_PROJECT_FIX_CAT)
def rate_category(v: Polycrisis, seat: int, category: int) -> int:
    """A pressing category for which there are cards."""
    crises = v.crisis & PROBLEMS_IN[category]
    return need_in(v, seat, category) + 20 * min(2, sets_held(v, seat, category)) if crises else -1


@rules.rates(Step.START_PROJECT_FIX_NODE)
def rate_problem(v: Polycrisis, seat: int, problem: int) -> int:
    """A problem in crisis that can still spread far, that nobody else is at, and that not everybody would think of."""
    taken = 0
    for slot in range(v.seats):
        taken += v.project[slot] != NO_PROJECT and v.target[slot] == problem
    return 20 * is_in(v.crisis, problem) + count(LINKS[problem] & ~v.crisis) - 30 * taken + (problem + 3 * seat) % 4


@rules.rates(Step.PLAY_CARD)
def rate_card(v: Polycrisis, seat: int, kind: int, project: int, part: int) -> int:
    """High cards first, on projects that fix a crisis; jokers are kept for when nothing else fits."""
    if kind == NO_CARD:
        return STOP
    problem = target_for(v, seat, project)
    value = 2 if kind == JOKER else VALUE_OF[kind]
    unique = held(v, seat, suit_for(v, seat, project, part)) == 1
    return 20 * is_in(v.crisis, problem) + 20 * int(project == seat) + value + 2 * int(unique)


@rules.rates(Step.CONSULTANT)
def rate_fee(v: Polycrisis, seat: int, fee: int) -> int:
    """Three in a hundred more chance is worth 1 money."""
    return WAYS_TO_ROLL[v.pending[seat, 3] + fee] - fee


@rule
def spare_card(v: Polycrisis, seat: int, tech: int) -> bool:
    """Whether there is a card for a tech; a joker is too good for that."""
    return kinds_in_hand(v, seat) & kinds_taken(v, tech) & ~(1 << JOKER) != 0


@rules.rates(Step.START_RESEARCH)
def rate_tech(v: Polycrisis, seat: int, tech: int) -> int:
    """With a card and 1 money at hand: to protect what is stable and would spread far, else to make a suit stronger."""
    if tech == NO_TECH or not spare_card(v, seat, tech) or v.money[seat] == v.spent[seat] or v.turn + 1 >= v.turns:
        return STOP * int(tech == NO_TECH)
    if tech < AUTO_PROTECT:
        return 20 + 5 * int(tech >= EXPANDED)
    problem = tech - AUTO_PROTECT
    return 30 + count(LINKS[problem] & ~v.crisis) if not is_in(v.crisis, problem) else STOP - 1


@rules.rates(Step.CARD_FOR_RESEARCH)
def rate_gift(v: Polycrisis, seat: int, kind: int, slot: int) -> int:
    """The lowest card, for one's own research; nothing is given twice by chance."""
    if kind == NO_CARD:
        return STOP
    return STOP + 12 - VALUE_OF[kind] if slot == seat and kind != JOKER and v.money[seat] > v.spent[seat] else 0


@rules.rates(Step.FUND_RESEARCH)
def rate_funding(v: Polycrisis, seat: int, slot: int) -> int:
    """Money follows the card."""
    if slot == NO_SLOT:
        return STOP
    return 2 * STOP if slot == seat and is_in(v.card_given[seat], slot) else 0
