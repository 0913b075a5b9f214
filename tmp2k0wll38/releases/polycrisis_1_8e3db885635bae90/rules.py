"""Polycrisis, chapters 1 to 4 and the frame of the turn. What happens inside the phases is in engage, activate, research,
finalize and crisis, in the rulebook's order; sections are those of rulebook.md.
"""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import (
    OWNER,
    SECRET,
    Fate,
    Moves,
    Rules,
    State,
    ask,
    count,
    do,
    finish,
    i8,
    i16,
    i32,
    i64,
    is_in,
    lowest,
    offer,
    one_of,
    option,
    pick,
    rule,
    switch,
    tell,
)
from polycrisis_1_8e3db885635bae90.components import (
    ALL_PROBLEMS,
    CARDS,
    CATEGORIES,
    CATEGORY_OF,
    KIND_OF,
    PILE_CARDS,
    PROBLEMS,
    PROBLEMS_IN,
    ROLES,
    SUITS,
    AutoProtectCard,
    FirstCrises,
)

SEATS, MOST_TURNS = 6, 16
HAND_ROOM = 2 * MOST_TURNS  # two draws a turn
PILE_ROOM = PILE_CARDS + len(SUITS) - 1  # a pile can come to hold all four jokers
WARN_FROM = 4  # full categories


class Polycrisis(State):
    """The position, and who sees what (§6). What a seat does in a blind phase is its own until all have finished."""

    # §5 Options
    seats = option(4, 1, SEATS, "How many play; best with 3 to 6.")
    turns = option(8, 1, MOST_TURNS, "Survive this many turns to win.")
    start_crises = option(6, 0, PROBLEMS - 1, "Problems that start in crisis.")
    first_crises = one_of(
        FirstCrises.LOT, "Which problems these are: drawn by lot, or chosen by hand, one by each player in turn."
    )
    chips_per_turn = option(2, 0, 8, "Crisis chips that every turn adds.")
    hit_below = option(7, 3, 13, "Two crisis dice that show less than this are a hit.")
    expanded_tech = switch(False, "Expanded techs: +2 to a suit whose Base tech is known.")
    talk = switch(False, "Everyone confirms readiness before the crisis dice.", people=True)
    auto_protect_card = one_of(
        AutoProtectCard.SUIT2, "The card for Auto-Protect: of the row's second suit, or of either."
    )

    turn = i8()
    phase = i8()
    chips = i32()
    crisis = i32()  # the set of problems in crisis
    protected = i32()  # the set of protected problems
    saturated = i8()  # saturated results in a row
    role = i8(SEATS)  # class + 1
    money = i16(SEATS)

    # Cards. `left` and `discard` show the piles as they stood when the blind phase began.
    pile = i8(4, PILE_ROOM, seen_by=SECRET)
    pile_size = i8(4, seen_by=SECRET)
    refilled = i8(4, seen_by=SECRET)
    left = i8(4)
    discard = i8(4, PILE_ROOM)
    discards = i8(4)
    hand = i8(SEATS, HAND_ROOM, seen_by=OWNER)
    cards = i8(SEATS)
    # What everyone can know of a hidden card: the pile it came from, and how often that pile had been refilled by then.
    back = i8(SEATS, HAND_ROOM)
    refills = i8(4)
    generation = i8(CARDS)  # the refill that put a card into its present pile
    joker_pile = i8(4)
    seen = i8(CARDS, seen_by=SECRET)  # used while guessing

    # Engage, sealed
    drawn = i8(SEATS, 2, seen_by=OWNER)
    drawn_from = i8(SEATS, 2, seen_by=OWNER)
    draws = i8(SEATS, seen_by=OWNER)
    found_empty = i8(SEATS, seen_by=OWNER)  # a set of piles

    # Projects, by the seat whose slot they are in
    project = i8(SEATS)
    target = i8(SEATS)
    progress = i8(SEATS, 2)

    # Activate, sealed
    new_project = i8(SEATS, seen_by=OWNER)
    new_target = i8(SEATS, seen_by=OWNER)
    new_category = i8(SEATS, seen_by=OWNER)
    gone = i8(SEATS, HAND_ROOM, seen_by=OWNER)  # 1 + the suit to whose discard pile a card of the hand goes
    spent = i16(SEATS, seen_by=OWNER)
    twelves = i8(SEATS, seen_by=OWNER)
    worked = i8(SEATS, seen_by=OWNER)  # a set of projects
    success = i8(SEATS, 2 * SEATS, seen_by=OWNER)
    near_miss = i8(SEATS, 4 * SEATS, seen_by=OWNER)
    pending = i8(SEATS, 4, seen_by=OWNER)  # the check that awaits a consultant: kind, project, part, value

    # Research
    known = i64()  # the set of known techs
    tech = i8(SEATS)  # tech + 1
    cycles = i8(SEATS)
    new_tech = i8(SEATS, seen_by=OWNER)
    card_given = i8(SEATS, seen_by=OWNER)  # a set of research slots
    money_given = i8(SEATS, seen_by=OWNER)
    cards_on = i8(SEATS, seen_by=SECRET)
    money_on = i8(SEATS, seen_by=SECRET)


