"""Labels: made when they are asked for, from what the seat saw; what stands where, and what may be recommended."""

from __future__ import annotations

from dataclasses import replace

import pytest

from examples.leduc import GAME as LEDUC
from moot.engine import GameError, Label, Move, Names, Sitting, imagined, ordered, primary
from moot.engine.labels import LONGEST_OUTCOME, LONGEST_VERB, SHEETS, shortened, wrong_label
from tests.battery.toll import Step, make_toll


def bidding() -> Sitting:
    """A game of which the first question is a bid."""
    return make_toll().start(seats=2, seed=1)


def move(verb: str, place: int = 0, *, costly: bool = False, exit: bool = False, first: bool = False) -> Move:
    """A move with a label."""
    label = Label(verb, costly=costly, exit=exit, place=place, first=first)
    return Move(0, Step.BID, (0,), verb, _label=lambda: label)


def test_without_labels_a_verb_is_the_words() -> None:
    t = LEDUC.start(seed=1)
    moves = t.moves(t.waiting[0])
    assert [one.label for one in moves] == [Label(one.words) for one in moves]
    assert ordered(moves) == moves
    assert primary(moves) is None


def test_a_choice_without_a_label_keeps_its_words() -> None:
    t = bidding()
    assert t.game.words.label(t.view(0), 0, Step.TIP, (2,), t.names) == Label("tip 2 coins")


def test_templates_are_filled_in() -> None:
    t = bidding()
    seat, coins = t.waiting[0], t.state.coins[t.waiting[0]]
    assert t.moves(seat)[1].label == Label("Bid", "1 coin", f"{coins - 1} are left", place=1)


def test_a_label_is_made_from_what_was_seen_when_the_move_was_offered() -> None:
    t = bidding()
    seat, coins = t.waiting[0], t.state.coins[t.waiting[0]]
    offered = t.moves(seat)[1]
    t.state.coins[seat] = coins + 5
    t.moves(1 - seat)
    assert offered.label.outcome == f"{coins - 1} are left"
    assert t.moves(seat)[1] == offered  # what a move is does not depend on its label


def test_long_names_are_shortened() -> None:
    names = Names(["Al", "Maximiliane von Hohenstein"], {7: "kitten soup (bowls)"})
    assert shortened(names) == Names(["Al", "Maximilia…"], {7: "kitten so…"})


def test_of_a_name_and_its_seat_the_name_is_enough_unless_two_are_called_so() -> None:
    assert shortened(Names(["Al (West)", "Ben (South)"])) == Names(["Al (West)", "Ben"])
    assert shortened(Names(["Ben (North)", "Ben (South)"])) == Names(["Ben (Nort…", "Ben (Sout…"])


def test_names_are_no_templates() -> None:
    """Whatever people call themselves."""
    t = bidding()
    t.names = ["{0.__class__}", "{"]
    label = t.game.words.label(t.view(0), 0, Step.GIVE, (1, 2), t.names)
    assert (label.verb, label.cost, label.outcome) == ("Give", "2 points", "to {")


def test_verbs_stand_in_their_order_and_exits_last() -> None:
    moves = [move("Stop", exit=True), move("Sell", 5), move("Open", 0), move("Seed", 1), move("Open too", 0)]
    assert [one.words for one in ordered(moves)] == ["Open", "Open too", "Seed", "Sell", "Stop"]


def test_some_come_first_of_their_verb() -> None:
    moves = [move("Play 7"), move("Seed", 1), move("Play 9", first=True)]
    assert [one.words for one in ordered(moves)] == ["Play 9", "Play 7", "Seed"]


@pytest.mark.parametrize(
    ("moves", "best"),
    [
        ([], None),
        ([move("Ready")], "Ready"),
        ([move("Seed"), move("Stop", exit=True)], None),
        ([move("Stop", exit=True), move("Resign", costly=True, exit=True)], "Stop"),
        ([move("Stop", exit=True), move("Pass", exit=True)], None),
    ],
)
def test_what_may_be_recommended(moves: list[Move], best: str | None) -> None:
    """The only answer, or the only exit that costs nothing where all are exits; never the first of a list."""
    found = primary(moves)
    assert (found and found.words) == best


def test_what_does_not_fit() -> None:
    assert list(wrong_label(Label("Seed", "1 gold", "you +1"))) == []
    assert list(wrong_label(Label(""))) == ["it has no verb"]
    assert len(list(wrong_label(Label("x" * (LONGEST_VERB + 1), "", "x" * (LONGEST_OUTCOME + 1))))) == 2
    assert len(list(wrong_label(Label("Seed", "", "one\ntwo")))) == 1


def test_a_copy_can_be_played_with() -> None:
    """Nothing is told by it, and the view stays as it is."""
    t = bidding()
    view = t.view(0)
    before, twin = bytes(view), imagined(view)
    twin.coins[0] += 1
    assert twin.telling == 0
    assert bytes(view) == before
    assert twin.coins[0] == view.coins[0] + 1
    assert [bytes(imagined(twin)) for _ in range(SHEETS - 1)] == [bytes(twin)] * (SHEETS - 1)
    assert imagined(view) is twin


def test_a_wrong_label_is_named_when_a_game_is_loaded() -> None:
    game = make_toll()
    broken = replace(game, words=replace(game.words, labels={Step.GATE: Label("Open")}))
    with pytest.raises(GameError, match="which is no choice"):
        broken.start(seats=2)
