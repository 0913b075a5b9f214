"""What the recorded games of Treasury are kept for. That they play again is tested with those of all games."""

from __future__ import annotations

from pathlib import Path

from moot.engine import Sitting, replay
from moot.games.treasury import GAME
from moot.games.treasury.rules import Event

FOLDER = Path(__file__).parents[2] / "recorded" / "treasury"


def events_of(name: str) -> list[Event]:
    """What happened in a recorded game, in order."""
    sitting = replay(GAME, (FOLDER / f"last_card-{name}.json").read_text(encoding="utf-8"), compiled=True)
    return [Event(entry.event) for entry in sitting.log if entry.event is not None]


def test_the_treasury_runs_dry_within_a_pass() -> None:
    """§3.4 The pass is paid in full, and the contracts after it are not."""
    events = events_of("runs_dry")
    assert Event.UNPAID in events[events.index(Event.TREASURY_EXHAUSTED) :]


def test_a_business_is_sold_for_tax() -> None:
    """§3.6 Between the announcement of the tax and its payment."""
    events = events_of("tax_sale")
    sold = events.index(Event.SOLD_FOR_TAX)
    assert Event.TAX_RATE in events[:sold]
    assert Event.TAX_PAID in events[sold:]


def test_events_happen_within_events() -> None:
    """§4.3 Three deep, by loss of population."""
    depth = deepest = 0
    for event in events_of("nested_events"):
        depth += (event == Event.HAPPENED) - (event == Event.INTO_DEMAND and depth > 0)
        deepest = max(deepest, depth)
    assert deepest >= 3


def test_all_remaining_events_are_resolved_at_the_end() -> None:
    """§6.1 Then comes one last end of round."""
    events = events_of("final_events")
    final = events[events.index(Event.FINAL_EVENTS) :]
    assert final.count(Event.HAPPENED) >= 4
    assert Event.ROUND_ENDS in final


def test_an_action_that_an_ability_adds_is_left() -> None:
    """§8.5 The turn ends by its player's word, with an action to take and after another was taken."""
    recorded = replay(GAME, (FOLDER / "last_card-action_left.json").read_text(encoding="utf-8"))
    t, left = Sitting(GAME, recorded.options, recorded.seed), 0
    for seat, number in recorded.history:
        done = any(move.number == number and move.words == "End the turn" for move in t.moves(seat))
        left += done and t.state.acted > 0 and t.state.actions > 0
        t.play(seat, number)
    assert left > 0
