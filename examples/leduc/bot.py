"""What a cautious player looks at: the strength of the hand as it is known."""

from __future__ import annotations

from examples.leduc.rules import CALL, RAISE, Leduc, Step, rules, strength


@rules.rates(Step.BET)
def rate_bet(v: Leduc, seat: int, action: int) -> int:
    """Raise on a pair or a king, call on a queen, otherwise give way."""
    hand = strength(v, seat)
    if action == RAISE:
        return 3 if hand >= 2 else -1
    if action == CALL:
        return 2 if hand >= 1 or v.stake[seat] == v.stake[1 - seat] else 0
    return 1
