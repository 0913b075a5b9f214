"""Simulations: the same whatever the number of cores, and each game in it can be told."""

from __future__ import annotations

from typing import Any

import pytest

from examples.leduc import GAME
from examples.leduc.rules import Ending
from moot.bots import play_out
from moot.engine import OptionError, Sitting
from moot.lab import Simulation, seed_of_game, simulate

GAMES = 300


def run(**changes: Any) -> Simulation:
    """A simulation of Leduc."""
    return simulate(GAME, **{"games": GAMES, "seed": 5, "cores": 1, **changes})


def told(simulation: Simulation) -> dict[str, Any]:
    """Everything but the time it took."""
    return {key: value for key, value in simulation.as_dict().items() if key != "seconds"}


def by_hand(seed: int, bots: list[str]) -> list[Sitting]:
    """The games of a simulation, played one by one by the interpreted rules."""
    return [play_out(GAME.start(seed=seed_of_game(seed, number)), bots) for number in range(GAMES)]


@pytest.mark.parametrize("bots", [["greedy"], ["random"], ["greedy", "random"]], ids="-".join)
def test_a_simulation_counts_the_very_games_that_bots_play_at_a_sitting(bots: list[str]) -> None:
    games, result = by_hand(5, bots), run(bots=bots)
    assert result.decisions == sum(len(game.history) for game in games)
    assert result.length.value == pytest.approx(sum(game.length for game in games) / GAMES)
    assert result.by_seat[0].points.value == pytest.approx(sum(game.standing.points[0] for game in games) / GAMES)
    assert result.endings["fold"].value == sum(game.ending == Ending.FOLD for game in games) / GAMES


@pytest.mark.parametrize("cores", [2, 3, 7])
def test_the_result_does_not_depend_on_the_cores(cores: int) -> None:
    assert told(run(cores=cores)) == told(run(cores=1))


def test_the_same_seed_gives_the_same_result_and_another_another() -> None:
    assert told(run(seed=8)) == told(run(seed=8))
    assert run(seed=8).tally.tolist() != run(seed=9).tally.tolist()


def test_a_longer_simulation_begins_with_the_same_games() -> None:
    short, long = run(games=1, bots=["random"]), by_hand(5, ["random"])[0]
    assert short.decisions == len(long.history)
    assert tuple(figures.points.value for figures in short.by_seat) == long.standing.points


def test_games_of_a_simulation_have_seeds_of_their_own() -> None:
    seeds = {seed_of_game(seed, number) for seed in range(20) for number in range(200)}
    assert len(seeds) == 4_000
    assert all(0 <= seed < 2**53 for seed in seeds)


def test_wins_are_shared_and_add_up_to_one() -> None:
    result = run(bots=["random"])
    assert sum(figures.wins.value for figures in result.by_seat) == pytest.approx(1)
    assert sum(figures.points.value for figures in result.by_seat) == pytest.approx(0)
    assert sum(figure.value for figure in result.endings.values()) == pytest.approx(1)


def test_the_interval_narrows_with_more_games() -> None:
    few, many = run(games=100).length, run(games=10_000).length
    assert few.low <= many.value <= few.high
    assert (many.high - many.low) * 5 < few.high - few.low


def test_progress_counts_every_game_once() -> None:
    steps: list[int] = []
    run(games=1_001, cores=2, on_progress=steps.append)
    assert sum(steps) == 1_001
    assert len(steps) > 10


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"games": 0}, "At least one game, not 0"),
        ({"games": "5"}, "How many games there are is a whole number, not '5'."),
        ({"games": 1.5}, "How many games there are is a whole number, not 1.5."),
        ({"cores": "2"}, "How many cores there are is a whole number, not '2'."),
        ({"seed": "7"}, "A seed is a whole number from 0 to"),
        ({"seed": -1}, "A seed is a whole number from 0 to"),
        ({"cores": 0}, "At least one core, not 0"),
        ({"bots": ["clever"]}, "There is no bot 'clever'. Bots: random, greedy, passive, easy, fair, strong, flat."),
        ({"bots": ["random"] * 3}, "3 bots for 2 seats"),
        ({"options": {"seats": 3}}, "leduc: seats may be 2 to 2, not 3."),
        ({"preset": "quick"}, "leduc has no preset 'quick'."),
    ],
)
def test_what_cannot_be_simulated_is_refused(changes: dict[str, Any], says: str) -> None:
    with pytest.raises(OptionError) as error:
        run(**changes)
    assert says in str(error.value)
