"""Polycrisis in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from moot.engine import NOBODY, Line, Strip, Words, is_in, plural
from moot.games.polycrisis.activate import kinds_lacking, project_for, suit_for, target_for
from moot.games.polycrisis.components import (
    AUTO_PROTECT,
    CATEGORIES,
    CATEGORY_NAMES,
    CATEGORY_OF,
    CLASSES,
    EXPANDED,
    FIRST_IN,
    JOKER,
    KIND_OF,
    NO_CARD,
    NO_PROJECT,
    PROBLEM_CODES,
    PROBLEM_NAMES,
    RANKS,
    RESEARCH_SUITS,
    SIZE_OF,
)
from moot.games.polycrisis.engage import is_class_suit
from moot.games.polycrisis.research import NO_SLOT, NO_TECH, kinds_taken, open_techs, tech_for
from moot.games.polycrisis.rules import (
    Ending,
    Event,
    Phase,
    Polycrisis,
    Step,
    full_categories,
    is_running_away,
    is_taken,
)

SUIT_SIGNS = "♣♦♥♠"
SUIT_NAMES = ("clubs", "diamonds", "hearts", "spades")
ROLE_NAMES = tuple(CLASSES)
SOME_CHIPS, SOME_CARDS, SOME_DISCARDS = plural("chip"), plural("card"), plural("discard")
PROJECT_TYPES = ("no project", "base project", "improved project")


def card(kind: int) -> str:
    """A kind of card."""
    return "joker" if kind == JOKER else f"{RANKS[kind % 13]}{SUIT_SIGNS[kind // 13]}"


def role(number: int) -> str:
    """A class with its suits."""
    suits = "".join(SUIT_SIGNS["CDHS".index(suit)] for suit in CLASSES[ROLE_NAMES[number]])
    return f"{ROLE_NAMES[number]} {suits}"


def tech(number: int) -> str:
    """A tech."""
    if number >= AUTO_PROTECT:
        return f"Auto-Protect {PROBLEM_NAMES[number - AUTO_PROTECT]}"
    return f"{'Base' if number < EXPANDED else 'Expanded'}-{SUIT_SIGNS[number % 4]}"


def suit(number: int) -> str:
    """A suit by name and sign."""
    return f"{SUIT_NAMES[number]} {SUIT_SIGNS[number]}"


def signs_taken(view: Polycrisis, number: int) -> str:
    """§3.3.2 The suits of the cards that research on a tech takes."""
    kinds = int(kinds_taken(view, number))
    return " or ".join(sign for suit, sign in enumerate(SUIT_SIGNS) if is_in(kinds, 13 * suit))


def project_in(view: Polycrisis, seat: int, slot: int) -> str:
    """A project as the seat knows it."""
    return f"{PROJECT_TYPES[project_for(view, seat, slot)]} on {PROBLEM_NAMES[target_for(view, seat, slot)]}"


def successes_of(view: Polycrisis, slot: int) -> str:
    """§3.4.7 The successes of a project in both suits: "2 of 2 ♣, 1 over; 0 of 2 ♦"."""
    return "; ".join(_successes_in(view, slot, part) for part in range(2))


def _successes_in(view: Polycrisis, slot: int, part: int) -> str:
    had, needed = view.progress[slot, part], view.project[slot]
    sign = SUIT_SIGNS[suit_for(view, NOBODY, slot, part)]
    over = f", {had - needed} over" if had > needed else ""
    return f"{min(had, needed)} of {needed} {sign}{over}"


def play_card(view: Polycrisis, seat: int, kind: int, slot: int, part: int) -> str:
    """A card on a project: a template that names the card and the project."""
    if kind == NO_CARD:
        return "Play no more cards"
    stands_for = f" as {suit(suit_for(view, seat, slot, part))}" if kind == JOKER else ""
    owner = "your" if slot == seat else "{1:seat}'s"
    return f"Play {{0:card}}{stands_for} on {owner} {{1:project_of}}{project_in(view, seat, slot)}"


def tech_in(view: Polycrisis, seat: int, slot: int) -> str:
    """A tech in research, as the seat knows it."""
    return tech(tech_for(view, seat, slot) - 1)


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
    kind, slot, _, value = view.pending[seat]
    money = view.money[seat] - view.spent[seat]
    return Line(
        "3.2.5",
        f"{card(kind)} on the {project_in(view, seat, slot)} is worth {value} (two dice must not exceed it). "
        f"Consultants add 1 for each money, at most to 11; you have {money}. How much do you pay?",
    )


def ask_draw(view: Polycrisis, seat: int) -> Line:
    """The first draw or the second."""
    if view.draws[seat] == 0:
        return Line("3.1.2", "Draw your first card, from any pile.")
    return Line("3.1.2", "Draw your second card, from a pile of your class.")


def ask_class(view: Polycrisis, seat: int) -> Line:
    """What a class is for."""
    return Line("2.1", "Choose your class. Its two suits are where your second card of each turn comes from.")


def ask_first_crisis(view: Polycrisis, seat: int) -> Line:
    """How many there will be."""
    chosen = view.crisis.bit_count()
    return Line("2.2", f"Which problem is in crisis from the start? Chosen so far: {chosen} of {view.start_crises}.")


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


# Why a piece cannot be chosen


def why_not(view: Any, seat: int, kind: str, number: int) -> Line | None:
    """Why a seat cannot choose a piece now."""
    if view.over:
        return Line("4", "The game is over: nothing can be chosen any more.")
    if not view.asking[seat]:
        return why_wait(view, seat)
    reason = REASONS.get(kind)
    return reason(view, seat, number) if reason else None


def why_wait(view: Any, seat: int) -> Line:
    """§3 Nothing is asked of the seat: what it waits for."""
    if not view.turn and all(view.role[: view.seats]):
        return Line("2.2", "The first crises are chosen in seat order: it is not your turn yet.")
    if not view.turn:
        done = "You have your class; now the others pick theirs."
        return Line("2.1", done if view.role[seat] else "Classes are picked in seat order: it is not your turn yet.")
    if view.phase == Phase.ENGAGE:
        return Line("3.1.5", "You have drawn. When all have, everyone sees from which suits.")
    if view.phase == Phase.ACTIVATE:
        return Line("3.2", "You are done with this phase. It is uncovered when everyone is.")
    return Line("3.5", "You are ready. The dice wait for the others.")


def why_not_role(view: Any, seat: int, number: int) -> Line:
    """§1.4 Classes are taken once."""
    if view.role[seat]:
        return Line("2.1", f"You are the {ROLE_NAMES[view.role[seat] - 1]} for the whole game.")
    if is_taken(view, number):
        return Line("1.4", "Another player has this class: no two have the same.")
    return Line("2.1", "Classes are picked before the first turn.")


def why_not_suit(view: Any, seat: int, number: int) -> Line:
    """§3.1.2 §3.1.3 Which piles may be drawn from."""
    if view.asking[seat] != Step.PILE_DRAW:
        return Line("3.1.2", "Cards are drawn in the engage phase.")
    if view.draws[seat] == 1 and not is_class_suit(view, seat, number):
        return Line(
            "3.1.2", f"Your second card comes from a suit of your class: you are the {role(view.role[seat] - 1)}."
        )
    if is_in(view.found_empty[seat], number):
        return Line("3.1.3", f"You found the pile of {suit(number)} empty: the others have drawn its last cards.")
    left, thrown = view.left[number], view.discards[number]
    return Line("3.1.3", f"There is nothing left for you to draw here: {left} in the pile and {SOME_DISCARDS(thrown)}.")


PROJECT_FIRST = {
    Step.CLASS: "Projects are started in the activate phase; first you choose a class.",
    Step.PILE_DRAW: "Projects are started in the activate phase; now you draw.",
    Step.START_PROJECT: "Say first which type of project it will be: base or improved.",
    Step.START_PROJECT_FIX_CAT: "Choose the category first, then the problem.",
    Step.READY: "Projects are started in the activate phase of the next turn.",
}


def why_not_problem(view: Any, seat: int, number: int) -> Line:
    """§2.2 §3.2.1 Problems are chosen at the start, by hand, and for a new project."""
    asked = view.asking[seat]
    if asked == Step.FIRST_CRISIS:
        return Line("2.2", f"{PROBLEM_NAMES[number]} is in crisis already: choose another problem.")
    if asked == Step.START_PROJECT_FIX_NODE:
        chosen, here = CATEGORY_NAMES[view.new_category[seat]], CATEGORY_NAMES[CATEGORY_OF[number]]
        return Line("3.2.1", f"You chose {chosen}, but {PROBLEM_NAMES[number]} is in {here}.")
    if asked in PROJECT_FIRST:
        return Line("3.2.1", PROJECT_FIRST[asked])
    if project_for(view, seat, seat):
        held = project_in(view, seat, seat)
        return Line("2.3", f"Your project slot holds the {held}. To work on a project choose a card, then its token.")
    return Line("3.2.1", "You have decided to start no project in this turn.")


def why_not_category(view: Any, seat: int, number: int) -> Line:
    """§3.2.1 Categories are chosen for a new project only."""
    if view.asking[seat] == Step.FIRST_CRISIS:
        return Line("2.2", "Choose a single problem: it will be in crisis from the start.")
    if view.asking[seat] == Step.START_PROJECT_FIX_NODE:
        chosen = CATEGORY_NAMES[view.new_category[seat]]
        return Line("3.2.1", f"You have chosen {chosen}: now choose one of its problems.")
    return why_not_problem(view, seat, FIRST_IN[number])


CARDS_LATER = {
    Step.PILE_DRAW: ("3.2.2", "Cards are played in the activate phase; now you draw."),
    Step.START_PROJECT: ("3.2.2", "Decide first whether to start a project; then you may play cards."),
    Step.START_PROJECT_FIX_CAT: ("3.2.2", "Choose the category of your project first; then you may play cards."),
    Step.START_PROJECT_FIX_NODE: ("3.2.2", "Choose the problem of your project first; then you may play cards."),
    Step.CONSULTANT: ("3.2.5", "Say first what you pay consultants for the card you have played."),
    Step.START_RESEARCH: ("3.3.1", "Decide first whether to start research; then you may give cards to it."),
    Step.FUND_RESEARCH: ("3.3.2", "Cards come before money: you have stopped giving cards in this turn."),
    Step.READY: ("3.2.2", "Cards are played in the activate phase of the next turn."),
}


def why_not_card(view: Any, seat: int, number: int) -> Line:
    """§3.2.3 §3.3.2 What a card could be for."""
    if view.asking[seat] in CARDS_LATER:
        return Line(*CARDS_LATER[view.asking[seat]])
    what = "" if number == JOKER else f" {SUIT_SIGNS[number // 13]}"
    if view.asking[seat] == Step.PLAY_CARD:
        return Line("3.2.3", f"No project that you can work on still lacks a{what} success.")
    return Line("3.3.2", f"No research that you have not given a card to takes a{what} card.")


def why_not_tech(view: Any, seat: int, number: int) -> Line:
    """§3.3.1 What may be researched, and when."""
    if is_in(view.known, number):
        return Line("3.4.2", f"{tech(number)} is known to the whole table already.")
    if number + 1 in view.tech[: view.seats]:
        return Line("3.3.1", f"{tech(number)} is under way: give to that research instead.")
    if not is_in(open_techs(view), number):
        return Line("1.5", f"{tech(number)} needs {_missing(view, number)}, which is not known yet.")
    if tech_for(view, seat, seat):
        return Line("2.3", f"Your research slot holds {tech_in(view, seat, seat)} until it is known.")
    return Line("3.3.1", "A tech is started in the activate phase, when you have played your cards.")


def _missing(view: Any, number: int) -> str:
    """The Base techs that a tech still needs."""
    needs = RESEARCH_SUITS[CATEGORY_OF[number - AUTO_PROTECT]] if number >= AUTO_PROTECT else [number % 4]
    return " and ".join(tech(int(need)) for need in needs if not is_in(view.known, int(need)))


def why_not_project(view: Any, seat: int, slot: int) -> Line:
    """§3.2.2 §3.2.3 What a project lacks."""
    if view.asking[seat] != Step.PLAY_CARD:
        return Line("3.2.2", "Projects are worked on with cards, after you have decided about your own.")
    lacking = [
        SUIT_SIGNS[suit_for(view, seat, slot, part)] for part in range(2) if kinds_lacking(view, seat, slot, part)
    ]
    if not lacking:
        return Line("3.2.3", "As far as you know, this project lacks no success any more.")
    return Line("3.2.3", f"This project lacks {' and '.join(lacking)}, and you hold no card that serves.")


def why_not_research(view: Any, seat: int, slot: int) -> Line:
    """§3.3.2 What research takes: one card and one money of each player at most."""
    asked = view.asking[seat]
    if asked == Step.CARD_FOR_RESEARCH and not is_in(view.card_given[seat], slot):
        takes = signs_taken(view, tech_for(view, seat, slot) - 1)
        return Line("3.3.2", f"It takes a card of {takes} or a joker, and you hold none.")
    if asked in (Step.CARD_FOR_RESEARCH, Step.FUND_RESEARCH):
        return Line("3.3.2", "You have given to it already: one card and one money to each tech at most.")
    return Line("3.3.2", "Cards and money are given to research at the end of the activate phase.")


def why_not_seat(view: Any, seat: int, other: int) -> Line:
    """§3.2.2 Players are not chosen, only what they have started."""
    if view.asking[seat] == Step.PLAY_CARD and project_for(view, seat, other):
        return why_not_project(view, seat, other)
    return Line("3.2.2", "You choose no players, but their projects and research when there is something to add.")


def why_not_chips(view: Any, seat: int, number: int) -> Line:
    """§3.6.2 What chips are for."""
    return Line("3.6.2", "Chips are nobody's: the crisis dice use them up at the end of the turn.")


REASONS: dict[str, Callable[[Any, int, int], Line]] = {
    "role": why_not_role,
    "suit": why_not_suit,
    "problem": why_not_problem,
    "category": why_not_category,
    "card": why_not_card,
    "tech": why_not_tech,
    "project_of": why_not_project,
    "research_of": why_not_research,
    "seat": why_not_seat,
    "chips": why_not_chips,
}


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
        "suit": suit,
        "tech": tech,
        "times": plural("time"),
    },
    choices={
        Step.CLASS: ask_class,
        Step.FIRST_CRISIS: ask_first_crisis,
        Step.PILE_DRAW: ask_draw,
        Step.START_PROJECT: Line(
            "3.2.1", "Your project slot is free. Start a project? A base project adds a chip when it is finished."
        ),
        Step.START_PROJECT_FIX_CAT: Line("3.2.1", "In which category?"),
        Step.START_PROJECT_FIX_NODE: Line("3.2.1", "Which problem shall the project fix?"),
        Step.PLAY_CARD: Line("3.2.2", "Play a card on a project, or stop."),
        Step.CONSULTANT: ask_consultants,
        Step.START_RESEARCH: Line("3.3.1", "Your research slot is free. Start to research a tech?"),
        Step.CARD_FOR_RESEARCH: Line("3.3.2", "Give a card to research? A tech needs a card and 1 money for a cycle."),
        Step.FUND_RESEARCH: Line("3.3.2", "Give 1 money to research? A tech needs a card and 1 money for a cycle."),
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
        Event.SUCCESS_SKILL: Line("3.2.6", "{0:seat} plays {1:card} on {2:problem}: {4} against {3}, a success."),
        Event.FAILED_SKILL: Line("3.2.6", "{0:seat} plays {1:card} on {2:problem}: {4} against {3}, a failure."),
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
        Event.MISSED: Line("3.6.5", "{0:problem} holds: {1:chips} spent without a hit."),
        Event.HIT: Line("3.6.5", "{0:problem} is hit: a {2} after {1:chips}; {3} left."),
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
    picture=picture,
    scenes=frozenset({Event.TURN_ENDS}),
    pieces=frozenset({"problem", "category", "card", "suit", "tech", "role", "project_of", "research_of"}),
    strip=strip,
    why_not=why_not,
)
