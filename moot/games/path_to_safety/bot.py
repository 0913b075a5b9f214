"""What a good player looks at. The weights were found by playing: a hill climb over tables of one to six seats."""

from __future__ import annotations

from moot.engine import rule
from moot.games.path_to_safety.components import HARDEST, STRATEGIES, RiskTest, Side
from moot.games.path_to_safety.rules import (
    Action,
    Call,
    Momentum,
    PathToSafety,
    Step,
    Vote,
    is_innovation,
    risk_of,
    rules,
    strategy_of,
)
from moot.games.path_to_safety.secrets import count_beaten, count_possible, is_possible
from moot.games.path_to_safety.turn import matches

PROGRESS = 48  # a publication for the strategy that all work on
ANOTHER_GO = 65  # a match
REVEAL = 7  # a number that the difficulty is not
GUEST = 7  # a card for somebody else
FACE_UNDER_CONTINUE, FACE_UNDER_END = 31, 8  # a face of the risk die on which mad science advances
RIDDANCE = 2  # each such face, when the card goes to a conference instead
CARD = 24  # a card drawn with momentum


@rule
def is_sure(v: PathToSafety) -> bool:
    """§8 Whether some progress is higher than anything its difficulty may be."""
    sure = False
    for strategy in range(STRATEGIES):
        sure |= count_beaten(v, strategy) == count_possible(v, strategy)
    return sure


@rule
def gap(v: PathToSafety, strategy: int) -> int:
    """How many publications a strategy still needs on average, in hundredths."""
    total = 0
    for value in range(1, HARDEST + 1):
        if is_possible(v, strategy, value):
            total += max(0, value + 1 - v.progress[strategy])
    return 100 * total // count_possible(v, strategy)


@rule
def focus(v: PathToSafety) -> int:
    """The strategy to work on. All see the same counters and decks, and so agree without a word."""
    best = 0
    for strategy in range(1, STRATEGIES):
        if gap(v, strategy) < gap(v, best):
            best = strategy
    return best


@rule
def risky_faces(v: PathToSafety, kind: int) -> int:
    """§3.3 The faces of the risk die on which mad science advances."""
    at_most = risk_of(kind) > 0 and v.risk_test == RiskTest.AT_MOST
    return max(0, risk_of(kind) - 1) + at_most


@rule
def rate_play(v: PathToSafety, kind: int) -> int:
    """What a card is worth when it is played, but for a match."""
    strategy = strategy_of(kind)
    if not is_innovation(kind):
        return REVEAL * (v.strategy_size[strategy] > 0)
    face = FACE_UNDER_CONTINUE if v.side == Side.CONTINUE else FACE_UNDER_END
    return PROGRESS * (strategy == focus(v)) - face * risky_faces(v, kind)


@rules.rates(Step.CALL)
def rate_call(v: PathToSafety, seat: int, answer: int) -> int:
    """Progress is never lost, so going on loses nothing: end only what is won."""
    return 1 if (answer == Call.END) == is_sure(v) else 0


@rules.rates(Step.VOTE)
def rate_vote(v: PathToSafety, seat: int, answer: int) -> int:
    """As for a call."""
    return 1 if (answer == Vote.YES) == is_sure(v) else 0


@rules.rates(Step.ACTION)
def rate_action(v: PathToSafety, seat: int, action: int, kind: int) -> int:
    """Matches first; then the common strategy; a conference with a risky card rather than a play that helps nobody."""
    if action == Action.CONFERENCE:
        return GUEST * (v.seats - 1) + RIDDANCE * risky_faces(v, kind)
    return rate_play(v, kind) + ANOTHER_GO * matches(v, kind)


@rules.rates(Step.MOMENTUM)
def rate_momentum(v: PathToSafety, seat: int, use: int, kind: int) -> int:
    """A safe publication, else a card."""
    if use == Momentum.NOTHING:
        return 0
    return CARD if use == Momentum.DRAW else rate_play(v, kind)
