"""Path to Safety, chapters 1, 2, 4 and 5 and the order of turns. What happens in a turn is in turn.py, who sees what in
secrets.py; sections are those of rulebook.md.
"""

from __future__ import annotations

from enum import IntEnum, auto

from moot.engine import (
    OWNER,
    SECRET,
    Fate,
    Rules,
    State,
    count,
    do,
    draw_any,
    finish,
    i8,
    i16,
    one_of,
    option,
    pick,
    rule,
    tell,
    whisper,
)
from moot.games.path_to_safety.components import (
    CARDS,
    DICE,
    HARDEST,
    INNOVATIONS,
    KINDS,
    MOST_PLAYERS,
    ORDINARY,
    RANKS,
    RISK,
    STRATEGIES,
    Match,
    RiskTest,
    Side,
)

MOST_RESHUFFLES = 127  # what the fields that count them can hold


class PathToSafety(State):
    """§7 The position, and who sees what."""

    seats = option(4, 1, MOST_PLAYERS, "How many researchers play.")
    match = one_of(Match.TURN, "What a match earns: a whole further turn, or momentum.")
    risk_test = one_of(
        RiskTest.BELOW, "A risk roll advances mad science when it is below the card's risk, or at most equal to it."
    )
    start_progress = option(-10, -13, 0, "Where every progress counter starts.")
    opening_reveals = option(5, 0, HARDEST - 1, "How many cards of each strategy deck are turned up at the start.")
    dice = option(DICE, 2, DICE, "How many mad science dice are in the pool at the start.")
    hand = option(3, 0, 10, "How many science cards everyone is dealt.")

    rounds = i16()
    active = i8()  # whose turn it is
    wants_end = i8(MOST_PLAYERS, seen_by=OWNER)  # who has said yes to a call, until all have answered
    last_votes = i8(MOST_PLAYERS)  # what each seat said to the last call: 1 no, 2 yes

    progress = i16(STRATEGIES)
    difficulty = i8(STRATEGIES, seen_by=SECRET)
    revealed = i16(STRATEGIES)  # bit v is set when the card v has been turned up
    strategy_deck = i8(STRATEGIES, HARDEST, seen_by=SECRET)
    strategy_size = i8(STRATEGIES)

    pool = i8()  # mad science dice
    side = i8()  # of the indicator

    deck = i8(CARDS, seen_by=SECRET)
    deck_size = i8()
    discard = i8(CARDS)
    discards = i8()
    held = i8(MOST_PLAYERS, ORDINARY, seen_by=OWNER)
    hand_size = i8(MOST_PLAYERS)
    mad_science = i16(MOST_PLAYERS)  # how many mad science cards each seat has turned up
    guests = i8()  # players who have still to draw at a conference

    # What everyone can remember of the reshuffles: a card drawn since the last one was among the cards shuffled then.
    reshuffles = i8()
    generation = i8(CARDS + 1)  # of a card: the reshuffle that last put it into the deck
    backs = i8(MOST_PLAYERS, ORDINARY)  # the generation of each card held


class Step(IntEnum):
    """What the agenda holds and what seats are asked."""

    OPENING = auto()
    DEAL = auto()
    SHUFFLE_IN = auto()
    ROUND = auto()
    TURN = auto()
    COUNT = auto()
    DRAW = auto()
    ACT = auto()
    CONFER = auto()
    PASS = auto()
    ROLL = auto()
    CALL = auto()
    VOTE = auto()
    ACTION = auto()
    MOMENTUM = auto()


class Call(IntEnum):
    """Answers at the start of a turn."""

    GO_ON = 0
    END = 1


class Vote(IntEnum):
    """Answers to a call."""

    NO = 0
    YES = 1


class Action(IntEnum):
    """What a card is used for in a turn."""

    RESEARCH = 0
    PUBLISH = 1
    CONFERENCE = 2


class Momentum(IntEnum):
    """What momentum is used for; the first two are those of an action."""

    RESEARCH = 0
    PUBLISH = 1
    DRAW = 2
    NOTHING = 3


