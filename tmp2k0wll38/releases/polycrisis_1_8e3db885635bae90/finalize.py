"""Polycrisis, chapter 3.4: what was done blind is uncovered and takes effect, research first, then projects."""

from __future__ import annotations

from moot.engine import NOBODY, is_in, lowest, open_seals, rule, tell
from polycrisis_1_8e3db885635bae90.activate import is_own_new, suit_for
from polycrisis_1_8e3db885635bae90.components import (
    AUTO_PROTECT,
    BASE_PROJECT,
    EXPANDED,
    JOKER,
    KIND_OF,
    PILE_CARDS,
)
from polycrisis_1_8e3db885635bae90.rules import Event, Phase, Polycrisis, Step, rules

CYCLES_NEEDED = 2


@rules.step(Step.UNCOVER)
def uncover(s: Polycrisis) -> None:
    """§3.4 All have finished: everyone sees what was done. Cards, money and chips change hands."""
    s.phase = Phase.OPEN
    open_seals(s)
    for seat in range(s.seats):
        s.money[seat] -= s.spent[seat]
        s.chips += s.twelves[seat]
        s.spent[seat] = s.twelves[seat] = 0
        discard_played(s, seat)


@rule
def discard_played(s: Polycrisis, seat: int) -> None:
    """§3.2.7 Played cards go to the discard piles; the hand closes up."""
    kept = 0
    for place in range(s.cards[seat]):
        card, back, gone = s.hand[seat, place], s.back[seat, place], s.gone[seat, place]
        s.hand[seat, place] = s.back[seat, place] = s.gone[seat, place] = 0
        if gone:
            discard(s, card, gone - 1)
        else:
            s.hand[seat, kept] = card
            s.back[seat, kept] = back
            kept += 1
    s.cards[seat] = kept


