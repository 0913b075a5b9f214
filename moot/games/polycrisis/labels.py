"""Polycrisis: the answers in short, with chances and what is left."""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import Any

from moot.engine import Label, imagined, is_in
from moot.engine.labels import Labels
from moot.games.polycrisis.activate import card_value, most_fee, passes, suit_for, target_for
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
)
from moot.games.polycrisis.finalize import CYCLES_NEEDED
from moot.games.polycrisis.naming import ROLE_NAMES, SOME_CARDS, SOME_CHIPS, SUIT_SIGNS, signs_taken, tech
from moot.games.polycrisis.research import NO_SLOT, NO_TECH, tech_for
from moot.games.polycrisis.rules import Step


def label_class(view: Any, seat: int, number: int) -> Label:
    """§2.1 A class and its suits."""
    signs = [SUIT_SIGNS["CDHS".index(suit)] for suit in CLASSES[ROLE_NAMES[number]]]
    return Label(ROLE_NAMES[number], "".join(signs), f"each turn your second card is {' or '.join(signs)}")


def label_pile(view: Any, seat: int, pile: int) -> Label:
    """§3.1.2 A pile, and what is held of its suit."""
    sign = SUIT_SIGNS[pile]
    return Label(f"Draw {sign}", "", f"you hold {held(view, seat, pile)} {sign}; {view.left[pile]} in the pile")


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
        f"{wins} to succeed; {kept} money left",
    )


def money_left(view: Any, seat: int) -> int:
    """§3.2.5 §3.3.2 The money that a seat has not spent this turn."""
    return int(view.money[seat] - view.spent[seat])


# Research


def label_tech(view: Any, seat: int, number: int) -> Label:
    """§3.3.1 §1.5 What a tech is good for, and what a cycle takes."""
    if number == NO_TECH:
        return Label("No research", outcome="the slot stays free", exit=True)
    takes = f"{signs_taken(view, number).replace(' or ', '/')} + 1 money"
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
    return Label("Give", "{0:card}", f"{research_in(view, seat, slot)}, with 1 money")


def label_funding(view: Any, seat: int, slot: int) -> Label:
    """§3.3.2 Money for a tech."""
    if slot == NO_SLOT:
        return Label("Done", outcome=f"{money_left(view, seat)} money kept", exit=True)
    return Label("Give", "1 money", f"{research_in(view, seat, slot)}, with a card")


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

ORDER = (*(f"Draw {sign}" for sign in SUIT_SIGNS), "Base", "Improved", "Pay nothing", "Play", "Research", "Give")
