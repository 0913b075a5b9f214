"""Polycrisis: the answers in short, with chances and what is left."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any

from moot.engine import Bundle, Label, Move, fit, imagined, is_in
from moot.engine.labels import LONGEST_COST, Labels
from moot.games.polycrisis.activate import (
    card_value,
    kinds_lacking,
    most_fee,
    passes,
    project_for,
    suit_for,
    target_for,
)
from moot.games.polycrisis.bot import held
from moot.games.polycrisis.components import (
    AUTO_PROTECT,
    BASE_PROJECT,
    CLASSES,
    DIE_FACES,
    JOKER,
    NO_CARD,
    NO_PROJECT,
    PROBLEM_CODES,
    PROBLEM_NAMES,
    PROBLEMS_IN,
    PROJECT_SUITS,
    RANKS,
    SERVING,
)
from moot.games.polycrisis.finalize import CYCLES_NEEDED
from moot.games.polycrisis.naming import ROLE_NAMES, SOME_CARDS, SOME_CHIPS, SUIT_SIGNS, signs_taken, tech
from moot.games.polycrisis.research import NO_SLOT, NO_TECH, kinds_taken, tech_for
from moot.games.polycrisis.rules import Step, kinds_in_hand


def label_class(view: Any, seat: int, number: int) -> Label:
    """§2.1 A class and its suits."""
    signs = [SUIT_SIGNS["CDHS".index(suit)] for suit in CLASSES[ROLE_NAMES[number]]]
    return Label(ROLE_NAMES[number], "".join(signs), f"each turn your second card is {' or '.join(signs)}")


def label_pile(view: Any, seat: int, pile: int) -> Label:
    """§3.1.2 A pile, what is held of its suit, and what it is wanted for."""
    sign, wanted = SUIT_SIGNS[pile], " and ".join(wants(view, seat, pile))
    more = f"{view.left[pile]} in the pile" if not wanted else f"{wanted} {'need' if ' and ' in wanted else 'needs'} it"
    return Label(f"Draw {sign}", "", f"you hold {held(view, seat, pile)} {sign}; {more}")


def wants(view: Any, seat: int, suit: int) -> Iterator[str]:
    """§3.2.3 §3.3.2 What of the seat's own still takes cards of a suit."""
    if any(is_lacking(view, seat, part) and suit_for(view, seat, seat, part) == suit for part in range(2)):
        yield "project"
    tech = tech_for(view, seat, seat) - 1
    if tech >= 0 and kinds_taken(view, tech) & SERVING[suit] & ~(1 << JOKER):
        yield "research"


def is_lacking(view: Any, seat: int, part: int) -> bool:
    """§3.2.3 Whether the seat's project still takes cards of one of its two suits."""
    return bool(project_for(view, seat, seat) and kinds_lacking(view, seat, seat, part))


# Projects


def label_type(view: Any, seat: int, kind: int) -> Label:
    """§1.6 §3.4.7 How many cards a project takes; a base project adds a chip when it is finished."""
    if kind == NO_PROJECT:
        return Label("No project", outcome="the slot stays free", exit=True)
    takes = f"{kind} of each of two suits"
    if kind == BASE_PROJECT:
        return Label("Base", outcome=f"{takes}, then a chip")
    return Label("Improved", outcome=f"{takes}, no chip")


def label_category(view: Any, seat: int, category: int) -> Label:
    """§1.6 The two suits that are needed, what is held of them, and what is in crisis."""
    needed, suits = view.new_project[seat], [int(suit) for suit in PROJECT_SUITS[category]]
    takes = " + ".join(f"{needed} {SUIT_SIGNS[suit]}" for suit in suits)
    hold = " + ".join(str(held(view, seat, suit)) for suit in suits)
    crises = int(view.crisis & PROBLEMS_IN[category]).bit_count()
    return Label("{0:category}", "", f"{takes}; you hold {hold}; {crises} in crisis")