class Phase(IntEnum):
    """The blind phases."""

    OPEN = 0
    ENGAGE = 1
    ACTIVATE = 2


class Step(IntEnum):
    """What the agenda holds, then what seats are asked."""

    PICK_CLASSES = auto()
    FIRST_CRISES = auto()
    TURN = auto()
    ENGAGE = auto()
    RISE = auto()
    SHOW_DRAWS = auto()
    ACTIVATE = auto()
    UNCOVER = auto()
    FINALIZE_RESEARCH = auto()
    FINALIZE_PROJECTS = auto()
    TALK = auto()
    CRISIS = auto()
    CRISIS_ROLL = auto()
    END_TURN = auto()
    CLASS = auto()
    FIRST_CRISIS = auto()
    PILE_DRAW = auto()
    START_PROJECT = auto()
    START_PROJECT_FIX_CAT = auto()
    START_PROJECT_FIX_NODE = auto()
    PLAY_CARD = auto()
    CONSULTANT = auto()
    START_RESEARCH = auto()
    CARD_FOR_RESEARCH = auto()
    FUND_RESEARCH = auto()
    READY = auto()


class Event(IntEnum):
    """What is told."""

    CLASS_PICKED = auto()
    FIRST_CRISIS = auto()
    FIRST_CRISIS_CHOSEN = auto()
    TURN_BEGINS = auto()
    INCOME = auto()
    DREW = auto()
    FOUND_EMPTY = auto()
    CHIPS_RISE = auto()
    SUIT_SHOWN = auto()
    PILE_REFILLED = auto()
    PROJECT_STARTED = auto()
    JOKER_PLAYED = auto()
    SUCCESS_SKILL = auto()
    FAILED_SKILL = auto()
    TWELVE = auto()
    RESEARCH_STARTED = auto()
    SKILL_RESEARCH = auto()
    FUND_RESEARCH = auto()
    RESEARCH_MERGED = auto()
    OVER_SKILLED_RESEARCH = auto()
    OVER_FUNDED_RESEARCH = auto()
    CYCLE = auto()
    NO_CYCLE = auto()
    RESEARCHED = auto()
    CHECKS_TURNED = auto()
    PROTECTED = auto()
    PROJECT_MERGED = auto()
    ABANDONED = auto()
    OVER_SKILLED_PROJECT = auto()
    PROJECT_FINISHED = auto()
    FIXED = auto()
    TRADE_OFF = auto()
    IS_READY = auto()
    CRISIS_BEGINS = auto()
    CATEGORY_FULL = auto()
    RUNAWAY = auto()
    ROLLED_FULL = auto()
    PROBLEM_ROLLED = auto()
    SATURATED = auto()
    LONG_CASCADE = auto()
    MISSED = auto()
    HIT = auto()
    CASCADE = auto()
    CRISIS = auto()
    UNPROTECTED = auto()
    TURN_ENDS = auto()


