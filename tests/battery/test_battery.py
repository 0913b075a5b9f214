"""The battery passes a sound game and notices every way of breaking it."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.battery import CHECKS, Failure, Plan, check
from moot.engine import OptionError, finish, mistakes, replay
from tests.battery.breaks import BREAKS
from tests.battery.toll import Ending, Toll, make_toll


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compiled code is kept by source file, and the broken games come from one file."""
    monkeypatch.setenv("MOOT_CACHE", str(tmp_path))


def test_a_sound_game_passes_everything() -> None:
    seen: list[str] = []
    report = check(make_toll(), games=60, on_check=seen.append)
    assert report.ok, str(report)
    assert seen == list(CHECKS)


@pytest.mark.parametrize("name", BREAKS)
def test_a_broken_game_is_noticed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mistakes, "PATIENCE", 0.3)
    broken = BREAKS[name]
    report = check(make_toll(**broken.parts), games=1000, only=[broken.check], compiled=False)
    assert len(report.failures) == 1
    assert broken.says in str(report.failures[0])


def test_every_check_is_seen_to_fail() -> None:
    assert {broken.check for broken in BREAKS.values()} == set(CHECKS)


def test_a_failure_says_where_and_can_be_seen_again() -> None:
    game = make_toll(**BREAKS["broken law"].parts)
    failure = check(game, seed=5, only=["laws"], compiled=False).failures[0]
    assert failure.seed is not None
    assert f"seed={failure.seed}, seats=" in str(failure)
    again = check(game, games=1, seed=failure.seed, only=["laws"], compiled=False).failures[0]
    assert str(again) == str(failure)
    assert failure.saved is not None
    assert len(replay(game, failure.saved).history) == failure.move


def test_a_check_can_be_called_alone() -> None:
    with pytest.raises(Failure, match="toll, laws: a law is broken"):
        CHECKS["laws"](make_toll(**BREAKS["broken law"].parts), Plan(games=10, compiled=False))


def test_the_report_lists_what_was_covered() -> None:
    report = check(make_toll(), games=50, only=["play", "words"], compiled=False)
    assert [result.check for result in report.results] == ["words", "play"]
    assert report.results[1].games == 5
    assert report.results[1].moves > 20
    assert "ok             play" in str(report)


def test_an_unknown_check_is_refused() -> None:
    with pytest.raises(OptionError, match="No check is called luck"):
        check(make_toll(), only=["luck"])


def test_a_mistake_in_a_rule_is_reported_once() -> None:
    report = check(make_toll(**BREAKS["too large a number"].parts), games=20, compiled=False)
    assert len(report.failures) == 1
    assert (report.results[-1].check, report.results[-1].says) == ("play", "failed")
    assert report.waiting == tuple(CHECKS)[len(report.results) :]
    assert str(report).count("does not fit") == 1


def test_nothing_is_played_before_the_declarations_are_right() -> None:
    report = check(make_toll(**BREAKS["event without words"].parts), games=20, compiled=False)
    assert [result.check for result in report.results] == ["options", "size", "rules", "words"]
    assert len(report.failures) == 1


def test_what_is_declared_and_never_met_is_listed() -> None:
    report = check(make_toll(laws={}), games=400, only=["play"], compiled=False)
    assert report.never_met == ""
    game = make_toll(set_up=end_at_once, laws={})
    report = check(game, games=20, only=["play"], compiled=False)
    assert report.unmet["choice"] == ["BID", "TIP", "GIVE"]
    assert report.never_met.startswith("Never met in these games: choices BID, TIP, GIVE; events EARNED,")
    assert "endings STRANDED" in report.never_met


def end_at_once(s: Toll) -> None:
    """§5 Nobody travels."""
    finish(s, Ending.ARRIVED)
