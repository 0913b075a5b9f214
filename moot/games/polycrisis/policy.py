"""What a good player of Polycrisis looks at, worked out once for a whole list of moves: how likely the cards at hand are to
succeed, with a share of the money, and which categories are pressing. Chances are counted in 36ths.
"""

from __future__ import annotations

from moot.engine import COUNT, FIRST_MOVE, Moves, Row, count, first_of, is_in, rule, second_of, third_of
from moot.games.polycrisis.activate import card_value, suit_for, target_for
from moot.games.polycrisis.bot import WAYS_TO_ROLL
from moot.games.polycrisis.components import (
    AUTO_PROTECT,
    BASE_PROJECT,
    CATEGORIES,
    CATEGORY_OF,
    ECONOMIC,
    EXPANDED,
    IMPROVED_PROJECT,
    JOKER,
    KIND_OF,
    LINKS,
    NO_CARD,
    NO_PROJECT,
    PROBLEMS_IN,
    PROJECT_SUITS,
    SIZE_OF,
    VALUE_OF,
)
from moot.games.polycrisis.engage import is_class_suit
from moot.games.polycrisis.research import NO_SLOT, NO_TECH, kinds_taken
from moot.games.polycrisis.rules import Polycrisis, Step, kinds_in_hand, rules
from moot.games.polycrisis.weights import Weight, weight

CERTAIN, LANE, CHANCE_BITS = 36, 12, 6
IN_LANE = 63


@rule
def ways_with(v: Polycrisis, kind: int, money: int) -> int:
    """§3.2.5 How likely a card is to succeed, if so much is paid to consultants."""
    return CERTAIN if kind == JOKER else WAYS_TO_ROLL[min(11, card_value(v, kind) + money)]


@rule
def with_card(chances: int, kind: int, ways: int) -> int:
    """The best and the second-best chance of each suit, with one card more."""
    for suit in range(4):
        if kind == JOKER or kind // 13 == suit:
            best, second = best_of(chances, suit), second_of_suit(chances, suit)
            more = max(best, ways) - best + (max(second, min(best, ways)) - second << CHANCE_BITS)
            chances += more << LANE * suit
    return chances


@rule
def best_of(chances: int, suit: int) -> int:
    """The best chance of a suit."""
    return chances >> LANE * suit & IN_LANE


@rule
def second_of_suit(chances: int, suit: int) -> int:
    """The second-best chance of a suit."""
    return chances >> LANE * suit + CHANCE_BITS & IN_LANE


@rule
def chances_of(v: Polycrisis, seat: int, money: int) -> int:
    """The best two chances in each suit, cards just drawn counted."""
    chances = 0
    for place in range(v.cards[seat]):
        if v.gone[seat, place] == 0:
            kind = KIND_OF[v.hand[seat, place]]
            chances = with_card(chances, kind, ways_with(v, kind, money))
    for place in range(v.draws[seat]):
        kind = KIND_OF[v.drawn[seat, place]]
        chances = with_card(chances, kind, ways_with(v, kind, money))
    return chances


@rule
def money_left(v: Polycrisis, seat: int) -> int:
    """§3.2.5 What can still be spent."""
    return v.money[seat] - v.spent[seat]


@rule
def need_in(v: Polycrisis, seat: int, category: int) -> int:
    """How pressing a category is; -1 if nothing in it is in crisis."""
    crises = count(v.crisis & PROBLEMS_IN[category])
    if crises == 0:
        return -1
    left = SIZE_OF[category] - crises
    own = is_class_suit(v, seat, PROJECT_SUITS[category, 0]) and is_class_suit(v, seat, PROJECT_SUITS[category, 1])
    need = weight(seat, Weight.CRISES) * crises + weight(seat, Weight.FULL) * (left == 0)
    need += weight(seat, Weight.NEARLY) * (left == 1) + weight(seat, Weight.COSTS) * (category == ECONOMIC)
    return need + weight(seat, Weight.OWN) * own


