"""The answers of Polycrisis in short."""

from __future__ import annotations

from moot.engine import Sitting, ordered
from moot.games.polycrisis.research import NO_TECH
from moot.games.polycrisis.rules import Step
from tests.games.polycrisis.table import (
    engaging,
    fund,
    give,
    kind,
    play,
    problem,
    research,
    research_stands,
    skip_to,
    stand,
    start,
    table,
    tech,
)


def labels(t: Sitting, seat: int = 0) -> list[tuple[str, ...]]:
    """Verb, cost and outcome of what a seat may do, in the order of a page."""
    return [move.label[:3] for move in ordered(t.moves(seat))]


def test_piles_keep_their_places() -> None:
    """§3.1.2 By suit, with what is held."""
    assert [verb for verb, _, _ in labels(engaging())] == ["Draw ♣", "Draw ♦", "Draw ♥", "Draw ♠"]
    assert labels(engaging())[0] == ("Draw ♣", "", "you hold 0 ♣; 27 in the pile")


def test_a_pile_says_what_it_is_wanted_for() -> None:
    """§3.2.3 §3.3.2 The own project and the own research, as long as they take its suit."""
    t = engaging()
    s = t.state
    s.project[0], s.target[0], s.tech[0] = 1, problem("AIR"), tech("♦") + 1
    assert [outcome for _, _, outcome in labels(t)] == [
        "you hold 0 ♣; project needs it",
        "you hold 0 ♦; project and research need it",
        "you hold 0 ♥; 27 in the pile",
        "you hold 0 ♠; 27 in the pile",
    ]


def test_projects_say_what_they_take() -> None:
    """§1.6 §3.4.7 Cards, and the chip that a base project adds."""
    t = table("5♣ ★♥", "", crisis="INF")
    assert labels(t) == [
        ("Base", "", "1 of each of two suits, then a chip"),
        ("Improved", "", "2 of each of two suits, no chip"),
        ("No project", "", "the slot stays free"),
    ]
    play(t, 0, Step.START_PROJECT, 2)
    assert ("Environmental", "", "2 ♣ + 2 ♦; you hold 2 + 1; 0 in crisis") in labels(t)
    play(t, 0, Step.START_PROJECT_FIX_CAT, 1)
    assert labels(t)[0] == ("Fix", "", "Inflation: in crisis")  # before the others, which are stable


def test_cards_have_their_chance() -> None:
    """§3.2.4 §3.2.5 §3.2.6 With two dice, and more with consultants; a joker is sure."""
    t = table("7♣ ★♥", "", money=2)
    start(t, 0, 1, "AIR")
    assert labels(t) == [
        ("Play", "7♣", "58% or more: Air & Ozone Degradation"),
        ("Play", "joker", "sure, as ♣: Air & Ozone Degradation"),
        ("Play", "joker", "sure, as ♦: Air & Ozone Degradation"),
        ("Done", "", "2 cards kept"),
    ]
    play(t, 0, Step.PLAY_CARD, kind("7♣"), 0, 0)
    assert labels(t) == [
        ("Pay nothing", "", "58% to succeed; 2 left"),
        ("Pay 1", "1 money", "72% to succeed; 1 left"),
        ("Pay 2", "2 money", "83% to succeed; 0 left"),
    ]


def test_a_known_tech_raises_the_chance() -> None:
    """§3.2.5 And without money there is no “or more”."""
    t = table("7♣", "", known="♣")
    stand(t, 1, 1, "AIR")
    skip_to(t, 0, Step.PLAY_CARD)
    assert labels(t)[0] == ("Play", "7♣", "72%: Player 2’s AIR")


def test_research_says_what_it_is_good_for() -> None:
    """§1.5 §3.3.1 §3.4.2 What a suit gains, what is protected, and which cycle it would be."""
    t = table("5♣ 2♣", "", money=2, known="♣ ♦")
    skip_to(t, 0, Step.START_RESEARCH)
    assert ("Research", "♥ + 1 money", "Base-♥: each ♥ counts 1 more") in labels(t)
    assert any(outcome.startswith("Protect ") for _, _, outcome in labels(t))
    assert labels(t)[-1] == ("No research", "", "the slot stays free")
    play(t, 0, Step.START_RESEARCH, NO_TECH)
    t = table("5♣ 2♣", "", money=2)
    skip_to(t, 0, Step.START_RESEARCH)
    assert labels(t)[0] == ("Research", "no gift yet", "Base-♣: each ♣ counts 1 more")
    t = table("5♣ 2♣", "", money=2)
    research_stands(t, 1, "♣", 1)
    research(t, 0, "♥")
    assert labels(t)[0] == ("Give a card", "2♣", "Base-♣: cycle 2 of 2, with 1 money")
    assert labels(t)[-1] == ("Done", "no card", "2 cards kept")
    give(t, 0, "2♣", 1)
    assert labels(t)[0] == ("Give money", "1 money", "Base-♥: cycle 1 of 2, with a card")
    assert ("Give money", "1 money", "Base-♣: cycle 2 of 2 is made") in labels(t)
    fund(t, 0, 1)
    assert labels(t)[-1] == ("Done", "", "1 money kept")


def test_what_is_given_up_is_an_exit() -> None:
    """§3.2.1 And nothing is costly: the chance is the warning."""
    t = table("5♣", "")
    assert [move.label.exit for move in ordered(t.moves(0))] == [False, False, True]
    assert not any(move.label.costly for move in t.moves(0))
