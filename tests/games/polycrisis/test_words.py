"""Polycrisis in words: questions, moves, events and the picture."""

from __future__ import annotations

import re

import pytest

from moot.bots import play_out
from moot.engine import NOBODY, Line, Sitting
from moot.games.polycrisis import GAME
from moot.games.polycrisis.naming import card, role, tech
from moot.games.polycrisis.rules import Ending, Event, Step
from moot.games.polycrisis.words import WORDS
from tests.games.polycrisis.table import (
    engaging,
    finish,
    kind,
    play,
    problems,
    research,
    research_stands,
    skip_to,
    stand,
    start,
    table,
    work,
)
from tests.games.polycrisis.table import tech as tech_number


def said(t: Sitting, seat: int) -> list[str]:
    """The moves of a seat in words."""
    return [move.words for move in t.moves(seat)]


def question(t: Sitting, seat: int) -> Line:
    """What a seat is asked."""
    line = t.question(seat)
    assert line is not None
    return line


def test_everything_has_words() -> None:
    """§3 Every question, every answer, every event and every ending."""
    assert set(WORDS.choices) == set(WORDS.moves) == {choice.step for choice in GAME.rules.choices.values()}
    assert set(WORDS.events) == set(Event)
    assert set(WORDS.endings) == set(Ending)


def test_names() -> None:
    """§1.3 §1.4 §1.5 Cards, classes and techs."""
    assert [card(kind(face)) for face in ("A♣", "10♦", "K♠", "★♥")] == ["A♣", "10♦", "K♠", "joker"]
    assert [role(number) for number in (0, 3)] == ["Investor ♠♣", "Scientist ♣♥"]
    names = [tech(tech_number(name)) for name in ("♥", "+♠", "LAN")]
    assert names == ["Base-♥", "Expanded-♠", "Auto-Protect Land Conversion"]


def test_the_questions() -> None:
    """§2.1 §3.1.2 They say what is at stake, and cite their section."""
    t = GAME.start(seats=1, seed=1)
    assert question(t, 0).section == "2.1"
    t = engaging(1)
    assert question(t, 0)[:2] == ("3.1.2", "Draw your first card, from any pile.")
    play(t, 0, Step.PILE_DRAW, 0)
    assert question(t, 0)[:2] == ("3.1.2", "Draw your second card, from a pile of your class.")
    assert said(t, 0) == ["Draw from clubs ♣", "Draw from spades ♠"]


def test_the_first_crises_in_words() -> None:
    """§2.2 By hand: which problem, how many are chosen, and who chose what."""
    t = engaging(2, start_crises=3, first_crises="hand")
    assert question(t, 0)[:2] == ("2.2", "Which problem starts in crisis? Chosen: 0 of 3.")
    assert said(t, 0)[:2] == ["Unsustainable Harvesting", "Polluting Industry"]
    play(t, 0, Step.FIRST_CRISIS, 0)
    assert question(t, 1).text.endswith("Chosen: 1 of 3.")
    assert t.lines()[-1].text == "Player 1 chooses Unsustainable Harvesting: in crisis from the start."


def test_a_check_in_words() -> None:
    """§3.2.2 §3.2.4 §3.2.5 Cards, jokers with the suit they stand for, and consultants."""
    t = table("5♣ ★♥", "", money=2)
    start(t, 0, 1, "AIR")
    assert said(t, 0) == [
        "Play no more cards",
        "Play 5♣ on your base project on Air & Ozone Degradation",
        "Play joker as clubs ♣ on your base project on Air & Ozone Degradation",
        "Play joker as diamonds ♦ on your base project on Air & Ozone Degradation",
    ]
    play(t, 0, Step.PLAY_CARD, kind("5♣"), 0, 0)
    assert question(t, 0) == Line("3.2.5", "5♣ succeeds if two dice show 5 or less. Pay consultants?")
    assert said(t, 0) == ["Pay nothing", "Pay 1", "Pay 2"]


def test_another_players_project_in_words() -> None:
    """§3.2.2 Whose it is."""
    t = table("5♣", "")
    stand(t, 1, 2, "SPR")
    skip_to(t, 0, Step.PLAY_CARD)
    assert said(t, 0)[1] == "Play 5♣ on Player 2's improved project on Sprawl"


def test_research_in_words() -> None:
    """§3.3.1 §3.3.2 What may be started, and given."""
    t = table("5♣", "", money=2)
    skip_to(t, 0, Step.START_RESEARCH)
    assert said(t, 0) == ["No research", "Base-♣", "Base-♦", "Base-♥", "Base-♠"]
    research(t, 0, "♣")
    assert said(t, 0) == ["Give no more cards", "Give 5♣ to research on Base-♣"]
    skip_to(t, 0, Step.FUND_RESEARCH)
    assert said(t, 0) == ["Give no more money", "Give 1 money to research on Base-♣"]


