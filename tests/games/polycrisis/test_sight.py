"""Chapter 6: who sees what, and what can be known."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from moot.engine import NOBODY, Sitting
from moot.engine.flow import NOTHING_ASKED, SEALED
from moot.games.polycrisis import GAME
from moot.games.polycrisis.components import CATEGORY_OF, NO_CARD, NO_PROJECT
from moot.games.polycrisis.research import NO_TECH
from moot.games.polycrisis.rules import Event, Phase, Step
from moot.games.polycrisis.secrets import home
from tests.games.polycrisis.table import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    drain,
    draw,
    engaging,
    finish,
    fund,
    give,
    hand,
    kind,
    name,
    play,
    problem,
    research,
    research_stands,
    roll,
    stand,
    start,
    steer,
    table,
    told,
    work,
)

INVESTOR, SOCIAL_WORKER, EDUCATOR, SCIENTIST, JOURNALIST, COUNCILOR = range(6)


def show(t: Sitting, record: Any, seat: int) -> bytes:
    """What a seat sees of a record other than the sitting's own."""
    other = t.copy()
    other.state._memory[:] = record._memory
    return bytes(other.view(seat))


def held(record: Any, seat: int) -> list[str]:
    """The cards that a seat holds in a record."""
    return [name(card) for card in record.hand[seat][: record.cards[seat]]]


def check_guesses(t: Sitting, seat: int, many: int = 20) -> list[Any]:
    """Guesses, each lawful and to the seat like the truth."""
    guesses = [t.guess(seat, seed) for seed in range(many)]
    for guess in guesses:
        assert GAME.interpreted.broken_law([guess], 0) == -1
        assert show(t, guess, seat) == bytes(t.view(seat))
        assert not any(guess.seen)
    return guesses


# Views


def test_hands_are_private() -> None:
    """§6 Everyone sees how many cards there are and their suits, only their owner what they are."""
    t = table("7♣ K♥", "8♦", "★♠")
    for seat in (0, 1, 2, NOBODY):
        view = t.view(seat)
        for other in range(3):
            assert any(view.hand[other]) == (other == seat)
        assert list(view.cards[:3]) == [2, 1, 1]
        assert [list(view.back[0][:2]), view.back[1][0], view.back[2][0]] == [[CLUBS, HEARTS], DIAMONDS, SPADES]


def test_the_table_is_public() -> None:
    """§6 Graph, chips, discards, slots, money, what is known and how many cards are left."""
    t = table("7♣", "8♦", discards="2♣ 3♥", crisis="FOO", money=3, known="♣")
    t.state.protected, t.state.chips = 1, 4
    stand(t, 1, 2, "AIR", 1, 2)
    research_stands(t, 0, "♥", 1)
    view, s = t.view(NOBODY), t.state
    for field in ("crisis", "protected", "chips", "known", "turn"):
        assert getattr(view, field) == getattr(s, field)
    for field in ("money", "project", "target", "tech", "cycles", "left", "discards", "role"):
        assert list(getattr(view, field)) == list(getattr(s, field))
    assert list(view.progress[1]) == [1, 2]
    assert [list(row) for row in view.discard.rows] == [list(row) for row in s.discard.rows]


def test_piles_are_secret() -> None:
    """§6 Nobody sees their order, nor luck."""
    t = table("7♣", "8♦")
    for seat in (0, NOBODY):
        seen = t.view(seat).as_dict()
        assert not any(any(row) for row in seen["pile"])
        assert not any(seen["pile_size"] + seen["luck"])


def test_draws_are_sealed() -> None:
    """§6 §3 Others see neither how far one is, nor what was drawn, nor that a pile is smaller; then the suits."""
    t = engaging(3)
    before = bytes(t.view(1)), bytes(t.view(NOBODY))
    draw(t, 0, HEARTS)
    assert (bytes(t.view(1)), bytes(t.view(NOBODY))) == before
    assert t.view(1).asking[0] == SEALED
    view = t.view(0)
    assert (view.draws[0], view.drawn_from[0, 0], name(view.drawn[0, 0])[-1]) == (1, HEARTS, "♥")
    draw(t, 0, CLUBS)
    assert t.view(1).asking[0] == NOTHING_ASKED
    draw(t, 1, CLUBS, DIAMONDS)
    draw(t, 2, CLUBS, SPADES)
    assert list(t.view(1).back[0][:2]) == [HEARTS, CLUBS]
    assert list(t.view(1).left) == [24, 26, 26, 26]


