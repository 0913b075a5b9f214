"""Treasury: why a piece cannot be chosen now, in a sentence. Sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from moot.engine import Line, plural
from moot.games.treasury.claim import is_happy, serves, ways_with
from moot.games.treasury.components import ABILITY, BARBARIANS, COST, PROVIDED, PROVIDES, WANTED, Ability
from moot.games.treasury.opening import cards_needed, cost_of, may_open, offering_icon
from moot.games.treasury.piles import power
from moot.games.treasury.round import cost_to_sell, value_of
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
    if not is_at_menu(view, seat):
        return Line("2.2", ANSWER_FIRST)
    if view.actions == 0:
        return Line("2.2", "You have no action left to use a hand card for.")
    hindered = [*not_seeded(view, seat), *not_started(view, seat, number)]
    if not hindered:
        return Line("2.2", f"{card(number)} can be seeded, started, or laid on a startup of yours.")
    section = hindered[0][0]
    return Line(section, ". ".join(reason for _, reason in hindered) + ".")


Reasons = Iterator[tuple[str, str]]  # sections, and what is the matter


def not_seeded(view: Any, seat: int) -> Reasons:
    """§2.3 §8.6 Why a hand card cannot be seeded now."""
    if power(view, seat, Ability.GATHERER):
        yield "8.6", "With Gatherer you seed nothing"
    elif not view.currents and not power(view, seat, Ability.SPEARMAN):
        yield "2.3", "No current event is left, so nobody seeds in this round"


def not_started(view: Any, seat: int, number: int) -> Reasons:
    """§2.4 §2.7 §8.8 Why a hand card cannot be started now, or not face up."""
    if view.businesses[seat] == SLOTS:
        yield "2.7", f"You have {SLOTS} businesses, and there is no room for more"
    elif not may_open(view, seat, number, NO_SLOT):
        yield "8.8", f"{card(number)} {opened_only(number)}"
    elif view.gold[seat] < cost_of(view, seat, number):
        yield (
            "2.4",
            f"To open {card(number)} at once costs {gold(cost_of(view, seat, number))}, and you have {view.gold[seat]}",
        )


def of_demand(view: Any, seat: int, number: int) -> Line:
    """§2.6 What a demand card is for."""
    step = view.asking[seat]
    if step == Step.CLAIM:
        return of_claim(view, seat, number)
    if step in (Step.WARRIOR_TAKES, Step.TANK_WORKS) and not BARBARIANS[number]:
        return Line("5.2", f"There are no barbarians on {card(number)}.")
    return Line("2.6", f"{card(number)} demands {demands(number)}: it is taken for contracts, after your action.")


def of_claim(view: Any, seat: int, number: int) -> Line:
    """§2.6 §8.9 Why a card does not serve the icon that is asked for."""
    business = view.opened[seat, view.claimer]
    icon = PROVIDES[business, view.claims]
    if number in view.claim[: view.claims]:
        return Line("2.6", f"{card(number)} serves another icon of this contract already.")
    if serves(number, icon):
        return Line("2.6", f"{card(number)} is needed for another icon of this contract.")
    if ways_with(view, seat, business, number):
        return Line("8.9", f"{card(number)} could stand in, but then another icon would lack a card.")
    bard = " Bard stands in for one icon of a contract." if is_happy(number) and power(view, seat, Ability.BARD) else ""
    return Line("2.6", f"{card(number)} demands {demands(number)}, and asked for is {ICON_NAMES[icon]}.{bard}")


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
    if ABILITY[view.opened[owner, slot]] == Ability.GUARD:
        return Line("8.5", "You take 1 gold from a Guard once in your turn, as long as there is gold on it.")
    return Line("8.1", "A business of another player is theirs alone.")


def of_own(view: Any, seat: int, slot: int) -> Line:
    """§2.2 What is asked is not about this business."""
    return Line("2.2", ANSWER_FIRST)


def at_menu(view: Any, seat: int, slot: int) -> Line:
    """§2.1 §2.5 §8.1 What a startup lacks, and what an opened business cannot do now."""
    number = view.startup[seat, slot]
    return at_menu_startup(view, seat, slot, number) if number else at_menu_opened(view, seat, slot)


def at_menu_startup(view: Any, seat: int, slot: int, number: int) -> Line:
    """§2.1 Opening comes before the action."""
    if not view.acted:
        return Line("2.1", f"{card(number)} {missing_to_open(view, seat, slot, number)}.")
    left = f"{card(number)} can be developed or sold now" if view.actions else "you have no action left"
    return Line("2.1", f"Businesses are opened before the action, and {left}.")


def at_menu_opened(view: Any, seat: int, slot: int) -> Line:
    """§2.5 §8.1 §8.4 §8.5 It has been used, needs an action, or its ability needs something."""
    number = view.opened[seat, slot]
    if view.used[seat, slot]:
        return Line("8.1", f"{card(number)} has been used in this turn.")
    section, need = NEEDS.get(int(ABILITY[number]), ("8.1", ""))
    needs = f" Its ability needs {need}." if need else ""
    if not view.actions:
        return Line("2.5", f"To sell {card(number)} takes an action, and you have none left.{needs}")
    return Line(section, f"{card(number)} can be sold.{needs or ' There is nothing else to do with it now.'}")


# §8.4 §8.5 What abilities need before they can be used.
_NEEDS = {
    "8.4": {
        "WARRIOR": "a hand card without barbarians, and a demand card with them",
        "FARM LARGE_FARM COAL_MINE TENEMENT": "a card to draw",
        "SKINNER COTTON_MILL": "a hand card",
        "ARSENAL": "a demand card with barbarians",
        "BOMB_FACTORY": "gold in the treasury",
        "CASINO": "a stake of 3 gold, and a card to draw",
    },
    "8.5": {
        "MENTOR": "a startup of another player that you have not seen",
        "TINKERER": "a demand card that demands happiness, and a hand card",
        "HAY_MAKER": "a current event, and a hand card",
        "PROPHET": "a current event and a hand card, after an action that seeded",
        "DAIRY_FARM": "a hand card, and a turn in which you develop nothing",
        "RAILWAY": "a contract, and an opened business without one that provides as many icons",
        "ENGINEER": "1 gold, and a card to draw",
        "CANNERY POWER_PLANT": "a hand card",
        "NEWSPAPER": "two current events",
        "PAWNBROKER": "3 gold, and a demand card",
        "FACTORY": "a startup, and a hand card",
        "RADIO": "a current event, and a hand card",
        "AIRFIELD": "a card to draw",
        "SUPERMARKET": "a hand card without barbarians",
        "RECYCLER": "a hand card, and a discarded card",
    },
}
NEEDS = {
    int(Ability[name]): (section, need)
    for section, needs in _NEEDS.items()
    for names, need in needs.items()
    for name in names.split()
}


def opened_only(number: int) -> str:
    """§8.8 What Castle and Grocer need."""
    return f"is opened only by discarding a business that provides {ICON_NAMES[offering_icon(number)]}"


def missing_to_open(view: Any, seat: int, slot: int, number: int) -> str:
    """§2.1 §8.8 What it takes to open a startup."""
    if not may_open(view, seat, number, NO_SLOT):
        return opened_only(number)
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
    """§3.6 Which business has to go: the cheapest that covers what is missing, or what comes nearest to it."""
    number = view.opened[seat, slot]
    if not number:
        return Line("3.6", "Only an opened business is sold for the tax.")
    short, cost = view.tax - view.gold[seat], COST[number]
    other = "a cheaper one covers it"
    if cost < short:
        other = "another covers it" if cost_to_sell(view, seat, view.tax) >= short else "another comes nearer"
    return Line("3.6", f"You are {gold(short)} short: {card(number)} costs {cost}, and {other}.")


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


CHOSEN_SEATS = {
    Step.BAKERY: Line("8.10", "Bakery takes from another player who has gold and provides no food."),
    Step.SECURITY: Line("8.10", "Security takes from a player who is weaker than you and has gold."),
    Step.JUDGE: Line("8.10", "Only one of the strongest can start."),
}


def of_seat(view: Any, seat: int, other: int) -> Line:
    """§8.10 Who can be chosen."""
    return CHOSEN_SEATS.get(
        Step(view.asking[seat] or Step.MENU), Line("8.2", "Players are chosen only where an ability says so.")
    )


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
    "standstill": lambda view, seat, _: Line("6.1", "The count starts again when a card leaves the decks."),
    "barbarians": lambda view, seat, _: Line(
        "5.2", "Barbarian cards leave the demand pile by contracts, events and abilities."
    ),
}
