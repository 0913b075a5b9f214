"""What a page is told step by step: every answer and scene in order, if it keeps up; the newest and a list, if it lags."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import ExitStack
from random import Random
from typing import Any

import pytest

from moot.engine import NOBODY
from moot.engine.flow import EVERYONE
from moot.games.polycrisis.rules import Event, Step
from moot.table.feeds import audiences as audience
from moot.table.feeds import session
from moot.table.feeds.audiences import Audiences
from moot.table.feeds.page_feed import PageFeed
from moot.table.feeds.session import Session
from moot.table.live.scenes import MOST_KEPT
from moot.table.live.table import LiveTable
from moot.table.rendering.renderer import Renderer
from tests.table.house import Browser, House


@pytest.fixture
def live(house: House, ada: Browser) -> LiveTable:
    """A table of Polycrisis at which Ada holds all seats."""
    return house.live(ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me"))


def feed_of(live: LiveTable, seat: int) -> PageFeed:
    """What a page on a seat is told."""
    return Audiences(Renderer([live.info.game])).pages(live, seat, None)


def play_until(house: House, live: LiveTable, is_so: Any, seed: int = 0) -> None:
    """Random moves until something is so."""
    dice = Random(seed)
    while not is_so() and not live.sitting.over:
        seat = dice.choice(live.sitting.waiting)
        house.do(live.play, seat, dice.choice(live.sitting.numbers(seat)))


def told_after(live: LiveTable, feed: PageFeed, known: Any, **how: Any) -> dict[str, Any]:
    """The message that leads to now."""
    message: dict[str, Any] = json.loads(feed.news(known, **how)[0] or b"{}")
    return message


def until_told(house: House, live: LiveTable, event: Event) -> None:
    """On until all have heard of something."""
    play_until(house, live, lambda: any(one.event == event and one.audience == EVERYONE for one in live.sitting.log))


def test_every_line_belongs_to_a_step(house: House, live: LiveTable) -> None:
    feed = feed_of(live, 0)
    for _ in range(12):
        known = feed.news(None)[1]
        play_until(house, live, lambda end=live.number + 9: live.number >= end)
        message = told_after(live, feed, known)
        assert sum(step["lines"] for step in message.get("told", [])) == len(message.get("log", []))


def test_each_answer_and_scene_has_its_board_in_order(house: House, live: LiveTable) -> None:
    """The crisis dice: what they put into crisis is seen on the boards one after the other, and on the last all of it."""
    feed = feed_of(live, NOBODY)
    play_until(house, live, lambda: live.sitting.state.turn == 2)
    known = feed.news(None)[1]
    play_until(house, live, lambda: live.sitting.state.turn == 3)
    message = told_after(live, feed, known)
    boards = [step["board"] for step in message["told"] if "board" in step] + [message["pieces"]["board"]]
    crises = [board.count('data-state="crisis') for board in boards]
    assert len(boards) > 3
    assert len({*boards}) > len(boards) // 2
    assert crises == sorted(crises) or max(crises) == 0


def test_what_stands_above_the_board_follows_it_step_by_step(house: House, live: LiveTable) -> None:
    """How many are in crisis, which the board says, too: neither is ahead of the other, in the seats or in the line of the goal."""
    feed = feed_of(live, 0)
    play_until(house, live, lambda: live.sitting.state.turn == 2)
    known = feed.news(None)[1]
    play_until(house, live, lambda: live.sitting.state.turn == 3)
    told = told_after(live, feed, known)["told"]
    seen: set[str] = set()
    shown = json.loads(feed.news(None)[0] or b"{}")["pieces"] | {
        name: json.loads(text) for name, text in known.pieces.items()
    }
    for step in told[:-1]:
        shown |= step.get("standing", {}) | ({"board": step["board"]} if "board" in step else {})
        said = [{*re.findall(r"\d+ of 30 in crisis", shown[part])} for part in ("board", "seats", "goal")]
        assert said[0] == said[1] == said[2]
        seen |= said[0]
    assert len(seen) > 1


def test_several_answers_between_two_looks_are_told_one_by_one(house: House, live: LiveTable) -> None:
    feed = feed_of(live, NOBODY)
    known = feed.news(None)[1]
    for seat in range(2):
        house.do(live.play, seat, live.sitting.numbers(seat)[0])
    told = told_after(live, feed, known)["told"]
    assert len(told) >= 2
    assert "board" in told[0], "the board after the first answer"
    assert "board" not in told[-1], "the last is what the page shows in the end"


def test_who_lags_hears_the_newest_and_a_list(house: House, live: LiveTable) -> None:
    feed = feed_of(live, 0)
    known = feed.news(None)[1]
    play_until(house, live, lambda: live.number > 30)
    prompt, late = told_after(live, feed, known), told_after(live, feed, known, keeps_up=False)
    assert "told" in prompt
    assert "told" not in late
    assert {**prompt, "told": None} == {**late, "told": None}


def test_a_page_that_takes_too_long_lags(
    house: House, ada: Browser, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has not taken what was said before, and is told again when it has."""
    said: list[bool] = []
    speak = PageFeed.news

    def news(self: PageFeed, known: Any, *, keeps_up: bool = True) -> Any:
        said.append(keeps_up)
        return speak(self, known, keeps_up=keeps_up)

    monkeypatch.setattr(PageFeed, "news", news)
    for late, keeps_up in ((0.0, False), (60.0, True)):
        monkeypatch.setattr(session, "LATE", late)
        with ada.at(live.info.id, 0, page=True) as line:
            line.settle()
            mine = next(one for one in live.watchers if isinstance(one, Session))
            house.do(fall_behind, mine)
            said.clear()
            line.settle()
            assert said[0] == keeps_up
            line.settle()
            assert said[-1], "and it has caught up"


