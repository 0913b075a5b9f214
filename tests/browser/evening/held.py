"""A table at which time stands still unless a test lets it pass: what is timed is timed by the page's own clock, however busy the
machine is.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from moot.bots import BOTS, choose_for, luck_of
from moot.engine import Sitting
from moot.engine.hearing import heard_by
from moot.table.feeds.forced import unasked
from moot.table.live.table import LiveTable
from tests.browser.conftest import Invite
from tests.browser.server import Server

CLOCK = (Path(__file__).parent / "clock.js").read_text()
WAKE = 700  # milliseconds: longer than what has just appeared is dead
MOST_ANSWERS = 40  # that are looked ahead at
LONGEST = 120_000  # milliseconds that a telling can take
ASKED = "() => !!document.querySelector('#dock[data-state=asked]:not([data-telling]) .move[data-move]')"
OVER = "() => !!document.querySelector('#dock[data-state=over] .result')"
# Whether the server's last word has been heard: all that waits is told later.
SHOWN = "answer => window.asks === answer"
# What the server has said to the page so far: how many lines of the log, and each step that is to be told.
HEARD = """(() => {
  Object.assign(window, { lines: 0, steps: [], asks: '0' });
  const plain = (html) => new DOMParser().parseFromString(html, "text/html").querySelector("span").textContent;
  const note = ({ log = [], told = [], pieces = {} }) => {
    window.asks = pieces.dock?.match(/data-answer="(\\d+)"/)?.[1] ?? window.asks;
    const lines = [...log];
    window.lines += lines.length;
    const textOf = (step) => lines.splice(0, step.lines).map(plain).join(" ");
    for (const step of told) window.steps.push({ weight: "ordinary", ...step, board: null, text: textOf(step) });
  };
  const listen = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (kind, listener, ...rest) {
    if (kind !== "message") return listen.call(this, kind, listener, ...rest);
    return listen.call(this, kind, (event) => { note(JSON.parse(event.data)); listener.call(this, event); }, ...rest);
  };
})()"""


class HeldTable:
    """One person's table with its clock held. The other seats are open, and answered for as greedy bots would."""

    def __init__(self, server: Server, person: Invite, game: str, *, seats: int = 3, **ways: Any) -> None:
        options = ways.pop("options", {})
        self.server, self.one = server, person(**ways)
        for script in (CLOCK, HEARD):
            self.one.context.add_init_script(script)
        link = self.one.open_table(game, "me", *["open"] * (seats - 1), **options)
        self.live: LiveTable = server.live(link)
        self.page = self.one.page
        self._luck = luck_of(self.live.sitting.machine, 5)

    def let(self, time: int = WAKE, until: str = "() => false") -> None:
        """So many milliseconds pass, or until something is so."""
        self.page.evaluate(f"time => window.pass(time, {until})", time)

    def settle(self) -> None:
        """Until the others have answered what they are asked, and the page has heard all of it."""
        while not self.live.sitting.over:
            others = [seat for seat in self.live.sitting.waiting if seat]
            if others:
                self.play_for(others[0])
            elif self._is_forced():
                self.page.wait_for_timeout(10)
            else:
                break
        self.page.wait_for_function("many => window.lines >= many", arg=self.heard())
        self.page.wait_for_function(SHOWN, arg=str(self.live.answers[0]))

    def play_for(self, seat: int) -> None:
        """Somebody else answers."""
        self.server.do(self.live.play(seat, self._greedily(self.live.sitting, seat)))

    def _greedily(self, sitting: Sitting, seat: int) -> int:
        return choose_for(sitting.machine, sitting.array.copy(), seat, BOTS.index("greedy"), self._luck)

    def _is_forced(self) -> bool:
        """Whether the person's answer is about to be given by itself."""
        return self.server.settings.forced and unasked(self.live, 0) is not None

    def heard(self) -> int:
        """How many lines of the log there are for the person; how it ended is one more."""
        return sum(1 for _ in heard_by(self.live.sitting.log, 0)) + self.live.sitting.over

    def tell(self) -> None:
        """What there is to tell is told to its end, and what is asked then can be pressed."""
        newest = "document.getElementById('dock').dataset.answer === window.asks"
        self.let(LONGEST, f"() => ({ASKED})() && {newest} || ({OVER})()")
        self.let(WAKE)

    def questions(self, most: int = 1000) -> Iterator[int]:
        """The person's questions, one after the other, until the game is over or so many have been answered."""
        for number in range(most):
            self.settle()
            self.tell()
            if self.live.sitting.over:
                return
            yield number

    def greedy_way(self) -> list[int]:
        """What a greedy bot would answer in the person's place now, and what it would go on to answer if nobody else did."""
        then, way = self.live.sitting.copy(), list[int]()
        while not then.over and 0 in then.waiting and len(way) < MOST_ANSWERS:
            way.append(self._greedily(then, 0))
            then.play(0, way[-1])
        return way
