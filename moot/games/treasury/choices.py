"""The smaller questions that the quick player of Treasury answers: cards to part with or to ask for, businesses to give up. What is
asked in a turn is in policy.py.
"""

from __future__ import annotations

from moot.engine import COUNT, FIRST_MOVE, Moves, Row, first_of, rule
from moot.games.treasury.claim import serves
from moot.games.treasury.components import BARBARIANS, NO_CARD, PROVIDED, PROVIDES
from moot.games.treasury.outlook import MY_SHARE, MY_WANTS, THEIR_WANTS, Outlook, outlook, wanted
from moot.games.treasury.policy import event_gain, keep, kept, selling
from moot.games.treasury.rules import NO_SLOT, Step, Treasury, rules
from moot.games.treasury.weights import Weight, weight


@rules.policy(Step.DEVELOP_ON)
@rules.policy(Step.LOOT_CARD)
@rules.policy(Step.BLACKOUT)
@rules.policy(Step.SALVAGE)
@rule
def like_to_part(v: Treasury, seat: int, moves: Moves, likes: Row) -> None:
    """The card that would bring least as a business."""
    look = outlook(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = -keep(v, seat, first_of(moves[place]), look)


@rules.policy(Step.ADD_CARD)
@rules.policy(Step.TINKER_WITH)
@rule
def like_to_add(v: Treasury, seat: int, moves: Moves, likes: Row) -> None:
    """A hand card for the demand pile: what serves the player and not the others, and would bring little as a business."""
    look = outlook(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        card = first_of(moves[place])
        likes[place] = demanding(seat, card, look) - keep(v, seat, card, look)


@rules.policy(Step.MILL)
@rules.policy(Step.BUTCHER)
@rule
def like_to_lay(v: Treasury, seat: int, moves: Moves, likes: Row) -> None:
    """The same, if it brings anything at all."""
    like_to_add(v, seat, moves, likes)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        if first_of(moves[place]) == NO_CARD:
            likes[place] = 0


@rules.policy(Step.EXHIBIT)
def like_to_exhibit(v: Treasury, seat: int, moves: Moves, likes: Row) -> None:
    """The same, for gold."""
    like_to_add(v, seat, moves, likes)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] += 2 * 100
        if first_of(moves[place]) == NO_CARD:
            likes[place] = 0


@rule
def demanding(seat: int, card: int, look: Outlook) -> int:
    """What a card in the demand pile brings at once."""
    value = wanted(look[MY_WANTS], card) * weight(seat, Weight.CLAIM_SHARE)
    return (value - wanted(look[THEIR_WANTS], card) * weight(seat, Weight.THEIR_CLAIM_SHARE)) // 100


@rules.policy(Step.VOLCANO)
@rules.policy(Step.OFFERING)
@rules.policy(Step.TAX_SALE)
@rule
def like_to_lose(v: Treasury, seat: int, moves: Moves, likes: Row) -> None:
    """The business that would bring least."""
    look = outlook(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = -kept(v, seat, first_of(moves[place]), look)


@rules.policy(Step.MODERNIZE)
def like_to_modernize(v: Treasury, seat: int, moves: Moves, likes: Row) -> None:
    """A sale and a card, if that is more than the business brings."""
    look = outlook(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        slot = first_of(moves[place])
        likes[place] = 0 if slot == NO_SLOT else selling(v, seat, slot, look) + weight(seat, Weight.CARD)


@rules.policy(Step.SKIP)
def like_to_skip(v: Treasury, seat: int, moves: Moves, likes: Row) -> None:
    """Only an event that harms the player more than the others."""
    gain = event_gain(v, seat, v.resolving[v.nested - 1], outlook(v, seat))
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = -gain if first_of(moves[place]) else 0


@rules.policy(Step.CLAIM)
def like_to_claim(v: Treasury, seat: int, moves: Moves, likes: Row) -> None:
    """A card that no other business of the player waits for, but others do; a barbarian, if the treasury pays the player."""
    look = outlook(v, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        card = first_of(moves[place])
        value = BARBARIANS[card] * look[MY_SHARE] * weight(seat, Weight.BARBARIAN) // 100
        value -= needed(v, seat, card) * weight(seat, Weight.NEEDED)
        likes[place] = value + wanted(look[THEIR_WANTS], card) * weight(seat, Weight.THEIR_CLAIM_SHARE) // 100


@rule
def needed(v: Treasury, seat: int, card: int) -> int:
    """How many other businesses of the player wait for a demand card."""
    number = 0
    for slot in range(v.reach[seat]):
        business = v.opened[seat, slot]
        if business > 0 and v.contracted[seat, slot] == 0 and slot != v.claimer:
            for i in range(PROVIDED[business]):
                number += serves(card, PROVIDES[business, i])
    return number
