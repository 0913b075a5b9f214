"""Packs the rules of a commit, so that games that were begun under them can be played and read when rules have changed:

python -m releases.pack 4d05dfd
"""

from __future__ import annotations

import gzip
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
PARTS = ("moot/__init__.py", "moot/engine", "moot/games", "moot/bots", "tests/recorded", "LICENSES")


def pack(commit: str) -> Path:
    """The engine, the games, the games that were recorded with them, and notices; the same bytes whenever it is done."""
    short = _git("rev-parse", "--short=7", commit).decode().strip()
    parts = [part for part in PARTS if _git("ls-tree", short, part)]  # the first commits have no LICENSES
    archive = _git("archive", "--format=tar", "--prefix=", short, *parts)
    file = FOLDER / f"{short}.tar.gz"
    file.write_bytes(gzip.compress(archive, 9, mtime=0))
    return file


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=FOLDER.parent, check=True, capture_output=True).stdout


if __name__ == "__main__":
    print(pack(sys.argv[1]))
