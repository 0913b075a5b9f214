"""What is said over a table's socket, in JSON. A page sends the same messages as a program; what it hears back is drawn."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec

from moot.engine.ahead import MOST_AHEAD, Wish

MOST_BYTES = 8192  # of a message from outside
MOST_CHAT = 500  # characters
MOST_NAME = 24
MOST_PARTS = 64  # of a draft

NOBODY_IN_PARTICULAR = -1
COME_AGAIN = 1012  # the code with which a socket is closed when a table has to be read anew, or the server
RESTARTS = "The server restarts."  # who is told so comes back in a while, not all at once
Id = Annotated[int, msgspec.Meta(ge=0, le=2**53)]  # the sender's own number of a message; the answer names it


Moves = Annotated[list[int], msgspec.Meta(max_length=MOST_AHEAD)]
Texts = Annotated[list[str], msgspec.Meta(max_length=MOST_AHEAD)]  # what each move writes; empty: none writes anything


class Play(msgspec.Struct, tag="play", tag_field="do", forbid_unknown_fields=True):
    """Answer with a move, or with several moves, whole or not at all. `answer` is how many answers the seat has given so far: an
    answer sent twice counts once. `text` is the name that the move writes, if it writes one; `texts` those of several moves.
    """

    answer: int
    move: int | None = None
    text: str = ""
    moves: Moves = []
    texts: Texts = []
    id: Id = 0


class Ahead(msgspec.Struct, tag="ahead", tag_field="do", forbid_unknown_fields=True):
    """Ask what would follow upon some moves of one's own; nothing is played."""

    answer: int
    moves: Moves = []
    texts: Texts = []
    id: Id = 0


class TakeBack(msgspec.Struct, tag="take_back", tag_field="do", forbid_unknown_fields=True):
    """Undo the seat's last answer, while it has revealed nothing and no other is seen to have answered. `whole`: and those before
    it, as far back as each may be.
    """

    answer: int
    whole: bool = False
    id: Id = 0


class Chat(msgspec.Struct, tag="chat", tag_field="do", forbid_unknown_fields=True):
    """Say something: to the table, or to one seat."""

    text: str
    to: int = NOBODY_IN_PARTICULAR
    id: Id = 0


class Why(msgspec.Struct, tag="why", tag_field="do", forbid_unknown_fields=True):
    """Ask why a piece cannot be chosen now."""

    piece: str
    id: Id = 0


class Back(msgspec.Struct, tag="back", tag_field="do", forbid_unknown_fields=True):
    """The person is back: their bot stops playing."""

    id: Id = 0


class Hand(msgspec.Struct, tag="hand", tag_field="do", forbid_unknown_fields=True):
    """Give a seat that nobody sits on to a kind of bot, or take it from the bot again (`open`)."""

    seat: int
    to: str
    id: Id = 0


class Learn(msgspec.Struct, tag="learn", tag_field="do", forbid_unknown_fields=True):
    """Go on in a lesson: what the coach said is read, or which of the answers to its question is given; or it shows what to do."""

    beat: int
    answer: int = -1
    show: bool = False
    id: Id = 0


class Part(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A part of a draft: what kind of thing was chosen, which, what it is called, and how many or what was typed."""

    kind: Literal["verb", "piece", "turn", "row", "choice", "field"]
    name: Annotated[str, msgspec.Meta(max_length=80)]
    words: Annotated[str, msgspec.Meta(max_length=80)] = ""
    value: Annotated[str, msgspec.Meta(max_length=80)] = ""


Parts = Annotated[list[Part], msgspec.Meta(max_length=MOST_PARTS)]


class Draft(msgspec.Struct, tag="draft", tag_field="do", forbid_unknown_fields=True):
    """Keep what was chosen for an answer and not sent; without parts: nothing any more."""

    answer: int
    parts: Parts = []
    id: Id = 0


Message = Play | Ahead | TakeBack | Chat | Why | Back | Hand | Learn | Draft
_read: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)
_write = msgspec.json.Encoder()


class MessageError(ValueError):
    """A message that cannot be understood."""


def read(text: str | bytes) -> Message:
    """A message from outside."""
    if len(text) > MOST_BYTES:
        raise MessageError(f"A message has at most {MOST_BYTES} bytes.")
    try:
        return _read.decode(text)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MessageError(
            f'This is no message: {error}. Say for instance {{"do": "play", "move": 12, "answer": 3}}.'
        ) from error


def wishes(moves: list[int], texts: list[str]) -> list[Wish]:
    """Several moves, each with what it writes."""
    if texts and len(texts) != len(moves):
        raise MessageError("`texts` has a text for each of `moves`: an empty one for a move that writes nothing.")
    return list(zip(moves, texts or [""] * len(moves), strict=True))


def encode(value: Any) -> bytes:
    """A part of a message."""
    return _write.encode(value)


def write(message: dict[str, Any]) -> str:
    """A message to outside."""
    return _write.encode(message).decode()


def clean(text: str, most: int, what: str) -> str:
    """What a person typed as plain text of one line: no control characters, not too long, not empty."""
    shown = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    if not shown or len(shown) > most:
        raise MessageError(f"{what} has 1 to {most} characters.")
    return shown
