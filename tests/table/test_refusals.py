"""What is refused over the socket: always in words, and nothing changes by it."""

from __future__ import annotations

import asyncio
import json
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest
from starlette.websockets import WebSocketDisconnect

from moot.bots import Player
from moot.engine import MoveError, Sitting
from moot.table.feeds.json_feed import JsonFeed
from moot.table.feeds.messages import COME_AGAIN, MOST_BYTES
from moot.table.feeds.outlet import Relay
from moot.table.feeds.session import FLOOD, MOST_TOLD, MOST_UNTAKEN
from moot.table.live import runner
from moot.table.live.several import RulesFailedError
from moot.table.live.table import LiveTable
from moot.table.web import allowance
from tests.table.house import ALL, Browser, House, Line
from tests.table.test_servers import until

NO_MESSAGE = [
    "",
    "{",
    "hello",
    "[]",
    "null",
    '"play"',
    "{}",
    '{"do": "dance"}',
    '{"do": 7}',
    '{"do": "play"}',
    '{"do": "play", "move": 0}',
    '{"do": "play", "move": "0", "answer": 0}',
    '{"do": "play", "move": true, "answer": 0}',
    '{"do": "play", "move": 0.5, "answer": 0}',
    '{"do": "play", "move": [0], "answer": 0}',
    '{"do": "play", "move": NaN, "answer": 0}',
    '{"do": "play", "move": Infinity, "answer": 0}',
    '{"do": "play", "move": 1e999, "answer": 0}',
    '{"do": "play", "move": 0, "answer": 0, "seat": 1}',
    '{"do": "play", "move": 0, "answer": 0, "id": -1}',
    '{"do": "play", "move": 0, "answer": 0, "id": 100000000000000000000000000}',
    '{"do": "take_back", "answer": "last"}',
    '{"do": "chat", "text": 5}',
    '{"do": "chat", "text": "\\ud800"}',
    '{"do": "why", "piece": {"a": 1}}',
    '{"do": "hand", "seat": "all", "to": "greedy"}',
    '{"do": "chat", "text": ' + "[" * 4000 + "}",
    '{"x": ' * 1000 + "1" + "}" * 1000,
    '{"do": "chat", "text": "' + "a" * MOST_BYTES + '"}',
]


def kept(live: LiveTable) -> tuple[Any, ...]:
    """Everything about a table that could change."""
    return bytes(live.sitting), list(live.sitting.history), live.number, list(live.chat), list(live.answers)


@pytest.fixture
def line(house: House, ada: Browser) -> Any:
    """A seat that is asked."""
    with ada.at(ada.open("polycrisis", option_seats=1), 0) as line:
        yield line


def live_of(house: House) -> LiveTable:
    """The only table."""
    return next(iter(house.registry.live.values()))


def test_what_is_no_message_is_refused(house: House, line: Line) -> None:
    before = kept(live_of(house))
    for text in NO_MESSAGE:
        refused = line.say(text)
        assert refused["type"] == "refused", text
        assert refused["error"].startswith(("This is no message", "A message has at most")), text
    assert kept(live_of(house)) == before
    assert line.play()["type"] == "done"  # and the line still stands


def test_bytes_are_no_message_either(line: Line) -> None:
    line.socket.send_bytes(b"\x00\xff")
    assert line.reply(0)["type"] == "refused"
    assert line.play()["type"] == "done"


@pytest.mark.parametrize("move", [-1, 10**6, 10**30, -(10**30)])
def test_a_move_that_is_not_open_is_refused(house: House, line: Line, move: int) -> None:
    before = kept(live_of(house))
    refused = line.send(do="play", move=move, answer=0)
    assert "is no move of Polycrisis. Legal: " in refused["error"]
    assert kept(live_of(house)) == before


