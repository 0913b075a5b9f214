"""What is answered to a move that is refused: why this card does not go there, and what else stands in the way."""

from __future__ import annotations

import pytest

from moot.engine import Sitting
from moot.games.polycrisis.components import BASE_PROJECT, IMPROVED_PROJECT, NO_CARD
from moot.games.polycrisis.rules import Step
from tests.games.polycrisis.table import fund, give, kind, play, research_stands, skip_to, stand, start, table, tech
from tests.games.refusals import answer


def working() -> Sitting:
    """The first player may work on a base project of their own, for Sprawl; its spades are done."""
    t = table("7♣ 5♥ 6♠ ★♥", "9♣", "")
    stand(t, 0, BASE_PROJECT, "SPR", 1, 0)
    return t


@pytest.mark.parametrize(
    ("card", "slot", "part", "said"),
    [
        ("9♣", 0, 1, "You have no 9♣ in your hand. (§3.2.2)"),
        ("7♣", 5, 1, "Each player has one slot for a project, and there is no player 6. (§2.3)"),
        ("7♣", 1, 1, "Player 2 had no project when the phase began, and one started now must wait. (§3.2.2)"),
        ("5♥", 0, 0, "The base project on Sprawl takes ♠ and ♣: 5♥ does not serve. (§1.6)"),
        ("7♣", 0, 0, "The first suit of the base project on Sprawl is ♠: 7♣ serves the other. (§1.6)"),
        ("6♠", 0, 1, "The second suit of the base project on Sprawl is ♣: 6♠ serves the other. (§1.6)"),
        ("6♠", 0, 0, "As far as you know, the base project on Sprawl has all its successes in ♠. (§3.2.3)"),
        ("★♥", 0, 0, "As far as you know, the base project on Sprawl has all its successes in ♠. (§3.2.3)"),
    ],
)
def test_a_card_on_a_project(card: str, slot: int, part: int, said: str) -> None:
    """§1.6 §2.3 §3.2.2 §3.2.3 A card in hand, a project that stands, a suit that it lacks."""
    assert answer(working(), 0, Step.PLAY_CARD, kind(card), slot, part) == said


def test_what_another_starts_now_is_not_told() -> None:
    """§3.2.2 §6 The same is said whether they have started one or not."""
    t = working()
    before = answer(t, 0, Step.PLAY_CARD, kind("7♣"), 1, 1)
    start(t, 1, IMPROVED_PROJECT, "SPR")
    assert answer(t, 0, Step.PLAY_CARD, kind("7♣"), 1, 1) == before


def test_stopping() -> None:
    """§3.2.2 It names no project."""
    said = "Stopping names no project: its other numbers are 0. (§3.2.2)"
    assert answer(working(), 0, Step.PLAY_CARD, NO_CARD, 1, 0) == said


@pytest.mark.parametrize(
    ("money", "fee", "said"),
    [
        (2, 3, "You have 2 money left to pay consultants. (§3.2.5)"),
        (9, 5, "The card is worth 7, and consultants take it to 11: pay 4 at most. (§3.2.5)"),
    ],
)
def test_consultants(money: int, fee: int, said: str) -> None:
    """§3.2.5 As much as there is, and as takes the value to 11."""
    t = table("7♣", "", money=money)
    stand(t, 0, BASE_PROJECT, "SPR")
    play(t, 0, Step.PLAY_CARD, kind("7♣"), 0, 1)
    assert answer(t, 0, Step.CONSULTANT, fee) == said


def giving() -> Sitting:
    """The first player may give to the research of the second, on Base-♣; the third has none."""
    t = table("7♣ 9♣ 5♥ ★♣", "", "", money=3)
    research_stands(t, 1, "♣")
    skip_to(t, 0, Step.CARD_FOR_RESEARCH)
    return t


@pytest.mark.parametrize(
    ("card", "slot", "said"),
    [
        ("6♣", 1, "You have no 6♣ in your hand. (§3.3.2)"),
        ("7♣", 2, "Player 3 had no research when the phase began, and what is started now must wait. (§3.3.2)"),
        ("7♣", 0, "You have no research. (§3.3.2)"),
        ("7♣", 4, "Each player has one slot for research, and there is no player 5. (§2.3)"),
        ("5♥", 1, "Research on Base-♣ takes ♣ or a joker, and not 5♥. (§3.3.2)"),
    ],
)
def test_a_card_for_research(card: str, slot: int, said: str) -> None:
    """§2.3 §3.3.2 A card in hand, research that was under way, and its suit."""
    assert answer(giving(), 0, Step.CARD_FOR_RESEARCH, kind(card), slot) == said


def test_research_has_been_given_to() -> None:
    """§3.3.2 One card and one money to each tech."""
    t = giving()
    research_stands(t, 2, "♥")
    give(t, 0, "7♣", 1)
    said = "You have given a card to research on Base-♣: one at most. (§3.3.2)"
    assert answer(t, 0, Step.CARD_FOR_RESEARCH, kind("9♣"), 1) == said
    said = "Stopping names no research: its other numbers are 0. (§3.3.2)"
    assert answer(t, 0, Step.CARD_FOR_RESEARCH, NO_CARD, 1) == said
    skip_to(t, 0, Step.FUND_RESEARCH)
    assert answer(t, 0, Step.FUND_RESEARCH, 0) == "You have no research. (§3.3.2)"
    fund(t, 0, 1)
    said = "You have given money to research on Base-♣: one at most. (§3.3.2)"
    assert answer(t, 0, Step.FUND_RESEARCH, 1) == said


@pytest.mark.parametrize(
    ("name", "known", "said"),
    [
        ("+♥", "", "In this game there are no Expanded techs. (§5)"),
        ("♥", "♥", "Base-♥ is known to the whole table already. (§3.4.2)"),
        ("♣", "", "Base-♣ is under way: give to that research instead. (§3.3.1)"),
        ("SPR", "", "Auto-Protect Sprawl needs Base-♠ and Base-♣, which are not known yet. (§1.5)"),
        ("SPR", "♠", "Auto-Protect Sprawl needs Base-♣, which is not known yet. (§1.5)"),
    ],
)
def test_a_tech(name: str, known: str, said: str) -> None:
    """§1.5 §3.3.1 §5 What is in the boundary."""
    t = table("", "", known=known)
    research_stands(t, 1, "♣")
    skip_to(t, 0, Step.START_RESEARCH)
    assert answer(t, 0, Step.START_RESEARCH, tech(name)) == said
