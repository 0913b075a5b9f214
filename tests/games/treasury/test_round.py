"""Chapters 3 and 8.10: the end of a round, and the abilities that work then."""

from __future__ import annotations

import pytest

from moot.engine import Sitting
from moot.games.treasury.piles import remember_treasury
from moot.games.treasury.round import HIGHER, KEEP, tax_rate
from moot.games.treasury.rules import REMEMBERED, Do, Event, Step
from tests.games.treasury.table import (
    act,
    asked,
    choose,
    choose_business,
    demand,
    end_round,
    events,
    gold,
    number,
    offered,
    offered_businesses,
    offered_cards,
    opened,
    play,
    quiet,
    table,
    thrown,
    told,
    waste,
)

FUTURE = "Farm 1, Guide 1"


def last(*businesses: str, treasury: int = 0, happy: bool = True, **rest: object) -> Sitting:
    """A round that has just ended, in age [], where there is no tax as long as happiness is in demand."""
    hands = ["Farm 2", "Scribe 2", "Council"][: max(2, len(businesses))]
    wanted = "Guide 2" if happy else ""
    given: dict[str, object] = {"demand": wanted, "deck": "Skinner 2, Tower", "future": FUTURE + ", Thug 1", **rest}
    t = table(*hands, opened=businesses, treasury=treasury, **given)  # type: ignore[arg-type]
    end_round(t)
    return t


def test_population_loss_may_end_the_round() -> None:
    """§3.1 §4.3 The last current event is resolved within another."""
    t = table("Farm 2", "Bakery", current="Tower, Farm 1", future="Thug 1, Guide 1", demand="Judge")
    act(t, Do.SEED, "Farm 2")
    assert t.state.currents == 0
    waste(t)
    assert told(t, Event.ROUND_ENDS)


def test_the_future_becomes_the_present() -> None:
    """§3.2 What was seeded first comes up first, and is turned up."""
    t = last()
    assert events(t) == ["Farm 1", "Guide 1", "Thug 1"]
    assert (t.state.currents, t.view(1).event[0], t.view(1).event[1]) == (3, number("Farm 1"), 0)


def test_abilities_go_from_the_starting_player_on() -> None:
    """§3.3 Before the payout."""
    t = last("Mayor", "Tanner 2", gold=[1, 0])
    assert asked(t) == [(0, Step.MAYOR)]
    choose(t, 0, Step.MAYOR, 0)
    assert asked(t) == [(1, Step.TANNER)]


def test_abilities_go_business_by_business() -> None:
    """§3.3 In the order in which they lie, one after the other; those of three players in turn order."""
    t = last("Tanner 2, Mayor, Television+Judge", "Bakery", "Tanner 1", gold=[2, 0, 0], future=f"{FUTURE}, Thug 1")
    order = []
    while asked(t)[0][1] != Step.MENU:
        order += asked(t)
        play(t, t.waiting[0], Step(t.state.asking[t.waiting[0]]), *t.moves(t.waiting[0])[0].arguments)
    mine = [(0, Step.TANNER), (0, Step.MAYOR), (0, Step.TELEVISION)]
    assert order == [*mine, (1, Step.BAKERY), (2, Step.TANNER)]


def test_abilities_without_anything_to_do_it_with() -> None:
    """§3.3 §8.10 No gold, no contract, nobody to rob: nobody is asked, and the strongest begins."""
    assert asked(last("Mayor, Television", "Bakery", "Security")) == [(2, Step.MENU)]


def test_what_abilities_pay_in_is_there_for_armory() -> None:
    """§3.3 §8.10 Armory takes when the others are done."""
    t = last("Mayor", "Armory", gold=[3, 0])
    choose(t, 0, Step.MAYOR, 3)
    assert (gold(t), t.state.treasury) == ([0, 2], 1)


# 3.4 Payout


def test_payout_in_passes() -> None:
    """§3.4 Each player's largest contract, then the next largest, while the treasury covers the pass."""
    t = last("Farm 4+Judge, Castle+Guard, Thug 2+Mentor", "Inventor+Spearman", treasury=12)
    assert told(t, Event.PASS_PAID) == [(1, 8, 12), (2, 3, 4), (3, 1, 1)]
    assert gold(t) == [10, 2]
    assert t.state.contracted[0, 0] == 1, "contracts stay"


def test_the_last_pass_is_paid_in_full() -> None:
    """§3.4 A treasury that runs dry in mid-pass: the supply adds the rest, and payouts cease."""
    t = last("Farm 4+Judge, Castle+Guard, Quarry", "Inventor+Spearman", treasury=5)
    assert gold(t) == [6, 2]
    assert told(t, Event.TREASURY_EXHAUSTED) == [(3, 0, 0)]
    assert told(t, Event.UNPAID) == [(0, 1, 0)]
    assert t.state.treasury == 0


