"""Treasury: answers that several questions have in common. Sections are those of rulebook.md."""

from __future__ import annotations

from moot.engine import Moves, offer, rule, tell
from moot.games.treasury.components import ANY_CARD, NO_CARD
from moot.games.treasury.piles import play_openly, put_on_discard
from moot.games.treasury.rules import Event, Step, Treasury, rules

NO, YES = range(2)


@rules.choice(Step.DEVELOP_ON, ANY_CARD)
@rules.choice(Step.TINKER_WITH, ANY_CARD)
@rules.choice(Step.SALVAGE, ANY_CARD)
@rules.choice(Step.LOOT_CARD, ANY_CARD)
@rules.choice(Step.ADD_CARD, ANY_CARD)
@rules.choice(Step.BLACKOUT, ANY_CARD)
@rule
def hand_cards(s: Treasury, seat: int, out: Moves) -> None:
    """§2.4 §8.5 §8.7 §9.5 Any hand card."""
    for i in range(s.hand_size[seat]):
        offer(out, s.hand[seat, i])


@rules.choice(Step.MILL, ANY_CARD, declines=[NO_CARD])
@rules.choice(Step.BUTCHER, ANY_CARD, declines=[NO_CARD])
@rules.choice(Step.EXHIBIT, ANY_CARD, declines=[NO_CARD])
def hand_cards_or_none(s: Treasury, seat: int, out: Moves) -> None:
    """§8.4 §8.8 §9.5 Any hand card, or none."""
    offer(out, NO_CARD)
    hand_cards(s, seat, out)


@rules.choice(Step.UNDER, 2, declines=[NO])
@rules.choice(Step.SKIP, 2, declines=[NO])
@rules.choice(Step.SCOUT, 2, declines=[NO])
@rules.choice(Step.FIELD_KITCHEN, 2)
@rules.choice(Step.REACTOR, 2, declines=[NO])
def no_or_yes(s: Treasury, seat: int, out: Moves) -> None:
    """§8.5 §8.6 §8.8 The one or the other."""
    offer(out, NO)
    offer(out, YES)


@rules.then(Step.LOOT_CARD)
@rules.then(Step.BLACKOUT)
@rule
def discard_hand_card(s: Treasury, seat: int, card: int) -> None:
    """§8.4 §8.7 §9.5 A hand card goes to the discard pile, face up."""
    play_openly(s, seat, card)
    put_on_discard(s, card)
    tell(s, Event.DISCARDED, seat, card)
