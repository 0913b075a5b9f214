"""People who share a seat may vote: what more than half of those who are here want is done."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from moot.table.live import polls
from moot.table.live.table import LiveTable
from moot.table.live.voting import Ballots, Wanted
from tests.engine.pets import GAME
from tests.table.desk import opened
from tests.table.house import Browser, House, Line
from tests.table.test_writing import KEEP, move_of, write

ONE = {"name": "Ada", "option_seats": 1, "option_talk": "off"}
INVESTOR, EDUCATOR = 0, 2


@pytest.fixture(autouse=True)
def _no_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who closes their page is gone at once."""
    monkeypatch.setattr(polls, "A_MOMENT", 0.0)


@pytest.mark.parametrize(
    ("cast", "people", "decided"),
    [
        ({"a": 1}, "ab", None),
        ({"a": 1, "b": 1}, "ab", 1),
        ({"a": 1, "b": 2}, "ab", None),
        ({"a": 1, "b": 1}, "abc", 1),
        ({"a": 1, "b": 1, "c": 2}, "abcd", None),
        ({"a": 1}, "a", 1),
        ({"a": 1, "gone": 1}, "ab", None),
        ({"gone": 1, "also gone": 1, "a": 2}, "a", 2),
    ],
)
def test_more_than_half_decide(cast: dict[str, int], people: str, decided: int | None) -> None:
    ballots = Ballots()
    for person, move in cast.items():
        ballots.cast(0, person, Wanted(move))
    found = ballots.decided(0, set(people))
    assert (found.wanted.move if found else None) == decided


def test_names_are_the_same_as_the_rules_compare_them() -> None:
    ballots = Ballots()
    ballots.cast(0, "a", Wanted(1, "kittens (litters)"))
    ballots.cast(0, "b", Wanted(1, "puppies"))
    assert ballots.decided(0, {"a", "b"}) is None
    ballots.cast(0, "b", Wanted(1, "Kittens"))
    assert ballots.decided(0, {"a", "b"}) == (Wanted(1, "kittens (litters)"), ("a", "b")), "as the first has put it"


def test_what_cannot_be_done_any_more_does_not_count() -> None:
    ballots = Ballots()
    ballots.cast(0, "a", Wanted(1))
    ballots.cast(0, "b", Wanted(2))
    ballots.sift(0, {"a", "b"}, [2])
    assert ballots.proposals(0, {"a", "b"}) == [(Wanted(2), ("b",))]
    ballots.sift(0, {"a"}, [2])
    assert ballots.seats == []


def shared(house: House, *others: Browser, votes: int = 1) -> tuple[Browser, str]:
    """A table with one seat that several people share."""
    ada = house.browser()
    table = ada.open("polycrisis", **ONE, votes=votes)
    key = house.live(table).chairs[0].key
    for number, other in enumerate(others):
        other.join(table, 0, f"Guest {number}", key)
    return ada, table


def moves(live: LiveTable) -> list[int]:
    """What has been played."""
    return [number for _, number in live.sitting.history]


def wait_for(line: Line, is_so: Callable[[], bool]) -> None:
    """Until something is so that happens by itself."""
    for _ in range(200):
        line.settle()
        if is_so():
            return
    raise AssertionError("it never was")


def dock(line: Line) -> str:
    """The dock as a page was shown it last."""
    return str(next(news["dock"] for told in reversed(line.heard) if "dock" in (news := pieces(told))))


def pieces(told: str) -> dict[str, Any]:
    """The parts that a message brings."""
    found: dict[str, Any] = json.loads(told).get("pieces", {})
    return found


def lines(stack: ExitStack, table: str, *people: Browser) -> list[Line]:
    """All of them at the table."""
    return [stack.enter_context(one.at(table, 0)) for one in people]


