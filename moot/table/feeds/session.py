"""A table's socket: hears messages, and says what is new. Programs and pages use the same."""

from __future__ import annotations

import asyncio
import contextlib
from functools import partial
from time import monotonic
from typing import Any

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from moot.engine import NOBODY, MoveError
from moot.engine.referee import why_not
from moot.table.feeds.feed import Feed
from moot.table.feeds.forced import unasked
from moot.table.feeds.messages import (
    COME_AGAIN,
    RESTARTS,
    Ahead,
    Chat,
    Draft,
    Hand,
    Learn,
    Message,
    MessageError,
    Play,
    TakeBack,
    Why,
    encode,
    read,
    wishes,
    write,
)
from moot.table.feeds.outlet import outlet_of
from moot.table.identity.choices import ASKED
from moot.table.live import coaching
from moot.table.live.table import LiveTable
from moot.table.people import Person
from moot.table.persistence.store import StoreError
from moot.table.registry import Registry
from moot.table.web.guard import address_of, bucket

FLOOD = 1008  # the code of somebody who does not keep to what was said
MESSAGES = (60, 30)  # at once, and a second
MOST_TOLD = 20  # times that somebody is told to wait
MOST_UNTAKEN = 60  # answers that wait for somebody who goes on asking and takes none
LONGEST_WORK, A_MOMENT = (
    2.0,
    0.01,
)  # seconds that something obeyed may take before its page is asked to go; between two looks
LATE = 3.0  # seconds that the other end may take over what was said before; then it lags
TOO_FAST = "Too fast. Wait a moment and try again."
UNTAKEN = "The answers are not taken. Come again."
REFUSALS = (MoveError, MessageError, StoreError)
log = structlog.get_logger("moot.table")


