"""Words: pictures, questions, stories, reasons."""

from __future__ import annotations

from moot.bots import play_out
from moot.engine import NOBODY, Left, Line
from moot.engine.left import left
from moot.games.treasury import GAME
from moot.games.treasury.rules import Do, Step
from moot.games.treasury.vocabulary import LABELS, card, event
from moot.games.treasury.words import WORDS
from tests.games.treasury.table import act, choose, end_round, number, quiet, slot, table


def test_cards_of_one_name_are_numbered() -> None:
    """§1.5 So that no two read the same."""
    assert len(set(LABELS)) == len(LABELS)
    assert card(number("Farm 4")) == "Farm 4"
    assert event(number("Tower")) == "Scarcity (Tower)"


def test_moves_say_what_they_cost() -> None:
    """§2.1 §2.4 §2.5 In gold and cards."""
    t = quiet("Quarry", "", startups=["Castle+Guide 2, Bank"], opened=["Farm 4"], gold=[5])
    said = {move.words for move in t.moves(0)}
    assert {
        "Open Bank for 4 gold",
        "Start Quarry face down",
        "Start Quarry and open it for 5 gold",
        "Develop Castle (1 of 2)",
        "Sell Farm 4 for 3 gold",
        "Seed Quarry",
        "Farm: gain 3 gold",
    } <= said


def test_farm_says_what_it_gains() -> None:
    """§8.4 As much as the best of them."""
    for opened, gains in (("Farm 2", 2), ("Farm 4", 3), ("Farm 2, Farm 4", 3)):
        t = quiet("Quarry", "", opened=[opened])
        assert f"Farm: gain {gains} gold" in {move.words for move in t.moves(0)}


def test_moves_name_their_pieces() -> None:
    """§2.2 Cards and businesses can be clicked."""
    t = quiet("Quarry", "", startups=["Bank"], gold=[4])
    pieces = {move.words: move.pieces for move in t.moves(0)}
    assert pieces["Seed Quarry"] == (f"card-{number('Quarry')}",)
    assert pieces["Open Bank for 4 gold"] == (f"business-{slot(t, 0, 'Bank')}",)


def test_the_picture_shows_what_is_seen() -> None:
    """§11 One's own hand, and not the others'."""
    t = quiet("Farm 2", "Bakery", opened=["Farm 4+Judge", "Guard"], startups=["Castle"], treasury=7, demand="Bard")
    shown = t.picture(0)
    for words in (
        "7 gold",
        "Discovery (Farm 1)",
        "bronze 1",
        "Farm 4: food, contract 3",
        "holds Farm 2",
        "Castle, face down",
    ):
        assert words in shown
    assert "Bakery" not in shown
    assert "Castle" not in t.picture(1)
    assert "holds" not in t.picture(NOBODY)


def test_the_picture_promises_no_tax_that_does_not_come() -> None:
    """§6.1 §10 In the last turns, where no final tax was agreed."""
    for final_tax, says in ((1, "tax 1 in age 0"), (0, "no more tax")):
        t = quiet("Farm 2", "Bakery", final_tax=final_tax)
        assert "tax 1 in age 0" in t.picture(NOBODY)
        t.state.last = 1
        assert says in t.picture(NOBODY)


def test_the_picture_counts_the_standstill() -> None:
    """§6.1 Until the game is over."""
    t = quiet("Farm 2", "Bakery")
    t.state.idle = 31
    assert "untouched for 31 of 40 turns" in t.picture(NOBODY)
    t.state.over = 1
    assert "untouched" not in t.picture(NOBODY)


def test_the_question_says_whether_an_action_must_be_taken() -> None:
    """§2.2 §8.5 The first must, one more may."""
    t = quiet("Farm 2, Skinner 2", "Bakery", opened=["Cafe"])
    t.state.actions = 2
    assert t.question(0) == Line("2.2", "Open what you can, then take your action.")
    assert left(t, 0) == Left(2, 2, "actions")
    act(t, Do.START, "Farm 2")
    assert t.question(0) == Line("8.5", "You may take another action, or end your turn.")
    assert left(t, 0) == Left(1, 2, "actions")


def test_one_action_is_not_counted() -> None:
    """§2.2 It is what everybody has."""
    assert left(quiet("Farm 2, Skinner 2", "Bakery"), 0) is None


def test_who_has_no_action_is_told_so() -> None:
    """§2.2 Whether there is something else to do, or nothing."""
    t = quiet("", "Bakery")
    assert t.question(0) == Line("2.2", "You have no action to take: end your turn.")
    t = quiet("", "Bakery", opened=["Hut Builder 1"])
    assert t.question(0) == Line("2.2", "No action to take. Anything besides, or end your turn?")


def test_judges_choice_is_not_called_the_strongest() -> None:
    """§3.7 §8.10 Another is as strong."""
    t = table("", "", "", opened=["Judge", "Thug 1", "Thug 3"], gold=[9, 9, 9], future="Farm 1, Guide 1, Thug 2")
    end_round(t)
    choose(t, 0, Step.JUDGE, 2)
    assert "Player 3, with 1 weapon, starts the next round." in t.story()


def test_a_story_is_a_chronicle() -> None:
    """§3.4 §3.5 §3.7 Who opened what, what events did, payouts by pass, tax, who starts."""
    story = play_out(GAME.start(seats=3, seed=5), ["greedy"]).story(NOBODY)
    for words in (" opens ", " happens. ", "Payout, pass 1", "is paid", "Tax: ", "Round 2", "ends with"):
        assert words in story, words


def test_the_strip_says_where_the_turn_stands() -> None:
    """§2.2 §3.3 Act, contracts, draw, end of round."""
    t = quiet("Farm 2", "Bakery", opened=["Farm 4"], demand="Judge")
    strip = WORDS.strip
    assert strip is not None
    assert strip(t.view(0)).phase == 0
    act(t, Do.START, "Farm 2")
    assert strip(t.view(0)).phase == 1
    t = table("", "", opened=["Tanner 2"], future="Farm 1, Guide 1")
    end_round(t)
    assert (t.state.asking[0], strip(t.view(0)).phase) == (Step.TANNER, 3)


def test_why_not() -> None:
    """§2.1 §2.2 §2.6 What a piece lacks, and whose turn it is."""
    t = quiet("Farm 2", "Bakery", startups=["Castle"], demand="Judge", discard="Bard")
    why = WORDS.why_not
    assert why is not None
    reasons = {
        ("business", 0): "is opened only by discarding a business that provides stone",
        ("card", number("Judge")): "demands food and weapons",
        ("card", number("Bard")): "comes back by abilities alone",
        ("card", number("Farm 2")): "To open Farm 2 at once costs 1 gold, and you have 0",
        ("event", number("Farm 1")): "when somebody seeds",
        ("deck", 0): "fewer than 8",
        ("seat", 1): "only where an ability says so",
    }
    for (kind, piece), words in reasons.items():
        line = why(t.view(0), 0, kind, piece)
        assert line is not None
        assert words in line.text
    line = why(t.view(1), 1, "card", number("Bakery"))
    assert line is not None
    assert "own turn" in line.text
