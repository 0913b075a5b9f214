"""Polycrisis, chapter 3.2: projects, blind."""

from __future__ import annotations

from moot.engine import Moves, ask, is_in, offer, rule, tell_sealed
from polycrisis_1_8e3db885635bae90.components import (
    BASE,
    CATEGORIES,
    CATEGORY_OF,
    EXPANDED,
    FIRST_IN,
    JOKER,
    NO_CARD,
    NO_PROJECT,
    PROBLEMS,
    PROJECT_SUITS,
    SERVING,
    SIZE_OF,
    VALUE_OF,
)
from polycrisis_1_8e3db885635bae90.dice import roll_pair, total_of
from polycrisis_1_8e3db885635bae90.research import turn_to_research
from polycrisis_1_8e3db885635bae90.rules import (
    SEATS,
    Event,
    Phase,
    Polycrisis,
    Step,
    kinds_in_hand,
    lay_aside,
    offer_kinds,
    rules,
)

MOST_VALUE = 11


@rules.step(Step.ACTIVATE)
def activate(s: Polycrisis) -> None:
    """§3.2 Everyone at the same time, blind; then the phase is finalized."""
    s.phase = Phase.ACTIVATE
    for seat in range(s.seats):
        begin_activate(s, seat)


@rule
def begin_activate(s: Polycrisis, seat: int) -> None:
    """§3.2.1 Everybody is asked something, so that silence tells nothing about a hand."""
    if s.project[seat] == NO_PROJECT:
        ask(s, seat, Step.START_PROJECT)
    else:
        ask(s, seat, Step.PLAY_CARD)


@rules.choice(Step.START_PROJECT, 3, sealed=True, declines=[NO_PROJECT])
def project_types(s: Polycrisis, seat: int, out: Moves) -> None:
    """§3.2.1 No project, a base project, or an improved one."""
    for kind in range(3):
        offer(out, kind)


@rules.then(Step.START_PROJECT)
def choose_type(s: Polycrisis, seat: int, kind: int) -> None:
    """§3.2.1 Then the category."""
    s.new_project[seat] = kind
    if kind == NO_PROJECT:
        turn_to_cards(s, seat)
    else:
        ask(s, seat, Step.START_PROJECT_FIX_CAT)


@rules.choice(Step.START_PROJECT_FIX_CAT, CATEGORIES, sealed=True)
def project_categories(s: Polycrisis, seat: int, out: Moves) -> None:
    """§3.2.1 Any category."""
    for category in range(CATEGORIES):
        offer(out, category)


@rules.then(Step.START_PROJECT_FIX_CAT)
def choose_category(s: Polycrisis, seat: int, category: int) -> None:
    """§3.2.1 Then the problem."""
    s.new_category[seat] = category
    ask(s, seat, Step.START_PROJECT_FIX_NODE)


@rules.choice(Step.START_PROJECT_FIX_NODE, PROBLEMS, sealed=True)
def project_problems(s: Polycrisis, seat: int, out: Moves) -> None:
    """§3.2.1 Any problem of the category, whatever its state."""
    category = s.new_category[seat]
    for problem in range(FIRST_IN[category], FIRST_IN[category] + SIZE_OF[category]):
        offer(out, problem)


@rules.then(Step.START_PROJECT_FIX_NODE)
def start_project(s: Polycrisis, seat: int, problem: int) -> None:
    """§3.2.1 The project is in the player's slot."""
    s.new_target[seat] = problem
    s.new_category[seat] = 0
    tell_sealed(s, seat, Event.PROJECT_STARTED, seat, s.new_project[seat], problem)
    turn_to_cards(s, seat)


@rule
def is_own_new(s: Polycrisis, seat: int, project: int) -> bool:
    """§3.2.2 Whether the project of that slot was started by this seat, now."""
    return project == seat and s.new_project[seat] != NO_PROJECT


@rule
def project_for(s: Polycrisis, seat: int, project: int) -> int:
    """§3.2.2 The project of a slot as the seat may work on it: one that stood when the phase began, or its own new one."""
    return s.new_project[seat] if is_own_new(s, seat, project) else s.project[project]


@rule
def target_for(s: Polycrisis, seat: int, project: int) -> int:
    """§3.2.1 The problem that project fixes."""
    return s.new_target[seat] if is_own_new(s, seat, project) else s.target[project]


@rule
def suit_for(s: Polycrisis, seat: int, project: int, part: int) -> int:
    """§1.6 One of the two suits a project takes."""
    return PROJECT_SUITS[CATEGORY_OF[target_for(s, seat, project)], part]


@rule
def kinds_lacking(s: Polycrisis, seat: int, project: int, part: int) -> int:
    """§3.2.3 The kinds of card that one part of a project still takes, as far as the seat knows."""
    done = s.progress[project, part] + s.success[seat, 2 * project + part]
    # A project's number is how many cards of each suit it takes; an empty slot takes none.
    return SERVING[suit_for(s, seat, project, part)] if done < project_for(s, seat, project) else 0


