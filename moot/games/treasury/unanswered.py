"""Treasury: why an answer to what abilities, events and the end of a round ask cannot be given (sections of rulebook.md)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moot.engine import Line
from moot.engine.flow import COUNT, FIRST_MOVE
from moot.games.treasury.components import ANY_CARD, BARBARIANS, NO_CARD, PROVIDED
from moot.games.treasury.draw import sources
from moot.games.treasury.rules import BENEATH, SLOTS, Step
from moot.games.treasury.vocabulary import card, gold
from moot.games.treasury.why import (
    CHOSEN_SEATS,
    at_contract,
    at_offering,
    at_place_for_contract,
    at_spear,
    at_tax_sale,
    at_television,
    at_volcano,
    of_claim,
)

Check = Callable[[Any, int, int], Line | None]


# Where a card or a business is not


def not_held(section: str) -> Check:
    """§2.2 A hand card is needed."""

    def check(view: Any, seat: int, number: int) -> Line | None:
        if number == NO_CARD:
            return Line(section, "Choose a card of your hand.")
        held = number in view.hand[seat][: view.hand_size[seat]]
        return None if held else Line(section, f"You do not hold {card(number)}.")

    return check


def not_demanded(section: str) -> Check:
    """§2.6 A card of the demand pile is needed."""

    def check(view: Any, seat: int, number: int) -> Line | None:
        if number == NO_CARD:
            return Line(section, "Choose a card of the demand pile.")
        there = number in view.demand[: view.demand_size]
        return None if there else Line(section, f"{card(number)} is not in the demand pile.")

    return check


def not_discarded(section: str) -> Check:
    """§8.5 §8.8 A card of the discard pile is needed."""

    def check(view: Any, seat: int, number: int) -> Line | None:
        if number == NO_CARD:
            return Line(section, "Choose a card of the discard pile.")
        there = number in view.discard[: view.discards]
        return None if there else Line(section, f"{card(number)} is not in the discard pile.")

    return check


def not_business(section: str) -> Check:
    """§2.4 An own business is needed, opened or not."""

    def check(view: Any, seat: int, slot: int) -> Line | None:
        there = slot < SLOTS and (view.opened[seat, slot] or view.startup_tag[seat, slot])
        return None if there else Line(section, f"You have no business in place {slot + 1}.")

    return check


# Cards


def not_barbarian(section: str) -> Check:
    """§8.4 §8.8 A demand card with barbarians is needed."""
    lying = not_demanded(section)

    def check(view: Any, seat: int, number: int) -> Line | None:
        if line := lying(view, seat, number):
            return line
        return None if BARBARIANS[number] else Line(section, f"There are no barbarians on {card(number)}.")

    return check


def not_developing(view: Any, seat: int, number: int) -> Line:
    """§8.8 Influencer saves one of the development cards."""
    return Line("8.8", f"{card(number)} is no development card of the business that you open.")


def not_contracted(view: Any, seat: int, number: int) -> Line:
    """§2.5 One of the contract cards returns."""
    if number == NO_CARD:
        return Line("2.5", "One of the contract cards returns: choose which.")
    return Line("2.5", f"{card(number)} is no contract card of the business that leaves.")


def not_shown(view: Any, seat: int, number: int) -> Line:
    """§8.10 Tanner chooses among what it shows."""
    if number == NO_CARD:
        return Line("8.10", "Choose one of the cards that Tanner shows you.")
    return Line("8.10", f"{card(number)} is none of the cards that Tanner shows you.")


def not_a_source(view: Any, seat: int, number: int) -> Line:
    """§8.7 What may be taken instead of a card of the deck."""
    out = [0] * (FIRST_MOVE + ANY_CARD)
    sources(view, seat, out)
    others = [card(packed) for packed in out[FIRST_MOVE : FIRST_MOVE + out[COUNT]] if packed != NO_CARD]
    return Line("8.7", f"Instead of the deck you may draw {' or '.join(others)}, and not {card(number)}.")


def not_claimed(view: Any, seat: int, number: int) -> Line:
    """§2.6 Why a card does not serve the icon that is asked for."""
    return not_demanded("2.6")(view, seat, number) or of_claim(view, seat, number)


# Businesses


def own(section: str, reason: Callable[[Any, int, int], Line]) -> Check:
    """An own business that will not do, or none at all."""
    missing = not_business(section)
    return lambda view, seat, slot: missing(view, seat, slot) or reason(view, seat, slot)


def not_to_claim(view: Any, seat: int, slot: int) -> Line:
    """§2.6 §2.7 Why a business cannot have a contract."""
    number = view.opened[seat, slot]
    full = view.unders[seat] + PROVIDED[number] > BENEATH
    if number and not view.contracted[seat, slot] and full:
        return Line("2.7", f"There is room for {BENEATH} cards beneath your businesses, and too little is left.")
    return at_contract(view, seat, slot)


def not_bombed(view: Any, seat: int, place: int) -> Line:
    """§8.8 What Bomber destroys."""
    if place // SLOTS == seat:
        return Line("8.8", "Bomber destroys a business of another player, and this place is yours.")
    return Line("8.8", "Bomber destroys only what is opened and has no contract.")


# Players and gold


def not_chosen(step: Step) -> Check:
    """§1.1 §8.10 Who cannot be chosen."""

    def check(view: Any, seat: int, other: int) -> Line:
        missing = Line("1.1", f"{view.seats} play: there is no player {other + 1}.")
        return CHOSEN_SEATS[step] if other < view.seats else missing

    return check


def not_given(view: Any, seat: int, amount: int) -> Line:
    """§8.10 Mayor pays from what there is."""
    return Line("8.10", f"You have {gold(view.gold[seat])} to pay.")


ANSWERS: dict[int, Check] = {
    Step.DEVELOP_ON: not_held("2.4"),
    Step.TINKER_WITH: not_held("8.5"),
    Step.SALVAGE: not_held("8.5"),
    Step.LOOT_CARD: not_held("8.7"),
    Step.ADD_CARD: not_held("9.5"),
    Step.BLACKOUT: not_held("9.5"),
    Step.MILL: not_held("8.4"),
    Step.BUTCHER: not_held("8.8"),
    Step.EXHIBIT: not_held("9.5"),
    Step.WARRIOR_TAKES: not_barbarian("8.4"),
    Step.TANK_WORKS: not_barbarian("8.8"),
    Step.SPEAR_CARD: not_demanded("8.9"),
    Step.DIG_UP: not_discarded("8.8"),
    Step.INFLUENCE: not_developing,
    Step.RETURN: not_contracted,
    Step.TANNER: not_shown,
    Step.DRAW_FROM: not_a_source,
    Step.CLAIM: not_claimed,
    Step.CONTRACT: own("2.6", not_to_claim),
    Step.COUNCIL: own("8.9", at_place_for_contract),
    Step.RAIL_TO: own("8.5", at_place_for_contract),
    Step.SPEAR_ON: own("8.9", at_spear),
    Step.OFFERING: own("8.8", at_offering),
    Step.VOLCANO: own("9.5", at_volcano),
    Step.TELEVISION: own("8.10", at_television),
    Step.TAX_SALE: own("3.6", at_tax_sale),
    Step.MODERNIZE: not_business("9.5"),
    Step.BOMB: not_bombed,
    Step.BAKERY: not_chosen(Step.BAKERY),
    Step.SECURITY: not_chosen(Step.SECURITY),
    Step.JUDGE: not_chosen(Step.JUDGE),
    Step.MAYOR: not_given,
}
