"""What the board of Polycrisis shows and has to be worked out: what stands at each problem, where a crisis would spread, and what
each seat has. Everything is read from a view, so nothing hidden can come out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from moot.engine import NOBODY, is_in
from moot.games.polycrisis.activate import suit_for
from moot.games.polycrisis.components import (
    AUTO_PROTECT,
    BASE,
    CASCADE,
    CATEGORIES,
    CATEGORY_NAMES,
    CLASS_SUITS,
    EXPANDED,
    JOKER,
    KIND_OF,
    LINKS,
    NO_PROJECT,
    PROBLEM_CODES,
    PROBLEM_NAMES,
    PROBLEMS,
    PROBLEMS_IN,
    RANKS,
    ROLES,
    SIZE_OF,
)
from moot.games.polycrisis.crisis import is_saturated
from moot.games.polycrisis.finalize import CYCLES_NEEDED
from moot.games.polycrisis.naming import (
    PROJECT_TYPES,
    ROLE_NAMES,
    SOME_CARDS,
    SOME_CHIPS,
    SOME_DISCARDS,
    SUIT_NAMES,
    SUIT_SIGNS,
    card,
    signs_taken,
    successes_of,
    tech,
)
from moot.games.polycrisis.research import research_boundary, research_suit, tech_for
from moot.games.polycrisis.rules import Phase, Step, full_categories, is_full
from moot.games.polycrisis.wheel import (
    ANGLES,
    ARC_LAYER,
    LINK_LAYER,
    MIDDLE,
    ORDERS,
    PLACES,
    SHIELDS,
    TEXTS,
    TOKENS,
    at,
    targets,
)
from moot.games.polycrisis.words import runaway

BESIDE = 4.2  # degrees from a problem to its shield, which lies in the notch before the next problem
OVER_WIDTH = 17  # of a number such as +1
MOST_NUMBERED = 9  # problems of a cascade list that get a number: one digit each


class Node(NamedTuple):
    """A problem as the board shows it."""

    number: int
    state: str
    title: str
    tip: str
    place: str  # attributes that never change: where it is, and the pieces whose crisis would reach it
    texts: str  # its code, and its name along the spoke


class Sector(NamedTuple):
    """A category as the board shows it."""

    number: int
    crises: int
    size: int
    full: bool
    tip: str


class TechMark(NamedTuple):
    """A tech as the board shows it."""

    number: int
    suit: int
    state: str  # known, research, open, shut
    cycles: int
    seat: int  # who researches it
    x: int
    y: int
    name: str
    word: str
    scale: str
    tip: str


class Pip(NamedTuple):
    """A success that a project takes, had or lacking."""

    suit: int
    had: bool
    x: int
    over: int  # at the last success of a suit: how many more there are than the project takes


class Token(NamedTuple):
    """A project at its problem."""

    slot: int
    pips: list[Pip]
    half: int  # of its width
    x: int
    y: int
    angle: float
    state: str
    name: str
    tip: str


# Problems


def state_of(view: Any, problem: int) -> str:
    """§1.1 Stable, in crisis or protected."""
    if is_in(view.crisis, problem):
        return "crisis"
    return "protected" if is_in(view.protected, problem) else "stable"


def cascades_far(view: Any, problem: int) -> bool:
    """§3.6.4 Whether the cascade list of a problem would apply."""
    crowded = is_in(view.crisis, problem) and LINKS[problem] & ~view.crisis == 0
    return bool(crowded) and not is_saturated(view, problem)


def cascade_list(view: Any, problem: int) -> list[int]:
    """§3.6.4 What the list would strike, one chip each, in its order."""
    return [int(p) for p in CASCADE[problem] if p >= 0 and not is_in(view.crisis, p)]


def _codes(problems: Sequence[int], most: int = 5) -> str:
    more = f" and {len(problems) - most} more" if len(problems) > most else ""
    return ", ".join(PROBLEM_CODES[problem] for problem in problems[:most]) + more


def _tip(view: Any, problem: int, far: Sequence[int]) -> str:
    """§3.6.2 What a crisis die would do to a problem."""
    state = state_of(view, problem)
    if state != "crisis":
        return "stable. A hit puts it in crisis." if state == "stable" else "protected. A hit removes the protection."
    if far:
        return f"in crisis, and so is all it links to. Each chip strikes the next of {_codes(far)}."
    if is_saturated(view, problem):
        return "in crisis, and so is all it leads to: saturated, it adds a chip."
    return f"in crisis. A hit cascades to {_codes(targets(problem), 8)}."


def _far(view: Any) -> dict[int, list[int]]:
    return {p: cascade_list(view, p) for p in range(PROBLEMS) if cascades_far(view, p)}


def _node(view: Any, problem: int, far: Sequence[int]) -> Node:
    title, tip = PROBLEM_NAMES[problem], _tip(view, problem, far)
    return Node(problem, state_of(view, problem), title, tip, PLACES[problem], TEXTS[problem])


def _order(source: int, reached: Sequence[int]) -> str:
    """The numbers of a cascade list, each at its problem: one text whose letters lie apart."""
    points = [at(ANGLES[problem], ORDERS) for problem in reached[:MOST_NUMBERED]]
    across, down = (" ".join(str(point[axis]) for point in points) for axis in range(2))
    digits = "".join(str(place + 1) for place in range(len(points)))
    return f'<text data-with="problem-{source}" x="{across}" y="{down}">{digits}</text>'


def _sectors(view: Any) -> list[Sector]:
    return [_sector(view, category) for category in range(CATEGORIES)]


def _sector(view: Any, category: int) -> Sector:
    """§3.6.1 How far a category is from being full."""
    crises, size = (view.crisis & PROBLEMS_IN[category]).bit_count(), int(SIZE_OF[category])
    full = bool(is_full(view, category))
    stands = f"{CATEGORY_NAMES[category]}: {crises} of {size} in crisis"
    tip = f"{stands}; {size - crises} more and it is full."
    if full:
        tip = f"{stands}, full: it adds a chip to every crisis phase, and one each time it is rolled."
    return Sector(category, crises, size, full, tip)


# Research


def _researchers(view: Any) -> dict[int, int]:
    """§2.3 Who has which tech in the research slot."""
    return {view.tech[slot] - 1: slot for slot in range(view.seats) if view.tech[slot]}


TECH_SAYS = {
    "known": "known to the whole table.",
    "research": "in research.",
    "open": "can be started now.",
    "shut": "cannot be started yet.",
}
TECH_KINDS = ("Base-", "Exp.-")  # before the sign of a suit
TECH_WORDS = {"known": "✓", "research": f"{{}} of {CYCLES_NEEDED}", "open": "open", "shut": "–"}


def _tech_mark(view: Any, number: int, state: str, x: int, y: int, by: dict[int, int]) -> TechMark:
    """§3.3.1 One tech, with what it takes."""
    seat, suit = by.get(number, NOBODY), int(research_suit(number))
    cycles = view.cycles[seat] if seat != NOBODY else 0
    done = f" {cycles} of {CYCLES_NEEDED} cycles are done." if seat != NOBODY else ""
    takes = "" if state == "known" else f" A cycle takes a card of {signs_taken(view, number)} and 1 money."
    tip = f"{tech(number)}: {TECH_SAYS[state]}{done}{takes}"
    return TechMark(number, suit, state, cycles, seat, x, y, tech(number), *_caption(view, number, state, cycles), tip)


def _caption(view: Any, number: int, state: str, cycles: int) -> tuple[str, str]:
    """What stands under a tech of the row, and how it is scaled: with Expanded techs there are eight, too many for words."""
    kind = "Base" if number < EXPANDED else "Exp."
    return (kind, "scale(.8)") if view.expanded_tech else (f"{kind} {TECH_WORDS[state].format(cycles)}", "")


def tech_state(view: Any, number: int, boundary: int, by: dict[int, int]) -> str:
    """§3.3.1 Known, in research, in the boundary, or none of these."""
    if is_in(view.known, number):
        return "known"
    if number in by:
        return "research"
    return "open" if is_in(boundary, number) else "shut"


def _techs(view: Any) -> tuple[list[TechMark], list[TechMark]]:
    """§1.5 The Base (and Expanded) techs in a row, and the Auto-Protects that are more than a hope at their problems."""
    boundary, by = int(research_boundary(view)), _researchers(view)
    row = [*range(BASE, BASE + 4), *(range(EXPANDED, EXPANDED + 4) if view.expanded_tech else ())]
    width = 300 // len(row)
    base = [
        _tech_mark(view, n, tech_state(view, n, boundary, by), width * i + width // 2, 0, by) for i, n in enumerate(row)
    ]
    shown = [p for p in range(PROBLEMS) if is_in(view.known | boundary, AUTO_PROTECT + p) or AUTO_PROTECT + p in by]
    return base, [_shield(view, problem, boundary, by) for problem in shown]


def _shield(view: Any, problem: int, boundary: int, by: dict[int, int]) -> TechMark:
    number = AUTO_PROTECT + problem
    return _tech_mark(view, number, tech_state(view, number, boundary, by), *at(ANGLES[problem] + BESIDE, SHIELDS), by)


# Projects


def pips_of(view: Any, slot: int) -> list[Pip]:
    """§1.6 The successes a project takes: the first suit's to the left, the second's to the right."""
    return [pip for part, side in ((0, -1), (1, 1)) for pip in _pips_in(view, slot, part, side)]


def _pips_in(view: Any, slot: int, part: int, side: int) -> Iterator[Pip]:
    """§3.4.7 In one suit; what is over stands with the last."""
    suit, had, needed = int(suit_for(view, NOBODY, slot, part)), view.progress[slot, part], view.project[slot]
    for place in range(needed):
        over = max(0, had - needed) if place == needed - 1 else 0
        yield Pip(suit, place < had, side * (18 + 13 * place), over)


def _in_a_row(pips: Sequence[Pip]) -> Iterator[Pip]:
    """The same in a seat's line, from left to right."""
    x = 94
    for pip in pips:
        yield pip._replace(x=x)
        x += 15 + OVER_WIDTH * bool(pip.over)


