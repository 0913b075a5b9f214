"""Solidarity in words: questions, moves, events, pictures and reasons."""

from __future__ import annotations

import re

import pytest

from moot.bots import play_out
from moot.engine import Names, Sitting
from moot.games.solidarity import GAME
from moot.games.solidarity.components import MOST_ROBOTS, OWN_NAMES, PRINTED, PRINTED_NAMES, Deal, Objective, Task
from moot.games.solidarity.naming import quantity, resource, text_of
from moot.games.solidarity.rules import Ending, Event, Step
from moot.games.solidarity.words import OBJECTIVES, WORDS, strip
from tests.games.solidarity.table import (
    NORTH,
    ORGS,
    SOUTH,
    WEST,
    done,
    lines,
    make_offer,
    mandate,
    orders,
    play,
    table,
    to_trading,
    write,
)


def said(t: Sitting, seat: int) -> list[str]:
    """The moves of a seat in words."""
    return [move.words for move in t.moves(seat)]


def reason(t: Sitting, seat: int, kind: str, number: int) -> str:
    """Why a seat cannot choose a piece."""
    line = WORDS.reason(t.view(seat), seat, kind, number, t.names)
    return line.text if line else ""


def asked(t: Sitting, seat: int) -> str:
    """What a seat is asked."""
    line = t.question(seat)
    assert line is not None
    return line.text


def test_everything_has_words() -> None:
    """§2 Every question, every answer, every event and every ending."""
    assert set(WORDS.choices) == set(WORDS.moves) == {choice.step for choice in GAME.rules.choices.values()}
    assert set(WORDS.events) == set(Event)
    assert set(WORDS.endings) == set(Ending)


def test_the_printed_names() -> None:
    """§3.4 48 of them, no two alike, each with a unit, short enough to be written."""
    assert len(PRINTED_NAMES) == PRINTED == 48
    assert all(re.fullmatch(r"[a-z ]{1,24} \([a-z]{1,24}\)", text) for text in PRINTED_NAMES)
    assert len({text.partition(" (")[0] for text in PRINTED_NAMES}) == 48


def test_how_names_read() -> None:
    """§3.4 As printed or written; a name that nobody has put into words is called after its org."""
    own = PRINTED + OWN_NAMES  # South's first
    names = Names(ORGS[:4], {own: "moon dust (thimbles)"})
    assert text_of(0, names) == "apples (bushels)"
    assert resource(own, names) == "moon dust"
    assert quantity(3, own, names) == "3 EcU of moon dust"
    assert quantity(3, own + 2, names) == "3 EcU of South’s 3rd novelty"


def test_order_sheets_in_words() -> None:
    """§3.1 How many robots are left is drawn; each line can be struck out by what it says."""
    t = table(("apples", NORTH, {}), robots={WEST: 9})
    assert asked(t, WEST) == "What shall your robots do?"
    write(t, WEST, ("raid", "apples", NORTH, 2))
    write(t, WEST, ("build", 6))
    assert "Strike out line 1: 2 robots to attack North’s stockpile of apples" in said(t, WEST)
    assert "Strike out line 2: 6 robots to build robots" in said(t, WEST)
    assert asked(t, WEST) == "What shall your robots do?"
    write(t, WEST, ("build", 1))
    assert asked(t, WEST) == "All robots have a task. Strike a line out, or hand it in."


def test_trading_in_words() -> None:
    """§4.1 §4.2 What the mandate lacks, what the draft says, what an offer says."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", SOUTH, {SOUTH: 4}))
    mandate(t, NORTH, {"tea": 3})
    to_trading(t)
    assert asked(t, NORTH) == "Trade, or be done. Your mandate lacks 3 EcU."
    assert asked(t, WEST) == "Trade, or be done."
    play(t, NORTH, Step.TRADE, Deal.OFFER, SOUTH)
    play(t, NORTH, Step.TRADE, Deal.GIVE, 0)
    assert asked(t, NORTH) == "How many EcU of apples do you give? You have 6."
    play(t, NORTH, Step.HOW_MUCH, 2)
    assert asked(t, NORTH) == "What is in your offer to South?"
    play(t, NORTH, Step.TRADE, Deal.WANT, 1)
    assert asked(t, NORTH) == "How many EcU of tea do you want? The others have 4."
    play(t, NORTH, Step.HOW_MUCH, 3)
    play(t, NORTH, Step.TRADE, Deal.SEND)
    assert asked(t, SOUTH) == "An offer waits for your answer. You can also trade."
    accept = next(move for move in t.moves(SOUTH) if move.arguments[0] == Deal.ACCEPT)
    assert accept.words.endswith(": North gives 2× apples for 3× tea")
    assert f"offer-{accept.arguments[1]}" in accept.pieces
    withdraw = next(move for move in t.moves(NORTH) if move.arguments[0] == Deal.WITHDRAW)
    assert withdraw.words.endswith(": you give South 2× apples for 3× tea")
    assert "In return North asks South for 3 EcU of tea." in lines(t, SOUTH)


def test_what_an_offer_says_to_whom_it_is_made() -> None:
    """§4.1 §4.2 Who gives what and for what, each in its place, and what of it one's mandate lacks."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", SOUTH, {SOUTH: 4}))
    mandate(t, NORTH, {"tea": 3})
    to_trading(t)
    for given, wanted in (({"tea": 1}, {"apples": 2}), ({}, {"apples": 1}), ({"tea": 2}, {})):
        make_offer(t, SOUTH, NORTH, given, wanted)
    offered = [move.words.partition(": ")[2] for move in t.moves(NORTH) if move.arguments[0] == Deal.ACCEPT]
    assert offered == [
        "South gives 1× tea for 2× apples; you lack tea",
        "South wants 1× apples for nothing",
        "South gives 2× tea for nothing; you lack tea",
    ]


