"""What people may be called: something that can be seen, and that nobody takes for the facilitator or the table itself."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from moot.table.feeds.messages import MOST_NAME, MessageError, clean

RESERVED = {
    "Facilitator": "“Facilitator” is whoever runs a workshop. Choose another name.",
    "The table": "“The table” says what no seat says. Choose another name.",
}
# Letters and signs that draw nothing.
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0\ufffc\U0001d159"), " ")
# What passes for a letter of these words at a glance: signs, and letters of other scripts. l, i and 1 look alike.
_LOOKS = {
    "a": "@4αа∆ᗅᗩꓮᎪ",
    "b": "8βвьᏴᗷꓐ",
    "c": "сϲᑕꓚᏟ",
    "e": "3εеєᗴꓰᎬ",
    "f": "ƒϝᖴꓝ",
    "h": "ηнһᕼꓧᎻ",
    "i": "l1|!ıӏіιꓲꓡᒪᏞ",
    "o": "0οоօꓳ",
    "r": "гᖇꓣᎡᏒ",
    "t": "7τт丅ꓔᎢ",
}
_LETTERS = {look: letter for letter, looks in _LOOKS.items() for look in looks}
# Unicode names letters by what they are: LATIN LETTER SMALL CAPITAL F, LATIN SMALL LETTER T WITH STROKE, ... OPEN E.
_LATIN = re.compile(r"(?:LATIN|REGIONAL|NEGATIVE|TAG).*LETTER (?:SMALL CAPITAL )?(?:[A-Z]+ )?([A-Z])(?: WITH .+)?")
_NAMED = {"ALPHA": "a", "IOTA": "i", "BETA": "b"}  # letters of Latin that are called as in Greek


def clean_name(text: str) -> str:
    """A name as it is shown, or a refusal that says why."""
    name = clean(text.translate(_BLANK), MOST_NAME, "A name")
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise MessageError("This name cannot be seen. Take one with a letter, a digit or a sign in it.")
    for word, why in RESERVED.items():
        if _at_a_glance(word) in _at_a_glance(name):
            raise MessageError(why)
    return name


def _at_a_glance(name: str) -> str:
    """What is left of a name: its letters, without case, accents and what stands between them."""
    return "".join(map(_letter, unicodedata.normalize("NFKD", name).casefold()))


@lru_cache(10_000)
def _letter(sign: str) -> str:
    """The letter that a sign passes for; nothing if it is none."""
    called = unicodedata.name(sign, "")
    found = _LATIN.fullmatch(called)
    plain = found[1].lower() if found else _NAMED.get(called.rpartition(" ")[2], sign) if "LATIN" in called else sign
    plain = _LETTERS.get(plain, plain)
    return plain if plain.isalpha() else ""