def test_a_seat_answers_when_more_than_half_agree(house: House, bo: Browser) -> None:
    cleo = house.browser()
    ada, table = shared(house, bo, cleo)
    live = house.live(table)
    with ExitStack() as stack:
        first, second, third = lines(stack, table, ada, bo, cleo)
        assert first.play(INVESTOR)["type"] == "done"
        assert live.sitting.history == []
        second.settle()
        assert (second.state["votes"], second.state["voters"]) == ({str(INVESTOR): 1}, 3)
        assert second.play(EDUCATOR)["type"] == "done"
        assert live.sitting.history == []
        assert third.play(EDUCATOR)["type"] == "done"
        assert [number for _, number in live.sitting.history] == [EDUCATOR]
        first.settle()
        assert first.state["votes"] == {}


def test_who_votes_is_asked_what_would_otherwise_go_without_saying(house: House, bo: Browser) -> None:
    """Path to Safety at a chance of 0 %: for one person alone it would be answered by itself."""
    ada = house.browser()
    table = ada.open("path_to_safety", name="Ada", option_seats=1, votes=1)
    bo.join(table, 0, "Bo", house.live(table).chairs[0].key)
    live = house.live(table)
    with ExitStack() as stack:
        lines(stack, table, ada, bo)  # both are here
        pages = [stack.enter_context(one.at(table, 0, page=True)) for one in (ada, bo)]
        for page in pages * 3:
            page.settle()
        assert live.sitting.history == []
        assert live.poll.proposals(0) == []