class Session:
    """Somebody at the other end of a socket. It is a watcher of its table."""

    def __init__(
        self, socket: WebSocket, registry: Registry, feed: Feed[Any], person: Person | None, *, forced: str = ASKED
    ) -> None:
        """`forced`: which answers are given by themselves."""
        self._socket, self._registry, self._feed, self._metrics = socket, registry, feed, registry.metrics
        self.live: LiveTable = feed.live
        self.seat, self.person = feed.seat, person.id if person else None
        self._outlet = outlet_of(socket)
        self._known: Any = None  # what the other end has been told
        self._behind = 0.0  # since when there has been something new that it has not taken; 0: it has taken everything
        self._done, self._replies = list[int](), list[bytes]()  # that wait to be said
        self._obeys = False  # something that was heard: the answer to it will bring what is new
        self._leaving: asyncio.Task[None] | None = None  # the other end is asked to go
        self._address, self._patience, self._told = address_of(socket), bucket(*MESSAGES), 0
        self._forced, self._forcing = forced if self.seat != NOBODY else ASKED, False
        self._let_be = -1  # the number of an answer that was taken back: it is not given by itself again
        self._warned = (-1, -1)  # the answer, and the move against which a coach has spoken

    # Speaking

    def stir(self) -> None:
        """Something has changed. If something was done here, or the other end has not taken what was said before, that will bring
        what is new.
        """
        if self._obeys or self._leaving:
            return
        if self._outlet.is_free:
            self._speak()
        elif not self._behind:
            self._behind = monotonic()
        self._answer_itself()

    def _answer_itself(self) -> None:
        """Give an answer that need not be asked for, if that is wanted. Somebody else of the seat may be faster."""
        if self._forced == ASKED or self._forcing:
            return
        live, answer = self.live, self.live.answers[self.seat]
        if answer == self._let_be:
            return
        if (move := unasked(live, self.seat, self._forced)) is not None and self.seat in live.seats_of(self.person):
            self._forcing = True
            self._errand = asyncio.get_running_loop().create_task(self._give(move, answer))

    async def _give(self, move: int, answer: int) -> None:
        with contextlib.suppress(*REFUSALS):
            await self.live.play(self.seat, move, answer, by=self.person or "")
        self._let_be, self._forcing = answer, False
        self.stir()

    def _speak(self) -> None:
        """Say what is new. Whoever could not be told something must not wait for it: they come again and hear everything anew."""
        try:
            news, self._known = self._feed.news(self._known, keeps_up=not self._lags())
        except Exception:
            log.exception("somebody could not be told what is new", table=self.live.info.id, seat=self.seat)
            self.dismiss()
            return
        (done, self._done), (replies, self._replies) = (self._done, []), (self._replies, [])
        if done:
            news = self._feed.acknowledged(news, done)
        for text in [news, *replies] if news else replies:
            self._outlet.put(text)

    def _lags(self) -> bool:
        """Whether the other end took too long over what was said before: it is told the newest now, and not every step."""
        behind, self._behind = self._behind, 0.0
        return behind > 0 and monotonic() - behind > LATE

    def dismiss(self, to: str = "") -> None:
        """The table is no more as it was, or its person sits elsewhere now."""
        if self._leaving is None:
            self._leaving = asyncio.get_running_loop().create_task(self._leave(to))

    async def _leave(self, to: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the other end is gone, as we shall hear
            await self._answered()
            await self._outlet.emptied()
            if to:
                await self._socket.send_text(write({"type": "moved", "to": to}))
            await self._socket.close(COME_AGAIN, "" if self._registry.is_open else RESTARTS)

    async def _answered(self) -> None:
        """What was heard before is acknowledged first: who is asked to go would not know, and do it again elsewhere. What is new
        is not said: it may not be theirs to see any more.
        """
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_WORK):
                while self._obeys:
                    await asyncio.sleep(A_MOMENT)
        for text in [*([self._feed.acknowledged(None, self._done)] if self._done else []), *self._replies]:
            self._outlet.put(text)

    # Listening

    async def attend(self) -> None:
        """Listen and speak until the other end is gone."""
        self._outlet.on_free = self.stir
        with self._metrics.sockets.track_inprogress():
            await self._attend()

    async def _attend(self) -> None:
        self.live.watchers.add(self)
        if self.live.left:  # memory while its socket was opened
            self.dismiss()
        try:
            await self._come_back()
            self._registry.presence.changed(self.live, self.seat)
            self.stir()
            await self._bring_draft()
            await self._hear()
            if self._leaving:  # who is dismissed still hears why
                await self._leaving
        finally:
            self._outlet.let_go()
            self.live.watchers.discard(self)
            self.live.poll.see_off(self.seat, self.person)
            self._registry.presence.changed(self.live, self.seat)

    async def _hear(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while not self._leaving:
                text = await self._receive()
                if self._is_patient():
                    await self._answer(text)
                elif self._told < MOST_TOLD:
                    self._told += 1
                    self._metrics.refused("too_fast")
                    self._refuse(0, TOO_FAST)
                    self.stir()
                else:
                    await self._outlet.emptied()
                    await self._socket.close(FLOOD, TOO_FAST)
                    return
                if len(self._replies) > MOST_UNTAKEN:
                    await self._socket.close(FLOOD, UNTAKEN)
                    return

    def _is_patient(self) -> bool:
        if not self._registry.settings.limits:
            return True
        return self._patience.take(monotonic()) and self._registry.allowance.hear(self._address)

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        return message.get("text") or message.get("bytes") or ""

    async def _answer(self, text: str | bytes) -> None:
        number, self._obeys = 0, True
        try:
            message = read(text)
            number = message.id
            await self._obey(message)
        except REFUSALS as error:
            self._metrics.refused(error)
            self._refuse(number, str(error))
        finally:
            self._obeys = False
        self.stir()

    def _refuse(self, number: int, why: str) -> None:
        self._replies.append(encode({"type": "refused", "id": number, "error": why}))

    async def _obey(self, message: Message) -> None:
        live, seat = self.live, self.seat
        live.may_speak(self.person, seat)
        await self._come_back()
        if isinstance(message, Play | TakeBack | Ahead):
            live.must_be_own(seat)
        if isinstance(message, Play):
            await self._play(message)
        if isinstance(message, Learn):
            await coaching.learn(live, seat, message.beat, message.answer, show=message.show, by=self.person or "")
        if isinstance(message, Play | Learn) and coaching.is_learned(live):
            await self._registry.people.learn(self.person or "", live.info.game.name)
        if isinstance(message, TakeBack):
            await self._take_back(message)
        if isinstance(message, Play | TakeBack):
            self._registry.drafts.sent(live, seat, self.person or "", message.answer)
        if isinstance(message, Chat):
            self._registry.allowance.speak(live.info.id, seat, sum(not said.sender for said in live.chat))
            await live.say(seat, message.text, message.to, by=self.person or "")
        if isinstance(message, Hand):
            await self._registry.seating.hand(live, message.seat, message.to)
        if isinstance(message, Why):
            self._replies.append(encode({"type": "why", "id": message.id, **self._why(message.piece)}))
        elif isinstance(message, Ahead):
            self._replies.append(encode({"type": "ahead", "id": message.id, **self._ahead(message)}))
        elif isinstance(message, Draft):
            self._keep(message)
        else:
            self._done.append(message.id)

    async def _play(self, message: Play) -> None:
        live, seat, by = self.live, self.seat, self.person or ""
        if message.move is not None:
            await self._heed(message.answer, message.move)
            await live.play(seat, message.move, message.answer, message.text, by=by)
        else:
            await live.play_all(seat, wishes(message.moves, message.texts), message.answer, by=by)

    async def _take_back(self, message: TakeBack) -> None:
        """With an answer that was given by itself goes the one before it: it would be given again."""
        live, seat, by = self.live, self.seat, self.person or ""
        await live.take_back(seat, message.answer, by=by)
        while live.may_take_back(seat) and (message.whole or self._is_forced()):
            await live.take_back(seat, live.answers[seat], by=by)
        self._let_be = live.answers[seat]

    def _is_forced(self) -> bool:
        """Whether the answer that is asked for would be given by itself."""
        return unasked(self.live, self.seat, self._forced) is not None

    def _ahead(self, message: Ahead) -> dict[str, Any]:
        """What would follow; of an answer that could not be taken back, that it is final and nothing more."""
        found = self.live.ahead(self.seat, wishes(message.moves, message.texts), message.answer)
        return {"final": found.final, **(self._feed.ahead(found.then) if found.then else {})}

    async def _heed(self, answer: int, move: int) -> None:
        """In a lesson: a move that is far from the best is made when it is sent once more, unless nobody wants to hear of it."""
        warned, self._warned = self._warned, (answer, move)
        hint = coaching.hint(self.live, self.seat, move) if warned != self._warned else ""
        if hint and (await self._registry.people.chosen_by(self.person or "")).get("coach") != "off":
            raise MoveError(hint)

    # Drafts

    async def _bring_draft(self) -> None:
        """What its person has chosen here and not sent, on whatever device; somebody else's is never asked for."""
        if self.seat == NOBODY or self.person is None:
            return
        with contextlib.suppress(StoreError):
            found = await self._registry.drafts.of(self.live, self.seat, self.person)
            if found is not None:
                self._replies.append(encode({"type": "draft", **found._asdict()}))
                self.stir()

    def _keep(self, message: Draft) -> None:
        """Acknowledged when it is on disk; what comes after it need not wait for that."""
        kept = self._registry.drafts.keep(self.live, self.seat, self.person or "", message)
        kept.add_done_callback(partial(self._kept, message.id))

    def _kept(self, number: int, kept: asyncio.Future[None]) -> None:
        if error := kept.exception():
            self._refuse(number, str(error))
        else:
            self._done.append(number)
        self.stir()

    def _why(self, piece: str) -> dict[str, Any]:
        line = why_not(self.live.sitting, self.seat, piece)
        return {"piece": piece, "section": line.section if line else "", "text": line.text if line else ""}

    async def _come_back(self) -> None:
        """Whoever does something is there: no bot need play for them."""
        away = not self._leaving and self.seat != NOBODY and self.live.chairs[self.seat].stand_in
        if away and self.seat in self.live.seats_of(self.person):
            await self.live.come_back(self.seat)
