"""Names that players write: what may be written, who reads it and when, and that it is kept."""

from __future__ import annotations

import json
import re
from pathlib import Path
from random import Random

import pytest

from examples.leduc import GAME as LEDUC
from moot.engine import NOBODY, MoveError, Names, SavedGameError, Sitting, replay, resume, text_key
from moot.engine.writing import tidy, what_is_wrong
from tests.engine.pets import GAME, KINDS, ROUNDS, Step

ADA, BO, CY = range(3)
OWN, KEPT, AGAIN = KINDS, 1, 0  # the fourth name on offer is one's own
MANY = 5


def sit_down(seats: int = 2, *, compiled: bool = False) -> Sitting:
    """A table of Pets."""
    table: Sitting = GAME.start(seats=seats, compiled=compiled)
    table.names = ["Ada", "Bo", "Cy", "Di"][:seats]
    return table


def name(table: Sitting, seat: int, text: str = "", at: int = OWN) -> None:
    """Name a pet: one's own, or a printed one."""
    table.play(seat, table.moves(seat)[at], text)


def settle(table: Sitting, seat: int) -> None:
    """Keep it, and want some."""
    table.play(seat, table.moves(seat)[KEPT])
    table.play(seat, table.moves(seat)[MANY - 1])


def play_round(table: Sitting, *texts: str) -> None:
    """Each seat writes one name."""
    for seat, text in enumerate(texts):
        name(table, seat, text)
        settle(table, seat)


def state_of(table: Sitting) -> object:
    """Everything that a refusal must not change."""
    return bytes(table), list(table.history), list(table.log), dict(table.texts), table.names


# What may be written


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("kittens", "kittens"),
        ("  kittens  ", "kittens"),
        ("kittens(litters)", "kittens (litters)"),
        (" small   kittens ( litters ) ", "small kittens (litters)"),
        ("x" * 24 + " (" + "y" * 24 + ")", "x" * 24 + " (" + "y" * 24 + ")"),
        ('<b>"&{0:seat}', '<b>"&{0:seat}'),
        ("Ka\u0308tzchen", "Kätzchen"),
    ],
)
def test_a_text_is_a_name_and_perhaps_a_unit(text: str, kept: str) -> None:
    assert what_is_wrong(text) is None
    assert tidy(text) == kept
    table = sit_down()
    name(table, ADA, text)
    assert table.lines(ADA)[-1].text == f"Ada names {kept}."


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (" ", "1 to 24 characters, not 0"),
        ("x" * 25, "1 to 24 characters, not 25"),
        ("kittens ()", "A unit has 1 to 24 characters"),
        (f"kittens ({'y' * 25})", "A unit has 1 to 24 characters, not 25"),
        ("(litters)", "A name has 1 to 24 characters, not 0"),
        ("kit(t)ens", "no other brackets"),
        ("kittens (a) (b)", "no other brackets"),
        ("kit\nens", "plain text on one line"),
        ("kit\x00ens", "plain text"),
        ("kit\u202eens", "plain text"),
        (b"kittens", "plain text"),
        (7, "plain text"),
        (None, "plain text"),
    ],
)
def test_anything_else_is_refused_and_changes_nothing(text: str, reason: str) -> None:
    table = sit_down()
    before = state_of(table)
    with pytest.raises(MoveError, match=reason):
        name(table, ADA, text)
    assert state_of(table) == before


def test_a_text_with_a_move_that_takes_none_is_refused() -> None:
    table, leduc = sit_down(), LEDUC.start()
    for sitting, move in ((table, table.moves(ADA)[0]), (leduc, leduc.moves(0)[0])):
        before = bytes(sitting)
        with pytest.raises(MoveError, match="Nothing can be written with this move"):
            sitting.play(0, move, "kittens")
        assert bytes(sitting) == before


def test_moves_say_whether_they_write() -> None:
    table = sit_down()
    assert [move.writes for move in table.moves(ADA)] == [False, False, False, True]
    name(table, ADA, "kittens")
    assert not any(move.writes for move in table.moves(ADA))
    assert not any(move.writes for move in LEDUC.start().moves(0))


def test_a_move_that_writes_may_do_without_a_text() -> None:
    table = sit_down()
    name(table, ADA)
    assert table.lines(ADA)[-1].text == "Ada names Ada's 1st pet."
    assert table.names.written == {}