class Ending(IntEnum):
    """§4 How it ends."""

    WON = auto()
    TOTAL_CRISIS = auto()
    TEN_IN_A_ROW = auto()


rules = Rules(Step)


@rule
def put_in_crisis(s: Polycrisis, problem: int) -> None:
    """§1.1 A stable problem goes into crisis. §3.6.6 Whatever filled its category, the table may have to be warned."""
    s.crisis |= 1 << problem
    tell(s, Event.CRISIS, problem)
    if is_full(s, CATEGORY_OF[problem]):
        warn_of_runaway(s)


@rule
def is_full(s: Polycrisis, category: int) -> bool:
    """§3.6.1 Whether all problems of a category are in crisis."""
    return s.crisis & PROBLEMS_IN[category] == PROBLEMS_IN[category]


@rule
def full_categories(s: Polycrisis) -> int:
    """§3.6.1 How many there are."""
    full = 0
    for category in range(CATEGORIES):
        full += int(is_full(s, category))
    return full


@rule
def is_running_away(s: Polycrisis) -> bool:
    """§3.6.6 From four full categories on; with all six the game is lost, and a warning comes too late."""
    return WARN_FROM <= full_categories(s) < CATEGORIES


@rule
def warn_of_runaway(s: Polycrisis) -> None:
    """§3.6.6 Said when one more category fills, and at the start of a turn."""
    if is_running_away(s):
        tell(s, Event.RUNAWAY, full_categories(s))


@rule
def lay_aside(s: Polycrisis, seat: int, kind: int, suit: int) -> None:
    """§3.2.7 A card of this kind leaves the hand; it will go to the discard pile of the suit it served as."""
    for place in range(s.cards[seat]):
        if s.gone[seat, place] == 0 and KIND_OF[s.hand[seat, place]] == kind:
            s.gone[seat, place] = 1 + suit
            return


@rule
def kinds_in_hand(s: Polycrisis, seat: int) -> int:
    """§1.3 The kinds of card that a seat holds, as a set."""
    kinds = 0
    for place in range(s.cards[seat]):
        kinds |= int(s.gone[seat, place] == 0) << KIND_OF[s.hand[seat, place]]
    return kinds


@rule
def offer_kinds(kinds: int, b: int, c: int, out: Moves) -> None:
    """§3.2.2 §3.3.2 Each kind of card once, for the same purpose."""
    while kinds:
        offer(out, lowest(kinds), b, c)
        kinds &= kinds - 1


@rules.setup
def lay_out(s: Polycrisis) -> None:
    """§2.1 §2.2 Classes are picked, then come the first crises; hands are empty, there is no money and no chip."""
    for suit in range(4):
        for place in range(PILE_CARDS):
            s.pile[suit, place] = suit * PILE_CARDS + place
        s.pile_size[suit] = s.left[suit] = PILE_CARDS
        s.joker_pile[suit] = suit
    do(s, Step.PICK_CLASSES, Step.FIRST_CRISES, Step.TURN)


@rules.step(Step.PICK_CLASSES)
def pick_classes(s: Polycrisis) -> None:
    """§2.1 In seat order."""
    for seat in range(s.seats):
        if s.role[seat] == 0:
            ask(s, seat, Step.CLASS)
            do(s, Step.PICK_CLASSES)
            return


@rule
def is_taken(s: Polycrisis, role: int) -> bool:
    """§1.4 Whether somebody has a class."""
    for seat in range(s.seats):
        if s.role[seat] == role + 1:
            return True
    return False


@rules.choice(Step.CLASS, ROLES)
def classes(s: Polycrisis, seat: int, out: Moves) -> None:
    """§1.4 §2.1 A class that nobody has."""
    for role in range(ROLES):
        if not is_taken(s, role):
            offer(out, role)


