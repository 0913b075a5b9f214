"""What the board of Polycrisis shows and has to be worked out: what stands at each problem, where a crisis would spread, and what
each seat has. Everything is read from a view, so nothing hidden can come out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, NamedTuple

from moot.engine import NOBODY, is_in
from moot.games.polycrisis.activate import suit_for
from moot.games.polycrisis.components import (
    AUTO_PROTECT,
    BASE,
    CASCADE,
    CATEGORIES,
    CATEGORY_NAMES,
    CATEGORY_OF,
    CLASS_SUITS,
    EXPANDED,
    KIND_OF,
    LINKS,
    PROBLEM_CODES,
    PROBLEM_NAMES,
    PROBLEMS,
    PROBLEMS_IN,
    PROJECT_SUITS,
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
from moot.games.polycrisis.research import research_boundary, research_suit
from moot.games.polycrisis.rules import Phase, full_categories, is_full
from moot.games.polycrisis.tray import tray
from moot.games.polycrisis.web import (
    BESIDE,
    BLOCKS,
    BOXES,
    LINK_LAYER,
    MIDDLE,
    MOVED,
    NARROW,
    NARROW_LINK_LAYER,
    NARROW_ROWS,
    PLACES,
    REACHED_FROM,
    SPOTS,
    TEXTS,
    Block,
    targets,
)
from moot.games.polycrisis.words import runaway

MOST_NUMBERED = 9  # problems of a cascade list that get a number: one digit each
CLASSES_AT = 170, 308  # the middles of two columns of cards, between the names of categories at both sides
OVER_WIDTH = 14  # of a number such as +1
SHORT_NAMES = {5: "Living"}  # of categories, where a name must be short


class TechMark(NamedTuple):
    """A tech as the board shows it."""

    number: int
    suit: int
    state: str  # known, research, open, shut
    cycles: int
    seat: int  # who researches it
    name: str
    word: str
    tip: str


class Node(NamedTuple):
    """A problem as the board shows it."""

    number: int
    state: str
    title: str
    tip: str
    seats: tuple[int, ...]  # who works on it
    tech: TechMark | None  # its protection by itself, if that is more than a hope


class Sector(NamedTuple):
    """A category as the board shows it."""

    number: int
    crises: int
    size: int
    full: bool
    suits: tuple[int, ...]
    tip: str


class Pip(NamedTuple):
    """A success that a project takes, had or lacking."""

    suit: int
    had: bool
    x: int
    over: int  # at the last success of a suit: how many more there are than the project takes


class ProjectShown(NamedTuple):
    """A project in the row of its seat."""

    code: str  # of its problem
    pips: tuple[Pip, ...]
    left: float  # where the first stands
    state: str
    name: str
    tip: str


class ResearchShown(NamedTuple):
    """A tech in research in the row of its seat."""

    code: str
    suit: int  # -1: it protects a problem
    cycles: int
    state: str
    name: str
    tip: str


class SeatRow(NamedTuple):
    """A seat beside the web."""

    seat: int
    name: str
    short: str
    role: int  # -1: none yet
    role_name: str
    role_tip: str
    suits: tuple[int, ...]  # of the class
    money: int
    backs: tuple[tuple[int, int], ...]  # suits, and how many cards of each
    project: ProjectShown | None
    research: ResearchShown | None
    state: str
    tip: str


class Chips(NamedTuple):
    """The chips for the next crisis dice."""

    total: int
    why: tuple[str, ...]  # parts of it
    tip: str


class Pile(NamedTuple):
    """A pile of cards."""

    suit: int
    name: str
    left: int
    discards: int
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


def _named(problems: Sequence[int], most: int = 3) -> str:
    more = f" and {len(problems) - most} more" if len(problems) > most else ""
    return ", ".join(PROBLEM_NAMES[problem] for problem in problems[:most]) + more


def _tip(view: Any, problem: int, far: Sequence[int]) -> str:
    """§3.6.2 What a crisis die would do to a problem."""
    state = state_of(view, problem)
    if state != "crisis":
        return "Stable: a hit puts it in crisis." if state == "stable" else "Protected: a hit removes the protection."
    if far:
        return f"In crisis, and so is all it links to: each chip strikes the next of {_named(far)}."
    if is_saturated(view, problem):
        return "In crisis, and so is all it leads to: saturated, it adds a chip."
    return f"In crisis: a hit cascades to {_named(targets(problem))}."


def _links_to(view: Any, problem: int) -> str:
    """§1.1 Where a problem leads, if its crisis does not say so."""
    return "" if is_in(view.crisis, problem) or not targets(problem) else f" Links to {_named(targets(problem))}."


@cache
def project_signs(category: int) -> str:
    """§1.6 The two suits of a category's projects."""
    return " and ".join(SUIT_SIGNS[suit] for suit in PROJECT_SUITS[category])


