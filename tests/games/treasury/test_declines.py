"""Chapters 2 and 8: what can be answered with no, and is."""

from __future__ import annotations

from random import Random

import pytest

from moot.bots import play_out
from moot.games.treasury import GAME
from moot.games.treasury.answers import NO
from moot.games.treasury.components import NO_CARD
from moot.games.treasury.draw import DECK
from moot.games.treasury.opening import PLACES
from moot.games.treasury.round import KEEP
from moot.games.treasury.rules import NO_SLOT, Do, Step

DECLINES = {
    Step.MENU: Do.DONE,
    **dict.fromkeys((Step.UNDER, Step.SKIP, Step.SCOUT, Step.REACTOR), NO),
    **dict.fromkeys((Step.MILL, Step.INFLUENCE, Step.SPEAR_CARD, Step.BUTCHER, Step.TANK_WORKS, Step.EXHIBIT), NO_CARD),
    **dict.fromkeys((Step.CONTRACT, Step.MODERNIZE, Step.TELEVISION), NO_SLOT),
    Step.BOMB: PLACES,
    Step.DRAW_FROM: DECK,
    Step.MAYOR: 0,
    Step.SHIFT_TAX: KEEP,
}
# What must be answered one way or the other.
OWED = {
    *(Step.DEVELOP_ON, Step.WARRIOR_TAKES, Step.TINKER_WITH, Step.RAIL_TO, Step.SALVAGE, Step.OFFERING, Step.RETURN),
    *(Step.SPEAR_ON, Step.DIG_UP, Step.FIELD_KITCHEN, Step.LOOT_CARD, Step.CLAIM, Step.COUNCIL, Step.VOLCANO),
    *(Step.ADD_CARD, Step.BLACKOUT, Step.TANNER, Step.BAKERY, Step.SECURITY, Step.TAX_SALE, Step.JUDGE),
}


def test_every_choice_says_whether_it_can_be_declined() -> None:
    """§2.6 §8.4 §8.5 §8.8 Each that may be left has an answer that leaves it."""
    declined = {choice.step: choice.declines for choice in GAME.rules.choices.values()}
    assert {step: answer for step, answer in declined.items() if answer is not None} == {
        step: (int(answer),) for step, answer in DECLINES.items()
    }
    assert {step for step, answer in declined.items() if answer is None} == OWED


@pytest.mark.parametrize("seed", range(6))
def test_what_can_be_declined_is_declined_by_a_move_on_offer(seed: int) -> None:
    """§2.6 §8.5 Whenever it is asked; only the first action of a turn cannot be left (§2.2)."""
    chance, t = Random(seed), GAME.start(seats=2 + seed % 3, seed=seed, ages=6)
    while not t.over:
        seat = t.waiting[0]
        step = Step(t.state.asking[seat])
        if step in DECLINES and (step != Step.MENU or t.state.acted):
            assert any(move.arguments[0] == DECLINES[step] for move in t.moves(seat)), step.name
        t.play(seat, chance.choice(t.numbers(seat)))


def test_who_declines_everything_comes_to_an_end() -> None:
    """§6.1 A game of passive bots is over some day."""
    assert play_out(GAME.start(seats=3, seed=2), ["passive"]).over