def test_an_empty_treasury_pays_nothing() -> None:
    """§3.4 Payouts need gold in the treasury; one that covers a pass exactly is empty then."""
    assert gold(last("Farm 4+Judge", "", treasury=0)) == [0, 0]
    t = last("Farm 4+Judge, Inventor+Spearman", "", treasury=3)
    assert gold(t) == [3, 0]
    assert told(t, Event.TREASURY_EXHAUSTED) == []


def test_a_pass_pays_from_the_starting_player_on() -> None:
    """§3.4 §3.5 In turn order; so do taxes, and what goes unpaid is told so."""
    mine = ["Farm 4+Judge, Quarry+Knight", "Inventor+Spearman", "Thug 2+Mentor, Bank+Guard"]
    t = last(*mine, treasury=1, happy=False, gold=[1, 1, 1])
    assert [who for who, _, _ in told(t, Event.CONTRACT_PAID)] == [0, 1, 2]
    assert told(t, Event.UNPAID) == [(0, 1, 0), (2, 1, 0)]
    assert [who for who, _, _ in told(t, Event.TAX_PAID)] == [0, 1, 2]


def test_contracts_are_paid_every_round() -> None:
    """§3.4 Once in each."""
    t = last("Farm 4+Judge", "", treasury=7)
    assert (gold(t)[0], t.state.treasury) == (3, 4)
    end_round(t)
    assert (gold(t)[0], t.state.treasury) == (6, 1)
    assert told(t, Event.PASS_PAID) == [(1, 3, 7), (1, 3, 4)], "passes are counted in each round"


def test_accountant_raises_payouts() -> None:
    """§8.10 Each contract of its owner pays 1 gold more."""
    assert gold(last("Accountant, Farm 4+Judge, Inventor+Spearman", "Thug 2+Mentor", treasury=20)) == [7, 1]


def test_museum_pays_for_what_it_keeps() -> None:
    """§8.10 2 gold for each card of age [] beneath it."""
    t = quiet(
        *("Farm 2", ""),
        opened=["Thug 1, Thug 2"],
        startups=["Museum+Guide 2+Council"],
        treasury=20,
        demand="Hut Builder 2, Mentor, Spearman",
    )
    act(t, Do.OPEN, "Museum")
    act(t, Do.START, "Farm 2")
    choose_business(t, 0, Step.CONTRACT, "Museum")
    for card in ("Hut Builder 2", "Mentor", "Spearman"):
        choose(t, 0, Step.CLAIM, card)
    end_round(t)
    assert told(t, Event.CONTRACT_PAID) == [(0, number("Museum"), 10)]


def test_army_is_paid_by_the_supply() -> None:
    """§8.10 When the treasury is dry, all contracts of its owner that are not paid yet."""
    assert gold(last("Army, Farm 4+Judge, Inventor+Spearman", "Thug 2+Mentor", treasury=0)) == [5, 0]
    assert gold(last("Army, Farm 4+Judge, Inventor+Spearman", "Thug 2+Mentor", treasury=1)) == [5, 1]


def test_armory_takes_from_the_treasury_before_the_payout() -> None:
    """§8.10 2 gold, or what there is; then there may be no payout."""
    t = last("Armory", "Farm 4+Judge", treasury=2)
    assert (gold(t), t.state.treasury) == ([2, 0], 0)
    assert gold(last("Armory", "", treasury=1))[0] == 1
    assert gold(last("Armory", "", treasury=9))[0] == 2


def test_bank_gains_when_the_treasury_runs_dry() -> None:
    """§8.10 2 gold on each change from above 0 to 0: by Armory, by a payout; not when it is dry already."""
    assert gold(last("Bank", "Armory", treasury=2)) == [2, 2]
    assert gold(last("Bank", "Armory", treasury=1)) == [2, 1]
    assert gold(last("Bank", "Farm 4+Judge", treasury=3)) == [2, 3]
    assert gold(last("Bank", "Armory", treasury=0)) == [0, 0]
    t = last("Quarry, Bank", "Farm 4+Judge", treasury=3)
    assert told(t, Event.EARNED) == [(0, 2, number("Bank"))]


# 3.5 Tax


