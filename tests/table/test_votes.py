"""People who share a seat may vote: what more than half of those who are here want is done."""

from __future__ import annotations

from contextlib import ExitStack

import pytest

from moot.table.voting import Ballots, Wanted
from tests.table.house import Browser, House, Line

ONE = {"name": "Ada", "option_seats": 1, "option_talk": "off"}
INVESTOR, EDUCATOR = 0, 2


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
    ],
)
def test_more_than_half_decide(cast: dict[str, int], people: str, decided: int | None) -> None:
    ballots = Ballots()
    for person, move in cast.items():
        ballots.cast(0, person, Wanted(move))
    found = ballots.decided(0, set(people))
    assert (found.move if found else None) == decided


def shared(house: House, *others: Browser, votes: int = 1) -> tuple[Browser, str]:
    """A table with one seat that several people share."""
    ada = house.browser()
    table = ada.open("polycrisis", **ONE, votes=votes)
    key = house.room(table).chairs[0].key
    for number, other in enumerate(others):
        other.join(table, 0, f"Guest {number}", key)
    return ada, table


def lines(stack: ExitStack, table: str, *people: Browser) -> list[Line]:
    """All of them at the table."""
    return [stack.enter_context(one.at(table, 0)) for one in people]


def test_a_seat_answers_when_more_than_half_agree(house: House, bo: Browser) -> None:
    cleo = house.browser()
    ada, table = shared(house, bo, cleo)
    room = house.room(table)
    with ExitStack() as stack:
        first, second, third = lines(stack, table, ada, bo, cleo)
        assert first.play(INVESTOR)["type"] == "done"
        assert room.sitting.history == []
        second.settle()
        assert (second.state["votes"], second.state["voters"]) == ({str(INVESTOR): 1}, 3)
        assert second.play(EDUCATOR)["type"] == "done"
        assert room.sitting.history == []
        assert third.play(EDUCATOR)["type"] == "done"
        assert [number for _, number in room.sitting.history] == [EDUCATOR]
        first.settle()
        assert first.state["votes"] == {}


def test_somebody_may_change_their_mind(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    with ExitStack() as stack:
        first, second = lines(stack, table, ada, bo)
        first.play(INVESTOR)
        second.play(EDUCATOR)
        assert house.room(table).sitting.history == []
        first.play(EDUCATOR)
        assert [number for _, number in house.room(table).sitting.history] == [EDUCATOR]


def test_who_leaves_does_not_hold_up_the_others(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    room = house.room(table)
    with ada.at(table, 0) as first:
        with bo.at(table, 0):
            first.play(INVESTOR)
            assert room.sitting.history == []
        first.until(lambda state: state["answer"] == 1)
        assert [number for _, number in room.sitting.history] == [INVESTOR]


def test_an_illegal_vote_is_refused(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    with ExitStack() as stack:
        first, _ = lines(stack, table, ada, bo)
        assert first.play(999)["type"] == "refused"
        assert house.room(table).ballots.voters(0) == set()


def test_without_votes_the_first_answer_counts(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo, votes=0)
    with ExitStack() as stack:
        first, _ = lines(stack, table, ada, bo)
        first.play(INVESTOR)
        assert [number for _, number in house.room(table).sitting.history] == [INVESTOR]
        assert "votes" not in first.state


def test_one_person_alone_does_not_vote(house: House) -> None:
    ada, table = shared(house)
    with ada.at(table, 0) as line:
        line.play(INVESTOR)
        assert [number for _, number in house.room(table).sitting.history] == [INVESTOR]


def test_the_page_says_how_the_votes_stand(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    with ExitStack() as stack:
        first, _ = lines(stack, table, ada, bo)
        first.play(INVESTOR)
        page = bo.page(f"/tables/{table}")
        assert "You are 2 on this seat and vote" in page
        assert "So far 1 of 2 have chosen." in page
        assert "1 for it" in page
        assert "1 for it" not in house.browser().page(f"/tables/{table}?watch"), "nobody else sees it"


def test_it_is_written_down_who_wanted_a_move(house: House, bo: Browser) -> None:
    ada, table = shared(house, bo)
    with ExitStack() as stack:
        first, second = lines(stack, table, ada, bo)
        first.play(INVESTOR)
        second.play(INVESTOR)
    rows = house.do(house.hall.store.log, table)
    assert b'"votes":["' in rows[-1].body


def test_votes_survive_as_a_rule_of_the_table(house: House, bo: Browser) -> None:
    """What is kept is that the table votes, not what was voted."""
    ada, table = shared(house, bo)
    house.hall._leave(house.room(table))
    assert house.room(table).info.votes
    assert ada.page(f"/tables/{table}")