async def fall_behind(mine: Session) -> None:
    """Something is new while the other end has not taken what was said."""
    outlet = mine._outlet
    mine._outlet = type("Busy", (), {"is_free": False})()
    mine.stir()
    mine._outlet = outlet


def test_of_many_who_watch_the_first_are_told_every_step(
    house: House, ada: Browser, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(audience, "MOST_WATCHERS", 2)
    with ExitStack() as stack:
        lines = [stack.enter_context(ada.at(live.info.id, NOBODY, page=True)) for _ in range(4)]
        mine = stack.enter_context(ada.at(live.info.id, 0, page=True))
        for line in (*lines, mine):
            line.settle()
        house.do(live.play, 0, live.sitting.numbers(0)[0])
        for line in (*lines, mine):
            line.settle()
        told = ["told" in last_page(line) for line in (*lines, mine)]
    assert told == [True, True, False, False, True]


def last_page(line: Any) -> dict[str, Any]:
    """The last message that changed a page."""
    pages = [json.loads(text) for text in line.heard if json.loads(text)["type"] == "page"]
    return next(one for one in reversed(pages) if one.get("log"))


def test_dice_under_a_seal_are_shown_to_others_when_it_is_opened(house: House, live: LiveTable) -> None:
    """And without a board, which would tell when they were rolled."""
    feeds = {seat: feed_of(live, seat) for seat in (0, 1)}
    heard: dict[int, list[dict[str, Any]]] = {0: [], 1: []}
    known = {seat: feed.news(None)[1] for seat, feed in feeds.items()}

    def listen() -> bool:
        for seat, feed in feeds.items():
            heard[seat] += told_after(live, feed, known[seat]).get("told", [])
            known[seat] = feed.news(known[seat])[1]
            blind = live.sitting.state.asking[1 - seat] not in (0, Step.TURN) and bool(live.sitting.state.asking[seat])
            rolled = [told for told in live.sitting.log if told.event in (Event.SUCCESS_SKILL, Event.FAILED_SKILL)]
            others = [one for one in rolled if one.arguments[0] != seat]
            if others and blind and live.sitting.log[-1].event is not None and rolled[-1] is live.sitting.log[-1]:
                assert not any(step.get("dice") and not step.get("own") for step in heard[seat][-1:])
        return bool(live.sitting.state.turn > 3)

    play_until(house, live, listen, seed=3)
    for seat, steps in heard.items():
        skilled = [step for step in steps if step.get("dice", {}).get("needed", "").endswith("or less")]
        assert any(not step.get("own") for step in skilled), f"seat {seat} saw the others' dice"
        assert not any("board" in step for step in skilled)


def test_one_s_own_steps_are_marked(house: House, live: LiveTable) -> None:
    for seat in (0, 1, NOBODY):
        feed = feed_of(live, seat)
        known = feed.news(None)[1]
        mover = live.sitting.waiting[0]
        house.do(live.play, mover, live.sitting.numbers(mover)[0])
        own = [step.get("own", False) for step in told_after(live, feed, known).get("told", [])]
        assert all(one == (seat == mover) for one in own)


def test_what_was_taken_back_is_no_scene(house: House, live: LiveTable) -> None:
    play_until(house, live, lambda: any(map(live.sitting.may_take_back, range(2))))
    seat = next(seat for seat in range(2) if live.sitting.may_take_back(seat))
    house.do(live.take_back, seat)
    assert not live.sitting.scenes
    assert all(live.scenes.after(entry) is None or entry in live.sitting.log for entry in live.sitting.log)


def test_a_table_keeps_few_scenes_and_no_story(house: House, live: LiveTable) -> None:
    play_until(house, live, lambda: False)
    assert live.sitting.over
    assert not live.sitting.scenes
    assert 0 < sum(live.scenes.after(entry) is not None for entry in live.sitting.log) <= MOST_KEPT


def test_a_workshop_that_keeps_its_end_tells_nothing_of_the_last_move(
    house: House, live: LiveTable, monkeypatch: pytest.MonkeyPatch
) -> None:
    feed = feed_of(live, 0)
    before = [feed.news(None)[1]]

    def look() -> bool:
        before.append(feed.news(before[-1])[1])
        return False

    play_until(house, live, look)
    monkeypatch.setattr(LiveTable, "keeps_its_end", True)
    last = [entry for entry in live.sitting.log if entry.after == len(live.sitting.history)]
    assert any(live.scenes.after(entry) for entry in last)
    assert not any(step.get("board") or step["lines"] for step in told_after(live, feed, before[-1]).get("told", []))


def drawn_for(house: House, live: LiveTable, seats: Sequence[int], monkeypatch: pytest.MonkeyPatch) -> int:
    """How many boards are drawn to tell all of a turn to these."""
    audiences, drawn, page = Audiences(Renderer([live.info.game])), Counter[str](), Renderer.page
    feeds = [audiences.pages(live, seat, None) for seat in seats]
    known = [feed.news(None)[1] for feed in feeds]
    play_until(house, live, lambda turn=live.sitting.state.turn: live.sitting.state.turn > turn)

    def drawing(self: Renderer, template: str, **context: Any) -> str:
        drawn[template] += 1
        return page(self, template, **context)

    with monkeypatch.context() as meanwhile:
        meanwhile.setattr(Renderer, "page", drawing)
        told = [told_after(live, feed, one) for feed, one in zip(feeds, known, strict=True)]
    assert all(any("board" in step for step in message["told"]) for message in told)
    return drawn["_board.html"]


def test_a_scene_is_drawn_once_for_all_who_see_it(house: House, ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = []
    for seats in ((0,), (0, 1, NOBODY)):
        live = house.live(ada.open("polycrisis", option_seats=2, seat_0="me", seat_1="me"))
        drawn.append(drawn_for(house, live, seats, monkeypatch))
    assert drawn[1] <= drawn[0] + 4