@pytest.mark.parametrize(
    ("deck", "happy", "rate"),
    [("Skinner 2", True, 0), ("Skinner 2", False, 1), ("Bank", True, 1), ("Bard", False, 3), ("", True, 5)],
)
def test_tax(deck: str, happy: bool, rate: int) -> None:
    """§3.5 §1.4 The age, and 1 more without happiness in demand; the supply pays for the population, players for themselves."""
    t = last("", "", deck=deck, happy=happy, gold=[9, 9])
    assert told(t, Event.TAX_RATE) == [(rate, 3, 3 * rate)]
    assert (gold(t), t.state.treasury) == ([9 - rate, 9 - rate], 5 * rate)


def test_gatherer_pays_no_tax() -> None:
    """§8.10 Its owner alone."""
    t = last("Gatherer 1", "", deck="Bard", gold=[9, 9])
    assert gold(t) == [9, 7]


@pytest.mark.parametrize(("shift", "rate"), [(0, 2), (1, 3), (2, 1)])
def test_parliament_changes_the_tax(shift: int, rate: int) -> None:
    """§8.10 For all, after the payout; not below 0."""
    t = last("Parliament", "", deck="Bard", gold=[9, 9])
    choose(t, 0, Step.SHIFT_TAX, shift)
    assert gold(t) == [9 - rate, 9 - rate]
    t = last("Parliament", "", deck="Skinner 2", gold=[9, 9])
    choose(t, 0, Step.SHIFT_TAX, 2)
    assert gold(t) == [9, 9]


def test_a_changed_tax_is_for_one_round() -> None:
    """§8.10 When it has been paid the tax is what it was; and all are told of a change, not of none."""
    t = last("Parliament", "", deck="Bard", gold=[9, 9])
    choose(t, 0, Step.SHIFT_TAX, HIGHER)
    assert (told(t, Event.TAX_RATE)[0][0], tax_rate(t.state)) == (3, 2)
    end_round(t)
    choose(t, 0, Step.SHIFT_TAX, KEEP)
    assert told(t, Event.TAX_RATE)[1][0] == 2
    for shift, said in ((0, []), (1, [(0, 1, 0)])):
        t = last("Parliament", "", deck="Bard", gold=[9, 9])
        choose(t, 0, Step.SHIFT_TAX, shift)
        assert told(t, Event.SHIFTED_TAX) == said


def test_a_changed_tax_is_shown_while_it_is_paid() -> None:
    """§8.10 §3.6 To who has to sell for it."""
    t = last("Parliament, Bank, Armory", "", deck="Army", gold=[0, 9])
    choose(t, 0, Step.SHIFT_TAX, HIGHER)
    assert (asked(t), tax_rate(t.state)) == ([(0, Step.TAX_SALE)], 4)
    choose_business(t, 0, Step.TAX_SALE, "Bank")
    assert (asked(t), tax_rate(t.state)) == ([(0, Step.MENU)], 3)


def test_everyone_who_is_short_sells() -> None:
    """§3.6 One business each, whatever was gone through before."""
    t = table("", "", opened=["Farm 4, Quarry", "Bank, Tower"], future=FUTURE, demand="Guide 2", deck="Bard")
    t.state.each, t.state.sold = 2, 1
    end_round(t)
    assert [what[:2] for what in told(t, Event.SOLD_FOR_TAX)] == [(0, number("Farm 4")), (1, number("Tower"))]


def test_what_is_missing_is_the_tax_less_the_gold() -> None:
    """§3.6 With 2 gold of 3 a business for 1 gold will do, and who has enough sells nothing."""
    t = last("Guide 1, Farm 4, Quarry", "Bank", deck="Bard", happy=False, gold=[2, 3], future="Farm 1, Thug 1")
    assert told(t, Event.SOLD_FOR_TAX) == [(0, number("Guide 1"), 1)]
    assert gold(t) == [0, 0]


def test_the_cheapest_that_covers_the_tax_is_sold() -> None:
    """§3.6 Of the opened businesses; then the tax is paid."""
    t = last("Farm 4, Quarry, Guide 1+Bank", "", deck="Bard", future="Farm 1, Thug 1", startups=["Castle"])
    assert told(t, Event.SOLD_FOR_TAX) == [(0, number("Farm 4"), 3)]
    assert gold(t)[0] == 1
    assert opened(t, 0) == ["Quarry", "Guide 1"]


def test_else_the_dearest_is_sold() -> None:
    """§3.6 One at most; then what can be paid is paid, and the rest is forgiven."""
    t = last("Tanner 1, Guide 1, Skinner 1", "", deck="", future="Farm 1, Thug 1", ages=6)
    assert told(t, Event.SOLD_FOR_TAX) == [(0, number("Tanner 1"), 2)]
    assert (gold(t)[0], opened(t, 0)) == (0, ["Guide 1", "Skinner 1"])
    assert told(t, Event.TAX_PAID)[0][:2] == (0, 2)


