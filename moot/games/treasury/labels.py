"""Treasury: the answers in short: what each costs, and what it makes of gold, cards and contracts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from moot.engine import Label, imagined
from moot.engine.labels import Labelled, Labels
from moot.games.treasury.action import PAID, business_at, develop_with, price_of, sell, start
from moot.games.treasury.business import PLEDGE, tap, use_ability
from moot.games.treasury.components import BARBARIANS, DEMAND, EVENT_NAMES, NO_CARD
from moot.games.treasury.event import exhibit, present
from moot.games.treasury.foresight import gold_by, happening, seeding, tried
from moot.games.treasury.labour import PRIZE, STAKE
from moot.games.treasury.opening import PLACES, bomb, cards_needed, cost_of, feed, fight, open_paid, replace_coal
from moot.games.treasury.piles import draw_age, top_of
from moot.games.treasury.round import (
    HIGHER,
    KEEP,
    bake,
    extort,
    give,
    give_up_contract,
    largest_unpaid,
    shift_tax,
    tax_rate,
    value_of,
)
from moot.games.treasury.rules import NO_SLOT, SLOTS, Do, Event, Step
from moot.games.treasury.vocabulary import card, demands, gold, lettered, named, provided

Maker = Callable[[Any, int, int], Labelled]

SEATS = (0, 1, 2, 3)  # whom templates of events may name
BESIDES = "besides"  # what is done besides the action


# The turn


def label_turn(view: Any, seat: int, what: int, which: int) -> Labelled:
    """§2.2 What is done in a turn."""
    if what in MENU:
        return MENU[Do(what)](view, seat, which)
    cost = card(which) if what in TAKING else COSTS.get(Do(what), "")
    return Label(ABILITY_VERBS[Do(what)], cost, label_ability(view, seat, what, which))


def label_done(view: Any, seat: int, _: int) -> Labelled:
    """§2.2 §8.5 Who leaves an action that can be taken gives something up."""
    left = view.actions > 0 and view.acted > 0
    return Label(
        "End turn", f"{view.actions} left" if left else "", "then contracts, and a card", costly=left, exit=True
    )


def label_open(view: Any, seat: int, slot: int) -> Labelled:
    """§2.1 By development cards."""
    number = view.startup[seat, slot]
    return Label("Open", "free", f"{card(number)}: provides {provided(number)}")


def label_open_paid(view: Any, seat: int, slot: int) -> Labelled:
    """§2.1 By gold."""
    cost = gold(cost_of(view, seat, view.startup[seat, slot]))
    return Label("Open", cost, f"{named(view, seat, slot)}: {gold_by(view, seat, open_paid, slot)}")


def label_seed(what: Do, verb: str) -> Maker:
    """§2.3 The event that happens, and to whom."""
    return lambda view, seat, number: (Label(verb, card(number), seeding(view, seat, what, number)), SEATS)


def label_start(cost: str) -> Maker:
    """§2.4 Face down, and what it will take to open it."""

    def label(view: Any, seat: int, number: int) -> Labelled:
        needed, price = cards_needed(view, seat, number), gold(cost_of(view, seat, number))
        opens = "next turn" if not needed else f"by {needed} card{'s' if needed > 1 else ''} or {price}"
        return Label("Start face down", cost, f"{card(number)}: opens {opens}")

    return label


def label_start_paid(view: Any, seat: int, number: int) -> Labelled:
    """§2.4 Face up at once."""
    cost = gold(cost_of(view, seat, number))
    return Label("Start open", cost, f"{card(number)}: {gold_by(view, seat, start, number, PAID)}")


def label_start_lodge(view: Any, seat: int, number: int) -> Labelled:
    """§8.8 Face up by discarding Lodge."""
    return Label("Start open", "Lodge", f"{card(number)}; Lodge is discarded")


def label_develop(cost: str) -> Maker:
    """§2.4 How many cards then lie on a startup, of those that it needs."""

    def label(view: Any, seat: int, slot: int) -> Labelled:
        lies, needs = view.developed[seat, slot] + 1, cards_needed(view, seat, view.startup[seat, slot])
        opens = ": opens next turn" if lies == needs else ""
        return Label("Develop", cost, f"{developing(view, seat, slot, lies)}{opens}", costly=lies > needs)

    return label


def developing(view: Any, seat: int, slot: int, lies: int) -> str:
    """§2.4 A startup with so many cards on it; more than it needs are allowed."""
    name, needs = named(view, seat, slot), cards_needed(view, seat, view.startup[seat, slot])
    return f"{name}, {lies} of {needs}" if lies <= needs else f"{name} needs no more cards"


def label_sell(view: Any, seat: int, slot: int) -> Labelled:
    """§2.5 What it pays, and that a contract goes back."""
    return Label("Sell", price(view, seat, slot), sale(view, seat, slot), costly=True)


def price(view: Any, seat: int, slot: int) -> str:
    """§2.5 What a sale pays."""
    return f"+{gold(price_of(view, business_at(view, seat, slot), bool(view.opened[seat, slot])))}"


def sale(view: Any, seat: int, slot: int) -> str:
    """§2.5 What goes with a business that is sold, or what that makes of the gold."""
    name = named(view, seat, slot)
    if view.contracted[seat, slot]:
        return f"{name}; its contract goes back"
    return f"{name}: {gold_by(view, seat, sell, slot, Event.SOLD)}"


def label_guard(view: Any, seat: int, place: int) -> Labelled:
    """§8.5 Gold for both."""
    other = place // SLOTS
    gains = tried(view, seat, tap, place).gold[other] - view.gold[other]
    return Label("Guard", BESIDES, f"{gold_by(view, seat, tap, place)}, {{0:seat}} +{gains}"), (other,)


def label_mentor(view: Any, seat: int, place: int) -> Labelled:
    """§8.5 A look at a startup."""
    other, slot = divmod(place, SLOTS)
    return Label("Mentor", BESIDES, f"look at {lettered(view, other, slot)} of {{0:seat}}"), (other,)


MENU: dict[Do, Maker] = {
    Do.DONE: label_done,
    Do.OPEN: label_open,
    Do.OPEN_PAID: label_open_paid,
    Do.SEED: label_seed(Do.SEED, "Seed"),
    Do.START: label_start("free"),
    Do.START_PAID: label_start_paid,
    Do.START_LODGE: label_start_lodge,
    Do.DEVELOP: label_develop("a card"),
    Do.SELL: label_sell,
    Do.SEED_FREE: label_seed(Do.SEED_FREE, "Seed besides"),
    Do.START_FREE: label_start(BESIDES),
    Do.START_PAID_FREE: label_start_paid,
    Do.START_LODGE_FREE: label_start_lodge,
    Do.DEVELOP_FREE: label_develop(BESIDES),
    Do.MENTOR: label_mentor,
    Do.GUARD: label_guard,
}

# Abilities

ABILITY_VERBS = {what: what.name.replace("_", " ").title() for what in Do if what >= Do.WARRIOR}
COSTS = {
    Do.CASINO: gold(STAKE),
    Do.ENGINEER: gold(1),
    Do.PAWNBROKER: gold(PLEDGE),
    **dict.fromkeys((Do.RAILWAY, Do.NEWSPAPER, Do.AIRFIELD), BESIDES),
}
# Abilities that move a card which the answer names.
TAKING = frozenset({Do.WARRIOR, Do.SKINNER, Do.COTTON_MILL, Do.ARSENAL, Do.TINKERER, Do.CANNERY, Do.POWER_PLANT})
TAKING |= {Do.RADIO, Do.SUPERMARKET, Do.RECYCLER}
EARNING = frozenset({Do.FARM, Do.ARSENAL, Do.BOMB_FACTORY, Do.CANNERY, Do.SUPERMARKET})  # as far as can be known


def label_ability(view: Any, seat: int, what: int, which: int) -> str:
    """§8.4 §8.5 What comes of an ability."""
    if what in EARNING:
        return gold_by(view, seat, use_ability, what, which)
    if what == Do.RAILWAY:
        return f"the contract of {named(view, seat, which)}"
    if what == Do.NEWSPAPER:
        return f"{EVENT_NAMES[view.event[0]]} goes under the pile"
    if what == Do.PAWNBROKER:
        return f"{card(which)} into your hand"
    return f"{EVENT_NAMES[which]} becomes the event" if what == Do.RADIO else ABILITIES[Do(what)]


ABILITIES = {
    Do.WARRIOR: "into demand, for a barbarian card",
    Do.SKINNER: "the card is discarded",
    Do.COTTON_MILL: "into the demand pile",
    Do.COAL_MINE: "a deck card into demand, and 2 gold",
    Do.TENEMENT: "population +1, and 2 gold",
    Do.CASINO: f"+{PRIZE} gold, but the stake if barbarians come",
    Do.TINKERER: "leaves demand for a hand card",
    Do.ENGINEER: "draw a card",
    Do.POWER_PLANT: "discarded for one more action",
    Do.AIRFIELD: "look at the top card of the deck",
    Do.RECYCLER: "into your hand, for a hand card",
}


# Cards and businesses


def no(verb: str, outcome: str) -> Label:
    """An answer that declines."""
    return Label(verb, outcome=outcome, exit=True)


def label_card(verb: str, outcome: str, none: Label | None = None) -> Maker:
    """A card for some purpose, or none."""

    def label(view: Any, seat: int, number: int) -> Labelled:
        return none if none and number == NO_CARD else Label(verb, card(number), outcome)

    return label


def label_demand(verb: str, none: Label | None = None, cost: str = "") -> Maker:
    """§2.3 A card that joins the demand pile, or none: what it demands."""

    def label(view: Any, seat: int, number: int) -> Labelled:
        if none and number == NO_CARD:
            return none
        return Label(verb, cost or card(number), f"{f'{card(number)} ' if cost else ''}demands {demands(number)}")

    return label


def label_earning(verb: str, consequence: Callable[..., None], none: Label) -> Maker:
    """A card that is given for gold, or none."""

    def label(view: Any, seat: int, number: int) -> Labelled:
        if number == NO_CARD:
            return none
        return Label(verb, card(number), gold_by(view, seat, consequence, number))

    return label


def label_place(verb: str, none: Label | None = None) -> Maker:
    """§3.4 An own business, with what its contract pays; or none."""

    def label(view: Any, seat: int, slot: int) -> Labelled:
        if none and slot == NO_SLOT:
            return none
        return Label(verb, "", f"{named(view, seat, slot)}: pays {gold(value_of(view, seat, slot))}")

    return label


def label_claim(view: Any, seat: int, slot: int) -> Labelled:
    """§2.6 §3.4 What a contract pays, and in which pass of the payout."""
    if slot == NO_SLOT:
        return no("No contract", "you draw, and the turn ends")
    pays = gold(value_of(view, seat, slot))
    return Label("Claim", "", f"{named(view, seat, slot)}: pays {pays} in pass {pass_of(view, seat, slot)}")


def pass_of(view: Any, seat: int, slot: int) -> int:
    """§3.4 The pass that would pay a contract claimed now, if the treasury lasts: those that pay more come before it."""
    after, passes = imagined(view), 1
    after.contracted[seat, slot], after.paid[seat] = 1, 0
    while (paid := largest_unpaid(after, seat)) != slot:
        after.paid[seat] |= 1 << paid
        passes += 1
    return passes


def label_loss(verb: str) -> Maker:
    """§8.8 §9.5 An own business that goes, with its contract."""

    def label(view: Any, seat: int, slot: int) -> Labelled:
        contract = " and its contract" if view.contracted[seat, slot] else ""
        return Label(verb, "", f"{card(business_at(view, seat, slot))}{contract}")

    return label


def label_either(no: Label, yes: Label) -> Maker:
    """The one or the other."""
    return lambda view, seat, answer: yes if answer else no


# Single questions


def label_development(view: Any, seat: int, number: int) -> Labelled:
    """§2.4 How many cards then lie on the business."""
    lies = tried(view, seat, develop_with, number).developed[seat, view.focus]
    return Label("Lay", card(number), developing(view, seat, view.focus, lies))


def label_skip(view: Any, seat: int, skipping: int) -> Labelled:
    """§8.6 The event with its effect, or without."""
    if skipping:
        return Label("Without effect", "", f"{EVENT_NAMES[present(view)]} has no effect")
    return Label("Let it take effect", "", happening(view, seat)), SEATS


def label_scout(view: Any, seat: int, under: int) -> Labelled:
    """§8.5 What to do with the top card of the deck, which the owner of Airfield sees."""
    return Label("Put under" if under else "Leave on top", "", f"{card(top_of(view, draw_age(view)))}")


def label_reactor(view: Any, seat: int, clearing: int) -> Labelled:
    """§8.8 Gold for all demand for coal."""
    if not clearing:
        return no("Leave it", "the coal stays in demand")
    return Label("Discard all coal", "", gold_by(view, seat, replace_coal, clearing))


def label_kitchen(view: Any, seat: int, shrinking: int) -> Labelled:
    """§4.2 §4.3 The population; a loss reveals an event."""
    before, after = view.population, tried(view, seat, feed, shrinking).population
    event = ", an event happens" if after < before else ""
    said = f"population {before} → {after}{event}" if after != before else "the population stays as it is"
    return Label("Shrink" if shrinking else "Grow", "", said)


def label_bomb(view: Any, seat: int, place: int) -> Labelled:
    """§8.8 What the owner gains."""
    if place == PLACES:
        return no("Destroy nothing", "all businesses stay")
    other, slot = divmod(place, SLOTS)
    gains = tried(view, seat, bomb, place).gold[other] - view.gold[other]
    return Label("Destroy", "", f"{named(view, other, slot)} of {{0:seat}}, who gains {gains}", costly=True), (other,)


def label_draw(view: Any, seat: int, number: int) -> Labelled:
    """§8.7 A known card, or the next of the deck."""
    return (
        Label("Take", card(number), "a card that you know")
        if number
        else Label("Draw", "", "the next card of the deck")
    )


def label_modernize(view: Any, seat: int, slot: int) -> Labelled:
    """§9.5 A sale and a card."""
    if slot == NO_SLOT:
        return no("Sell nothing", "and draw no card")
    return Label("Sell", price(view, seat, slot), f"{sale(view, seat, slot)}; draw", costly=True)


def label_victim(consequence: Callable[..., None]) -> Maker:
    """§8.10 Gold from another player."""

    def label(view: Any, seat: int, other: int) -> Labelled:
        taken = tried(view, seat, consequence, other).gold[seat] - view.gold[seat]
        return Label("Take", gold(taken), f"from {{0:seat}}, who has {view.gold[other]}")

    return label


def label_gift(view: Any, seat: int, amount: int) -> Labelled:
    """§8.10 What Mayor pays into the treasury."""
    if amount == 0:
        return no("Pay nothing", f"the treasury stays at {view.treasury}")
    after = tried(view, seat, give, amount)
    return Label("Pay", gold(amount), f"treasury {view.treasury} → {after.treasury}")


def label_television(view: Any, seat: int, slot: int) -> Labelled:
    """§8.10 A contract for what it pays."""
    if slot == NO_SLOT:
        return no("Keep all", "contracts stay where they are")
    return Label(
        "Give up", "", f"{named(view, seat, slot)}: {gold_by(view, seat, give_up_contract, slot)}", costly=True
    )


def label_shift(view: Any, seat: int, shift: int) -> Labelled:
    """§8.10 The tax for all."""
    if shift == KEEP:
        return Label("Leave it", "", f"{gold(tax_rate(view))} for each", exit=True)
    after = tried(view, seat, shift_tax, shift)
    return Label("Raise" if shift == HIGHER else "Lower", "", f"{tax_rate(view)} → {gold(tax_rate(after))} for each")


def as_demand(number: int) -> tuple[int, int]:
    """§2.6 What a card of the demand pile is good for; others may be as good."""
    return int(DEMAND[number]), int(BARBARIANS[number])


def label_sweep(many: int) -> Label:
    """§2.6 A contract for each business that can have one."""
    return Label("Claim all", str(many), "each business takes its own cards")


LABELS: Labels = {
    Step.MENU: label_turn,
    Step.DEVELOP_ON: label_development,
    Step.UNDER: label_either(
        Label("On top", outcome="it comes up last next round"), Label("Under", outcome="it comes up first next round")
    ),
    Step.SKIP: label_skip,
    Step.WARRIOR_TAKES: label_card("Take", "into your hand"),
    Step.TINKER_WITH: label_demand("Put in"),
    Step.MILL: label_demand("Put in", no("Stop", "the other cards stay in your hand")),
    Step.RAIL_TO: label_place("Move here"),
    Step.SCOUT: label_scout,
    Step.SALVAGE: label_card("Give", "to the discard pile"),
    Step.OFFERING: label_loss("Give up"),
    Step.RETURN: label_demand("Return"),
    Step.INFLUENCE: label_demand("Pay", no("Pay nothing", "the cards are discarded"), gold(1)),
    Step.SPEAR_CARD: label_card("Take", "as a contract", no("Take nothing", "no contract by Spear Maker")),
    Step.SPEAR_ON: label_place("Put here"),
    Step.BUTCHER: label_demand("Put in", no("Keep all", "no card goes into demand")),
    Step.DIG_UP: label_demand("Dig up"),
    Step.TANK_WORKS: label_earning("Discard", fight, no("Stop", "the other barbarians stay")),
    Step.FIELD_KITCHEN: label_kitchen,
    Step.REACTOR: label_reactor,
    Step.BOMB: label_bomb,
    Step.DRAW_FROM: label_draw,
    Step.LOOT_CARD: label_card("Discard", "to the discard pile"),
    Step.CONTRACT: label_claim,
    Step.CLAIM: label_demand("Use"),
    Step.COUNCIL: label_place("Put here"),
    Step.VOLCANO: label_loss("Lose"),
    Step.MODERNIZE: label_modernize,
    Step.ADD_CARD: label_demand("Put in"),
    Step.EXHIBIT: label_earning("Exhibit", exhibit, no("Exhibit nothing", "you keep your cards")),
    Step.BLACKOUT: label_card("Discard", "to the discard pile"),
    Step.TANNER: label_demand("Put in"),
    Step.BAKERY: label_victim(bake),
    Step.SECURITY: label_victim(extort),
    Step.MAYOR: label_gift,
    Step.TELEVISION: label_television,
    Step.SHIFT_TAX: label_shift,
    Step.TAX_SALE: lambda view, seat, slot: Label("Sell", price(view, seat, slot), sale(view, seat, slot)),
    Step.JUDGE: Label("Choose", "", "{0:seat} starts the next round"),
}

ORDER = (
    "Claim all",
    "Open",
    "Seed",
    "Seed besides",
    "Start face down",
    "Start open",
    "Develop",
    *ABILITY_VERBS.values(),
    "Sell",
)
