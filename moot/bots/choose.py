"""How each kind of bot chooses a move; compiled with the rules."""

from __future__ import annotations

from moot.engine.binding import rule
from moot.engine.chance import below
from moot.engine.drive import Records, random_move, view_at
from moot.engine.fields import Row, State
from moot.engine.flow import COUNT, FIRST_MOVE, Moves
from moot.engine.slots import declining_move, list_moves, rate_move

RANDOM, GREEDY, PASSIVE = range(3)
BOTS = ("random", "greedy", "passive")
COMPANY = ("random", "greedy")  # those that people may want to play with


@rule
def greedy_move(records: Records, i: int, seat: int, views: Records, j: int, out: Moves, luck: Row) -> int:
    """The move that the game's own ratings like best, as far as the seat can see; one of them by chance if several are."""
    view_at(records, i, seat, views, j)
    list_moves(views[j], seat, out)
    chosen, best, equal = out[FIRST_MOVE], rate_move(views[j], seat, out[FIRST_MOVE]), 1
    for place in range(FIRST_MOVE + 1, FIRST_MOVE + out[COUNT]):
        rating = rate_move(views[j], seat, out[place])
        if rating > best:
            chosen, best, equal = out[place], rating, 1
        elif rating == best:
            equal += 1
            if below(luck, equal) == 0:
                chosen = out[place]
    return chosen


@rule
def passive_move(s: State, seat: int, out: Moves, luck: Row) -> int:
    """No to whatever may be declined, else one of the moves by chance."""
    chosen, no = random_move(s, seat, out, luck), declining_move(s, seat)
    for place in range(FIRST_MOVE, FIRST_MOVE + out[COUNT]):
        if out[place] == no:
            return no
    return chosen


@rule
def choose_at(kind: int, records: Records, i: int, seat: int, views: Records, j: int, out: Moves, luck: Row) -> int:
    """The move of a bot of some kind; views[j] is its scratch paper."""
    if kind == GREEDY:
        return greedy_move(records, i, seat, views, j, out, luck)
    if kind == PASSIVE:
        return passive_move(records[i], seat, out, luck)
    return random_move(records[i], seat, out, luck)