def label_problem(view: Any, seat: int, problem: int) -> Label:
    """§3.2.1 A problem, and how it stands."""
    return Label("Fix", "", f"{{0:problem}}: {state_of(view, problem)}", first=bool(is_in(view.crisis, problem)))


def state_of(view: Any, problem: int) -> str:
    """§1.1 How a problem stands."""
    if is_in(view.crisis, problem):
        return "in crisis"
    return "protected" if is_in(view.protected, problem) else "stable"


# Cards and consultants


def label_card(view: Any, seat: int, kind: int, slot: int, part: int) -> Label:
    """§3.2.2 §3.2.4 A card on a project: how likely it is to succeed, at least. A joker always does."""
    if kind == NO_CARD:
        return Label("Done", outcome=f"{SOME_CARDS(cards_left(view, seat))} kept", exit=True)
    problem = target_for(view, seat, slot)
    where = PROBLEM_NAMES[problem] if slot == seat else f"{{1:seat}}’s {PROBLEM_CODES[problem]}"
    if kind == JOKER:
        return Label("Play", "joker", f"sure, as {SUIT_SIGNS[suit_for(view, seat, slot, part)]}: {where}")
    value = card_value(view, kind)
    more = " or more" if most_fee(view, seat, value) else ""
    return Label("Play", "{0:card}", f"{chance(value)}{more}: {where}")


def cards_left(view: Any, seat: int) -> int:
    """§1.3 The cards that a seat has not played this turn."""
    return sum(not view.gone[seat, place] for place in range(view.cards[seat]))


@cache
def chance(value: int) -> str:
    """§3.2.6 How likely two dice are to succeed against a value."""
    dice = list(product(range(1, DIE_FACES + 1), repeat=2))
    return f"{sum(passes(one + other, value) for one, other in dice) / len(dice):.0%}"


def label_fee(view: Any, seat: int, fee: int) -> Label:
    """§3.2.5 What consultants make of the chance."""
    kept, wins = money_left(view, seat) - fee, chance(view.pending[seat, 3] + fee)
    return Label(
        f"Pay {fee}" if fee else "Pay nothing",
        f"{fee} money" if fee else "",
        f"{wins} to succeed; {kept} left",
    )


def money_left(view: Any, seat: int) -> int:
    """§3.2.5 §3.3.2 The money that a seat has not spent this turn."""
    return int(view.money[seat] - view.spent[seat])


# Research


def label_tech(view: Any, seat: int, number: int) -> Label:
    """§3.3.1 §1.5 What a tech is good for, and what a cycle takes; who has that may also give it at once."""
    if number == NO_TECH:
        return Label("No research", outcome="the slot stays free", exit=True)
    both = kinds_taken(view, number) & kinds_in_hand(view, seat) and money_left(view, seat)
    takes = "no gift yet" if both else f"{signs_taken(view, number).replace(' or ', '/')} + 1 money"
    return Label("Research", takes, f"{short_tech(number)}: {use_of(view, number)}")


def use_of(view: Any, number: int) -> str:
    """§1.5 §3.4.3 What the cards of a suit gain by a tech; or what is protected."""
    if number >= AUTO_PROTECT:
        return str(PROBLEM_NAMES[number - AUTO_PROTECT])
    after, low = imagined(view), number % 4 * len(RANKS) + 1  # a card that is far from the highest value
    after.known |= 1 << number
    return f"each {SUIT_SIGNS[number % 4]} counts {card_value(after, low) - card_value(view, low)} more"


def short_tech(number: int) -> str:
    """A tech, with the code of the problem that it protects."""
    return tech(number) if number < AUTO_PROTECT else f"Protect {PROBLEM_CODES[number - AUTO_PROTECT]}"


