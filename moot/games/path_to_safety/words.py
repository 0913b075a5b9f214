"""Path to Safety in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from moot.engine import Goal, Label, Line, Strip, Usual, Words, fit, imagined, minus, plural
from moot.engine.words import MOST_GOAL, listed
from moot.games.path_to_safety.components import DICE, DIE_FACES, HARDEST, KINDS, STRATEGIES, Match, RiskTest, Side
from moot.games.path_to_safety.not_now import NOT_NOW
from moot.games.path_to_safety.rules import (
    Action,
    Call,
    Ending,
    Event,
    Momentum,
    Step,
    Vote,
    is_innovation,
    is_mad_science,
    is_won,
    kind_of,
    risk_of,
    strategy_of,
    top_of_pile,
    works,
)
from moot.games.path_to_safety.secrets import count_beaten, count_possible, is_possible
from moot.games.path_to_safety.telling import ROLLS, TOGETHER, WEIGHTS
from moot.games.path_to_safety.turn import is_accelerating, matches, publish

SUITS = "♣♦♠♥"
NAMES = ("Governance", "Agent Foundations", "Pivotal Act", "Prosaic YOLO Shard")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
SIDES = {Side.CONTINUE: "“1 × continue”", Side.END: "“1 ✓ end”"}
GOES = {Match.TURN: "another turn", Match.MOMENTUM: "momentum"}
TESTS = {RiskTest.BELOW: "less than", RiskTest.AT_MOST: "at most"}

WORTH_A_CALL = 0.5  # the chance to win from which on people are asked in any case whether to call for the end

DECK = (0,)  # the number of the science deck among the pieces of the table
JOKER = KINDS  # a mad science card, where the pieces of the table count kinds of cards


def card(kind: int) -> str:
    """Rank and suit of an ordinary card."""
    return RANKS[kind % len(RANKS)] + SUITS[strategy_of(kind)]


def discarded(kind: int) -> str:
    """A card on the discard pile, which is another piece of the table than its twin in a hand."""
    return "mad science" if kind == JOKER else card(kind)


def top_kind(view: Any) -> int | None:
    """The kind of the card on the discard pile, if there is one."""
    top = top_of_pile(view)
    return (JOKER if is_mad_science(top) else kind_of(top)) if top else None


def strategy(number: int) -> str:
    """Suit and name of a strategy."""
    return f"{SUITS[number]} {NAMES[number]}"


def values(mask: int) -> str:
    """The numbers of the cards turned up."""
    return ", ".join(str(value) for value in range(1, HARDEST + 1) if mask >> value & 1) or "nothing"


def percent(chance: float) -> str:
    """A chance; only what is certain is called 0 or 100 %."""
    return f"{chance:.0%}" if chance in (0, 1) else f"{min(max(chance, 0.01), 0.99):.0%}"


def spaced(chance: float) -> str:
    """The same within a sentence: "40 %"."""
    return percent(chance).replace("%", " %")


def chance(view: Any, number: int) -> float:
    """How likely it is that the progress is already higher than the difficulty."""
    return count_beaten(view, number) / count_possible(view, number)


def chance_to_win(view: Any) -> float:
    """How likely it is that some progress is."""
    losing = 1.0
    for number in range(STRATEGIES):
        losing *= 1 - chance(view, number)
    return 1 - losing


def has_momentum(view: Any, seat: int) -> bool:
    """Whether a seat is using momentum now, so that it neither matches nor holds a conference."""
    return bool(view.asking[seat] == Step.MOMENTUM)


# Questions and answers

Said = tuple[str, tuple[int, ...]]  # a template, and the numbers that it names


def ask_whether_to_call(view: Any, seat: int) -> Line:
    """The question at the start of a turn."""
    best = best_strategy(view)
    if not chance(view, best):
        return Line("3.5", "Go on, or call for the end? Nothing would win yet.")
    would = "is sure to win" if chance(view, best) == 1 else f"would win with {spaced(chance(view, best))}"
    return Line("3.5", f"Go on, or call for the end? {SUITS[best]} {would}.")


def go_on_without_hope(view: Any, seat: int) -> tuple[int] | None:
    """§3.5 To call for an end that is certainly lost is no choice."""
    return (Call.GO_ON,) if chance_to_win(view) == 0 else None


def go_on_while_unlikely(view: Any, seat: int) -> tuple[int] | None:
    """§3.5 Progress is never lost by going on."""
    return (Call.GO_ON,) if chance_to_win(view) < WORTH_A_CALL else None


def ask_for_vote(view: Any, seat: int) -> Line:
    """The question to all others."""
    return Line("3.5", f"Shall the game end now? The chance to win is {percent(chance_to_win(view))}.")


def ask_for_action(view: Any, seat: int) -> Line:
    """The question after drawing."""
    top = top_kind(view)
    beneath = "" if top is None else f" Pile: {discarded(top)}."
    return Line("3.2", f"Research, publish or conference?{beneath}")


def say_call(view: Any, seat: int, answer: int) -> Said:
    """A move at the start of a turn: to go on is to draw, and so names the deck."""
    return ("Call for the end", ()) if answer == Call.END else ("Go on: draw {0:deck}", DECK)


def say_action(view: Any, seat: int, action: int, kind: int) -> Said:
    """A move with a card: a template that names the card, and the strategy that it is played for."""
    if action == Action.CONFERENCE:
        return "Hold a conference with {1:card}: everyone else draws", (action, kind)
    earns = f" and earn {GOES[view.match]}" if matches(view, kind) else ""
    return say_play(action, kind, earns)


def say_momentum(view: Any, seat: int, use: int, kind: int) -> Said:
    """A move with momentum."""
    if use == Momentum.DRAW:
        return "Draw {0:deck}", DECK
    return ("Do nothing", ()) if use == Momentum.NOTHING else say_play(use, kind)


def say_play(action: int, kind: int, earns: str = "") -> Said:
    """Research or publish: a template that names the card and the strategy."""
    verb = "Publish" if action == Action.PUBLISH else "Research"
    return f"{verb} {{0:card}} for {{1:strategy}}{earns}{say_risk(kind)}", (kind, strategy_of(kind))


def say_risk(kind: int) -> str:
    """The risk that a card carries, if any."""
    return f" (risk {risk_of(kind)})" if risk_of(kind) else ""


# The answers in short


def label_call(view: Any, seat: int, answer: int) -> Label:
    """§3.5 To end the game is to win or lose with what there is; who plays alone needs no vote."""
    if answer == Call.GO_ON:
        return Label("Go on", outcome="you draw a card, then act")
    asked = "all vote" if view.seats > 1 else "the game ends"
    return Label("Call for the end", "", f"{asked}; {percent(chance_to_win(view))} to win now", costly=True, exit=True)


def label_vote(view: Any, seat: int, answer: int) -> Label:
    """§3.5 Two answers that weigh the same."""
    if answer == Vote.NO:
        return Label("No, go on", outcome="play goes on, unless more than half say yes")
    return Label("Yes, end it", outcome=f"if more than half agree: {percent(chance_to_win(view))} to win")


def label_action(view: Any, seat: int, action: int, kind: int) -> Label:
    """§3.2 A card and what comes of it."""
    if action == Action.CONFERENCE:
        guests = "the others draw a card each" if view.seats > 1 else "nobody else is there to draw"
        return Label("Conference", "{1:card}", f"{guests}; no risk")
    if not matches(view, kind):
        return label_play(view, seat, kind)
    return label_play(view, seat, kind, f"; {GOES[view.match]}")._replace(first=True)


def label_momentum(view: Any, seat: int, use: int, kind: int) -> Label:
    """§3.4 A card drawn or played, which earns nothing more."""
    if use == Momentum.NOTHING:
        return Label("Do nothing", outcome="the momentum passes", exit=True)
    return (
        Label("Draw", "", "a card; mad science may come up") if use == Momentum.DRAW else label_play(view, seat, kind)
    )


def label_play(view: Any, seat: int, kind: int, earns: str = "") -> Label:
    """§3.2.1 §3.2.2 Research turns up a number; a publication is progress, with its risk."""
    if is_innovation(kind):
        return Label("Publish", "{1:card}", f"{progress_by(view, seat, kind)}{earns}{risk_by(view, kind)}")
    suit, left = SUITS[strategy_of(kind)], view.strategy_size[strategy_of(kind)]
    found = f"turns up one of {plural('number')(left)}" if left else "nothing is left to turn up"
    return Label("Research", "{1:card}", f"{suit}: {found}{earns}")


def progress_by(view: Any, seat: int, kind: int) -> str:
    """§3.2.2 What a publication makes of a counter."""
    after, number = imagined(view), strategy_of(kind)
    publish(after, seat, kind)
    return f"{SUITS[number]} {minus(view.progress[number])} → {minus(after.progress[number])}"


def risk_by(view: Any, kind: int) -> str:
    """§3.3 How likely a publication is to advance mad science."""
    faces = sum(is_accelerating(view, kind, roll) for roll in range(1, DIE_FACES + 1)) if risk_of(kind) else 0
    return f"; {percent(faces / DIE_FACES)}: mad science" if faces else ""


# The position


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
            f"{strategy(number):<22} {minus(view.progress[number]):>8}   {difficulty(view, number):<32}"
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
        return "yes" if works(view, number) else "no"
    return percent(chance(view, number))


def cards_and_dice(view: Any) -> Iterator[str]:
    """The science deck, the discard pile, the dice and the indicator."""
    kind = top_kind(view)
    top = "empty" if kind is None else discarded(kind)
    pool = plural("die", "dice")(view.pool)
    yield f"SCIENCE DECK           {plural('card')(view.deck_size)}"
    yield f"DISCARD PILE           {top}" + (f", on top of {view.discards - 1}" if view.discards > 1 else "")
    coming = "" if view.over else f": ends with {last_chance(view)}"
    yield f"MAD SCIENCE            {pool} of {DICE} under {SIDES[view.side]}{coming}"
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


# Turn and phase


def strip(view: Any) -> Strip:
    """§3.1 The round, and where its present turn stands; what nobody is asked about passes by itself."""
    momentum = ("Momentum",) if view.match == Match.MOMENTUM else ()
    phases = ("Call", "Draw", "Act", *momentum, "Roll")
    return Strip(f"Round {view.rounds}", phases, phases.index(present_phase(view)))


def present_phase(view: Any) -> str:
    """§3.1 What is asked now; at the end of a game, what ended it."""
    if view.over:
        return "Call" if view.over in (Ending.VOTE_WON, Ending.VOTE_LOST) else "Roll"
    asked = set(view.asking[: view.seats])
    return next((phase for step, phase in PHASES.items() if step in asked), "Draw")


PHASES = {Step.CALL: "Call", Step.VOTE: "Call", Step.ACTION: "Act", Step.MOMENTUM: "Momentum"}


# What wins

HOW_TO_WIN = (
    "Innovation cards raise a strategy’s progress, research strikes out numbers that its hidden difficulty is not.",
    "When the dice end the game, or more than half of you do, one progress must be higher than its difficulty.",
    "Try this: agree on one strategy, and play on a card of the same suit, for that earns you more.",
)


def goal(view: Any, seat: int) -> Goal:
    """§5.1 What wins, the strategy that is nearest to it, and §4.1 the dice that may end the game."""
    if view.over:
        said = f"The game is over: {'a' if is_won(view) else 'no'} strategy works."
        return Goal(said, said)
    best, dice = gauge(view), dice_ahead(view)
    said = f"Best now: {best}. {dice}."
    figures = ("best now", best), ("dice", str(view.pool))
    wins = (f"One strategy must beat its {hidden}difficulty in time. {said}" for hidden in ("hidden ", ""))
    return Goal(fit(MOST_GOAL, *wins), f"A strategy must work: {best}. {dice}.", figures)


def gauge(view: Any) -> str:
    """§8 The strategy that is likeliest to have beaten its difficulty, and how likely: "♣ 40 %"; at the end those that did."""
    if view.over:
        return listed([SUITS[number] for number in range(STRATEGIES) if works(view, number)] or ["none"]) + " worked"
    best = best_strategy(view)
    return f"{SUITS[best]} {spaced(chance(view, best))}" if chance(view, best) else "all 0 %"


def best_strategy(view: Any) -> int:
    """§8 The strategy that is likeliest to have beaten its difficulty; of several the one with the most progress."""
    return max(range(STRATEGIES), key=lambda number: (chance(view, number), view.progress[number]))


def per_cent(view: Any) -> int:
    """§5.1 How likely it is that some strategy wins by now, in hundredths."""
    return round(100 * chance_to_win(view))


def dice_ahead(view: Any) -> str:
    """§4.1 How many dice are left; under the other side of the indicator, how many may end the game."""
    dice = plural("die", "dice")(view.pool)
    return f"{dice} left" if view.side == Side.CONTINUE else f"{dice}: a ✓ ends it"


BECAUSE = {
    Ending.CONTINUE_WON: "mad science succeeds, as no die shows ×, but a strategy works",
    Ending.CONTINUE_LOST: "mad science succeeds, as no die shows ×, and no strategy works yet",
    Ending.END_WON: "mad science succeeds with a ✓, but a strategy works",
    Ending.END_LOST: "mad science succeeds with a ✓, and no strategy works yet",
    Ending.VOTE_WON: "you ended it by choice, and a strategy works",
    Ending.VOTE_LOST: "you ended it by choice, and no strategy works",
}


# Why a piece cannot be chosen


def why_not(view: Any, seat: int, kind: str, number: int) -> Line | None:
    """Why a seat cannot choose a piece now."""
    reason = REASONS.get(kind)
    if view.over:
        return Line("5.1", "The game is over: nothing can be chosen any more.")
    return reason(view, seat, number) if reason else None


def why_not_card(view: Any, seat: int, kind: int) -> Line | None:
    """§3.2 A card is played by who holds it, on their own turn, after the call and the draw."""
    if kind not in held_kinds(view, seat):
        return Line("7", f"You do not hold {card(kind)}, and nobody sees another player’s cards.")
    return why_no_action(view, seat)


def why_no_action(view: Any, seat: int) -> Line | None:
    """§3.1 Why a seat cannot act now; None if it can."""
    if view.asking[seat] in (Step.ACTION, Step.MOMENTUM):
        return None
    if view.asking[seat] == Step.CALL:
        return Line("3.5", "First say whether to go on: only then do you draw, and act with a card.")
    if view.asking[seat] == Step.VOTE:
        return Line("3.5", "First answer the call for the end; cards are played when the game goes on.")
    return Line("3.1", f"You act on your own turn; {turns_until(view, seat)}.")


def turns_until(view: Any, seat: int) -> str:
    """§3.1 How many others play before a seat does, if nobody earns a further turn."""
    before = (seat - view.active) % view.seats
    return f"{plural('more turn')(before)} before yours" if before else "the others answer first"


def why_not_move(view: Any, seat: int, step: int, arguments: Sequence[int]) -> Line | None:
    """§3.2 §3.4 Why a seat cannot make a move with a card that it holds, or with none."""
    if step not in (Step.ACTION, Step.MOMENTUM):
        return None
    use, kind = arguments
    if step == Step.MOMENTUM and use in WITHOUT_CARD:
        return Line("3.4", f"{WITHOUT_CARD[Momentum(use)]} names no card: its second number is 0.")
    return why_not_use(use, kind) if kind in held_kinds(view, seat) else why_not_card(view, seat, kind)


WITHOUT_CARD = {Momentum.DRAW: "Drawing a card", Momentum.NOTHING: "Doing nothing"}


def why_not_use(use: int, kind: int) -> Line:
    """§3.2.1 §3.2.2 §3.2.3 What a card is not for."""
    if use == Action.CONFERENCE:
        return Line("3.2.3", f"A conference is held with an ace to five, and {card(kind)} is none of these.")
    if use == Action.RESEARCH:
        return Line("3.2.1", f"{card(kind)} is an innovation card: it is published, and researches nothing.")
    return Line("3.2.2", f"{card(kind)} is a research card: it is for research, and is not published.")


def why_not_strategy(view: Any, seat: int, number: int) -> Line | None:
    """§3.2 A strategy is worked on with a card of its suit."""
    if not any(strategy_of(kind) == number for kind in held_kinds(view, seat)):
        return Line("3.2", f"You hold no {SUITS[number]}: only a card of its suit works on {NAMES[number]}.")
    return why_no_action(view, seat)


def why_not_seat(view: Any, seat: int, number: int) -> Line:
    """§3.2.3 §7 No move names a player."""
    cards = plural("card")(view.hand_size[number])
    if number == seat:
        return Line("7", f"You hold {cards}, which you alone see: choose one of them when you act.")
    return Line("3.2.3", f"No move is made with one player: at a conference all others draw. This one holds {cards}.")


def why_not_discarded(view: Any, seat: int, kind: int) -> Line:
    """§3.4 Nobody draws from the discard pile; it is there to be matched, but not with momentum."""
    if has_momentum(view, seat):
        return Line("3.4", "What is discarded is never taken back, and a card played with momentum earns nothing.")
    if kind == JOKER:
        return Line("3.4", "What is discarded is never taken back. Mad science has no suit and cannot be matched.")
    goes, suit = GOES[view.match], SUITS[strategy_of(kind)]
    return Line("3.4", f"What is discarded is never taken back; but playing {suit} on it earns {goes}.")


def why_not_deck(view: Any, seat: int, number: int) -> Line | None:
    """§3.1 §3.4 §3.5 A card is drawn when a turn goes on, and with momentum."""
    if view.asking[seat] in (Step.CALL, Step.MOMENTUM):
        return None
    return why_no_action(view, seat) or Line("3.1", "You have drawn for this turn: now act with a card.")


def held_kinds(view: Any, seat: int) -> list[int]:
    """The kinds of the cards that a seat holds, each once, by suit and rank; none where the view does not show them."""
    return sorted({kind_of(number) for number in view.held[seat][: view.hand_size[seat]] if number})


REASONS: dict[str, Callable[[Any, int, int], Line | None]] = {
    "card": why_not_card,
    "strategy": why_not_strategy,
    "seat": why_not_seat,
    "discarded": why_not_discarded,
    "deck": why_not_deck,
    "risk": lambda view, seat, number: Line(
        "3.3", "The risk die is rolled automatically when a card that carries risk is published."
    ),
    "pool": lambda view, seat, number: Line(
        "4.1", "The mad science dice are rolled automatically when the round ends."
    ),
    "indicator": lambda view, seat, number: Line("4.3", "The indicator is turned when one die is left in the pool."),
}


WORDS = Words(
    kinds={
        "signed": minus,
        "card": card,
        "discarded": discarded,
        "strategy": strategy,
        "deck": lambda number: "a card",
        "values": values,
        "side": lambda side: SIDES[Side(side)],
        "goes": lambda match: GOES[Match(match)],
        "vote": lambda vote: ("no", "yes")[vote],
        "verdict": lambda working: ("not enough", "it works")[working],
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
        Step.CALL: say_call,
        Step.VOTE: lambda view, seat, answer: "Yes, end it" if answer == Vote.YES else "No, go on",
        Step.ACTION: say_action,
        Step.MOMENTUM: say_momentum,
    },
    labels={
        Step.CALL: label_call,
        Step.VOTE: label_vote,
        Step.ACTION: label_action,
        Step.MOMENTUM: label_momentum,
    },
    order=("Publish", "Research", "Conference", "Draw"),
    not_now=NOT_NOW,
    obvious={Step.CALL: go_on_without_hope},
    usual={Step.CALL: Usual(go_on_while_unlikely, "“Go on”, while the chance to win is below one half.")},
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
        Event.RESEARCHED: Line("3.2.1", "{0:seat} researches with {1:discarded}."),
        Event.REVEALED: Line("3.2.1", "The difficulty of {0:strategy} is not {1}."),
        Event.REVEALED_NOTHING: Line("3.2.1", "Nothing is left to turn up for {0:strategy}."),
        Event.PUBLISHED: Line("3.2.2", "{0:seat} publishes {1:discarded}: progress {2:signed}."),
        Event.RISKED: Line("3.3", "{0:seat} runs a risk of {1}; the acceleration risk die shows {2}."),
        Event.CONFERRED: Line("3.2.3", "{0:seat} holds a conference with {1:discarded}."),
        Event.PUT_ASIDE_MAD_SCIENCE: Line("3.2.3", "{0:seat} puts mad science on the discard pile and draws again."),
        Event.MATCHED: Line("3.4", "{0:seat} matches {1:strategy} and earns {2:goes}."),
        Event.LET_PASS: Line("3.4", "{0:seat} lets the momentum pass."),
        Event.ROLLED: Line("4.1", "The mad science dice show {0} ✓ and {1} × under {2:side}."),
        Event.REMOVED_DIE: Line("4.3", "Mad science advances: {0:dice} left."),
        Event.TURNED_INDICATOR: Line("4.3", "The indicator is turned to “1 ✓ end”."),
        Event.ADDED_DIE: Line("4.3", "Mad science advances: now {0:dice}."),
        Event.ADDED_NOTHING: Line("4.3", "Mad science advances, but all the dice are in the pool."),
        Event.SHOWED_DIFFICULTY: Line("5.1", "{0:strategy}: difficulty {1}, progress {2:signed}: {3:verdict}."),
    },
    endings={
        Ending.CONTINUE_WON: Line("5.1", "No die shows ×: mad science succeeds. But a strategy works: everyone wins."),
        Ending.CONTINUE_LOST: Line(
            "5.1", "No die shows ×: mad science succeeds before a strategy works. Everyone loses."
        ),
        Ending.END_WON: Line("5.1", "A die shows ✓: mad science succeeds. But a strategy works: everyone wins."),
        Ending.END_LOST: Line("5.1", "A die shows ✓: mad science succeeds before a strategy works. Everyone loses."),
        Ending.VOTE_WON: Line("5.1", "The players end the game by choice, and a strategy works. Everyone wins."),
        Ending.VOTE_LOST: Line("5.1", "The players end the game by choice, and no strategy works. Everyone loses."),
    },
    picture=picture,
    scenes=frozenset({Event.ROLLED}),
    pieces=frozenset({"card", "discarded", "strategy", "deck"}),
    weights=WEIGHTS,
    dice=ROLLS,
    together=TOGETHER,
    overheard={Event.DEALT: "{5:seat} is dealt {0:card}."},
    strip=strip,
    why_not=why_not,
    why_not_move=why_not_move,
    goal=goal,
    how_to_win=HOW_TO_WIN,
    gauge=gauge,
    progress=("chance to win (%)", per_cent),
    because=BECAUSE,
)