def test_the_picture() -> None:
    """§6 The graph by category, what is known, everyone's slots, and one's own hand."""
    t = table("7♣ K♥", "8♦", crisis="FOO CLE", money=3, known="♣")
    t.state.protected = problems("ENE")
    stand(t, 1, 2, "AIR", 1, 0)
    research_stands(t, 0, "♥", 1)
    lines = t.picture(0).splitlines()
    assert lines[0].startswith("Turn 1 of 8: 2 of 30 in crisis, 0 chips. Known: Base-♣.")
    assert lines[4].split() == ["Class", "◆", "ENE", "·", "HEA", "·", "AFF", "✗", "CLE", "✗", "FOO"]
    assert lines[7] == "  Player 1, Investor: 3 money, ♣♥; no project; researches Base-♥ (1 of 2)"
    assert lines[8].endswith("improved project on Air & Ozone Degradation (1 of 2 ♣; 0 of 2 ♦); no research")
    assert lines[9:] == ["  Player 1 holds 7♣ K♥"]
    assert "holds" not in t.picture(NOBODY)


@pytest.mark.parametrize(("chips", "said"), [(0, "0 chips"), (1, "1 chip"), (2, "2 chips")])
def test_the_picture_counts_chips(chips: int, said: str) -> None:
    """§3.1.4 One chip, two chips."""
    t = table("")
    t.state.chips = chips
    assert f"in crisis, {said}. Known" in t.picture(NOBODY)


@pytest.mark.parametrize(
    ("event", "arguments", "said"),
    [
        (Event.CHIPS_RISE, [1, 1], "Chips rise by 1, to 1."),
        (Event.CHECKS_TURNED, [0, 0, 1], "The new tech saves 1 failed check of Ada in clubs ♣."),
        (Event.TURN_ENDS, [5, 8], "You have survived turn 5 of 8."),
    ],
)
def test_lines_with_a_number(event: Event, arguments: list[int], said: str) -> None:
    """§3.1.4 §3.4.3 §4.2 They read well with a one."""
    assert WORDS.say(WORDS.events[event].text, arguments, ["Ada"]) == said


@pytest.mark.parametrize(
    ("progress", "said"),
    [((2, 0), "2 of 2 ♣; 0 of 2 ♦"), ((3, 1), "2 of 2 ♣, 1 over; 1 of 2 ♦"), ((1, 4), "1 of 2 ♣; 2 of 2 ♦, 2 over")],
)
def test_surplus_successes(progress: tuple[int, int], said: str) -> None:
    """§3.4.7 More than a project takes are said apart: "2 of 2, 1 over"."""
    t = table("")
    stand(t, 0, 2, "AIR", *progress)
    assert f"improved project on Air & Ozone Degradation ({said});" in t.picture(NOBODY)


def test_the_picture_warns() -> None:
    """§3.6.6 As long as four categories are full."""
    t = table("", crisis="UNS IND FOS SPR INF MON MAR INE SOC LOW POL UNR COM ECO DIS LAB")
    assert "Beware" not in t.picture(NOBODY)
    t.state.crisis |= problems("SYS")
    assert t.picture(NOBODY).splitlines()[1] == "  Beware: 4 categories are full: the dice run away."
    assert (
        WORDS.say(WORDS.events[Event.RUNAWAY].text, [4], [])
        == "Beware: 4 categories are full, the dice run away from here."
    )


def test_the_picture_of_a_hand_in_a_blind_phase() -> None:
    """§6 What one has played is gone, what one has drawn is there."""
    t = table("7♣ K♥", "8♦")
    stand(t, 1, 2, "AIR")
    work(t, 0, "7♣", 1, 1, 1)
    assert t.picture(0).splitlines()[-1] == "  Player 1 holds K♥"
    t = engaging(1)
    play(t, 0, Step.PILE_DRAW, 3)
    assert re.fullmatch(r"  Player 1 holds (joker|\w+♠)", t.picture(0).splitlines()[-1])


@pytest.mark.parametrize("seed", [1, 2])
def test_a_story(seed: int) -> None:
    """§4 §6 A whole game told to one seat; every line has a section of the rulebook."""
    t = play_out(GAME.start(seats=3, seed=seed, expanded_tech=True, preset="four_chips"), ["random"])
    story = t.story(0)
    assert "— Turn 1 of 8 —" in story
    assert "You draw" in story
    assert "{" not in story
    assert t.ending is not None
    assert story.endswith(WORDS.endings[t.ending].text)
    assert {line.section for line in t.lines(0)} <= set(re.findall(r"^\*\*([\d.]+)\*\*", GAME.rulebook, re.MULTILINE))


def test_the_end_of_a_phase_in_words() -> None:
    """§3.4.6 §3.5 What has become of it."""
    t = table("", "")
    stand(t, 0, 1, "AIR")
    finish(t)
    assert [line.text for line in t.lines()] == [
        "Player 1's project on Air & Ozone Degradation is abandoned: nobody worked on it."
    ]
    assert said(t, 0) == ["Ready"]