def _far(view: Any) -> dict[int, list[int]]:
    return {p: cascade_list(view, p) for p in range(PROBLEMS) if cascades_far(view, p)}


def _node(view: Any, problem: int, far: Sequence[int], who: tuple[int, ...], names: str, mark: TechMark | None) -> Node:
    """§1.1 §1.6 A problem, what it needs, where it leads and who works on it."""
    category = CATEGORY_OF[problem]
    about = f"{CATEGORY_NAMES[category]} · projects take {project_signs(category)}."
    works = f" Works on it: {names or 'nobody'}."
    researched = f" {mark.tip}" if mark else ""
    tip = f"{about} {_tip(view, problem, far)}{_links_to(view, problem)}{works}{researched}"
    return Node(problem, state_of(view, problem), PROBLEM_NAMES[problem], tip, who, mark)


def _nodes(view: Any, names: Sequence[str], marks: dict[int, TechMark]) -> Iterator[Node]:
    far, at = _far(view), {slot: view.target[slot] for slot in range(view.seats) if view.project[slot]}
    for problem in range(PROBLEMS):
        who = tuple(slot for slot, target in at.items() if target == problem)
        yield _node(
            view, problem, far.get(problem, ()), who, ", ".join(names[slot] for slot in who), marks.get(problem)
        )


def _order(source: int, reached: Sequence[int]) -> str:
    """The numbers of a cascade list, each at its problem: one text whose letters lie apart."""
    points = [SPOTS[problem].edge(0) for problem in reached[:MOST_NUMBERED]]
    across, down = (" ".join(str(point[axis]) for point in points) for axis in range(2))
    digits = "".join(str(place + 1) for place in range(len(points)))
    return f'<text data-with="problem-{source}" x="{across}" y="{down}">{digits}</text>'


def _sector(view: Any, category: int) -> Sector:
    """§3.6.1 How far a category is from being full."""
    crises, size = (view.crisis & PROBLEMS_IN[category]).bit_count(), int(SIZE_OF[category])
    full = bool(is_full(view, category))
    stands = f"{CATEGORY_NAMES[category]}: {crises} of {size} in crisis"
    tip = f"{stands}; {size - crises} more and it is full."
    if full:
        tip = f"{stands}, full: it adds a chip to every crisis phase, and one each time it is rolled."
    suits = tuple(map(int, PROJECT_SUITS[category]))
    return Sector(category, crises, size, full, suits, f"{tip} Its projects take {project_signs(category)}.")


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
TECH_KINDS = ("Base", "Exp.")  # before the sign of a suit
TECH_WORDS = {"known": "✓", "research": f"{{}} of {CYCLES_NEEDED}", "open": "open", "shut": "–"}


def _tech_mark(view: Any, number: int, state: str, by: dict[int, int]) -> TechMark:
    """§3.3.1 One tech, with what it takes."""
    seat, suit = by.get(number, NOBODY), int(research_suit(number))
    cycles = view.cycles[seat] if seat != NOBODY else 0
    done = f" {cycles} of {CYCLES_NEEDED} cycles are done." if seat != NOBODY else ""
    takes = "" if state == "known" else f" A cycle takes a card of {signs_taken(view, number)} and 1 money."
    called = "Auto-Protect" if number >= AUTO_PROTECT else tech(number)
    tip = f"{called}: {TECH_SAYS[state]}{done}{takes}"
    return TechMark(number, suit, state, cycles, seat, tech(number), _caption(view, number, state, cycles), tip)


def _caption(view: Any, number: int, state: str, cycles: int) -> str:
    """What stands under a tech of the row: with Expanded techs there are eight, too many for words."""
    kind = "Base" if number < EXPANDED else "Exp."
    return kind if view.expanded_tech else f"{kind} {TECH_WORDS[state].format(cycles)}"


