"""Looking ahead, several answers in one message, and answers that are given by themselves."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from moot.engine.obvious import obvious
from moot.games.polycrisis.rules import Step as PolycrisisStep
from moot.games.solidarity.components import Objective
from moot.games.turning_points.rules import Act, Step
from moot.table.live.table import LiveTable
from tests.table.house import Browser, House, Line


@pytest.fixture
def table(house: House, ada: Browser) -> str:
    """A table of Turning Points at which somebody may organize."""
    table = ada.open("turning_points", option_seats=2, seat_0="me", seat_1="me")
    live, dice = house.live(table), Random(1)
    while not plans(live):
        seat = live.sitting.waiting[0]
        house.do(live.play, seat, dice.choice(live.sitting.numbers(seat)))
    return table


def plans(live: LiveTable) -> list[int]:
    """How somebody may begin to organize."""
    moves = live.sitting.moves(live.sitting.waiting[0])
    return [move.number for move in moves if move.choice == Step.ACT and move.arguments[0] == Act.ORGANIZE]


def ask_ahead(line: Line, *moves: int) -> dict[str, Any]:
    """What would follow."""
    return line.send(do="ahead", answer=line.state["answer"], moves=list(moves))


def test_what_would_follow_is_told_and_nothing_has_happened(house: House, ada: Browser, table: str) -> None:
    live = house.live(table)
    seat, record = live.sitting.waiting[0], bytes(live.sitting)
    with ada.at(table, seat) as line:
        told = ask_ahead(line, plans(live)[0])
        assert (told["type"], told["final"]) == ("ahead", False)
        assert told["question"]
        assert {move["choice"] for move in told["moves"]} <= {"rotate", "arcs", "lay"}
        assert (bytes(live.sitting), live.number) == (record, live.number)


def test_a_page_is_sent_what_would_be_drawn(house: House, ada: Browser, table: str) -> None:
    live = house.live(table)
    seat = live.sitting.waiting[0]
    with ada.at(table, seat, page=True) as page:
        told = page.send(do="ahead", answer=live.answers[seat], moves=[plans(live)[0]])
        assert not told["final"]
        assert "data-move" in "".join(str(html) for html in told.values())


def test_of_a_final_answer_nothing_is_told_but_that_it_is_final(house: House, ada: Browser, table: str) -> None:
    live = house.live(table)
    exchange = [move for move in live.sitting.moves(live.sitting.waiting[0]) if move.arguments[0] == Act.EXCHANGE]
    with ada.at(table, live.sitting.waiting[0]) as line:
        told = ask_ahead(line, exchange[0].number)
        assert {key: value for key, value in told.items() if key != "id"} == {"type": "ahead", "final": True}
        refused = ask_ahead(line, exchange[0].number, live.sitting.numbers(live.sitting.waiting[0])[0])
        assert refused["error"] == "Answer 1 of 2 is final: what comes after it cannot be said before."


def test_several_answers_count_whole(house: House, ada: Browser, table: str) -> None:
    live = house.live(table)
    seat, given = live.sitting.waiting[0], live.answers[live.sitting.waiting[0]]
    with ada.at(table, seat) as line:
        moves = [plans(live)[0]]
        while (told := ask_ahead(line, *moves))["question"] and told["moves"][0]["choice"] != "act":
            moves.append(told["moves"][-1]["number"])
        assert len(moves) > 1
        assert line.send(do="play", answer=given, moves=moves)["type"] == "done"
        assert live.answers[seat] == given + len(moves)
        assert [number for _, number in live.sitting.history[-len(moves) :]] == moves


def test_or_not_at_all(house: House, ada: Browser, table: str) -> None:
    live = house.live(table)
    seat, number = live.sitting.waiting[0], live.number
    with ada.at(table, seat) as line:
        for moves in ([plans(live)[0], plans(live)[0]], [10**6], []):
            assert line.send(do="play", answer=live.answers[seat], moves=moves)["type"] == "refused"
        late = line.send(do="play", answer=live.answers[seat] - 1, moves=plans(live)[:1])
        assert late["error"] == "This answer was given already. Look at what is asked now."
        too_many = {"do": "ahead", "answer": live.answers[seat], "moves": [1] * 65}
        assert line.say(json.dumps(too_many))["type"] == "refused"
    assert live.number == number


def test_names_are_written_with_several_answers(house: House, ada: Browser) -> None:
    table = ada.open(
        "solidarity", option_seats=2, option_objective=Objective.GREED.name.lower(), seat_0="me", seat_1="me"
    )
    live = house.live(table)
    with ada.at(table, 0) as line:
        invent = next(move for move in line.state["moves"] if "nvent" in move["words"])["number"]
        name = next(move for move in ask_ahead(line, invent)["moves"] if move.get("writes"))["number"]
        wish = {"answer": line.state["answer"], "moves": [invent, name], "texts": ["", "kittens"]}
        assert line.send(do="ahead", **wish)["type"] == "ahead"
        assert line.send(do="play", **{**wish, "texts": ["kittens"]})["type"] == "refused"
        assert line.send(do="play", **wish)["type"] == "done"
        assert "kittens" in live.sitting.texts.values()


def test_whoever_votes_answers_one_by_one(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open("turning_points", option_seats=2, seat_0="me", seat_1="me", votes=1)
    live = house.live(table)
    seat = live.sitting.waiting[0]
    with ada.at(table, seat) as line:
        assert line.send(do="play", answer=0, moves=live.sitting.numbers(seat)[:1])["type"] == "done"
        bo.join(table, live.sitting.waiting[0], key=live.chairs[live.sitting.waiting[0]].key)
    seat = live.sitting.waiting[0]
    with ada.at(table, seat) as line, bo.at(table, seat):
        refused = line.send(do="play", answer=live.answers[seat], moves=live.sitting.numbers(seat)[:1])
        assert refused["error"] == "Whoever votes on a seat answers one question at a time."


# Answers that are given by themselves


def only_one_answer(house: House, table: str) -> LiveTable:
    """Play on until the person's seat has one answer, while no page looks on."""
    live, dice = house.live(table), Random(4)
    while not (0 in live.sitting.waiting and len(live.sitting.numbers(0)) == 1):
        seat = dice.choice(live.sitting.waiting)
        house.do(live.play, seat, dice.choice(live.sitting.numbers(seat)))
    return live


