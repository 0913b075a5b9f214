"""Treasury, chapter 2: the turn, and the way to the next player. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, ask, do, offer, rule, tell
from moot.engine.flow import COUNT
from moot.games.treasury.action import (
    can_seed,
    can_seed_free,
    can_start,
    develop,
    offer_developments,
    offer_hand,
    offer_sales,
    offer_starts,
    seed,
    sell,
    start,
)
from moot.games.treasury.business import can_tap, has_free_ability, offer_abilities, use_ability
from moot.games.treasury.components import ABILITY, ANY_CARD, Ability
from moot.games.treasury.labour import offer_ability_actions
from moot.games.treasury.opening import offer_openings, open_developed, open_paid
from moot.games.treasury.piles import (
    draw_age,
    earn,
    power,
    use,
)
from moot.games.treasury.rules import (
    LAST_WARNINGS,
    PATIENCE,
    Do,
    Ending,
    Event,
    Step,
    Treasury,
    rules,
)


@rules.step(Step.TURN)
def begin_turn(s: Treasury) -> None:
    """§2.2 Open, then exactly one action (§8.5 with Cafe one more), then contracts, then draw."""
    s.turns[s.active] += 1
    s.idle += 1
    s.actions = 1 + power(s, s.active, Ability.CAFE)
    s.acted = s.seeded = s.developing = 0
    if s.uses > 0:
        refresh(s)
    mine_bronze(s, s.active)
    ask(s, s.active, Step.MENU)
    do(s, Step.CONTRACTS, Step.END_TURN)


@rule
def refresh(s: Treasury) -> None:
    """§8.1 What is used once a turn can be used again."""
    s.uses = 0
    for seat in range(s.seats):
        for slot in range(s.reach[seat]):
            s.used[seat, slot] = 0


@rule
def mine_bronze(s: Treasury, seat: int) -> None:
    """§8.5 Bronze Mine gives 1 gold at the start of the turn while it has no contract."""
    if power(s, seat, Ability.BRONZE_MINE) > 0:
        for slot in range(s.reach[seat]):
            card = s.opened[seat, slot]
            if ABILITY[card] == Ability.BRONZE_MINE and s.contracted[seat, slot] == 0:
                earn(s, seat, 1, card)


@rules.step(Step.GO_ON)
def go_on(s: Treasury) -> None:
    """§2.2 The turn goes on while there is something to do."""
    if s.actions > 0 or has_free(s, s.active):
        ask(s, s.active, Step.MENU)


@rule
def has_free(s: Treasury, seat: int) -> bool:
    """§8.5 Whether something may be done without an action."""
    if s.besides[seat] > 0:
        if power(s, seat, Ability.HUT_BUILDER) > 0 and s.businesses[seat] > 0:
            return True
        if can_seed_free(s, seat) or can_start_free(s, seat):
            return True
    return has_free_ability(s, seat)


@rule
def can_start_free(s: Treasury, seat: int) -> bool:
    """§8.5 Dairy Farm starts a business without an action, unless something was developed this turn."""
    return power(s, seat, Ability.DAIRY_FARM) > 0 and s.developing <= 0 and can_start(s, seat) and fresh_dairy(s, seat)


@rule
def fresh_dairy(s: Treasury, seat: int) -> bool:
    """§8.1 Once a turn for each copy."""
    for slot in range(s.reach[seat]):
        if ABILITY[s.opened[seat, slot]] == Ability.DAIRY_FARM and s.used[seat, slot] == 0:
            return True
    return False


@rules.choice(Step.MENU, len(Do), ANY_CARD, declines=[Do.DONE])
def menu(s: Treasury, seat: int, out: Moves) -> None:
    """§2.1 §2.2 Openings come before the first action, which only who has none to take may leave; §8.5 those after it all may."""
    if s.acted == 0:
        offer_openings(s, seat, out)
    offer_free(s, seat, out)
    before = out[COUNT]
    if s.actions > 0:
        offer_actions(s, seat, out)
    if out[COUNT] == before or s.acted > 0:
        offer(out, Do.DONE)


@rule
def offer_actions(s: Treasury, seat: int, out: Moves) -> None:
    """§2.2 Seed, start, develop, sell, or an ability that says so."""
    if can_seed(s, seat):
        offer_hand(s, seat, Do.SEED, out)
    if can_start(s, seat):
        offer_starts(s, seat, Do.START, out)
    if s.developing >= 0:
        offer_developments(s, seat, Do.DEVELOP, out)
    if power(s, seat, Ability.HUT_BUILDER) == 0:
        offer_sales(s, seat, out)
    offer_ability_actions(s, seat, out)


@rule
def offer_free(s: Treasury, seat: int, out: Moves) -> None:
    """§8.5 What needs no action."""
    if s.besides[seat] > 0:
        if power(s, seat, Ability.HUT_BUILDER) > 0:
            offer_sales(s, seat, out)
        if can_seed_free(s, seat):
            offer_hand(s, seat, Do.SEED_FREE, out)
        if can_start_free(s, seat):
            offer_starts(s, seat, Do.START_FREE, out)
    offer_abilities(s, seat, out)


@rules.then(Step.MENU)
def act(s: Treasury, seat: int, what: int, which: int) -> None:
    """§2.2 What was chosen is done; then the turn goes on."""
    if what == Do.DONE:
        pass_on(s, seat)
        return
    if is_action(s, seat, what):
        s.actions -= 1
        s.acted = 1
    if may_go_on(s, seat, what):
        do(s, Step.GO_ON)
    if what >= Do.WARRIOR:
        use_ability(s, seat, what, which)
    else:
        act_plainly(s, seat, what, which)


@rule
def may_go_on(s: Treasury, seat: int, what: int) -> bool:
    """§2.2 Whether there may be more to do in this turn; what is opened may make it so."""
    if s.actions > 0 or s.besides[seat] > 0 or what in (Do.START_PAID, Do.START_LODGE):
        return True
    return can_tap(s, seat)


@rule
def pass_on(s: Treasury, seat: int) -> None:
    """§2.2 A player without a legal action passes; §8.5 who has had one may leave those that abilities add."""
    if s.acted == 0:
        tell(s, Event.PASSED, seat)
    s.actions = 0


@rule
def is_action(s: Treasury, seat: int, what: int) -> bool:
    """§2.2 Whether this takes an action."""
    if what == Do.SELL:
        return power(s, seat, Ability.HUT_BUILDER) == 0
    return Do.SEED <= what <= Do.DEVELOP or Do.WARRIOR <= what <= Do.CASINO


@rule
def act_plainly(s: Treasury, seat: int, what: int, which: int) -> None:
    """§2.1 §2.3 §2.4 §2.5 What every player can do, and what an ability lets them do without an action."""
    if what == Do.OPEN:
        open_developed(s, seat, which)
    elif what == Do.OPEN_PAID:
        open_paid(s, seat, which)
    elif what == Do.SELL:
        sell(s, seat, which, Event.SOLD)
    elif what in (Do.DEVELOP, Do.DEVELOP_FREE):
        develop(s, seat, which, what == Do.DEVELOP_FREE)
    elif what in (Do.SEED, Do.SEED_FREE):
        seed(s, seat, which, what == Do.SEED_FREE)
    else:
        begin_business(s, seat, what, which)


@rule
def begin_business(s: Treasury, seat: int, what: int, card: int) -> None:
    """§2.4 As an action, or §8.5 by Dairy Farm: then nothing is developed this turn."""
    if what >= Do.START_FREE:
        use(s, seat, Ability.DAIRY_FARM)
        s.developing = -1
        start(s, seat, card, what - Do.START_FREE)
    else:
        start(s, seat, card, what - Do.START)


# The end of a turn


@rules.step(Step.END_TURN)
def end_turn(s: Treasury) -> None:
    """§2.3 §3.1 §6.1 The next player; before the starting player's turn the round may end, or the game."""
    if s.last == 0:
        look_for_the_end(s)
    s.active = (s.active + 1) % s.seats
    if s.active != s.starter:
        begin_turn(s)
    elif s.last > 0:
        s.last = 2
        tell(s, Event.FINAL_EVENTS)
        do(s, Step.FINAL)
    elif s.currents == 0:
        do(s, Step.END_ROUND)
    else:
        begin_turn(s)


