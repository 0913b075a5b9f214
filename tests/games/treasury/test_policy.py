"""The quick player: what is right where it is clear, games that come to their printed end, and nothing but its own view."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from moot.bots.rating import likes_at, worth_at
from moot.engine import COUNT, FIRST_MOVE, Sitting
from moot.games.treasury import GAME
from moot.games.treasury.rules import Do, Ending, Step
from moot.games.treasury.weights import NAMES, VALUES, WEIGHTS, Weight
from tests.games.treasury.table import act, number, quiet, slot, table

Answer = tuple[int, ...]
MACHINE = GAME.interpreted


def seen(t: Sitting, seat: int) -> Any:
    """What a seat sees, as an array of one record."""
    views = np.zeros(1, GAME.dtype)
    MACHINE.view(MACHINE.records(t.array), 0, seat, MACHINE.records(views), 0)
    return views


def liked(t: Sitting, seat: int = 0) -> Mapping[Answer, int]:
    """How much the quick player likes what a seat may answer."""
    return liked_in(seen(t, seat), seat)


def liked_in(views: Any, seat: int) -> Mapping[Answer, int]:
    """The same, in a view."""
    records, moves, likes = MACHINE.records(views), MACHINE.moves(), MACHINE.likes()
    MACHINE.list_moves(records, 0, seat, moves)
    MACHINE.entry(likes_at)(records, 0, seat, moves, likes)
    step = int(views["asking"][0, seat])
    answers = (MACHINE.numbering.unpack(step, moves[FIRST_MOVE + i]) for i in range(moves[COUNT]))
    return {MACHINE.numbering.read(n)[1]: likes[FIRST_MOVE + i] for i, n in enumerate(answers)}


def best(t: Sitting, seat: int = 0) -> Answer:
    """What it would answer."""
    likes = liked(t, seat)
    return max(likes, key=lambda answer: likes[answer])


def played_out(seats: int, seed: int, **options: Any) -> Sitting:
    """A game of quick players."""
    t = GAME.start(seats=seats, seed=seed, **options)
    while not t.over:
        seat = t.waiting[0]
        step = int(t.array["asking"][0, seat])
        t.play(seat, MACHINE.numbering.write(MACHINE.numbering.choices[step], best(t, seat)))
    return t


# In a turn


def test_it_opens_what_it_can() -> None:
    """§2.1 Before its action."""
    t = quiet("Farm 2", "", startups=["Guide 2"])
    assert best(t) == (Do.OPEN, 0)


def test_it_starts_a_farm_early() -> None:
    """§2.4 §8.4 Many turns are left, and it would bring gold in each."""
    t = quiet("Farm 2, Guide 2, Thug 1", "Judge", gold=[3, 3])
    assert best(t) in {(Do.START_PAID, number("Farm 2")), (Do.START, number("Farm 2"))}


def test_a_second_farm_is_of_no_use() -> None:
    """§8.4 The best one is used."""
    alone, beside = (
        liked(quiet("Farm 2", "Judge", gold=[3, 3], opened=[opened])) for opened in ("Guide 2", "Guide 2, Farm 4")
    )
    assert beside[Do.START, number("Farm 2")] < alone[Do.START, number("Farm 2")]


def test_it_seeds_for_the_demand_that_it_needs() -> None:
    """§2.3 §2.6 The event leaves the icon that its dear business lacks."""
    t = quiet("Guide 2, Thug 1", "Judge", opened=["Bronze Mine 1"], current="Laboratory, Guard", treasury=20)
    assert best(t)[0] == Do.SEED
    elsewhere = quiet("Guide 2, Thug 1", "Judge", opened=["Bronze Mine 1"], current="Farm 1, Guard", treasury=20)
    assert max(liked(elsewhere)[Do.SEED, number(card)] for card in ("Guide 2", "Thug 1")) < liked(t)[best(t)]


def test_it_keeps_the_card_that_is_worth_more() -> None:
    """§2.3 What is seeded is no business any more."""
    likes = liked(quiet("Guide 2, Cafe", "Judge", current="Farm 1, Guard", demand="Thug 3, Tower"))
    assert likes[Do.SEED, number("Guide 2")] > likes[Do.SEED, number("Cafe")]


def test_it_does_not_overdevelop() -> None:
    """§2.4 What has enough cards gets no more."""
    likes = liked(quiet("Farm 2", "", startups=["Bank+Guide 2, Castle"]))
    assert likes[Do.DEVELOP, 0] < likes[Do.DEVELOP, 1]


def test_it_sells_at_the_end() -> None:
    """§2.5 §6.1 In its last turn a business without a contract is its price, and one that pays more is kept."""
    t = quiet("", "Judge", opened=["Grocer+Farm 2+Tower+Thug 3, Cafe"], deck="", treasury=20)
    t.state.last = 1
    likes = liked(t)
    assert best(t) == (Do.SELL, slot(t, 0, "Cafe"))
    assert likes[Do.SELL, slot(t, 0, "Grocer")] < 0


@pytest.mark.parametrize("sale", ["any", "opened", "one"])
def test_it_sells_no_startup_while_there_is_time(sale: str) -> None:
    """§2.5 Starting to sell is not what it lives on."""
    t = quiet("Guide 2", "Judge", startups=["Grocer"], sale=sale)
    likes = liked(t)
    assert likes[Do.SELL, 0] == min(likes.values())


def test_a_standstill_is_for_who_has_the_best_farm() -> None:
    """§6.1 The others draw."""
    hands = "Guide 2, Thug 1, Thug 2, Skinner 1, Skinner 2, Scribe 1", "Judge"
    t = quiet(*hands, opened=["Farm 2, Guide 1", "Farm 4"], future="Warrior 3, Trapper")
    before = liked(t)
    t.state.idle = 30
    after = liked(t)
    assert after[Do.FARM, 0] < before[Do.FARM, 0]
    better = quiet(*hands, opened=["Farm 4, Guide 1", "Farm 2"], future="Warrior 3, Trapper")
    better.state.idle = 30
    assert liked(better)[Do.FARM, 0] > after[Do.FARM, 0]


# Other questions


def test_it_parts_with_what_would_bring_least() -> None:
    """§2.4 A card that develops is none any more."""
    t = quiet("Guide 2, Grocer", "Judge", startups=["Bank"], opened=["Farm 2"], demand="Thug 3, Tower, Cafe")
    act(t, Do.DEVELOP, "Bank")
    assert best(t) == (number("Guide 2"),)


def test_it_skips_what_harms_its_treasury() -> None:
    """§3.4 §8.6 Barbarians, for who lives on contracts."""
    t = quiet(
        "Farm 2", "", opened=["Shaman, Castle+Guard"], demand="Judge", current="Bronze Mine 1, Farm 1", treasury=9
    )
    act(t, Do.SEED, "Farm 2")
    assert t.state.asking[0] == Step.SKIP
    assert best(t) == (1,)


def test_it_leaves_what_another_business_waits_for() -> None:
    """§2.6 Either card would do for this one."""
    t = quiet("Guide 2", "Judge", opened=["Thug 1, Farm 2"], demand="Prophet 1, Gatherer 1")
    act(t, Do.START, "Guide 2")
    t.play(0, MACHINE.numbering.write(MACHINE.numbering.choices[Step.CONTRACT], (slot(t, 0, "Thug 1"),)))
    assert best(t) == (number("Gatherer 1"),)


# Whole games


@pytest.mark.parametrize("options", [{"sale": "opened"}, {"sale": "any"}])
def test_games_come_to_their_printed_end(options: dict[str, Any]) -> None:
    """§6.1 And not to a standstill, not even between two."""
    assert [played_out(2, seed, **options).state.over for seed in range(3)] == 3 * [Ending.LAST_CARD]


def test_it_goes_by_its_view_alone() -> None:
    """§11 In a position that its seat cannot tell from this one it likes the same."""
    t = table(
        *("Guide 2, Farm 1, Thug 1", "Judge, Farm 2", "Scribe 1, Trapper"),
        opened=["Farm 4, Philosopher", "Skinner 1", "Warrior 1"],
        startups=["Bank", "Lodge+Hunter", "Temple"],
        current="Farm 3, Warrior 3, Tower",
        future="Guide 1, Inventor",
        demand="Thug 3, Shaman",
        gold=[4, 5, 6],
        treasury=9,
    )
    twins = np.zeros(1, GAME.dtype)
    for seed in range(5):
        MACHINE.guess(MACHINE.records(t.array), 0, 0, seed, MACHINE.records(twins), 0, MACHINE.moves())
        views = np.zeros(1, GAME.dtype)
        MACHINE.view(MACHINE.records(twins), 0, 0, MACHINE.records(views), 0)
        assert bytes(twins) != bytes(t.array)
        assert liked_in(views, 0) == liked(t)


# Estimates


def hopes(t: Sitting) -> list[float]:
    """What the position is worth to each seat."""
    return [MACHINE.entry(worth_at)(MACHINE.records(t.array), 0, seat) for seat in range(t.seats)]


def test_an_estimate_shares_out_the_win() -> None:
    """§6.2 Who is level has the same, and all have one together."""
    level = quiet("", "", gold=[9, 9], deck="")
    assert hopes(level) == [0.5, 0.5]
    ahead = hopes(quiet("", "", gold=[12, 9], deck=""))
    assert ahead[0] > ahead[1]
    assert sum(ahead) == pytest.approx(1)


def test_an_estimate_counts_what_is_still_to_come() -> None:
    """§3.4 §8.4 A farm and a contract are gold; the same lead is the more, the nearer the end."""
    assert hopes(quiet("", "Judge", opened=["Farm 2"]))[0] > 0.5
    assert hopes(quiet("", "Judge", opened=["Castle+Guard", "Butcher"], treasury=9))[0] > 0.5
    early, late = quiet("", "Judge", gold=[9, 5]), quiet("", "Judge", gold=[9, 5], deck="")
    assert hopes(late)[0] > hopes(early)[0] > 0.5


def test_weights_have_names() -> None:
    """Those that are tuned are found by them."""
    assert len(NAMES) == len(WEIGHTS)
    assert set(VALUES) == set(Weight) - {Weight.ABILITY}
