"""What a greedy player of Starter looks at. A rating is given what the seat sees, so it cannot cheat."""

from __future__ import annotations

from moot.starter.rules import Starter, Step, rules


@rules.rates(Step.NAME)
def like_number(v: Starter, seat: int, number: int) -> int:
    """High numbers, and the lucky one; but not what others named last time."""
    liked = 2 * number + (number if v.lucky[seat] == number else 0)
    for other in range(v.seats):
        if other != seat and v.shown[other] == number:
            liked -= 3
    return liked
