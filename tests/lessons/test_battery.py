"""The battery plays a lesson, and notices whatever no longer holds."""

from __future__ import annotations

from pathlib import Path

import pytest

from moot.battery import check
from moot.battery.lessons import lesson as checked
from moot.battery.walks import Plan
from moot.games import load
from moot.lessons import LessonError, lesson_of, read_lesson
from moot.lessons.locking import first_stale, renew
from tests.lessons.toll import TEXT, taught


def test_a_sound_lesson_passes(tmp_path: Path) -> None:
    game = taught(tmp_path)
    renew(game, read_lesson(TEXT))
    assert check(game, games=1, only=["lesson"], compiled=False).ok


def test_a_game_without_a_lesson_passes() -> None:
    leduc = load("examples/leduc")
    assert lesson_of(leduc) is None
    checked(leduc, Plan(1))


@pytest.mark.parametrize(
    ("was", "is_now", "says"),
    [
        ("§1", "§8", "step 1: there is no §8 in the rulebook"),
        ("Play on.", "word " * 41, "step 6: there is room for 40 words, not 41"),
        ("{coins}", "{gold}", "step 1: there is no figure {gold}"),
        ("Look at [Bo]", "Look at [Eve]", "step 2: nothing is called [Eve]"),
        ("Look at [Bo]", "Look at [Bo](coin-7)", "step 2: [Bo] is drawn neither on the board nor in the tray"),
        ("Bid [1 coin]", "Bid [99 coins]", "step 3: “Bid [99 coins]” is not among what can be done; there is: Bid"),
        ("- otherwise: One coin is enough, and no tip.\n", "", "step 3: other moves are legal"),
        ("- watch: Bo: any Bid", "- do: any Bid", "step 4: the learner is not asked"),
        (
            "Bid one coin.\n- do: Bid [1 coin], then any tip 0 coins",
            "Bid.\n- do: any Bid",
            "“Bid” is all that can be done",
        ),
        ("- free: until the end", "- free: until gate 2", "step 6: the last step is free play"),
        ("gates 2", "gates 9", "gates may be"),
    ],
)
def test_what_does_not_hold_is_said(tmp_path: Path, was: str, is_now: str, says: str) -> None:
    assert was in TEXT
    game = taught(tmp_path, TEXT.replace(was, is_now, 1))
    with pytest.raises(LessonError) as found:
        checked(game, Plan(1))
    assert says in str(found.value)


def test_the_lock_names_the_first_step_that_is_another(tmp_path: Path) -> None:
    game, lesson = taught(tmp_path), read_lesson(TEXT)
    renew(game, lesson)
    assert first_stale(game, lesson) is None
    other = read_lesson(TEXT.replace("Bid [1 coin]", "Bid [2 coins]"))
    stale = first_stale(game, other)
    assert stale
    assert stale.step == 4
    assert stale.was
    assert stale.now
    assert stale.was.picture != ""
    assert stale.was.mark != stale.now.mark


def test_a_lesson_without_a_lock_is_stale_from_its_first_step(tmp_path: Path) -> None:
    stale = first_stale(taught(tmp_path), read_lesson(TEXT))
    assert stale
    assert (stale.step, stale.was) == (1, None)