def test_a_game_may_refuse_a_name_for_what_the_seat_sees() -> None:
    table = sit_down()
    play_round(table, "kittens (litters)", "ponies")
    with pytest.raises(MoveError, match=r"There are kittens \(litters\) already"):
        name(table, BO, " KITTENS ")
    name(table, BO, "kitten")


def test_a_name_is_the_same_without_unit_blanks_and_case() -> None:
    assert text_key(" KITTENS (litters)") == text_key("kittens") == "kittens"
    assert text_key("Straße") == text_key("STRASSE")
    assert text_key("kittens") != text_key("kitten")


# Who reads it


def test_two_may_write_one_name_unseen_and_learn_of_it_when_all_is_shown() -> None:
    table = sit_down()
    name(table, ADA, "Kittens (litters)")
    name(table, BO, "kittens")
    assert [line.text for line in table.lines(ADA)] == ["Ada names Kittens (litters)."]
    assert [line.text for line in table.lines(BO)] == ["Bo names kittens."]
    assert table.lines() == []
    settle(table, ADA)
    settle(table, BO)
    assert table.standing.points == (0, 0)  # the rules know that both are the same
    assert [line.text for line in table.lines()] == [
        "Ada names Kittens (litters).",
        "Bo names kittens.",
        "Ada wants 5 Kittens (litters).",
        "Bo wants 5 kittens.",
    ]


def test_names_that_read_differently_are_not_the_same() -> None:
    table = sit_down()
    play_round(table, "kittens", "ponies")
    assert table.standing.points == (MANY, MANY)
    assert "Ada: 5 kittens" in table.picture()


def test_a_written_name_may_be_a_printed_one() -> None:
    table = sit_down()
    name(table, ADA, at=2)  # "fish (bowls)"
    settle(table, ADA)
    name(table, BO, "FISH")
    settle(table, BO)
    assert table.standing.points == (0, 0)


@pytest.mark.parametrize("compiled", [False, True])
def test_the_lowest_name_that_reads_the_same_is_the_key_of_all(compiled: bool) -> None:
    table = sit_down(3, compiled=compiled)
    mine = [KINDS + seat * ROUNDS for seat in range(3)]
    key = table.state.key
    assert list(key) == list(range(len(key)))
    name(table, CY, "kittens")
    name(table, ADA, "Kittens")  # a lower name than that of Cy
    name(table, BO, "ponies")
    assert [key[slot] for slot in mine] == [mine[ADA], mine[BO], mine[ADA]]
    table.play(ADA, table.moves(ADA)[AGAIN])
    name(table, ADA, "cats")  # Cy's kittens are by themselves again
    assert [key[slot] for slot in mine] == [0, mine[BO], mine[CY]]
    table.play(ADA, table.moves(ADA)[AGAIN])
    name(table, ADA)
    assert [key[slot] for slot in mine] == mine


def test_what_one_seat_writes_unseen_nobody_else_can_tell() -> None:
    """Two tables that differ in what Ada has written read the same to everyone else, until all is shown."""
    tables = sit_down(3), sit_down(3)
    for table, text in zip(tables, ("kittens", "ponies (herds)"), strict=True):
        name(table, ADA, text)
        name(table, BO, "kittens")
        table.play(BO, table.moves(BO)[AGAIN])
        settle(table, ADA)
    for seat in (NOBODY, BO, CY):
        one, other = (
            (
                bytes(table.view(seat)),
                table.lines(seat),
                table.picture(seat),
                table.question(seat),
                table.moves(seat),
                GAME.face and GAME.face(table.view(seat), seat, table.names),
            )
            for table in tables
        )
        assert one == other
    for table in tables:
        name(table, BO, "kittens")  # and it may be written: a refusal would tell
        assert bytes(table.view(BO))


def test_questions_and_reasons_can_say_a_name() -> None:
    table = sit_down()
    name(table, ADA, "kittens")
    asked = table.question(ADA)
    assert asked is not None
    assert asked.text == "Do you keep kittens?"
    reason = GAME.words.reason(table.view(ADA), ADA, "pet", KINDS, table.names)
    assert reason is not None
    assert reason.text == "kittens cannot be chosen."


def test_a_line_keeps_its_words_when_the_name_is_written_anew() -> None:
    table = sit_down()
    name(table, ADA, "kittens")
    table.play(ADA, table.moves(ADA)[AGAIN])
    name(table, ADA, "ponies")
    assert [line.text for line in table.lines(ADA)] == ["Ada names kittens.", "Ada names ponies."]
    assert "In mind: ponies" in table.picture(ADA)


