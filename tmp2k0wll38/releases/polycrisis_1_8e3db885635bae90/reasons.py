"""Polycrisis: why a piece cannot be chosen now. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moot.engine import Line, is_in
from polycrisis_1_8e3db885635bae90.activate import kinds_lacking, project_for, suit_for
from polycrisis_1_8e3db885635bae90.components import (
    AUTO_PROTECT,
    CATEGORY_NAMES,
    CATEGORY_OF,
    EXPANDED,
    FIRST_IN,
    JOKER,
    PROBLEM_NAMES,
    RESEARCH_SUITS,
)
from polycrisis_1_8e3db885635bae90.engage import is_class_suit
from polycrisis_1_8e3db885635bae90.naming import (
    ROLE_NAMES,
    SOME_DISCARDS,
    SUIT_SIGNS,
    project_in,
    role,
    signs_taken,
    suit,
    tech,
    tech_in,
)
from polycrisis_1_8e3db885635bae90.research import open_techs, tech_for
from polycrisis_1_8e3db885635bae90.rules import Phase, Step, is_taken


def why_not(view: Any, seat: int, kind: str, number: int) -> Line | None:
    """Why a seat cannot choose a piece now."""
    if view.over:
        return Line("4", "The game is over: nothing can be chosen any more.")
    if not view.asking[seat]:
        return why_wait(view, seat)
    reason = REASONS.get(kind)
    return reason(view, seat, number) if reason else None


def why_wait(view: Any, seat: int) -> Line:
    """§3 Nothing is asked of the seat: what it waits for."""
    if not view.turn and all(view.role[: view.seats]):
        return Line("2.2", "The first crises are chosen in seat order: it is not your turn yet.")
    if not view.turn:
        done = "You have your class; now the others pick theirs."
        return Line("2.1", done if view.role[seat] else "Classes are picked in seat order: it is not your turn yet.")
    if view.phase == Phase.ENGAGE:
        return Line("3.1.5", "You have drawn. When all have, everyone sees from which suits.")
    if view.phase == Phase.ACTIVATE:
        return Line("3.2", "You are done with this phase. It is uncovered when everyone is.")
    return Line("3.5", "You are ready. The dice wait for the others.")


def why_not_role(view: Any, seat: int, number: int) -> Line:
    """§1.4 Classes are taken once."""
    if view.role[seat]:
        return Line("2.1", f"You are the {ROLE_NAMES[view.role[seat] - 1]} for the whole game.")
    if is_taken(view, number):
        return Line("1.4", "Another player has this class: no two have the same.")
    return Line("2.1", "Classes are picked before the first turn.")


def why_not_suit(view: Any, seat: int, number: int) -> Line:
    """§3.1.2 §3.1.3 Which piles may be drawn from."""
    if view.asking[seat] != Step.PILE_DRAW:
        return Line("3.1.2", "Cards are drawn in the engage phase.")
    if view.draws[seat] == 1 and not is_class_suit(view, seat, number):
        return Line(
            "3.1.2", f"Your second card comes from a suit of your class: you are the {role(view.role[seat] - 1)}."
        )
    if is_in(view.found_empty[seat], number):
        return Line("3.1.3", f"You found the pile of {suit(number)} empty: the others have drawn its last cards.")
    return Line("3.1.3", f"There is nothing left for you to draw here: {cards_left(view, seat, number)}.")


def cards_left(view: Any, seat: int, pile: int) -> str:
    """§3.1.3 What a pile had when the phase began, and what the seat has drawn of it."""
    drawn = list(view.drawn_from[seat][: view.draws[seat]]).count(pile)
    had = f"{view.left[pile]} in the pile and {SOME_DISCARDS(view.discards[pile])}"
    return f"{had}, and you have drawn {drawn}" if drawn else had


PROJECT_FIRST = {
    Step.CLASS: "Projects are started in the activate phase; first you choose a class.",
    Step.PILE_DRAW: "Projects are started in the activate phase; now you draw.",
    Step.START_PROJECT: "Say first which type of project it will be: base or improved.",
    Step.START_PROJECT_FIX_CAT: "Choose the category first, then the problem.",
    Step.READY: "Projects are started in the activate phase of the next turn.",
}


def why_not_problem(view: Any, seat: int, number: int) -> Line:
    """§2.2 §3.2.1 Problems are chosen at the start, by hand, and for a new project."""
    asked = view.asking[seat]
    if asked == Step.FIRST_CRISIS:
        return Line("2.2", f"{PROBLEM_NAMES[number]} is in crisis already: choose another problem.")
    if asked == Step.START_PROJECT_FIX_NODE:
        chosen, here = CATEGORY_NAMES[view.new_category[seat]], CATEGORY_NAMES[CATEGORY_OF[number]]
        return Line("3.2.1", f"You chose {chosen}, but {PROBLEM_NAMES[number]} is in {here}.")
    if asked in PROJECT_FIRST:
        return Line("3.2.1", PROJECT_FIRST[asked])
    if project_for(view, seat, seat):
        held = project_in(view, seat, seat)
        return Line("2.3", f"Your project slot holds the {held}. To work on a project choose a card, then its token.")
    return Line("3.2.1", "You have decided to start no project in this turn.")


def why_not_category(view: Any, seat: int, number: int) -> Line:
    """§3.2.1 Categories are chosen for a new project only."""
    if view.asking[seat] == Step.FIRST_CRISIS:
        return Line("2.2", "Choose a single problem: it will be in crisis from the start.")
    if view.asking[seat] == Step.START_PROJECT_FIX_NODE:
        chosen = CATEGORY_NAMES[view.new_category[seat]]
        return Line("3.2.1", f"You have chosen {chosen}: now choose one of its problems.")
    return why_not_problem(view, seat, FIRST_IN[number])


CARDS_LATER = {
    Step.PILE_DRAW: ("3.2.2", "Cards are played in the activate phase; now you draw."),
    Step.START_PROJECT: ("3.2.2", "Decide first whether to start a project; then you may play cards."),
    Step.START_PROJECT_FIX_CAT: ("3.2.2", "Choose the category of your project first; then you may play cards."),
    Step.START_PROJECT_FIX_NODE: ("3.2.2", "Choose the problem of your project first; then you may play cards."),
    Step.CONSULTANT: ("3.2.5", "Say first what you pay consultants for the card you have played."),
    Step.START_RESEARCH: ("3.3.1", "Decide first whether to start research; then you may give cards to it."),
    Step.FUND_RESEARCH: ("3.3.2", "Cards come before money: you have stopped giving cards in this turn."),
    Step.READY: ("3.2.2", "Cards are played in the activate phase of the next turn."),
}


def why_not_card(view: Any, seat: int, number: int) -> Line:
    """§3.2.3 §3.3.2 What a card could be for."""
    if view.asking[seat] in CARDS_LATER:
        return Line(*CARDS_LATER[view.asking[seat]])
    what = "" if number == JOKER else f" {SUIT_SIGNS[number // 13]}"
    if view.asking[seat] == Step.PLAY_CARD:
        return Line("3.2.3", f"No project that you can work on still lacks a{what} success.")
    return Line("3.3.2", f"No research that you have not given a card to takes a{what} card.")


def why_not_tech(view: Any, seat: int, number: int) -> Line:
    """§3.3.1 What may be researched, and when."""
    if is_in(view.known, number):
        return Line("3.4.2", f"{tech(number)} is known to the whole table already.")
    if number + 1 in view.tech[: view.seats]:
        return Line("3.3.1", f"{tech(number)} is under way: give to that research instead.")
    if EXPANDED <= number < AUTO_PROTECT and not view.expanded_tech:
        return Line("5", "In this game there are no Expanded techs.")
    if not is_in(open_techs(view), number):
        return why_not_open(view, number)
    if tech_for(view, seat, seat):
        return Line("2.3", f"Your research slot holds {tech_in(view, seat, seat)} until it is known.")
    return Line("3.3.1", "A tech is started in the activate phase, when you have played your cards.")


def why_not_open(view: Any, number: int) -> Line:
    """§1.5 The Base techs that a tech still needs."""
    needs = RESEARCH_SUITS[CATEGORY_OF[number - AUTO_PROTECT]] if number >= AUTO_PROTECT else [number % 4]
    missing = [tech(int(need)) for need in needs if not is_in(view.known, int(need))]
    verb = "is" if len(missing) == 1 else "are"
    return Line("1.5", f"{tech(number)} needs {' and '.join(missing)}, which {verb} not known yet.")


def why_not_project(view: Any, seat: int, slot: int) -> Line:
    """§3.2.2 §3.2.3 What a project lacks."""
    if view.asking[seat] != Step.PLAY_CARD:
        return Line("3.2.2", "Projects are worked on with cards, after you have decided about your own.")
    lacking = [
        SUIT_SIGNS[suit_for(view, seat, slot, part)] for part in range(2) if kinds_lacking(view, seat, slot, part)
    ]
    if not lacking:
        return Line("3.2.3", "As far as you know, this project lacks no success any more.")
    return Line("3.2.3", f"This project lacks {' and '.join(lacking)}, and you hold no card that serves.")


def why_not_research(view: Any, seat: int, slot: int) -> Line:
    """§3.3.2 What research takes: one card and one money of each player at most."""
    asked = view.asking[seat]
    if asked == Step.CARD_FOR_RESEARCH and not is_in(view.card_given[seat], slot):
        takes = signs_taken(view, tech_for(view, seat, slot) - 1)
        return Line("3.3.2", f"It takes a card of {takes} or a joker, and you hold none.")
    if asked in (Step.CARD_FOR_RESEARCH, Step.FUND_RESEARCH):
        return Line("3.3.2", "You have given to it already: one card and one money to each tech at most.")
    return Line("3.3.2", "Cards and money are given to research at the end of the activate phase.")


def why_not_seat(view: Any, seat: int, other: int) -> Line:
    """§3.2.2 Players are not chosen, only what they have started."""
    if view.asking[seat] == Step.PLAY_CARD and project_for(view, seat, other):
        return why_not_project(view, seat, other)
    return Line("3.2.2", "You choose no players, but their projects and research when there is something to add.")


def why_not_chips(view: Any, seat: int, number: int) -> Line:
    """§3.6.2 What chips are for."""
    return Line("3.6.2", "Chips are nobody's: the crisis dice use them up at the end of the turn.")


REASONS: dict[str, Callable[[Any, int, int], Line]] = {
    "role": why_not_role,
    "suit": why_not_suit,
    "problem": why_not_problem,
    "category": why_not_category,
    "card": why_not_card,
    "tech": why_not_tech,
    "project_of": why_not_project,
    "research_of": why_not_research,
    "seat": why_not_seat,
    "chips": why_not_chips,
}
