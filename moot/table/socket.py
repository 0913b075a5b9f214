"""A table's socket: hears messages, and says what is new. Programs and pages use the same."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Any

import structlog
from starlette.websockets import WebSocket, WebSocketDisconnect

from moot.engine import NOBODY, MoveError
from moot.table.guard import bucket
from moot.table.hall import Hall, Person
from moot.table.messages import (
    COME_AGAIN,
    RESTARTS,
    Chat,
    Hand,
    Message,
    MessageError,
    Play,
    TakeBack,
    Why,
    read,
    write,
)
from moot.table.room import Room
from moot.table.store import StoreError
from moot.table.voices import Voice

FLOOD = 1008  # the code of somebody who does not keep to what was said
MESSAGES = (60, 30)  # at once, and a second
MOST_TOLD = 20  # times that somebody is told to wait
TOO_FAST = "Too fast. Wait a moment and try again."
REFUSALS = (MoveError, MessageError, StoreError)
log = structlog.get_logger("moot.table")


class Listener:
    """Somebody at the other end of a socket. It is a watcher of its room."""

    def __init__(self, socket: WebSocket, hall: Hall, voice: Voice, person: Person | None) -> None:
        self._socket, self._hall, self._voice, self._metrics = socket, hall, voice, hall.metrics
        self.room: Room = voice.room
        self.seat, self.person = voice.seat, person.id if person else None
        self._stirred, self._replies, self._gone = asyncio.Event(), list[str](), False
        self._leads = ""  # to the address where this person sits now
        self._patience, self._told = bucket(*MESSAGES), 0

    def stir(self) -> None:
        """Something has changed."""
        self._stirred.set()

    def dismiss(self, to: str = "") -> None:
        """The room is no more as it was, or its person sits elsewhere now."""
        self._gone, self._leads = True, self._leads or to
        self._stirred.set()

    async def attend(self) -> None:
        """Listen and speak until the other end is gone."""
        with self._metrics.sockets.track_inprogress():
            await self._attend()

    async def _attend(self) -> None:
        self.room.watchers.add(self)
        self._come_back()
        self.stir()
        self._hall.presence.changed(self.room, self.seat)
        speaking = asyncio.create_task(self._speak_on())
        try:
            await self._hear()
        finally:
            if not self._gone:  # who is dismissed still hears why
                speaking.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await speaking
            self.room.watchers.discard(self)
            self.room.see_off(self.seat, self.person)
            self._hall.presence.changed(self.room, self.seat)

    async def _speak_on(self) -> None:
        """Speak. Whoever could not be told something must not wait for it: they come again and hear everything anew."""
        try:
            await self._speak()
        except Exception:
            log.exception("somebody could not be told what is new", table=self.room.info.id, seat=self.seat)
            await self._close()

    async def _speak(self) -> None:
        while not self._gone:
            await self._stirred.wait()
            self._stirred.clear()
            if not (self.room.settled or self._gone):
                continue  # there will be another stir when it is; replies wait too, so that each comes after what it led to
            replies, self._replies = self._replies, []
            if not self._gone and (news := self._news()) is not None:
                await self._say(news)
            for reply in replies:
                await self._say(reply)
        if self._leads:
            await self._say(write({"type": "moved", "to": self._leads}))
        await self._close()

    def _news(self) -> str | None:
        with self._metrics.rendering():
            return self._voice.update()

    async def _say(self, text: str) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the other end is gone, as we shall hear
            await self._socket.send_text(text)

    async def _close(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            await self._socket.close(COME_AGAIN, "" if self._hall.is_open else RESTARTS)

    async def _hear(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while not self._gone:
                text = await self._receive()
                if self._is_patient():
                    await self._answer(text)
                elif self._told < MOST_TOLD:
                    self._told += 1
                    self._metrics.refused("too_fast")
                    self._reply({"type": "refused", "id": 0, "error": TOO_FAST})
                else:
                    await self._socket.close(FLOOD, TOO_FAST)
                    return

    def _is_patient(self) -> bool:
        return not self._hall.settings.limits or self._patience.take(asyncio.get_running_loop().time())

    async def _receive(self) -> str | bytes:
        message = await self._socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1000))
        return message.get("text") or message.get("bytes") or ""

    async def _answer(self, text: str | bytes) -> None:
        number = 0
        try:
            message = read(text)
            number = message.id
            self._reply({"id": number, **await self._obey(message)})
        except REFUSALS as error:
            self._metrics.refused(error)
            self._reply({"type": "refused", "id": number, "error": str(error)})

    def _reply(self, message: dict[str, Any]) -> None:
        self._replies.append(write(message))
        self._stirred.set()

    async def _obey(self, message: Message) -> dict[str, Any]:
        room, seat = self.room, self.seat
        room.may_speak(self.person, seat)
        self._come_back()
        if isinstance(message, Play | TakeBack):
            room.must_be_own(seat)
        if isinstance(message, Play):
            await room.play(seat, message.move, message.answer, message.text, by=self.person or "")
        if isinstance(message, TakeBack):
            await room.take_back(seat, message.answer, by=self.person or "")
        if isinstance(message, Chat):
            self._hall.allowance.speak(room.info.id, seat, len(room.chat))
            await room.say(seat, message.text, message.to, by=self.person or "")
        if isinstance(message, Why):
            await room.settle()
            return {"type": "why", **self._why(message.piece)}
        if isinstance(message, Hand):
            await self._hall.hand(room, message.seat, message.to)
        return {"type": "done"}

    def _why(self, piece: str) -> dict[str, Any]:
        line = self.room.sitting.why_not(self.seat, piece)
        return {"piece": piece, "section": line.section if line else "", "text": line.text if line else ""}

    def _come_back(self) -> None:
        """Whoever does something is there: no bot need play for them."""
        if self.seat == NOBODY or self.seat not in self.room.seats_of(self.person):
            return
        chair = self.room.chairs[self.seat]
        if chair.stand_in:
            chair.stand_in = False
            chair.since = 0.0
            self.room.watch_the_clock()
            self.room.publish()