def label_gift(view: Any, seat: int, kind: int, slot: int) -> Label:
    """§3.3.2 A card for a tech."""
    if kind == NO_CARD:
        return Label("Done", "no card", f"{SOME_CARDS(cards_left(view, seat))} kept", exit=True)
    return Label("Give a card", "{0:card}", f"{research_in(view, seat, slot)}, with 1 money")


def label_funding(view: Any, seat: int, slot: int) -> Label:
    """§3.3.2 Money for a tech."""
    if slot == NO_SLOT:
        return Label("Done", outcome=f"{money_left(view, seat)} money kept", exit=True)
    if is_in(view.card_given[seat], slot):
        return Label("Give money", "1 money", f"{research_in(view, seat, slot)} is made")
    return Label("Give money", "1 money", f"{research_in(view, seat, slot)}, with a card")


def is_for_a_cycle(seat: int, answers: Sequence[Move]) -> bool:
    """§3.3.2 §3.4.2 Whether the last of these answers goes with those before: a tech, a card for it, money for it."""
    *before, last = answers
    if last.choice == Step.START_RESEARCH:
        return last.arguments[0] != NO_TECH
    if last.choice == Step.CARD_FOR_RESEARCH:
        return last.arguments[0] != NO_CARD and (not before or last.arguments[1] == seat)
    return last.arguments[0] == before[-1].arguments[1]


def label_cycle(labels: Sequence[Label]) -> Label:
    """§3.4.2 A card and money together: what they make; of a tech that is started with them, what it is good for."""
    *_, card, money = labels
    outcome = (labels[0] if len(labels) > 2 else money).outcome
    cost = fit(LONGEST_COST, f"{card.cost} + {money.cost}", f"{card.cost} + money")
    return labels[0]._replace(cost=cost, outcome=outcome, first=True)


def research_in(view: Any, seat: int, slot: int) -> str:
    """§3.4.2 A tech in research, and the cycle that would be next; one that was started now has had none."""
    had = 0 if slot == seat and view.new_tech[seat] else view.cycles[slot]
    return f"{short_tech(tech_for(view, seat, slot) - 1)}: cycle {had + 1} of {CYCLES_NEEDED}"


def label_ready(view: Any, seat: int, _: int) -> Label:
    """§3.5 What is to come."""
    return Label("Ready", outcome=f"the crisis dice follow: {SOME_CHIPS(view.chips)}")


def label_leaving(view: Any, seat: int) -> Label:
    """§3.2.2 §3.3.2 What is kept if nothing more is done in this phase."""
    kept = f"{SOME_CARDS(cards_left(view, seat))}, {money_left(view, seat)} money kept"
    return Label("All done", outcome=kept, exit=True, place=len(ORDER) + 1)


LABELS: Labels = {
    Step.CLASS: label_class,
    Step.FIRST_CRISIS: Label("Put in crisis", "", "{0:problem}"),
    Step.PILE_DRAW: label_pile,
    Step.START_PROJECT: label_type,
    Step.START_PROJECT_FIX_CAT: label_category,
    Step.START_PROJECT_FIX_NODE: label_problem,
    Step.PLAY_CARD: label_card,
    Step.CONSULTANT: label_fee,
    Step.START_RESEARCH: label_tech,
    Step.CARD_FOR_RESEARCH: label_gift,
    Step.FUND_RESEARCH: label_funding,
    Step.READY: label_ready,
}

# §3.3.2 A card and money for the same tech: the single gifts are offered, too.
_CYCLE = (Step.START_RESEARCH, Step.CARD_FOR_RESEARCH, Step.FUND_RESEARCH)
BUNDLES = tuple(
    Bundle(_CYCLE[start:], is_for_a_cycle, label_cycle, declines=[Step.CARD_FOR_RESEARCH]) for start in range(2)
)

ORDER = (
    *(f"Draw {sign}" for sign in SUIT_SIGNS),
    "Base",
    "Improved",
    "Pay nothing",
    "Play",
    "Research",
    "Give a card",
    "Give money",
)