def test_of_equal_ones_the_player_chooses() -> None:
    """§3.6 And which contract card returns (§2.5)."""
    t = last("Bank+Spearman+Inventor, Armory, Farm 4", "", deck="Army, Security", gold=[0, 9], happy=False)
    assert asked(t) == [(0, Step.TAX_SALE)]
    assert offered_businesses(t, 0) == {"Bank", "Armory"}
    choose_business(t, 0, Step.TAX_SALE, "Bank")
    choose(t, 0, Step.RETURN, "Inventor")
    assert (demand(t), sorted(thrown(t, 2)), gold(t)[0]) == (["Inventor"], ["Bank", "Spearman"], 0)


def test_who_has_nothing_to_sell_pays_what_there_is() -> None:
    """§3.6 §5.1 Startups are not sold for tax, and gold is never negative."""
    t = last("", "", deck="Bard", startups=["Castle"], gold=[1, 9])
    assert (gold(t)[0], t.state.businesses[0]) == (0, 1)


def test_the_tax_is_worked_out_once() -> None:
    """§3.5 A sale that brings happiness back into demand does not make it lower for those who pay later."""
    t = last("Bank+Farm 4", "", deck="Army, Security", gold=[0, 9], happy=False)
    assert demand(t) == ["Farm 4"]
    rate = told(t, Event.TAX_RATE)[0][0]
    assert told(t, Event.TAX_PAID)[1][:2] == (1, rate)


def test_the_treasury_of_past_rounds_stays_known() -> None:
    """§11 As it was when each round began."""
    t = last("", "", deck="Bard", gold=[9, 9])
    assert t.view(1).curve[t.state.rounds - 1] == t.state.treasury > 0


def test_of_very_many_rounds_the_last_are_remembered() -> None:
    """§11 The oldest makes way."""
    t = table("Farm 2", "Bakery")
    for t.state.rounds in range(1, REMEMBERED + 3):
        t.state.treasury = t.state.rounds
        remember_treasury(t.state)
    assert list(t.state.curve) == list(range(3, REMEMBERED + 3))


# 3.7 The strongest


def test_the_strongest_starts() -> None:
    """§3.7 Most weapons on opened businesses."""
    t = last("Thug 2", "Castle", startups=["Bomber"])
    assert (t.state.starter, t.state.active) == (1, 1)
    assert told(t, Event.STARTS_NEXT) == [(1, 2, 0)]
    t = table(
        "Farm 2", "Bakery", opened=["Castle", "Thug 2"], future=FUTURE, demand="Guide 2", deck="Bard", gold=[9, 9]
    )
    t.state.starter = 1
    end_round(t)
    assert t.state.starter == 0


def test_on_a_tie_the_starting_player_stays() -> None:
    """§3.7 Even if others are the strongest."""
    t = last("", "Thug 2", "Warrior 2", gold=[9, 9, 9])
    assert t.state.starter == 0
    assert told(t, Event.STAYS_STARTER) == [(0, 0, 0)]


def test_judge_decides_a_tie() -> None:
    """§8.10 Among the strongest; without a tie nobody is asked."""
    t = last("Judge", "Thug 2", "Warrior 2", gold=[9, 9, 9])
    assert asked(t) == [(0, Step.JUDGE)]
    assert offered(t, 0) == {(1,), (2,)}
    choose(t, 0, Step.JUDGE, 2)
    assert t.state.active == 2
    assert last("Judge", "Thug 2", "Castle", gold=[9, 9, 9]).state.starter == 2


# 8.10 Abilities


def test_tanner_brings_up_a_card() -> None:
    """§8.10 §8.3 One of the next three, on into the next age; the others go under their decks, and its owner remembers them."""
    t = last("Tanner 2", "", deck="Skinner 2, Bank, Quarry, Tower")
    assert offered_cards(t, 0) == {"Skinner 2", "Bank", "Quarry"}
    assert t.view(0).deck[0, 0] == number("Skinner 2")
    assert t.view(1).deck[0, 0] == 0
    choose(t, 0, Step.TANNER, "Bank")
    assert demand(t) == ["Guide 2", "Bank"]
    assert [t.state.deck[1, i] for i in range(2)] == [number("Quarry"), number("Tower")]
    assert t.state.deck[0, 0] == number("Skinner 2")
    assert [t.view(0).deck[1, 0], t.view(1).deck[1, 0]] == [number("Quarry"), 0]


