"""What is said to pages: the parts that look different, new lines of the log, new chat, all of it drawn."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec import Raw
from msgspec.json import decode

from moot.engine import LARGE, Line, Sitting
from moot.table.feeds.feed import Basis, Feed, Known
from moot.table.feeds.hush import Hush, past_of
from moot.table.feeds.messages import encode
from moot.table.live.table import LiveTable
from moot.table.rendering.drawing import Drawing
from moot.table.rendering.renderer import Renderer
from moot.table.rendering.telling import told

ABOUT_ME = frozenset(["board", "dock", "tray"])


@dataclass(eq=False, slots=True)
class KnownOnPage(Known):
    """What a page shows."""

    pieces: dict[str, bytes]  # its parts by id, each a text in JSON
    ending: Line | None


class PageFeed(Feed[KnownOnPage]):
    """Speaks to pages."""

    kind = "page"

    def __init__(
        self, live: LiveTable, seat: int, renderer: Renderer, person: str | None, *, by_steps: bool = True
    ) -> None:
        super().__init__(live, seat, person)
        self._renderer, self._by_steps = renderer, by_steps

    def shown(self) -> dict[str, Any]:
        """Everything, for the page as it is first sent."""
        everything: dict[str, Any] = decode(self.news(None)[0] or b"")
        return everything

    def ahead(self, then: Sitting) -> dict[str, Any]:
        """The parts of the page that are about the seat, as they would be."""
        pieces = self._renderer.as_if(self.live, then, self.seat, self.person)
        return {name: Raw(html) for name, html in pieces.items() if name in ABOUT_ME}

    @property
    def _drawing(self) -> Drawing:
        return self._renderer.drawing(self.live, self.seat)

    def _see(self, hush: Hush) -> tuple[Any, ...]:
        return self._drawing.pieces(self.live, self.seat, self.person), self.live.ending

    def _know(self, basis: Basis) -> KnownOnPage:
        return KnownOnPage(basis, *basis.seen)

    def _message(self, known: KnownOnPage | None, now: KnownOnPage, keeps_up: bool) -> bytes | None:
        """What looks different."""
        changed = self._new_pieces(known, now)
        again, lines = self._new_lines(known, now)
        older, chat = self._chat_lines(known, now)
        if not (changed or lines or chat or again):
            return None
        message: dict[str, Any] = {
            "pieces": {name: Raw(html) for name, html in changed.items()},
            "log": lines,
            "chat": chat,
        }
        if known is not None and not again and lines and keeps_up and self._by_steps:
            message["told"] = self._steps(known, now)
        first = {"from_start": True, "older": older} if known is None else {"log_again": True} if again else {}
        return encode({"type": self.kind, **message, **first, **self._where()})

    def _steps(self, known: KnownOnPage, now: KnownOnPage) -> list[dict[str, Any]]:
        """The new lines step by step; how a game has ended is a step of its own, and the largest."""
        _, entries = self._new_entries(known, now)
        ended = len(self._last_line(known, now, again=False))
        scenes = told(self.live, self.seat, self._drawing, entries, known.pieces, {} if ended else now.pieces)
        return [*scenes, *([{"lines": 1, "weight": LARGE}] * ended)]

    def _new_pieces(self, known: KnownOnPage | None, now: KnownOnPage) -> dict[str, bytes]:
        if known is None:
            return {**now.pieces, "board": self._drawing.whole_board(self.live)}
        return {name: html for name, html in now.pieces.items() if html != known.pieces[name]}

    def _where(self) -> dict[str, Any]:
        done = self.live.is_done
        return {"asked": self.seat in self.live.sitting.waiting and not done, "over": done}

    def _new_lines(self, known: KnownOnPage | None, now: KnownOnPage) -> tuple[bool, list[str]]:
        again, entries = self._new_entries(known, now)
        past = past_of(self.live, self.seat, now.basis.hush) if known is None or again else []
        lines = [*self._drawing.past_lines(self.live, past), *self._drawing.lines(self.live, entries)]
        return again, lines + self._last_line(known, now, again)

    def _last_line(self, known: KnownOnPage | None, now: KnownOnPage, again: bool) -> list[str]:
        """How the game has ended closes the log; in a workshop what may be told of it comes later."""
        if now.ending is None or (known is not None and now.ending == known.ending and not again):
            return []
        return [self._renderer.line(self.live.info.game.name, now.ending)]

    def _chat_lines(self, known: KnownOnPage | None, now: KnownOnPage) -> tuple[int, list[str]]:
        older, chat = self._new_chat(known, now)
        return older, self._drawing.said(self.live, chat, self.seat)