def act(t: Sitting, seat: int) -> Iterator[None]:
    """Every kind of action of the activate phase, move by move."""
    play(t, seat, Step.START_PROJECT, 1)
    yield
    play(t, seat, Step.START_PROJECT_FIX_CAT, int(CATEGORY_OF[problem("AIR")]))
    yield
    play(t, seat, Step.START_PROJECT_FIX_NODE, problem("AIR"))
    yield
    play(t, seat, Step.PLAY_CARD, kind("7♣"), seat, 0)
    yield
    steer(t, 6, 6)
    play(t, seat, Step.CONSULTANT, 1)
    yield
    work(t, seat, "7♦", seat, 1, 1)
    yield
    work(t, seat, "★♥", seat, suit="♣")
    yield
    research(t, seat, "♥")
    yield
    give(t, seat, "9♥", seat)
    yield
    fund(t, seat, seat)
    yield


def test_actions_are_sealed() -> None:
    """§6 §3.2 Nothing of what one does in the phase shows before all have finished; then everything."""
    t = table("7♣ 7♦ ★♥ 9♥", "8♦", "", money=3, crisis="AIR")
    before = [bytes(t.view(seat)) for seat in (1, 2, NOBODY)]
    for _ in act(t, 0):
        if t.state.asking[0]:
            assert [bytes(t.view(seat)) for seat in (1, 2, NOBODY)] == before
        assert t.events(1) == []
    assert t.view(1).asking[0] == NOTHING_ASKED
    own = t.view(0)
    assert (own.new_project[0], own.new_target[0], own.new_tech[0]) == (1, problem("AIR"), 3)
    assert (own.spent[0], own.twelves[0], own.worked[0]) == (2, 1, 1)
    finish(t)
    view = t.view(1)
    assert (view.money[0], view.cards[0], list(view.discards), view.chips) == (1, 0, [2, 1, 1, 0], 2)
    kinds = [entry.event for entry in t.events(1)]
    for event in (Event.PROJECT_STARTED, Event.TWELVE, Event.FAILED_SKILL, Event.JOKER_PLAYED, Event.FUND_RESEARCH):
        assert event in kinds


def test_a_player_sees_the_projects_of_the_phases_beginning() -> None:
    """§6 What others add is not seen, nor that the money in their hands is less."""
    t = table("7♣", "8♦", money=3)
    stand(t, 1, 2, "AIR", 1, 0)
    work(t, 0, "7♣", 1, 1, 1, fee=2)
    assert list(t.view(1).progress[1]) == [1, 0]
    assert t.view(1).money[0] == 3
    assert t.view(1).cards[0] == 1


def test_found_empty_is_private() -> None:
    """§6 §3.1.3 That one has found a pile empty tells what the others drew: only oneself knows."""
    t = engaging(2, classes=[INVESTOR, COUNCILOR])
    drain(t, CLUBS, 1, to=1)
    draw(t, 0, CLUBS, SPADES)
    before = bytes(t.view(0))
    draw(t, 1, CLUBS)
    assert bytes(t.view(0)) == before
    assert (t.view(1).found_empty[1], t.view(0).found_empty[1]) == (1 << CLUBS, 0)


def test_a_refill_is_hidden_until_all_have_drawn() -> None:
    """§6 §3.1.3 Discards and the number of cards show as they were."""
    t = engaging(2)
    drain(t, HEARTS, 0)
    before = bytes(t.view(1))
    draw(t, 0, HEARTS)
    assert bytes(t.view(1)) == before
    assert (t.view(0).discards[HEARTS], t.view(0).left[HEARTS]) == (27, 0)


# Guesses


def test_a_guess_of_a_hand() -> None:
    """§6 Any unseen card of the suit that was drawn, each as likely, the joker too."""
    t = table("7♣ 7♣", "9♣", discards="8♣ 8♣ 6♣ 6♣ 5♣ 5♣ 4♣ 4♣ 3♣ 3♣ 2♣ 2♣ A♣ A♣ K♣ K♣ Q♣ Q♣")
    drawn = Counter(held(t.guess(0, seed), 1)[0] for seed in range(700))
    assert set(drawn) == {"9♣", "10♣", "J♣", "★♣"}
    assert 130 < drawn["J♣"] < 270
    assert 50 < drawn["★♣"] < 150


def test_a_guess_of_a_blind_phase() -> None:
    """§6 §3 Whoever is busy might be at the beginning; whoever is done may have done anything."""
    t = table("7♣ 8♦", "9♣ 9♦", "K♥", money=3)
    start(t, 1, 1, "AIR")
    finish(t, 2)
    guesses = check_guesses(t, 0, 40)
    assert {tuple(guess.asking[:3]) for guess in guesses} == {(Step.START_PROJECT, Step.START_PROJECT, 0)}
    assert {guess.new_project[2] for guess in guesses} == {0, 1, 2}
    assert {guess.new_project[1] for guess in guesses} == {0}
    assert len({guess.new_tech[2] for guess in guesses}) == 5