@pytest.fixture
def forced(house: House, ada: Browser) -> LiveTable:
    """A table of Treasury at which there is nothing to decide."""
    return only_one_answer(house, ada.open("treasury", option_seats=2, seat_0="me", seat_1="me"))


def test_the_only_answer_is_given_by_itself(ada: Browser, forced: LiveTable) -> None:
    given, asked = forced.answers[0], len(forced.sitting.history)
    with ada.at(forced.id, 0, page=True) as page:
        while forced.answers[0] == given:
            page.settle()
        assert forced.sitting.history[asked][0] == 0


def test_a_program_is_always_asked(ada: Browser, forced: LiveTable) -> None:
    given = forced.answers[0]
    with ada.at(forced.id, 0) as line:
        line.settle()
        assert forced.answers[0] == given


def test_and_so_is_who_wants_to_be(ada: Browser, forced: LiveTable) -> None:
    given = forced.answers[0]
    ada.post("/me/settings", forced="asked")
    with ada.at(forced.id, 0, page=True) as page:
        page.settle()
        page.settle()
        assert forced.answers[0] == given


def test_and_so_is_what_goes_without_saying(house: House, ada: Browser) -> None:
    """Path to Safety at a chance of 0 %: nobody calls for the end."""
    live = house.live(ada.open("path_to_safety", option_seats=2, seat_0="me", seat_1="me"))
    seat = live.sitting.waiting[0]
    asked = live.sitting.question(seat)
    assert asked
    assert asked.text.endswith("Nothing would win yet.")
    assert len(live.sitting.numbers(seat)) == 2
    with ada.at(live.info.id, seat, page=True) as page:
        while not live.answers[seat]:
            page.settle()
        page.settle()
        assert live.answers[seat] == 1
        assert live.sitting.waiting == [seat]


@pytest.mark.parametrize(("wish", "given"), [("itself", 0), ("usual", 1)])
def test_a_usual_answer_is_given_for_who_wishes_it(house: House, ada: Browser, wish: str, given: int) -> None:
    """Path to Safety while it is not likely to be won: most people go on."""
    live = house.live(ada.open("path_to_safety", option_seats=2, seat_0="me", seat_1="me"))
    live.sitting.state.progress[0] = 2
    seat = live.sitting.waiting[0]
    assert obvious(live.sitting, seat) is None
    ada.post("/me/settings", forced=wish)
    with ada.at(live.info.id, seat, page=True) as page:
        page.settle()
        while live.answers[seat] < given:
            page.settle()
        page.settle()
        assert live.answers[seat] == given


def test_the_settings_say_which_answers_are_usual(ada: Browser) -> None:
    ada.open(name="Ada")
    assert "Path to Safety: “Go on”, while the chance to win is below one half." in ada.page("/me")


def test_but_not_for_who_wants_to_be_asked(house: House, ada: Browser) -> None:
    live = house.live(ada.open("path_to_safety", option_seats=2, seat_0="me", seat_1="me"))
    seat = live.sitting.waiting[0]
    ada.post("/me/settings", forced="asked")
    with ada.at(live.info.id, seat, page=True) as page:
        page.settle()
        page.settle()
        assert live.answers[seat] == 0


def test_in_a_blind_phase_and_before_the_dice_everybody_is_asked(tmp_path: Path) -> None:
    """Polycrisis asks whether people are ready: that is no question with one answer, but a pause."""
    with House(tmp_path) as house:
        ada = house.browser()
        table = ada.open("polycrisis", option_seats=2, option_talk="on", seat_0="me", seat_1="me")
        live = house.live(table)
        while len(live.sitting.numbers(0)) != 1:
            seat = live.sitting.waiting[-1]
            house.do(live.play, seat, live.sitting.numbers(seat)[0])
        given = live.answers[0]
        with ada.at(table, 0, page=True) as page:
            page.settle()
            page.settle()
            assert live.answers[0] == given


def test_who_is_alone_with_bots_need_not_say_that_they_are_ready(house: House, ada: Browser) -> None:
    """There is nobody to talk with."""
    live = house.live(ada.open("polycrisis", option_seats=2, option_talk="on", seat_0="me", seat_1="greedy"))
    with ada.at(live.info.id, 0, page=True) as page:
        while live.sitting.state.turn < 2:
            page.settle()
            numbers = live.sitting.numbers(0)
            if len(numbers) > 1:
                house.do(live.play, 0, numbers[0])
        assert any(
            live.sitting.machine.numbering.read(number)[0].step == PolycrisisStep.READY
            for _, number in live.sitting.history
        )