@rules.then(Step.CLASS)
def take_class(s: Polycrisis, seat: int, role: int) -> None:
    """§2.1 The class is theirs."""
    s.role[seat] = role + 1
    tell(s, Event.CLASS_PICKED, seat, role)


@rules.step(Step.FIRST_CRISES)
def first_crises(s: Polycrisis) -> None:
    """§2.2 Some problems start in crisis: drawn by lot, or chosen one by one in seat order, around the table."""
    if s.first_crises == FirstCrises.LOT:
        draw_first_crises(s)
    elif count(s.crisis) < s.start_crises:
        ask(s, count(s.crisis) % s.seats, Step.FIRST_CRISIS)
        do(s, Step.FIRST_CRISES)


@rule
def draw_first_crises(s: Polycrisis) -> None:
    """§2.2 Every problem is as likely as any other."""
    left = s.start_crises
    for problem in range(PROBLEMS):
        if pick(s, PROBLEMS - problem) < left:
            left -= 1
            s.crisis |= 1 << problem
            tell(s, Event.FIRST_CRISIS, problem)


@rules.choice(Step.FIRST_CRISIS, PROBLEMS)
def problems_to_begin_with(s: Polycrisis, seat: int, out: Moves) -> None:
    """§2.2 Any problem that is not in crisis yet."""
    for problem in range(PROBLEMS):
        if not is_in(s.crisis, problem):
            offer(out, problem)


@rules.then(Step.FIRST_CRISIS)
def begin_in_crisis(s: Polycrisis, seat: int, problem: int) -> None:
    """§2.2 It is in crisis from the start."""
    s.crisis |= 1 << problem
    tell(s, Event.FIRST_CRISIS_CHOSEN, seat, problem)


@rules.step(Step.TURN)
def next_turn(s: Polycrisis) -> None:
    """§3 The phases of a turn: engage, activate, finalize, talk, crisis (what goes on the agenda last comes first)."""
    s.turn += 1
    tell(s, Event.TURN_BEGINS, s.turn, s.turns)
    warn_of_runaway(s)
    do(s, Step.TALK, Step.CRISIS, Step.END_TURN)
    do(s, Step.ACTIVATE, Step.UNCOVER, Step.FINALIZE_RESEARCH, Step.FINALIZE_PROJECTS)
    do(s, Step.ENGAGE, Step.RISE, Step.SHOW_DRAWS)


@rules.step(Step.TALK)
def talk(s: Polycrisis) -> None:
    """§3.5 Before the dice everyone sees the result, and says when ready."""
    if s.talk:
        for seat in range(s.seats):
            ask(s, seat, Step.READY)


@rules.choice(Step.READY, 1)
def readiness(s: Polycrisis, seat: int, out: Moves) -> None:
    """§3.5 There is nothing to decide."""
    offer(out, 0)


@rules.then(Step.READY)
def be_ready(s: Polycrisis, seat: int, _: int) -> None:
    """§3.5 The dice wait for all."""
    tell(s, Event.IS_READY, seat)


@rules.step(Step.END_TURN)
def end_turn(s: Polycrisis) -> None:
    """§4.2 Survive the last turn and the table has won."""
    tell(s, Event.TURN_ENDS, s.turn, s.turns)
    if s.turn < s.turns:
        do(s, Step.TURN)
        return
    finish(s, Ending.WON)


@rules.fate
def fate(s: Polycrisis) -> Fate:
    """§4 Everyone wins or everyone loses."""
    return Fate.WON if s.over == Ending.WON else Fate.LOST


@rule
def lose_if_all_in_crisis(s: Polycrisis) -> None:
    """§4.1 All thirty problems in crisis: lost at once."""
    if s.crisis == ALL_PROBLEMS:
        finish(s, Ending.TOTAL_CRISIS)
