"""What has changed since a seat's last turn, from what it saw then and sees now."""

from __future__ import annotations

from typing import Any

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import FOLD, RAISE
from moot.bots import play_out
from moot.engine import NOBODY, Sitting
from moot.engine.since import since
from moot.engine.standing import goal
from moot.games import GAMES, load
from tests.examples.test_leduc import play

NAMES = ["Ada", "Ben", "Cleo", "Dot"]


def changed(name: str, seat: int = 0, **fields: Any) -> list[str]:
    """What is said when nothing but these fields has changed since the beginning of a game of four."""
    t = load(name).start(seats=4, seed=3, **fields.pop("options", {}))
    before = t.view(seat)
    for field, value in fields.items():
        cells = getattr(t.state, field)
        for place, number in value.items() if isinstance(value, dict) else ():
            cells[place] = number
        if not isinstance(value, dict):
            setattr(t.state, field, value)
    return since(t.game, before, t.view(seat), seat, NAMES)


def test_first_for_me_then_the_others() -> None:
    t = play(LEDUC.start(seed=1), RAISE)
    before = t.view(0)
    assert since(LEDUC, before, t.view(0), 0, NAMES) == []
    after = play(LEDUC.start(seed=1), RAISE, FOLD).view(0)
    assert since(LEDUC, before, after, 0, NAMES) == ["You: 0 → 1 chip.", "Ben 0 → −1."]
    assert since(LEDUC, before, after, 1, NAMES) == ["You: 0 → −1 chip, 1st → 2nd.", "Ada 0 → 1."]
    assert since(LEDUC, before, after, NOBODY, NAMES) == ["Ada 0 → 1, Ben 0 → −1."]


def test_gold_and_the_cards_that_are_left() -> None:
    lines = changed("treasury", gold={0: 9, 2: 1}, deck_size={0: 5})
    assert lines == ["You: 3 → 9 gold, 3rd → 1st.", "Cleo 5 → 1.", "Cards in the decks 36 → 29."]


def test_where_all_play_together() -> None:
    assert changed("polycrisis", turn=2, chips=3, crisis=0b111) == ["Turn 0 → 2, in crisis 0 → 3, chips 0 → 3."]
    assert changed("path_to_safety", pool=12) == ["Dice 14 → 12."]


def test_what_is_decided_next() -> None:
    assert changed("turning_points", present=3) == [
        "Next node 1, now 0, occurs: nobody → node 4, empty.",
    ]


def test_points_without_ranks() -> None:
    lines = changed("solidarity", options={"objective": "solidarity"}, points={0: 3, 1: 4}, round=2)
    assert lines == ["You: 0 → 3 points.", "Ben 0 → 4.", "Round 1 → 2."]


def figures_of(t: Sitting, seat: int) -> dict[str, str]:
    """The figures of the goal."""
    return dict(goal(t.game, t.view(seat), seat, NAMES).figures)


def test_every_figure_that_changed_is_named() -> None:
    for name in GAMES:
        short: dict[str, Any] = {"rounds": 2} if name == "solidarity" else {}
        t = load(name).start(seats=4, seed=5, **short)
        before, figures = t.view(1), figures_of(t, 1)
        play_out(t, ["greedy"])
        said = " ".join(since(t.game, before, t.view(1), 1, NAMES)).lower()
        changed = {label: value for label, value in figures_of(t, 1).items() if value != figures[label]}
        assert changed or name == "path_to_safety"  # whose goal, when it is over, has none
        for label, value in changed.items():
            assert f"{label} {figures[label]} → {value}".lower() in said, name
