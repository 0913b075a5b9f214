"""The answers of Treasury in short."""

from __future__ import annotations

from moot.engine import Label, Sitting, ordered
from moot.games.treasury.rules import Do, Step
from tests.games.treasury.table import act, number, play, quiet, slot, table


def labels(t: Sitting, seat: int = 0) -> list[tuple[str, ...]]:
    """Verb, cost and outcome of what a seat may do, in the order of a page."""
    return [move.label[:3] for move in ordered(t.moves(seat))]


def label(t: Sitting, seat: int, *arguments: int) -> Label:
    """The label of one answer."""
    return next(move.label for move in t.moves(seat) if move.arguments[: len(arguments)] == arguments)


def seeded(**rest: object) -> str:
    """What is said of seeding with other things on the table."""
    return label(quiet("Quarry", "", **rest), 0, Do.SEED).outcome


def test_verbs_stand_in_their_order() -> None:
    """§2.2 Open, seed, start, develop, abilities; to sell comes last, and is costly."""
    t = quiet("Quarry", "", startups=["Castle+Guide 2, Bank"], opened=["Farm 4"], gold=[5])
    shown = labels(t)
    assert list(dict.fromkeys(verb for verb, _, _ in shown)) == [
        *("Open", "Seed", "Start face down", "Start open", "Develop", "Farm", "Sell")
    ]
    assert {
        ("Open", "4 gold", "Bank: you 5 → 1 gold"),
        ("Start face down", "free", "Quarry: opens by 2 cards or 5 gold"),
        ("Start open", "5 gold", "Quarry: you 5 → 0 gold"),
        ("Develop", "a card", "Castle, 2 of 2: opens next turn"),
        ("Farm", "", "you 5 → 8 gold"),
        ("Sell", "+3 gold", "Farm 4: you 5 → 8 gold"),
    } <= set(shown)
    assert [move.label.costly for move in ordered(t.moves(0))] == [verb == "Sell" for verb, _, _ in shown]


def test_a_contract_goes_back_with_a_sale() -> None:
    """§2.5 Which is said before it is done."""
    t = quiet("", "", opened=["Farm 4+Judge"])
    assert label(t, 0, Do.SELL)[:3] == ("Sell", "+3 gold", "Farm 4; its contract goes back")


def test_seeding_says_what_happens() -> None:
    """§2.3 §9.1 §9.2 §9.3 §9.5 The event as it would take effect now, for oneself, for others, and for the treasury."""
    assert seeded(current="Alchemist, Farm 3") == "Early Trade happens: nothing comes of it"
    assert seeded(current="Alchemist, Farm 3", opened=["Tanner 1"]) == "Early Trade happens: you +1"
    assert seeded(current="Alchemist, Farm 3", opened=["", "Tanner 1"]) == "Early Trade happens: Player 2 +1"
    both = seeded(current="Alchemist, Farm 3", opened=["Tanner 1", "Tanner 2"])
    assert both == "Early Trade happens: you +1, Player 2 +1"
    assert seeded(current="Guide 2, Farm 3", demand="Guard, Prophet 1", treasury=7) == "Barbarians happen: treasury −2"
    assert seeded(current="Tanner 1, Farm 3", opened=["Prophet 2"]) == "Discovery happens: you draw 1"
    assert seeded(current="Spear Maker, Farm 3", opened=["Farm 4"]) == "Volcano happens: each loses a business"
    assert seeded(current="Parliament, Farm 3", treasury=9, gold=[3]) == "Election happens: Player 2 +6, treasury −6"


def test_the_dearest_things_are_said_first() -> None:
    """§9.6 Where there is no room for all, what concerns oneself stays."""
    t = table("Quarry", "", "", current="Tower, Farm 3", future="Guide 1, Warrior 3")
    assert label(t, 0, Do.SEED).outcome == "Scarcity happens: population +1"


def test_an_unknown_event() -> None:
    """§8.6 Spearman seeds when the current pile is empty; what comes up nobody knows."""
    t = table("Quarry", "", opened=["Spearman"], current="", future="Guide 1, Warrior 3, Farm 1")
    assert label(t, 0, Do.SEED).outcome == "the oldest future event happens"