def tech_state(view: Any, number: int, boundary: int, by: dict[int, int]) -> str:
    """§3.3.1 Known, in research, in the boundary, or none of these."""
    if is_in(view.known, number):
        return "known"
    if number in by:
        return "research"
    return "open" if is_in(boundary, number) else "shut"


def _row_techs(view: Any, boundary: int, by: dict[int, int]) -> list[TechMark]:
    """§1.5 The Base (and Expanded) techs in a row."""
    row = [*range(BASE, BASE + 4), *(range(EXPANDED, EXPANDED + 4) if view.expanded_tech else ())]
    return [_tech_mark(view, number, tech_state(view, number, boundary, by), by) for number in row]


def _protections(view: Any, boundary: int, by: dict[int, int]) -> dict[int, TechMark]:
    """§1.5 The Auto-Protects that are more than a hope, by their problems."""
    numbers = {p: AUTO_PROTECT + p for p in range(PROBLEMS)}
    states = {p: tech_state(view, number, boundary, by) for p, number in numbers.items()}
    return {p: _tech_mark(view, numbers[p], state, by) for p, state in states.items() if state != "shut"}


# Projects


def pips_of(view: Any, slot: int) -> Iterator[Pip]:
    """§1.6 The successes a project takes, from left to right."""
    x = 0
    for part in range(2):
        for pip in _pips_in(view, slot, part):
            yield pip._replace(x=x)
            x += 12 + OVER_WIDTH * bool(pip.over)


def _pips_in(view: Any, slot: int, part: int) -> Iterator[Pip]:
    """§3.4.7 In one suit; what is over stands with the last."""
    suit, had, needed = int(suit_for(view, NOBODY, slot, part)), view.progress[slot, part], view.project[slot]
    for place in range(needed):
        over = max(0, had - needed) if place == needed - 1 else 0
        yield Pip(suit, place < had, 0, over)


def project_tip(view: Any, slot: int, name: str) -> str:
    """§1.6 A project in a sentence."""
    kind, problem = PROJECT_TYPES[view.project[slot]], PROBLEM_NAMES[view.target[slot]]
    return f"{name}'s {kind} on {problem}: {successes_of(view, slot)}."


# Seats


def _backs(view: Any, seat: int) -> list[int]:
    """§3.1.5 How many cards of a hand came from each pile."""
    backs = [view.back[seat][place] % 4 for place in range(view.cards[seat])]
    return [backs.count(suit) for suit in range(4)]


def _seat(view: Any, seat: int, name: str) -> SeatRow:
    """§6 What everyone sees of a seat."""
    role, backs = view.role[seat] - 1, _backs(view, seat)
    return SeatRow(
        seat,
        name=_cut(name, 15),
        short=_cut(name, 8),
        role=role,
        role_name=ROLE_NAMES[role] if role >= 0 else "",
        role_tip=role_tip(role) if role >= 0 else "",
        suits=tuple(map(int, CLASS_SUITS[role])) if role >= 0 else (),
        money=view.money[seat],
        backs=tuple((suit, many) for suit, many in enumerate(backs) if many),
        project=_project(view, seat, name) if view.project[seat] else None,
        research=_research(view, seat, name) if view.tech[seat] else None,
        state=f"{role}-{view.money[seat]}-{'.'.join(map(str, backs))}",
        tip=_seat_tip(view, seat, name),
    )


def _cut(name: str, most: int) -> str:
    """A name that fits."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def _project(view: Any, seat: int, name: str) -> ProjectShown:
    """§1.6 A seat's project, for its row."""
    kind, problem, pips = view.project[seat], view.target[seat], tuple(pips_of(view, seat))
    return ProjectShown(
        PROBLEM_CODES[problem],
        pips,
        left=27 - (pips[-1].x + OVER_WIDTH * bool(pips[-1].over)) / 2,
        state=f"{kind}-{problem}-{view.progress[seat, 0]}-{view.progress[seat, 1]}",
        name=f"{name}'s project",
        tip=project_tip(view, seat, name),
    )