def test_a_move_to_another_question_is_refused(house: House, line: Line) -> None:
    before, numbering = kept(live_of(house)), live_of(house).sitting.machine.numbering
    legal = {move["number"] for move in line.state["moves"]}
    for move in range(0, numbering.moves, 997):
        if move not in legal:
            assert line.send(do="play", move=move, answer=0)["type"] == "refused"
    assert kept(live_of(house)) == before


def test_an_answer_sent_twice_counts_once(house: House, line: Line) -> None:
    move = line.state["moves"][0]["number"]
    assert line.send(do="play", move=move, answer=0)["type"] == "done"
    assert line.send(do="play", move=move, answer=0)["error"].startswith("This answer was given already.")
    assert live_of(house).sitting.history == [(0, move)]


def test_two_answers_at_the_same_moment_count_once(house: House, line: Line) -> None:
    live, move = live_of(house), line.state["moves"][0]["number"]

    async def both() -> list[BaseException | None]:
        return list(await asyncio.gather(live.play(0, move, 0), live.play(0, move, 0), return_exceptions=True))

    first, second = house.do(both)
    assert (first, str(second)[:30]) == (None, "This answer was given already.")


def test_a_seat_that_is_not_asked_cannot_answer(house: House, ada: Browser) -> None:
    table = ada.open("path_to_safety", option_seats=3, seat_0="me", seat_1="me", seat_2="me")
    live = house.live(table)
    idle = next(seat for seat in range(3) if seat not in live.sitting.waiting)
    with ada.at(table, idle) as line:
        assert line.send(do="play", move=0, answer=0)["error"].startswith(f"Seat {idle} owes no answer now.")


def test_who_has_left_cannot_speak_for_the_seat(house: House, ada: Browser, bo: Browser) -> None:
    table = ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="open")
    bo.join(table, 1)
    with bo.at(table, 1) as line:
        house.live(table).chairs[1].sitters.clear()
        assert line.send(do="chat", text="still here")["error"].startswith("You do not sit on this seat.")


def test_why_a_piece_cannot_be_chosen_is_answered_or_not_but_never_fails(house: House, ada: Browser) -> None:
    for name in ALL:
        with ada.at(ada.open(name, option_seats=ALL[name].options["seats"].low), 0) as line:
            kinds = {piece.rpartition("-")[0] for move in line.state["moves"] for piece in move["pieces"]}
            for kind in {*kinds, "problem", "card", "project", "tech", "seat", "agenda", "", "<b>"}:
                for number in ("0", "1", "5", "29", "120", "9999", "99999", "-1", "x", "٣", ""):
                    answer = line.send(do="why", piece=f"{kind}-{number}")
                    assert set(answer) == {"type", "id", "piece", "section", "text"}


def test_people_never_notice_how_fast_they_may_speak(house: House, tmp_path_factory: pytest.TempPathFactory) -> None:
    with House(tmp_path_factory.mktemp("limited"), limits=True) as limited:
        ada = limited.browser()
        with ada.at(ada.open("polycrisis", option_seats=1), 0) as line:
            quick = [line.send(do="chat", text=str(number))["type"] for number in range(20)]
            assert quick == ["done"] * 20
            for number in range(500):
                line.socket.send_text(json.dumps({"do": "why", "piece": "", "id": 100 + number}))
            assert line.until_closed() == FLOOD  # who goes on after being told is cut off
            assert sum("Too fast. Wait a moment and try again." in heard for heard in line.heard) == MOST_TOLD


