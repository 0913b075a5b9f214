"""What was sent: a form or JSON. Whatever it is, it becomes fields of text that can be written down and shown, or is refused."""

from __future__ import annotations

import json

from starlette.requests import Request

from moot.table.feeds.messages import MessageError


async def sent_fields(request: Request) -> dict[str, str]:
    """What was sent: a form, or a JSON object; nothing at all has no fields."""
    if request.headers.get("content-type", "").startswith("application/json"):
        sent = _read_json(await request.body() or b"{}")
        return {sound(str(key)): sound(_text(value)) for key, value in sent.items() if value is not None}
    try:
        form = await request.form()
    except UnicodeError as error:
        raise MessageError("This form is in an encoding that cannot be read. Send it as UTF-8.") from error
    return {sound(key): sound(value) for key, value in form.items() if isinstance(value, str)}


def _read_json(body: bytes) -> dict[str, object]:
    try:
        sent = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise MessageError(f"This is not JSON: {error}.") from error
    if not isinstance(sent, dict):
        raise MessageError('Send a JSON object, for instance {"game": "polycrisis", "option.seats": 4}.')
    return sent


def _text(value: object) -> str:
    """A value as a form would send it."""
    return str(int(value)) if isinstance(value, bool) else str(value)


def sound(text: str) -> str:
    """A text without halves of characters (JSON may have them) and zeros, which not every store can write down."""
    return text.replace("\0", " ").encode(errors="replace").decode()


def number_in(text: str) -> int:
    """A number that was sent."""
    if not text.removeprefix("-").isdecimal() or len(text) > 6:
        raise MessageError(f"A number is needed here, not {text[:20]!r}.")
    return int(text)
