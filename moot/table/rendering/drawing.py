"""A table drawn, part by part: what all see alike once for all of them, and to each seat its own goal, tray, inbox and dock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from moot.engine import MOST_SEATS, NOBODY, Entry, Goal, Line, Move
from moot.engine.gestures import gathered
from moot.engine.labels import ordered, primary
from moot.engine.left import left
from moot.engine.not_now import not_now
from moot.engine.standing import gauge, goal, how_to_win, standing
from moot.table.feeds.hush import Hush, hush_of, view_of, view_then
from moot.table.feeds.messages import encode
from moot.table.live.state import ENDED, OPEN
from moot.table.live.table import LiveTable
from moot.table.live.told import Told
from moot.table.rendering.answers import one_amount, parted, voting
from moot.table.rendering.coach import coach_of
from moot.table.rendering.ends import end_of
from moot.table.rendering.rulebooks import afterwards_html
from moot.table.rendering.seating import SeatShown, show_seats, with_places
from moot.table.rendering.sinces import glance_of, since_of
from moot.table.rendering.waiting import decided_by

if TYPE_CHECKING:
    from moot.table.rendering.renderer import Face, Renderer

# What a board marks as fixed never changes during a game: a page that has it keeps it.
FIXED, END_OF_FIXED = " data-fixed>", "<!--/fixed-->"
NOBODY_ASKED = memoryview(bytes(MOST_SEATS)).cast("b")
MOST_SCENES = 16  # boards of earlier positions that are kept as they are drawn


class Part:
    """A part of the page, kept as it will be sent for as long as what it is drawn from is the same."""

    def __init__(self) -> None:
        self._basis: Any = None
        self.html = b""

    def draw(self, basis: Any, draw: Callable[[], str]) -> bytes:
        """As it looks; drawn anew if it may look different."""
        if basis != self._basis:
            self._basis, html = basis, encode(draw())
            self.html = html if html != self.html else self.html  # what looks the same is the same
        return self.html


class OwnParts:
    """The parts of the page that are a seat's own; where people vote, a person's."""

    def __init__(self) -> None:
        self.goal, self.inbox, self.tray, self.dock = Part(), Part(), Part(), Part()
        self.since, self.coach = Part(), Part()


class Drawing:
    """A table drawn. What has not changed is not drawn again, and what several see alike is drawn once for all of them."""

    def __init__(self, face: Face, renderer: Renderer, *, outside: bool) -> None:
        self._face, self._renderer, self._outside = face, renderer, outside
        self._version = -1
        self._view = b""  # of the board
        self._strip, self._board, self._whole_board, self._seats_html = Part(), Part(), Part(), b""
        self._seats: tuple[SeatShown, ...] = ()
        self._gauge = ""
        self._then: dict[bytes, bytes] = {}  # boards of earlier positions
        self._own: defaultdict[tuple[int, str | None], OwnParts] = defaultdict(OwnParts)

    def pieces(self, live: LiveTable, seat: int, person: str | None = None) -> dict[str, bytes]:
        """The parts of the page that a person on a seat is shown: by id, each a text in JSON."""
        if self._version != live.version:
            self._version = live.version
            self._share(live)
        parts = {"strip": self._strip.html, "board": self._board.html, "seats": self._draw_seats(seat)}
        return {**parts, **self._draw_own(live, seat, person)}

    def _share(self, live: LiveTable) -> None:
        """Draw what all see alike, as far as it has changed."""
        shown, view, game = show_seats(live), self._look(live), live.info.game
        strip = game.strip(view)
        clock = live.state, live.paused, live.due
        self._strip.draw((strip, clock), partial(self._renderer.page, "_strip.html", strip=strip, live=live))
        self._view = _but_for_asking(view)
        self._seats, self._gauge = tuple(with_places(shown, standing(game, view))), gauge(game, view)
        self._seats_html = self._renderer.seats(tuple(one.as_seen_by(NOBODY) for one in self._seats), self._gauge)
        self._board.draw(self._board_basis(live), lambda: without_fixed(self._draw_board(live, view)))

    def _board_basis(self, live: LiveTable) -> tuple[Any, ...]:
        return self._view, live.around, live.state, live.sitting.names

    def _look(self, live: LiveTable, seat: int = NOBODY) -> Any:
        return view_of(live, seat, Hush(hush_of(live, NOBODY).ending, self._outside))

    def _draw_board(self, live: LiveTable, view: Any) -> str:
        board = self._face.board(view, live.sitting.names)
        return self._renderer.page("_board.html", board=board, ended=live.state == ENDED)

    def whole_board(self, live: LiveTable) -> bytes:
        """The board with its fixed parts too, for a page that has none yet."""
        return self._whole_board.draw(self._board_basis(live), lambda: self._draw_board(live, self._looked(live)))

    @property
    def board(self) -> bytes:
        """The board as it is now."""
        return self._board.html

    def board_then(self, live: LiveTable, record: bytes) -> bytes:
        """The board as it was in an earlier position, for those who are told step by step what happened."""
        kept = self._then.get(record)
        if kept is None:
            while len(self._then) >= MOST_SCENES:
                del self._then[next(iter(self._then))]
            kept = self._then[record] = self._draw_then(live, record)
        return kept

    def then(self, live: LiveTable, record: bytes) -> Markup:
        """The same, whole, for a page that shows it beside the board of now."""
        view = view_then(live, record, Hush(ending=False, outside=self._outside))
        _but_for_asking(view)
        return self._face.board(view, live.sitting.names)

    def _draw_then(self, live: LiveTable, record: bytes) -> bytes:
        """What looks as it does now need not be drawn again."""
        view = view_then(live, record, Hush(ending=False, outside=self._outside))
        if _but_for_asking(view) == self._view:
            return self._board.html
        return encode(without_fixed(self._draw_board(live, view)))

    def _looked(self, live: LiveTable) -> Any:
        view = self._look(live)
        _but_for_asking(view)
        return view

    def how_to_win(self, live: LiveTable, seat: int) -> tuple[str, ...]:
        """How the game is won, in a few sentences."""
        return how_to_win(live.info.game, self._look(live, seat))

    def _draw_seats(self, seat: int) -> bytes:
        """The same for all, but where a clock is its own seat's alone."""
        if any(one.sealed and one.deadline for one in self._seats):
            return self._renderer.seats(tuple(one.as_seen_by(seat) for one in self._seats), self._gauge)
        return self._seats_html

    # What is a seat's own

    def _draw_own(self, live: LiveTable, seat: int, person: str | None) -> dict[str, bytes]:
        """Goal, tray, inbox, dock, and the coach of a lesson."""
        view, names, page = self._look(live, seat), live.sitting.names, self._renderer.page
        seen, votes = _but_for_asking(view, seat), self._votes(live, seat)
        own = self._own[seat, person if votes[1] > 1 else None]
        stands = live.around, live.state, live.tells_all, live.next, names
        answers_from = seen if live.is_done or seat in live.sitting.waiting else b""  # who is asked nothing only waits
        return {
            "goal": own.goal.draw((seen, stands), lambda: self._renderer.goal(self._goal(live, seat, view))),
            "tray": own.tray.draw((seen, stands), lambda: page("_tray.html", **self._held(live, seat, view))),
            "since": self._draw_since(live, seat, own, view, seen),
            **self._draw_answers(live, seat, person, own, (answers_from, self._asked_basis(live, seat), votes, stands)),
            **self._draw_coach(live, seat, own, (seen, live.lesson, stands)),
        }

    def _draw_coach(self, live: LiveTable, seat: int, own: OwnParts, basis: tuple[Any, ...]) -> dict[str, bytes]:
        """The coach, where a lesson has one for this seat."""
        if live.script is None or seat != live.script.seat:
            return {}
        told = {"game": live.info.game}
        return {
            "coach": own.coach.draw(
                basis, lambda: self._renderer.page("_coach.html", coach=coach_of(live, seat), **told)
            )
        }

    def _draw_since(self, live: LiveTable, seat: int, own: OwnParts, view: Any, seen: bytes) -> bytes:
        """What changed since the seat's last answer."""
        glance = glance_of(live, seat)
        basis = glance, seen if glance else b"", live.sitting.names
        return own.since.draw(basis, lambda: self._renderer.since(since_of(live, seat, glance, view)))

    def _goal(self, live: LiveTable, seat: int, view: Any) -> Goal | None:
        return goal(live.info.game, view, seat, live.sitting.names) if not live.is_done else None

    def _held(self, live: LiveTable, seat: int, view: Any) -> dict[str, Any]:
        """What a seat holds. When it is over that is told with the result, and how it went stands in its place."""
        holds = seat != NOBODY and not live.is_done
        told_of = live.info.id if live.is_done and not live.keeps_its_end else ""
        return {"mine": self._face.mine(view, seat, live.sitting.names) if holds else "", "told_of": told_of}

    def _votes(self, live: LiveTable, seat: int) -> tuple[Any, int]:
        return (live.poll.proposals(seat), len(live.poll.voters_of(seat))) if live.info.votes else ((), 0)

    def _asked_basis(self, live: LiveTable, seat: int) -> tuple[Any, ...]:
        """Who else is awaited, as far as a seat is told so; how often it has answered, and what it may answer."""
        waiting = live.sitting.waiting
        others = [other for other in waiting if seat not in waiting or live.chairs[other].kind == OPEN]
        decided = decided_by(live.sitting, others) if seat not in waiting else None
        if seat == NOBODY:
            return others, decided
        own = live.answers[seat], live.chairs[seat].stand_in, live.may_take_back(seat)
        return others, decided, *own, live.sitting.offers(seat)

    def _draw_answers(
        self, live: LiveTable, seat: int, person: str | None, own: OwnParts, basis: tuple[Any, ...]
    ) -> dict[str, bytes]:
        """The dock, and the inbox where a game has one. Both are made from the same list of moves."""
        said: dict[str, Any] = {}

        def draw(template: str) -> str:
            if not said:
                said.update(self._asked(live, seat, person))
            return self._renderer.page(template, **said)

        parts = {"dock": own.dock.draw(basis, lambda: draw("_dock.html"))}
        if live.info.game.words.inbox:
            parts["inbox"] = own.inbox.draw(basis, lambda: draw("_inbox.html"))
        return parts

    def _asked(self, live: LiveTable, seat: int, person: str | None) -> dict[str, Any]:
        """What dock and inbox say."""
        sitting, words = live.sitting, live.info.game.words
        listed = ordered(self._moves(live, seat)) if seat != NOBODY and not live.is_done else []
        cards, moves = parted(listed, words.inbox)
        plain, exits = [move for move in moves if not move.label.exit], [move for move in moves if move.label.exit]
        amount, best = one_amount(plain, words.amounts), primary(listed)
        votes = voting(live, seat, person, moves, by_amount=amount is not None)
        draw = partial(self._renderer.buttons, answer=live.answers[seat], primary=best, votes=votes["votes"])
        return {
            "live": live,
            "seat": seat,
            "names": live.names,
            "question": sitting.question(seat) if seat != NOBODY else None,
            "left": left(sitting, seat) if seat != NOBODY else None,
            "amount": amount,
            "buttons": draw(plain) if amount is None else "",
            "exits": draw(exits),
            "not_now": not_now(sitting, seat, listed),
            "cards": cards,
            "awaited": [other for other in sitting.waiting if other != seat],
            "decided": decided_by(sitting, sitting.waiting) if seat not in sitting.waiting else None,
            "opened": [other for other in sitting.waiting if seat != NOBODY and live.chairs[other].kind == OPEN],
            "open": self._revealed(live, seat) if live.is_done else [],
            "afterwards": afterwards_html(live.afterwards),
            "ending": live.ending,
            "end": end_of(live, seat),
            "may_take_back": seat != NOBODY and live.may_take_back(seat),
            **votes,
        }

    def _moves(self, live: LiveTable, seat: int) -> list[Move]:
        """What a seat may answer, whole gestures as one answer each; a coach speaks of every single one."""
        if live.script or not live.takes_gestures(seat):
            return live.sitting.moves(seat)
        return gathered(live.sitting, seat, told=not live.info.stands)

    def _revealed(self, live: LiveTable, looker: int) -> list[tuple[int, str, Markup]]:
        """After the end, what everyone held; while a workshop keeps secrets, one's own alone."""
        names, state = live.sitting.names, live.sitting.state
        if live.keeps_its_end:
            own = self._look(live, looker)
            return [(looker, names[looker], self._face.mine(own, looker, names))] if looker != NOBODY else []
        return [
            (seat, name, self._face.mine(state, seat, names, own=seat == looker)) for seat, name in enumerate(names)
        ]

    # What is told and said

    def lines(self, live: LiveTable, entries: Sequence[Entry]) -> list[str]:
        """Entries of the log as lines of a list."""
        return [self._renderer.line(live.info.game.name, live.sitting.line(entry)) for entry in entries]

    def past_lines(self, live: LiveTable, told: Sequence[Told]) -> list[str]:
        """The same for what was told before the rules changed."""
        return [self._renderer.line(live.info.game.name, Line(one.section, one.text)) for one in told]

    def said(self, live: LiveTable, said: Sequence[Any], seat: int) -> list[str]:
        """Chat as lines of a list."""
        template = self._renderer.environment.get_template("_said.html")
        return [template.render(said=one, names=live.names, seat=seat) for one in said]


def without_fixed(board: str) -> str:
    """A board whose fixed elements are empty."""
    kept, begun = list[str](), 0
    while (found := board.find(FIXED, begun)) >= 0:
        inside = found + len(FIXED)
        kept.append(board[begun:inside])
        begun = board.rindex("</", inside, board.index(END_OF_FIXED, inside))
    return "".join([*kept, board[begun:]])


def _but_for_asking(view: Any, seat: int = NOBODY) -> bytes:
    """A view without who else is awaited, which is shown beside the board and not on it: so that it need not be drawn whenever
    somebody is done.
    """
    own = view.asking[seat] if seat != NOBODY else 0
    view.asking[:] = NOBODY_ASKED
    if seat != NOBODY:
        view.asking[seat] = own
    return bytes(view)
