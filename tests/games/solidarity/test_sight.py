"""Chapter 7: who sees what; and what nobody is told before the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from moot.bots import Player, play_out
from moot.engine import NOBODY, Line, Sitting
from moot.engine.flow import SEALED
from moot.engine.standing import goal, how_to_win
from moot.games.solidarity import GAME
from moot.games.solidarity.components import Deal, Task
from moot.games.solidarity.rules import Event, Phase, Step
from moot.games.solidarity.words import ANSWERS, OBJECTIVES, TASKS, WORDS
from tests.games.solidarity.table import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    held,
    lines,
    make_offer,
    mandate,
    orders,
    play,
    start,
    table,
    to_trading,
    told,
    write,
)

# What would give §6.4 away, in whatever words
CLAUSE = re.compile(
    r"everyone (wins|loses)|all (win|lose)\b|two best|best others|any other two|together they|combined|hidden"
    r"|more points than|too (many|much)|lose the game|wins? together",
    re.IGNORECASE,
)


def test_sheets_are_seen_by_their_org_until_all_are_done() -> None:
    """§7 Then by everyone."""
    t = table(("apples", NORTH, {NORTH: 1}), robots={NORTH: 4})
    write(t, NORTH, ("produce", "apples", 2))
    for seat in (SOUTH, WEST, NOBODY):
        view = t.view(seat)
        assert (view.lines[NORTH], view.idle[NORTH], any(view.many[NORTH])) == (0, 0, False)
        assert view.asking[NORTH] == SEALED
    assert t.view(NORTH).many[NORTH, 0] == 2
    orders(t, {})
    assert t.view(NOBODY).many[NORTH, 0] == 2


def test_the_sheets_are_open_as_soon_as_they_are_revealed() -> None:
    """§3.3 §7 Before anything has been carried out."""
    t = table(("apples", NORTH, {NORTH: 1}), robots={NORTH: 4})
    write(t, NORTH, ("produce", "apples", 2))
    for seat in range(4):
        t.state.asking[seat] = 0
    assert t.view(SOUTH).many[NORTH, 0] == 0
    t.machine.step(t._records, 0)
    assert t.view(SOUTH).many[NORTH, 0] == 2
    assert held(t, NORTH, "apples") == 1


def test_what_robots_did_last_turn_is_remembered() -> None:
    """§7 By everyone, while the next orders are written."""
    t = table(("apples", NORTH, {}), robots={NORTH: 4})
    orders(t, {NORTH: [("build", 3), ("raid", "apples", SOUTH, 1)]})
    assert t.state.round == 2
    assert list(t.view(WEST).last_turn[NORTH]) == [0, 0, 3, 0, 1]
    assert "LAST TURN of North: 3 building, 1 attacking stockpiles" in t.picture(WEST)
    orders(t, {})
    assert not any(t.state.last_turn[NORTH])


def test_several_people_of_an_org_see_one_draft() -> None:
    """§1.1 §7 What one writes, all who look with the eyes of that org see at once."""
    t = table(("apples", NORTH, {NORTH: 1}), robots={NORTH: 4})
    write(t, NORTH, ("produce", "apples", 2))
    assert "ORDERS of North: 2 produce apples" in t.picture(NORTH)
    assert "ORDERS" not in t.picture(SOUTH)


@pytest.mark.parametrize("everyone", [0, 1])
def test_an_offer_is_seen_by_the_two_orgs_concerned(everyone: int) -> None:
    """§7 With the option, by everyone."""
    t = table(("apples", NORTH, {NORTH: 6}), open_offers=everyone)
    to_trading(t)
    place = make_offer(t, NORTH, SOUTH, {"apples": 2})
    seen = [t.view(seat).offer_to[place] > 0 for seat in (NORTH, SOUTH, EAST, WEST, NOBODY)]
    assert seen == [True, True, everyone, everyone, everyone]
    heard = [told(t, Event.OFFERS, seat) for seat in (NORTH, SOUTH, EAST, WEST, NOBODY)]
    offer = [(NORTH, SOUTH, t.state.name[0], 2, 0)]
    assert heard == [offer, offer, *[offer if everyone else []] * 3]
    assert ("OFFER" in t.picture(EAST)) == bool(everyone)


def test_an_offer_being_written_is_its_orgs_own() -> None:
    """§7 Even of open offers."""
    t = table(("apples", NORTH, {NORTH: 6}), open_offers=1)
    to_trading(t)
    play(t, NORTH, Step.TRADE, Deal.OFFER, SOUTH)
    play(t, NORTH, Step.TRADE, Deal.GIVE, 0)
    for seat in (SOUTH, EAST, NOBODY):
        assert not any(t.view(seat).draft_goods[NORTH])
        assert not t.view(seat).draft_to[NORTH]


def test_what_changes_hands_everyone_sees() -> None:
    """§7 Goods and mandates are public, and so is what has been received."""
    t = table(("apples", NORTH, {NORTH: 6}))
    mandate(t, SOUTH, {"apples": 2})
    to_trading(t)
    place = make_offer(t, NORTH, SOUTH, {"apples": 2})
    play(t, SOUTH, Step.TRADE, Deal.ACCEPT, place)
    assert "North hands South 2 EcU of apples." in lines(t)
    assert (t.view(EAST).got[SOUTH, 0], t.view(EAST).demand[SOUTH, 0]) == (2, 2)


def test_names_are_not_seen_before_the_reveal() -> None:
    """§7 §3.4 Neither in words nor by a refusal."""
    t = table(robots={NORTH: 4, SOUTH: 4})
    write(t, NORTH, ("invent", "kittens"))
    assert "kittens" not in t.picture(SOUTH) + lines(t, SOUTH)
    assert not any(t.view(SOUTH).key)
    assert t.view(SOUTH).written[NORTH] == 0
    write(t, SOUTH, ("invent", "kittens"))


def test_guesses_are_lawful_and_look_the_same() -> None:
    """§7 All through games of wild trade."""
    machine, chance, t = GAME.interpreted, Random(3), GAME.start(seats=5, seed=4, rounds=3)
    while not t.over:
        seat = chance.choice(t.waiting)
        t.play(seat, chance.choice(t.numbers(seat)))
        viewer = chance.randrange(NOBODY, 5)
        guess = t.guess(viewer, chance.randrange(1000))
        assert machine.broken_law([guess], 0) == -1
        twin = t.copy()
        twin.state._memory[:] = guess._memory
        assert bytes(twin.view(viewer)) == bytes(t.view(viewer))


def test_a_guess_of_offers_between_others() -> None:
    """§7 §4.1 One EcU of something for nothing, on one line."""
    t, guessed = GAME.start(seats=4, seed=4, rounds=5), 0
    for guess in guesses_of_a_game(t, viewer=0):
        hidden = {place for place in range(len(guess.offer_to)) if guess.offer_to[place] > 0} - offers_seen(t, 0)
        for place in hidden:
            assert [int(goods > 0) for goods in guess.offer_goods[place]] == list(guess.offer_amount[place])
            assert sum(guess.offer_amount[place]) == guess.offer_amount[place, 0] == 1
        guessed += len(hidden)
    assert guessed > 20


def offers_seen(t: Sitting, seat: int) -> set[int]:
    """Where offers lie that a seat knows of."""
    view = t.view(seat)
    return {place for place in range(len(view.offer_to)) if view.offer_to[place] > 0}


def guesses_of_a_game(t: Sitting, viewer: int) -> Iterator[Any]:
    """What a seat may think at every moment of a game."""
    player = Player(t, ["greedy"])
    while not t.over:
        player.play()
        yield t.guess(viewer, len(t.history))


def test_a_guess_asks_nobody_for_a_mandate_who_has_nothing_to_halve() -> None:
    """§7 §4.3 Everyone sees the stockpiles."""
    t, seen = GAME.start(seats=4, seed=4, rounds=5), 0
    for guess in guesses_of_a_game(t, viewer=0):
        if guess.phase == Phase.MANDATES:
            without = [seat for seat in range(1, 4) if max(guess.stock[seat]) < 2]
            assert not any(guess.asking[seat] for seat in without)
            seen += len(without)
    assert seen > 5


# What nobody is told before the end


def written_words() -> Iterator[str]:
    """Everything that can be read before a game is over and does not depend on the position."""
    yield from (GAME.rulebook, GAME.about, GAME.title, *OBJECTIVES.values(), *TASKS.values(), *ANSWERS.values())
    yield from (text for rule in GAME.provenance["rules"].values() for text in rule.values())
    yield from (option.help for option in GAME.options.values())
    yield from (preset.help for preset in GAME.presets.values())
    yield from (line.text for line in WORDS.events.values())
    yield from (line.text for line in WORDS.choices.values() if isinstance(line, Line))
    yield from (template for template in WORDS.moves.values() if isinstance(template, str))


def read_by(t: Sitting, seat: int) -> Iterator[str]:
    """What a seat, or a spectator, can read in a position."""
    yield t.picture(seat)
    yield lines(t, seat)
    yield from goal(GAME, t.view(seat), seat, t.names)[:2]
    yield from how_to_win(GAME, t.view(seat))
    question = t.question(seat) if seat != NOBODY else None
    yield question.text if question else ""
    yield from (move.words for move in t.moves(seat))
    for kind in ("seat", "resource", "offer", "line"):
        line = WORDS.reason(t.view(seat), seat, kind, 0, t.names) if seat != NOBODY else None
        yield line.text if line else ""


def test_the_losing_clause_is_in_no_word_before_the_end() -> None:
    """§6.4 Neither in the rulebook, nor in help, questions, answers or events; but the pattern knows it when it is told."""
    assert [text for text in written_words() if CLAUSE.search(text)] == []
    assert all(CLAUSE.search(WORDS.endings[ending].text) for ending in list(GAME.endings)[1:])
    assert CLAUSE.search((GAME.folder / "afterwards.md").read_text(encoding="utf-8"))


@pytest.mark.parametrize("bot", ["greedy", "random"])
def test_the_losing_clause_is_read_by_nobody_before_the_end(bot: str) -> None:
    """§6.4 In no position of whole games, by no seat."""
    record = play_out(GAME.start(seed=2, objective="solidarity", rounds=4), [bot])
    t, chance = start(seed=2, rounds=4), Random(1)
    for place, (seat, move) in enumerate(record.history):
        if place % 7 == 0:
            viewer = chance.randrange(NOBODY, 4)
            assert [text for text in read_by(t, viewer) if CLAUSE.search(text)] == []
        t.play(seat, move)
    assert t.over
    assert CLAUSE.search(t.story())


def test_done_is_not_undone_by_looking() -> None:
    """§7 A view changes nothing, and a seat that is done is seen to be."""
    t = start()
    play(t, NORTH, Step.ORDER, Task.DONE)
    before = bytes(t)
    assert [t.view(seat).asking[NORTH] for seat in (NORTH, SOUTH)] == [0, 0]
    assert bytes(t) == before
    assert t.waiting == [SOUTH, EAST, WEST]
