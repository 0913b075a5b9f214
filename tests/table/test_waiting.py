"""What a seat reads that waits for others: what they decide, and nothing of what they hold or how far they have come."""

from __future__ import annotations

from random import Random

import pytest

from moot.engine import Line, Sitting
from moot.games import GAMES, load
from moot.games.solidarity.rules import Phase
from moot.games.treasury.rules import Step as TreasuryStep
from moot.table.rendering.waiting import decided_by
from tests.table.house import Browser, House


def sat(game: str, seed: int) -> Sitting:
    """A game that begins."""
    loaded = load(game)
    return Sitting(loaded, loaded.choose({}), seed)


def played(sitting: Sitting, dice: Random) -> None:
    """One answer of somebody."""
    seat = dice.choice(sitting.waiting)
    sitting.play(seat, dice.choice(sitting.numbers(seat)))


def test_a_question_that_is_always_the_same_is_told() -> None:
    sitting, dice = sat("treasury", 3), Random(1)
    while sitting.state.asking[sitting.waiting[0]] != TreasuryStep.CONTRACT:
        played(sitting, dice)
    assert decided_by(sitting, sitting.waiting) == ("Claim a contract?", "")


def test_in_a_blind_phase_only_the_phase_is_told() -> None:
    """However far somebody has come with the order sheet."""
    sitting, dice, told = sat("solidarity", 3), Random(1), set()
    while sitting.state.phase == Phase.ORDERS:
        told |= {decided_by(sitting, [seat]) for seat in sitting.waiting}
        played(sitting, dice)
    assert [*told] == [("", "Orders")]


@pytest.mark.parametrize("game", GAMES)
def test_it_is_a_fixed_text_of_the_game(game: str) -> None:
    sitting, dice = sat(game, 5), Random(2)
    fixed = {line.text for line in sitting.game.words.choices.values() if isinstance(line, Line)} | {""}
    for _ in range(150):
        if sitting.over:
            break
        said = decided_by(sitting, sitting.waiting)
        assert said.question in fixed
        assert said.phase in ("", *sitting.game.strip(sitting.look()).phases)
        played(sitting, dice)


def test_it_stands_in_the_dock_of_whoever_waits_or_watches(house: House, ada: Browser) -> None:
    table = ada.open("solidarity", option_seats=2, seat_0="me", seat_1="open")
    assert "The phase: " not in ada.page(f"/tables/{table}")
    assert "The phase: Orders." in house.browser().page(f"/tables/{table}?watch")