@rules.policy(Step.PILE_DRAW)
def like_piles(v: Polycrisis, seat: int, moves: Moves, likes: Row) -> None:
    """§3.1.2 A suit that makes a pair for a pressing category, or that the class can make one with by the second draw."""
    chances = chances_of(v, seat, money_left(v, seat) // 2)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        pile, best = first_of(moves[place]), 0
        for category in range(CATEGORIES):
            for part in range(2):
                if PROJECT_SUITS[category, part] == pile:
                    best = max(best, suit_worth(v, seat, category, part, chances))
        likes[place] = best - weight(seat, Weight.HELD) * best_of(chances, pile) // CERTAIN


@rule
def suit_worth(v: Polycrisis, seat: int, category: int, part: int, chances: int) -> int:
    """What a card of one of its suits is worth for a category."""
    need = need_in(v, seat, category)
    if need < 0:
        return 0
    suit, other = PROJECT_SUITS[category, part], PROJECT_SUITS[category, 1 - part]
    pair = max(0, best_of(chances, other) - best_of(chances, suit))
    soon = v.draws[seat] == 0 and is_class_suit(v, seat, other)
    awaited = v.project[seat] > v.progress[seat, part] and CATEGORY_OF[v.target[seat]] == category
    worth = need + weight(seat, Weight.PAIR) * pair // CERTAIN
    return worth + weight(seat, Weight.SOON) * soon + weight(seat, Weight.STANDING) * awaited


@rule
def sure_of(chances: int, category: int) -> int:
    """How sure a base project of a category is, in thousandths."""
    a, b = PROJECT_SUITS[category, 0], PROJECT_SUITS[category, 1]
    return 1000 * best_of(chances, a) * best_of(chances, b) // (CERTAIN * CERTAIN)


@rule
def twice_sure_of(chances: int, category: int) -> int:
    """The same for the second cards, which an improved project takes too."""
    a, b = PROJECT_SUITS[category, 0], PROJECT_SUITS[category, 1]
    return 1000 * second_of_suit(chances, a) * second_of_suit(chances, b) // (CERTAIN * CERTAIN)


@rules.policy(Step.START_PROJECT)
def like_types(v: Polycrisis, seat: int, moves: Moves, likes: Row) -> None:
    """§3.2.1 A project that can be finished with the cards at hand; an improved one rather, for it adds no chip."""
    chances, base, improved = chances_of(v, seat, money_left(v, seat) // 2), 0, 0
    for category in range(CATEGORIES):
        if v.crisis & PROBLEMS_IN[category]:
            base, improved = max(base, sure_of(chances, category)), max(improved, twice_sure_of(chances, category))
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        kind = first_of(moves[place])
        likes[place] = weight(seat, Weight.NO_START)
        if kind == BASE_PROJECT:
            likes[place] = weight(seat, Weight.BASE_SURE) * base // 1000 + weight(seat, Weight.BEGUN) * (base > 0)
        elif kind == IMPROVED_PROJECT:
            likes[place] = weight(seat, Weight.IMPROVED_SURE) * improved // 1000 + weight(seat, Weight.BEGUN) * (
                improved > 0
            )


@rules.policy(Step.START_PROJECT_FIX_CAT)
def like_categories(v: Polycrisis, seat: int, moves: Moves, likes: Row) -> None:
    """§3.2.1 A pressing category for which there are cards."""
    chances, improved = chances_of(v, seat, money_left(v, seat) // 2), v.new_project[seat] == IMPROVED_PROJECT
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        category = first_of(moves[place])
        need = need_in(v, seat, category)
        sure = sure_of(chances, category) + improved * twice_sure_of(chances, category)
        likes[place] = need + weight(seat, Weight.COVERED) * sure // 1000 if need >= 0 else -1


@rules.policy(Step.START_PROJECT_FIX_NODE)
def like_problems(v: Polycrisis, seat: int, moves: Moves, likes: Row) -> None:
    """§3.2.1 A problem in crisis that can still spread far, that nobody else is at, and that not everybody would think of."""
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = problem_worth(v, seat, first_of(moves[place]))


@rule
def problem_worth(v: Polycrisis, seat: int, problem: int) -> int:
    """What it is worth to fix a problem."""
    worth = weight(seat, Weight.FIXES_NOW) * is_in(v.crisis, problem)
    for slot in range(v.seats):
        if v.project[slot] != NO_PROJECT and v.target[slot] == problem:
            worth -= weight(seat, Weight.TAKEN)
    worth += weight(seat, Weight.SPREADING) * count(LINKS[problem] & ~v.crisis)
    worth += weight(seat, Weight.SHIELDED) * is_in(v.known, AUTO_PROTECT + problem)
    return worth + weight(seat, Weight.APART) * ((problem + 3 * seat) % 4)


@rules.policy(Step.PLAY_CARD)
def like_cards(v: Polycrisis, seat: int, moves: Moves, likes: Row) -> None:
    """§3.2.2 What is likely to succeed, on projects that fix a crisis; jokers are kept for when nothing else fits."""
    chances, money = chances_of(v, seat, 0), money_left(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        kind, project, part = first_of(moves[place]), second_of(moves[place]), third_of(moves[place])
        if kind == NO_CARD:
            likes[place] = weight(seat, Weight.ENOUGH)
        else:
            only = second_of_suit(chances, suit_for(v, seat, project, part)) == 0
            likes[place] = card_worth(v, seat, kind, project, money) + weight(seat, Weight.ONLY) * only


@rule
def card_worth(v: Polycrisis, seat: int, kind: int, project: int, money: int) -> int:
    """What it is worth to play a card on a project."""
    worth = weight(seat, Weight.FIXES) * is_in(v.crisis, target_for(v, seat, project))
    worth += weight(seat, Weight.OWN_PROJECT) * (project == seat)
    if kind == JOKER:
        return worth + weight(seat, Weight.WILD)
    return worth + weight(seat, Weight.LIKELY) * ways_with(v, kind, money)


@rules.policy(Step.CONSULTANT)
def like_fees(v: Polycrisis, seat: int, moves: Moves, likes: Row) -> None:
    """§3.2.5 As long as 1 money makes it likelier by enough."""
    value = v.pending[seat, 3]
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        fee = first_of(moves[place])
        likes[place] = 100 * WAYS_TO_ROLL[value + fee] - weight(seat, Weight.FEE) * fee


@rules.policy(Step.START_RESEARCH)
def like_techs(v: Polycrisis, seat: int, moves: Moves, likes: Row) -> None:
    """§3.3.1 With a card and 1 money at hand: to protect what is stable and would spread far, else to make a suit stronger."""
    hand = kinds_in_hand(v, seat) & ~(1 << JOKER)
    able = money_left(v, seat) > 0 and v.turn + weight(seat, Weight.TOO_LATE) < v.turns
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        tech = first_of(moves[place])
        likes[place] = weight(seat, Weight.NO_RESEARCH) if tech == NO_TECH else 0
        if tech != NO_TECH and able and hand & kinds_taken(v, tech):
            likes[place] = tech_worth(v, seat, tech)


@rule
def tech_worth(v: Polycrisis, seat: int, tech: int) -> int:
    """§1.5 What a tech is worth for which there is a card."""
    if tech < AUTO_PROTECT:
        return weight(seat, Weight.BASE_TECH) + weight(seat, Weight.EXPANDED_TECH) * (tech >= EXPANDED)
    problem = tech - AUTO_PROTECT
    if is_in(v.crisis, problem):
        return 0
    return weight(seat, Weight.SHIELD_TECH) + weight(seat, Weight.SHIELD_LINKS) * count(LINKS[problem] & ~v.crisis)


@rules.policy(Step.CARD_FOR_RESEARCH)
def like_gifts(v: Polycrisis, seat: int, moves: Moves, likes: Row) -> None:
    """§3.3.2 The lowest card, for one's own research, if there is money for it too."""
    paying = money_left(v, seat) > 0
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        kind, slot = first_of(moves[place]), second_of(moves[place])
        likes[place] = int(kind == NO_CARD)
        if slot == seat and kind < JOKER and paying:
            likes[place] = 12 - VALUE_OF[kind]


@rules.policy(Step.FUND_RESEARCH)
def like_funding(v: Polycrisis, seat: int, moves: Moves, likes: Row) -> None:
    """§3.3.2 Money follows the card."""
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        slot = first_of(moves[place])
        likes[place] = 1 if slot == NO_SLOT else 2 * int(slot == seat and is_in(v.card_given[seat], slot) == 1)