class Event(IntEnum):
    """What is told."""

    OPENED = auto()
    DEALT = auto()
    ROUND_BEGAN = auto()
    CALLED = auto()
    VOTED = auto()
    AGREED = auto()
    DISAGREED = auto()
    DREW = auto()
    DREW_CARD = auto()
    DREW_MAD_SCIENCE = auto()
    DREW_NOTHING = auto()
    RESHUFFLED = auto()
    HAD_NO_CARD = auto()
    RESEARCHED = auto()
    REVEALED = auto()
    REVEALED_NOTHING = auto()
    PUBLISHED = auto()
    RISKED = auto()
    CONFERRED = auto()
    PUT_ASIDE_MAD_SCIENCE = auto()
    MATCHED = auto()
    LET_PASS = auto()
    ROLLED = auto()
    REMOVED_DIE = auto()
    TURNED_INDICATOR = auto()
    ADDED_DIE = auto()
    ADDED_NOTHING = auto()
    SHOWED_DIFFICULTY = auto()


class Ending(IntEnum):
    """How it ends: what ended it, and whether a strategy was past its difficulty."""

    CONTINUE_WON = auto()
    CONTINUE_LOST = auto()
    END_WON = auto()
    END_LOST = auto()
    VOTE_WON = auto()
    VOTE_LOST = auto()


rules = Rules(Step)


# 1 Components


@rule
def kind_of(card: int) -> int:
    """§1.2 Suit and rank of an ordinary card, the same for its two copies."""
    return (card - 1) % KINDS


@rule
def strategy_of(kind: int) -> int:
    """§1.1 A suit is a strategy."""
    return kind // RANKS


@rule
def is_innovation(kind: int) -> bool:
    """§1.2 Ace to ten; the others are research cards."""
    return kind % RANKS < INNOVATIONS


@rule
def risk_of(kind: int) -> int:
    """§1.2 Ace to five carry their number, every other card nothing."""
    return RISK[kind % RANKS]


@rule
def is_mad_science(card: int) -> bool:
    """§1.2 The jokers."""
    return card > ORDINARY


@rule
def top_of_pile(s: PathToSafety) -> int:
    """§1.2 The card last discarded, or 0."""
    return s.discard[s.discards - 1] if s.discards > 0 else 0


@rule
def put_on_pile(s: PathToSafety, card: int) -> None:
    """§3.2 A card is discarded."""
    s.discard[s.discards] = card
    s.discards += 1


@rule
def turn_up(s: PathToSafety) -> int:
    """§3.1 The top of the science deck; nobody sees the deck's order, so any card of it will do."""
    if s.deck_size == 0:
        reshuffle(s)
    card = draw_any(s, s.deck, s.deck_size)
    s.deck_size -= 1
    return card


@rule
def take(s: PathToSafety, seat: int, card: int) -> None:
    """§7 A card goes into a hand; everyone sees its back."""
    at = s.hand_size[seat]
    s.held[seat, at] = card
    s.backs[seat, at] = s.generation[card]
    s.hand_size[seat] = at + 1


@rule
def reveal(s: PathToSafety, strategy: int) -> int:
    """§3.2.1 A value that the difficulty is not."""
    value = draw_any(s, s.strategy_deck[strategy], s.strategy_size[strategy])
    s.strategy_size[strategy] -= 1
    s.revealed[strategy] |= 1 << value
    return value


# 2 Setup


@rules.setup
def lay_out(s: PathToSafety) -> None:
    """§2.4 The counters, the dice, the indicator (it shows "1 × continue"); no card has been discarded."""
    s.pool = s.dice
    for strategy in range(STRATEGIES):
        s.progress[strategy] = s.start_progress
        hide_difficulty(s, strategy)
    for card in range(1, ORDINARY + 1):
        s.deck[card - 1] = card
    s.deck_size = ORDINARY
    do(s, Step.OPENING, Step.DEAL, Step.SHUFFLE_IN, Step.ROUND)


@rule
def hide_difficulty(s: PathToSafety, strategy: int) -> None:
    """§2.1 One card of the strategy deck (§1.3) goes face down."""
    for value in range(1, HARDEST + 1):
        s.strategy_deck[strategy, value - 1] = value
    s.difficulty[strategy] = draw_any(s, s.strategy_deck[strategy], HARDEST)
    s.strategy_size[strategy] = HARDEST - 1


@rules.step(Step.OPENING)
def open_strategies(s: PathToSafety) -> None:
    """§2.2 Some cards of every strategy deck are turned up."""
    for strategy in range(STRATEGIES):
        for _ in range(s.opening_reveals):
            reveal(s, strategy)
        tell(s, Event.OPENED, strategy, s.revealed[strategy])


