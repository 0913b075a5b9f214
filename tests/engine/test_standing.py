"""What wins, how seats stand, and where points came from: what a game says, and what is said of one that says nothing."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from examples.leduc import GAME as LEDUC
from examples.leduc.rules import CALL, FOLD, RAISE
from examples.levee import GAME as LEVEE
from moot.engine import NOBODY, Game, Goal, Place, fit
from moot.engine.standing import account, compared, counts_openly, gauge, goal, how_to_win, standing, stood
from moot.engine.words import ordinal
from moot.games import GAMES, load
from tests.examples.test_leduc import play

NAMES = ["Ada", "Ben", "Cleo"]


def with_words(game: Game, **words: Any) -> Game:
    """The game with other words."""
    return replace(game, words=replace(game.words, **words))


def test_a_game_that_says_nothing_has_a_goal_all_the_same() -> None:
    t = play(LEDUC.start(seed=1), RAISE)
    assert goal(LEDUC, t.view(1), 1, NAMES).text == "Most points win. You: 0, all level. Betting round 1."
    assert goal(LEDUC, t.view(1), 1, NAMES).short == "You: 0, all level. Betting round 1."
    assert goal(LEDUC, t.view(), NOBODY, NAMES).text == "Most points win. All have 0. Betting round 1."
    assert how_to_win(LEDUC, t.view(0)) == ("Most points win.", LEDUC.about)
    assert gauge(LEDUC, t.view()) == ""
    assert account(LEDUC, t.log, t.state, 0) == []


def test_the_usual_goal_names_who_leads() -> None:
    t = play(LEDUC.start(seed=1), RAISE, FOLD)
    assert standing(LEDUC, t.view()) == [Place(1, 1), Place(-1, 2)]
    assert goal(LEDUC, t.view(1), 1, NAMES).text == "Most points win. You: −1, 2nd, 2 behind Ada. Betting round 1."
    assert goal(LEDUC, t.view(), NOBODY, NAMES).text == "Most points win. Ada leads with 1. Betting round 1."


def test_points_that_are_counted_from_hidden_fields_are_not_shown() -> None:
    t, quiet = LEVEE.start(seats=3), with_words(LEVEE, goal=None)
    assert not counts_openly(LEVEE)
    assert standing(LEVEE, t.view(0)) is None
    assert goal(quiet, t.view(0), 0, NAMES).text == "Most points win. Year 1 of 5."


def test_a_game_may_say_itself_whether_points_are_shown() -> None:
    t = LEDUC.start()
    assert counts_openly(LEDUC)
    assert standing(with_words(LEDUC, shows_points=lambda view: False), t.view()) is None


@pytest.mark.parametrize("name", GAMES)
def test_what_moots_games_show_in_play(name: str) -> None:
    """Points in play, or how far all have come together."""
    game = load(name)
    view = game.start(seats=3).view()
    assert (standing(game, view) is None) == game.cooperative == bool(gauge(game, view))


def test_a_goal_is_given_as_much_as_it_takes() -> None:
    view = LEDUC.start().view(0)
    assert goal(with_words(LEDUC, goal=lambda view, seat: Goal("Win.", "Win.")), view, 0, NAMES).text == "Win."
    placed = with_words(LEDUC, goal=lambda view, seat, names, places: Goal(f"{names[1]} {places[1].rank}", ""))
    assert goal(placed, view, 0, NAMES).text == "Ben 1"


def test_how_to_win_may_depend_on_the_view() -> None:
    view = LEDUC.start().view(0)
    assert how_to_win(with_words(LEDUC, how_to_win=("One.", "Two.")), view) == ("One.", "Two.")
    assert how_to_win(with_words(LEDUC, how_to_win=lambda view: [f"{view.seats}."]), view) == ("2.",)


@pytest.mark.parametrize(
    ("places", "seat", "said"),
    [
        ([Place(15, 1), Place(3, 2)], 0, ("1st, 12 ahead of Ben", "1st, 12 ahead", "1st")),
        ([Place(15, 1), Place(3, 2)], 1, ("2nd, 12 behind Ada", "2nd, 12 behind", "2nd")),
        ([Place(5, 2), Place(5, 1)], 0, ("2nd, level with Ben", "2nd, level", "2nd")),
        ([Place(5, 1), Place(5, 1), Place(1, 3)], 0, ("1st, level with Ben", "1st, level", "1st")),
        ([Place(5, 1), Place(5, 1)], 0, ("all level",)),
        ([Place(5, 0), Place(7, 0)], 0, ()),
        ([Place(5, 1)], 0, ()),
    ],
)
def test_how_a_seat_stands(places: list[Place], seat: int, said: tuple[str, ...]) -> None:
    assert compared(places, seat, NAMES) == said


@pytest.mark.parametrize(
    ("places", "said"),
    [
        ([Place(15, 1), Place(3, 2)], ("Ada leads with 15", "Best: 15")),
        ([Place(5, 1), Place(5, 1), Place(1, 3)], ("Ada and Ben lead with 5", "Best: 5")),
        ([Place(-1, 1), Place(-1, 1)], ("All have −1",)),
        ([Place(5, 0), Place(7, 0)], ("",)),
    ],
)
def test_what_is_said_to_who_looks_on(places: list[Place], said: tuple[str, ...]) -> None:
    assert stood(places, NOBODY, NAMES) == said


def test_without_ranks_a_seat_has_its_points() -> None:
    assert stood([Place(6, 0), Place(3, 0)], 0, NAMES) == ("You: 6",)


def test_the_first_text_that_fits() -> None:
    assert fit(5, "too long", "short") == "short"
    assert fit(5, "too long", "longer") == "long…"


def test_ordinals() -> None:
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21)] == [
        *("1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st")
    ]


def test_what_an_account_leaves_out_is_said() -> None:
    """A log may begin in the middle of a game, if its rules have changed."""
    t = play(LEDUC.start(seed=1), RAISE, FOLD)
    game = with_words(LEDUC, account=lambda log, state, seat: [("stakes", 3), ("nothing", 0)])
    assert account(game, t.log, t.state, 0) == [("stakes", 3), ("other", -2)]
    whole = with_words(LEDUC, account=lambda log, state, seat: [("stakes", state.gain[seat])])
    assert account(whole, t.log, t.state, 1) == [("stakes", -1)]


def test_a_view_is_not_changed_by_asking() -> None:
    t = play(LEDUC.start(seed=1), CALL)
    view = t.view(0)
    before = bytes(view)
    goal(LEDUC, view, 0, NAMES)
    assert bytes(view) == before
