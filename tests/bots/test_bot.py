"""Bots as data: how they are written, and what is wrong with them."""

from __future__ import annotations

from typing import Any

import pytest

from examples.leduc import GAME as LEDUC
from moot.bots import GREEDY, RANDOM, read_bot, read_bots
from moot.bots.bot import BY_RATINGS, ITERATIONS, KIND, MIX, NOISE, PLAYED_BY, POLICY, ROUNDS, SEARCH
from moot.engine import OptionError
from moot.engine.rules import Effort
from moot.games import load
from moot.lab import simulate

NAMES = "random, greedy, passive, easy, fair, strong, flat"


def test_bots_are_repeated_when_there_are_too_few() -> None:
    assert [bot.kind for bot in read_bots(["greedy"], 3)] == [GREEDY] * 3
    assert [bot.kind for bot in read_bots(["greedy", "random"], 3)] == [GREEDY, RANDOM, GREEDY]


def test_levels_are_a_careless_policy_the_policy_and_a_search() -> None:
    easy, fair, strong = (read_bot(name).row(Effort()) for name in ("easy", "fair", "strong"))
    assert (easy[KIND], fair[KIND], strong[KIND]) == (POLICY, POLICY, SEARCH)
    assert easy[NOISE] > fair[NOISE] == 0


def test_parameters_are_said_after_the_name() -> None:
    row = read_bot("strong:iterations=400:rounds=2:by=ratings:mix=0").row(Effort())
    assert (row[ITERATIONS], row[ROUNDS], row[PLAYED_BY], row[MIX]) == (400, 2, BY_RATINGS, 0)


def test_what_is_not_said_is_as_the_game_says() -> None:
    effort = Effort(iterations=70, rounds=3)
    row = read_bot("strong").row(effort)
    assert (row[ITERATIONS], row[ROUNDS]) == (70, 3)
    assert read_bot("strong:rounds=0").row(effort)[ROUNDS] == 0


def test_partners_are_imagined_at_their_best_and_opponents_are_not() -> None:
    among, together = (read_bot("strong").row(Effort(together=together))[MIX] for together in (False, True))
    assert among > together == 0
    assert read_bot("strong:mix=7").row(Effort(together=True))[MIX] == 7
    assert load("path_to_safety").rules.effort.together
    assert not LEDUC.rules.effort.together


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["lucky"], f"There is no bot 'lucky'. Bots: {NAMES}."),
        (["stong"], f"There is no bot 'stong'. Did you mean 'strong'? Bots: {NAMES}."),
        ([None], f"There is no bot 'None'. Bots: {NAMES}."),
        (["greedy:noise=3"], "The bot 'greedy' takes no parameters, but 'noise=3' is said of it."),
        (["fair:noise"], "Of the bot 'fair' one may say noise, as 'fair:noise=20'; not 'noise'."),
        (["fair:rounds=2"], "Of the bot 'fair' one may say noise, as 'fair:noise=20'; not 'rounds=2'."),
        (["easy:noise=101"], "noise of the bot 'easy' may be 0 to 100, not '101'."),
        (["easy:noise=many"], "noise of the bot 'easy' may be 0 to 100, not 'many'."),
        (["strong:by=luck"], "by of the bot 'strong' may be policy, ratings, chance, not 'luck'."),
        ("greedy", "Bots are named in a list, such as ['greedy', 'random'], not 'greedy'."),
        (None, "Bots are named in a list, such as ['greedy', 'random'], not None."),
        ([], "0 bots for 2 seats: name one for each seat, or fewer to repeat them."),
        (["random"] * 3, "3 bots for 2 seats: name one for each seat, or fewer to repeat them."),
    ],
)
def test_wrong_bots_are_explained(names: Any, says: str) -> None:
    with pytest.raises(OptionError) as error:
        read_bots(names, 2)
    assert str(error.value) == says


def test_any_bot_may_be_simulated() -> None:
    result = simulate(LEDUC, 40, bots=["strong:iterations=20", "easy"], seed=3)
    again = simulate(LEDUC, 40, bots=["strong:iterations=20", "easy"], seed=3, cores=1)
    assert (result.tally == again.tally).all()
    assert result.bots == ["strong:iterations=20", "easy"]