def test_somebody_may_change_their_mind(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    with ExitStack() as stack:
        first, second = lines(stack, table, ada, bo)
        first.play(INVESTOR)
        second.play(EDUCATOR)
        assert house.live(table).sitting.history == []
        first.play(EDUCATOR)
        assert [number for _, number in house.live(table).sitting.history] == [EDUCATOR]


def test_who_leaves_does_not_hold_up_the_others(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    live = house.live(table)
    with ada.at(table, 0) as first:
        with bo.at(table, 0):
            first.play(INVESTOR)
            assert live.sitting.history == []
        first.until(lambda state: state["answer"] == 1)
        assert [number for _, number in live.sitting.history] == [INVESTOR]


def test_a_page_that_is_loaded_anew_has_not_left(house: House, bo: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(polls, "A_MOMENT", 60.0)
    ada, table = shared(house, bo)
    live = house.live(table)
    with ada.at(table, 0) as first:
        with bo.at(table, 0) as second:
            second.play(EDUCATOR)
        first.play(INVESTOR)
        with bo.at(table, 0) as second:
            assert second.state["votes"] == {str(INVESTOR): 1, str(EDUCATOR): 1}
            assert moves(live) == []


def test_a_voter_who_closes_the_page_does_not_block_those_who_are_here(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    live = house.live(table)
    with bo.at(table, 0) as second:
        with ada.at(table, 0) as first:
            first.play(INVESTOR)
        second.until(lambda state: (state["votes"], state["voters"]) == ({}, 1))
        with ada.at(table, 0) as first:
            assert first.state["votes"] == {}, "who comes again says it again"
        second.until(lambda state: state["voters"] == 1)
        second.play(EDUCATOR)
        assert moves(live) == [EDUCATOR]


def test_a_pending_vote_is_played_when_the_others_leave_the_seat(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    live = house.live(table)
    with ExitStack() as stack:
        first, _ = lines(stack, table, ada, bo)
        first.play(INVESTOR)
        bo.post(f"/tables/{table}/leave", seat=0)
        first.until(lambda state: state["answer"] == 1)
        assert moves(live) == [INVESTOR]
        assert (first.state["votes"], first.state["voters"]) == ({}, 1)


def test_who_leaves_the_seat_takes_their_vote_along(house: House, bo: Browser) -> None:
    cleo = house.browser()
    ada, table = shared(house, bo, cleo)
    live = house.live(table)
    with ExitStack() as stack:
        first, second, third = lines(stack, table, ada, bo, cleo)
        second.play(EDUCATOR)
        bo.post(f"/tables/{table}/leave", seat=0)
        first.until(lambda state: (state["votes"], state["voters"]) == ({}, 2))
        assert "for it" not in ada.page(f"/tables/{table}")
        bo.join(table, 0, "Bo", live.chairs[0].key)
        with bo.at(table, 0) as again:
            assert again.state["votes"] == {}, "nor is it there when they come back"
            first.settle()
            first.play(EDUCATOR)
            third.play(EDUCATOR)
    body = json.loads(house.do(house.registry.store.log, table)[-1].body)
    assert set(body["votes"]) == live.chairs[0].sitters - {known_as(house, bo)}


def known_as(house: House, browser: Browser) -> str:
    """Who a browser is."""
    person = house.do(house.registry.people.who, browser.secret)
    assert person is not None
    return person.id


def test_votes_are_counted_when_a_pause_is_over(house: House) -> None:
    desk = opened(house, names="Ada\nBo\nCy", tables=1, option_seats=1, votes=1)
    (ada, table, _), (bo, *_), (cy, *_) = (desk.seat(name) for name in ("Ada", "Bo", "Cy"))
    live = desk.live_tables[0]
    with ada.at(table, 0) as first:
        with bo.at(table, 0), cy.at(table, 0):
            first.play()
            desk.do("pause")
        first.until(lambda state: state["voters"] == 1)
        assert moves(live) == []
        desk.do("go_on")
        first.until(lambda state: state["answer"] == 1)
        assert len(moves(live)) == 1


def test_a_guest_with_another_browser_votes_once(house: House) -> None:
    desk = opened(house, names="Ada\nBo\nCy", tables=1, option_seats=1, votes=1)
    (ada, table, _), (bo, *_), (cy, *_) = (desk.seat(name) for name in ("Ada", "Bo", "Cy"))
    with ada.at(table, 0) as first, bo.at(table, 0) as second, cy.at(table, 0):
        second.play(INVESTOR)
        newer, *_ = desk.seat("Bo")
        with newer.at(table, 0) as third:
            assert (third.state["votes"], third.state["voters"]) == ({}, 3)
            third.play(INVESTOR)
            first.until(lambda state: state["votes"] == {str(INVESTOR): 1})
            assert moves(desk.live_tables[0]) == []


def test_votes_for_what_the_others_have_made_impossible_are_gone(tmp_path: Path) -> None:
    with House(tmp_path, {"pets": GAME}) as house:
        ada, bo = house.browser(), house.browser()
        table = ada.open("pets", name="Ada", option_seats=2, seat_0="me", seat_1="open", votes=1)
        bo.join(table, 1)
        live, me = house.live(table), known_as(house, ada)
        with ada.at(table, 0) as first, bo.at(table, 1) as second:
            possible = Wanted(move_of(first, writes=True)["number"], "kittens")
            for wanted, kept in ((possible, [0]), (Wanted(999), [])):
                live.poll.ballots.cast(0, me, wanted)
                assert second.play()["type"] == "done"
                assert live.poll.ballots.seats == kept
            live.poll.ballots.cast(0, me, Wanted(999))
            assert second.send(do="take_back", answer=second.state["answer"])["type"] == "done"
            assert live.poll.ballots.seats == []


def test_a_vote_is_not_counted_while_a_bot_has_the_seat(house: House) -> None:
    desk = opened(house, names="Ada\nBo", tables=1, option_seats=1, votes=1)
    (ada, table, _), (bo, *_) = (desk.seat(name) for name in ("Ada", "Bo"))
    with ada.at(table, 0) as first, bo.at(table, 0):
        first.play()
        desk.do("pause")
        assert desk.live_tables[0].poll.ballots.seats == [0]
        desk.do("hand", table=1, seat=0, to="greedy")
        assert desk.live_tables[0].poll.ballots.seats == []


def test_an_illegal_vote_is_refused(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    with ExitStack() as stack:
        first, _ = lines(stack, table, ada, bo)
        assert first.play(999)["type"] == "refused"
        assert house.live(table).poll.ballots.seats == []


def test_without_votes_the_first_answer_counts(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo, votes=0)
    with ExitStack() as stack:
        first, _ = lines(stack, table, ada, bo)
        first.play(INVESTOR)
        assert [number for _, number in house.live(table).sitting.history] == [INVESTOR]
        assert "votes" not in first.state


def test_one_person_alone_does_not_vote(house: House) -> None:
    ada, table = shared(house)
    with ada.at(table, 0) as line:
        line.play(INVESTOR)
        assert [number for _, number in house.live(table).sitting.history] == [INVESTOR]


def test_all_are_told_how_many_vote(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    with ada.at(table, 0) as program, ada.at(table, 0, page=True) as page:
        assert program.state["voters"] == 1
        assert "and vote" not in dock(page)
        with bo.at(table, 0):
            program.until(lambda state: state["voters"] == 2)
            wait_for(page, lambda: "You are 2 on this seat and vote" in dock(page))
        program.until(lambda state: state["voters"] == 1)
        wait_for(page, lambda: "and vote" not in dock(page))


def test_the_page_says_how_the_votes_stand(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    with ExitStack() as stack:
        first, _ = lines(stack, table, ada, bo)
        first.play(INVESTOR)
        page = bo.page(f"/tables/{table}")
        assert "You are 2 on this seat and vote" in page
        assert "So far 1 of 2 have chosen." in page
        assert "1 for it<" in page
        assert page.count('aria-pressed="true"') == 0
        mine = ada.page(f"/tables/{table}")
        assert "1 for it · your vote<" in mine
        assert re.findall(r'id="(\S+)"[^>]*aria-pressed="true"', mine) == [f"move-{INVESTOR}"]
        assert "1 for it" not in house.browser().page(f"/tables/{table}?watch"), "nobody else sees it"


def test_names_and_amounts_that_somebody_has_typed_in_are_proposals(tmp_path: Path) -> None:
    with House(tmp_path, {"pets": GAME}) as house, ExitStack() as stack:
        ada, bo = house.browser(), house.browser()
        table = ada.open("pets", name="Ada", option_seats=2, seat_0="me", seat_1="open", votes=1)
        bo.join(table, 0, "Bo", house.live(table).chairs[0].key)
        first, second = lines(stack, table, ada, bo)
        first.settle()
        number = move_of(first, writes=True)["number"]
        write(first, "kittens (litters)")
        write(second, "<puppies>")
        first.settle()
        assert first.state["votes"] == {str(number): 2}
        assert first.state["names"] == [
            {"move": number, "text": "kittens (litters)", "votes": 1},
            {"move": number, "text": "<puppies>", "votes": 1},
        ]
        assert typed(ada, table) == ["kittens (litters) 1 for it · your vote", "&lt;puppies&gt; 1 for it"]
        write(second, " KITTENS ")
        assert house.live(table).sitting.texts == {0: "kittens (litters)"}
        for line in (first, second):
            line.until(lambda state: state["answer"] == 1)
            line.play(move_of(line, **KEEP)["number"])
        second.until(lambda state: state["answer"] == 2)
        second.play(second.state["moves"][4]["number"])
        assert typed(ada, table) == [f"{second.state['moves'][4]['words']} 1 for it"]


def typed(browser: Browser, table: str) -> list[str]:
    """What the others have typed in, as a page shows it."""
    return [
        re.sub("<.*?>", "", shown)
        for shown in re.findall(r"<button[^>]*data-vote=.*?>(.*?)</button>", browser.page(f"/tables/{table}?seat=0"))
    ]


def test_it_is_written_down_who_wanted_a_move(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    with ExitStack() as stack:
        first, second = lines(stack, table, ada, bo)
        first.play(INVESTOR)
        second.play(INVESTOR)
    rows = house.do(house.registry.store.log, table)
    assert b'"votes":["' in rows[-1].body


def test_votes_survive_as_a_rule_of_the_table(house: House, bo: Browser) -> None:
    """What is kept is that the table votes, not what was voted."""
    ada, table = shared(house, bo)
    house.forget(house.live(table))
    assert house.live(table).info.votes
    assert ada.page(f"/tables/{table}")
