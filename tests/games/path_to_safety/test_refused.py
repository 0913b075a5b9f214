"""What is answered to a move that is refused: why this card cannot be used so."""

from __future__ import annotations

import pytest

from moot.games.path_to_safety.components import Match
from moot.games.path_to_safety.rules import Action, Momentum, Step
from tests.games.path_to_safety.table import kind, publish, table
from tests.games.refusals import answer


@pytest.mark.parametrize(
    ("action", "card", "said"),
    [
        (Action.RESEARCH, "7♣", "7♣ is an innovation card: it is published, and researches nothing. (§3.2.1)"),
        (Action.PUBLISH, "K♦", "K♦ is a research card: it is for research, and is not published. (§3.2.2)"),
        (Action.CONFERENCE, "7♣", "A conference is held with an ace to five, and 7♣ is none of these. (§3.2.3)"),
        (Action.CONFERENCE, "K♦", "A conference is held with an ace to five, and K♦ is none of these. (§3.2.3)"),
        (Action.PUBLISH, "8♣", "You do not hold 8♣, and nobody sees another player’s cards. (§7)"),
        (Action.CONFERENCE, "2♥", "You do not hold 2♥, and nobody sees another player’s cards. (§7)"),
    ],
)
def test_an_action(action: Action, card: str, said: str) -> None:
    """§3.2 §7 Each card has its use, and only what is held is used; what another holds is not told."""
    t = table("7♣ K♦ 3♠", "8♣")
    assert answer(t, 0, Step.ACTION, action, kind(card)) == said


@pytest.mark.parametrize(
    ("use", "card", "said"),
    [
        (Momentum.DRAW, "K♦", "Drawing a card names no card: its second number is 0. (§3.4)"),
        (Momentum.NOTHING, "2♣", "Doing nothing names no card: its second number is 0. (§3.4)"),
        (Momentum.RESEARCH, "3♠", "3♠ is an innovation card: it is published, and researches nothing. (§3.2.1)"),
        (Momentum.PUBLISH, "K♦", "K♦ is a research card: it is for research, and is not published. (§3.2.2)"),
        (Momentum.PUBLISH, "8♣", "You do not hold 8♣, and nobody sees another player’s cards. (§7)"),
    ],
)
def test_momentum(use: Momentum, card: str, said: str) -> None:
    """§3.4 A card is played as in a turn; drawing, and doing nothing, take none."""
    t = table("7♣ K♦ 3♠", "8♣", pile="9♣", match=Match.MOMENTUM)
    publish(t, "7♣")
    assert answer(t, 0, Step.MOMENTUM, use, kind(card)) == said
