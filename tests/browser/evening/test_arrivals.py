"""While somebody's hand rests on an answer others offer, talk, come, answer and are told of: the dock stays as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import cycle

import pytest

from moot.games import GAMES
from moot.games.solidarity.components import Deal
from moot.games.solidarity.rules import Step
from moot.table.people import Person as Guest
from tests.browser.conftest import Invite
from tests.browser.evening.held import HeldTable
from tests.browser.people import PHONE, WIDE
from tests.browser.server import Server

FEW, MANY = 4, 20  # moments
MOVE = 6  # where the number of its move is, in what is noted of a control
REST = 600  # milliseconds that a hand rests before it presses
SIZES = list(zip(GAMES, cycle([WIDE, PHONE]), strict=False))
# All that can be pressed in the dock: where it is, what it says, what it does, whether it can be pressed.
DOCK = """() => [...document.querySelectorAll("#dock :is(button, input, a)")].filter((one) => one.checkVisibility()).map((one) => {
  const box = one.getBoundingClientRect(), place = [box.left, box.top, box.width, box.height].map(Math.round);
  return [one.id, ...place, one.textContent, one.dataset.move ?? "", one.disabled ?? false, one.classList.contains("fresh")];
})"""
# How much of the dock has shifted, as the browser adds it up.
WATCH = """() => {
  window.shifts = [];
  const inDock = (source) => source.node?.closest?.("#dock") || source.node?.parentElement?.closest("#dock");
  const note = (entry) => { if (entry.sources.some(inDock)) window.shifts.push(entry.value); };
  new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift" });
}"""


class Company:
    """The others at a table, who do not let somebody think in peace."""

    def __init__(self, table: HeldTable) -> None:
        self.table, self.live = table, table.live
        registry = table.server.registry
        self._guest: Guest = table.server.do(registry.people.add("Ben"))[0]

    def offer(self) -> None:
        """Where there is trade: two of one's goods for one of somebody else's."""
        asking = self.live.sitting.state.asking
        seats = [seat for seat in self.live.sitting.waiting if seat and asking[seat] == Step.TRADE]
        if self.live.info.game.name == "solidarity" and seats:
            for _ in self._offering(seats[0]):
                pass

    def _offering(self, seat: int) -> Iterator[None]:
        """From beginning an offer to sending it; nothing of it is seen before that."""
        sitting = self.live.sitting
        for wanted in ((Deal.OFFER, 0), (Deal.GIVE,), (), (Deal.SEND,)):
            moves = [move for move in sitting.moves(seat) if move.arguments[: len(wanted)] == wanted]
            if not moves:
                return
            self.table.server.do(self.live.play(seat, moves[0].number))
            yield

    def chat(self) -> None:
        """A word."""
        self.table.server.do(self.live.say(1, "Let us see.", -1))

    def join(self) -> None:
        """Somebody comes; or goes, if they have come."""
        seating, seat = self.table.server.registry.seating, len(self.live.chairs) - 1
        if self._guest.id in self.live.chairs[seat].sitters:
            self.table.server.do(seating.stand_up(self.live, seat, self._guest))
        else:
            self.table.server.do(seating.sit(self.live, seat, self._guest, "Ben"))

    def answer(self) -> None:
        """Whoever else is asked."""
        for seat in [seat for seat in self.live.sitting.waiting if seat][:1]:
            self.table.play_for(seat)

    def much(self) -> None:
        """All the others are done with what they are asked: as long as they alone are, it is told."""
        for _ in range(8):
            if not (0 in self.live.sitting.waiting and len(self.live.sitting.waiting) > 1):
                return
            self.answer()


def rest_on_an_answer(table: HeldTable, number: int) -> None:
    """The hand lies on one of the answers."""
    buttons = table.page.locator(":is(#dock, #inbox) :is(.move, .step):visible")
    buttons.first.wait_for()
    box = buttons.nth(number % buttons.count()).bounding_box()
    assert box
    table.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    table.let(REST)


def arrivals(table: HeldTable, moments: int) -> int:
    """Everything arrives at each of some moments; how many moments there were."""
    company, tried = Company(table), 0
    coming: list[Callable[[], None]] = [company.offer, company.chat, company.join, company.answer, company.much]
    table.page.evaluate(WATCH)
    while tried < moments and to_a_question(table):
        rest_on_an_answer(table, tried)
        before = table.page.evaluate(DOCK)
        for arrives in coming:
            arrives()
            if 0 not in table.live.sitting.waiting:
                break
            table.page.wait_for_function("many => window.lines >= many", arg=table.heard())
            table.let(REST)
            now = table.page.evaluate(DOCK)
            assert still_legal(table, now) == still_legal(table, before), f"{arrives.__name__} at moment {tried}"
        assert (
            table.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => done(window.shifts)))") == []
        )
        table.page.mouse.move(2, 2)
        table.page.evaluate("() => window.shifts.splice(0)")
        answer(table)
        tried += 1
    return tried


def still_legal(table: HeldTable, controls: list[list[str]]) -> list[list[str]]:
    """But for answers that are legal no more: an offer that has come is answered before one is done trading."""
    legal = {str(number) for number in table.live.sitting.numbers(0)}
    return [one for one in controls if not one[MOVE] or one[MOVE].partition("-")[0] in legal]


def to_a_question(table: HeldTable) -> bool:
    """Others answer only until the person is asked; False if the game is over."""
    while not table.live.sitting.over and 0 not in table.live.sitting.waiting:
        table.play_for(table.live.sitting.waiting[0])
    if table.live.sitting.over:
        return False
    table.page.wait_for_function("many => window.lines >= many", arg=table.heard())
    table.page.wait_for_function("answer => window.asks === answer", arg=str(table.live.answers[0]))
    table.tell()
    table.page.evaluate("() => window.shifts.splice(0)")
    return True


def answer(table: HeldTable) -> None:
    """As a greedy bot would."""
    if 0 in table.live.sitting.waiting:
        table.server.do(table.live.play(0, table.greedy_way()[0]))


@pytest.mark.parametrize(("game", "size"), SIZES, ids=GAMES)
def test_the_dock_stays_as_it_is(server: Server, person: Invite, game: str, size: tuple[int, int]) -> None:
    assert arrivals(HeldTable(server, person, game, size=size, speed="normal"), FEW) == FEW


@pytest.mark.evening
@pytest.mark.parametrize("size", [WIDE, PHONE, (1920, 1080), (390, 664)], ids=["wide", "phone", "desktop", "short"])
@pytest.mark.parametrize("game", GAMES)
def test_the_dock_stays_as_it_is_at_twenty_moments(
    server: Server, person: Invite, game: str, size: tuple[int, int]
) -> None:
    assert arrivals(HeldTable(server, person, game, size=size, speed="normal"), MANY) >= MANY - 4