def test_tanner_looks_through_three_decks() -> None:
    """§8.10 With one card in each."""
    t = last("Tanner 2", "", deck="Skinner 2, Bank, Castle, Grocer")
    assert offered_cards(t, 0) == {"Skinner 2", "Bank", "Castle"}
    choose(t, 0, Step.TANNER, "Castle")
    assert [list(t.state.deck_size)[age] for age in range(4)] == [1, 1, 0, 1]


def test_tanner_without_cards() -> None:
    """§8.10 With one card left there is no choice but that, with none nothing."""
    t = last("Tanner 2", "", deck="Bank")
    assert offered_cards(t, 0) == {"Bank"}
    assert asked(last("Tanner 2", "", deck="")) == [(0, Step.MENU)]


def test_bakery_takes_gold_from_who_provides_no_food() -> None:
    """§8.10 1 gold; its owner chooses among those who have some."""
    t = table(
        "Farm 2",
        "Thug 1",
        "Council",
        opened=["Bakery", "", "Farm 4"],
        future=f"{FUTURE}, Thug 2",
        demand="Guide 2",
        gold=[0, 2, 2],
    )
    end_round(t)
    assert offered(t, 0) == {(1,)}
    choose(t, 0, Step.BAKERY, 1)
    assert gold(t) == [1, 1, 2]


def test_security_takes_gold_from_who_is_weaker() -> None:
    """§8.10 3 gold, or what there is."""
    t = last("Security", "Castle", "Thug 2", gold=[0, 9, 2])
    assert offered(t, 0) == {(2,)}
    choose(t, 0, Step.SECURITY, 2)
    assert gold(t) == [2, 9, 0]
    t = last("Security", "Thug 2", gold=[0, 9])
    choose(t, 0, Step.SECURITY, 1)
    assert gold(t) == [3, 6]


def test_mayor_keeps_the_payout_going() -> None:
    """§8.10 A gold in a dry treasury pays a whole pass."""
    t = last("Mayor, Farm 4+Judge", "", gold=[3, 0])
    assert offered(t, 0) == {(0,), (1,), (2,), (3,)}
    choose(t, 0, Step.MAYOR, 1)
    assert (gold(t)[0], t.state.treasury) == (5, 0)


def test_mayor_may_pay_nothing() -> None:
    """§8.10 Then nothing is said; and 5 gold at most."""
    t = last("Mayor", "", gold=[9, 0])
    assert offered(t, 0) == {(amount,) for amount in range(6)}
    choose(t, 0, Step.MAYOR, 0)
    assert told(t, Event.PAID_IN) == []


def test_television_gives_up_a_contract() -> None:
    """§8.10 For what it pays, at once and from the supply; its cards are demand again."""
    t = last("Television, Quarry, Market+Judge+Hut Builder 2", "")
    assert offered_businesses(t, 0) == {"nothing", "Market"}
    choose_business(t, 0, Step.TELEVISION, "Market")
    assert (gold(t)[0], demand(t)) == (5, ["Guide 2", "Judge", "Hut Builder 2"])
    t = last("Television, Market+Judge", "", treasury=9)
    choose_business(t, 0, Step.TELEVISION)
    assert gold(t)[0] == 5


def test_trader_gains_when_demand_grows() -> None:
    """§8.10 1 gold for each card without barbarians, whoever adds it."""
    t = quiet("Farm 2", "Bakery", opened=["", "Trader"], current="Farm 1, Farm 3")
    act(t, Do.SEED, "Farm 2")
    assert gold(t)[1] == 1
    t = quiet("Farm 2", "Bakery", opened=["", "Trader"], current="Farm 3, Farm 1")
    act(t, Do.SEED, "Farm 2")
    assert gold(t)[1] == 0


@pytest.mark.parametrize(("returned", "gain"), [("Cafe", 6), ("Judge", 5)])
def test_trader_gains_by_its_own_sale(returned: str, gain: int) -> None:
    """§8.10 §2.5 The contract card that returns joins the demand pile while Trader is still there."""
    t = quiet("", "Bakery", opened=["Trader+Cafe+Bard+Judge"], deck="")
    act(t, Do.SELL, "Trader")
    choose(t, 0, Step.RETURN, returned)
    assert (gold(t)[0], opened(t, 0)) == (gain, [])


def test_trader_gains_by_its_own_sale_for_tax() -> None:
    """§8.10 §3.6 In the same way; the tax is 2."""
    t = last("Trader+Cafe+Bard+Judge", "", deck="Castle", gold=[0, 9])
    choose(t, 0, Step.RETURN, "Cafe")
    assert (gold(t)[0], opened(t, 0)) == (5 + 1 - 2, [])