@rule
def look_for_the_end(s: Treasury) -> None:
    """§6.1 The last turns begin when a player has no hand card and all decks are empty, or when nothing goes on any more."""
    if is_out_of_cards(s):
        s.last, s.coming = 1, Ending.LAST_CARD
        tell(s, Event.LAST_TURNS)
    elif s.idle >= patience(s):
        s.last, s.coming = 1, Ending.STANDSTILL
        tell(s, Event.STANDS_STILL)
    elif s.idle >= patience(s) // 2 and s.idle % s.seats == 0:
        warn_of_standstill(s, s.idle // s.seats)


@rule
def patience(s: Treasury) -> int:
    """§6.1 How many turns in a row may leave the decks as they are."""
    return PATIENCE * s.seats


@rule
def warn_of_standstill(s: Treasury, turns: int) -> None:
    """§6.1 It is said when half of the turns have gone by, and each time round when five or fewer are left."""
    left = PATIENCE - turns
    if left == PATIENCE // 2 or left <= LAST_WARNINGS:
        tell(s, Event.STANDSTILL_AHEAD, turns, left)


@rule
def is_out_of_cards(s: Treasury) -> bool:
    """§6.1 Whether a player has no hand card while all decks are empty."""
    if draw_age(s) >= 0:
        return False
    for seat in range(s.seats):
        if s.hand_size[seat] == 0:
            return True
    return False