def test_amounts_are_numbers() -> None:
    """§8 A page takes a number instead of a button for each."""
    assert WORDS.amounts == {Step.ROBOTS, Step.HOW_MUCH, Step.DEMAND_AMOUNT}


def test_the_strip() -> None:
    """§2 Round and phase."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", SOUTH, {}))
    assert strip(t.view())[:1] + strip(t.view())[2:] == ("Round 1 of 8", 0)
    to_trading(t)
    assert strip(t.view()).phase == 1
    done(t)
    assert strip(t.view()).phase == 2
    assert strip(table(length="random").view()).title == "Round 1"


def test_the_picture() -> None:
    """§7 Robots, resources, stockpiles, mandates, offers."""
    t = table(("apples", NORTH, {NORTH: 6, WEST: 1}), ("tea", SOUTH, {SOUTH: 4}), robots={NORTH: 12})
    mandate(t, NORTH, {"tea": 3})
    to_trading(t)
    make_offer(t, NORTH, SOUTH, {"apples": 2}, {"tea": 3})
    shown = t.picture(SOUTH)
    for part in (
        r"Round 1 of 8, playing for Solidarity",
        r"North +12 +0",
        r"apples \(bushels\) +North +North +North 6, West 1",
        r"MANDATE of North: 3 EcU of tea \(0 received\)",
        r"OFFER \d+: North gives South 2 EcU of apples for 3 EcU of tea",
    ):
        assert re.search(part, shown), part


def test_reasons_while_orders_are_written() -> None:
    """§3.1 §3.5 §3.7 §8 Why a piece cannot be chosen."""
    t = table(("apples", NORTH, {}), ("tea", SOUTH, {}), robots={NORTH: MOST_ROBOTS})
    apples, tea = t.state.name[0], t.state.name[1]
    assert reason(t, NORTH, "resource", tea) == (
        "First choose a task for it. No robots can be built: an org has 1000 at most."
    )
    play(t, NORTH, Step.ORDER, Task.PRODUCE)
    assert reason(t, NORTH, "resource", tea).startswith("South controls it")
    assert reason(t, NORTH, "line", 0) == "Finish the line you are writing first."
    play(t, SOUTH, Step.ORDER, Task.SEIZE)
    assert reason(t, SOUTH, "resource", tea) == "You control it yourself."
    assert reason(t, SOUTH, "resource", apples) == ""
    write(t, WEST, ("build", 2))
    assert reason(t, WEST, "resource", tea) == "All your robots have a task: strike out an order first."
    play(t, WEST, Step.ORDER, Task.DONE)
    assert reason(t, WEST, "resource", tea) == "You are done; the others are not."


def test_reasons_on_the_trading_floor() -> None:
    """§4.1 §4.3 Why a piece cannot be chosen."""
    t = table(("apples", NORTH, {NORTH: 6}), ("tea", SOUTH, {}))
    to_trading(t)
    apples, tea = t.state.name[0], t.state.name[1]
    assert reason(t, NORTH, "resource", apples) == "First choose to whom you make an offer."
    play(t, NORTH, Step.TRADE, Deal.OFFER, SOUTH)
    assert reason(t, NORTH, "resource", tea) == "Nobody has any tea."
    assert reason(t, NORTH, "seat", WEST).startswith("You are writing an offer to South")
    play(t, NORTH, Step.TRADE, Deal.TEAR_UP)
    place = make_offer(t, NORTH, SOUTH, {"apples": 1})
    assert reason(t, NORTH, "offer", place).startswith("This offer is your own")
    play(t, SOUTH, Step.TRADE, Deal.DECLINE, place)
    done(t)
    assert reason(t, NORTH, "resource", apples) == "A mandate asks for what you do not control."


def test_reasons_at_the_end() -> None:
    """§5.1 Nothing can be chosen any more."""
    t = table(rounds=1)
    orders(t, {})
    assert reason(t, NORTH, "seat", 0) == "The game is over."


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_an_objective_is_told_in_two_lines_of_a_phone(objective: Objective) -> None:
    """§1.3 What is told last stands below the board: more than two lines of 63 signs are cut off there."""
    assert len(OBJECTIVES[objective]) <= 126


def test_a_story() -> None:
    """§2 It reads from the objective to the ending."""
    t = play_out(GAME.start(seed=1, objective="greed"), ["greedy"])
    t.names = ORGS[:4]
    story = t.story()
    assert story.startswith("Your objective is Greed.")
    assert "— Round 8 —" in story
    assert "takes control of" in story
    assert WORDS.endings[Ending.GREED].text in story.splitlines()[-1]