def test_a_guess_of_the_draws() -> None:
    """§6 Whoever has drawn has two cards in the guess, from piles that the class allows."""
    t = engaging(3, classes=[INVESTOR, COUNCILOR, SCIENTIST])
    draw(t, 1, CLUBS, HEARTS)
    draw(t, 2, SPADES)
    guesses = check_guesses(t, 0, 40)
    assert {guess.draws[1] for guess in guesses} == {2}
    assert {guess.drawn_from[1, 0] for guess in guesses} == {0, 1, 2, 3}
    assert {guess.drawn_from[1, 1] for guess in guesses} == {HEARTS, DIAMONDS}
    assert {guess.asking[2] for guess in guesses} == {Step.PILE_DRAW}


def test_a_guess_knows_what_was_found_empty() -> None:
    """§6 §3.1.3 Then the others have the missing cards."""
    t = engaging(2, classes=[INVESTOR, COUNCILOR])
    drain(t, CLUBS, 1, to=1)
    draw(t, 0, CLUBS, SPADES)
    last = t.state.drawn[0, 0]
    draw(t, 1, CLUBS)
    for guess in check_guesses(t, 1):
        assert last in list(guess.drawn[0])
        assert guess.pile_size[CLUBS] == 0


@pytest.mark.parametrize(
    ("roles", "other", "own"), [((INVESTOR, COUNCILOR), HEARTS, CLUBS), ((COUNCILOR, INVESTOR), CLUBS, HEARTS)]
)
def test_a_guess_of_draws_from_two_empty_piles(roles: tuple[int, int], other: int, own: int) -> None:
    """§6 §3.1.2 Only a first draw can be from a pile that is not of the class."""
    t = engaging(2, classes=roles)
    drain(t, CLUBS, 1, to=0)
    drain(t, HEARTS, 1, to=1)
    draw(t, 0, other, own)
    draw(t, 1, HEARTS, CLUBS)
    assert t.state.found_empty[1] == 1 << HEARTS | 1 << CLUBS
    for guess in check_guesses(t, 1):
        assert list(guess.drawn_from[0]) == [other, own]
        assert guess.asking[0] == NOTHING_ASKED
        assert (guess.pile_size[HEARTS], guess.pile_size[CLUBS]) == (0, 0)


def test_a_guess_of_who_drew_the_last_cards() -> None:
    """§6 §3.1.2 Whose class does not have the suit can have drawn one of two at most."""
    t = engaging(3, classes=[JOURNALIST, SCIENTIST, COUNCILOR])
    drain(t, HEARTS, 2, to=2)
    draw(t, 0, HEARTS, CLUBS)
    draw(t, 1, CLUBS, HEARTS)
    draw(t, 2, HEARTS)
    for guess in check_guesses(t, 2):
        assert guess.drawn_from[0, 0] == HEARTS
        assert guess.drawn_from[0, 1] in (CLUBS, DIAMONDS)
        assert list(guess.drawn_from[1][: guess.draws[1]]).count(HEARTS) == 1


def test_a_guess_assumes_no_refill() -> None:
    """§6 §3.1.3 While nothing tells of one, the piles and their discards are as they were."""
    t = engaging(2, classes=[INVESTOR, COUNCILOR])
    drain(t, CLUBS, 9)
    drain(t, HEARTS, 9)
    draw(t, 0, CLUBS, CLUBS)
    draw(t, 1, HEARTS)
    for seat in (0, 1):
        for guess in check_guesses(t, seat):
            assert not any(guess.refilled)
            assert guess.pile_size[CLUBS] + guess.pile_size[HEARTS] >= 14


def test_a_guess_knows_that_a_pile_was_refilled() -> None:
    """§6 §3.1.3 Whoever draws a card that lay in the discards knows that the others have drawn the rest of the pile."""
    t = engaging(2, classes=[INVESTOR, COUNCILOR])
    drain(t, CLUBS, 1)
    last = t.state.pile[CLUBS, 0]
    draw(t, 0, CLUBS, SPADES)
    draw(t, 1, CLUBS)
    assert t.state.drawn[1, 0] != last
    for guess in check_guesses(t, 1):
        assert last in list(guess.drawn[0])
        assert guess.refilled[CLUBS] == 1


def after_a_refill() -> Sitting:
    """The first player held an ace and a two before clubs were refilled, the second a king; both have drawn since."""
    t = table("A♣ 2♣", "K♣", chips_per_turn=0)
    drain(t, CLUBS, 0)
    finish(t)
    roll(t, chips=0)
    draw(t, 0, CLUBS, SPADES)
    draw(t, 1, CLUBS, SPADES)
    return t


