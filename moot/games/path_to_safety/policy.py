"""What a good player looks at, worked out once for a whole list of moves: the weights are those of bot.py, for no others were found
that win more. And what a position is worth: how far the common strategy may come before the dice end the game.
"""

from __future__ import annotations

from moot.engine import COUNT, FIRST_MOVE, Moves, Row, first_of, rule, second_of
from moot.games.path_to_safety.bot import (
    ANOTHER_GO,
    FACE_UNDER_CONTINUE,
    FACE_UNDER_END,
    GUEST,
    PROGRESS,
    REVEAL,
    RIDDANCE,
    focus,
    is_sure,
    risky_faces,
)
from moot.games.path_to_safety.components import DICE, HARDEST, STRATEGIES, Match, Side
from moot.games.path_to_safety.rules import Action, PathToSafety, Step, is_innovation, rules, strategy_of
from moot.games.path_to_safety.secrets import count_beaten, count_possible, is_possible
from moot.games.path_to_safety.turn import matches

# For the estimate, in hundredths: what a seat publishes for the common strategy in a round (less where
# a match earns momentum), and how often mad science advances in a
# round beside the end of it.
PACE, PACE_OF_MOMENTUM, HASTE = 60, 42, 40
FAR_AHEAD = 40  # rounds: no game is longer


@rules.policy(Step.CALL)
def like_calls(v: PathToSafety, seat: int, moves: Moves, likes: Row) -> None:
    """§3.5 Progress is never lost, so going on loses nothing: end only what is won."""
    sure = is_sure(v)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        likes[place] = int(first_of(moves[place]) == sure)


@rules.policy(Step.VOTE)
def like_votes(v: PathToSafety, seat: int, moves: Moves, likes: Row) -> None:
    """§3.5 As for a call."""
    like_calls(v, seat, moves, likes)


@rules.policy(Step.ACTION)
def like_actions(v: PathToSafety, seat: int, moves: Moves, likes: Row) -> None:
    """§3.2 Matches first; then the common strategy; a conference with a risky card rather than a play that helps nobody."""
    common = focus(v)
    for place in range(FIRST_MOVE, FIRST_MOVE + moves[COUNT]):
        kind = second_of(moves[place])
        if first_of(moves[place]) == Action.CONFERENCE:
            likes[place] = GUEST * (v.seats - 1) + RIDDANCE * risky_faces(v, kind)
        else:
            likes[place] = like_play(v, kind, common) + ANOTHER_GO * matches(v, kind)


@rule
def like_play(v: PathToSafety, kind: int, common: int) -> int:
    """§3.2 What a card is worth when it is played, but for a match."""
    strategy = strategy_of(kind)
    if not is_innovation(kind):
        return REVEAL * (v.strategy_size[strategy] > 0)
    face = FACE_UNDER_CONTINUE if v.side == Side.CONTINUE else FACE_UNDER_END
    return PROGRESS * (strategy == common) - face * risky_faces(v, kind)


# What a position is worth


@rule
def beaten_with(s: PathToSafety, strategy: int, progress: int) -> float:
    """§8 How likely a progress is to be higher than the difficulty."""
    beaten = 0
    for value in range(1, min(progress, HARDEST + 1)):
        beaten += is_possible(s, strategy, value)
    return beaten / count_possible(s, strategy)


@rule
def hope_elsewhere(s: PathToSafety, common: int) -> float:
    """§5.1 How likely none of the other strategies works as it stands."""
    none = 1.0
    for strategy in range(STRATEGIES):
        if strategy != common:
            none *= 1.0 - count_beaten(s, strategy) / count_possible(s, strategy)
    return none


@rule
def ends_with(side: int, pool: int) -> float:
    """§4.1 How likely the dice are to end the game."""
    missed = 0.5**pool
    return missed if side == Side.CONTINUE else 1.0 - missed


@rule
def after_advance(side: int, pool: int) -> int:
    """§4.3 The dice after an advance; the indicator is turned when one is left, which the caller sees by the number."""
    return pool - 1 if side == Side.CONTINUE else min(DICE, pool + 1)


@rules.estimate
def hope(s: PathToSafety, seat: int) -> float:
    """§4.1 §5.1 Round by round: the dice may end it, and then it is won if the common strategy has come far enough; once that is
    sure, all call for the end (§3.5).
    """
    common, side, pool = focus(s), s.side, s.pool
    none, won, lasts, due = hope_elsewhere(s, common), 0.0, 1.0, 0
    pace = PACE if s.match == Match.TURN else PACE_OF_MOMENTUM
    for ahead in range(FAR_AHEAD):
        left = s.seats - s.active if ahead == 0 else s.seats * (ahead + 1) - s.active
        reached = beaten_with(s, common, s.progress[common] + pace * left // 100)
        if reached >= 1.0:
            return won + lasts
        ending = ends_with(side, pool)
        won += lasts * ending * (1.0 - none * (1.0 - reached))
        lasts *= 1.0 - ending
        due += 100 + HASTE
        while due >= 100:
            pool = after_advance(side, pool)
            side = Side.END if pool == 1 else side
            due -= 100
    return won
