"""Leduc hold'em, section by section of its rulebook, and its value as OpenSpiel computes it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from itertools import permutations
from math import sqrt
from statistics import fmean

import pytest

from examples.leduc import GAME
from examples.leduc.bot import rate_bet
from examples.leduc.rules import CALL, CARDS, FOLD, RAISE, Ending, Event
from examples.leduc.words import card
from moot.battery import check
from moot.engine import NOBODY, MoveError, Sitting, replay
from moot.lab import simulate
from moot.lab.figures import Z

# Both are exact, by OpenSpiel's tree of leduc_poker; `python benchmarks/peers.py` prints the first.
VALUE_OF_FIRST_SEAT = -0.078125
DECISIONS_PER_GAME = 4.0625

JACK, QUEEN, KING = 0, 2, 4  # one of each rank; the other is one more


def table(first: int = QUEEN, second: int = KING, *, seed: int = 1) -> Sitting:
    """A game with these cards dealt."""
    t: Sitting = GAME.start(seed=seed)
    t.state.card[0], t.state.card[1] = first, second
    return t


def play(t: Sitting, *actions: int) -> Sitting:
    """Let whoever is asked do these, one after the other."""
    for action in actions:
        (seat,) = t.waiting
        t.play(seat, action)
    return t


def second_round(first: int, second: int, board: int, *opening: int) -> Sitting:
    """The second round, with this shared card, after a first round that went like this."""
    t = play(table(first, second), *(opening or (CALL, CALL)))
    t.state.board = 1 + board
    return t


def offered(t: Sitting) -> set[int]:
    """What the one who is asked may do."""
    (seat,) = t.waiting
    return set(t.numbers(seat))


def stakes(t: Sitting) -> list[int]:
    """What both have staked."""
    return list(t.state.stake)


def told(t: Sitting, event: Event, seat: int = NOBODY) -> list[int]:
    """The first argument of every such event that a seat has heard of."""
    return [entry.arguments[0] for entry in t.events(seat) if entry.event == event]


def are_even(seen: Iterable[Hashable], kinds: int) -> bool:
    """Whether all of so many kinds were seen, none of them by five standard deviations too often or too seldom."""
    counts = Counter(seen)
    expected = counts.total() / kinds
    return len(counts) == kinds and all(abs(count - expected) < 5 * sqrt(expected) for count in counts.values())


def test_the_ante() -> None:
    """§1 Both pay 1 before anything else happens."""
    t = table()
    assert stakes(t) == [1, 1]
    assert t.standing.points == (0, 0)
    assert not t.over


def test_the_cards() -> None:
    """§1 Jack, queen and king, two of each."""
    ranks = Counter(card(number).split()[0] for number in range(CARDS))
    assert ranks == {"jack": 2, "queen": 2, "king": 2}
    assert len({card(number) for number in range(CARDS)}) == 6


def test_the_deal() -> None:
    """§1 One card each: every pair of different cards, one as likely as the other."""
    assert are_even((tuple(GAME.start(seed=seed).state.card) for seed in range(3000)), CARDS * (CARDS - 1))


def test_the_first_player_begins_both_rounds() -> None:
    """§2 Whoever had the last word before."""
    assert table().waiting == [0]
    assert play(table(), CALL, CALL).waiting == [0]
    assert play(table(), RAISE, CALL).waiting == [0]
    assert play(table(), CALL, RAISE, CALL).waiting == [0]


@pytest.mark.parametrize("opening", [(), (CALL, CALL), (RAISE, RAISE, CALL)], ids=["first", "second", "after raises"])
def test_what_may_be_done(opening: tuple[int, ...]) -> None:
    """§2 No fold unless behind, no third raise in a round; in the second round all begins anew."""
    assert offered(play(table(), *opening)) == {CALL, RAISE}
    assert offered(play(table(), *opening, CALL)) == {CALL, RAISE}
    assert offered(play(table(), *opening, RAISE)) == {FOLD, CALL, RAISE}
    assert offered(play(table(), *opening, RAISE, RAISE)) == {FOLD, CALL}
    assert offered(play(table(), *opening, CALL, RAISE)) == {FOLD, CALL, RAISE}
    assert offered(play(table(), *opening, CALL, RAISE, RAISE)) == {FOLD, CALL}


def test_what_may_not_be_done_is_refused() -> None:
    """§2 Nothing changes."""
    t = table()
    with pytest.raises(MoveError, match="not open to seat 0"):
        t.play(0, FOLD)
    with pytest.raises(MoveError, match="Seat 1 owes no answer"):
        t.play(1, CALL)
    assert bytes(t) == bytes(table())


def test_raises_of_the_first_round() -> None:
    """§2 By 2, over what the other has staked."""
    assert stakes(play(table(), RAISE)) == [3, 1]
    assert stakes(play(table(), RAISE, RAISE)) == [3, 5]
    assert stakes(play(table(), CALL, RAISE, RAISE)) == [5, 3]


def test_raises_of_the_second_round() -> None:
    """§2 By 4."""
    assert stakes(play(table(), CALL, CALL, RAISE)) == [5, 1]
    assert stakes(play(table(), RAISE, CALL, RAISE, RAISE)) == [7, 11]
    assert stakes(play(table(), RAISE, RAISE, CALL, CALL, RAISE, RAISE, CALL)) == [13, 13]


def test_a_call_matches_the_other_stake() -> None:
    """§2 A check, with equal stakes, costs nothing."""
    assert stakes(play(table(), RAISE, CALL)) == [3, 3]
    assert stakes(play(table(), RAISE, RAISE, CALL)) == [5, 5]
    assert stakes(play(table(), CALL)) == [1, 1]


@pytest.mark.parametrize(
    ("actions", "points"),
    [
        ((RAISE, FOLD), [1, -1]),
        ((CALL, RAISE, FOLD), [-1, 1]),
        ((RAISE, RAISE, FOLD), [-3, 3]),
        ((RAISE, CALL, RAISE, FOLD), [3, -3]),
        ((RAISE, RAISE, CALL, RAISE, RAISE, FOLD), [-9, 9]),
    ],
)
def test_a_fold_loses_the_stake(actions: tuple[int, ...], points: list[int]) -> None:
    """§2 The stake of the one who folds, whatever the other has raised to and whatever the cards are."""
    for cards in ((JACK, KING), (KING, JACK)):
        t = play(table(*cards), *actions)
        assert t.ending == Ending.FOLD
        assert list(t.standing.points) == points


@pytest.mark.parametrize("actions", [(CALL,), (RAISE,), (CALL, RAISE), (RAISE, RAISE), (CALL, RAISE, RAISE)])
def test_the_first_check_and_every_raise_hand_the_bet_over(actions: tuple[int, ...]) -> None:
    """§2 The round goes on, with the other player."""
    t = play(table(), *actions)
    assert (t.state.betting_round, t.waiting) == (1, [len(actions) % 2])


@pytest.mark.parametrize("actions", [(CALL, CALL), (RAISE, CALL), (CALL, RAISE, CALL), (CALL, RAISE, RAISE, CALL)])
def test_a_call_ends_the_round(actions: tuple[int, ...]) -> None:
    """§2 So does the second check; after the second round the game is over."""
    assert play(table(), *actions).state.betting_round == 2
    assert play(table(), *actions, *actions).ending == Ending.SHOWDOWN


def test_the_shared_card_comes_after_the_first_round() -> None:
    """§3 Not before, and not after a fold."""
    assert table().state.board == 0
    assert play(table(), RAISE).state.board == 0
    assert play(table(), RAISE, FOLD).state.board == 0
    t = play(table(), RAISE, CALL)
    assert told(t, Event.TURNED_UP) == [t.state.board - 1]


def test_the_shared_card_is_a_third_card() -> None:
    """§3 Each of the four others as likely as the next; it stays for the second round."""
    boards = [play(table(QUEEN, KING, seed=seed), CALL, CALL).state.board - 1 for seed in range(800)]
    assert set(boards) == set(range(CARDS)) - {QUEEN, KING}
    assert are_even(boards, CARDS - 2)
    t = second_round(QUEEN, KING, JACK)
    assert play(t, RAISE, CALL).state.board - 1 == JACK


@pytest.mark.parametrize(
    ("first", "second", "board", "sign"),
    [
        (JACK, KING, JACK + 1, 1),
        (KING, JACK, JACK + 1, -1),
        (QUEEN, KING, QUEEN + 1, 1),
        (KING, QUEEN, KING + 1, 1),
        (KING, QUEEN, JACK, 1),
        (JACK, QUEEN, KING, -1),
        (QUEEN, JACK, KING, 1),
        (JACK, JACK + 1, KING, 0),
        (KING + 1, KING, QUEEN, 0),
    ],
)
def test_the_showdown(first: int, second: int, board: int, sign: int) -> None:
    """§4 A pair with the shared card, else the higher rank; equal ranks win nothing. The loser's stake is won."""
    for opening, betting, stake in (((CALL, CALL), (CALL, CALL), 1), ((RAISE, CALL), (RAISE, RAISE, CALL), 11)):
        t = play(second_round(first, second, board, *opening), *betting)
        assert t.ending == Ending.SHOWDOWN
        assert t.standing.points == (sign * stake, -sign * stake)