def test_seats_may_be_renamed_at_any_time() -> None:
    table = sit_down()
    name(table, ADA, "kittens")
    table.names = ["Eve", "Bo"]
    assert table.names == Names(("Eve", "Bo"), {KINDS: "kittens"})
    assert table.lines(ADA)[0].text == "Eve names kittens."


def test_names_are_those_of_the_seats_and_differ_by_what_is_written() -> None:
    assert Names(("Ada", "Bo")) == ("Ada", "Bo")
    assert hash(Names(("Ada", "Bo"))) == hash(("Ada", "Bo"))
    assert Names(("Ada",), {4: "kittens"}) != Names(("Ada",), {4: "ponies"})
    assert Names(("Ada",), {4: "kittens"}) != ("Ada",)
    assert Names(("Ada",), {4: "kittens"}) == Names(["Ada"], {4: "kittens"})


# Keeping


def played_out(seed: int) -> Sitting:
    """A whole game in which many things are written, drafts too."""
    dice, table = Random(seed), sit_down(3)
    while not table.over:
        seat = dice.choice(table.waiting)
        move = dice.choice(table.moves(seat))
        text = dice.choice(["", "kittens", "Kittens (litters)", "ponies", "Żółw", "cats"]) if move.writes else ""
        try:
            table.play(seat, move, text)
        except MoveError:
            table.play(seat, move, f"n{len(table.history)}")
    return table


@pytest.mark.parametrize("seed", range(5))
def test_a_saved_game_holds_what_was_written(seed: int) -> None:
    table = played_out(seed)
    again = replay(GAME, table.to_json())
    again.names = table.names
    assert state_of(again) == state_of(table)
    assert again.story() == table.story()
    assert again.to_json() == table.to_json()


def test_compiled_rules_are_told_the_same() -> None:
    table = played_out(2)
    twin = sit_down(3, compiled=True)
    for move in table.played:
        twin.play(*move)
    assert state_of(twin) == state_of(table)


def test_a_row_has_its_text_last_and_old_rows_have_none() -> None:
    table = sit_down()
    name(table, ADA, "kittens (litters)")
    settle(table, ADA)
    saved = json.loads(table.to_json())
    assert saved["moves"][:2] == [[0, "name", KINDS, "kittens (litters)"], [0, "keep", 1]]
    saved["moves"][0] = [0, "name", KINDS]
    assert replay(GAME, json.dumps(saved)).names.written == {}
    saved["moves"][1] = [0, "keep", 1, "kittens"]
    with pytest.raises(SavedGameError, match="Nothing can be written"):
        replay(GAME, json.dumps(saved))


def test_taking_back_takes_back_what_was_written() -> None:
    table = sit_down()
    before = bytes(table)
    name(table, BO, "kittens")
    name(table, ADA, "Kittens")
    table.take_back(ADA)
    assert table.names.written == {KINDS + ROUNDS: "kittens"}
    assert list(table.texts.values()) == ["kittens"]
    assert table.lines(ADA) == []
    table.take_back(BO)
    assert bytes(table) == before
    assert not table.names.written
    assert not table.texts
    name(table, BO, "ponies")
    assert table.lines(BO)[-1].text == "Bo names ponies."


def test_a_copy_has_its_own_names() -> None:
    table = sit_down()
    name(table, ADA, "kittens")
    twin = table.copy()
    assert state_of(twin) == state_of(table)
    name(twin, BO, "ponies")
    twin.names = ["Eve", "Bo"]
    assert table.names == Names(["Ada", "Bo"], {KINDS: "kittens"})
    assert list(table.texts) == [0]


def test_a_game_that_goes_on_from_a_position_goes_on_with_its_names() -> None:
    table = sit_down()
    play_round(table, "kittens", "ponies")
    later = resume(GAME, table.options, table.seed, bytes(table), written=table.names.written)
    assert "kittens" in later.picture()
    later.play(ADA, later.moves(ADA)[OWN], "hens")
    later.take_back(ADA)
    assert later.names.written == table.names.written
    assert later.state.asking[ADA] == Step.NAME


# In the documentation


def test_the_code_that_is_shown_stands_in_the_game() -> None:
    page = (Path(__file__).parents[2] / "docs" / "add-a-game.md").read_text(encoding="utf-8")
    source = (GAME.folder / "__init__.py").read_text(encoding="utf-8")
    shown = re.findall(r"^```py\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    assert len(shown) > 5
    assert [block for block in shown if block not in source] == []