def test_backs_after_a_refill() -> None:
    """§6 §3.1.3 A card drawn since has the new back."""
    t = after_a_refill()
    assert list(t.state.refills) == [1, 0, 0, 0]
    assert list(t.state.back[0][:4]) == [CLUBS, CLUBS, CLUBS + 4, SPADES]
    assert list(t.state.back[1][:3]) == [CLUBS, CLUBS + 4, SPADES]
    generations = {t.state.generation[t.state.pile[CLUBS, place]] for place in range(t.state.pile_size[CLUBS])}
    assert generations == {1}


def test_old_cards_after_a_refill() -> None:
    """§6 §3.1.3 What did not go into the pile is in the hands: exactly known here."""
    t = after_a_refill()
    for guess in check_guesses(t, 0):
        assert held(guess, 1)[0] == "K♣"
    for guess in check_guesses(t, 1):
        assert sorted(held(guess, 0)[:2]) == ["2♣", "A♣"]
    assert {tuple(held(guess, 0)[:2]) for guess in check_guesses(t, 1)} == {("2♣", "A♣"), ("A♣", "2♣")}
    everyone = {held(guess, 1)[0] for guess in check_guesses(t, NOBODY, 40)}
    assert everyone == {"A♣", "2♣", "K♣"}


def test_a_joker_changes_its_home() -> None:
    """§6 §3.2.7 Having stood for a diamond it is discarded to diamonds, and drawn from there it has their back."""
    t = table("★♥ 7♣", "", chips_per_turn=0)
    stand(t, 0, 1, "AIR")
    work(t, 0, "★♥", 0, suit="♦")
    finish(t)
    drain(t, DIAMONDS, 0, to=1)
    roll(t, chips=0)
    draw(t, 0, DIAMONDS, SPADES)
    draw(t, 1, CLUBS, SPADES)
    assert (hand(t, 0)[:2], t.state.back[0, 1]) == (["7♣", "★♥"], DIAMONDS + 4)
    assert home(t.state, t.state.hand[0, 1]) == DIAMONDS
    for guess in check_guesses(t, 1):
        assert held(guess, 0)[1] == "★♥"


def wander(seed: int, **options: Any) -> Iterator[Sitting]:
    """The positions of a game in which all draw from few piles and play all they can, so that piles run out."""
    chance, t = Random(seed), GAME.start(seed=seed, **options)
    while not t.over:
        yield t
        seat = chance.choice(t.waiting)
        moves = [move for move in t.moves(seat) if move.arguments[0] not in _idle(Step(move.choice))] or t.moves(seat)
        if moves[0].choice == Step.PILE_DRAW:
            moves = moves[: 1 + (chance.random() < 0.3)]
        t.play(seat, chance.choice(moves))
    yield t


def _idle(step: Step) -> tuple[int, ...]:
    return {
        Step.START_PROJECT: (NO_PROJECT,),
        Step.PLAY_CARD: (NO_CARD,),
        Step.START_RESEARCH: (NO_TECH,),
        Step.CARD_FOR_RESEARCH: (NO_CARD,),
    }.get(step, ())


def test_a_guess_while_first_crises_are_chosen() -> None:
    """§6 §2.2 Nothing is hidden then but the order of the piles."""
    t = engaging(2, start_crises=2, first_crises="hand")
    play(t, 0, Step.FIRST_CRISIS, problem("AIR"))
    for seat in (0, 1, NOBODY):
        for guess in check_guesses(t, seat, 5):
            assert guess.crisis == t.state.crisis
            assert list(guess.asking[:2]) == [0, Step.FIRST_CRISIS]


@pytest.mark.parametrize(("seats", "seed"), [(1, 1), (2, 2), (4, 3), (6, 4), (6, 5)])
def test_guesses_look_the_same_in_long_games(seats: int, seed: int) -> None:
    """§6 Through refills, jokers and blind phases: every guess is lawful and looks to its seat like the truth."""
    chance, blind = Random(seed), 0
    games = wander(seed, seats=seats, turns=16, chips_per_turn=0, expanded_tech=True)
    for number, t in enumerate(games):
        assert GAME.interpreted.broken_law([t.state], 0) == -1
        if number % 3 == 0:
            seat = chance.randrange(NOBODY, seats)
            guess = t.guess(seat, chance.randrange(1000))
            assert GAME.interpreted.broken_law([guess], 0) == -1
            assert show(t, guess, seat) == bytes(t.view(seat))
            blind += t.state.phase != Phase.OPEN
    assert blind > 5


def test_long_games_do_refill_piles() -> None:
    """§6 §3.1.3 The games of the test before are what they claim to be."""
    *_, t = wander(4, seats=6, turns=16, chips_per_turn=0, expanded_tech=True)
    assert sum(t.state.refills) > 2
    assert any(told(t, Event.FOUND_EMPTY, seat) for seat in range(6))
