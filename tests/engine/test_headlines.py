"""How a game has ended, for whoever reads it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import Ending
from moot.engine import NOBODY, Line, Result
from moot.engine.headlines import headline

NAMES = ["Ada", "Ben", "Cleo"]
WORDS = replace(LEDUC.words, endings={Ending.FOLD: Line("2", "It is over.")}, points="{} gold".format)
GAME = replace(LEDUC, words=WORDS)
ALONE = Result((15, 14, 1), (1, 2, 3), winners=(0,), ending=Ending.FOLD)
SHARED = Result((5, 5, 1), (1, 1, 3), winners=(0, 1), ending=Ending.FOLD)
SECONDS = Result((30, 2, 2), (1, 2, 2), winners=(0,), ending=Ending.FOLD)
TIED = Result((5, 5, 5), (2, 1, 3), False, (1,), Ending.FOLD, "income", {"income": (2, 3, 1)})
SHARED_TIE = Result((5, 5, 5), (1, 1, 3), False, (0, 1), Ending.FOLD, "income", {"income": (3, 3, 1)})


@pytest.mark.parametrize(
    ("result", "seat", "said"),
    [
        (ALONE, NOBODY, "Ada wins with 15 gold, one ahead of Ben."),
        (ALONE, 0, "You win with 15 gold, one ahead of Ben."),
        (ALONE, 1, "Ada wins with 15 gold, one ahead of you."),
        (ALONE, 2, "Ada wins with 15 gold, one ahead of Ben."),
        (SECONDS, 0, "You win with 30 gold, 28 ahead of Ben and Cleo."),
        (SHARED, NOBODY, "Ada and Ben share the win with 5 gold each."),
        (SHARED, 1, "You and Ada share the win with 5 gold each."),
        (TIED, NOBODY, "Ben wins with 5 gold; the tie with Ada and Cleo is broken by income, 3 against 2 and 1 (§2)."),
        (TIED, 0, "Ben wins with 5 gold; the tie with you and Cleo is broken by income, 3 against 2 and 1 (§2)."),
        (
            SHARED_TIE,
            2,
            "Ada and Ben share the win with 5 gold each; the tie with you is broken by income, 3 against 1 (§2).",
        ),
    ],
)
def test_who_has_won(result: Result, seat: int, said: str) -> None:
    told = headline(GAME, result, NAMES, 3, seat)
    assert told.text == said
    assert told.why == Line("2", "It is over.")


def test_all_win_or_lose_together() -> None:
    game = replace(GAME, length="rounds", words=replace(WORDS, because={Ending.FOLD: "nobody is left"}))
    won, lost = (Result((), (1, 1), True, winners, Ending.FOLD) for winners in ((0, 1), ()))
    assert headline(game, won, NAMES, 6, 1).text == "You win in round 6: nobody is left."
    assert headline(game, lost, NAMES, 6, 1).text == "You lose in round 6: nobody is left."
    assert headline(game, won, NAMES, 6).text == "Won in round 6: nobody is left."
    assert headline(game, lost, NAMES, 6).text == "Lost in round 6: nobody is left."


def test_without_a_reason_the_ending_is_the_headline() -> None:
    together = Result((5, 3), (1, 1), True, (), Ending.FOLD)
    assert headline(GAME, together, NAMES, 6) == ("It is over.", Line("2", ""))
    counted = replace(GAME, words=replace(WORDS, in_numbers=lambda result, names: f"{names[0]} has 5."))
    assert headline(counted, together, NAMES, 6) == ("It is over.", Line("2", "Ada has 5."))
