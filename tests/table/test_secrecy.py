"""The differential test: every byte sent to a seat is the same in two games that differ only in what it cannot see.

Two servers play the same game. Then one of them is given another record: a guess of the seat, which is the same to it and has other
hidden cards, other dice to come, another seed, and in a blind phase others who have done other things.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest

from moot.engine import NOBODY, Entry, Sitting
from moot.engine.hearing import heard_by
from moot.games.polycrisis.rules import Step
from moot.table.live.table import LiveTable
from tests.table.house import ALL, Browser, House

SEATS = 3
POINTS = (0, 3, 7, 12, 20, 40)
PIECES = ("problem", "card", "project", "tech", "research", "seat", "strategy", "pile", "discarded")


@dataclass
class World:
    """One of the two servers."""

    house: House
    browser: Browser
    live: LiveTable

    @property
    def sitting(self) -> Sitting:
        """Its game."""
        return self.live.sitting


@pytest.fixture(params=ALL)
def name(request: pytest.FixtureRequest) -> str:
    """Every game."""
    return str(request.param)


@contextmanager
def two_worlds(folder: Path, name: str) -> Iterator[tuple[World, World]]:
    """The same game on two servers, with the same people."""
    with ExitStack() as stack:
        yield tuple(world(stack.enter_context(House(folder / side)), name) for side in ("one", "other"))  # type: ignore[misc]


def world(house: House, name: str) -> World:
    """A table of one person on all seats."""
    browser = house.browser()
    seats = {f"seat_{seat}": "me" for seat in range(SEATS)}
    table = browser.open(name, name="Ada", option_seats=SEATS, public=1, **seats)
    browser.post("/me/settings", forced="asked")
    return World(house, browser, house.live(table))


def play_both(worlds: tuple[World, World], many: int, dice: Random) -> None:
    """The same random moves in both."""
    for _ in range(many):
        sitting = worlds[0].sitting
        if not sitting.over:
            seat = dice.choice(sitting.waiting)
            move = dice.choice(sitting.numbers(seat))
            for world in worlds:
                world.house.do(world.live.play, seat, move)


def differ_unseen(world: World, seat: int, seed: int) -> None:
    """Change everything that the seat cannot see."""
    sitting, live = world.sitting, world.live
    sitting.array[:] = np.frombuffer(bytes(sitting.guess(seat, seed)), sitting.game.dtype)
    heard = set(heard_by(sitting.log, seat))
    sitting.log[:] = [entry if place in heard else _other(entry) for place, entry in enumerate(sitting.log)]
    live.info = replace(live.info, seed=live.info.seed + 1)
    for other in range(SEATS):
        live.answers[other] += other != seat
    for said in ("a deal", "another deal")[: 1 + seed % 2]:
        hidden = [other for other in range(SEATS) if other != seat][:2]
        if seat != NOBODY:
            world.house.do(live.say, hidden[0], said, hidden[1])


def _other(entry: Entry) -> Entry:
    """Something else that the seat has not heard."""
    return entry if entry.event is None else entry._replace(arguments=tuple(1 - value % 2 for value in entry.arguments))


def sent_to(world: World, seat: int) -> dict[str, Any]:
    """Every byte that a seat is sent when it comes: pages, fragments, both sockets, answers to questions."""
    table, browser = world.live.info.id, world.browser
    where = "watch" if seat == NOBODY else f"seat={seat}"
    addresses = [
        f"/tables/{table}?{where}",
        f"/tables/{table}/invite",
        "/",
        "/tables",
        f"/tables/{table}/moment?{where}",
        f"/tables/{table}/then?{where}&line=5",
        f"/tables/{table}/then?{where}&line=9999",
    ]
    addresses += [f"/tables/{table}/{page}" for page in ("replay", "game.json")]
    sent: dict[str, Any] = {address: browser.get(address).content for address in addresses}
    for page in (False, True):
        with browser.at(table, seat, page=page) as line:
            for piece in PIECES:
                for number in (0, 1, 7, 25):
                    line.send(do="why", piece=f"{piece}-{number}")
            answer = world.live.answers[seat] if seat != NOBODY else 0
            for number in world.sitting.numbers(seat)[:: 1 + len(PIECES)] if seat in world.sitting.waiting else ():
                line.send(do="ahead", answer=answer, moves=[number])
            line.send(do="play", move=10**6, answer=answer)
            sent[f"socket {page}"] = line.heard
    return sent


@pytest.mark.parametrize("seat", [0, 1, NOBODY])
def test_what_a_seat_is_sent_depends_on_nothing_it_cannot_see(tmp_path: Path, name: str, seat: int) -> None:
    dice, different = Random(f"{name} {seat}"), 0
    with two_worlds(tmp_path, name) as (one, other):
        for number, (before, now) in enumerate(zip((0, *POINTS), POINTS, strict=False)):
            play_both((one, other), now - before, dice)
            if one.sitting.over:
                break
            kept = bytes(other.sitting), list(other.sitting.log), list(other.live.answers), other.live.info
            differ_unseen(other, seat, number * 2)
            for said in other.live.chat[len(one.live.chat) :]:
                one.house.do(one.live.say, said.seat, said.text[::-1], said.to)
            assert bytes(one.sitting.view(seat)) == bytes(other.sitting.view(seat))
            different += bytes(one.sitting) != bytes(other.sitting)
            first, second = sent_to(one, seat), sent_to(other, seat)
            for what, content in first.items():
                assert content == second[what], (what, now)
            other.sitting.array[:] = np.frombuffer(kept[0], other.sitting.game.dtype)
            other.sitting.log[:], other.live.answers[:], other.live.info = kept[1:]
    assert different


def looks(world: World, seat: int) -> tuple[Any, ...]:
    """What a seat may know after a move: what it sees, and the dice that are thrown openly."""
    return bytes(world.sitting.view(seat)), world.sitting.array["luck"].tobytes(), world.sitting.waiting


@pytest.mark.parametrize("seat", [0, NOBODY])
def test_what_goes_on_to_look_the_same_is_told_in_the_same_bytes(tmp_path: Path, name: str, seat: int) -> None:
    """Both worlds go on with the same moves and the same dice, for as long as they look the same to the seat."""
    compared = 0
    with two_worlds(tmp_path, name) as (first, second):
        for run in range(6):
            one, other = (world(which.house, name) for which in (first, second))
            compared += compare_on(one, other, seat, Random(f"{name} {seat} {run}"), 1 + 3 * run)
    assert compared


def compare_on(one: World, other: World, seat: int, dice: Random, begin: int) -> int:
    """How many moves looked the same, and were told the same."""
    play_both((one, other), begin, dice)
    if one.sitting.over:
        return 0
    other.sitting.array[:] = np.frombuffer(bytes(other.sitting.guess(seat, begin)), other.sitting.game.dtype)
    other.sitting.array["luck"] = one.sitting.array["luck"]
    compared = 0
    with ExitStack() as stack:
        lines = [
            (
                stack.enter_context(one.browser.at(one.live.info.id, seat, page=page)),
                stack.enter_context(other.browser.at(other.live.info.id, seat, page=page)),
            )
            for page in (False, True)
        ]
        while compared < 12 and (moves := shared_moves(one.sitting, other.sitting)):
            mover, move = dice.choice(moves)
            before = [(len(mine.heard), len(theirs.heard)) for mine, theirs in lines]
            for world in (one, other):
                world.house.do(world.live.play, mover, move)
            if looks(one, seat) != looks(other, seat):
                break
            for (mine, theirs), (since, from_) in zip(lines, before, strict=True):
                mine.settle()
                theirs.settle()
                assert mine.heard[since:] == theirs.heard[from_:]
            compared += 1
    return compared


def shared_moves(one: Sitting, other: Sitting) -> list[tuple[int, int]]:
    """What can be played in both; not by bots, for these would choose."""
    return [
        (seat, move)
        for seat in one.waiting
        if seat in other.waiting and one.state.asking[seat] == other.state.asking[seat]
        for move in set(one.numbers(seat)) & set(other.numbers(seat))
    ]


def test_how_many_hidden_steps_another_has_taken_is_not_sent(tmp_path: Path) -> None:
    """In a blind phase everyone sees who is done, not what they did: not how much, either."""
    with two_worlds(tmp_path, "polycrisis") as (one, other):
        play_both((one, other), SEATS, Random(0))  # classes
        while not all(one.sitting.state.asking[seat] == Step.START_PROJECT for seat in range(SEATS)):
            play_both((one, other), 1, Random(0))
        for world, steps in ((one, 1), (other, 2)):
            for _ in range(steps):
                world.house.do(world.live.play, 1, world.sitting.numbers(1)[-1])
        assert looks(one, 0)[::2] == looks(other, 0)[::2]
        first, second = sent_to(one, 0), sent_to(other, 0)
        for what, content in first.items():
            assert content == second[what], what
