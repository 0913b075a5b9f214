"""How games look, and the templates that every page is made of.

A game brings `board.html` with three macros: `style()`, `board(v, f, names)` from what everyone sees, and
`mine(v, f, seat, names)` from what one seat sees. A game without one is drawn by its text picture.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from datetime import UTC, datetime
from functools import cache, cached_property, lru_cache
from pathlib import Path
from typing import Any, cast
from weakref import WeakKeyDictionary

import segno
from jinja2 import BaseLoader, ChoiceLoader, Environment, FileSystemLoader, PrefixLoader
from markupsafe import Markup

from moot.bots import OFFERED, USUAL, Player
from moot.engine import NOBODY, Game, Goal, Line, Move, Names, Sitting, minus
from moot.lab import presets
from moot.lessons import lesson_of
from moot.table.feeds.hush import hush_of, view_of
from moot.table.feeds.messages import encode
from moot.table.identity.choices import LOOKS
from moot.table.live.table import LiveTable
from moot.table.rendering.answers import Votes
from moot.table.rendering.drawing import Drawing
from moot.table.rendering.rulebooks import anchor, credit_html
from moot.table.rendering.seating import SeatShown
from moot.table.rendering.sinces import Since

FOLDER = Path(__file__).parents[1]
PICTURED, MIDDLE = 5, 0.6  # the game that the lobby shows, and how far it has gone
PICTURED_MOVES = 90  # if it was never measured how long a game is
_NAMES = re.compile(r'(\bid="|url\(#|href="#)')  # ids may be on a page once
_USES = re.compile(r'\s(?:tabindex|role|aria-label|data-(?:piece|tip|with|from))="[^"]*"')


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
        sitting = _in_the_middle(self.game)
        return _to_look_at(self.board(sitting.view(), sitting.names), f"pictured-{self.game.name}-")

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


@cache
def _in_the_middle(game: Game) -> Sitting:
    """A game of bots as people begin it, when much has happened and much is open."""
    sitting = Sitting(game, game.choose({}, game.people_preset or None, people=True), PICTURED)
    rows = game.figures.get("presets", {}).get(game.people_preset or presets.DEFAULTS, {})
    usual, player = rows.get(str(sitting.seats), {}).get("greedy", {}).get("decisions"), Player(sitting, ["greedy"])
    moves = round(MIDDLE * usual) if usual else PICTURED_MOVES
    while not sitting.over and len(sitting.history) < moves:
        player.play()
    return sitting


def _to_look_at(board: Markup, name: str) -> Markup:
    """A board that nobody plays on: nothing of it can be chosen, and its names are its own."""
    return Markup(_USES.sub("", _NAMES.sub(rf"\1{name}", str(board))))


class Renderer:
    """All faces, and the templates that every page is made of."""

    def __init__(self, games: Sequence[Game]) -> None:
        self._folders: dict[str, BaseLoader] = {}
        folders = PrefixLoader({"game": PrefixLoader(self._folders)})
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
            "bots": OFFERED,
            "usual_bot": USUAL,
            "kept": _kept,
            "lesson_of": lesson_of,
            "looks": LOOKS.get,
            "measured": presets.measured,
            "preset_title": presets.title,
            "preset_label": presets.label,
            "harder": presets.harder,
        }
        self.environment.filters |= {
            "apart": _apart,
            "credit": credit_html,
            "day": _day,
            "moment": _moment,
            "minus": minus,
        }
        # Templates that are drawn again and again need not import these again and again.
        modules = {"p": "pieces.html", "answers": "answers.html"}
        self.environment.globals |= {name: self.environment.get_template(file).module for name, file in modules.items()}
        self._faces: dict[str, Face] = {}
        self.pictures = {game.name: self.face(game).picture for game in games}
        self.template = cache(self.environment.get_template)  # none of them changes while a server runs
        self.line = lru_cache(10_000)(self._line)  # all seats of a table are told the same lines
        self.seats = lru_cache(2_000)(self._seats)  # and see the same strip of seats, again and again
        # Most of what changes on a board changes nothing in these two.
        self.goal, self.since = lru_cache(2_000)(self._goal), lru_cache(1_000)(self._since)
        self._drawings: WeakKeyDictionary[LiveTable, dict[bool, Drawing]] = WeakKeyDictionary()

    def face(self, game: Game) -> Face:
        """How a game looks: one of today, or of an earlier release."""
        if game.name not in self._faces:
            self._folders[game.name] = FileSystemLoader(game.folder)
            self._faces[game.name] = Face(game, self.environment)
        return self._faces[game.name]

    def page(self, template: str, **context: Any) -> str:
        """A template filled in."""
        return self.template(template).render(**context)

    def buttons(self, moves: Iterable[Move], answer: int, primary: Move | None, votes: Mapping[int, Votes]) -> Markup:
        """The buttons of some moves, one after the other, for a seat that has given so many answers. They are drawn here and not in
        a template, where it takes three times as long to see that they are kept.
        """
        drawn: Any = self.environment.globals["answers"]
        buttons = [
            drawn.writing(move, answer, move == primary)
            if move.writes
            else _kept(
                drawn.button, *_drawn_from(move), move == primary, votes.get(move.number), move.side, move.begins
            )
            for move in moves
        ]
        return Markup("".join(buttons))

    def _line(self, game: str, line: Line) -> str:
        return self.page("_line.html", game=game, line=line)

    def _seats(self, shown: tuple[SeatShown, ...], gauge: str) -> bytes:
        return encode(self.page("_seats.html", seats=shown, gauge=gauge))

    def _goal(self, goal: Goal | None) -> str:
        return self.page("_goal.html", goal=goal)

    def _since(self, since: Since) -> str:
        return self.page("_since.html", since=since)

    def miniature(self, live: LiveTable) -> Markup:
        """The board of a table as those see it who watch, to look at and not to use."""
        board = self.face(live.info.game).board(view_of(live, NOBODY, hush_of(live, NOBODY)), live.sitting.names)
        return _to_look_at(board, f"mini-{live.info.id}-")

    def then(self, live: LiveTable, seat: int, record: bytes) -> Markup:
        """The board of a table as everyone saw it in an earlier position, to look at and not to use."""
        return _to_look_at(self.drawing(live, seat).then(live, record), "then-")

    def drawing(self, live: LiveTable, seat: int) -> Drawing:
        """A table as it is drawn now for a seat: the same for all, but that some things may be kept from those outside."""
        drawings, outside = self._drawings.setdefault(live, {}), hush_of(live, seat).outside
        if outside not in drawings:
            drawings[outside] = Drawing(self.face(live.info.game), self, outside=outside)
        return drawings[outside]

    def as_if(self, live: LiveTable, then: Sitting, seat: int, person: str | None) -> dict[str, bytes]:
        """The parts of a table's page if its game stood otherwise. It is drawn for one look, and not kept."""
        supposed, outside = copy(live), hush_of(live, seat).outside
        supposed.sitting = then
        return Drawing(self.face(live.info.game), self, outside=outside).pieces(supposed, seat, person)


