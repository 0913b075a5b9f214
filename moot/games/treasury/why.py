"""Treasury: why a piece cannot be chosen now, in a sentence. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moot.engine import Line, plural
from moot.games.treasury.claim import serves
from moot.games.treasury.components import BARBARIANS, COST, PROVIDED, PROVIDES, WANTED, Ability, Icon
from moot.games.treasury.opening import cards_needed, cost_of, may_open, offering_icon
from moot.games.treasury.piles import power
from moot.games.treasury.round import value_of
from moot.games.treasury.rules import CARD_LIMIT, NO_SLOT, SLOTS, Step
from moot.games.treasury.vocabulary import ICON_NAMES, card, demands, gold, named

ANSWER_FIRST = "First answer what you are asked."


def why_not(view: Any, seat: int, kind: str, number: int) -> Line | None:
    """Why a seat cannot choose a piece now."""
    if view.over:
        return Line("6.2", "The game is over: nothing can be chosen any more.")
    if seat != view.active and not view.asking[seat]:
        return Line("2.2", "You act in your own turn.")
    reason = REASONS.get(kind)
    return reason(view, seat, number) if reason else None


def is_at_menu(view: Any, seat: int) -> bool:
    """§2.2 Whether the seat chooses what to do in its turn."""
    return bool(view.asking[seat] == Step.MENU)


# Cards


def of_card(view: Any, seat: int, number: int) -> Line | None:
    """§2.2 Where the card is, and what it could be for."""
    if number in view.hand[seat][: view.hand_size[seat]]:
        return of_hand(view, seat, number)
    if number in view.demand[: view.demand_size]:
        return of_demand(view, seat, number)
    if number in view.discard[: view.discards]:
        return Line("8.7", "What is discarded comes back by abilities alone.")
    if number in view.under[seat][: view.unders[seat]]:
        return Line("2.5", "Cards beneath a business stay there until it is opened, or leaves.")
    if number in view.event[: view.population]:
        return of_event(view, seat, number)
    return None


def of_hand(view: Any, seat: int, number: int) -> Line:
    """§2.2 What a hand card is for."""
    if is_at_menu(view, seat) and view.actions == 0:
        return Line("2.2", "You have no action left to use a hand card for.")
    return Line("2.2", ANSWER_FIRST)


def of_demand(view: Any, seat: int, number: int) -> Line:
    """§2.6 What a demand card is for."""
    step = view.asking[seat]
    if step == Step.CLAIM:
        return of_claim(view, seat, number)
    if step in (Step.WARRIOR_TAKES, Step.TANK_WORKS) and not BARBARIANS[number]:
        return Line("5.2", f"There are no barbarians on {card(number)}.")
    return Line("2.6", f"{card(number)} demands {demands(number)}: it is taken for contracts, after your action.")


def of_claim(view: Any, seat: int, number: int) -> Line:
    """§2.6 Why a card does not serve the icon that is asked for."""
    icon = PROVIDES[view.opened[seat, view.claimer], view.claims]
    if number in view.claim[: view.claims]:
        return Line("2.6", f"{card(number)} serves another icon of this contract already.")
    if serves(number, icon):
        return Line("2.6", f"{card(number)} is needed for another icon of this contract.")
    return Line("2.6", f"{card(number)} demands {demands(number)}, and asked for is {ICON_NAMES[icon]}.")


def of_event(view: Any, seat: int, number: int) -> Line:
    """§2.3 When events happen."""
    return Line("2.3", "An event takes effect when somebody seeds.")


# Businesses


def of_business(view: Any, seat: int, place: int) -> Line | None:
    """§2.1 §2.5 §2.6 §8.1 Whose it is, and what it lacks."""
    owner, slot = divmod(place, SLOTS)
    if not view.opened[owner, slot] and not view.startup_tag[owner, slot]:
        return None
    if owner != seat:
        return of_foreign(view, seat, owner, slot)
    return OWN.get(Step(view.asking[seat]), of_own)(view, seat, slot)


def of_foreign(view: Any, seat: int, owner: int, slot: int) -> Line:
    """§8.1 A business of another player."""
    if view.asking[seat] == Step.BOMB:
        return Line("8.8", "Bomber destroys only what is opened and has no contract.")
    return Line("8.1", "A business of another player is theirs alone.")


def of_own(view: Any, seat: int, slot: int) -> Line:
    """§2.2 What is asked is not about this business."""
    return Line("2.2", ANSWER_FIRST)


def at_menu(view: Any, seat: int, slot: int) -> Line:
    """§2.1 §2.5 Opening comes before the action, and selling takes one."""
    number = view.startup[seat, slot]
    if number and view.acted:
        return Line("2.1", "Businesses are opened before the action, and you have no action left.")
    if number:
        return Line("2.1", f"{card(number)} {missing_to_open(view, seat, slot, number)}.")
    return Line("2.5", f"To sell {named(view, seat, slot)} takes an action, and you have none left.")


def missing_to_open(view: Any, seat: int, slot: int, number: int) -> str:
    """§2.1 §8.8 What it takes to open a startup."""
    if not may_open(view, seat, number, NO_SLOT):
        return f"is opened only by discarding a business that provides {ICON_NAMES[offering_icon(number)]}"
    lies, needs = view.developed[seat, slot], cards_needed(view, seat, number)
    costs = cost_of(view, seat, number)
    return f"opens with {plural('card')(needs)} on it ({lies} now), or for {gold(costs)} (you have {view.gold[seat]})"


def at_contract(view: Any, seat: int, slot: int) -> Line:
    """§2.6 Which icons are not demanded."""
    number = view.opened[seat, slot]
    if not number:
        return Line("2.6", "Only an opened business can have a contract.")
    if view.contracted[seat, slot]:
        return Line("2.6", f"{card(number)} has its contract: it pays {gold(value_of(view, seat, slot))} a round.")
    return Line("2.6", f"{card(number)} needs a demand card for each icon; in demand: {in_demand(view, number)}.")


def in_demand(view: Any, number: int) -> str:
    """§2.6 How often each icon of a business is demanded."""
    icons = {PROVIDES[number, i]: WANTED[number, i] for i in range(PROVIDED[number])}
    return ", ".join(f"{ICON_NAMES[icon]} {view.demanded[wanted]}" for icon, wanted in icons.items())


def at_place_for_contract(view: Any, seat: int, slot: int) -> Line:
    """§8.5 §8.9 Where contract cards may go."""
    return Line("8.9", "It must be opened, have no contract and provide at least as many icons.")


def at_spear(view: Any, seat: int, slot: int) -> Line:
    """§8.9 Where Spear Maker's card may go."""
    return Line("8.9", "It must be opened and have no contract.")


