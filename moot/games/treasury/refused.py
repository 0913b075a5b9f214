"""Treasury: why a move of the turn cannot be made. What else is asked is in unanswered.py; sections are those of rulebook.md."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from moot.engine import Line, plural
from moot.engine.flow import COUNT, FIRST_MOVE
from moot.games.treasury.action import has_startup, lodge_of
from moot.games.treasury.business import PLEDGE, has_destination, is_unknown
from moot.games.treasury.components import ABILITY, ANY_CARD, BARBARIAN, BARBARIANS, DEMAND, Ability, Icon
from moot.games.treasury.labour import STAKE
from moot.games.treasury.opening import PLACES, cards_needed, cost_of, may_open
from moot.games.treasury.piles import can_use, draw_age, power
from moot.games.treasury.rules import BENEATH, HAND, NO_SLOT, SLOTS, Do, Step
from moot.games.treasury.turn import menu
from moot.games.treasury.unanswered import ANSWERS, not_business, not_demanded, not_discarded, not_held
from moot.games.treasury.vocabulary import card, gold
from moot.games.treasury.why import opened_only

Check = Callable[
    [Any, int, int], Line | None
]  # what is the matter with a move, if anything is: from a view, the seat, the number


def why_not_move(view: Any, seat: int, step: int, arguments: Sequence[int]) -> Line | None:
    """Why a seat cannot make a move now."""
    if step == Step.MENU:
        return why_not_done(view, seat, Do(arguments[0]), arguments[1])
    answer = ANSWERS.get(step)
    return answer(view, seat, arguments[0]) if answer else None


def why_not_done(view: Any, seat: int, what: Do, which: int) -> Line | None:
    """§2.2 The first thing that stands in the way of a move of the turn."""
    found = (check(view, seat, which) for check in checks_of(what))
    return next((line for line in found if line is not None), None)


def checks_of(what: Do) -> list[Check]:
    """§2.2 §8.1 Whose ability it is, whether there is an action for it, and what else it needs."""
    checks: list[Check] = [lacks(*ABILITY_OF[what])] if what in ABILITY_OF else []
    if what in ACTIONS:
        checks.append(no_action)
    if what in ONCE:
        checks.append(used_up(*ABILITY_OF[what]))
    return [*checks, *CHECKS[what]]


def listed(view: Any, seat: int) -> list[int]:
    """The moves of the turn, as the rules list them."""
    out = [0] * (FIRST_MOVE + len(Do) * ANY_CARD)
    menu(view, seat, out)
    return out[FIRST_MOVE : FIRST_MOVE + out[COUNT]]


# Whose abilities moves of the turn are made by, in the order in which the rules use them.
ABILITY_OF: dict[int, tuple[Ability, ...]] = {
    Do.START_LODGE: (Ability.LODGE,),
    Do.SEED_FREE: (Ability.PROPHET, Ability.HAY_MAKER),
    Do.START_FREE: (Ability.DAIRY_FARM,),
    Do.START_PAID_FREE: (Ability.DAIRY_FARM,),
    Do.START_LODGE_FREE: (Ability.DAIRY_FARM,),
    Do.DEVELOP_FREE: (Ability.FACTORY,),
    Do.FARM: (Ability.LARGE_FARM, Ability.FARM),
    **{what: (Ability[what.name],) for what in Do if what >= Do.WARRIOR and what not in (Do.FARM, Do.GUARD)},
}
ACTIONS = {*range(Do.SEED, Do.SELL), *range(Do.WARRIOR, Do.MENTOR)}  # what takes an action; selling may not
ONCE = {Do.START_FREE, Do.START_PAID_FREE, Do.START_LODGE_FREE, Do.DEVELOP_FREE, *range(Do.MENTOR, len(Do))} - {
    Do.GUARD
}


# What many have in common


def called(ability: Ability) -> str:
    """The name of the business that has an ability."""
    return ability.name.replace("_", " ").title()


def lacks(*abilities: Ability) -> Check:
    """§8.1 Only opened businesses have abilities."""
    names = " or ".join(dict.fromkeys(called(ability).removeprefix("Large ") for ability in abilities))

    def check(view: Any, seat: int, which: int) -> Line | None:
        has = any(power(view, seat, ability) for ability in abilities)
        return None if has else Line("8.1", f"You have no opened {names}.")

    return check


def used_up(ability: Ability) -> Check:
    """§8.1 Once in a turn for each copy."""

    def check(view: Any, seat: int, which: int) -> Line | None:
        fresh = can_use(view, seat, ability)
        return None if fresh else Line("8.1", f"{called(ability)} has been used in this turn.")

    return check


def no_action(view: Any, seat: int, which: int) -> Line | None:
    """§2.2 An action has to be left."""
    return None if view.actions else Line("2.2", "This takes an action, and you have none left in this turn.")


def nothing_named(what: str, section: str) -> Check:
    """A move that stands by itself."""
    line = Line(section, f"{what} names nothing else: its second number is 0.")
    return lambda view, seat, which: line if which else None


def no_card_to_draw(section: str) -> Check:
    """§8.4 §8.5 The decks are empty."""

    def check(view: Any, seat: int, which: int) -> Line | None:
        return Line(section, "It needs a card to draw, and the decks are empty.") if draw_age(view) < 0 else None

    return check


def too_poor(amount: int, section: str) -> Check:
    """§8.4 §8.5 It costs gold."""

    def check(view: Any, seat: int, which: int) -> Line | None:
        has = view.gold[seat]
        return Line(section, f"You need {gold(amount)} for it, and have {has}.") if has < amount else None

    return check


def no_event(fewest: int, section: str) -> Check:
    """§2.3 §8.5 The current pile is short."""

    def check(view: Any, seat: int, which: int) -> Line | None:
        short = view.currents < fewest
        events = plural("current event")
        return Line(section, f"It needs {events(fewest)}, and the pile has {view.currents}.") if short else None

    return check


def no_hand(section: str) -> Check:
    """§2.4 §8.5 There is no hand card for it."""
    return lambda view, seat, which: None if view.hand_size[seat] else Line(section, "You have no hand card for it.")


def hand_is_full(view: Any, seat: int, which: int) -> Line | None:
    """§2.7 The table has room for so many hand cards."""
    return (
        None if view.hand_size[seat] < HAND else Line("2.7", f"You hold {HAND} cards, and there is no room for more.")
    )


def barbarous(section: str) -> Check:
    """§8.4 §8.5 A card without barbarians is needed."""
    return lambda view, seat, number: (
        Line(section, f"There are barbarians on {card(number)}: it takes a card without.")
        if BARBARIANS[number]
        else None
    )


def peaceful(section: str) -> Check:
    """§8.4 A card with barbarians is needed."""
    return lambda view, seat, number: (
        None if BARBARIANS[number] else Line(section, f"There are no barbarians on {card(number)}.")
    )


# 2.1 Open


def too_late(view: Any, seat: int, slot: int) -> Line | None:
    """§2.1 Before the action."""
    return Line("2.1", "Businesses are opened before the action.") if view.acted else None


def no_startup(section: str) -> Check:
    """§2.1 §2.4 What is opened or developed is an own startup."""

    def check(view: Any, seat: int, slot: int) -> Line | None:
        if slot < SLOTS and view.opened[seat, slot]:
            return Line(section, f"{card(view.opened[seat, slot])} is opened already.")
        return None if slot < SLOTS and view.startup_tag[seat, slot] else not_business(section)(view, seat, slot)

    return check


def no_offering(view: Any, seat: int, number: int) -> Line | None:
    """§8.8 Castle and Grocer need a business to give up."""
    return None if may_open(view, seat, number, NO_SLOT) else Line("8.8", f"{card(number)} {opened_only(number)}.")


def not_developed(view: Any, seat: int, slot: int) -> Line | None:
    """§2.1 §8.8 Too few cards lie on it."""
    number = view.startup[seat, slot]
    needs, lies = cards_needed(view, seat, number), view.developed[seat, slot]
    if (line := no_offering(view, seat, number)) or lies >= needs:
        return line
    return Line("2.1", f"{card(number)} opens with {plural('card')(needs)} on it, and has {lies}.")


def not_paid(view: Any, seat: int, slot: int) -> Line | None:
    """§2.1 §8.8 It can be had for its cards, or is too dear."""
    number = view.startup[seat, slot]
    if line := no_offering(view, seat, number):
        return line
    if view.developed[seat, slot] >= cards_needed(view, seat, number):
        return Line("2.1", f"{card(number)} can be opened with its cards, and is not paid for.")
    return too_dear(view, seat, number)


def too_dear(view: Any, seat: int, number: int) -> Line | None:
    """§2.1 §2.4 The gold cost cannot be paid."""
    cost, has = cost_of(view, seat, number), view.gold[seat]
    return Line("2.4", f"To open {card(number)} costs {gold(cost)}, and you have {has}.") if has < cost else None


# 2.3 Seed, 2.4 start and develop, 2.5 sell


def no_seeding(view: Any, seat: int, which: int) -> Line | None:
    """§8.6 Gatherer keeps its owner from seeding."""
    return Line("8.6", "With Gatherer you seed nothing.") if power(view, seat, Ability.GATHERER) else None


def round_is_over(view: Any, seat: int, which: int) -> Line | None:
    """§2.3 §8.6 The current pile is empty, and there is no Spearman."""
    if view.currents or power(view, seat, Ability.SPEARMAN):
        return None
    return Line("2.3", "No current event is left, so nobody seeds in this round.")


def no_free_seed(view: Any, seat: int, which: int) -> Line | None:
    """§8.5 Hay Maker and Prophet have been used, or Prophet waits for an action that seeds."""
    prophet = can_use(view, seat, Ability.PROPHET)
    if can_use(view, seat, Ability.HAY_MAKER) or (view.seeded and prophet):
        return None
    if prophet:
        return Line("8.5", "Prophet seeds only after an action that seeded.")
    return Line("8.1", "What lets you seed besides the action has been used in this turn.")


def no_room(view: Any, seat: int, number: int) -> Line | None:
    """§2.7 The table has room for so many businesses."""
    full = view.businesses[seat] == SLOTS
    return Line("2.7", f"You have {SLOTS} businesses, and there is no room for more.") if full else None


def no_lodge(view: Any, seat: int, number: int) -> Line | None:
    """§8.8 Lodge is discarded, and cannot be the offering of Castle or Grocer too."""
    if not power(view, seat, Ability.LODGE):
        return Line("8.8", "You have no opened Lodge to discard.")
    may = may_open(view, seat, number, lodge_of(view, seat))
    return None if may else Line("8.8", f"{card(number)} {opened_only(number)}, beside Lodge.")


def dairy_is_off(view: Any, seat: int, which: int) -> Line | None:
    """§8.5 Dairy Farm starts nothing after a development."""
    off = view.developing > 0
    return Line("8.5", "You have developed in this turn, so Dairy Farm starts nothing.") if off else None


def no_developing(view: Any, seat: int, which: int) -> Line | None:
    """§8.5 After Dairy Farm nothing is developed."""
    off = view.developing < 0
    return Line("8.5", "Dairy Farm has started a business, so you develop nothing in this turn.") if off else None


def beneath_is_full(view: Any, seat: int, which: int) -> Line | None:
    """§2.7 The table has room for so many cards beneath businesses."""
    if has_startup(view, seat):
        return None
    return Line("2.7", f"You have {BENEATH} cards beneath your businesses, and there is no room for more.")


def no_sale(view: Any, seat: int, slot: int) -> Line | None:
    """§2.5 §8.5 Selling takes an action, but with Hut Builder."""
    return None if power(view, seat, Ability.HUT_BUILDER) else no_action(view, seat, slot)


def no_end(view: Any, seat: int, which: int) -> Line | None:
    """§2.2 Who has an action takes it."""
    if Do.DONE in listed(view, seat):
        return nothing_named("Ending the turn", "2.2")(view, seat, which)
    return Line("2.2", "You have an action to take: you end your turn after it.")


# 8.4 8.5 Abilities


def no_barbarians(view: Any, seat: int, which: int) -> Line | None:
    """§8.4 Warrior needs barbarians in the demand pile."""
    return None if view.demanded[BARBARIAN] else Line("8.4", "No demand card has barbarians.")


def treasury_is_empty(view: Any, seat: int, which: int) -> Line | None:
    """§8.4 Bomb Factory needs gold in the treasury."""
    return None if view.treasury > 0 else Line("8.4", "There is no gold in the treasury.")


def not_unknown(view: Any, seat: int, place: int) -> Line | None:
    """§8.5 Mentor looks at startups of others."""
    owner, slot = divmod(place, SLOTS)
    if owner == seat or place >= PLACES or not view.startup_tag[owner, slot]:
        return Line("8.5", "Mentor looks at a startup of another player, and there is none in that place.")
    return None if is_unknown(view, seat, owner, slot) else Line("8.5", "You have seen this startup already.")


def not_unhappy(view: Any, seat: int, number: int) -> Line | None:
    """§8.5 Tinkerer replaces demand for happiness."""
    happy = DEMAND[number] == Icon.HAPPINESS
    return None if happy else Line("8.5", f"Tinkerer replaces a card that demands happiness; {card(number)} does not.")


def not_guarded(view: Any, seat: int, place: int) -> Line | None:
    """§8.5 A Guard of another player, with gold on it, once in a turn."""
    owner, slot = divmod(place, SLOTS)
    if owner == seat or place >= PLACES or ABILITY[view.opened[owner, slot]] != Ability.GUARD:
        return Line("8.5", "There is no Guard of another player in that place.")
    if view.on_card[owner, slot] == 0:
        return Line("8.5", "There is no gold left on this Guard.")
    used = view.used[owner, slot]
    return Line("8.5", "You have taken 1 gold from this Guard in this turn.") if used else None


def no_contract(view: Any, seat: int, slot: int) -> Line | None:
    """§8.5 Railway moves a contract."""
    has = view.contracted[seat, slot]
    return None if has else Line("8.5", "Railway moves a contract, and this business has none.")


def nowhere_to_go(view: Any, seat: int, slot: int) -> Line | None:
    """§8.5 Railway needs a business that can have it."""
    if has_destination(view, seat, slot):
        return None
    return Line("8.5", "No opened business of yours without a contract provides at least as many icons.")


STARTED: tuple[Check, ...] = (no_room, not_held("2.4"))
PAID: tuple[Check, ...] = (*STARTED, no_offering, too_dear)
DEVELOPED: tuple[Check, ...] = (no_developing, no_startup("2.4"), no_hand("2.4"), beneath_is_full)

CHECKS: dict[int, tuple[Check, ...]] = {
    Do.DONE: (no_end,),
    Do.OPEN: (too_late, no_startup("2.1"), not_developed),
    Do.OPEN_PAID: (too_late, no_startup("2.1"), not_paid),
    Do.SEED: (no_seeding, round_is_over, not_held("2.3")),
    Do.START: STARTED,
    Do.START_PAID: PAID,
    Do.START_LODGE: (*STARTED, no_lodge),
    Do.DEVELOP: DEVELOPED,
    Do.SELL: (no_sale, not_business("2.5")),
    Do.SEED_FREE: (no_seeding, no_event(1, "2.3"), no_free_seed, not_held("2.3")),
    Do.START_FREE: (dairy_is_off, *STARTED),
    Do.START_PAID_FREE: (dairy_is_off, *PAID),
    Do.START_LODGE_FREE: (dairy_is_off, *STARTED, no_lodge),
    Do.DEVELOP_FREE: DEVELOPED,
    Do.WARRIOR: (no_barbarians, not_held("8.4"), barbarous("8.4")),
    Do.FARM: (no_card_to_draw("8.4"), nothing_named("Farm", "8.4")),
    Do.SKINNER: (not_held("8.4"),),
    Do.COTTON_MILL: (not_held("8.4"),),
    Do.COAL_MINE: (no_card_to_draw("8.4"), nothing_named("Coal Mine", "8.4")),
    Do.ARSENAL: (not_demanded("8.4"), peaceful("8.4")),
    Do.TENEMENT: (no_card_to_draw("8.4"), nothing_named("Tenement", "8.4")),
    Do.BOMB_FACTORY: (treasury_is_empty, nothing_named("Bomb Factory", "8.4")),
    Do.CASINO: (no_card_to_draw("8.4"), too_poor(STAKE, "8.4"), nothing_named("Casino", "8.4")),
    Do.MENTOR: (not_unknown,),
    Do.TINKERER: (no_hand("8.5"), not_demanded("8.5"), not_unhappy),
    Do.GUARD: (not_guarded,),
    Do.RAILWAY: (not_business("8.5"), no_contract, nowhere_to_go),
    Do.ENGINEER: (too_poor(1, "8.5"), no_card_to_draw("8.5"), hand_is_full, nothing_named("Engineer", "8.5")),
    Do.CANNERY: (not_held("8.5"),),
    Do.NEWSPAPER: (no_event(2, "8.5"), nothing_named("Newspaper", "8.5")),
    Do.PAWNBROKER: (too_poor(PLEDGE, "8.5"), hand_is_full, not_demanded("8.5")),
    Do.POWER_PLANT: (not_held("8.5"),),
    Do.RADIO: (no_event(1, "8.5"), not_held("8.5")),
    Do.AIRFIELD: (no_card_to_draw("8.5"), nothing_named("Airfield", "8.5")),
    Do.SUPERMARKET: (not_held("8.5"), barbarous("8.5")),
    Do.RECYCLER: (no_hand("8.5"), not_discarded("8.5")),
}
