"""Run as a program: first starts on new files, each killed after another statement. Says which files cannot be opened since."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path

from sqlalchemy import Engine, event

from moot.table.migrations import upgrade


def main(folder: Path) -> None:
    """Later and later, until one is not killed any more."""
    for statement in count(1):
        url = f"sqlite:///{folder / str(statement)}.sqlite"
        killed = not succeeds(partial(upgrade_until, url, statement))
        opens = succeeds(partial(upgrade, url))
        print(f"after statement {statement}: {'opens' if opens else 'BROKEN'}")
        if not killed:
            return


def succeeds(work: Callable[[], None]) -> bool:
    """Do it in a process of its own."""
    child = os.fork()
    if not child:
        try:
            work()
        except Exception as error:
            os._exit(bool(error))
        os._exit(0)
    return os.waitpid(child, 0)[1] == 0


def upgrade_until(url: str, last: int) -> None:
    """Bring a file to the present schema, and die on the way."""
    done = count(1)

    def die(*_: object) -> None:
        if next(done) == last:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "after_cursor_execute", die)
    upgrade(url)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
