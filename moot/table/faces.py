"""How a table is drawn: the board once for all, and to each seat its own panel.

A game brings `board.html` with three macros: `style()`, `board(v, f, names)` from what everyone sees, and
`mine(v, f, seat, names)` from what one seat sees. A game without one is drawn by its text picture.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Collection, Sequence
from enum import IntEnum
from functools import cache, cached_property, lru_cache, partial
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple, cast
from weakref import WeakKeyDictionary

import segno
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader
from markupsafe import Markup

from moot.bots import COMPANY, Player
from moot.engine import NOBODY, Entry, Game, Line, Move, Names, Sitting, minus
from moot.engine.flow import SEALED
from moot.lab.presets import measured
from moot.table.hush import hush_of, view_of
from moot.table.messages import encode
from moot.table.room import ENDED, OPEN, PLAYING, Chair, Room, Told
from moot.table.rulebooks import afterwards_html, anchor, credit_html
from moot.table.runner import is_awaited_person
from moot.table.voting import Wanted

FOLDER = Path(__file__).parent
PICTURED, PICTURED_MOVES = 5, 90  # the game that the lobby shows, and how far it has gone
_NAMES = re.compile(r'(\bid="|url\(#|href="#)')  # ids may be on a page once
_USES = re.compile(r'\s(?:tabindex|role|aria-label|data-(?:piece|tip|with|from))="[^"]*"')
# What a board marks as fixed never changes during a game: a page that has it keeps it.
_FIXED = re.compile(r"(<(\w+)[^>]* data-fixed>).*?(</\2><!--/fixed-->)", re.DOTALL)
FEW = 8  # moves that need no order
MOST_SPANS = 4  # of numbers that may be chosen, to be named one by one


class SeatShown(NamedTuple):
    """A seat as the strip of seats shows it."""

    seat: int
    name: str
    status: str  # thinking, done, away, bot, open
    says: str
    awaited: bool
    deadline: float  # when a bot will play for it; 0: never
    sealed: bool  # others may not know what it does
    chair: Chair

    def as_seen_by(self, viewer: int) -> SeatShown:
        """The clock of a seat starts anew with each of its steps: whoever may not see these may not see the clock."""
        return self._replace(deadline=0.0) if self.sealed and viewer != self.seat else self


class Face:
    """How one game looks."""

    def __init__(self, game: Game, environment: Environment) -> None:
        self.game = game
        own = (game.folder / "board.html").is_file()
        self._macros: Any = environment.get_template(f"game/{game.name}/board.html").module if own else None
        self._plain: Any = environment.get_template("plain.html").module

    @cached_property
    def css(self) -> str:
        """The style of its board."""
        return str(self._macros.style()) if self._macros else ""

    @cached_property
    def picture(self) -> Markup:
        """The board in the middle of a game of bots, for the lobby: to look at, not to use."""
        sitting = Sitting(self.game, self.game.choose({}), PICTURED)
        player = Player(sitting, ["greedy"])
        while not sitting.over and len(sitting.history) < PICTURED_MOVES:
            player.play()
        board = _NAMES.sub(rf"\1pictured-{self.game.name}-", str(self.board(sitting.view(), sitting.names)))
        return Markup(_USES.sub("", board))

    def board(self, view: Any, names: Names) -> Markup:
        """The board from a view."""
        if self._macros is None:
            return cast(Markup, self._plain.board(self.game.words.picture(view, NOBODY, names)))
        return cast(Markup, self._macros.board(view, self._facts(view, NOBODY, names), names))

    def mine(self, view: Any, seat: int, names: Names, *, own: bool = True) -> Markup:
        """What a seat holds, as its own people read it, or others."""
        if self._macros is None:
            return cast(Markup, self._plain.mine(self.game.words.picture(view, seat, names)))
        told = {"own": own} if "own" in self._macros.mine.arguments else {}
        return cast(Markup, self._macros.mine(view, self._facts(view, seat, names), seat, names, **told))

    def _facts(self, view: Any, seat: int, names: Names) -> Any:
        return self.game.face(view, seat, names) if self.game.face is not None else {}


class Faces:
    """All faces, and the templates that every page is made of."""

    def __init__(self, games: Sequence[Game]) -> None:
        folders = PrefixLoader({"game": PrefixLoader({g.name: FileSystemLoader(g.folder) for g in games})})
        self.environment = Environment(
            loader=ChoiceLoader([FileSystemLoader(FOLDER / "templates"), folders]),
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.environment.globals |= {
            "asset": _asset,
            "anchor": anchor,
            "bots": COMPANY,
            "kept": _kept,
            "measured": measured,
        }
        self.environment.filters |= {"apart": _apart, "credit": credit_html, "minus": minus}
        self.games = {game.name: Face(game, self.environment) for game in games}
        self.pictures = {name: face.picture for name, face in self.games.items()}
        self.line = lru_cache(2_000)(self._line)  # all seats of a table are told the same lines
        self._drawings: WeakKeyDictionary[Room, dict[bool, Drawing]] = WeakKeyDictionary()

    def page(self, template: str, **context: Any) -> str:
        """A template filled in."""
        return self.environment.get_template(template).render(**context)

    def _line(self, game: str, line: Line) -> str:
        return self.page("_line.html", game=game, line=line)

    def drawing(self, room: Room, seat: int) -> Drawing:
        """A room as it is drawn now for a seat: the same for all, but that some things may be kept from those outside."""
        drawings, outside = self._drawings.setdefault(room, {}), hush_of(room, seat).outside
        if outside not in drawings:
            drawings[outside] = Drawing(self.games[room.info.game.name], self, outside=outside)
        return drawings[outside]


class Part(NamedTuple):
    """A part of the page: what it is drawn from, and how."""

    key: int
    draw: Callable[[], str]


Shown = dict[
    str, tuple[int, int]
]  # of each part that somebody has been shown: the key, and the fingerprint of what was drawn


class Drawing:
    """A room drawn. What has not changed is not drawn again; what everyone sees is drawn once and kept, as it will be sent."""

    def __init__(self, face: Face, faces: Faces, *, outside: bool) -> None:
        self._face, self._faces, self._outside = face, faces, outside
        self._kept: dict[str, tuple[int, bytes]] = {}  # what all see alike, with its fingerprint
        self._version, self._view = -1, 0
        self._seats_shown: list[SeatShown] = []
        self._drawn_seats: dict[int, tuple[int, str]] = {}  # by who looks: what it was drawn from, and how it looks
        self._whole: tuple[int, bytes] = 0, b""

    def news(self, room: Room, seat: int, shown: Shown, person: str | None = None) -> dict[str, bytes]:
        """The parts of the page that look different from what a person on a seat has been shown: by id, each a text in JSON."""
        if self._version != room.version:
            self._version = room.version
            self._share(room)
        new = {name: html for name, (mark, html) in self._kept.items() if shown.get(name) != (mark, mark)}
        shown.update({name: (self._kept[name][0], self._kept[name][0]) for name in new})
        for name, part in (("seats", self._seats(seat)), ("panel", self._panel(room, seat, person))):
            before = shown.get(name)
            if before is None or before[0] != part.key:
                html = encode(part.draw())
                shown[name] = part.key, hash(html)
                if before is None or before[1] != hash(html):
                    new[name] = html
        return new

    def _share(self, room: Room) -> None:
        """Draw what all see alike, as far as it has changed."""
        self._seats_shown = [show_seat(room, other) for other in range(len(room.chairs))]
        view = self._look(room)
        strip = room.info.game.strip(view)
        self._keep("strip", partial(self._faces.page, "_strip.html", strip=strip, room=room))
        _forget_asking(view)
        if self._view != (view_mark := hash((bytes(view), room.seating, room.state, room.sitting.names))):
            self._view = view_mark
            self._keep("board", lambda: _FIXED.sub(r"\1\3", self._draw_board(room, view)))

    def _look(self, room: Room, seat: int = NOBODY) -> Any:
        return view_of(room, seat, hush_of(room, NOBODY)._replace(outside=self._outside))

    def _keep(self, name: str, draw: Callable[[], str]) -> None:
        html = encode(draw())
        self._kept[name] = hash(html), html

    def _draw_board(self, room: Room, view: Any) -> str:
        board = self._face.board(view, room.sitting.names)
        return self._faces.page("_board.html", board=board, ended=room.state == ENDED)

    def whole_board(self, room: Room) -> bytes:
        """The board with its fixed parts too, for a page that has none yet."""
        if self._whole[0] != self._view:
            view = self._look(room)
            _forget_asking(view)
            self._whole = self._view, encode(self._draw_board(room, view))
        return self._whole[1]

    def _seats(self, seat: int) -> Part:
        shown = [one.as_seen_by(seat) for one in self._seats_shown]
        key = hash(tuple(one[:-1] for one in shown))
        return Part(key, partial(self._draw_seats, seat, key, shown))

    def _draw_seats(self, seat: int, key: int, shown: Sequence[SeatShown]) -> str:
        """Those who look from the same place see the same: it is drawn for the first of them."""
        if self._drawn_seats.get(seat, (0, ""))[0] != key:
            self._drawn_seats[seat] = key, self._faces.page("_seats.html", seats=shown, me=seat)
        return self._drawn_seats[seat][1]

    def _panel(self, room: Room, seat: int, person: str | None) -> Part:
        view, sitting = self._look(room, seat), room.sitting
        away = seat != NOBODY and room.chairs[seat].stand_in
        others = (other for other in sitting.waiting if seat not in sitting.waiting or room.chairs[other].kind == OPEN)
        voted = (*room.proposals(seat), len(room.voters_of(seat)))
        asked = (_answers(room, seat), voted, *sitting.numbers(seat), "others", *others)
        _forget_asking(view, seat)
        key = hash((bytes(view), room.seating, room.state, room.tells_all, room.next, away, asked, sitting.names))
        return Part(key, lambda: self._faces.page("_panel.html", **self._asked(room, seat, view, person)))

    def _asked(self, room: Room, seat: int, view: Any, person: str | None) -> dict[str, Any]:
        """What the panel says."""
        sitting = room.sitting
        mine = self._face.mine(view, seat, sitting.names) if seat != NOBODY and not room.is_done else ""
        moves = sitting.moves(seat) if seat != NOBODY else []
        amount = one_amount(moves, room.info.game.words.amounts)
        return {
            "room": room,
            "seat": seat,
            "names": room.names,
            "question": sitting.question(seat) if seat != NOBODY else None,
            "amount": amount,
            "groups": grouped(moves),
            "moves": moves,
            "awaited": [other for other in sitting.waiting if other != seat],
            "mine": mine,
            "open": self._revealed(room, seat, view) if room.is_done else [],
            "afterwards": afterwards_html(room.afterwards),
            "ending": room.ending,
            "result": room.result,
            "may_take_back": seat != NOBODY and sitting.may_take_back(seat),
            "playing": room.state == PLAYING,
            **voting(room, seat, person, moves, by_amount=amount is not None),
        }

    def _revealed(self, room: Room, looker: int, view: Any) -> list[tuple[int, str, Markup]]:
        """After the end, what everyone held; while a workshop keeps secrets, one's own alone."""
        names, state = room.sitting.names, room.sitting.state
        if room.keeps_its_end:
            return [(looker, names[looker], self._face.mine(view, looker, names))] if looker != NOBODY else []
        return [
            (seat, name, self._face.mine(state, seat, names, own=seat == looker)) for seat, name in enumerate(names)
        ]

    def lines(self, room: Room, entries: Sequence[Entry]) -> list[str]:
        """Entries of the log as lines of a list."""
        return [self._faces.line(room.info.game.name, room.sitting.line(entry)) for entry in entries]

    def past_lines(self, room: Room, told: Sequence[Told]) -> list[str]:
        """The same for what was told before the rules changed."""
        return [self._faces.line(room.info.game.name, Line(one.section, one.text)) for one in told]

    def said(self, room: Room, said: Sequence[Any], seat: int) -> list[str]:
        """Chat as lines of a list."""
        template = self._faces.environment.get_template("_said.html")
        return [template.render(said=one, names=room.names, seat=seat) for one in said]