def project_tip(view: Any, slot: int, name: str) -> str:
    """§1.6 A project in a sentence."""
    kind, problem = PROJECT_TYPES[view.project[slot]], PROBLEM_NAMES[view.target[slot]]
    return f"{name}'s {kind} on {problem}: {successes_of(view, slot)}."


def _tokens(view: Any, names: Sequence[str]) -> list[Token]:
    """§2.3 The projects in all slots; several at one problem stand side by side, without their pips."""
    standing = [slot for slot in range(view.seats) if view.project[slot] != NO_PROJECT]
    together: dict[int, list[int]] = {}
    for slot in standing:
        together.setdefault(view.target[slot], []).append(slot)
    return [_token(view, slot, together[view.target[slot]], names[slot]) for slot in standing]


def _token(view: Any, slot: int, here: list[int], name: str) -> Token:
    problem, kind = view.target[slot], view.project[slot]
    angle = ANGLES[problem] + 3.9 * (here.index(slot) - (len(here) - 1) / 2)
    pips = pips_of(view, slot) if len(here) == 1 else []
    state = f"{kind}-{problem}-{view.progress[slot, 0]}-{view.progress[slot, 1]}"
    half = 12 + 13 * len(pips) // 2 + OVER_WIDTH * any(pip.over for pip in pips)
    tip = project_tip(view, slot, name)
    return Token(slot, pips, half, *at(angle, TOKENS), round(angle, 1), state, f"{name}'s project", tip)


