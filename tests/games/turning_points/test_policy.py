"""The quick policy plays well: it sees how events are going to turn out, and uses every flexible event where it pays."""

from __future__ import annotations

from collections import Counter

import pytest

from moot.bots import play_out
from moot.engine import Sitting
from moot.games.turning_points import GAME
from moot.games.turning_points.components import ATTACKING, LOGISTIC, SUPPORTING, edge_between
from moot.games.turning_points.rules import Act, Event
from moot.lab import simulate
from tests.games.likes import liked, likes, likes_of_a_twin, play_liked, worth
from tests.games.turning_points.table import BLUE, ORANGE, YELLOW, V, act, find_card, give, table, told, turn_of

OPEN = r"""
               [2 O✓]  ─   (7 ·)
              /     \     /     \
        (3 O×)  ─   (1 ✓)   ─   (6 ·)
             c     /     \     /
              (4 B✓)  ─   (5 ·)
2: orange’s event; green +2; ✓ yellow, × blue; tokens none
3: orange’s event; green +2; ✓ nobody, × orange; tokens none
4: blue’s event; red −1; ✓ yellow, × nobody; tokens none
"""
LATER = r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        [3 ·]   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
              (4 B✓)  ─   (5 ·)
4: blue’s event; green +2; ✓ yellow, × blue; tokens none
"""


def test_one_among_greedy_players_wins_more_than_its_share() -> None:
    """Four seats: 25 % would be fair."""
    bots = ["fair", "greedy", "greedy", "greedy"]
    assert simulate(GAME, 400, bots=bots, options={"seats": 4}, seed=1).by_seat[0].wins.low > 0.3


def test_a_token_goes_where_it_still_matters() -> None:
    """§5.5 The last to act tips a total of 0, but wastes nothing on what is decided."""
    t = table(OPEN, seats=3)
    turn_of(t, BLUE, on=3, left=1)
    assert liked(t, BLUE) == (Act.INFLUENCE_NO, 1)
    assert likes(t, BLUE)[Act.INFLUENCE_YES, 1] < likes(t, BLUE)[Act.STOP, 0]
    t.state.pros[1, YELLOW] = 3
    assert likes(t, BLUE)[Act.INFLUENCE_NO, 1] < likes(t, BLUE)[Act.STOP, 0]


def test_tokens_that_tip_an_event_together_are_begun() -> None:
    """§5.5 A token lies near ✓, and blue has two steps: one token alone would change nothing."""
    t = table(OPEN, seats=3)
    t.state.pros[1, YELLOW] = 1
    turn_of(t, BLUE, on=3, left=2)
    assert liked(t, BLUE) == (Act.INFLUENCE_NO, 1)


def test_who_has_a_good_card_organizes_it() -> None:
    """§3.4 Two points, on a node that is empty and realized soon; not a card that gives them to somebody else."""
    t = table(OPEN, seats=3)
    t.state.event[3] = t.state.organizer[3] = 0
    turn_of(t, YELLOW, on=4)
    good, bad = find_card(3, "0C3H", 1, 2, 1), find_card(3, "0C3C", 2, 0)
    give(t, YELLOW, good, bad)
    assert liked(t, YELLOW) == (Act.ORGANIZE, good)
    assert likes(t, YELLOW)[Act.ORGANIZE, bad] < likes(t, YELLOW)[Act.ORGANIZE, good]


def test_a_card_is_turned_to_help_with_the_token_where_it_is_wanted() -> None:
    """§3.4 Node 1 has occurred: the cause looks there."""
    t = table(OPEN, seats=3)
    t.state.event[3] = t.state.organizer[3] = 0
    turn_of(t, YELLOW, on=5)
    card = find_card(3, "0C3H", 1, 2, 1)
    give(t, YELLOW, card)
    act(t, Act.ORGANIZE, card)
    assert liked(t, YELLOW) == (2, V)


def test_an_attack_hits_who_is_ahead() -> None:
    """§4.1 Blue leads, and is on one of the arcs."""
    t = table(OPEN, seats=4)
    t.state.points[BLUE] = 5
    turn_of(t, YELLOW, on=5)
    act(t, Act.ORGANIZE, ATTACKING)
    assert BLUE + 1 in liked(t, YELLOW)


def named_by_orange(on: int) -> Sitting:
    """Orange has named yellow in a Supporting event on node 3, and yellow is on a node."""
    t = table(OPEN, seats=4)
    t.state.event[2], t.state.worth[2], t.state.no_arc[2] = SUPPORTING + 1, 1, YELLOW + 1
    t.state.flexible[ORANGE] &= ~(1 << SUPPORTING - ATTACKING)
    turn_of(t, YELLOW, on=on)
    return t


def test_who_has_been_named_names_in_turn() -> None:
    """§4.2 Of all others yellow names orange, who has named yellow; and is readier to organize Supporting at all."""
    t = named_by_orange(on=5)
    owed = likes(t, YELLOW)[Act.ORGANIZE, SUPPORTING]
    act(t, Act.ORGANIZE, SUPPORTING)
    assert ORANGE + 1 in liked(t, YELLOW)
    t = named_by_orange(on=5)
    t.state.no_arc[2] = BLUE + 1
    assert likes(t, YELLOW)[Act.ORGANIZE, SUPPORTING] < owed


def test_logistic_is_laid_where_links_decide() -> None:
    """§4.3 Yellow gains 2 if event 4 occurs: with no better card, node 3 is made to occur, and a cause of 4 leads on."""
    t = table(LATER, seats=3)
    turn_of(t, YELLOW, on=3)
    give(
        t,
        YELLOW,
        *(find_card(3, pattern, arc, 0, 1) for pattern in ("0C3C", "0C1C3H") for arc in (ORANGE + 1, BLUE + 1)),
    )
    t.state.flexible[YELLOW] = 1 << LOGISTIC - ATTACKING
    assert liked(t, YELLOW) == (Act.ORGANIZE, LOGISTIC)
    play_liked(t)
    while t.state.plan_card[YELLOW]:
        play_liked(t)
    edge = edge_between(2, 3)
    assert (t.state.forward[edge], t.state.extra[edge], t.state.side[2]) == (1, 2, V)


def test_every_flexible_event_is_used() -> None:
    """§4.1 §4.2 §4.3 In twelve games of four, Attacking often, the others now and then."""
    used: Counter[int] = Counter()
    for seed in range(12):
        t = play_out(GAME.start(seats=4, seed=seed), ["fair"])
        used.update(arguments[1] for arguments in told(t, Event.ORGANIZED) if arguments[1] >= ATTACKING)
    assert used[ATTACKING] > used[LOGISTIC] > 0
    assert used[SUPPORTING] > 0


@pytest.mark.parametrize("seed", range(3))
def test_the_policy_sees_no_more_than_its_seat(seed: int) -> None:
    """§8 In positions that a seat cannot tell apart it likes the same."""
    t = GAME.start(seats=4, seed=seed)
    while not t.over:
        seat = t.waiting[0]
        assert likes(t, seat) == likes_of_a_twin(t, seat, seed=t.steps)
        play_liked(t, 7)


def test_a_position_is_worth_the_more_the_further_one_is_ahead() -> None:
    """§6.2 All shares make a whole; a lead counts for more when less is left."""
    t = table(OPEN, seats=3)
    before = [worth(t, seat) for seat in range(3)]
    assert sum(before) == pytest.approx(1)
    t.state.points[YELLOW] += 2
    assert worth(t, YELLOW) > before[YELLOW]
    assert worth(t, BLUE) < before[BLUE]
    t.state.event[1] = t.state.event[2] = t.state.event[3] = 0
    early = worth(t, YELLOW)
    t.state.present = t.state.nodes
    assert worth(t, YELLOW) > early > 1 / 3


def test_an_event_that_is_going_to_occur_counts_already() -> None:
    """§5.6 Two tokens for yellow's event are nearly two points."""
    t = table(OPEN, seats=3)
    turn_of(t, YELLOW)
    before = worth(t, YELLOW)
    t.state.pros[1, YELLOW] = 2
    assert worth(t, YELLOW) > before
