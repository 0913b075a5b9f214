"""Chapter 7: options and presets."""

from __future__ import annotations

import re
from typing import Any

import pytest

from moot.bots import play_out
from moot.engine import OptionError
from moot.games.turning_points import GAME
from moot.games.turning_points.rules import Event, First, Step, actions_of, closing_of, open_limit, pace_of
from tests.games.turning_points.table import told


def test_the_rulebook_lists_the_options() -> None:
    """§7.2 Every option with its usual value and its range, and every preset."""
    for name, option in GAME.options.items():
        row = re.search(rf"^\| `{name}` \| (\S+) \| (.+?) \|", GAME.rulebook, re.MULTILINE)
        assert row, name
        assert row.groups() == (option.says(option.default), option.range.replace(" | ", ", "))
    assert all(f"*{name}*" in GAME.rulebook for name in GAME.presets)


@pytest.mark.parametrize(("rings", "said"), [(1, (3, 1, 1, 2)), (2, (3, 2, 1, 4)), (3, (4, 2, 2, 6))])
def test_what_the_map_says(rings: int, said: tuple[int, ...]) -> None:
    """§7.2 §3.2 §3.4 §5.1 §6.1 Where an option is 0."""
    s = GAME.start(seats=4, rings=rings, seed=1).state
    assert (actions_of(s), open_limit(s), pace_of(s), closing_of(s)) == said
    s = GAME.start(seats=4, rings=rings, seed=1, actions=5, open_events=3, pace=1, closing=9).state
    assert (actions_of(s), open_limit(s), pace_of(s), closing_of(s)) == (5, 3, 1, 9)


def said_for(name: str, rings: int) -> str:
    """What the help of an option says that 0 stands for."""
    said = re.search(r"; 0: (.+)\.$", GAME.options[name].help)
    assert said, name
    usual, *others = said[1].split(", ")
    words = {1: "with one ring ", 3: "with three rings "}
    return next(
        (other.removeprefix(words[rings]) for other in others if other.startswith(words.get(rings, "-"))), usual
    )


@pytest.mark.parametrize("rings", [1, 2, 3])
def test_the_helps_say_what_0_stands_for(rings: int) -> None:
    """§7.2 §3.2 §3.4 §5.1 §6.1 The number with which the rules play on this map."""
    s = GAME.start(seats=5, rings=rings, seed=1).state
    rules = {"actions": actions_of(s), "open_events": open_limit(s), "pace": pace_of(s)}
    assert {name: int(said_for(name, rings)) for name in rules} == rules
    assert said_for("closing", rings).replace("as many as players", "5") == str(closing_of(s))


@pytest.mark.parametrize("wrong", [{"seats": 1}, {"seats": 7}, {"rings": 0}, {"rings": 4}, {"first_player": "oldest"}])
def test_what_is_out_of_range_is_refused(wrong: dict[str, object]) -> None:
    """§7.2 Each option has its limits."""
    with pytest.raises(OptionError):
        GAME.choose(wrong)


def firsts(seats: int, **options: Any) -> list[int]:
    """Who is first, round by round."""
    t = play_out(GAME.start(seats=seats, seed=2, **options), ["passive"])
    return [arguments[1] for arguments in told(t, Event.ROUND_BEGAN)]


@pytest.mark.parametrize("seats", [2, 4])
def test_who_is_first(seats: int) -> None:
    """§5.9 Drawn by lot, or in turn."""
    clockwise = firsts(seats, first_player=First.CLOCKWISE)
    assert clockwise == [(clockwise[0] + i) % seats for i in range(len(clockwise))]
    lot = firsts(seats)
    assert lot != [(lot[0] + i) % seats for i in range(len(lot))]
    assert set(lot) == set(range(seats))


@pytest.mark.parametrize("opening", [0, 1, 2])
def test_nobody_organizes_in_the_opening(opening: int) -> None:
    """§3.4 Nor does anyone in the first round, as a rule."""
    t = GAME.start(seats=3, seed=2, opening=opening)
    may = set()
    while t.state.rounds <= 4:
        seat = t.waiting[0]
        moves = [move for move in t.moves(seat) if move.choice == Step.ACT]
        if any(move.words.startswith("Organize") for move in moves):
            may.add(t.state.rounds)
        steps = [move for move in moves if move.words.startswith("Move")]
        t.play(seat, steps[0] if steps and t.state.left > 1 else t.moves(seat)[0])
    assert may == set(range(opening + 1, 5))


@pytest.mark.parametrize(("name", "chosen"), [("one_ring", {"rings": 1}), ("three_rings", {"rings": 3})])
def test_presets(name: str, chosen: dict[str, int]) -> None:
    """§7.2 Each changes what it says."""
    assert GAME.choose({}, name) == {**GAME.choose({}), **chosen}
