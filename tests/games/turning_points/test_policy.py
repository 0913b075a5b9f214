"""The quick policy plays well: it sees how events are going to turn out, and uses every flexible event where it pays."""

from __future__ import annotations

from collections import Counter

import pytest

from moot.engine import Sitting
from moot.games.turning_points import GAME
from moot.games.turning_points.components import ATTACKING, LOGISTIC, SUPPORTING, edge_between
from moot.games.turning_points.rules import Act, Event, Lay, Step
from tests.games.likes import liked, likes, likes_of_a_twin, play_liked, worth
from tests.games.turning_points.table import (
    BLUE,
    ORANGE,
    PURPLE,
    YELLOW,
    V,
    act,
    find_card,
    flexible,
    give,
    lay,
    play,
    table,
    turn_of,
)

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


def test_a_token_goes_where_it_still_matters() -> None:
    """§5.5 The last to act tips a total of 0, but wastes nothing on what is decided."""
    t = table(OPEN, seats=3)
    turn_of(t, BLUE, on=3, left=1)
    assert likes(t, BLUE)[Act.INFLUENCE_NO, 1] > likes(t, BLUE)[Act.STOP, 0] > likes(t, BLUE)[Act.INFLUENCE_YES, 1]
    t.state.pros[1, YELLOW] = 3
    assert likes(t, BLUE)[Act.INFLUENCE_NO, 1] < likes(t, BLUE)[Act.STOP, 0]


def test_tokens_that_tip_an_event_together_are_begun() -> None:
    """§5.5 Event 2 has a token near ✓, and blue two steps: one token alone would change nothing."""
    t = table(OPEN, seats=3)
    t.state.pros[1, YELLOW] = 1
    turn_of(t, BLUE, on=3, left=2)
    assert liked(t, BLUE) == (Act.INFLUENCE_NO, 1)


def test_who_has_a_good_card_organizes_it() -> None:
    """§3.4 Two points, on a node that is empty and realized soon; and not a card that gives them to somebody else."""
    t = table(OPEN, seats=3)
    t.state.event[3] = t.state.organizer[3] = 0
    turn_of(t, YELLOW, on=4)
    good, bad = find_card(3, "0C3H", 1, 2, 1), find_card(3, "0C2H", 2, 0, 1) if False else find_card(3, "0C3C", 2, 0)
    give(t, YELLOW, good, bad)
    assert liked(t, YELLOW) == (Act.ORGANIZE, good)
    assert likes(t, YELLOW)[Act.ORGANIZE, bad] < likes(t, YELLOW)[Act.ORGANIZE, good]


def test_an_attack_hits_who_is_ahead() -> None:
    """§4.1 Blue leads, and is on one of the arcs."""
    t = table(OPEN, seats=4)
    t.state.points[BLUE] = 5
    turn_of(t, YELLOW, on=5)
    act(t, Act.ORGANIZE, flexible("Attacking"))
    assert BLUE + 1 in liked(t, YELLOW)


def test_who_has_been_named_names_in_turn() -> None:
    """§4.2 Orange has named yellow in a Supporting event; of all others yellow names orange."""
    t = table(OPEN, seats=4)
    t.state.event[2], t.state.worth[2], t.state.no_arc[2] = SUPPORTING + 1, 1, YELLOW + 1
    t.state.flexible[ORANGE] &= ~(1 << SUPPORTING - ATTACKING)
    turn_of(t, YELLOW, on=5)
    act(t, Act.ORGANIZE, flexible("Supporting"))
    assert ORANGE + 1 in liked(t, YELLOW)


def test_links_are_laid_to_help_later_events() -> None:
    """§4.3 Yellow gains 2 by event 7: from node 6, which is made to occur, goes a cause with all reinforcement there is."""
    t = table(LATER, seats=3)
    turn_of(t, YELLOW, on=3)
    act(t, Act.ORGANIZE, flexible("Logistic"))
    play_liked(t, 4)
    edge = edge_between(2, 3)
    towards = t.state.plan_link[YELLOW, direction(2, 3)] if t.state.plan_card[YELLOW] else t.state.forward[edge]
    assert towards == 1


LATER = r"""
               (2 ✓)   ─   (7 ·)
              /     \     /     \
        [3 ·]   ─   (1 ✓)   ─   (6 ·)
              \     /     \     /
              (4 B✓)  ─   (5 ·)
4: blue’s event; green +2; ✓ yellow, × blue; tokens none
"""
