"""Polycrisis, chapter 3.3: research, blind."""

from __future__ import annotations

from moot.engine import Moves, ask, is_in, lowest, offer, rule, tell_sealed
from polycrisis_1_8e3db885635bae90.components import (
    ALL_BASES,
    AUTO_PROTECT,
    CATEGORIES,
    CATEGORY_OF,
    EXPANDED,
    JOKER,
    NO_CARD,
    PROBLEMS_IN,
    RESEARCH_SUITS,
    ROW_BASES,
    SERVING,
    TECHS,
    AutoProtectCard,
)
from polycrisis_1_8e3db885635bae90.rules import SEATS, Event, Polycrisis, Step, kinds_in_hand, lay_aside, offer_kinds, rules

NO_TECH = TECHS
NO_SLOT = SEATS


@rule
def open_techs(s: Polycrisis) -> int:
    """§1.5 The techs whose needs are known, as a set."""
    bases = s.known & ALL_BASES
    techs = ALL_BASES
    if s.expanded_tech:
        techs |= bases << EXPANDED
    for category in range(CATEGORIES):
        if bases & ROW_BASES[category] == ROW_BASES[category]:
            techs |= PROBLEMS_IN[category] << AUTO_PROTECT
    return techs


@rule
def research_boundary(s: Polycrisis) -> int:
    """§3.3.1 The techs that may be started: open, not known, and not under way when the phase began."""
    closed = s.known
    for slot in range(s.seats):
        if s.tech[slot]:
            closed |= 1 << (s.tech[slot] - 1)
    return open_techs(s) & ~closed


@rule
def turn_to_research(s: Polycrisis, seat: int) -> None:
    """§3.3.1 A free slot may take a tech."""
    if s.tech[seat] == 0 and research_boundary(s):
        ask(s, seat, Step.START_RESEARCH)
    else:
        turn_to_giving(s, seat)


@rules.choice(Step.START_RESEARCH, TECHS + 1, sealed=True, declines=[NO_TECH])
def techs_to_start(s: Polycrisis, seat: int, out: Moves) -> None:
    """§3.3.1 A tech of the boundary, or none."""
    offer(out, NO_TECH)
    boundary = research_boundary(s)
    while boundary:
        offer(out, lowest(boundary))
        boundary &= boundary - 1


@rules.then(Step.START_RESEARCH)
def start_research(s: Polycrisis, seat: int, tech: int) -> None:
    """§3.3.1 The tech is in the player's slot."""
    if tech != NO_TECH:
        s.new_tech[seat] = tech + 1
        tell_sealed(s, seat, Event.RESEARCH_STARTED, seat, tech)
    turn_to_giving(s, seat)


@rule
def tech_for(s: Polycrisis, seat: int, slot: int) -> int:
    """§3.3.2 The tech (+ 1) of a slot that the seat may give to: there when the phase began, or its own new one."""
    return s.new_tech[seat] if slot == seat and s.new_tech[seat] else s.tech[slot]


@rule
def research_suit(tech: int) -> int:
    """§1.5 The suit of the card a tech takes."""
    if tech < AUTO_PROTECT:
        return tech % 4
    return RESEARCH_SUITS[CATEGORY_OF[tech - AUTO_PROTECT], 1]


@rule
def kinds_taken(s: Polycrisis, tech: int) -> int:
    """§3.3.2 A card of its suit, or a joker. §5: with `either`, Auto-Protect takes both suits of its row."""
    kinds = SERVING[research_suit(tech)]
    if tech >= AUTO_PROTECT and s.auto_protect_card == AutoProtectCard.EITHER:
        kinds |= SERVING[RESEARCH_SUITS[CATEGORY_OF[tech - AUTO_PROTECT], 0]]
    return kinds


@rule
def kinds_wanted(s: Polycrisis, seat: int, slot: int) -> int:
    """§3.3.2 The kinds of card the seat may give to the tech of a slot: at most one card to each."""
    tech = tech_for(s, seat, slot) - 1
    return 0 if tech < 0 or is_in(s.card_given[seat], slot) else kinds_taken(s, tech)


@rule
def turn_to_giving(s: Polycrisis, seat: int) -> None:
    """§3.3.2 Cards, while there is one to give; then money."""
    kinds = 0
    for slot in range(s.seats):
        kinds |= kinds_wanted(s, seat, slot)
    if kinds & kinds_in_hand(s, seat):
        ask(s, seat, Step.CARD_FOR_RESEARCH)
    else:
        turn_to_funding(s, seat)


@rules.choice(Step.CARD_FOR_RESEARCH, NO_CARD + 1, SEATS, sealed=True, declines=[NO_CARD])
def cards_to_give(s: Polycrisis, seat: int, out: Moves) -> None:
    """§3.3.2 A card and a tech, or stop."""
    offer(out, NO_CARD)
    hand = kinds_in_hand(s, seat)
    for slot in range(s.seats):
        offer_kinds(hand & kinds_wanted(s, seat, slot), slot, 0, out)


@rules.then(Step.CARD_FOR_RESEARCH)
def give_card(s: Polycrisis, seat: int, kind: int, slot: int) -> None:
    """§3.3.2 The card is discarded for a tech."""
    if kind == NO_CARD:
        turn_to_funding(s, seat)
        return
    tech = tech_for(s, seat, slot) - 1
    lay_aside(s, seat, kind, research_suit(tech) if kind == JOKER else kind // 13)
    s.card_given[seat] |= 1 << slot
    tell_sealed(s, seat, Event.SKILL_RESEARCH, seat, kind, tech)
    turn_to_giving(s, seat)


@rule
def may_take_money(s: Polycrisis, seat: int, slot: int) -> bool:
    """§3.3.2 At most one money to each tech."""
    return tech_for(s, seat, slot) != 0 and not is_in(s.money_given[seat], slot)


@rule
def turn_to_funding(s: Polycrisis, seat: int) -> None:
    """§3.3.2 Money, while there is any and a tech to fund; then the seat is done."""
    if s.money[seat] == s.spent[seat]:
        return
    for slot in range(s.seats):
        if may_take_money(s, seat, slot):
            ask(s, seat, Step.FUND_RESEARCH)
            return


@rules.choice(Step.FUND_RESEARCH, SEATS + 1, sealed=True, declines=[NO_SLOT])
def techs_to_fund(s: Polycrisis, seat: int, out: Moves) -> None:
    """§3.3.2 A tech, or stop."""
    offer(out, NO_SLOT)
    for slot in range(s.seats):
        if may_take_money(s, seat, slot):
            offer(out, slot)


@rules.then(Step.FUND_RESEARCH)
def fund(s: Polycrisis, seat: int, slot: int) -> None:
    """§3.3.2 One money for a tech."""
    if slot != NO_SLOT:
        s.money_given[seat] |= 1 << slot
        s.spent[seat] += 1
        tell_sealed(s, seat, Event.FUND_RESEARCH, seat, tech_for(s, seat, slot) - 1)
        turn_to_funding(s, seat)
