"""The arena: who plays whom at which seat, what is counted, how strong that makes them, and going on where it was interrupted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from examples.leduc import GAME as LEDUC
from moot.engine import Fate, OptionError
from moot.lab import Pairing, arena
from moot.lab.arena import Hall, Match, Played, matches_of, pairings_of, standing_of
from moot.lab.ledger import Ledger, play_matches
from moot.lab.picture import picture_of
from moot.lab.strength import Tally, strengths
from tests.battery.toll import Toll, make_toll

BOTS = ["fair", "greedy", "random"]
TOLL = make_toll()


def arrive(s: Toll) -> int:
    """All win who have opened a gate."""
    return Fate.WON if s.opened > 0 else Fate.LOST


def test_each_is_the_one_among_others_of_each_other_kind() -> None:
    found = pairings_of(TOLL, BOTS, 3)
    assert len(found) == len(set(found)) == 6
    assert Pairing("fair", "greedy") in found
    assert Pairing("greedy", "fair") in found


def test_of_two_at_a_table_each_pair_plays_once() -> None:
    assert pairings_of(LEDUC, BOTS, 2) == [
        Pairing("fair", "greedy"),
        Pairing("fair", "random"),
        Pairing("greedy", "random"),
    ]


def test_the_hero_sits_at_every_seat_on_the_same_seeds() -> None:
    pairing = Pairing("fair", "random")
    matches = list(matches_of([pairing], 3, 6))
    assert matches == [Match(pairing, seat, number) for number in range(2) for seat in range(3)]
    alone = list(matches_of([Pairing("fair", "fair")], 3, 4))
    assert [match.number for match in alone] == [0, 1, 2, 3]


def test_the_result_does_not_depend_on_the_cores() -> None:
    one, many = (arena(LEDUC, BOTS, 20, seed=3, cores=cores) for cores in (1, 3))
    for row, again in zip(one.standings, many.standings, strict=True):
        assert (row.wins, row.points) == (again.wins, again.points)
    assert one.ratings == many.ratings


def test_two_sides_of_a_match_share_its_wins() -> None:
    hall = Hall(LEDUC, seed=1)
    for one in hall.play(matches_of([Pairing("greedy", "random")], 2, 40)):
        assert sum(one.won) == 1
        assert sum(one.points) == 0


def test_what_is_counted_of_a_pairing() -> None:
    pairing = Pairing("a", "b")
    played = [
        Played(Match(pairing, 0, 0), (1.0, 0.0, 0.0), (9, 4, 5), 0.1, 4),
        Played(Match(pairing, 1, 0), (0.5, 0.5, 0.0), (7, 7, 1), 0.1, 4),
    ]
    standing = standing_of(pairing, played, 3)
    assert (standing.games, standing.wins.value, standing.fair) == (2, 0.75, 1 / 3)
    assert standing.points.value == 2
    assert standing.milliseconds == pytest.approx(25)


def test_where_all_win_or_lose_together_each_kind_plays_by_itself() -> None:
    game = make_toll()
    game.rules.fate(arrive)
    game.rules.count_points = None
    found = arena(game, ["random", "passive"], 12, seed=2)
    assert [standing.pairing for standing in found.standings] == [
        Pairing("random", "random"),
        Pairing("passive", "passive"),
    ]
    assert found.ratings == {}
    assert all(standing.games == 12 for standing in found.standings)
    assert 0 < found.standings[0].wins.value <= 1


@pytest.mark.parametrize(
    ("bots", "says"),
    [
        (["fair", "fair"], "Name each bot of an arena once, not fair, fair."),
        (["fair"], "An arena takes at least two bots, such as --bots fair,greedy."),
        (["fair", "lucky"], "There is no bot 'lucky'."),
    ],
)
def test_what_an_arena_cannot_play_is_explained(bots: list[str], says: str) -> None:
    with pytest.raises(OptionError, match=says):
        arena(LEDUC, bots, 4)


# Ratings


def tallies(wins: int, of: int, seats: int = 2) -> list[Tally]:
    """One bot has won so many games against a table of the other."""
    return [Tally(n, ("a", "b"), (1, seats - 1), (1.0, 0.0) if n < wins else (0.0, 1.0)) for n in range(of)]


def test_ten_wins_for_each_defeat_are_400_points() -> None:
    rated = strengths(["a", "b"], tallies(1000, 1100))
    assert rated["a"].value - rated["b"].value == pytest.approx(400, abs=3)
    assert rated["a"].low < rated["a"].value < rated["a"].high
    assert rated["b"].high < rated["a"].low


def test_a_fair_share_among_many_is_no_strength() -> None:
    rated = strengths(["a", "b"], tallies(250, 1000, seats=4))
    assert rated["a"].value == pytest.approx(0, abs=3)


def test_who_has_won_all_is_not_infinitely_strong() -> None:
    rated = strengths(["a", "b"], tallies(20, 20))
    assert 200 < rated["a"].value - rated["b"].value < 2000


def test_games_that_nobody_wins_say_nothing() -> None:
    lost = [Tally(n, ("a", "b"), (1, 1), (0.0, 0.0)) for n in range(50)]
    with_lost, without = strengths(["a", "b"], tallies(30, 40) + lost), strengths(["a", "b"], tallies(30, 40))
    assert with_lost["a"].value == pytest.approx(without["a"].value)


# Going on


def counted(hall: Hall, file: Path, games: int) -> tuple[list[Played], int]:
    """What was played, and how many games were reported."""
    told: list[int] = []
    matches = list(matches_of([Pairing("greedy", "random")], 2, games))
    return play_matches(hall, matches, file, 1, lambda: told.append(1)), len(told)


def test_what_was_played_is_not_played_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hall, file = Hall(LEDUC, seed=5), tmp_path / "arena.jsonl"
    first, told = counted(hall, file, 6)
    assert told == 6
    calls: list[Match] = []
    play = hall._play

    def play_and_note(bots: Any, match: Match, part: range) -> Played:
        calls.append(match)
        return play(bots, match, part)

    monkeypatch.setattr(hall, "_play", play_and_note)
    more, told = counted(hall, file, 10)
    assert told == 10
    assert more[:6] == first
    assert {match.number for match in calls} == {3, 4}


def test_a_line_that_is_broken_off_is_played_again(tmp_path: Path) -> None:
    hall, file = Hall(LEDUC, seed=5), tmp_path / "arena.jsonl"
    first, _ = counted(hall, file, 6)
    file.write_text(file.read_text(encoding="utf-8")[:-10], encoding="utf-8")
    again, _ = counted(hall, file, 6)
    assert [one.won for one in again] == [one.won for one in first]


@pytest.mark.parametrize("other", [{"seed": 6}, {"game": replace(LEDUC, name="other")}])
def test_games_of_another_kind_are_not_taken_for_these(tmp_path: Path, other: dict[str, Any]) -> None:
    file = tmp_path / "arena.jsonl"
    counted(Hall(LEDUC, seed=5), file, 6)
    assert Ledger(file, Hall(other.pop("game", LEDUC), **{"seed": 5, **other})).played == {}


def test_the_picture_is_drawn_with_a_row_for_each_bot() -> None:
    drawn = ElementTree.fromstring(picture_of(arena(LEDUC, BOTS, 8, seed=1)))
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert set(BOTS) <= set(texts)
