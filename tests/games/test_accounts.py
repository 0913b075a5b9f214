"""Where points came from adds up to them, in game after game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from moot.bots import play_out
from moot.engine import Game, Sitting
from moot.engine.standing import account
from moot.games import GAMES, load
from moot.games.treasury.rules import Do, Event, Step

COUNTED = [name for name in GAMES if load(name).words.account is not None]
BOTS = ("greedy", "random")
FEW, MANY = 6, 1_000


def games_of(game: Game, number: int, *, compiled: bool = False) -> Iterator[Sitting]:
    """Games of bots, by all numbers of seats and several ways to play."""
    seats = game.options["seats"]
    presets = [None, *(name for name, preset in game.presets.items() if not preset.by_seats)]
    for seed in range(number):
        t = game.start(
            seed=seed,
            seats=seats.low + seed % (seats.high - seats.low + 1),
            preset=presets[seed // 2 % len(presets)],
            compiled=compiled,
        )
        yield play_out(t, [BOTS[seed % 2 if compiled else 0]])


def check(t: Sitting) -> None:
    """What the game itself says adds up: nothing is left over."""
    tell = t.game.words.account
    assert tell is not None
    points = t.standing.points
    for seat in range(t.seats):
        assert sum(number for _, number in tell(t.log, t.state, seat)) == points[seat]
        assert "other" not in dict(account(t.game, t.log, t.state, seat))
        if t.game.name == "treasury":
            check_payments(t, seat)


def check_payments(t: Sitting, seat: int) -> None:
    """§5.1 §8.5 What Treasury counts as payments is what was paid in, and Engineer's draws, which are not told."""
    told = dict(account(t.game, t.log, t.state, seat))
    paid = sum(entry.arguments[1] for entry in t.log if entry.event == Event.PAID_IN and entry.arguments[0] == seat)
    read = t.machine.numbering.read
    answers = [
        (choice.step, arguments[0])
        for mover, number in t.history
        if mover == seat
        for choice, arguments in [read(number)]
    ]
    assert told.get("payments", 0) == -paid - answers.count((Step.MENU, Do.ENGINEER))


@pytest.mark.parametrize("name", COUNTED)
def test_accounts_add_up(name: str) -> None:
    for t in games_of(load(name), FEW):
        check(t)


@pytest.mark.long
@pytest.mark.parametrize("name", COUNTED)
def test_accounts_add_up_in_a_thousand_games(name: str) -> None:
    for t in games_of(load(name), MANY, compiled=True):
        check(t)


def test_the_games_that_count_points_have_accounts() -> None:
    assert [name for name in GAMES if not load(name).cooperative] == COUNTED