def test_cards_are_hidden_until_the_showdown() -> None:
    """§5 Each sees its own; a spectator sees none. (A hidden card shows as 0.)"""
    t = second_round(QUEEN, KING, JACK + 1)
    assert [list(t.view(seat).card) for seat in (0, 1, NOBODY)] == [[QUEEN, 0], [0, KING], [0, 0]]
    play(t, CALL, CALL)
    assert [list(t.view(seat).card) for seat in (0, 1, NOBODY)] == [[QUEEN, KING]] * 3
    assert told(t, Event.SHOWED) == [0, 1]


def test_a_fold_shows_no_card() -> None:
    """§5 There was no showdown."""
    t = play(second_round(QUEEN, KING, JACK + 1), RAISE, FOLD)
    assert [list(t.view(seat).card) for seat in (0, 1, NOBODY)] == [[QUEEN, 0], [0, KING], [0, 0]]
    assert told(t, Event.SHOWED) == []


def test_the_deal_is_heard_by_its_owner_alone() -> None:
    """§5 Your card is yours."""
    t = GAME.start(seed=1)
    assert [told(t, Event.DEALT, seat) for seat in (0, 1, NOBODY)] == [[t.state.card[0]], [t.state.card[1]], []]


def test_everything_else_is_open() -> None:
    """§5 Stakes, raises, rounds and the shared card, to players and spectators."""
    t = play(second_round(QUEEN, KING, JACK + 1, RAISE, CALL), RAISE)
    for view in (t.view(seat) for seat in (0, 1, NOBODY)):
        assert (list(view.stake), view.raises, view.betting_round, view.board) == ([7, 3], 1, 2, 1 + JACK + 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_a_guess_deals_the_other_any_card_that_is_not_seen(seat: int) -> None:
    """§5 Before the shared card one of five, then one of four, each as likely; one's own card stays."""
    before, after = table(), second_round(QUEEN, KING, JACK)
    for t, unseen in ((before, CARDS - 1), (after, CARDS - 2)):
        guesses = [tuple(t.guess(seat, seed).card) for seed in range(1000)]
        assert {guess[seat] for guess in guesses} == {t.state.card[seat]}
        assert JACK not in {guess[1 - seat] for guess in guesses} or t is before
        assert are_even(guesses, unseen)


def value(t: Sitting, board: int) -> float:
    """What the first seat wins on average when all play at random from here and this is the shared card."""
    if t.over:
        return float(t.standing.points[0])
    return fmean(value(after(t, action, board), board) for action in offered(t))


def after(t: Sitting, action: int, board: int) -> Sitting:
    """The game after one more move, with this shared card once there is one."""
    twin = play(t.copy(), action)
    if twin.state.board:
        twin.state.board = 1 + board
    return twin


def test_the_exact_value_is_that_of_open_spiel() -> None:
    """§1 to §4 together: every deal, every way to bet."""
    deals = permutations(range(CARDS), 3)
    exact = fmean(value(table(first, second), board) for first, second, board in deals)
    assert exact == pytest.approx(VALUE_OF_FIRST_SEAT, abs=1e-9)


def test_the_sampled_value_is_that_of_open_spiel() -> None:
    """§1 to §4 together, compiled: within four standard errors."""
    simulation = simulate(GAME, 2_000_000, bots=["random"], seed=1)
    figure = simulation.by_seat[0].points
    standard_error = (figure.high - figure.value) / Z
    assert abs(figure.value - VALUE_OF_FIRST_SEAT) < 4 * standard_error < 0.015
    assert simulation.decisions / simulation.games == pytest.approx(DECISIONS_PER_GAME, abs=0.01)


def test_greedy_beats_random() -> None:
    """In either seat, with certainty."""
    first = simulate(GAME, 20_000, bots=["greedy", "random"], seed=1).by_seat
    second = simulate(GAME, 20_000, bots=["random", "greedy"], seed=1).by_seat
    assert first[0].points.low > 0.3
    assert second[1].points.low > 0.3


@pytest.mark.parametrize(
    ("hand", "board", "likes"),
    [(KING, JACK, RAISE), (JACK, JACK + 1, RAISE), (QUEEN, JACK, CALL), (JACK, QUEEN, FOLD)],
    ids=["king", "pair", "queen", "nothing"],
)
def test_what_greedy_likes_when_the_other_has_raised(hand: int, board: int, likes: int) -> None:
    """A pair or a king raises, a queen calls, a jack folds."""
    t = play(second_round(KING + 1, hand, board), RAISE)
    assert max(offered(t), key=lambda action: rate_bet(t.view(1), 1, action)) == likes


def test_the_battery_passes() -> None:
    """As `moot check examples/leduc` runs it, with fewer games."""
    report = check(GAME, games=60)
    assert report.ok, str(report)


def test_a_saved_game_is_played_again() -> None:
    """To the same byte, the same story and the same text; from inside the game and from its end."""
    t = GAME.start(seed=3)
    for action in (RAISE, RAISE, CALL, CALL, CALL):
        play(t, action)
        again = replay(GAME, t.to_json())
        assert (bytes(again), again.log, again.to_json()) == (bytes(t), t.log, t.to_json())
        assert [again.story(seat) for seat in (0, 1, NOBODY)] == [t.story(seat) for seat in (0, 1, NOBODY)]


def test_the_story() -> None:
    """What a spectator reads, and what a player does."""
    t = play(GAME.start(seed=3), RAISE, CALL, CALL, CALL)
    mine, shared = card(t.state.card[0]), card(t.state.board - 1)
    public = t.story()
    assert public.startswith("Player 1 raises to 3.\nPlayer 2 calls.\n")
    assert f"The shared card is the {shared}." in public
    assert f"Shared card: {shared}. Stakes: Player 1 3, Player 2 3." in public
    assert f"Player 1 shows the {mine}." in public
    assert public.splitlines()[-1].startswith("The game ends with the showdown. Player ")
    assert t.story(0).startswith(f"You are dealt the {mine}.\n")
