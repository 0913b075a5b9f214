"""A Chromium of this machine, which is closed for good: it has been seen to hang when one of its windows was closed."""

from __future__ import annotations

import os
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path

from playwright.sync_api import Browser, Playwright

# Chromium's own errands have no place in a test.
SWITCHES = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync"),
    *("--disable-background-networking", "--disable-component-update"),
)
NO_CHROMIUM = "The browser tests need Chromium: apt-get install chromium"
PATIENCE = 20.0  # seconds in which it closes what it is asked to close
_numbers = count()


class Chromium:
    """One browser at a time; after it was killed, another one."""

    def __init__(self, playwright: Playwright) -> None:
        self._playwright, self._name = playwright, ""
        self._browser: Browser | None = None

    @property
    def browser(self) -> Browser:
        """The one that runs."""
        if self._browser is None or not self._browser.is_connected():
            self._name = f"--moot-tests={os.getpid()}-{next(_numbers)}"
            self._browser = launch(self._playwright, self._name)
        return self._browser

    @contextmanager
    def closing(self) -> Iterator[None]:
        """It is killed if what is done meanwhile takes too long: whoever waits for it then goes on."""
        alarm = threading.Timer(PATIENCE, kill, [self._name])
        alarm.start()
        try:
            yield
        finally:
            alarm.cancel()

    def close(self) -> None:
        """No browser any more."""
        if self._browser is not None:
            with self.closing():
                self._browser.close()


def launch(playwright: Playwright, *switches: str) -> Browser:
    """A new browser."""
    found = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if found is None:
        raise RuntimeError(NO_CHROMIUM)
    return playwright.chromium.launch(executable_path=found, args=[*SWITCHES, *switches])


def kill(name: str) -> None:
    """End the process that was started with a switch of this name."""
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if name in (process / "cmdline").read_text().split("\0"):
                os.kill(int(process.name), signal.SIGKILL)
