"""Are there known advisories of what is pinned? `make audit`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence

NO_NETWORK = "make audit has no network: PyPI's advisories cannot be read from here, and nothing was audited."
HOW = ("--disable-pip", "--require-hashes", "--progress-spinner", "off")
FOUND = ("Found ", "known vulnerabilit")
UNREAD = ("could not be audited", "ConnectionError", "NameResolutionError", "timed out")


def audit(program: str, locks: Sequence[str]) -> tuple[int, str]:
    """What is known against these files of pins, and a status for the shell; that nobody can be asked is no failure."""
    said = []
    for lock in locks:
        status, told = _run(program, lock)
        if any(sign in told for sign in UNREAD) and not all(sign in told for sign in FOUND):
            return 0, NO_NETWORK
        said.append(f"{lock}: {told}")
        if status:
            return status, "\n".join(said)
    return 0, "\n".join(said)


def _run(program: str, lock: str) -> tuple[int, str]:
    try:
        done = subprocess.run([program, *HOW, "-r", lock], capture_output=True, text=True, check=False)
    except FileNotFoundError:  # it could not be installed either
        return 0, UNREAD[0]
    return done.returncode, f"{done.stdout}{done.stderr}".strip()


if __name__ == "__main__":
    status, told = audit(sys.argv[1], sys.argv[2:])
    print(told)
    sys.exit(status)