@rule
def turn_to_cards(s: Polycrisis, seat: int) -> None:
    """§3.2.2 On to the next card if there is one that fits, else to research."""
    kinds = 0
    for project in range(s.seats):
        if project_for(s, seat, project):
            kinds |= kinds_lacking(s, seat, project, 0) | kinds_lacking(s, seat, project, 1)
    if kinds & kinds_in_hand(s, seat):
        ask(s, seat, Step.PLAY_CARD)
    else:
        turn_to_research(s, seat)


@rules.choice(Step.PLAY_CARD, NO_CARD + 1, SEATS, 2, sealed=True, declines=[NO_CARD])
def playable_cards(s: Polycrisis, seat: int, out: Moves) -> None:
    """§3.2.2 A card and a project (and for a joker the suit it stands for), or stop."""
    offer(out, NO_CARD)
    hand = kinds_in_hand(s, seat)
    for project in range(s.seats):
        if project_for(s, seat, project):
            for part in range(2):
                offer_kinds(hand & kinds_lacking(s, seat, project, part), project, part, out)


@rules.then(Step.PLAY_CARD)
def play_card(s: Polycrisis, seat: int, kind: int, project: int, part: int) -> None:
    """§3.2.2 Work on a project, or stop."""
    if kind == NO_CARD:
        turn_to_research(s, seat)
        return
    lay_aside(s, seat, kind, suit_for(s, seat, project, part))
    s.worked[seat] |= 1 << project
    if kind == JOKER:
        succeed(s, seat, project, part)
        tell_sealed(s, seat, Event.JOKER_PLAYED, seat, suit_for(s, seat, project, part), target_for(s, seat, project))
        turn_to_cards(s, seat)
    else:
        prepare_check(s, seat, kind, project, part)


@rule
def succeed(s: Polycrisis, seat: int, project: int, part: int) -> None:
    """§3.2.4 §3.2.6 One success more."""
    s.success[seat, 2 * project + part] += 1


@rule
def card_value(s: Polycrisis, kind: int) -> int:
    """§3.2.5 The card's value with what is known of its suit."""
    suit = kind // 13
    bonus = is_in(s.known, BASE + suit) + 2 * is_in(s.known, EXPANDED + suit)
    return min(MOST_VALUE, VALUE_OF[kind] + bonus)


@rule
def most_fee(s: Polycrisis, seat: int, value: int) -> int:
    """§3.2.5 What consultants can be paid."""
    return min(s.money[seat] - s.spent[seat], MOST_VALUE - value)


@rule
def prepare_check(s: Polycrisis, seat: int, kind: int, project: int, part: int) -> None:
    """§3.2.5 Consultants are asked for if they can help."""
    value = card_value(s, kind)
    if most_fee(s, seat, value) == 0:
        check_skill(s, seat, kind, project, part, value)
        return
    s.pending[seat, 0], s.pending[seat, 1], s.pending[seat, 2], s.pending[seat, 3] = kind, project, part, value
    ask(s, seat, Step.CONSULTANT)


@rules.choice(Step.CONSULTANT, MOST_VALUE, sealed=True, declines=[0])
def fees(s: Polycrisis, seat: int, out: Moves) -> None:
    """§3.2.5 From nothing to what there is, or what takes the value to 11."""
    for fee in range(most_fee(s, seat, s.pending[seat, 3]) + 1):
        offer(out, fee)


@rules.then(Step.CONSULTANT)
def pay_consultants(s: Polycrisis, seat: int, fee: int) -> None:
    """§3.2.5 The fee is spent whatever the roll."""
    s.spent[seat] += fee
    kind, project, part, value = s.pending[seat, 0], s.pending[seat, 1], s.pending[seat, 2], s.pending[seat, 3]
    s.pending[seat, 0] = s.pending[seat, 1] = s.pending[seat, 2] = s.pending[seat, 3] = 0
    check_skill(s, seat, kind, project, part, value + fee)


@rule
def passes(roll: int, value: int) -> bool:
    """§3.2.6 At most the value succeeds."""
    return roll <= value


@rule
def check_skill(s: Polycrisis, seat: int, kind: int, project: int, part: int, value: int) -> None:
    """§3.2.6 Two dice against the value."""
    pair = roll_pair(s)
    roll, problem = total_of(pair), target_for(s, seat, project)
    if passes(roll, value):
        succeed(s, seat, project, part)
        tell_sealed(s, seat, Event.SUCCESS_SKILL, seat, kind, problem, value, pair)
    else:
        tell_sealed(s, seat, Event.FAILED_SKILL, seat, kind, problem, value, pair)
        note_failure(s, seat, project, part, roll, value)
    turn_to_cards(s, seat)


@rule
def note_failure(s: Polycrisis, seat: int, project: int, part: int, roll: int, value: int) -> None:
    """§3.2.6 A 12 adds a chip. §3.4.3 A failure by one or two is remembered: a tech completed now may turn it."""
    if roll == 12:
        s.twelves[seat] += 1
        tell_sealed(s, seat, Event.TWELVE, seat)
    elif roll - value <= 2:
        s.near_miss[seat, 4 * project + 2 * part + roll - value - 1] += 1