def _forget_asking(view: Any, seat: int = NOBODY) -> None:
    """Who else is awaited is shown beside the board, not on it: so that it need not be drawn whenever somebody is done."""
    for other in range(len(view.asking)):
        if other != seat:
            view.asking[other] = 0


def _answers(room: Room, seat: int) -> int:
    return room.answers[seat] if seat != NOBODY else 0


class Votes(NamedTuple):
    """How an answer stands with those who vote on it."""

    many: int
    is_mine: bool


class Typed(NamedTuple):
    """A name or an amount that somebody has typed in, for the others to agree."""

    wanted: Wanted
    words: str
    votes: Votes


def voting(room: Room, seat: int, person: str | None, moves: Sequence[Move], *, by_amount: bool) -> dict[str, Any]:
    """How the votes of a seat stand, as one of its people sees them; if there is only one, there is nothing to see."""
    voters, mine = len(room.voters_of(seat)), room.ballots.of(seat, person)
    if voters < 2:
        return {"voters": voters, "votes": {}, "typed": []}
    votes = {
        one.wanted: Votes(len(one.people), mine is not None and one.wanted.key == mine.key)
        for one in room.proposals(seat)
    }
    known = {move.number: move for move in moves if by_amount or move.writes}
    return {
        "voters": voters,
        "voted": sum(one.many for one in votes.values()),
        "votes": {move.number: votes.get(Wanted(move.number), Votes(0, False)) for move in moves},
        "typed": [Typed(one, one.text or known[one.move].words, votes[one]) for one in votes if one.move in known],
    }


