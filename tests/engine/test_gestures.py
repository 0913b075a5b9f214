"""Gestures: whole ways through several questions, as one answer each."""

from __future__ import annotations

from random import Random

import pytest

from moot.engine import Move, Sitting, gestures, ordered
from moot.engine.ahead import look_ahead
from moot.engine.gestures import MOST_WAYS, gathered
from moot.engine.labels import wrong_label
from moot.games import GAMES, load
from moot.games.polycrisis.rules import Step as PolycrisisStep
from moot.games.treasury.rules import Step as TreasuryStep
from moot.games.turning_points.rules import Act
from moot.games.turning_points.rules import Step as TurningStep
from tests.games.polycrisis.table import research_stands, skip_to
from tests.games.polycrisis.table import table as research_table


def asked(game: str, step: int, seats: int = 3) -> tuple[Sitting, int]:
    """A game in which somebody is asked something, and who."""
    dice, table = Random(1), load(game).start(seats=seats, seed=3)
    while True:
        for seat in table.waiting:
            if table.state.asking[seat] == step:
                return table, seat
        seat = dice.choice(table.waiting)
        table.play(seat, dice.choice(table.numbers(seat)))


def test_kind_category_and_problem_of_a_project_are_one_answer() -> None:
    table, seat = asked("polycrisis", PolycrisisStep.START_PROJECT)
    ways = gathered(table, seat)
    assert len(ways) == 62
    none, base = ways[0], ways[1]
    assert (none.words, none.also) == ("No project", ())
    assert base.words.startswith("Base project · ")
    assert [piece.split("-")[0] for piece in base.pieces] == ["category", "problem"]
    assert base.label.verb == "Base"


def test_a_way_is_played_as_it_was_found() -> None:
    table, seat = asked("polycrisis", PolycrisisStep.START_PROJECT)
    way = gathered(table, seat)[7]
    found = look_ahead(table, seat, [(number, "") for number in (way.number, *way.also)])
    assert not found.final
    for number in (way.number, *way.also):
        table.play(seat, number)
    assert found.then is not None
    assert bytes(found.then) == bytes(table)


def test_one_exit_declines_all_that_is_still_to_come() -> None:
    table, seat = asked("polycrisis", PolycrisisStep.START_PROJECT)
    out = gathered(table, seat)[-1]
    assert out.label.verb == "All done"
    assert out.label.exit
    assert out.label.outcome.endswith("money kept")
    for number in (out.number, *out.also):
        table.play(seat, number)
    assert seat not in table.waiting


def contracts_of(table: Sitting, seat: int) -> int:
    """How many of a seat's businesses have a contract."""
    return sum(cards > 0 for cards in table.state.contracted[seat])


def test_contracts_that_want_different_cards_are_claimed_at_once() -> None:
    for seed in range(40):
        table, dice = load("treasury").start(seats=2, seed=seed), Random(seed)
        while not table.over:
            seat = table.waiting[0]
            ways = gathered(table, seat) if table.state.asking[seat] == TreasuryStep.CONTRACT else []
            if ways and ways[0].label.verb == "Claim all":
                had = contracts_of(table, seat)
                for number in (ways[0].number, *ways[0].also):
                    table.play(seat, number)
                assert contracts_of(table, seat) - had == int(ways[0].label.cost)
                return
            table.play(seat, dice.choice(table.numbers(seat)))
    raise AssertionError("Nobody could claim several.")


def test_a_card_and_its_turn_are_one_answer() -> None:
    dice, table = Random(1), load("turning_points").start(seats=2, seed=3)
    ways: list[Move] = []
    while not ways:
        seat = table.waiting[0]
        ways = [way for way in gathered(table, seat) if way.also] if table.state.asking[seat] == TurningStep.ACT else []
        if not ways:
            table.play(seat, dice.choice(table.numbers(seat)))
    assert all(way.arguments[0] == Act.ORGANIZE for way in ways)
    assert all(way.label.verb == "Organize" for way in ways)