def _drawn_from(move: Move) -> tuple[Any, ...]:
    return move.number, move.also, move.pieces, move.words, move.label


def _apart(held: object, holder: int) -> Markup:
    """What somebody holds, for a page that shows several hands: ids may be on a page once."""
    return Markup(str(held).replace('id="m-', f'id="m-{holder}-'))


@lru_cache(500)
def qr_code(link: str) -> Markup:
    """A link to point a phone at. It takes milliseconds to work out, so that those of a class are kept."""
    return Markup(segno.make(link, error="m").svg_inline(omitsize=True, border=2, dark="#1d2336", light=None))


@lru_cache(12_000)
def _kept(macro: Callable[..., Markup], *arguments: Any) -> Markup:
    """What a macro draws; the same arguments give the same drawing."""
    return macro(*arguments)


@cache
def _day(at: float) -> str:
    """A day in words: 5 March 2026."""
    when = datetime.fromtimestamp(at, UTC)
    return f"{when.day} {when:%B %Y}"


def _moment(at: float) -> str:
    """A day and its time, by the clock of the world: 5 March 2026, 14:05 UTC."""
    return f"{_day(at)}, {datetime.fromtimestamp(at, UTC):%H:%M} UTC"


def _asset(name: str) -> str:
    """A file of ours, by an address that changes with its content."""
    digest = hashlib.sha256((FOLDER / "static" / name).read_bytes()).hexdigest()[:10]
    return f"/static/{name}?v={digest}"
