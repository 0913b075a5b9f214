"""What the board of Path to Safety shows and has to be worked out: places, chances, and the sentence that explains each piece.

Measures are units of the drawing, which is 850 by 468; in a pane of a narrow screen its parts are moved, and a unit is a pixel. A
face is made from a view alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from markupsafe import Markup

from moot.engine import NOBODY, minus, plural
from moot.games.path_to_safety.components import DICE, HARDEST, STRATEGIES, RiskTest, Side
from moot.games.path_to_safety.rules import is_innovation, is_won, kind_of, risk_of, strategy_of, works
from moot.games.path_to_safety.secrets import count_beaten, count_possible, is_possible
from moot.games.path_to_safety.turn import matches
from moot.games.path_to_safety.words import (
    GOES,
    JOKER,
    NAMES,
    RANKS,
    SIDES,
    SUITS,
    TESTS,
    card,
    chance,
    chance_to_win,
    discarded,
    has_momentum,
    percent,
    top_kind,
)

LEFT, RIGHT = 8, 546  # the ends of a row of numbers
CELL_TOP, CELL_HEIGHT = 0, 36  # within it
BASELINE = CELL_TOP + 25  # of its numbers
CELL = 28.3  # from one number to the next
PAST_ALL = HARDEST + 1  # the last place of a track: progress that beats every difficulty
RUNWAY = RIGHT - LEFT - PAST_ALL * CELL  # for progress that can beat nothing yet, closer together
SEATS_WIDE, SEAT_GAP = 634, 5  # the room for all players, and between two
DIE = 25.3  # from one die to the next

PLACES = tuple(round(LEFT + RUNWAY + CELL * value, 1) for value in range(PAST_ALL))  # the left edges of 1 to 14
STRATEGY_SIGNS = tuple(zip(SUITS, NAMES, strict=True))
DICE_AT = tuple(round(12 + DIE * place, 1) for place in range(DICE))


def face(view: Any, seat: int, names: Sequence[str]) -> dict[str, Any]:
    """§8 What board.html does not find in the view itself: for the board, or for what a seat holds."""
    return board(view, names) if seat == NOBODY else {"hand": hand(view, seat), "strategies": STRATEGY_SIGNS}


def board(view: Any, names: Sequence[str]) -> dict[str, Any]:
    """§8 What the table shows."""
    return {
        "tracks": [track(view, number) for number in range(STRATEGIES)],
        "outlook": outlook(view),
        "deck": science_deck(view),
        "pile": pile(view),
        "risk": risk_die(view),
        "dice": DICE_AT,
        "mad": mad_science(view),
        "seats": [player(view, at, names[at]) for at in range(view.seats)],
    }


# Tracks


def place(start: int, progress: int) -> float:
    """§1.5 Where a counter stands: small steps up to 0, one cell for each number from 1 on, and the last for all beyond."""
    if progress > 0:
        return round(PLACES[min(progress, PAST_ALL) - 1] + CELL / 2, 1)
    return round(LEFT + RUNWAY * (progress - start + 0.5) / (1 - start), 1)


@lru_cache
def ground(start: int, covered: bool) -> Markup:
    """§2.4 What lies under a counter: the way from its start to 0, step by step; no first number that it half covers."""
    marks = (0,) if covered or start == 0 else (start, 0)
    labels = "".join(f'<text x="{place(start, at)}" y="{BASELINE}">{minus(at)}</text>' for at in marks)
    first = start + 1 + (start <= -10)  # a long number covers the step after it
    dots = "".join(f"M{place(start, at)} {CELL_TOP + 18}h.1" for at in range(first, 0))
    return Markup(f'<g class="ground"><path d="{dots}"/>{labels}</g>')


def covers_start(start: int, progress: int) -> bool:
    """Whether a counter lies over the number that its track begins with."""
    return place(start, progress) - place(start, start) < 30


def track(view: Any, strategy: int) -> dict[str, Any]:
    """§8 A counter, and what is known of the difficulty."""
    progress = view.progress[strategy]
    return {
        "sign": SUITS[strategy],
        "name": NAMES[strategy],
        "left": view.strategy_size[strategy],
        "progress": minus(progress),
        "x": place(view.start_progress, progress),
        "ground": ground(view.start_progress, covers_start(view.start_progress, progress)),
        "cells": cells(view.revealed[strategy], progress, view.difficulty[strategy]),
        "big": verdict(view, strategy),
        "small": reason(view, strategy),
        "beaten": is_beaten(view, strategy),
        "tip": explain(view, strategy),
        "state": f"{progress} {view.revealed[strategy]} {view.difficulty[strategy]}",
    }


@lru_cache(maxsize=4096)
def cells(revealed: int, progress: int, difficulty: int) -> Markup:
    """§8 The numbers 1 to 13: turned up, and so struck; possible; possible and already beaten; and the place beyond."""
    shown = "".join(cell(value, look(revealed, progress, difficulty, value)) for value in range(1, PAST_ALL))
    return Markup(shown + cell(PAST_ALL, "in" if progress >= PAST_ALL else "end"))


def cell(value: int, look: str) -> str:
    """One place of a track."""
    last = value == PAST_ALL
    x, wide, label = PLACES[value - 1], CELL + 9 * last, f"{value}+" if last else value
    box = f'<rect x="{x + 1.5:g}" y="{CELL_TOP}" width="{wide - 3:g}" height="{CELL_HEIGHT}" rx="5"/>'
    return f'<g class="cell {look}">{box}<text x="{x + wide / 2:g}" y="{BASELINE}">{label}</text></g>'


def look(revealed: int, progress: int, difficulty: int, value: int) -> str:
    """§3.2.1 How a number is drawn; the difficulty itself only where the view shows it."""
    if revealed >> value & 1:
        return "no"
    return ("in" if value < progress else "may") + (" is" if value == difficulty else "")


def is_beaten(view: Any, strategy: int) -> bool:
    """§5.1 Whether the progress is higher than the difficulty, as far as the view can tell."""
    if view.over:
        return works(view, strategy)
    return chance(view, strategy) == 1


def verdict(view: Any, strategy: int) -> str:
    """§8 The chance that the progress is higher than the difficulty; at the end, whether it was."""
    if view.over:
        return "✓ beaten" if is_beaten(view, strategy) else "× short"
    return percent(chance(view, strategy))


def reason(view: Any, strategy: int) -> str:
    """§8 Where the chance comes from."""
    if view.over:
        return f"difficulty {view.difficulty[strategy]}"
    return f"beats {count_beaten(view, strategy)} of {count_possible(view, strategy)}"


def possible(view: Any, strategy: int) -> list[int]:
    """§8 What the difficulty may still be."""
    return [value for value in range(1, HARDEST + 1) if is_possible(view, strategy, value)]


def explain(view: Any, strategy: int) -> str:
    """§8 A track in a sentence."""
    progress = view.progress[strategy]
    head = f"{SUITS[strategy]} {NAMES[strategy]}: progress {minus(progress)}"
    if view.over:
        difference = progress - view.difficulty[strategy]
        ending = f"higher by {difference}" if difference > 0 else f"{1 - difference} too few"
        return f"{head}, difficulty {view.difficulty[strategy]}: {ending}."
    return f"{head}. {explain_chance(view, strategy, progress)}"


def explain_chance(view: Any, strategy: int, progress: int) -> str:
    """§8 What the difficulty may be, how much of it is beaten, and how far it is to certainty."""
    values = possible(view, strategy)
    known = f"Its difficulty is {'one of ' if values[1:] else ''}{', '.join(map(str, values))}"
    beaten = f"progress beats {count_beaten(view, strategy)} of {len(values)}: {percent(chance(view, strategy))}"
    more = values[-1] + 1 - progress
    return f"{known}; {beaten}." + (f" {plural('more publication')(more)} to be sure." if more > 0 else "")


def outlook(view: Any) -> dict[str, Any]:
    """§8 The chance that the game would be won if it ended now; at the end, which strategies work."""
    if view.over:
        return {"words": say_what_works(view), "big": "✓" if is_won(view) else "×", "won": is_won(view)}
    return {"words": "Chance to win if it ended now", "big": percent(chance_to_win(view)), "won": False}


def say_what_works(view: Any) -> str:
    """§5.1 By what the game is won: a strategy with its name, several by their suits."""
    working = [number for number in range(STRATEGIES) if works(view, number)]
    if not working:
        return "Lost: no strategy works"
    names = f" {NAMES[working[0]]}" if len(working) == 1 else ""
    return f"Won by {' '.join(SUITS[number] for number in working)}{names}"


# Cards


def science_deck(view: Any) -> dict[str, Any]:
    """§1.2 The deck that is drawn from."""
    cards = plural("card")(view.deck_size)
    tip = f"Science deck: {cards}, drawn one by one; when it is empty, the discard pile is shuffled anew."
    return {"size": view.deck_size, "layers": min(3, view.deck_size), "tip": tip}


def pile(view: Any) -> dict[str, Any]:
    """§3.4 The top of the discard pile, and what would match it."""
    kind = top_kind(view)
    if kind is None:
        return {"kind": None, "lines": ("empty:", "nothing to", "match yet"), "tip": "The discard pile is empty."}
    *short, meaning = what_it_earns(view, kind)
    lines = (*short, f"{view.discards - 1 or 'none'} beneath")
    tip = f"Discard pile, {plural('card')(view.discards)}: on top {discarded(kind)}; {meaning}."
    return {"kind": kind, "rank": rank(kind), "sign": sign_of(kind), "lines": lines, "tip": tip}


def what_it_earns(view: Any, kind: int) -> tuple[str, str, str]:
    """§3.4 What can be had by playing on this card: in two short lines, and in a sentence."""
    if kind == JOKER:
        return "has no suit:", "no match", "it has no suit, so nothing matches it"
    if has_momentum(view, view.active):
        return "a match now", "earns nothing", "a card played on it with momentum earns nothing"
    sign, goes = SUITS[strategy_of(kind)], GOES[view.match]
    return f"{sign} on it earns", goes, f"{sign} played on it earns {goes}"


def rank(kind: int) -> str:
    """What is printed on a card."""
    return "MAD" if kind == JOKER else RANKS[kind % len(RANKS)]


def sign_of(kind: int) -> str:
    """The suit of a card, or the star of mad science."""
    return "★" if kind == JOKER else SUITS[strategy_of(kind)]


# Dice


def bad_faces(view: Any, kind: int) -> int:
    """§3.3 On how many faces of the risk die mad science advances."""
    below: bool = view.risk_test == RiskTest.BELOW
    return max(0, risk_of(kind) - below)


def explain_risk(faces: int) -> str:
    """§3.3 What a risk means, by the number of bad faces."""
    return f"mad science advances on {faces} of 6 faces of the risk die" if faces else "cannot advance mad science"


def risk_die(view: Any) -> dict[str, Any]:
    """§3.3 What the acceleration risk die decides."""
    test = TESTS[view.risk_test]
    tip = f"Acceleration risk die: when a card that carries risk is published, {test} its risk advances mad science."
    short = "below" if view.risk_test == RiskTest.BELOW else "up to"
    return {"lines": (f"{short} card risk:", "mad science", "advances"), "tip": tip}


def mad_science(view: Any) -> dict[str, Any]:
    """§4.1 The pool, the indicator, and whether the coming roll ends the game."""
    dice, side = f"{plural('die', 'dice')(view.pool)} of {DICE} in the pool", f"Indicator: it shows {SIDES[view.side]}."
    if view.over:
        over = "The game is over."
        return {"ends": over, "odds": "", "side": side, "tip": f"{dice}. {over}"}
    ends = "no die shows ×" if view.side == Side.CONTINUE else "any die shows ✓"
    likely = odds(view.pool, view.side)
    return {
        "ends": f"The game ends if {ends}: ",
        "odds": likely,
        "side": f"{side} {next_advance(view)}.",
        "tip": f"{dice}, each × (mad science fails) or ✓ (it succeeds). The coming roll ends the game if {ends}: {likely}. "
        f"{next_advance(view)}.",
    }


def odds(pool: int, side: int) -> str:
    """§4.1 The chance that the coming roll is the last."""
    faces = 2**pool
    return f"{1 if side == Side.CONTINUE else faces - 1:,} in {faces:,}"


def next_advance(view: Any) -> str:
    """§4.3 What happens when mad science advances next."""
    if view.side == Side.CONTINUE:
        return "An advance takes a die out" + (" and turns the indicator" if view.pool == 2 else "")
    return "An advance puts a die in" if view.pool < DICE else "An advance changes nothing: all dice are in"


# Players


def player(view: Any, seat: int, name: str) -> dict[str, Any]:
    """§7 What everyone sees of a player."""
    width = min(170, (SEATS_WIDE + SEAT_GAP) / view.seats - SEAT_GAP)
    turn = bool(view.active == seat and not view.over)
    said = ("", "“no”", "“yes”")[view.last_votes[seat]]
    return {
        "x": round((width + SEAT_GAP) * seat, 1),
        "width": round(width, 1),
        "name": shorten(name, int((width - 36) / 7.6)),
        "short": shorten(name, 8),
        "turn": turn,
        "said": said,
        "tip": "; ".join(about_player(view, seat, name, turn, said)) + ".",
        "state": f"{view.hand_size[seat]} {view.mad_science[seat]} {turn:d} {said}",
    }


def shorten(name: str, most: int) -> str:
    """A name that fits."""
    return name if len(name) <= most else f"{name[: most - 1].rstrip()}…"


def about_player(view: Any, seat: int, name: str, turn: bool, said: str) -> Iterator[str]:
    """§7 The same in a sentence."""
    yield f"{name} holds {plural('card')(view.hand_size[seat])}"
    if view.mad_science[seat]:
        yield f"has turned up {plural('mad science card')(view.mad_science[seat])}"
    if said:
        yield f"said {said} to the last call for the end"
    if turn:
        yield "it is their turn"


# A hand


def hand(view: Any, seat: int) -> list[dict[str, Any]]:
    """§7 The cards that a seat holds, by suit and rank; the two copies of a card are one piece."""
    held = Counter(kind_of(number) for number in view.held[seat][: view.hand_size[seat]] if number)
    return [holding(view, seat, kind, held[kind]) for kind in sorted(held)]


def holding(view: Any, seat: int, kind: int, copies: int) -> dict[str, Any]:
    """§3.2 A card, and what it does now; with momentum (§3.4) it cannot match."""
    match = not view.over and not has_momentum(view, seat) and matches(view, kind)
    return {
        "kind": kind,
        "rank": rank(kind),
        "sign": sign_of(kind),
        "copies": copies,
        "does": "publish" if is_innovation(kind) else "research",
        "risk": f"risk {risk_of(kind)}" if risk_of(kind) else "",
        "match": GOES[view.match] if match else "",
        "tip": f"{card(kind)}: {'; '.join(uses(view, seat, kind, match))}.",
    }


def uses(view: Any, seat: int, kind: int, match: bool) -> Iterator[str]:
    """§3.2 What a card can be used for, each with its reason; momentum (§3.4) holds no conference."""
    strategy = strategy_of(kind)
    if is_innovation(kind):
        yield f"publish it, and progress of {NAMES[strategy]} rises to {minus(view.progress[strategy] + 1)}"
    elif view.strategy_size[strategy]:
        yield f"research with it, and turn up a number that is not the difficulty of {NAMES[strategy]}"
    else:
        yield f"research with it, but nothing is left to turn up for {NAMES[strategy]}"
    if risk_of(kind):
        yield f"risk {risk_of(kind)}: {explain_risk(bad_faces(view, kind))}"
        if not has_momentum(view, seat):
            yield "or hold a conference with it"
    if match:
        yield f"it matches the discard pile and earns {GOES[view.match]}"
