"""Path to Safety in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from moot.engine import Line, Words, plural
from moot.games.path_to_safety.components import DICE, HARDEST, STRATEGIES, Match, RiskTest, Side
from moot.games.path_to_safety.rules import (
    Action,
    Call,
    Ending,
    Event,
    Momentum,
    Step,
    Vote,
    is_mad_science,
    kind_of,
    risk_of,
    strategy_of,
    top_of_pile,
)
from moot.games.path_to_safety.secrets import count_beaten, count_possible, is_possible
from moot.games.path_to_safety.turn import matches

SUITS = "♣♦♠♥"
NAMES = ("Governance", "Agent Foundations", "Pivotal Act", "Prosaic YOLO Shard")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SIDES = {Side.CONTINUE: "“1 × continue”", Side.END: "“1 ✓ end”"}
GOES = {Match.TURN: "another turn", Match.MOMENTUM: "momentum"}
TESTS = {RiskTest.BELOW: "less than", RiskTest.AT_MOST: "at most"}


def card(kind: int) -> str:
    """Rank and suit of an ordinary card."""
    return RANKS[kind % len(RANKS)] + SUITS[strategy_of(kind)]


def strategy(number: int) -> str:
    """Suit and name of a strategy."""
    return f"{SUITS[number]} {NAMES[number]}"


def values(mask: int) -> str:
    """The numbers of the cards turned up."""
    return ", ".join(str(value) for value in range(1, HARDEST + 1) if mask >> value & 1) or "nothing"


def percent(chance: float) -> str:
    """A chance; only what is certain is called 0 or 100 %."""
    return f"{chance:.0%}" if chance in (0, 1) else f"{min(max(chance, 0.01), 0.99):.0%}"


def chance(view: Any, number: int) -> float:
    """How likely it is that the progress is already higher than the difficulty."""
    return count_beaten(view, number) / count_possible(view, number)


def chance_to_win(view: Any) -> float:
    """How likely it is that some progress is."""
    losing = 1.0
    for number in range(STRATEGIES):
        losing *= 1 - chance(view, number)
    return 1 - losing


# Questions and answers


def ask_whether_to_call(view: Any, seat: int) -> Line:
    """The question at the start of a turn."""
    return Line("3.5", f"Go on, or call for the end? The chance to win now is {percent(chance_to_win(view))}.")


def ask_for_vote(view: Any, seat: int) -> Line:
    """The question to all others."""
    return Line("3.5", f"Shall the game end now? The chance to win is {percent(chance_to_win(view))}.")


def ask_for_action(view: Any, seat: int) -> Line:
    """The question after drawing."""
    top = top_of_pile(view)
    beneath = f"The card on the discard pile is {pile_card(top)}." if top else "The discard pile is empty."
    return Line("3.2", f"Research, publish or hold a conference? {beneath}")


def say_action(view: Any, seat: int, action: int, kind: int) -> str:
    """A move with a card."""
    if action == Action.CONFERENCE:
        return f"hold a conference with {card(kind)}: everyone else draws"
    earns = f" and earn {GOES[view.match]}" if matches(view, kind) else ""
    return f"{say_play(action, kind)}{earns}{say_risk(kind)}"


def say_momentum(view: Any, seat: int, use: int, kind: int) -> str:
    """A move with momentum."""
    if use == Momentum.DRAW:
        return "draw a card"
    return "do nothing" if use == Momentum.NOTHING else f"{say_play(use, kind)}{say_risk(kind)}"


def say_play(action: int, kind: int) -> str:
    """Research or publish."""
    verb = "publish" if action == Action.PUBLISH else "research"
    return f"{verb} {card(kind)} for {NAMES[strategy_of(kind)]}"


def say_risk(kind: int) -> str:
    """The risk that a card carries, if any."""
    return f" (risk {risk_of(kind)})" if risk_of(kind) else ""


# The position


def pile_card(number: int) -> str:
    """A card on the discard pile."""
    return "mad science" if is_mad_science(number) else card(kind_of(number))


def picture(view: Any, seat: int, names: Sequence[str]) -> str:
    """What section 8 asks the table to show."""
    return "\n".join([*head(view, names), "", *tracks(view), "", *cards_and_dice(view), *hands(view, names)])


def head(view: Any, names: Sequence[str]) -> Iterator[str]:
    """The round, and whose turn it is."""
    yield f"Round {view.rounds}" if view.over else f"Round {view.rounds}, {names[view.active]}’s turn"


def tracks(view: Any) -> Iterator[str]:
    """The four counters, with what is known of each difficulty."""
    known = "difficulty was" if view.over else "difficulty may be"
    yield f"STRATEGY DECKS         progress   {known:<32}beaten   left"
    for number in range(STRATEGIES):
        yield (
            f"{strategy(number):<22} {view.progress[number]:>8}   {difficulty(view, number):<32}"
            f"{beaten(view, number):>6}   {view.strategy_size[number]:>4}"
        )


def difficulty(view: Any, number: int) -> str:
    """The values the difficulty may still be, each in its place; at the end the one that it was."""
    if view.over:
        return str(view.difficulty[number])
    shown = (str(v) if is_possible(view, number, v) else "·" * len(str(v)) for v in range(1, HARDEST + 1))
    return " ".join(shown)


def beaten(view: Any, number: int) -> str:
    """The chance that the progress is already enough; at the end whether it was."""
    if view.over:
        return "yes" if view.progress[number] > view.difficulty[number] else "no"
    return percent(chance(view, number))


def cards_and_dice(view: Any) -> Iterator[str]:
    """The science deck, the discard pile, the dice and the indicator."""
    top = pile_card(top_of_pile(view)) if view.discards else "empty"
    pool = plural("die", "dice")(view.pool)
    yield f"SCIENCE DECK           {plural('card')(view.deck_size)}"
    yield f"DISCARD PILE           {top}" + (f", on top of {view.discards - 1}" if view.discards > 1 else "")
    yield f"MAD SCIENCE            {pool} of {DICE} under {SIDES[view.side]}: ends with {last_chance(view)}"
    yield f"ACCELERATION RISK DIE  advances mad science with {TESTS[view.risk_test]} the card’s risk"


def last_chance(view: Any) -> str:
    """The chance that this round is the last."""
    faces = 2**view.pool
    return f"1 chance in {faces}" if view.side == Side.CONTINUE else f"{faces - 1} chances in {faces}"


def hands(view: Any, names: Sequence[str]) -> Iterator[str]:
    """How many cards everyone holds, what mad science they have turned up, and the cards that the view shows."""
    for seat, name in enumerate(names):
        size, jokers = view.hand_size[seat], view.mad_science[seat]
        shown = sorted(kind_of(number) for number in view.held[seat][:size]) if size and view.held[seat, 0] else ()
        blame = f", has turned up mad science: {jokers}" if jokers else ""
        yield f"{name:<22} {plural('card')(size)}{blame}" + "".join(f"  {card(kind)}" for kind in shown)


WORDS = Words(
    kinds={
        "card": card,
        "strategy": strategy,
        "values": values,
        "side": lambda side: SIDES[Side(side)],
        "goes": lambda match: GOES[Match(match)],
        "vote": lambda vote: ("no", "yes")[vote],
        "dice": plural("die", "dice"),
        "cards": plural("card"),
    },
    choices={
        Step.CALL: ask_whether_to_call,
        Step.VOTE: ask_for_vote,
        Step.ACTION: ask_for_action,
        Step.MOMENTUM: Line("3.4", "You have momentum: draw a card, play one, or do nothing?"),
    },
    moves={
        Step.CALL: lambda view, seat, answer: "call for the end" if answer == Call.END else "go on",
        Step.VOTE: lambda view, seat, answer: "yes, end it" if answer == Vote.YES else "no, go on",
        Step.ACTION: say_action,
        Step.MOMENTUM: say_momentum,
    },
    events={
        Event.OPENED: Line("2.2", "Turned up for {0:strategy}: {1:values}."),
        Event.DEALT: Line("2.3", "You are dealt {0:card}."),
        Event.ROUND_BEGAN: Line("3.1", "Round {0} begins."),
        Event.CALLED: Line("3.5", "{0:seat} calls for the end."),
        Event.VOTED: Line("3.5", "{0:seat} says {1:vote}."),
        Event.AGREED: Line("3.5", "{0} of {1} want the end: so be it."),
        Event.DISAGREED: Line("3.5", "{0} of {1} want the end: not enough. The game goes on."),
        Event.DREW: Line("3.1", "{0:seat} draws a card."),
        Event.DREW_CARD: Line("3.1", "It is {0:card}."),
        Event.DREW_MAD_SCIENCE: Line("3.1", "{0:seat} turns up mad science!"),
        Event.DREW_NOTHING: Line("3.1", "There is no card for {0:seat} to draw."),
        Event.RESHUFFLED: Line("5.2", "The science deck is empty: {0:cards} of the discard pile are shuffled anew."),
        Event.HAD_NO_CARD: Line("3.2", "{0:seat} has no card to act with."),
        Event.RESEARCHED: Line("3.2.1", "{0:seat} researches with {1:card}."),
        Event.REVEALED: Line("3.2.1", "The difficulty of {0:strategy} is not {1}."),
        Event.REVEALED_NOTHING: Line("3.2.1", "Nothing is left to turn up for {0:strategy}."),
        Event.PUBLISHED: Line("3.2.2", "{0:seat} publishes {1:card}: progress {2}."),
        Event.RISKED: Line("3.3", "{0:seat} runs a risk of {1}; the acceleration risk die shows {2}."),
        Event.CONFERRED: Line("3.2.3", "{0:seat} holds a conference with {1:card}."),
        Event.PUT_ASIDE_MAD_SCIENCE: Line("3.2.3", "{0:seat} puts mad science on the discard pile and draws again."),
        Event.MATCHED: Line("3.4", "{1:strategy} upon {1:strategy}: {0:seat} earns {2:goes}."),
        Event.LET_PASS: Line("3.4", "{0:seat} lets the momentum pass."),
        Event.ROLLED: Line("4.1", "The mad science dice show {0} ✓ and {1} × under {2:side}."),
        Event.REMOVED_DIE: Line("4.3", "Mad science advances: {0:dice} left."),
        Event.TURNED_INDICATOR: Line("4.3", "The indicator is turned to “1 ✓ end”."),
        Event.ADDED_DIE: Line("4.3", "Mad science advances: now {0:dice}."),
        Event.ADDED_NOTHING: Line("4.3", "Mad science advances, but all the dice are in the pool."),
        Event.SHOWED_DIFFICULTY: Line("5.1", "{0:strategy}: difficulty {1}, progress {2}."),
    },
    endings={
        Ending.CONTINUE_WON: Line("5.1", "No die shows ×, and the game ends; but a strategy works. You win."),
        Ending.CONTINUE_LOST: Line("5.1", "No die shows ×, and the game ends too soon. You lose."),
        Ending.END_WON: Line("5.1", "A die shows ✓, and the game ends; but a strategy works. You win."),
        Ending.END_LOST: Line("5.1", "A die shows ✓, and the game ends too soon. You lose."),
        Ending.VOTE_WON: Line("5.1", "You end the game of your own will, and a strategy works. You win."),
        Ending.VOTE_LOST: Line("5.1", "You end the game of your own will, and no strategy works. You lose."),
    },
    picture=picture,
    scenes=frozenset({Event.ROLLED}),
)
