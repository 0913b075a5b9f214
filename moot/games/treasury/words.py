"""Treasury in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from moot.engine import Gesture, Left, Line, Strip, Sweep, Words, plural
from moot.games.treasury.action import business_at, price_of
from moot.games.treasury.components import AGE_SIGNS, EVENT_NAMES, NO_CARD, PROVIDES, Ability
from moot.games.treasury.goal import HOW_TO_WIN, account, goal
from moot.games.treasury.labels import LABELS, ORDER, as_demand, label_sweep
from moot.games.treasury.labour import harvest
from moot.games.treasury.not_now import NOT_NOW
from moot.games.treasury.opening import PLACES, cards_needed, cost_of
from moot.games.treasury.piles import age_in_force, draw_age, power, unused, weapons_of
from moot.games.treasury.refused import ABILITY_OF, listed, why_not_move
from moot.games.treasury.round import HIGHER, KEEP, collects_tax, tax_rate, value_of
from moot.games.treasury.rules import NO_SLOT, SLOTS, Do, Ending, Event, Step
from moot.games.treasury.telling import TOGETHER, WEIGHTS
from moot.games.treasury.turn import patience
from moot.games.treasury.vocabulary import (
    ICON_NAMES,
    card,
    demands,
    does,
    event,
    gold,
    lettered,
    more_cards,
    named,
    place_of,
    provided,
    unsaid,
)
from moot.games.treasury.why import why_not

# Questions


def ask_turn(view: Any, seat: int) -> Line:
    """What may be done now."""
    if view.actions == 0:
        return Line("8.5", "Your action is done. Anything besides, or end your turn?")
    if view.acted:
        return Line("8.5", "You may take another action, or end your turn.")
    moves = listed(view, seat)
    if moves == [Do.DONE]:
        return Line("2.2", "You have no action to take: end your turn.")
    if Do.DONE in moves:
        return Line("2.2", "No action to take. Anything besides, or end your turn?")
    return Line("2.2", "Open what you can, then take your action.")


def actions_left(view: Any, seat: int) -> Left | None:
    """§8.5 Of several actions, those that are left; the one that everybody has needs no count."""
    actions = max(view.actions, 1 + power(view, seat, Ability.CAFE))
    return Left(view.actions, actions, "actions") if actions > 1 else None


def ask_develop(view: Any, seat: int) -> Line:
    """Which card to develop with."""
    return Line("2.4", f"Which card do you lay on {named(view, seat, view.focus)}?")


def ask_claim(view: Any, seat: int) -> Line:
    """Which card serves the present icon."""
    business = view.opened[seat, view.claimer]
    icon = ICON_NAMES[PROVIDES[business, view.claims]]
    return Line("2.6", f"{card(business)}: which demand card for its {icon}?")


def ask_skip(view: Any, seat: int) -> Line:
    """Whether an event takes effect."""
    present = view.resolving[view.nested - 1]
    return Line("8.6", f"Shaman: shall {EVENT_NAMES[present]} take effect?")


def ask_judge(view: Any, seat: int) -> Line:
    """Who starts."""
    return Line("8.10", "Judge: who of the strongest starts the next round?")


def ask_shift(view: Any, seat: int) -> Line:
    """How high the tax is to be."""
    return Line("8.10", f"Parliament: the tax is {gold(tax_rate(view))} for each. Shall it stay?")


# Moves

Said = tuple[str, tuple[int, ...]]  # a template, and the numbers that it names


def say_turn(view: Any, seat: int, what: int, which: int) -> Said:
    """A move of the turn, and the business by whose ability it is made."""
    text, numbers = MENU[what](view, seat, which) if what in MENU else (DOINGS[Do(what)], (what, which))
    by = user_of(view, seat, what)
    return (text, numbers) if by == NO_SLOT else (f"{text}{{{len(numbers)}:business}}", (*numbers, place_of(seat, by)))


def user_of(view: Any, seat: int, what: int) -> int:
    """Where the business lies whose ability is used, or NO_SLOT."""
    unseeded = what == Do.SEED_FREE and not view.seeded  # Prophet seeds after an action that did
    found = (unused(view, seat, ability) for ability in ABILITY_OF.get(what, ())[unseeded:])
    return next((slot for slot in found if slot != NO_SLOT), NO_SLOT)


def say_with(view: Any, seat: int, slot: int, before: str, after: str = "") -> Said:
    """A move with an own business."""
    return f"{before} {named(view, seat, slot)}{{0:business}}{after}", (place_of(seat, slot),)


def say_open(view: Any, seat: int, slot: int) -> Said:
    """By development cards."""
    return say_with(view, seat, slot, "Open", " with its development cards")


def say_open_paid(view: Any, seat: int, slot: int) -> Said:
    """By gold."""
    return say_with(view, seat, slot, "Open", f" for {gold(cost_of(view, seat, view.startup[seat, slot]))}")


def say_start_paid(view: Any, seat: int, number: int) -> Said:
    """Face up at once."""
    return f"Start {{0:card}} and open it for {gold(cost_of(view, seat, number))}", (number,)


def say_start_by_dairy(view: Any, seat: int, number: int) -> Said:
    """The same without an action."""
    text, numbers = say_start_paid(view, seat, number)
    return f"Dairy Farm: s{text[1:]}", numbers


def say_sell(view: Any, seat: int, slot: int) -> Said:
    """With what it pays."""
    price = price_of(view, business_at(view, seat, slot), bool(view.opened[seat, slot]))
    return say_with(view, seat, slot, "Sell", f" for {gold(price)}")


def say_look(view: Any, seat: int, place: int) -> Said:
    """A startup of another player."""
    other, slot = divmod(place, SLOTS)
    return f"Mentor: look at {lettered(view, other, slot)} of {{0:seat}}{{1:business}}", (other, place)


def say_tap(view: Any, seat: int, place: int) -> Said:
    """Guard of another player."""
    return "Take 1 gold from the Guard of {0:seat}{1:business}, who also gains 1 gold", (place // SLOTS, place)


def say_rail(view: Any, seat: int, slot: int) -> Said:
    """A contract to be moved."""
    return say_with(view, seat, slot, "Railway: move the contract of")


def say_develop(view: Any, seat: int, slot: int) -> Said:
    """A startup, with what it still needs."""
    lies, needs = view.developed[seat, slot], cards_needed(view, seat, view.startup[seat, slot])
    return say_with(view, seat, slot, "Develop", f" ({lies} of {needs})")


def say_develop_free(view: Any, seat: int, slot: int) -> Said:
    """The same without an action."""
    text, numbers = say_develop(view, seat, slot)
    return f"Factory: d{text[1:]}", numbers


def say_farm(view: Any, seat: int, _: int) -> Said:
    """With what it gains."""
    return f"Farm: gain {gold(harvest(view, seat))}", ()


DOINGS = {
    Do.DONE: "End the turn",
    Do.SEED: "Seed {1:card}",
    Do.START: "Start {1:card} face down",
    Do.START_LODGE: "Start {1:card} and open it by discarding Lodge",
    Do.SEED_FREE: "Seed {1:card} besides the action",
    Do.START_FREE: "Dairy Farm: start {1:card} face down",
    Do.START_LODGE_FREE: "Dairy Farm: start {1:card} and open it by discarding Lodge",
    Do.WARRIOR: "Warrior: exchange {1:card} for a demand card with barbarians",
    Do.SKINNER: "Skinner: discard {1:card}",
    Do.COTTON_MILL: "Cotton Mill: put {1:card} into the demand pile",
    Do.COAL_MINE: "Coal Mine: demand from the deck, and 2 gold",
    Do.ARSENAL: "Arsenal: discard {1:card} and take 3 gold from the treasury",
    Do.TENEMENT: "Tenement: population +1, and 2 gold",
    Do.BOMB_FACTORY: "Bomb Factory: take gold from the treasury for your weapons",
    Do.CASINO: "Casino: stake 3 gold on the top card of the deck",
    Do.TINKERER: "Tinkerer: replace {1:card}",
    Do.ENGINEER: "Engineer: draw a card for 1 gold",
    Do.CANNERY: "Cannery: discard {1:card} for 2 gold",
    Do.NEWSPAPER: "Newspaper: put the revealed event under the current pile",
    Do.PAWNBROKER: "Pawnbroker: take {1:card} for 3 gold",
    Do.POWER_PLANT: "Power Plant: discard {1:card} for an action",
    Do.RADIO: "Radio: make {1:card} the revealed event",
    Do.AIRFIELD: "Airfield: look at the top card of the deck",
    Do.SUPERMARKET: "Supermarket: put {1:card} into the demand pile for 2 gold",
    Do.RECYCLER: "Recycler: exchange a hand card for {1:card}",
}

MENU: dict[int, Callable[[Any, int, int], Said]] = {
    Do.OPEN: say_open,
    Do.OPEN_PAID: say_open_paid,
    Do.START_PAID: say_start_paid,
    Do.START_PAID_FREE: say_start_by_dairy,
    Do.DEVELOP: say_develop,
    Do.DEVELOP_FREE: say_develop_free,
    Do.SELL: say_sell,
    Do.FARM: say_farm,
    Do.MENTOR: say_look,
    Do.GUARD: say_tap,
    Do.RAILWAY: say_rail,
}


def say_own(verb: str, none: str = "") -> Callable[[Any, int, int], Said]:
    """A move with an own business, or with none."""
    return lambda view, seat, slot: (none, ()) if slot == NO_SLOT else say_with(view, seat, slot, verb)


def say_card(text: str, none: str) -> Callable[[Any, int, int], str]:
    """A move with a card, or with none."""
    return lambda view, seat, number: none if number == NO_CARD else text


def say_either(one: str, other: str) -> Callable[[Any, int, int], str]:
    """A move that says no or yes."""
    return lambda view, seat, answer: other if answer else one


def say_draw(view: Any, seat: int, number: int) -> Said:
    """A card from elsewhere, or the deck."""
    return ("Take {0:card}", (number,)) if number else ("Draw from the deck{0:deck}", (draw_age(view),))


def say_bomb(view: Any, seat: int, place: int) -> Said:
    """A business of another player."""
    if place == PLACES:
        return "Destroy nothing", ()
    other, slot = divmod(place, SLOTS)
    return f"Destroy {named(view, other, slot)}{{1:business}} of {{0:seat}}", (other, place)


def say_claim(view: Any, seat: int, number: int) -> str:
    """A demand card for a contract."""
    return f"{{0:card}} ({demands(number)})"


def say_contract(view: Any, seat: int, slot: int) -> Said:
    """A contract to claim."""
    if slot == NO_SLOT:
        return "Claim no contract", ()
    return say_with(view, seat, slot, "Claim a contract for", f" ({gold(value_of(view, seat, slot))})")


def say_shift(view: Any, seat: int, shift: int) -> str:
    """What becomes of the tax."""
    if shift == KEEP:
        return "Leave the tax as it is"
    return "Make the tax 1 higher" if shift == HIGHER else "Make the tax 1 lower"


# The position


def picture(view: Any, seat: int, names: Sequence[str]) -> str:
    """The table as it is seen."""
    return "\n".join([*head(view, names), "", *piles(view), "", *players(view, names)])


def head(view: Any, names: Sequence[str]) -> Iterator[str]:
    """The round, the treasury and the tax."""
    yield f"Round {view.rounds}" if view.over else f"Round {view.rounds}, {names[view.active]}’s turn"
    tax = f"tax {tax_rate(view)} in age {AGE_SIGNS[age_in_force(view)]}" if collects_tax(view) else "no more tax"
    yield f"TREASURY       {gold(view.treasury)}; population {view.population}; {tax}"


def piles(view: Any) -> Iterator[str]:
    """Events, demand, discards and decks."""
    shown = event(view.event[0]) if view.currents else "none left in this round"
    future = view.population - view.currents
    yield f"CURRENT EVENT  {shown}, {view.currents} in the pile; future pile {future}"
    yield f"DEMAND         {demand_by_icon(view) or 'nothing'}"
    yield f"DISCARDED      {plural('card')(view.discards)}"
    decks = ", ".join(f"{AGE_SIGNS[age]} {view.deck_size[age]}" for age in range(view.ages))
    still = "" if view.over else f"; untouched for {view.idle} of {plural('turn')(patience(view))}"
    yield f"DECKS          {decks}{still}"


def demand_by_icon(view: Any) -> str:
    """How often each icon is demanded."""
    icons = [f"{name} {view.demanded[icon]}" for icon, name in enumerate(ICON_NAMES) if view.demanded[icon]]
    return ", ".join(icons)


def players(view: Any, names: Sequence[str]) -> Iterator[str]:
    """What each player has."""
    for seat, name in enumerate(names):
        cards = plural("card")(view.hand_size[seat])
        yield f"{name:<14} {gold(view.gold[seat])}, {cards} in hand, strength {weapons_of(view, seat)}"
        yield from (f"{'':<14} {line}" for line in businesses(view, seat))
        held = [card(number) for number in view.hand[seat][: view.hand_size[seat]] if number]
        if held:
            yield f"{'':<14} holds {', '.join(held)}"


def businesses(view: Any, seat: int) -> Iterator[str]:
    """The businesses of a player."""
    for slot in range(SLOTS):
        if view.opened[seat, slot]:
            yield f"{named(view, seat, slot)}: {provided(view.opened[seat, slot])}{standing(view, seat, slot)}"
        elif view.startup_tag[seat, slot]:
            cards = plural("development card")(view.developed[seat, slot])
            yield f"{named(view, seat, slot)}, face down, {cards}"


def standing(view: Any, seat: int, slot: int) -> str:
    """Contract and gold of an opened business."""
    contract = f", contract {value_of(view, seat, slot)}" if view.contracted[seat, slot] else ", no contract"
    return contract + (f", {gold(view.on_card[seat, slot])} on it" if view.on_card[seat, slot] else "")


# Turn and phase


PHASES = ("Act", "Contracts", "Draw", "End of round")
CLAIMING = frozenset({Step.CONTRACT, Step.CLAIM, Step.COUNCIL})
ENDING = frozenset(
    {Step.TANNER, Step.BAKERY, Step.SECURITY, Step.MAYOR, Step.TELEVISION, Step.SHIFT_TAX, Step.TAX_SALE, Step.JUDGE}
)


def strip(view: Any) -> Strip:
    """The round, and where its present turn stands."""
    asked = {Step(choice) for choice in view.asking[: view.seats] if choice > 0}
    phase = 3 if asked & ENDING or view.over else 1 if asked & CLAIMING else 2 if Step.DRAW_FROM in asked else 0
    return Strip(f"Round {view.rounds}", PHASES, phase)


# Pieces that sentences name without a word of their own. Of what there is once the number is 0, as is the last argument of events.
THINGS = frozenset({"business", "deck", "future", "population", "standstill", "tax", "treasury"})

WORDS = Words(
    kinds={
        **dict.fromkeys(THINGS, unsaid),
        "age": lambda age: AGE_SIGNS[age],
        "card": card,
        "cards": plural("card"),
        "contracts": plural("contract"),
        "demands": demands,
        "does": does,
        "event": event,
        "gold": gold,
        "more": more_cards,
        "shift": lambda shift: "higher" if shift == HIGHER else "lower",
        "turns": plural("turn"),
        "weapons": plural("weapon"),
    },
    choices={
        Step.MENU: ask_turn,
        Step.DEVELOP_ON: ask_develop,
        Step.UNDER: Line("8.6", "Knight: where does the seeded event go?"),
        Step.SKIP: ask_skip,
        Step.WARRIOR_TAKES: Line("8.4", "Warrior: which demand card comes into your hand?"),
        Step.TINKER_WITH: Line("8.5", "Tinkerer: which hand card replaces it?"),
        Step.MILL: Line("8.4", "Cotton Mill: another card into the demand pile?"),
        Step.RAIL_TO: Line("8.5", "Railway: to which business does the contract go?"),
        Step.SCOUT: Line("8.5", "Airfield: does the top card stay, or go under the deck?"),
        Step.SALVAGE: Line("8.5", "Recycler: which hand card do you give?"),
        Step.OFFERING: Line("8.8", "Which business do you give up to open it?"),
        Step.RETURN: Line("2.5", "Which contract card returns to the demand pile?"),
        Step.INFLUENCE: Line("8.8", "Influencer: a development card into demand for 1 gold?"),
        Step.SPEAR_CARD: Line("8.9", "Spear Maker: take a demand card as a contract?"),
        Step.SPEAR_ON: Line("8.9", "Spear Maker: the contract of which business?"),
        Step.BUTCHER: Line("8.8", "Butcher: put a hand card into the demand pile?"),
        Step.DIG_UP: Line("8.8", "Gravedigger: which discarded card joins the demand pile?"),
        Step.TANK_WORKS: Line("8.8", "Tank Works: discard a barbarian card for 2 gold?"),
        Step.FIELD_KITCHEN: Line("8.8", "Field Kitchen: shall the population grow or shrink?"),
        Step.REACTOR: Line("8.8", "Reactor: discard all demand for coal, for 2 gold each?"),
        Step.BOMB: Line("8.8", "Bomber: destroy a business?"),
        Step.DRAW_FROM: Line("8.7", "Where do you draw from?"),
        Step.LOOT_CARD: Line("8.7", "Which card do you discard?"),
        Step.CONTRACT: Line("2.6", "Claim a contract?"),
        Step.CLAIM: ask_claim,
        Step.COUNCIL: Line("8.9", "Council: on which business do the contract cards go?"),
        Step.VOLCANO: Line("9.5", "Volcano: which opened business do you lose?"),
        Step.MODERNIZE: Line("9.5", "Modernization: sell a business and draw a card?"),
        Step.ADD_CARD: Line("9.5", "Breakthrough: which card do you put into the demand pile?"),
        Step.EXHIBIT: Line("9.5", "Exhibition: put a hand card into the demand pile for gold?"),
        Step.BLACKOUT: Line("9.5", "Blackout: which hand card do you discard?"),
        Step.TANNER: Line("8.10", "Tanner: which of these cards goes into the demand pile?"),
        Step.BAKERY: Line("8.10", "Bakery: from whom do you take 1 gold?"),
        Step.SECURITY: Line("8.10", "Security: from whom do you take 3 gold?"),
        Step.MAYOR: Line("8.10", "Mayor: how much do you pay in before contracts are paid?"),
        Step.TELEVISION: Line("8.10", "Television: give up a contract for what it pays?"),
        Step.SHIFT_TAX: ask_shift,
        Step.TAX_SALE: Line("3.6", "You cannot pay the tax. Which business do you sell?"),
        Step.JUDGE: ask_judge,
    },
    moves={
        Step.MENU: say_turn,
        Step.DEVELOP_ON: "{0:card}",
        Step.UNDER: say_either("On top of the future pile", "Under the future pile"),
        Step.SKIP: say_either("Let it take effect", "Leave it without effect"),
        Step.WARRIOR_TAKES: "{0:card}",
        Step.TINKER_WITH: "{0:card}",
        Step.MILL: say_card("{0:card}", "Stop"),
        Step.RAIL_TO: say_own("To"),
        Step.SCOUT: say_either("Leave it on top", "Put it under the deck"),
        Step.SALVAGE: "{0:card}",
        Step.OFFERING: say_own("Give up"),
        Step.RETURN: "Return {0:card}",
        Step.INFLUENCE: say_card("Pay 1 gold for {0:card}", "Pay nothing"),
        Step.SPEAR_CARD: say_card("Take {0:card}", "Take nothing"),
        Step.SPEAR_ON: say_own("On"),
        Step.BUTCHER: say_card("Put {0:card} into the demand pile", "Keep all cards"),
        Step.DIG_UP: "{0:card}",
        Step.TANK_WORKS: say_card("Discard {0:card}", "Stop"),
        Step.FIELD_KITCHEN: say_either("Population +1", "Population -1"),
        Step.REACTOR: say_either("Leave it", "Discard it"),
        Step.BOMB: say_bomb,
        Step.DRAW_FROM: say_draw,
        Step.LOOT_CARD: "Discard {0:card}",
        Step.CONTRACT: say_contract,
        Step.CLAIM: say_claim,
        Step.COUNCIL: say_own("On"),
        Step.VOLCANO: say_own("Lose"),
        Step.MODERNIZE: say_own("Sell", "Sell nothing"),
        Step.ADD_CARD: "{0:card}",
        Step.EXHIBIT: say_card("Exhibit {0:card}", "Exhibit nothing"),
        Step.BLACKOUT: "Discard {0:card}",
        Step.TANNER: "{0:card}",
        Step.BAKERY: "From {0:seat}",
        Step.SECURITY: "From {0:seat}",
        Step.MAYOR: lambda view, seat, amount: f"Pay {gold(amount)}" if amount else "Pay nothing",
        Step.TELEVISION: say_own("Give up the contract of", "Keep all contracts"),
        Step.SHIFT_TAX: say_shift,
        Step.TAX_SALE: say_own("Sell"),
        Step.JUDGE: "{0:seat}",
    },
    events={
        Event.DEALT: Line("1.3", "You are dealt {0:card}."),
        Event.FIRST_EVENT: Line("1.3", "The first current event is {0:event}: {0:does}"),
        Event.ROUND_BEGAN: Line("3.7", "— Round {0}, {1:seat} begins —"),
        Event.PASSED: Line("2.2", "{0:seat} has no action to take and passes."),
        Event.SEEDED: Line("2.3", "{0:seat} seeds an event{4:future}."),
        Event.SLID_UNDER: Line("8.6", "{0:seat}’s Knight slides it under the future pile."),
        Event.HAPPENED: Line("2.3", "{0:event} happens. {0:does}"),
        Event.SKIPPED: Line("8.6", "Shaman leaves {0:event} without effect."),
        Event.INTO_DEMAND: Line("2.3", "{0:card} joins the demand pile: {0:demands}."),
        Event.TURNED_UP: Line("2.3", "The next event is {0:event}."),
        Event.USED_UP: Line("2.3", "No current event is left: the round ends before the starting player’s next turn."),
        Event.STARTED: Line("2.4", "{0:seat} starts a business."),
        Event.DEVELOPED: Line("2.4", "{0:seat} develops a business: {1:cards} on it."),
        Event.OPENED: Line("2.1", "{0:seat} opens {1:card}."),
        Event.OPENED_PAID: Line("2.1", "{0:seat} opens {1:card} for {2:gold}."),
        Event.OPENED_LODGE: Line("8.8", "{0:seat} discards {2:card} to open {1:card}."),
        Event.SOLD: Line("2.5", "{0:seat} sells {1:card} for {2:gold}."),
        Event.SOLD_FOR_TAX: Line("3.6", "{0:seat} is short of tax and sells {1:card} for {2:gold}."),
        Event.GAVE_UP: Line("8.8", "{0:seat} gives up {1:card}."),
        Event.LOST_BUSINESS: Line("9.5", "{0:seat} loses {1:card}."),
        Event.RETURNED: Line("2.5", "{0:seat} returns the contract card {1:card}."),
        Event.DISCARDED: Line("8.4", "{0:seat} discards {1:card}."),
        Event.EARNED: Line("5.1", "{0:seat} gains {1:gold} by {2:card}."),
        Event.GAINED: Line("5.1", "{0:seat} gains {1:gold}."),
        Event.PAID_IN: Line("5.1", "{0:seat} pays {1:gold} into the treasury{4:treasury}, which has {2}."),
        Event.TOOK_GOLD: Line("8.10", "{0:seat} takes {1:gold} from {2:seat}."),
        Event.FROM_TREASURY: Line("5.1", "{0:seat} takes {1:gold} from the treasury{4:treasury}, which has {2}."),
        Event.TREASURY_LOST: Line("5.1", "The treasury{4:treasury} loses {0:gold} and has {1}."),
        Event.TREASURY_GAINED: Line("9.3", "The treasury{4:treasury} gains {0:gold} and has {1}."),
        Event.RAN_DRY: Line("5.1", "The treasury{4:treasury} is dry."),
        Event.DREW: Line("2.7", "{0:seat} draws a card."),
        Event.DREW_CARD: Line("2.7", "It is {0:card}."),
        Event.DREW_SHOWN: Line("8.7", "{0:seat} shows {1:card}, which demands science."),
        Event.TOOK_CARD: Line("8.7", "{0:seat} takes {1:card} into the hand."),
        Event.NOTHING_TO_DRAW: Line("2.7", "There is no card for {0:seat} to draw."),
        Event.GREW: Line("4.2", "The population{4:population} grows to {0}."),
        Event.SHRANK: Line("4.3", "The population{4:population} shrinks to {0}: the next event is at hand."),
        Event.CANNOT_GROW: Line("4.2", "The population cannot grow: there are no cards."),
        Event.CANNOT_SHRINK: Line("4.4", "The population is at its least: the loss is ignored."),
        Event.NO_EFFECT: Line("9.4", "Nothing comes of it."),
        Event.SPARED: Line("9.5", "{0:seat}’s Tower stands firm."),
        Event.CONTRACTED: Line("2.6", "{0:seat} has a contract for {1:card}: {2:card}{3:more}{4:more}."),
        Event.CONTRACT_MOVED: Line("8.5", "{0:seat} moves the contract of {1:card} to {2:card}."),
        Event.LOOKED: Line("8.5", "{0:seat}’s Mentor looks at a startup of {1:seat}."),
        Event.SAW: Line("8.3", "You see {0:card}."),
        Event.DUG: Line("8.10", "{0:seat}’s Tanner brings up {1:card}."),
        Event.REMOVED: Line("9.4", "{0:card} is discarded from the demand pile."),
        Event.EVENT_DELAYED: Line("8.5", "{0:seat}’s Newspaper puts {1:event} under the current pile."),
        Event.EVENT_SWAPPED: Line("8.5", "{0:seat}’s Radio makes {1:event} the next event."),
        Event.SCOUTED: Line("8.5", "{0:seat}’s Airfield looks at the top card of the deck."),
        Event.PUT_UNDER: Line("8.5", "{0:seat} puts it under the deck."),
        Event.EXTRA_ACTION: Line("8.5", "{0:seat} has one action more."),
        Event.LAST_TURNS: Line(
            "6.1", "The last turns begin: play goes on until it would be the starting player’s turn."
        ),
        Event.STANDSTILL_AHEAD: Line(
            "6.1",
            "No card has left the decks for {0:turns} of each player{4:standstill}. "
            "If none leaves them in {1:turns} more of each player, the last turns begin.",
        ),
        Event.STANDS_STILL: Line(
            "6.1",
            "No card leaves the decks any more: the last turns begin, and play goes on until it would be the starting "
            "player’s turn.",
        ),
        Event.FINAL_EVENTS: Line("6.1", "The last turns are over. All remaining events happen."),
        Event.ROUND_ENDS: Line("3.1", "Round {0} ends. The treasury has {1:gold}, the population is {2}."),
        Event.PASS_PAID: Line("3.4", "Payout, pass {0}: {1:gold} of {2} in the treasury{4:treasury}."),
        Event.CONTRACT_PAID: Line("3.4", "{0:seat} is paid {2:gold} for {1:card}."),
        Event.TREASURY_EXHAUSTED: Line(
            "3.4", "The treasury{4:treasury} is exhausted: the supply adds {0:gold}, and payouts cease."
        ),
        Event.UNPAID: Line("3.4", "{0:seat} has {1:contracts} unpaid."),
        Event.SHIFTED_TAX: Line("8.10", "{0:seat}’s Parliament makes the tax 1 {1:shift}."),
        Event.TAX_RATE: Line(
            "3.5",
            "Tax{4:tax}: {0:gold} for each of {1} population and for each player; the treasury{4:treasury} has {2}.",
        ),
        Event.TAX_PAID: Line("3.5", "{0:seat} pays {1:gold} of tax; the treasury{4:treasury} has {2}."),
        Event.TAX_FREE: Line("8.10", "{0:seat} has Gatherer and pays no tax."),
        Event.STARTS_NEXT: Line("3.7", "{0:seat}, with {1:weapons}, starts the next round."),
        Event.STAYS_STARTER: Line("3.7", "{0:seat} stays the starting player."),
        Event.FINAL_GOLD: Line("6.2", "{0:seat} ends with {1:gold} and a contract income of {2:gold}."),
    },
    endings={
        Ending.LAST_CARD: Line("6.2", "The cards have run out, and the game is over."),
        Ending.STANDSTILL: Line(
            "6.1", "No card has left the decks for twenty turns of each player, and the game is over."
        ),
    },
    labels=LABELS,
    gestures=(
        Gesture((Step.MENU, Step.DEVELOP_ON), only=(Do.DEVELOP, Do.DEVELOP_FREE)),
        Gesture((Step.CONTRACT, Step.CLAIM), says=0),
    ),
    sweep=Sweep((Step.CONTRACT, Step.CLAIM), as_demand, label_sweep),
    order=ORDER,
    left={Step.MENU: actions_left},
    not_now=NOT_NOW,
    picture=picture,
    scenes=frozenset({Event.ROUND_ENDS}),
    pieces=THINGS | {"card", "event"},
    weights=WEIGHTS,
    together=TOGETHER,
    overheard={Event.DEALT: "{5:seat} is dealt {0:card}.", Event.SAW: "{5:seat} sees {0:card}."},
    strip=strip,
    why_not=why_not,
    why_not_move=why_not_move,
    points=gold,
    goal=goal,
    how_to_win=HOW_TO_WIN,
    account=account,
)
