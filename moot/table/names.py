"""What people may be called: something that can be seen, and that nobody takes for the facilitator."""

from __future__ import annotations

import unicodedata

from moot.table.messages import MOST_NAME, MessageError, clean

RESERVED = "facilitator"
_BLANK = dict.fromkeys(map(ord, "\u115f\u1160\u2800\u3164\uffa0"), " ")  # letters and signs that draw nothing
# What passes for a letter of the word at a glance: signs, Greek and Cyrillic; l, i and 1 look alike.
_LOOKS = str.maketrans("l1|!ıłӏіιɩ0οоαаɑ@4сϲτт7гƒϝ", "iiiiiiiiiioooaaaaacctttrff")


def clean_name(text: str) -> str:
    """A name as it is shown, or a refusal that says why."""
    name = clean(text.translate(_BLANK), MOST_NAME, "A name")
    if not any(unicodedata.category(letter)[0] in "LNPS" for letter in name):
        raise MessageError("This name cannot be seen. Take one with a letter, a digit or a sign in it.")
    if _looks_like(RESERVED) in _looks_like(name):
        raise MessageError("“Facilitator” is whoever runs a workshop. Choose another name.")
    return name


def _looks_like(name: str) -> str:
    """What is left of a name at a glance: its letters, without case, accents and what stands between them."""
    plain = unicodedata.normalize("NFKD", name).casefold().translate(_LOOKS)
    return "".join(letter for letter in plain if letter.isalpha())
