"""A lesson is a table like any other: it is kept, goes on where it was left, and is told by its log."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest

from moot.games import GAMES, load
from moot.lessons import Kind, lesson_of
from moot.lessons.rehearsal import rehearsed
from moot.table.live.entries import Opened, read
from moot.table.live.table import LiveTable
from tests.table.house import PATIENCE, Browser, House, Line

TAUGHT = [name for name in GAMES if lesson_of(load(name)) is not None]


def begin(somebody: Browser, game: str = "treasury") -> str:
    """Begin a lesson; its table."""
    answer = somebody.post(f"/learn/{game}")
    assert answer.status_code == 303, answer.text
    return answer.headers["location"].removeprefix("/tables/")


def kind(live: LiveTable) -> Kind:
    """What the lesson waits for."""
    assert live.script
    assert live.lesson
    return live.script.beats[live.lesson.beat].kind


def wait_until(holds: Callable[[], bool]) -> None:
    """Bots take a moment."""
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, "this takes too long"
        time.sleep(0.01)


def go_on(live: LiveTable, line: Line) -> None:
    """Do what the lesson asks for, rightly."""
    assert live.script
    assert live.lesson
    beat, now = live.lesson.beat, live.script.beats[live.lesson.beat]
    if now.kind is Kind.WATCH:
        return wait_until(lambda: live.lesson is not None and live.lesson.beat > beat)
    right = next((place for place, answer in enumerate(now.step.answers) if answer.right), -1)
    said = line.send(do="learn", beat=beat, answer=right, show=now.kind is Kind.DO)
    assert said["type"] == "done", said


def learn(live: LiveTable, line: Line, until: int | None = None) -> None:
    """Come to a beat of a lesson; to the last if none is named."""
    assert live.script
    assert live.lesson
    while live.lesson.beat < (live.script.last if until is None else until):
        go_on(live, line)


@pytest.mark.parametrize("game", TAUGHT)
def test_a_lesson_is_played_as_the_battery_plays_it(house: House, ada: Browser, game: str) -> None:
    table = begin(ada, game)
    live, lesson = house.live(table), lesson_of(load(game))
    assert live.script
    assert lesson
    with ada.at(table, live.script.seat) as line:
        learn(live, line)
    assert kind(live) is Kind.FREE
    *_, last = rehearsed(load(game), lesson)
    assert live.sitting.history[: len(last.sitting.history)] == last.sitting.history


def test_its_first_entry_says_that_it_is_a_lesson(house: House, ada: Browser) -> None:
    table = begin(ada)
    opened = read(house.do(house.registry.store.log, table)[0])
    assert isinstance(opened, Opened)
    assert opened.lesson
    assert opened.lesson.digest == house.live(table).script.lesson.digest  # type: ignore[union-attr]


def test_another_move_is_answered_and_changes_nothing(house: House, ada: Browser) -> None:
    table = begin(ada)
    live = house.live(table)
    with ada.at(table, 0) as line:
        learn(live, line, until=2)
        before = live.number, bytes(live.sitting), live.lesson
        seed = next(move.number for move in live.sitting.moves(0) if move.label.verb == "Seed")
        said = line.send(do="play", move=seed, answer=0)
    assert said["error"] == "That is allowed, but first start Skinner 1 face down: it costs nothing."
    assert (live.number, bytes(live.sitting), live.lesson) == before


def test_a_name_that_is_typed_in_counts_if_it_is_the_one_that_is_meant(house: House, ada: Browser) -> None:
    """As the game compares names; and whoever types another is told which."""
    table = begin(ada, "solidarity")
    live = house.live(table)
    with ada.at(table, 0) as line:
        learn(live, line, until=2)
        moves = live.sitting.moves(0)
        write = next(one for one in moves if one.writes)
        take = next(one for one in moves if one.words == "kittens (litters)")
        refused = line.send(do="play", move=write.number, answer=1, text="jokes")
        assert refused["error"].endswith("Here it is: kittens (litters).")
        assert line.send(do="play", move=write.number, answer=1, text=" Kittens (boxes)")["type"] == "done"
    assert live.sitting.history[-1] == (0, take.number)


def test_a_form_is_sent_if_all_of_it_is_right(house: House, ada: Browser) -> None:
    """Whole or not at all: what is wrong in it is answered as if it were said alone."""
    table, lesson = begin(ada, "solidarity"), lesson_of(load("solidarity"))
    live = house.live(table)
    assert lesson
    *_, last = rehearsed(load("solidarity"), lesson)
    right = [move for seat, move in last.sitting.history if seat == 0][:6]
    with ada.at(table, 0) as line:
        learn(live, line, until=1)
        other = next(number for number in live.sitting.numbers(0) if number != right[0])
        before = live.number
        refused = line.send(do="play", moves=[*right[:2], other, right[-1]], answer=0)
        assert refused["error"].startswith("One robot invents kittens")
        assert live.number == before
        assert line.send(do="play", moves=right, answer=0)["type"] == "done"
    assert live.answers[0] == len(right)


def test_nothing_can_be_done_before_it_was_read(house: House, ada: Browser) -> None:
    table = begin(ada)
    live = house.live(table)
    with ada.at(table, 0) as line:
        said = line.play()
        assert said["type"] == "refused"
        assert "Next" in said["error"]
        assert line.send(do="learn", beat=1)["error"] == "The lesson has gone on meanwhile."
    assert live.number == 0


def test_a_wrong_answer_says_why_and_the_right_one_goes_on(house: House, ada: Browser) -> None:
    table = begin(ada)
    live = house.live(table)
    with ada.at(table, 0) as line:
        while kind(live) is not Kind.ASK:
            go_on(live, line)
        assert live.lesson
        beat = live.lesson.beat
        assert "waits face down" in line.send(do="learn", beat=beat, answer=0)["error"]
        assert live.lesson.beat == beat
        assert "question" in line.play()["error"]
        assert line.send(do="learn", beat=beat, answer=1)["type"] == "done"
        assert live.lesson.beat == beat + 1


def test_what_was_done_in_a_lesson_is_not_taken_back(house: House, ada: Browser) -> None:
    table = begin(ada)
    live = house.live(table)
    with ada.at(table, 0) as line:
        learn(live, line, until=6)
        assert "nothing has to be taken back" in line.send(do="take_back", answer=live.answers[0])["error"]


def test_a_lesson_goes_on_after_a_restart(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        table = begin(ada)
        with ada.at(table, 0) as line:
            learn(house.live(table), line, until=6)
        before, secret = house.live(table).lesson, ada.secret
    with House(tmp_path) as house:
        live = house.live(table)
        assert live.lesson == before
        with house.browser(secret).at(table, 0) as line:
            learn(live, line)
        assert kind(live) is Kind.FREE


def test_it_is_the_same_from_its_log_as_from_a_snapshot(house: House, ada: Browser) -> None:
    table = begin(ada)
    live = house.live(table)
    with ada.at(table, 0) as line:
        learn(live, line, until=6)
    before = live.lesson
    house.forget(live)
    again = house.live(table)
    assert again is not live
    assert again.lesson == before


def test_when_its_text_has_changed_it_is_a_game_like_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with House(tmp_path) as house:
        ada = house.browser()
        table, secret = begin(ada), ada.secret
    monkeypatch.setattr("moot.table.live.state.script_of", lambda game: None)
    with House(tmp_path) as house, house.browser(secret).at(table, 0) as line:
        assert house.live(table).script is None
        assert line.play()["type"] == "done"


def test_whoever_reaches_the_last_step_has_learned_the_game(house: House, ada: Browser, bo: Browser) -> None:
    table = begin(ada)
    live = house.live(table)
    people, person = house.registry.people, live.info.host or ""
    with ada.at(table, 0) as line:
        assert live.script
        learn(live, line, until=live.script.last - 1)
        assert house.do(people.lessons_of, person) == set()
        learn(live, line)
    assert house.do(people.lessons_of, person) == {"treasury"}
    assert "button primary" not in ada.page("/learn/treasury").partition("<main")[2]
    assert "button primary" in bo.page("/learn/treasury").partition("<main")[2]


def test_the_coach_speaks_once_of_a_bad_move_in_free_play(house: House, ada: Browser) -> None:
    table = begin(ada)
    live = house.live(table)
    with ada.at(table, 0) as line:
        learn(live, line)
        line.settle()
        sale = next(move.number for move in live.sitting.moves(0) if move.label.verb == "Sell")
        moves = len(live.sitting.history)
        said = line.send(do="play", move=sale, answer=live.answers[0])
        assert said["error"].startswith("A sale gives a little gold once.")
        assert len(live.sitting.history) == moves
        assert line.send(do="play", move=sale, answer=live.answers[0])["type"] == "done"


def test_a_game_without_a_lesson_says_so(house: House, ada: Browser) -> None:
    assert ada.post("/learn/go").status_code == 404