@rule
def discard(s: Polycrisis, card: int, suit: int) -> None:
    """§3.2.7 A joker goes to the discard pile of the suit it stood for."""
    if KIND_OF[card] == JOKER:
        s.joker_pile[card // PILE_CARDS] = suit
    s.discard[suit, s.discards[suit]] = card
    s.discards[suit] += 1


@rules.step(Step.FINALIZE_RESEARCH)
def finalize_research(s: Polycrisis) -> None:
    """§3.4.1 to §3.4.4, in this order."""
    add_up_gifts(s)
    merge_research(s)
    known_before = s.known
    for slot in range(s.seats):
        if s.tech[slot]:
            count_cycle(s, slot)
            complete_research(s, slot)
        s.cards_on[slot] = s.money_on[slot] = 0
    new = s.known & ~known_before
    while new:
        apply_tech(s, lowest(new))
        new &= new - 1


@rule
def add_up_gifts(s: Polycrisis) -> None:
    """§3.4.1 What each research slot was given."""
    for giver in range(s.seats):
        if not s.card_given[giver] | s.money_given[giver]:
            continue
        for slot in range(s.seats):
            s.cards_on[slot] += is_in(s.card_given[giver], slot)
            s.money_on[slot] += is_in(s.money_given[giver], slot)
        s.card_given[giver] = s.money_given[giver] = 0


@rule
def merge_research(s: Polycrisis) -> None:
    """§3.4.1 The lowest seat keeps a tech that several started; what was given to it is added up."""
    for seat in range(s.seats):
        if s.new_tech[seat] == 0:
            continue
        keeper = lowest_holder(s, s.new_tech[seat], seat)
        if keeper == seat:
            s.tech[seat] = s.new_tech[seat]
        else:
            s.cards_on[keeper] += s.cards_on[seat]
            s.money_on[keeper] += s.money_on[seat]
            tell(s, Event.RESEARCH_MERGED, seat, keeper, s.new_tech[seat] - 1)
        s.new_tech[seat] = 0


@rule
def lowest_holder(s: Polycrisis, tech: int, seat: int) -> int:
    """§3.4.1 A lower seat that started the same tech now, or this one."""
    for lower in range(seat):
        if s.tech[lower] == tech:
            return lower
    return seat


@rule
def count_cycle(s: Polycrisis, slot: int) -> None:
    """§3.4.2 A card and 1 money make a cycle; more is reported, less is lost."""
    tech, cards, money = s.tech[slot] - 1, s.cards_on[slot], s.money_on[slot]
    if cards > 1:
        tell(s, Event.OVER_SKILLED_RESEARCH, tech, cards)
    if money > 1:
        tell(s, Event.OVER_FUNDED_RESEARCH, tech, money)
    if cards >= 1 and money >= 1:
        s.cycles[slot] += 1
        tell(s, Event.CYCLE, tech, s.cycles[slot], CYCLES_NEEDED)
    else:
        tell(s, Event.NO_CYCLE, tech, cards, money)


@rule
def complete_research(s: Polycrisis, slot: int) -> None:
    """§3.4.2 Two cycles complete it: the whole table knows the tech, and the slot is free."""
    if s.cycles[slot] == CYCLES_NEEDED:
        tell(s, Event.RESEARCHED, s.tech[slot] - 1)
        s.known |= 1 << (s.tech[slot] - 1)
        s.tech[slot] = s.cycles[slot] = 0


@rule
def apply_tech(s: Polycrisis, tech: int) -> None:
    """§3.4.3 §3.4.4 What a tech completed now does at once."""
    if tech >= AUTO_PROTECT:
        protect_if_stable(s, tech - AUTO_PROTECT)
    else:
        turn_failures(s, tech % 4, 1 if tech < EXPANDED else 2)


@rule
def protect_if_stable(s: Polycrisis, problem: int) -> None:
    """§3.4.4 Only a stable problem can be protected."""
    if not is_in(s.crisis | s.protected, problem):
        s.protected |= 1 << problem
        tell(s, Event.PROTECTED, problem)


@rule
def turn_failures(s: Polycrisis, suit: int, gain: int) -> None:
    """§3.4.3 Failed checks of the suit succeed after all where the roll is within the value they would have had."""
    for seat in range(s.seats):
        turned = 0
        for project in range(s.seats):
            for part in range(2):
                if suit_for(s, seat, project, part) == suit:
                    turned += turn_near_misses(s, seat, 2 * project + part, gain)
        if turned:
            tell(s, Event.CHECKS_TURNED, seat, suit, turned)


@rule
def turn_near_misses(s: Polycrisis, seat: int, work: int, gain: int) -> int:
    """§3.4.3 The checks that failed by no more than the gain; returns how many."""
    turned = 0
    for margin in range(gain):
        turned += s.near_miss[seat, 2 * work + margin]
    s.success[seat, work] += turned
    return turned


@rules.step(Step.FINALIZE_PROJECTS)
def finalize_projects(s: Polycrisis) -> None:
    """§3.4.5 to §3.4.7, in this order."""
    had_all = suits_that_had_all(s)
    worked = add_up_work(s)
    worked = merge_projects(s, worked)
    for project in range(s.seats):
        if s.project[project] and not is_in(worked, project):
            abandon(s, project)
        if s.project[project]:
            report_surplus(s, project, had_all)
            if is_finished(s, project):
                finish_project(s, project)


@rule
def suits_that_had_all(s: Polycrisis) -> int:
    """§3.4.7 The set of suits (2 * project + part) that had their successes before this turn: they can gain no more."""
    suits = 0
    for project in range(s.seats):
        if s.project[project]:
            for part in range(2):
                suits |= int(s.progress[project, part] >= s.project[project]) << (2 * project + part)
    return suits


@rule
def add_up_work(s: Polycrisis) -> int:
    """§3.4.5 The successes of all; returns the set of projects that were worked on."""
    worked = 0
    for seat in range(s.seats):
        worked |= s.worked[seat]
        s.worked[seat] = 0
        for project in range(s.seats):
            if is_in(worked, project):
                add_successes(s, seat, project)
    return worked


@rule
def add_successes(s: Polycrisis, seat: int, project: int) -> None:
    """§3.4.5 A seat's successes become the project's progress; failures are forgotten."""
    for part in range(2):
        work = 2 * project + part
        s.progress[project, part] += s.success[seat, work]
        s.success[seat, work] = s.near_miss[seat, 2 * work] = s.near_miss[seat, 2 * work + 1] = 0


@rule
def merge_projects(s: Polycrisis, worked: int) -> int:
    """§3.4.5 The lowest seat keeps a project that several started; successes are added up."""
    for seat in range(s.seats - 1, -1, -1):
        if not is_own_new(s, seat, seat):
            continue
        keeper = lowest_starter(s, seat)
        if keeper != seat:
            worked |= is_in(worked, seat) << keeper
            hand_over(s, seat, keeper)
            tell(s, Event.PROJECT_MERGED, seat, keeper, s.new_target[seat])
        else:
            s.project[seat], s.target[seat] = s.new_project[seat], s.new_target[seat]
        s.new_project[seat] = s.new_target[seat] = 0
    return worked


@rule
def lowest_starter(s: Polycrisis, seat: int) -> int:
    """§3.4.5 The lowest seat that started the same project now."""
    for lower in range(seat):
        if s.new_project[lower] == s.new_project[seat] and s.new_target[lower] == s.new_target[seat]:
            return lower
    return seat


@rule
def hand_over(s: Polycrisis, seat: int, keeper: int) -> None:
    """§3.4.5 The keeper's project gains what the other had."""
    for part in range(2):
        s.progress[keeper, part] += s.progress[seat, part]
        s.progress[seat, part] = 0


@rule
def free_slot(s: Polycrisis, project: int) -> None:
    """§3.4.6 §3.4.7 The slot is free again."""
    s.project[project] = s.target[project] = s.progress[project, 0] = s.progress[project, 1] = 0


@rule
def abandon(s: Polycrisis, project: int) -> None:
    """§3.4.6 Nobody played a card on it: its progress is lost."""
    tell(s, Event.ABANDONED, project, s.target[project])
    free_slot(s, project)


@rule
def is_finished(s: Polycrisis, project: int) -> bool:
    """§3.4.7 All its successes."""
    return min(s.progress[project, 0], s.progress[project, 1]) >= s.project[project]


@rule
def report_surplus(s: Polycrisis, project: int, had_all: int) -> None:
    """§3.4.7 More successes in a suit than the project takes: over-skilled. That is said once, in the turn that made it so."""
    needed = s.project[project]
    for part in range(2):
        over = s.progress[project, part] - needed
        if over > 0 and not is_in(had_all, 2 * project + part):
            suit = suit_for(s, NOBODY, project, part)
            tell(s, Event.OVER_SKILLED_PROJECT, project, s.target[project], suit, needed, over)


@rule
def finish_project(s: Polycrisis, project: int) -> None:
    """§3.4.7 The problem is fixed; a base project adds a chip, now and only now."""
    kind, problem = s.project[project], s.target[project]
    tell(s, Event.PROJECT_FINISHED, project, kind, problem)
    fix(s, problem)
    if kind == BASE_PROJECT:
        s.chips += 1
        tell(s, Event.TRADE_OFF, s.chips)
    free_slot(s, project)


@rule
def fix(s: Polycrisis, problem: int) -> None:
    """§3.4.7 In crisis becomes stable; with its Auto-Protect known, protected."""
    if is_in(s.crisis, problem):
        s.crisis &= ~(1 << problem)
        tell(s, Event.FIXED, problem)
    if is_in(s.known, AUTO_PROTECT + problem):
        protect_if_stable(s, problem)