def test_whoever_comes_by_many_sockets_has_the_time_of_one_address(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each of the sockets keeps to its own limit."""
    monkeypatch.setattr(allowance, "MESSAGES_EACH", (3, 0))
    with House(tmp_path_factory.mktemp("limited"), limits=True, per_address=20) as limited, ExitStack() as stack:
        ada = limited.browser()
        table = ada.open("polycrisis", option_seats=1)
        lines = [stack.enter_context(ada.at(table, 0)) for _ in range(5)]
        answers = [line.send(do="why", piece="") for _ in range(11) for line in lines]
        assert [answer["type"] for answer in answers] == ["why"] * 55
        assert [line.say("{}")["error"] for line in lines] == ["Too fast. Wait a moment and try again."] * 5


def test_whoever_goes_on_asking_and_takes_no_answer_is_cut_off(
    house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answers would fill memory."""
    with ada.at(ada.open("polycrisis", option_seats=1), 0) as line:
        monkeypatch.setattr(Relay, "is_free", False)
        for number in range(2 * MOST_UNTAKEN):
            line.socket.send_text(json.dumps({"do": "why", "piece": "", "id": number}))
        assert line.until_closed() == FLOOD


def test_a_table_that_is_not_there_has_no_socket(ada: Browser) -> None:
    with pytest.raises(WebSocketDisconnect) as closed, ada.client.websocket_connect("/tables/nowhere/socket"):
        pass
    assert closed.value.code == 1008


def test_who_could_not_be_told_something_is_asked_to_come_again(line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> bytes:
        raise ZeroDivisionError

    monkeypatch.setattr(JsonFeed, "_message", fail)
    line.socket.send_text('{"do": "chat", "text": "hello"}')
    assert line.until_closed() == COME_AGAIN


@pytest.mark.parametrize("game", ALL)
def test_a_refused_move_gives_the_reason_that_the_table_gives(house: House, ada: Browser, game: str) -> None:
    """The same in Python and over the socket: a worded reason with its section."""
    seats = 2
    table = ada.open(game, option_seats=seats, **{f"seat_{seat}": "me" for seat in range(seats)})
    sitting, chance, told = house.live(table).sitting, Random(4), 0
    player = Player(sitting, ["greedy"])
    with ExitStack() as stack:
        lines = [stack.enter_context(ada.at(table, seat)) for seat in range(seats)]
        for _ in range(60):
            if sitting.over:
                break
            seat = sitting.waiting[0]
            line = lines[seat]
            line.settle()
            legal, choice = sitting.numbers(seat), sitting.machine.numbering.choices[sitting.state.asking[seat]]
            first = sitting.machine.numbering.bases[sitting.state.asking[seat]]
            wrong = first + chance.randrange(choice.moves)
            if wrong not in legal:
                refused = line.send(do="play", move=wrong, answer=line.state["answer"])
                with pytest.raises(MoveError) as error:
                    sitting.play(seat, wrong)
                assert refused["error"] == str(error.value)
                told += "(§" in refused["error"]
            line.play(player.move(seat))
    assert told > 0


def test_a_bot_on_whose_move_the_rules_fail_rests(ada: Browser, house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "A_REST", 0.5)
    tried, said, outcome = list[int](), list[str](), Sitting.outcome

    def fail(self: Sitting, seat: int, *move: Any) -> Any:
        if len(tried) < 2:
            tried.append(seat)
            raise RuntimeError("a bug in the rules")
        return outcome(self, seat, *move)

    monkeypatch.setattr(Sitting, "outcome", fail)
    monkeypatch.setattr(house.registry.runner, "_on_error", lambda live, error: said.append(type(error).__name__))
    live = house.live(ada.open("polycrisis", option_seats=2, seat_0="greedy"))
    house.do(asyncio.sleep, 0.25)
    assert (len(tried), live.number) == (1, 0)
    house.do(until, lambda: live.is_done)
    assert said == ["RulesFailedError"] * 2


def test_several_answers_on_which_the_rules_fail_are_refused(
    ada: Browser, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = house.live(ada.open("polycrisis", option_seats=2, seat_0="me"))
    before = bytes(live.sitting)

    def fail(self: Sitting, seat: int, *move: Any) -> Any:
        raise RuntimeError("a bug in the rules")

    monkeypatch.setattr(Sitting, "outcome", fail)
    with pytest.raises(RulesFailedError):
        house.do(live.play_all, 0, [(live.sitting.numbers(0)[0], "")], 0)
    assert bytes(live.sitting) == before
