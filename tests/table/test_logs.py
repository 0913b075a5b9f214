"""Logs: what opens doors is in none of them."""

from __future__ import annotations

import logging
from typing import Any

import pytest
import structlog

from moot.table.web.logs import Formatter, in_short, redacted, set_up_logs
from tests.table.desk import Desk
from tests.table.house import HERE, House

KEY = "kq83-hX_9secretsecret"


@pytest.mark.parametrize(("line", "shown"), [
    (f"/workshops/w1/{KEY}", "/workshops/w1/…"),
    (f"GET /workshops/w1/{KEY}/export.zip?table=2", "GET /workshops/w1/…/export.zip?table=2"),
    (f'"path": "/workshops/w1/{KEY}/do"', '"path": "/workshops/w1/…/do"'),
    (f"/join/{KEY}", "/join/…"),
    (f"/workshops/w1/new-{KEY}", "/workshops/w1/…"),
    (f"/workshops/w1/join-{KEY}/do", "/workshops/w1/…/do"),
    (f"/workshops/w1/debriefing-{KEY}?table=2", "/workshops/w1/…?table=2"),
    (f"GET /device/{KEY} 404", "GET /device/… 404"),
    (f"/tables/t1?seat=0&key={KEY}", "/tables/t1?seat=0&key=…"),
    (f"authorization: Bearer {KEY}", "authorization: Bearer …"),
    (f"cookie: moot={KEY}; a=b", "cookie: moot=…; a=b"),
    ("/workshops/w1/join and /workshops/w1/debriefing", "/workshops/w1/join and /workshops/w1/debriefing"),
    ("/tables/t1/join", "/tables/t1/join"),
])  # fmt: skip
def test_what_opens_a_door_is_left_out(line: str, shown: str) -> None:
    assert redacted(line) == shown


def test_a_page_that_fails_does_not_tell_the_key(
    desk: Desk, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    key = desk.at.rsplit("/", 1)[1]

    def fail(name: str) -> None:
        raise RuntimeError(f"{desk.at}/do cannot be found")

    monkeypatch.setattr(desk.house.registry, "workshop", fail)
    assert desk.browser.get(desk.at).status_code == 500
    told = "".join(capfd.readouterr())
    assert "a page failed" in told
    assert "cannot be found" in told
    assert key not in told


def test_nor_does_a_traceback(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    before = structlog.get_config()
    set_up_logs()
    try:
        key = KEY
        raise RuntimeError(f"/workshops/w1/{key}/do")
    except RuntimeError as error:
        structlog.get_logger().exception("something failed")
        record = logging.LogRecord("uvicorn.error", logging.ERROR, "", 0, "failed: %s", (error,), (None, None, None))
        record.exc_info = (type(error), error, error.__traceback__)
        told = capsys.readouterr().err + Formatter().format(record) + in_short(error)
    finally:
        structlog.configure(**before)
    assert "Traceback" in told
    assert told.count("/workshops/w1/…/do") >= 4
    assert KEY not in told


@pytest.mark.parametrize(
    "kind", [b"application/x-www-form-urlencoded", b"application/json", b"multipart/form-data; boundary=b"]
)
def test_who_goes_before_all_of_a_form_has_come_is_no_mistake_of_ours(
    house: House, capfd: pytest.CaptureFixture[str], kind: bytes
) -> None:
    parts = iter([{"type": "http.request", "body": b"game=", "more_body": True}, {"type": "http.disconnect"}])
    headers = [(b"host", b"testserver"), (b"origin", HERE.encode()), (b"content-type", kind), (b"content-length", b"9")]
    asked = {
        "type": "http",
        "method": "POST",
        "scheme": "http",
        "path": "/tables",
        "headers": headers,
        "query_string": b"",
    }

    async def receive() -> Any:
        return next(parts)

    async def send(message: Any) -> None:
        assert message.get("status") != 500

    house.do(house.app, {**asked, "server": ("testserver", 80), "client": ("here", 1)}, receive, send)
    assert "failed" not in "".join(capfd.readouterr())