def at_offering(view: Any, seat: int, slot: int) -> Line:
    """§8.8 What Castle and Grocer need."""
    icon = ICON_NAMES[offering_icon(view.startup[seat, view.focus])]
    return Line("8.8", f"What you give up must be opened and provide {icon}.")


def at_volcano(view: Any, seat: int, slot: int) -> Line:
    """§9.5 Startups are safe."""
    return Line("9.5", "Only an opened business can be lost.")


def at_television(view: Any, seat: int, slot: int) -> Line:
    """§8.10 There must be a contract."""
    return Line("8.10", f"{named(view, seat, slot)} has no contract to give up.")


def at_tax_sale(view: Any, seat: int, slot: int) -> Line:
    """§3.6 Which business has to go."""
    number = view.opened[seat, slot]
    if not number:
        return Line("3.6", "Only an opened business is sold for the tax.")
    short = view.tax - view.gold[seat]
    return Line(
        "3.6", f"You are {gold(short)} short: {card(number)} costs {COST[number]}, and another is nearer to that."
    )


OWN: dict[Step, Callable[[Any, int, int], Line]] = {
    Step.MENU: at_menu,
    Step.CONTRACT: at_contract,
    Step.COUNCIL: at_place_for_contract,
    Step.RAIL_TO: at_place_for_contract,
    Step.SPEAR_ON: at_spear,
    Step.OFFERING: at_offering,
    Step.VOLCANO: at_volcano,
    Step.TELEVISION: at_television,
    Step.TAX_SALE: at_tax_sale,
}


# What all share


def of_seat(view: Any, seat: int, other: int) -> Line:
    """§8.10 Who can be chosen."""
    if view.asking[seat] == Step.BAKERY and view.provided[other][Icon.FOOD]:
        return Line("8.10", "Bakery takes from a player who provides no food.")
    if view.asking[seat] == Step.SECURITY:
        return Line("8.10", "Security takes from a player who is weaker than you and has gold.")
    return Line("8.2", "Players are chosen only where an ability says so.")


def of_deck(view: Any, seat: int, age: int) -> Line:
    """§2.7 When cards are drawn."""
    cards = view.hand_size[seat] + view.businesses[seat]
    limit = CARD_LIMIT + power(view, seat, Ability.WAREHOUSE)
    return Line(
        "2.7", f"You draw after your action if hand and businesses are fewer than {limit}; yours are {cards} now."
    )


REASONS: dict[str, Callable[[Any, int, int], Line | None]] = {
    "card": of_card,
    "business": of_business,
    "event": of_event,
    "seat": of_seat,
    "deck": of_deck,
    "treasury": lambda view, seat, _: Line("3.4", "The treasury pays contracts at the end of a round."),
    "pass": lambda view, seat, _: Line("3.4", "Contracts are paid at the end of a round, by themselves."),
    "tax": lambda view, seat, _: Line("3.5", "Tax is paid at the end of a round, by itself."),
    "population": lambda view, seat, _: Line("4.1", "The population changes by events and abilities."),
    "standstill": lambda view, seat, _: Line("6.1", "It begins anew when a card leaves the decks."),
    "barbarians": lambda view, seat, _: Line(
        "5.2", "Barbarians leave the demand pile by contracts of weapons, or events."
    ),
}
