"""Polycrisis in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.engine import NOBODY, Gesture, Leaving, Line, Strip, Words, plural
from moot.games.polycrisis.activate import suit_for
from moot.games.polycrisis.components import (
    CATEGORIES,
    CATEGORY_NAMES,
    FIRST_IN,
    JOKER,
    KIND_OF,
    NO_CARD,
    NO_PROJECT,
    PROBLEM_CODES,
    PROBLEM_NAMES,
    SIZE_OF,
)
from moot.games.polycrisis.dice import roll
from moot.games.polycrisis.goal import BECAUSE, HOW_TO_WIN, crises, gauge, goal
from moot.games.polycrisis.labels import BUNDLES, LABELS, ORDER, label_leaving
from moot.games.polycrisis.naming import (
    PROJECT_TYPES,
    ROLE_NAMES,
    SOME_CARDS,
    SOME_CHIPS,
    SUIT_SIGNS,
    card,
    project_in,
    role,
    successes_of,
    suit,
    tech,
    tech_in,
)
from moot.games.polycrisis.not_now import NOT_NOW
from moot.games.polycrisis.reasons import why_not
from moot.games.polycrisis.refused import why_not_move
from moot.games.polycrisis.research import NO_SLOT, NO_TECH
from moot.games.polycrisis.rules import (
    Ending,
    Event,
    Phase,
    Polycrisis,
    Step,
    full_categories,
    is_running_away,
)
from moot.games.polycrisis.telling import ROLLS, TOGETHER, WEIGHTS


def play_card(view: Polycrisis, seat: int, kind: int, slot: int, part: int) -> str:
    """A card on a project: a template that names the card and the project."""
    if kind == NO_CARD:
        return "Play no more cards"
    stands_for = f" as {suit(suit_for(view, seat, slot, part))}" if kind == JOKER else ""
    owner = "your" if slot == seat else "{1:seat}'s"
    return f"Play {{0:card}}{stands_for} on {owner} {{1:project_of}}{project_in(view, seat, slot)}"


def give_card(view: Polycrisis, seat: int, kind: int, slot: int) -> str:
    """A card for research: a template that names the card and the research."""
    if kind == NO_CARD:
        return "Give no more cards"
    return f"Give {{0:card}} to {{1:research_of}}research on {tech_in(view, seat, slot)}"


def fund(view: Polycrisis, seat: int, slot: int) -> str:
    """Money for research: a template that names the research."""
    if slot == NO_SLOT:
        return "Give no more money"
    return f"Give 1 money to {{0:research_of}}research on {tech_in(view, seat, slot)}"


def ask_consultants(view: Polycrisis, seat: int) -> Line:
    """The check as it stands, with its reason."""
    kind, _, _, value = view.pending[seat]
    return Line("3.2.5", f"{card(kind)} succeeds if two dice show {value} or less. Pay consultants?")


def ask_draw(view: Polycrisis, seat: int) -> Line:
    """The first draw or the second."""
    if view.draws[seat] == 0:
        return Line("3.1.2", "Draw your first card, from any pile.")
    return Line("3.1.2", "Draw your second card, from a pile of your class.")


def ask_class(view: Polycrisis, seat: int) -> Line:
    """What a class is for."""
    return Line("2.1", "Which class? Your second card of a turn is of its suits.")


def ask_first_crisis(view: Polycrisis, seat: int) -> Line:
    """How many there will be."""
    chosen = view.crisis.bit_count()
    return Line("2.2", f"Which problem starts in crisis? Chosen: {chosen} of {view.start_crises}.")


# The text picture


def _state_mark(view: Polycrisis, problem: int) -> str:
    if view.crisis >> problem & 1:
        return "✗"
    return "◆" if view.protected >> problem & 1 else "·"


def _category_line(view: Polycrisis, category: int) -> str:
    first, size = FIRST_IN[category], SIZE_OF[category]
    cells = "  ".join(f"{_state_mark(view, p)} {PROBLEM_CODES[p]}" for p in range(first, first + size))
    return f"  {CATEGORY_NAMES[category]:<17}{cells}"


def _project_words(view: Polycrisis, slot: int) -> str:
    if view.project[slot] == NO_PROJECT:
        return "no project"
    kind, problem = PROJECT_TYPES[view.project[slot]], PROBLEM_NAMES[view.target[slot]]
    return f"{kind} on {problem} ({successes_of(view, slot)})"


def _research_words(view: Polycrisis, slot: int) -> str:
    return f"researches {tech(view.tech[slot] - 1)} ({view.cycles[slot]} of 2)" if view.tech[slot] else "no research"


def _seat_line(view: Polycrisis, seat: int, name: str) -> str:
    title = f"{name}, {ROLE_NAMES[view.role[seat] - 1]}" if view.role[seat] else name
    backs = "".join(SUIT_SIGNS[view.back[seat][place] % 4] for place in range(view.cards[seat])) or "no cards"
    return f"  {title}: {view.money[seat]} money, {backs}; {_project_words(view, seat)}; {_research_words(view, seat)}"


def _hand(view: Polycrisis, seat: int) -> str:
    kept = [place for place in range(view.cards[seat]) if not view.gone[seat][place]]
    cards = [view.hand[seat][place] for place in kept] + list(view.drawn[seat])[: view.draws[seat]]
    return " ".join(card(KIND_OF[number]) for number in cards) or "no cards"


def runaway(view: Polycrisis) -> str:
    """§3.6.6 The warning, as long as it holds; else nothing."""
    return f"{full_categories(view)} categories are full: the dice run away" if is_running_away(view) else ""


def picture(view: Polycrisis, seat: int, names: Sequence[str]) -> str:
    """The graph by category, what is known, and what stands before each seat."""
    crises = view.crisis.bit_count()
    known = ", ".join(tech(number) for number in range(64) if view.known >> number & 1) or "nothing"
    head = f"Turn {view.turn} of {view.turns}: {crises} of 30 in crisis, {SOME_CHIPS(view.chips)}. Known: {known}."
    key = "  (✗ in crisis, ◆ protected, · stable)"
    warning = [f"  Beware: {runaway(view)}."] if runaway(view) else []
    graph = [_category_line(view, category) for category in range(CATEGORIES)]
    seats = [_seat_line(view, other, name) for other, name in enumerate(names)]
    hand = [] if seat == NOBODY else [f"  {names[seat]} holds {_hand(view, seat)}"]
    return "\n".join([head + key, *warning, *graph, *seats, *hand])


# Turn and phase


def strip(view: Any) -> Strip:
    """§3 The turn and its phases; talk is one of them where the dice wait for it (§3.5)."""
    if not view.turn:
        return Strip("Choosing the first crises" if all(view.role[: view.seats]) else "Choosing classes")
    phases = ("Engage", "Activate", "Finalize", *(("Talk",) if view.talk else ()), "Crisis")
    return Strip(f"Turn {view.turn} of {view.turns}", phases, phases.index(present_phase(view)))


def present_phase(view: Any) -> str:
    """§3 The blind phases say so themselves; after them the agenda tells whether the dice are still to come."""
    if view.phase != Phase.OPEN:
        return "Engage" if view.phase == Phase.ENGAGE else "Activate"
    if Step.READY in view.asking[: view.seats]:
        return "Talk"
    to_come = list(view.agenda[: view.depth])
    if view.over or Step.CRISIS not in to_come:
        return "Crisis"
    return "Engage" if Step.ACTIVATE in to_come else "Finalize"


def unsaid(slot: int) -> str:
    """A piece that a sentence names without a word of its own: the project or research of a slot, which it tells in full."""
    return ""


WORDS = Words(
    kinds={
        "a_project": lambda number: ("no project", "a base project", "an improved project")[number],
        "card": card,
        "categories": plural("category is", "categories are"),
        "category": lambda number: CATEGORY_NAMES[number],
        "chips": SOME_CHIPS,
        "cards": SOME_CARDS,
        "checks": plural("failed check"),
        "money": lambda amount: f"{amount} money",
        "problem": lambda number: PROBLEM_NAMES[number],
        "project": lambda number: PROJECT_TYPES[number],
        "project_of": unsaid,
        "research_of": unsaid,
        "role": role,
        "roll": roll,
        "suit": suit,
        "tech": tech,
        "times": plural("time"),
    },
    choices={
        Step.CLASS: ask_class,
        Step.FIRST_CRISIS: ask_first_crisis,
        Step.PILE_DRAW: ask_draw,
        Step.START_PROJECT: Line("3.2.1", "Your project slot is free. Start a project?"),
        Step.START_PROJECT_FIX_CAT: Line("3.2.1", "In which category?"),
        Step.START_PROJECT_FIX_NODE: Line("3.2.1", "Which problem shall the project fix?"),
        Step.PLAY_CARD: Line("3.2.2", "Play a card on a project, or be done."),
        Step.CONSULTANT: ask_consultants,
        Step.START_RESEARCH: Line("3.3.1", "Your research slot is free. Start to research a tech?"),
        Step.CARD_FOR_RESEARCH: Line("3.3.2", "Give a card to research? A cycle takes a card and 1 money."),
        Step.FUND_RESEARCH: Line("3.3.2", "Give 1 money to research? A cycle takes a card and 1 money."),
        Step.READY: Line("3.5", "Talk it over. Are you ready for the crisis dice?"),
    },
    moves={
        Step.CLASS: "{0:role}",
        Step.FIRST_CRISIS: "{0:problem}",
        Step.PILE_DRAW: "Draw from {0:suit}",
        Step.START_PROJECT: lambda view, seat, kind: ("No project", "Base project", "Improved project")[kind],
        Step.START_PROJECT_FIX_CAT: "{0:category}",
        Step.START_PROJECT_FIX_NODE: "{0:problem}",
        Step.PLAY_CARD: play_card,
        Step.CONSULTANT: lambda view, seat, fee: f"Pay {fee}" if fee else "Pay nothing",
        Step.START_RESEARCH: lambda view, seat, number: "No research" if number == NO_TECH else "{0:tech}",
        Step.CARD_FOR_RESEARCH: give_card,
        Step.FUND_RESEARCH: fund,
        Step.READY: "Ready",
    },
    events={
        Event.CLASS_PICKED: Line("2.1", "{0:seat} is the {1:role}."),
        Event.FIRST_CRISIS: Line("2.2", "{0:problem} is in crisis from the start."),
        Event.FIRST_CRISIS_CHOSEN: Line("2.2", "{0:seat} chooses {1:problem}: in crisis from the start."),
        Event.TURN_BEGINS: Line("3", "— Turn {0} of {1} —"),
        Event.INCOME: Line("3.1.1", "Everyone receives {0:money}."),
        Event.DREW: Line("3.1.2", "You draw {0:card} from {1:suit}."),
        Event.FOUND_EMPTY: Line("3.1.3", "The pile of {0:suit} is empty: choose another."),
        Event.CHIPS_RISE: Line("3.1.4", "Chips rise by {0}, to {1}."),
        Event.SUIT_SHOWN: Line("3.1.5", "{0:seat} drew from {1:suit}."),
        Event.PILE_REFILLED: Line("3.1.3", "The pile of {0:suit} was refilled from its discards."),
        Event.PROJECT_STARTED: Line("3.2.1", "{0:seat} starts {1:a_project} on {2:problem}."),
        Event.JOKER_PLAYED: Line("3.2.4", "{0:seat} plays a joker as {1:suit} on {2:problem}: a success."),
        Event.SUCCESS_SKILL: Line("3.2.6", "{0:seat} plays {1:card} on {2:problem}: {4:roll} against {3}, a success."),
        Event.FAILED_SKILL: Line("3.2.6", "{0:seat} plays {1:card} on {2:problem}: {4:roll} against {3}, a failure."),
        Event.TWELVE: Line("3.2.6", "{0:seat} rolled a 12: a crisis chip."),
        Event.RESEARCH_STARTED: Line("3.3.1", "{0:seat} starts to research {1:tech}."),
        Event.SKILL_RESEARCH: Line("3.3.2", "{0:seat} gives {1:card} to {2:tech}."),
        Event.FUND_RESEARCH: Line("3.3.2", "{0:seat} gives 1 money to {1:tech}."),
        Event.RESEARCH_MERGED: Line("3.4.1", "{0:seat} and {1:seat} both started {2:tech}: {1:seat} keeps it."),
        Event.OVER_SKILLED_RESEARCH: Line("3.4.2", "{0:tech} is over-skilled: {1} cards, one was enough."),
        Event.OVER_FUNDED_RESEARCH: Line("3.4.2", "{0:tech} is over-funded: {1} money, one was enough."),
        Event.CYCLE: Line("3.4.2", "Research on {0:tech}: cycle {1} of {2}."),
        Event.NO_CYCLE: Line("3.4.2", "No cycle for {0:tech}: {1:cards} and {2:money}, it takes one of each."),
        Event.RESEARCHED: Line("3.4.2", "{0:tech} is known to the whole table."),
        Event.CHECKS_TURNED: Line("3.4.3", "The new tech saves {2:checks} of {0:seat} in {1:suit}."),
        Event.PROTECTED: Line("3.4.4", "{0:problem} is protected."),
        Event.PROJECT_MERGED: Line(
            "3.4.5", "{0:seat} and {1:seat} started the same project on {2:problem}: {1:seat} keeps it."
        ),
        Event.ABANDONED: Line("3.4.6", "{0:seat}'s project on {1:problem} is abandoned: nobody worked on it."),
        Event.OVER_SKILLED_PROJECT: Line(
            "3.4.7", "{0:seat}'s project on {1:problem} is over-skilled in {2:suit}: {3} of {3}, {4} over."
        ),
        Event.PROJECT_FINISHED: Line("3.4.7", "{0:seat}'s {1:project} on {2:problem} is finished."),
        Event.FIXED: Line("3.4.7", "{0:problem} is fixed: stable again."),
        Event.TRADE_OFF: Line("3.4.7", "The trade-off adds a chip: {0:chips}."),
        Event.IS_READY: Line("3.5", "{0:seat} is ready."),
        Event.CRISIS_BEGINS: Line("3.6.1", "The crisis dice: {0:chips}."),
        Event.CATEGORY_FULL: Line("3.6.1", "{0:category} is wholly in crisis: a chip."),
        Event.RUNAWAY: Line("3.6.6", "Beware: {0:categories} full, the dice run away from here."),
        Event.ROLLED_FULL: Line("3.6.2", "Rolled {0:category}, wholly in crisis: a chip, {1} now, and roll again."),
        Event.PROBLEM_ROLLED: Line("3.6.2", "Rolled {0:category}: {1:problem}."),
        Event.SATURATED: Line("3.6.3", "{0:problem} is saturated ({1:times} in a row): a chip, {2} now."),
        Event.LONG_CASCADE: Line("3.6.4", "{0:problem} and all it links to are in crisis: its cascade list applies."),
        Event.MISSED: Line("3.6.5", "{0:problem} holds: {1:chips} spent without a hit, {2:roll} at last."),
        Event.HIT: Line("3.6.5", "{0:problem} is hit: {2:roll} after {1:chips}; {3} left."),
        Event.CASCADE: Line("3.6.5", "{0:problem} is in crisis already and cascades."),
        Event.CRISIS: Line("3.6.5", "{0:problem} goes into crisis."),
        Event.UNPROTECTED: Line("3.6.5", "{0:problem} loses its protection."),
        Event.TURN_ENDS: Line("4.2", "You have survived turn {0} of {1}."),
    },
    endings={
        Ending.WON: Line("4.2", "The table has held: won."),
        Ending.TOTAL_CRISIS: Line("4.1", "All thirty problems are in crisis: lost."),
        Ending.TEN_IN_A_ROW: Line("4.1", "Ten saturated results in a row: lost."),
    },
    labels=LABELS,
    gestures=(
        Gesture((Step.START_PROJECT, Step.START_PROJECT_FIX_CAT, Step.START_PROJECT_FIX_NODE)),
        Gesture((Step.PLAY_CARD, Step.CONSULTANT), adds=True),
    ),
    bundles=BUNDLES,
    leaving=Leaving(
        (Step.START_PROJECT, Step.PLAY_CARD, Step.START_RESEARCH, Step.CARD_FOR_RESEARCH, Step.FUND_RESEARCH),
        label_leaving,
    ),
    order=ORDER,
    not_now=NOT_NOW,
    picture=picture,
    scenes=frozenset({Event.TURN_ENDS}),
    pieces=frozenset({"problem", "category", "card", "suit", "tech", "role", "project_of", "research_of"}),
    weights=WEIGHTS,
    dice=ROLLS,
    together=TOGETHER,
    overheard={
        Event.DREW: "{5:seat} draws {0:card} from {1:suit}.",
        Event.FOUND_EMPTY: "{5:seat} finds the pile of {0:suit} empty.",
        Event.TURN_ENDS: "They have survived turn {0} of {1}.",
    },
    strip=strip,
    why_not=why_not,
    why_not_move=why_not_move,
    goal=goal,
    how_to_win=HOW_TO_WIN,
    gauge=gauge,
    progress=("problems in crisis", crises),
    because=BECAUSE,
)