# Seats


def _backs(view: Any, seat: int) -> list[int]:
    """§3.1.5 How many cards of a hand came from each pile."""
    backs = [view.back[seat][place] % 4 for place in range(view.cards[seat])]
    return [backs.count(suit) for suit in range(4)]


def _seat(view: Any, seat: int, name: str) -> dict[str, Any]:
    """§6 What everyone sees of a seat."""
    role, project, research = view.role[seat] - 1, view.project[seat], view.tech[seat] - 1
    backs = _backs(view, seat)
    return {
        "seat": seat,
        "name": name,
        "role": role,
        "role_name": ROLE_NAMES[role] if role >= 0 else "",
        "role_tip": role_tip(role) if role >= 0 else "",
        "suits": list(map(int, CLASS_SUITS[role])) if role >= 0 else [],
        "money": view.money[seat],
        "backs": [{"suit": suit, "count": backs[suit], "x": 114 + 45 * suit} for suit in range(4) if backs[suit]],
        "project": PROBLEM_CODES[view.target[seat]] if project else "",
        "pips": list(_in_a_row(pips_of(view, seat))),
        "research": short_tech(research) if research >= 0 else "",
        "tech": research,
        "cycles": view.cycles[seat],
        "research_tip": _research_tip(view, seat, name),
        "state": f"{role}-{view.money[seat]}-{'.'.join(map(str, backs))}",
        "tip": _seat_tip(view, seat, name),
    }