def show_seat(room: Room, seat: int) -> SeatShown:
    """What everyone may know of a seat: whether its answer is awaited, not what it did."""
    chair = room.chairs[seat]
    status, says = _status(room, seat, chair)
    counts = room.info.idle and not room.paused and is_awaited_person(room, chair)
    deadline = chair.since + room.info.idle if counts else 0.0
    sealed = room.sitting.look().asking[seat] == SEALED
    awaited = seat in room.sitting.waiting and not room.is_done
    return SeatShown(seat, chair.name, status, says, awaited, deadline, sealed, chair)


def _status(room: Room, seat: int, chair: Chair) -> tuple[str, str]:
    waiting = seat in room.sitting.waiting and not room.is_done
    if waiting and room.paused:
        return "thinking" if room.is_here(seat) else "away", "awaited; paused"
    if (waiting and room.time_is_up and not chair.is_bot) or chair.stand_in:
        return "bot", "away: a bot plays" if chair.stand_in else "time is up: a bot plays"
    if chair.kind == OPEN:
        return "open", "open: waiting for somebody" if waiting else "open"
    if chair.is_bot:
        return "bot", f"{chair.kind} bot, thinking" if waiting else f"{chair.kind} bot"
    if not room.is_here(seat):
        return "away", "away, awaited" if waiting else "away"
    return ("thinking", "thinking") if waiting else ("done", "the end" if room.is_done else "done")