@rules.step(Step.DEAL)
def deal(s: PathToSafety) -> None:
    """§2.3 Everyone is dealt a card, until all hands are full."""
    if s.hand_size[0] < s.hand:
        for seat in range(s.seats):
            card = turn_up(s)
            take(s, seat, card)
            whisper(s, seat, Event.DEALT, kind_of(card))
        do(s, Step.DEAL)


@rules.step(Step.SHUFFLE_IN)
def shuffle_in(s: PathToSafety) -> None:
    """§2.3 The jokers join the deck when the hands have been dealt."""
    for joker in range(ORDINARY + 1, CARDS + 1):
        s.deck[s.deck_size] = joker
        s.deck_size += 1


# 3 The order of turns; what happens in a turn is in turn.py


@rules.step(Step.ROUND)
def next_round(s: PathToSafety) -> None:
    """§3.1 Everyone takes a turn, in seat order."""
    s.rounds += 1
    s.active = 0
    tell(s, Event.ROUND_BEGAN, s.rounds)
    do(s, Step.TURN, Step.PASS)


@rules.step(Step.PASS)
def pass_on(s: PathToSafety) -> None:
    """§3.1 The next seat, or after the last one the end of the round (§4.1)."""
    if s.active + 1 < s.seats:
        s.active += 1
        do(s, Step.TURN, Step.PASS)
    else:
        do(s, Step.ROLL, Step.ROUND)


# 4 End of round


@rules.step(Step.ROLL)
def roll_mad_science(s: PathToSafety) -> None:
    """§4.1 All dice of the pool decide whether the game ends; if not, mad science advances (§4.2)."""
    checks = count(pick(s, 1 << s.pool))  # a bit for each die: ✓ is 1
    tell(s, Event.ROLLED, checks, s.pool - checks, s.side)
    if s.side == Side.CONTINUE and checks == s.pool:
        end_game(s, Ending.CONTINUE_WON, Ending.CONTINUE_LOST)
    elif s.side == Side.END and checks > 0:
        end_game(s, Ending.END_WON, Ending.END_LOST)
    else:
        advance_mad_science(s)


@rule
def advance_mad_science(s: PathToSafety) -> None:
    """§4.3 The side of the indicator showing now decides what happens."""
    if s.side == Side.CONTINUE:
        remove_die(s)
    else:
        add_die(s)


@rule
def remove_die(s: PathToSafety) -> None:
    """§4.3 One die less; when one is left, the indicator is turned."""
    s.pool -= 1
    tell(s, Event.REMOVED_DIE, s.pool)
    if s.pool == 1:
        s.side = Side.END
        tell(s, Event.TURNED_INDICATOR)


@rule
def add_die(s: PathToSafety) -> None:
    """§4.3 One die more, if one is left of the fourteen (§1.4)."""
    if s.pool < DICE:
        s.pool += 1
        tell(s, Event.ADDED_DIE, s.pool)
    else:
        tell(s, Event.ADDED_NOTHING)


# 5 End


@rule
def end_game(s: PathToSafety, won: Ending, lost: Ending) -> None:
    """§5.1 The difficulties are turned up; all win or all lose."""
    for strategy in range(STRATEGIES):
        tell(
            s, Event.SHOWED_DIFFICULTY, strategy, s.difficulty[strategy], s.progress[strategy], int(works(s, strategy))
        )
    finish(s, won if is_won(s) else lost)


@rule
def works(s: PathToSafety, strategy: int) -> bool:
    """§5.1 Whether a progress is higher than its difficulty; equal is not enough."""
    return s.progress[strategy] > s.difficulty[strategy]


@rule
def is_won(s: PathToSafety) -> bool:
    """§5.1 Whether some strategy works."""
    won = False
    for strategy in range(STRATEGIES):
        won |= works(s, strategy)
    return won


@rules.fate
def fate(s: PathToSafety) -> Fate:
    """§5.1 All win or all lose."""
    return Fate.WON if is_won(s) else Fate.LOST


@rule
def reshuffle(s: PathToSafety) -> None:
    """§5.2 All discards but the top one become the new deck, mad science cards too."""
    s.reshuffles = min(s.reshuffles + 1, MOST_RESHUFFLES)
    s.deck_size = s.discards - 1
    for i in range(s.deck_size):
        s.deck[i] = s.discard[i]
        s.generation[s.discard[i]] = s.reshuffles
        s.discard[i] = 0
    s.discard[0], s.discard[s.deck_size] = s.discard[s.deck_size], 0
    s.discards = 1
    tell(s, Event.RESHUFFLED, s.deck_size)
