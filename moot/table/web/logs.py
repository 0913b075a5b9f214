"""Logs: readable in a terminal, JSON elsewhere, and never with a key in them.

Some addresses open doors: a facilitator's holds the workshop's key, a guest's link and one to another device a secret, a shared
seat's link its key. A line may name such an address, or an error may quote it; so every line is looked through when it is
written, whoever wrote it.
"""

from __future__ import annotations

import logging
import re
import sys
from collections.abc import Mapping
from typing import Any

import structlog
from structlog.typing import Processor

MOST_ERROR = 500  # characters of an error that are worth reading
_PART = r"""[^/?&#;\s"'\\<>]"""  # of a step of an address
_END = rf"{_PART}+"
_KEYS = re.compile(
    rf"(/workshops/{_END}/)(?!(?:join|debriefing)(?!{_PART})){_END}|(/(?:join|device)/){_END}|([?&;]key=){_END}"
    rf"|(\bBearer ){_END}|(\bmoot=){_END}"
)


def redacted(text: str) -> str:
    """A text with what opens doors left out of it."""
    return _KEYS.sub(lambda found: f"{found[found.lastindex or 0]}…", text)


def in_short(error: BaseException) -> str:
    """What went wrong, for a line of the log."""
    return redacted(repr(error))[:MOST_ERROR]


class Formatter(logging.Formatter):
    """Lines of the web server and of libraries, with their tracebacks."""

    def format(self, record: logging.LogRecord) -> str:
        """One line, or several."""
        return redacted(super().format(record))


def set_up_logs() -> None:
    """Everything goes to standard error."""
    # Plain tracebacks: those that are made for reading show the values of variables, and a key may be one.
    pretty = structlog.dev.ConsoleRenderer(exception_formatter=structlog.dev.plain_traceback)
    shown = pretty if sys.stderr.isatty() else structlog.processors.JSONRenderer()
    stamp = structlog.processors.TimeStamper(fmt="iso")
    told: list[Processor] = [structlog.processors.add_log_level, stamp, structlog.processors.format_exc_info]
    told += [shown, _redact_line]
    structlog.configure(processors=told, logger_factory=structlog.PrintLoggerFactory(sys.stderr))
    handler = logging.StreamHandler()
    handler.setFormatter(Formatter("%(levelname)s %(name)s %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])


def _redact_line(logger: Any, method: str, line: str | Mapping[str, Any]) -> str:
    return redacted(str(line))