def grouped(moves: Sequence[Move]) -> list[list[Move]]:
    """Many moves are put together by the first piece they name; few need no order."""
    if len(moves) <= FEW:
        return [list(moves)]
    return [list(group) for _, group in groupby(moves, key=lambda move: move.pieces[:1])]


class Amount(NamedTuple):
    """Many moves that differ in how many: a page asks for the number."""

    spans: list[tuple[int, int]]  # what may be chosen: from the first to the last of each
    number: int  # of the move with the lowest amount
    step: int  # from the number of one move to that of the next

    @property
    def words(self) -> str:
        """What may be chosen, in words; of many pieces only the ends."""
        if len(self.spans) > MOST_SPANS:
            return f"{self.spans[0][0]} to {self.spans[-1][1]}, but not every number"
        return " or ".join(f"{low} to {high}" if low < high else f"{low}" for low, high in self.spans)


def one_amount(moves: Sequence[Move], amounts: Collection[IntEnum]) -> Amount | None:
    """The amount that is asked for, if that is all in which many moves differ."""
    if len(moves) <= FEW or moves[0].choice not in amounts:
        return None
    differ = [column for column in zip(*(move.arguments for move in moves), strict=True) if len(set(column)) > 1]
    if len(differ) != 1:
        return None
    numbers = sorted(zip(differ[0], (move.number for move in moves), strict=True))
    (low, first), (high, last) = numbers[0], numbers[-1]
    return Amount(_spans([amount for amount, _ in numbers]), first, (last - first) // (high - low))


def _spans(amounts: Sequence[int]) -> list[tuple[int, int]]:
    """Numbers in their order as spans without gaps."""
    spans: list[tuple[int, int]] = []
    for amount in amounts:
        begun = spans.pop()[0] if spans and spans[-1][1] == amount - 1 else amount
        spans.append((begun, amount))
    return spans


def _apart(held: object, holder: int) -> Markup:
    """What somebody holds, for a page that shows several hands: ids may be on a page once."""
    return Markup(str(held).replace('id="m-', f'id="m-{holder}-'))


def qr_code(link: str) -> Markup:
    """A link to point a phone at."""
    return Markup(segno.make(link, error="m").svg_inline(omitsize=True, border=2, dark="#1d2336", light=None))


@lru_cache(3_000)
def _kept(macro: Callable[..., Markup], *arguments: Any) -> Markup:
    """What a macro draws; the same arguments give the same drawing."""
    return macro(*arguments)


@cache
def _asset(name: str) -> str:
    """A file of ours, by an address that changes with its content."""
    digest = hashlib.sha256((FOLDER / "static" / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"
