"""Turning Points in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from moot.engine import Gesture, Left, Line, Strip, Words, plural
from moot.games.turning_points.components import (
    CARDS,
    DIRECTIONS,
    EARLIER,
    LATER,
    LOGISTIC,
    NEIGHBOUR,
    NO_LINK,
    SEATS,
)
from moot.games.turning_points.goal import HOW_TO_WIN, account, goal
from moot.games.turning_points.labels import LABELS, ORDER
from moot.games.turning_points.not_now import NOT_NOW
from moot.games.turning_points.organize import planned, planned_total
from moot.games.turning_points.picture import (
    FLEXIBLE_NAMES,
    LINK_NAMES,
    SIDES,
    card,
    event_name,
    hexagon,
    links,
    owner,
    picture,
    score,
    signed,
)
from moot.games.turning_points.realize import link_in_force, strength_of, total_of
from moot.games.turning_points.reasons import why_not, why_not_move
from moot.games.turning_points.rules import (
    Act,
    Ending,
    Event,
    Lay,
    Step,
    actions_of,
    has_event,
    is_on_map,
    link_on,
    pattern_of,
)
from moot.games.turning_points.telling import TOGETHER, WEIGHTS


def unsaid(number: int) -> str:
    """A piece that a sentence names without a word of its own, because the sentence tells it in full."""
    return ""


def node(number: int) -> str:
    """Nodes are numbered from 1."""
    return f"node {number + 1}"


def who(number: int, names: Sequence[str]) -> str:
    """Whom an arc or a token names, in short."""
    return "neutral" if number > len(names) else owner(number, names)


# Questions


def ask_for_act(view: Any, seat: int) -> Line:
    """What a step is spent on; how many are left is drawn."""
    return Line("3.2", "What do you do?")


def ask_for_arcs(view: Any, seat: int) -> Line:
    """The open parameters of Attacking and Supporting."""
    if planned(view, seat) == LOGISTIC - 1:
        return Line("4.2", "Supporting: who gains a point, and on which outcome?")
    return Line("4.1", "Attacking: who loses if it occurs, and who if it does not?")


def ask_for_rotation(view: Any, seat: int) -> Line:
    """How the card shall lie."""
    if planned(view, seat) == LOGISTIC:
        return Line("4.3", "Logistic: on which side does your own token lie?")
    return Line("3.4", "How do you turn the card, and where does your token lie?")


def ask_for_lay(view: Any, seat: int) -> Line:
    """The tokens round a Logistic event; how much strength is left is drawn."""
    return Line("4.3", "Lay links and reinforcement; one link leads back.")


def steps_left(view: Any, seat: int) -> Left:
    """§3.2 The steps of a turn."""
    return Left(view.left, max(view.left, actions_of(view)), "steps")


def strength_left(view: Any, seat: int) -> Left:
    """§4.3 What the links of a Logistic event may come to."""
    most = view.logistic_strength
    return Left(most - planned_total(view, seat), most, "strength")


# Moves: templates that name their pieces; players are named by places of their own, after what the move itself names

Said = str | tuple[str, tuple[int, ...]]
EVERYONE = tuple(range(SEATS + 1))


def by_place(number: int) -> str:
    """The place at which a template names a player, or nobody."""
    return f"{{{number + 1}:arc}}"


def say_act(view: Any, seat: int, what: int, which: int) -> Said:
    """A step spent."""
    if what == Act.REINFORCE:
        return f"Reinforce {{1:edge}}the {say_edge(view, which)}"
    if what == Act.STOP:
        return f"Stop, and let {plural('step')(view.left)} go"
    return say_with(view, what, which), (which, *EVERYONE)


def say_with(view: Any, what: int, which: int) -> str:
    """What is done with a node or a card."""
    if what == Act.MOVE:
        return f"Move to {{0:node}}{say_there(view, which)}"
    if what in (Act.ORGANIZE, Act.EXCHANGE):
        verb = "Organize" if what == Act.ORGANIZE else "Exchange"
        return f"{verb} {{0:card}}{card(view, which, by_place)}"
    sign, total = SIDES[what == Act.INFLUENCE_YES], signed(total_of(view, which))
    return f"Influence {{0:node}}, a token near {sign}: {event_name(view, which, by_place)}, total {total}"


def say_there(view: Any, which: int) -> str:
    """What lies on a node."""
    return f", {event_name(view, which, by_place)}" if has_event(view, which) else ", empty"


def say_edge(view: Any, edge: int) -> str:
    """The link in force on an edge, to be reinforced."""
    kind = LINK_NAMES[link_in_force(view, edge)]
    return f"{kind} between {EARLIER[edge] + 1} and {LATER[edge] + 1} to {strength_of(view, edge) + 1}"


def say_rotation(view: Any, seat: int, rotation: int, side: int) -> str:
    """A card turned: where its links lead."""
    token = "token near {1:side}"
    if planned(view, seat) == LOGISTIC:
        return f"Own {token}"
    return f"Turn by {{0:rotation}}: {say_links(view, seat, rotation)}; {token}"


def say_links(view: Any, seat: int, rotation: int) -> str:
    """The links of the planned card, turned, that lie on the map."""
    here, pattern = view.pawn[seat], pattern_of(view, planned(view, seat))
    words = []
    for direction in range(DIRECTIONS):
        other, kind = NEIGHBOUR[here, direction], link_on(pattern, rotation, direction)
        if kind != NO_LINK and is_on_map(view, other):
            words.append(f"{LINK_NAMES[kind]} {'back' if other < here else 'forward'} to {other + 1}")
    return ", ".join(words)


def say_lay(view: Any, seat: int, what: int, edge: int) -> str:
    """A token round a Logistic event."""
    if what == Lay.DONE:
        return "Done: the event lies"
    here = view.pawn[seat]
    other = LATER[edge] if EARLIER[edge] == here else EARLIER[edge]
    way = f"{{1:edge}}{'back' if other < here else 'forward'} to {other + 1}"
    if what == Lay.REINFORCEMENT:
        return f"Reinforce the link {way}"
    return f"Lay a {'cause' if what == Lay.CAUSE else 'hindrance'} {way}"


# Round and phase


def strip(view: Any) -> Strip:
    """§3.1 The round; turns first, then the realization."""
    past = min(view.present + 1, view.nodes)
    title = f"Round {view.rounds}, node {past} of {view.nodes}"
    return Strip(title, ("Turns", "Realization"), int(view.over != 0 or not is_taking_turns(view)))


def is_taking_turns(view: Any) -> bool:
    """§3.1 Whether players are still spending steps."""
    to_come = list(view.agenda[: view.depth])
    return Step.LEAVE not in to_come and Step.SETTLE not in to_come


TOKEN = "My token: not", "My token: occurs"  # §3.4 the two ways in which a turned card can be looked at

WORDS = Words(
    kinds={
        "node": node,
        "edge": unsaid,
        "card": unsaid,
        "rotation": str,
        "side": lambda number: SIDES[number],
        "sign": lambda number: SIDES[number],
        "hexagon": hexagon,
        "link": lambda kind: LINK_NAMES[kind],
        "a_link": lambda kind: f"a {LINK_NAMES[kind]}",
        "way": lambda later: "forward to" if later else "back to",
        "fate": lambda fate: "occurred" if fate > 0 else "did not occur",
        "event": lambda number: FLEXIBLE_NAMES[number - CARDS] if number >= CARDS else "an event",
        "links": links,
        "signed": signed,
        "points": plural("point"),
        "score": score,
        "events": plural("event"),
        "cards": plural("card"),
        "nodes": plural("node"),
    },
    choices={
        Step.ACT: ask_for_act,
        Step.ARCS: ask_for_arcs,
        Step.ROTATE: ask_for_rotation,
        Step.LAY: ask_for_lay,
        Step.LEAVE_TO: Line("5.7", "Your node has been realized. Where do you go?"),
    },
    moves={
        Step.ACT: say_act,
        Step.ARCS: "✓ {0:yes}, × {1:no}",
        Step.ROTATE: say_rotation,
        Step.LAY: say_lay,
        Step.LEAVE_TO: "Go on to {0:node}",
    },
    events={
        Event.BEGAN: Line(
            "2.1", "The original event lies in the centre, its neutral token near {1:sign}. {0:seat} begins."
        ),
        Event.ROUND_BEGAN: Line("3.1", "— Round {0}: {1:seat} is first —"),
        Event.LAST_ROUND: Line("6.1", "It is the last round: {0:nodes} will be realized."),
        Event.DREW: Line("3.1", "{0:seat} draws {1:cards}."),
        Event.DREW_CARD: Line("3.1", "You draw {0:card}{3:hexagon} (✓ {1:arc}, × {2:arc}), {4:links}."),
        Event.MOVED: Line("3.3", "{0:seat} moves to {1:node}."),
        Event.ORGANIZED: Line("3.4", "{0:seat} organizes {1:event} on {2:node}, with their token near {3:sign}."),
        Event.ARCS_SET: Line("1.3", "It is {3:hexagon}: {1:arc} if it occurs, {2:arc} if not."),
        Event.LINKED: Line("1.3", "It has {0:a_link} {2:way} {1:node}, strength {3}."),
        Event.INFLUENCED: Line("3.5", "{0:seat} influences {1:node}: a token near {2:sign}."),
        Event.REINFORCED: Line(
            "3.6", "{0:seat} reinforces {1:edge}the link between {2:node} and {3:node}: strength {4}."
        ),
        Event.EXCHANGED: Line("3.7", "{0:seat} exchanges a card."),
        Event.STOPPED: Line("3.8", "{0:seat} stops."),
        Event.REALIZING: Line("5.1", "Now {0:node} is realized."),
        Event.OVERRIDDEN: Line(
            "5.3", "The {3:link} back to {1:node} {0:edge}is overridden by the {2:link} that leads here from there."
        ),
        Event.LINK_COUNTS: Line("5.2", "A {0:link} of strength {3} with {1:node}, which {2:fate}: {4:signed}."),
        Event.LINK_IDLE: Line("5.2", "The {2:link} with {1:node} {0:edge}has no effect: it had no event."),
        Event.TOKENS_COUNT: Line("5.4", "Tokens of {0:seat}: {1} near ✓, {2} near ×: {3:signed}."),
        Event.TOTAL: Line("5.5", "Links {0:signed} and tokens {1:signed} make {2:signed}."),
        Event.TOKEN_DECIDES: Line("5.5", "In balance, the token of {0:seat} decides: {1:sign}."),
        Event.NEUTRAL_DECIDES: Line("5.5", "In balance, the neutral token decides: {0:sign}."),
        Event.OCCURRED: Line("5.5", "The event on {0:node} occurs."),
        Event.FAILED: Line("5.5", "The event on {0:node} does not occur."),
        Event.NOTHING_THERE: Line("5.8", "Nothing lies on {0:node}: it is realized without an event, ∅."),
        Event.GAINED: Line("5.6", "{0:seat} gains {1:points}."),
        Event.LOST: Line("5.6", "{0:seat} loses {1:points}."),
        Event.NEUTRAL_SCORES: Line("7.1", "The points are those of the neutral colour, which is nobody’s."),
        Event.NOBODY_SCORES: Line("5.6", "Nobody gains or loses by it."),
        Event.FORESAW: Line("6.2", "{0:seat} foresaw it."),
        Event.LEFT: Line("5.7", "{0:seat} goes on to {1:node}."),
        Event.STAYED: Line("5.7", "{0:seat} stays: all nodes are realized."),
        Event.STAYS_ON_EDGE: Line(
            "5.8", "Reinforcement of {1} {0:edge}stays, for it faces the future: towards {2:node}."
        ),
        Event.FINAL_POINTS: Line("6.2", "{0:seat}: {1:score}, {2:events} foreseen."),
    },
    endings={
        Ending.ALL_REALIZED: Line("6.2", "All nodes are realized, and the game is over."),
    },
    picture=picture,
    scenes=frozenset({Event.ROUND_BEGAN}),
    labels=LABELS,
    gestures=(
        Gesture((Step.ACT, Step.ROTATE), only=(Act.ORGANIZE,), sides=TOKEN),
        Gesture((Step.ARCS, Step.ROTATE), sides=TOKEN),
        Gesture((Step.ROTATE,), sides=TOKEN),
    ),
    order=ORDER,
    left={Step.ACT: steps_left, Step.LAY: strength_left},
    not_now=NOT_NOW,
    named={"who": who, "arc": owner, "yes": owner, "no": owner},
    pieces=frozenset({"node", "edge", "card", "rotation", "side", "yes", "no"}),
    weights=WEIGHTS,
    together=TOGETHER,
    overheard={Event.DREW_CARD: "{5:seat} draws {0:card}{3:hexagon} (✓ {1:arc}, × {2:arc}), {4:links}."},
    strip=strip,
    why_not=why_not,
    why_not_move=why_not_move,
    goal=goal,
    how_to_win=HOW_TO_WIN,
    account=account,
)
