"""A lesson is read from its text; what cannot be read is said with its line, and what to write instead."""

from __future__ import annotations

import pytest

from moot.lessons import LessonError, read_lesson
from moot.lessons.lesson import Aim, Answer, Cue, Until
from tests.lessons.toll import TEXT


def test_a_lesson_is_a_head_and_steps() -> None:
    lesson = read_lesson(TEXT)
    assert (lesson.title, lesson.minutes, lesson.seed, lesson.options) == ("The road", 1, 3, {"gates": "2"})
    assert lesson.seats == ("you", "Bo")
    assert [step.title for step in lesson.steps] == ["Gates", "A question", "A bid", "The others", "Again", "On"]


def test_a_step_says_something_and_has_something_done() -> None:
    _, asks, does, watches, again, plays = read_lesson(TEXT).steps
    assert asks.answers[1] == Answer("Whoever bids most", True, "Yes.")
    assert does.do == ((Aim("Bid", ("1 coin",)),), (Aim("tip 0 coins"),))
    assert watches.watch
    assert watches.watch.cues == (Cue("Bo", (Aim("Bid"),)),)
    assert again.do == ((Aim(),),)
    assert plays.free == Until()


def test_moves_are_named_by_verb_and_pieces_one_after_the_other() -> None:
    text = TEXT.replace("- do: anything", '- do: Take "a name" or anything, then Go [node 7](node-6)')
    assert read_lesson(text).steps[4].do == ((Aim("Take", (), "a name"), Aim()), (Aim("Go", ("node-6",)),))


def test_what_goes_on_is_indented() -> None:
    assert read_lesson(TEXT.replace("Play on.", "Play\n  on.")).steps[5].say == "Play on."


@pytest.mark.parametrize(
    ("was", "is_now", "line", "says"),
    [
        ("# The road", "The road", 1, "write `# Title`"),
        ("- minutes: 1", "- minutes: one", 3, "write `- minutes: 6`"),
        ("- seed: 3\n", "", 1, "the head has no `seed`"),
        ("you, Bo", "Ada, Bo", 6, "write `- seats: you, Birch, Cedar`"),
        ("gates 2", "gates", 5, "an option has a value"),
        ("## 2. A question", "## 3. A question", 12, "write `## 2. A question`"),
        ("- say: Bid one coin.", "- tell: Bid one coin.", 21, "there is no `tell` here: write one of say, do"),
        ("- say: Bid one coin.", "", 19, "every step says something"),
        ("- say: Bid one coin.", "Bid one coin.", 21, "write `- say: …`"),
        ("- say: Bid one coin.", "- say: Bid.\n- say: One.", 22, "is here twice"),
        ("until the end", "until the end\n- otherwise: No.", 39, "`otherwise` answers other moves"),
        ("- watch: Bo: any Bid", "- watch: any Bid", 28, "write `- watch: Birch: any Seed`"),
        ("- [x] Whoever", "- [ ] Whoever", 15, "one of them right"),
        ("- [x] Whoever bids most: Yes.", "- Whoever bids most", 17, "write `  - [x] The right answer"),
        ("until the end", "until gate two", 38, "write `the end`, `round 3` or `event round_ended`"),
        ("- free: until the end", "- free: on", 38, "write `- free: until the end`"),
        ("- say: Play on.\n", "- say: Play on.\n- ask: Why?\n", 39, "`ask` and `free` are two steps"),
    ],
)
def test_what_cannot_be_read_is_said_with_its_line(was: str, is_now: str, line: int, says: str) -> None:
    assert was in TEXT
    with pytest.raises(LessonError) as found:
        read_lesson(TEXT.replace(was, is_now, 1))
    assert says in str(found.value)
    assert str(found.value).startswith(f"lesson.md:{line}:")


def test_an_empty_text_is_no_lesson() -> None:
    with pytest.raises(LessonError, match="the lesson is empty"):
        read_lesson("\n")
