"""The greedy bot plays well: it looks at what its pawn can still change."""

from __future__ import annotations

import pytest

from moot.engine import Sitting
from moot.games.turning_points import GAME
from moot.games.turning_points.bot import (
    card_value,
    chance,
    gain,
    lean,
    likely_total,
    own_event,
    place_value,
    rate_act,
    rate_arcs,
    rate_rotation,
    rating_of,
    spread_of,
    stake,
)
from moot.games.turning_points.components import edge_between
from moot.games.turning_points.rules import Act, Step
from moot.lab import simulate
from tests.games.turning_points.table import (
    BLUE,
    ORANGE,
    YELLOW,
    V,
    X,
    act,
    find_card,
    flexible,
    give,
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


def test_greedy_beats_random() -> None:
    """One greedy player among random ones wins more than nine of ten games."""
    for seats in (3, 4):
        bots = ["greedy"] + ["random"] * (seats - 1)
        assert simulate(GAME, 400, bots=bots, options={"seats": seats}, seed=1).by_seat[0].wins.low > 0.9


def test_points_of_others_count_against_oneself() -> None:
    """Those of who is ahead more, those of nobody nothing."""
    t = table(OPEN, seats=3)
    assert rating_of(t.view(0), YELLOW, YELLOW + 1) == 100
    assert rating_of(t.view(0), YELLOW, 0) == 0
    assert rating_of(t.view(0), YELLOW, BLUE + 1) == -50
    t.state.points[BLUE] = 3
    assert rating_of(t.view(0), YELLOW, BLUE + 1) < rating_of(t.view(0), YELLOW, ORANGE + 1)


def test_what_is_at_stake() -> None:
    """Yellow wants event 2 to occur, blue wants it not to."""
    view = table(OPEN, seats=3).view(0)
    assert stake(view, YELLOW, 1) > 0 > stake(view, BLUE, 1)
    assert stake(view, YELLOW, 3) < 0


def test_the_nearer_the_surer() -> None:
    """Who acts last before the realization knows what a total will lead to; later events may still change."""
    t = table(OPEN, seats=3)
    view = t.view(2)
    assert spread_of(view, 1) < spread_of(view, 2) < spread_of(view, 3)
    assert chance(view, 1, 100, V) == 1000
    assert chance(view, 1, -100, X) == 0
    turn_of(t, 0)
    assert 0 < chance(t.view(0), 1, -100, X) < chance(t.view(0), 1, 100, V) < 1000


def test_a_token_goes_where_it_still_matters() -> None:
    """The last to act tips a total of 0, but wastes nothing on what is decided."""
    t = table(OPEN, seats=3)
    turn_of(t, BLUE, on=3)
    view = t.view(BLUE)
    assert rate_act(view, BLUE, Act.INFLUENCE_NO, 1) > 0 > rate_act(view, BLUE, Act.INFLUENCE_YES, 1)
    t.state.pros[1, YELLOW] = 3
    view = t.view(BLUE)
    assert gain(view, BLUE, 1, -100) == 0
    assert rate_act(view, BLUE, Act.INFLUENCE_NO, 1) < rate_act(view, BLUE, Act.STOP, 0)


def test_links_carry_over() -> None:
    """Event 3 leans towards ×, and its link makes event 4 less likely; with it in mind the total is below 0."""
    view = table(OPEN, seats=3).view(0)
    assert lean(view, 2) < 0 < lean(view, 1)
    assert likely_total(view, 3) < 0


def test_reinforcing_what_helps() -> None:
    """Yellow wants event 4 not to occur, and reinforces the cause from event 3, which is unlikely to; blue has no wish to."""
    t = table(OPEN, seats=3)
    t.state.cons[2, ORANGE] = 4
    turn_of(t, YELLOW, on=4)
    edge = edge_between(2, 3)
    assert rate_act(t.view(YELLOW), YELLOW, Act.REINFORCE, edge) > rate_act(t.view(YELLOW), YELLOW, Act.STOP, 0)
    turn_of(t, BLUE, on=4)
    assert rate_act(t.view(BLUE), BLUE, Act.REINFORCE, edge) < 0


def test_good_cards_are_kept_and_bad_ones_exchanged() -> None:
    """A card with oneself on a green arc is worth more than one for others."""
    view = table(OPEN, seats=3).view(0)
    mine, yours = find_card(3, "0C3C", 1, 0), find_card(3, "0C3C", 2, 0)
    assert card_value(view, YELLOW, mine) > card_value(view, YELLOW, flexible("Attacking")) > 0
    assert card_value(view, YELLOW, yours) < 0
    assert rate_act(view, YELLOW, Act.EXCHANGE, yours) > 0 > rate_act(view, YELLOW, Act.EXCHANGE, mine)


def test_waiting_costs() -> None:
    """An event that is realized soon is worth more: its organizer may organize again."""
    t = table(OPEN, seats=3)
    assert own_event(t.view(0), 1) > own_event(t.view(0), 6)
    turn_of(t, YELLOW, on=6)
    give(t, YELLOW, find_card(3, "0C3C", 1, 0))
    assert place_value(t.view(0), YELLOW, 4) > place_value(t.view(0), YELLOW, 5)


def laid(t: Sitting, card: int, seat: int) -> tuple[int, int]:
    """How a seat would lay a card: the rotation and the side it likes best."""
    give(t, seat, card)
    act(t, Act.ORGANIZE, card)
    best = max(t.moves(seat), key=lambda move: rate_rotation(t.view(seat), seat, *move.arguments))
    return best.arguments[0], best.arguments[1]


@pytest.mark.parametrize(("pattern", "rotation"), [("0C3H", 2), ("0H3C", 5)])
def test_a_card_is_turned_to_help(pattern: str, rotation: int) -> None:
    """On node 5, north-west of which event 1 has occurred: the cause looks there, and the token is near ✓."""
    t = table(OPEN, seats=3)
    turn_of(t, YELLOW, on=5)
    t.state.event[3] = t.state.organizer[3] = 0
    sign = 1 if pattern == "0C3H" else -1
    assert laid(t, find_card(3, pattern, *((1, 2) if sign > 0 else (1, 3)), 1), YELLOW) == (rotation, V)


def test_attacks_hit_who_is_ahead() -> None:
    """On the arc that is more likely."""
    t = table(OPEN, seats=4)
    t.state.points[BLUE] = 5
    turn_of(t, YELLOW, on=5)
    act(t, Act.ORGANIZE, flexible("Attacking"))
    best = max(t.moves(YELLOW), key=lambda move: rate_arcs(t.view(YELLOW), YELLOW, *move.arguments))
    assert best.arguments[0] == BLUE + 1
    play(t, YELLOW, Step.ARCS, *best.arguments)
