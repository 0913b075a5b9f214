"""Six words by which somebody can come back. Each is one of 2048, so together they have 66 bits; the first four letters tell
a word from all others.
"""

from __future__ import annotations

import hashlib
import re
import secrets
import unicodedata
from functools import cache
from pathlib import Path

from moot.table.feeds.messages import MessageError

MANY = 6
LETTERS = 4  # that tell a word from all others; a shorter word is told by all it has
# 32 MiB and about a tenth of a second for each try. All people share one salt: words are drawn here and not thought up, so there
# is no list of likely ones to prepare, and without a name to go by everyone's words must lead to the same kind of hash.
COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 64 * 2**20, "dklen": 32}
SALT = b"moot: words to come back by"


@cache
def word_list() -> dict[str, str]:
    """All words, by their first letters."""
    text = (Path(__file__).parent / "words.txt").read_text(encoding="ascii")
    return {word[:LETTERS]: word for word in text.split()}


def drawn_words() -> tuple[str, ...]:
    """Six words by chance."""
    words = list(word_list().values())
    return tuple(secrets.choice(words) for _ in range(MANY))


def read_words(text: str) -> tuple[str, ...]:
    """Words as somebody writes them: with commas, numbers or capitals, and from the fifth letter on as they like."""
    written = re.findall("[a-z]+", unicodedata.normalize("NFKC", text).casefold())
    if len(written) != MANY:
        raise MessageError(f"There are {MANY} words to write down; here are {len(written)}.")
    for place, word in enumerate(written, 1):
        if word[:LETTERS] not in word_list():
            raise MessageError(f"Word {place} is none of the words that are given out. Look at its first four letters.")
    return tuple(word_list()[word[:LETTERS]] for word in written)


def words_file(words: tuple[str, ...], name: str, address: str) -> str:
    """The words as a text to keep."""
    numbered = [f"{place}. {word}" for place, word in enumerate(words, 1)]
    first, last = (
        f"Moot: words by which {name} comes back",
        f"Whoever has them is {name}. New words make these worthless.",
    )
    return "\n".join([first, "", *numbered, "", f"Write them at {address}", last, ""])


def slow_hash(words: tuple[str, ...]) -> str:
    """What is kept of the words. It takes a while, on purpose: not in a thread with an event loop."""
    return hashlib.scrypt(" ".join(words).encode(), salt=SALT, **COST).hex()
