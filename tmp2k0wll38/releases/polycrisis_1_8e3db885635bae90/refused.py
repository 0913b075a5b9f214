"""Polycrisis: why a move cannot be made, where its pieces alone do not tell. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.engine import Line, is_in
from polycrisis_1_8e3db885635bae90.activate import MOST_VALUE, project_for, suit_for
from polycrisis_1_8e3db885635bae90.components import JOKER, NO_CARD, SERVING
from polycrisis_1_8e3db885635bae90.naming import SUIT_SIGNS, card, project_in, signs_taken, tech_in
from polycrisis_1_8e3db885635bae90.research import tech_for
from polycrisis_1_8e3db885635bae90.rules import Step, kinds_in_hand

ORDINALS = ("first", "second")


def why_not_move(view: Any, seat: int, step: int, arguments: Sequence[int], names: Sequence[str]) -> Line | None:
    """Why a seat cannot make a move now; None if what is said of its pieces will do."""
    if step == Step.CONSULTANT:
        return why_not_fee(view, seat, arguments[0])
    if step == Step.FUND_RESEARCH:
        return why_no_research(view, seat, arguments[0], names) or why_no_money(view, seat, arguments[0])
    if step in (Step.PLAY_CARD, Step.CARD_FOR_RESEARCH) and arguments[0] != NO_CARD:
        return why_not_card_on(view, seat, arguments, names)
    if step in (Step.PLAY_CARD, Step.CARD_FOR_RESEARCH):
        section, what = ("3.2.2", "project") if step == Step.PLAY_CARD else ("3.3.2", "research")
        return Line(section, f"Stopping names no {what}: its other numbers are 0.")
    return None


def why_not_card_on(view: Any, seat: int, arguments: Sequence[int], names: Sequence[str]) -> Line:
    """§3.2.2 §3.3.2 Why a card cannot be played on a project, or given to research."""
    kind, slot = arguments[:2]
    playing = len(arguments) > 2
    if not is_in(kinds_in_hand(view, seat), kind):
        what = "joker" if kind == JOKER else card(kind)
        return Line("3.2.2" if playing else "3.3.2", f"You have no {what} in your hand.")
    if playing:
        return why_no_project(view, seat, slot, names) or why_not_on_project(view, seat, kind, slot, arguments[2])
    return why_no_research(view, seat, slot, names) or why_not_to_research(view, seat, kind, slot)


# Projects


def why_no_project(view: Any, seat: int, slot: int, names: Sequence[str]) -> Line | None:
    """§2.3 §3.2.2 Why there is no project in a slot to work on; None if there is one."""
    if slot >= view.seats:
        return why_no_slot(view, slot, "a project")
    if project_for(view, seat, slot):
        return None
    if slot == seat:
        return Line("3.2.2", "You have no project.")
    return Line("3.2.2", f"{names[slot]} had no project when the phase began, and one started now must wait.")


def why_no_slot(view: Any, slot: int, what: str) -> Line:
    """§2.3 Slots that nobody has."""
    return Line("2.3", f"Each player has one slot for {what}, and there is no player {slot + 1}.")


def why_not_on_project(view: Any, seat: int, kind: int, slot: int, part: int) -> Line:
    """§1.6 §3.2.3 Of another suit, or of one in which there are all successes."""
    project, suits = project_in(view, seat, slot), [suit_for(view, seat, slot, each) for each in range(2)]
    first, second = (SUIT_SIGNS[suit] for suit in suits)
    if not is_in(SERVING[suits[0]] | SERVING[suits[1]], kind):
        return Line("1.6", f"The {project} takes {first} and {second}: {card(kind)} does not serve.")
    sign = SUIT_SIGNS[suits[part]]
    if not is_in(SERVING[suits[part]], kind):
        return Line("1.6", f"The {ORDINALS[part]} suit of the {project} is {sign}: {card(kind)} serves the other.")
    return Line("3.2.3", f"As far as you know, the {project} has all its successes in {sign}.")


def why_not_fee(view: Any, seat: int, fee: int) -> Line:
    """§3.2.5 Consultants are paid from what there is, and take a value to 11."""
    money, value = view.money[seat] - view.spent[seat], view.pending[seat][3]
    if fee > money:
        return Line("3.2.5", f"You have {money} money left to pay consultants.")
    most = MOST_VALUE - value
    return Line("3.2.5", f"The card is worth {value}, and consultants take it to {MOST_VALUE}: pay {most} at most.")


# Research


def why_no_research(view: Any, seat: int, slot: int, names: Sequence[str]) -> Line | None:
    """§2.3 §3.3.2 Why there is no research in a slot to give to; None if there is some."""
    if slot >= view.seats:
        return why_no_slot(view, slot, "research")
    if tech_for(view, seat, slot):
        return None
    if slot == seat:
        return Line("3.3.2", "You have no research.")
    return Line("3.3.2", f"{names[slot]} had no research when the phase began, and what is started now must wait.")


def why_not_to_research(view: Any, seat: int, kind: int, slot: int) -> Line:
    """§3.3.2 Given already, or of another suit."""
    if is_in(view.card_given[seat], slot):
        return Line("3.3.2", f"You have given a card to research on {tech_in(view, seat, slot)}: one at most.")
    number = tech_for(view, seat, slot) - 1
    takes = signs_taken(view, number)
    return Line("3.3.2", f"Research on {tech_in(view, seat, slot)} takes {takes} or a joker, and not {card(kind)}.")


def why_no_money(view: Any, seat: int, slot: int) -> Line:
    """§3.3.2 One money to each tech."""
    return Line("3.3.2", f"You have given money to research on {tech_in(view, seat, slot)}: one at most.")