def short_tech(number: int) -> str:
    """§1.5 A tech, short enough for a seat's line."""
    return f"Protect {PROBLEM_CODES[number - AUTO_PROTECT]}" if number >= AUTO_PROTECT else TECH_KINDS[number // 4]


def _research_tip(view: Any, seat: int, name: str) -> str:
    """§3.4.2 How far research has come."""
    return f"{name} researches {tech(view.tech[seat] - 1)}: {view.cycles[seat]} of {CYCLES_NEEDED} cycles."


def _seat_tip(view: Any, seat: int, name: str) -> str:
    role = ROLE_NAMES[view.role[seat] - 1] if view.role[seat] else "no class yet"
    return f"{name}, {role}: {view.money[seat]} money and {SOME_CARDS(view.cards[seat])}."


def _roles(view: Any) -> list[dict[str, Any]]:
    """§1.4 §2.1 The classes that nobody has, while they are chosen."""
    taken = {view.role[seat] - 1 for seat in range(view.seats)}
    return [_role(role) for role in range(ROLES) if role not in taken] if -1 in taken else []


def _role(role: int) -> dict[str, Any]:
    x, y = MIDDLE + 106 * (role % 2 * 2 - 1), MIDDLE - 86 + 86 * (role // 2)
    suits = list(map(int, CLASS_SUITS[role]))
    return {"role": role, "name": ROLE_NAMES[role], "suits": suits, "tip": role_tip(role), "x": x, "y": y}


def role_tip(role: int) -> str:
    """§1.4 What a class is for."""
    suits = " or ".join(SUIT_NAMES[suit] for suit in CLASS_SUITS[role])
    return f"{ROLE_NAMES[role]}: the second card of each turn comes from {suits}."


# Chips and piles


def _chips(view: Any) -> dict[str, Any]:
    """§3.6.1 §3.6.5 How many chips there would be at the dice as things stand, why, and what they do."""
    full = int(full_categories(view))
    rising = view.chips_per_turn if view.phase == Phase.ENGAGE else 0
    parts = [f"{view.chips} in the pool"] + [f"{rising} rising"] * bool(rising) + [f"{full} full"] * bool(full)
    total = view.chips + rising + full
    more = "" if view.phase == Phase.OPEN else " Projects and twelves may still add some."
    tip = (
        f"{SOME_CHIPS(total)} for the next crisis dice: {' + '.join(parts)}.{more} "
        f"A chip buys a roll of two dice, and less than {view.hit_below} is a hit."
    )
    return {"total": total, "why": parts, "tip": tip}


def _pile(view: Any, suit: int) -> dict[str, Any]:
    """§3.1.3 A pile and its discards, as they stood when the phase began."""
    left, thrown = view.left[suit], view.discards[suit]
    top = card(KIND_OF[view.discard[suit, thrown - 1]]) if thrown else ""
    tip = f"Pile of {SUIT_NAMES[suit]}: {SOME_CARDS(left)}, {SOME_DISCARDS(thrown)}" + (
        f", {top} on top." if top else "."
    )
    return {
        "suit": suit,
        "name": f"Pile of {SUIT_NAMES[suit]}",
        "left": left,
        "discards": thrown,
        "tip": tip,
        "x": 75 * suit,
    }


# What a seat holds


def _hand(view: Any, seat: int) -> list[dict[str, Any]]:
    """§2.3 The hand: kept cards first by suit and value, then those just drawn, then those laid aside in this phase."""
    held = [(view.gone[seat][place], view.hand[seat][place]) for place in range(view.cards[seat])]
    kept = sorted(number for gone, number in held if not gone)
    aside = [number for gone, number in held if gone]
    drawn = list(view.drawn[seat])[: view.draws[seat]]
    rows = [(kept, "held"), (drawn, "drawn"), (aside, "aside")]
    return [_card(number, state) for numbers, state in rows for number in numbers]


CARD_SAYS = {
    "held": "in your hand",
    "drawn": "just drawn; it joins your hand when all have drawn",
    "aside": "played; it goes to the discards when all have finished",
}


def _card(number: int, state: str) -> dict[str, Any]:
    kind = int(KIND_OF[number])
    joker = kind == JOKER
    return {
        "id": number,
        "kind": kind,
        "rank": "Joker" if joker else RANKS[kind % 13],
        "sign": "★" if joker else SUIT_SIGNS[kind // 13],
        "state": state,
        "tip": f"{card(kind).capitalize()}: {CARD_SAYS[state]}.",
    }


def _plans(view: Any, seat: int) -> list[dict[str, str]]:
    """§3.2 What a seat has decided in this phase, which nobody else sees yet."""
    plans = []
    if view.new_project[seat]:
        plans.append(_new_project(view, seat))
    if view.new_tech[seat]:
        plans.append({"piece": f"research_of-{seat}", "text": f"Start to research {tech(view.new_tech[seat] - 1)}"})
    return plans + [{"piece": "", "text": text} for text in (*_work_done(view, seat), *_gifts(view, seat))]


def _new_project(view: Any, seat: int) -> dict[str, str]:
    """§3.2.1 The project a seat starts; as long as its problem is not chosen, cards cannot be played on it."""
    what = f"Start {('', 'a base', 'an improved')[view.new_project[seat]]} project"
    if view.asking[seat] in (Step.START_PROJECT_FIX_CAT, Step.START_PROJECT_FIX_NODE):
        return {"piece": "", "text": what}
    return {"piece": f"project_of-{seat}", "text": f"{what} on {PROBLEM_NAMES[view.new_target[seat]]}"}


def _work_done(view: Any, seat: int) -> Iterator[str]:
    """§3.2.2 The successes a seat has had in this phase."""
    for slot in range(view.seats):
        for part in range(2):
            if view.success[seat, 2 * slot + part]:
                suit = SUIT_SIGNS[suit_for(view, seat, slot, part)]
                target = view.new_target[seat] if slot == seat and view.new_project[seat] else view.target[slot]
                yield f"{view.success[seat, 2 * slot + part]} × {suit} succeeded on {PROBLEM_NAMES[target]}"


def _gifts(view: Any, seat: int) -> Iterator[str]:
    """§3.3.2 What a seat has given to research in this phase."""
    for slot in range(view.seats):
        card_too, money = is_in(view.card_given[seat], slot), is_in(view.money_given[seat], slot)
        given = " and ".join(["a card"] * card_too + ["1 money"] * money)
        if given:
            yield f"Gave {given} to {tech(tech_for(view, seat, slot) - 1)}"


def _mine(view: Any, seat: int) -> dict[str, Any]:
    """§6 What only its seat sees."""
    role = view.role[seat] - 1
    return {
        "hand": _hand(view, seat),
        "money": view.money[seat] - view.spent[seat],
        "spent": view.spent[seat],
        "plans": _plans(view, seat),
        "role_name": ROLE_NAMES[role] if role >= 0 else "",
        "role_signs": [SUIT_SIGNS[suit] for suit in CLASS_SUITS[role]] if role >= 0 else [],
    }


def face(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """What the board shows of a view; or for a seat, what it holds."""
    return _board(view, names) if seat == NOBODY else _mine(view, seat)


def _board(view: Any, names: Sequence[str]) -> dict[str, Any]:
    far = _far(view)
    base, shields = _techs(view)
    return {
        "links": LINK_LAYER,
        "arcs": ARC_LAYER,
        "categories": CATEGORY_NAMES,
        "signs": SUIT_SIGNS,
        "nodes": [_node(view, problem, far.get(problem, ())) for problem in range(PROBLEMS)],
        "orders": "".join(_order(source, reached) for source, reached in far.items()),
        "sectors": _sectors(view),
        "techs": base,
        "shields": shields,
        "tokens": _tokens(view, names),
        "seats": [_seat(view, other, names[other]) for other in range(view.seats)],
        "roles": _roles(view),
        "chips": _chips(view),
        "runaway": runaway(view),
        "crises": view.crisis.bit_count(),
        "piles": [_pile(view, suit) for suit in range(4)],
    }