def test_a_card_is_played_as_it_is_or_with_consultants() -> None:
    """Every amount that may be paid is offered, nothing among them, and each answer names its card and what is paid."""
    for seed in range(20):
        dice, table = Random(seed), load("polycrisis").start(seats=3, seed=seed)
        while not table.over:
            seat = table.waiting[0]
            ways = gathered(table, seat) if table.state.asking[seat] == PolycrisisStep.PLAY_CARD else []
            paid = [way for way in ways if way.also]
            if paid and table.state.money[seat] > table.state.spent[seat]:
                card = [way for way in paid if way.number == paid[0].number]
                assert card[0].label.cost + " + 1 money" == card[1].label.cost
                assert card[0].words.endswith("Pay nothing")
                return
            table.play(seat, dice.choice(table.numbers(seat)))
    raise AssertionError("Nobody could pay consultants.")


def test_a_card_and_money_are_given_together_or_one_by_one() -> None:
    """Research that is started with both; and research that is under way, where others want cards too: these are declined."""
    table, seat = asked("polycrisis", PolycrisisStep.START_RESEARCH)
    begun = [way for way in ordered(gathered(table, seat)) if not way.label.exit]
    assert begun[0].also
    assert begun[0].label.cost.endswith(" + 1 money")
    assert {way.number for way in begun if not way.also} == {way.number for way in begun}
    for number in (begun[0].number, *begun[0].also):
        table.play(seat, number)
    assert table.state.card_given[seat] == table.state.money_given[seat] == 1 << seat


def test_what_is_asked_in_between_is_declined() -> None:
    """Two techs want cards: one gets card and money in one answer, and no card goes to the other."""
    t = research_table("2♣ 3♥", "", money=2)
    research_stands(t, 1, "♣", 1)
    skip_to(t, 0, PolycrisisStep.START_RESEARCH)
    ways = [way for way in ordered(gathered(t, 0)) if "Base-♥" in way.label.outcome]
    assert [way.label.cost for way in ways] == ["3♥ + 1 money", "no gift yet"]
    assert len(ways[0].also) == 3
    assert [piece.split("-")[0] for piece in ways[0].pieces] == ["tech", "card", "research_of"]
    t.play(0, ways[1].number)
    given = [move.label[:3] for move in ordered(gathered(t, 0)) if not move.label.exit]
    assert given == [
        ("Give a card", "3♥ + 1 money", "Base-♥: cycle 1 of 2 is made"),
        ("Give a card", "2♣ + 1 money", "Base-♣: cycle 2 of 2 is made"),
        ("Give a card", "3♥", "Base-♥: cycle 1 of 2, with 1 money"),
        ("Give a card", "2♣", "Base-♣: cycle 2 of 2, with 1 money"),
    ]


def test_too_many_ways_leave_the_copy_where_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    """A gesture that is given up in the middle does not lead the exit astray."""
    table, seat = asked("polycrisis", PolycrisisStep.START_PROJECT)
    whole = gathered(table, seat)[-1]
    monkeypatch.setattr(gestures, "MOST_WAYS", 20)
    ways = gathered(table, seat)
    assert ways[-1] == whole
    assert len(ways[1].also) == 1


@pytest.mark.parametrize("name", GAMES)
def test_every_way_is_offered_that_the_rules_know(name: str) -> None:
    """Where a gesture puts two questions into one, no answer to the second is lost."""
    dice, table = Random(6), load(name).start(seats=3, seed=6)
    for _ in range(100):
        if table.over:
            break
        seat = dice.choice(table.waiting)
        ways = [way for way in gathered(table, seat) if not way.label.exit]
        whole = {way.number for way in ways if way.also} - {way.number for way in ways if not way.also}
        for number in whole:
            then = table.copy()
            then.play(seat, number)
            assert {way.also[0] for way in ways if way.number == number} == set(then.numbers(seat))
        table.play(seat, dice.choice(table.numbers(seat)))


@pytest.mark.parametrize("name", GAMES)
def test_every_answer_begins_a_way_and_every_way_is_legal_and_fits(name: str) -> None:
    dice, table = Random(5), load(name).start(seats=3, seed=5)
    for _ in range(60):
        if table.over:
            break
        seat = dice.choice(table.waiting)
        ways = ordered(gathered(table, seat))
        assert {way.number for way in ways} == set(table.numbers(seat))
        assert len({(way.number, way.also) for way in ways}) == len(ways)
        assert not any(way.also for way in ways) or len(ways) <= MOST_WAYS + 1
        way = dice.choice(ways)
        assert not list(wrong_label(way.label))
        look_ahead(table, seat, [(number, "") for number in (way.number, *way.also)])
        for number in (way.number, *way.also):
            table.play(seat, number)