def test_to_end_the_turn_is_an_exit() -> None:
    """§2.2 §8.5 Costly only while an action is left that could be taken."""
    t = quiet("Quarry", "", opened=["Cafe"])
    t.state.actions, t.state.acted = 1, 1
    assert label(t, 0, Do.DONE)[:5] == ("End turn", "1 left", "then contracts, and a card", True, True)
    t.state.actions = 0
    assert label(t, 0, Do.DONE)[:5] == ("End turn", "", "then contracts, and a card", False, True)


def test_development_cards() -> None:
    """§2.4 More than are needed are allowed, but that is often regretted."""
    t = quiet("Quarry, Judge", "", startups=["Castle+Guide 2"])
    act(t, Do.DEVELOP, "Castle")
    assert label(t, 0, number("Judge"))[:3] == ("Lay", "Judge", "Castle, 2 of 2")
    t = quiet("Quarry, Judge", "", startups=["Castle+Guide 2+Mentor"])
    more = label(t, 0, Do.DEVELOP)
    assert (more.outcome, more.costly) == ("Castle needs no more cards", True)


def test_contracts() -> None:
    """§2.6 What they pay; to claim none is an exit."""
    t = quiet("", "", opened=["Farm 4"], demand="Guide 2, Prophet 1, Skinner 1")
    t.state.asking[0] = Step.CONTRACT
    assert label(t, 0, slot(t, 0, "Farm 4"))[:3] == ("Claim", "", "Farm 4: pays 3 gold in pass 1")
    assert [move.label.exit for move in ordered(t.moves(0))][-1]
    play(t, 0, Step.CONTRACT, slot(t, 0, "Farm 4"))
    assert label(t, 0, number("Prophet 1"))[:3] == ("Use", "Prophet 1", "demands food and weapons")


def test_a_contract_says_in_which_pass_it_pays() -> None:
    """§3.4 After those that pay more."""
    t = quiet("", "", opened=["Farm 4, Farm 2"], demand="Guide 2, Prophet 1, Skinner 1")
    t.state.asking[0] = Step.CONTRACT
    t.state.contracted[0, slot(t, 0, "Farm 4")] = 1
    assert [move.label.outcome for move in t.moves(0) if not move.label.exit] == ["Farm 2: pays 1 gold in pass 2"]


def test_the_population() -> None:
    """§4.2 §4.3 §4.4 It grows, shrinks, or stays at its least."""
    t = quiet("", "")
    t.state.asking[0] = Step.FIELD_KITCHEN
    assert labels(t) == [
        ("Grow", "", "population 4 → 5"),
        ("Shrink", "", "population 4 → 3, an event happens"),
    ]
    t = table("", "", current="Farm 1", future="Guide 1")
    t.state.asking[0] = Step.FIELD_KITCHEN
    assert labels(t)[1] == ("Shrink", "", "the population stays as it is")


def test_what_others_lose() -> None:
    """§8.10 As far as there is gold."""
    t = quiet("", "", opened=["Security"], gold=[4, 2])
    t.state.asking[0] = Step.SECURITY
    assert labels(t) == [("Take", "2 gold", "from Player 2, who has 2")]


def test_the_tax_and_the_treasury() -> None:
    """§8.10 Before and after."""
    t = quiet("", "", gold=[4], treasury=7)
    t.state.asking[0] = Step.MAYOR
    assert labels(t)[:2] == [("Pay", "1 gold", "treasury 7 → 8"), ("Pay", "2 gold", "treasury 7 → 9")]
    assert labels(t)[-1] == ("Pay nothing", "", "the treasury stays at 7")
    t.state.asking[0] = Step.SHIFT_TAX
    assert labels(t) == [
        ("Raise", "", "1 → 2 gold for each"),
        ("Lower", "", "1 → 0 gold for each"),
        ("Leave it", "", "1 gold for each"),
    ]
