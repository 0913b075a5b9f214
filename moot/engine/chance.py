"""The one door to chance. Its state is four words in the record, seen by nobody, so a seed and moves give the same game.

The generator is sfc32 (Chris Doty-Humphrey's "small fast counting", 128 bits of state): sums, shifts and exclusive-ors of 32-bit
words, so that Python's numbers, a CPU's and a GPU's agree without any arithmetic that wraps.
"""

from __future__ import annotations

from moot.engine.binding import rule
from moot.engine.fields import Row, State

WORD = 0xFFFFFFFF
_LONG = 2**64 - 1
_WARM_UP = 12


@rule
def random_word(luck: Row) -> int:
    """The next 32 random bits."""
    a, b, c, count = luck[0] & WORD, luck[1] & WORD, luck[2] & WORD, luck[3] & WORD
    word = (a + b + count) & WORD
    luck[0] = b ^ (b >> 9)
    luck[1] = (c + (c << 3)) & WORD
    luck[2] = (((c << 21) | (c >> 11)) + word) & WORD
    luck[3] = (count + 1) & WORD
    return word


@rule
def below(luck: Row, n: int) -> int:
    """A whole number from 0 to n - 1, each as likely as the next (to within n in 2**32)."""
    return (random_word(luck) * n) >> 32


@rule
def seed_luck(luck: Row, seed: int, stream: int) -> None:
    """Start anew. Games of the same seed but another stream share nothing."""
    seed_widely(luck, seed, 0, stream)


@rule
def seed_widely(luck: Row, seed: int, upper: int, stream: int) -> None:
    """The same from 128 bits: a seed of 64, and 64 more above it, which change nothing if they are 0."""
    luck[0] = seed & WORD
    luck[1] = (seed >> 32) & WORD
    luck[2] = (upper ^ stream) & WORD
    luck[3] = (upper >> 32 & WORD) ^ 1
    for _ in range(_WARM_UP):
        random_word(luck)


def halves(seed: int) -> tuple[int, int]:
    """The lower and the upper 64 bits of a seed, as numbers that compiled code can take: with a sign."""
    lower, upper = seed & _LONG, seed >> 64 & _LONG
    return lower - (lower >> 63 << 64), upper - (upper >> 63 << 64)


@rule
def glance(luck: Row, n: int) -> int:
    """A whole number from 0 to n - 1 by the look of the generator, which does not move on: the same until something is drawn."""
    return (luck[0] & WORD) % n


@rule
def scramble(word: int) -> int:
    """A word that looks unlike the given one; different words stay different (Chris Wellons' "lowbias32")."""
    word ^= word >> 16
    word = word * 0x7FEB352D & WORD
    word ^= word >> 15
    word = word * 0x846CA68B & WORD
    return word ^ word >> 16


@rule
def pick(s: State, n: int) -> int:
    """The game's own chance: a whole number from 0 to n - 1."""
    return below(s.luck, n)


@rule
def roll_die(s: State) -> int:
    """One six-sided die."""
    return 1 + below(s.luck, 6)