def _research(view: Any, seat: int, name: str) -> ResearchShown:
    """§3.4.2 A seat's research, for its row."""
    number, cycles = view.tech[seat] - 1, view.cycles[seat]
    own = number >= AUTO_PROTECT
    takes = f"A cycle takes a card of {signs_taken(view, number)} and 1 money."
    return ResearchShown(
        PROBLEM_CODES[number - AUTO_PROTECT] if own else TECH_KINDS[number // 4],
        suit=-1 if own else number % 4,
        cycles=cycles,
        state=f"{number}-{cycles}",
        name=tech(number),
        tip=f"{name} researches {tech(number)}: {cycles} of {CYCLES_NEEDED} cycles. {takes}",
    )


def _seat_tip(view: Any, seat: int, name: str) -> str:
    role = ROLE_NAMES[view.role[seat] - 1] if view.role[seat] else "no class yet"
    return f"{name}, {role}: {view.money[seat]} money and {SOME_CARDS(view.cards[seat])}."


def _roles(view: Any) -> list[dict[str, Any]]:
    """§1.4 §2.1 The classes that nobody has, while they are chosen."""
    taken = {view.role[seat] - 1 for seat in range(view.seats)}
    return [_role(role) for role in range(ROLES) if role not in taken] if -1 in taken else []


def _role(role: int) -> dict[str, Any]:
    suits = list(map(int, CLASS_SUITS[role]))
    x, y = CLASSES_AT[role % 2], MIDDLE[1] - 76 + 76 * (role // 2)
    moved = (61 + 121 * (role % 3) - x, 82 + 90 * (role // 3) - y)
    return {"role": role, "name": ROLE_NAMES[role], "suits": suits, "tip": role_tip(role), "at": (x, y), "moved": moved}


def role_tip(role: int) -> str:
    """§1.4 What a class is for."""
    suits = " or ".join(SUIT_NAMES[suit] for suit in CLASS_SUITS[role])
    return f"{ROLE_NAMES[role]}: the second card of each turn comes from {suits}."


# Chips and piles


def _chips(view: Any) -> Chips:
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
    return Chips(total, tuple(parts), tip)


def _pile(view: Any, suit: int) -> Pile:
    """§3.1.3 A pile and its discards, as they stood when the phase began."""
    left, thrown = view.left[suit], view.discards[suit]
    top = card(KIND_OF[view.discard[suit, thrown - 1]]) if thrown else ""
    tip = f"Pile of {SUIT_NAMES[suit]}: {SOME_CARDS(left)}, {SOME_DISCARDS(thrown)}" + (
        f", {top} on top." if top else "."
    )
    return Pile(suit, f"Pile of {SUIT_NAMES[suit]}", left, thrown, tip)


def face(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """What the board shows of a view; or for a seat, what it holds."""
    return _board(view, names) if seat == NOBODY else tray(view, seat)


def _board(view: Any, names: Sequence[str]) -> dict[str, Any]:
    boundary, by = int(research_boundary(view)), _researchers(view)
    return {
        "nodes": [*_nodes(view, names, _protections(view, boundary, by))],
        "orders": "".join(_order(source, reached) for source, reached in _far(view).items()),
        "sectors": [_sector(view, category) for category in range(CATEGORIES)],
        "techs": _row_techs(view, boundary, by),
        "seats": [_seat(view, other, names[other]) for other in range(view.seats)],
        "roles": _roles(view),
        "chips": _chips(view),
        "runaway": runaway(view),
        "crises": view.crisis.bit_count(),
        "piles": [_pile(view, suit) for suit in range(4)],
        **FIXED,
    }


class Ground(NamedTuple):
    """Where a category is, on a wide board and on a narrow one."""

    name: str
    short: str
    wide: Block
    narrow: tuple[float, int, int]


# What is the same in every drawing.
FIXED = {
    "links": LINK_LAYER,
    "narrow_links": NARROW_LINK_LAYER,
    "signs": SUIT_SIGNS,
    "places": tuple(zip(PLACES, MOVED, BOXES, TEXTS, BESIDE, REACHED_FROM, NARROW_ROWS, strict=True)),
    "grounds": tuple(
        Ground(name, SHORT_NAMES.get(number, name), BLOCKS[number], NARROW[number])
        for number, name in enumerate(CATEGORY_NAMES)
    ),
    "middle": MIDDLE,
}
