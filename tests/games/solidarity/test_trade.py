"""Chapters 4.1 and 4.2: offers, trades, and what comes of mandates."""

from __future__ import annotations

from random import Random

import pytest

from moot.engine import MoveError, Sitting
from moot.games.solidarity.components import MOST_OFFERS, MOST_STOCK, OFFER_LINES, PRINTED_NAMES, Deal
from moot.games.solidarity.rules import Event, Step, mandates_fulfilled, mandates_not_fulfilled
from moot.games.solidarity.trade import places
from tests.games.solidarity.table import (
    EAST,
    NORTH,
    SOUTH,
    WEST,
    accept,
    at,
    deals,
    demand,
    done,
    held,
    lines,
    make_offer,
    mandate,
    offered,
    open_offers,
    play,
    refusal,
    table,
    to_trading,
    told,
    trade,
)


def floor(seats: int = 4) -> Sitting:
    """The trading floor: North has apples, South kittens, West gadgets."""
    t = table(
        ("apples", NORTH, {NORTH: 6}),
        ("kittens", SOUTH, {SOUTH: 4}),
        ("gadgets", seats - 1, {seats - 1: 3}),
        seats=seats,
    )
    return t


def reason(t: Sitting, seat: int, place: int) -> str:
    """Why a seat cannot accept an offer."""
    line = t.game.words.reason(t.view(seat), seat, "offer", place, t.names)
    assert line is not None
    return line.text


def test_any_goods_for_any_goods() -> None:
    """§4.1 Several kinds on either side, and all change hands at once."""
    t = floor()
    to_trading(t)
    trade(t, NORTH, SOUTH, {"apples": 2}, {"kittens": 3})
    trade(t, SOUTH, WEST, {"kittens": 1, "apples": 1}, {"gadgets": 2})
    assert [held(t, seat, "apples") for seat in range(4)] == [4, 1, 0, 1]
    assert [held(t, seat, "kittens") for seat in range(4)] == [3, 0, 0, 1]
    assert [held(t, seat, "gadgets") for seat in range(4)] == [0, 2, 0, 1]


def test_something_for_nothing() -> None:
    """§4.1 As a gift, or as a demand."""
    t = floor()
    to_trading(t)
    trade(t, NORTH, EAST, give={"apples": 1})
    trade(t, EAST, SOUTH, want={"kittens": 4})
    assert (held(t, EAST, "apples"), held(t, EAST, "kittens")) == (1, 4)
    assert "East asks South for 4 EcU of kittens, for nothing." in lines(t, SOUTH)
    assert told(t, Event.ASKS_IN_RETURN, SOUTH) == []


def test_several_kinds_are_asked_for() -> None:
    """§4.1 §8 Up to four, and all of them come."""
    names = [text.partition(" (")[0] for text in PRINTED_NAMES[:6]]
    t = table(*((name, SOUTH, {SOUTH: 5}) for name in names[:5]), ("songs", NORTH, {NORTH: 5}))
    to_trading(t)
    play(t, NORTH, Step.TRADE, Deal.OFFER, SOUTH)
    for number in range(4):
        play(t, NORTH, Step.TRADE, Deal.WANT, number)
        play(t, NORTH, Step.HOW_MUCH, number + 1)
    assert offered(t, NORTH) == {(Deal.SEND, 0), (Deal.TEAR_UP, 0), (Deal.GIVE, 5)}
    play(t, NORTH, Step.TRADE, Deal.SEND)
    accept(t, SOUTH, open_offers(t)[0])
    assert [held(t, NORTH, name) for name in names] == [1, 2, 3, 4, 0, 5]


def test_what_can_be_offered_and_asked_for() -> None:
    """§4.1 What one has; what the others have together; each once in an offer."""
    t = table(("apples", NORTH, {NORTH: 6, SOUTH: 2, EAST: 3}), ("tea", NORTH, {}))
    to_trading(t)
    play(t, NORTH, Step.TRADE, Deal.OFFER, EAST)
    assert offered(t, NORTH) == {(Deal.TEAR_UP, 0), (Deal.GIVE, 0), (Deal.WANT, 0)}
    play(t, NORTH, Step.TRADE, Deal.WANT, 0)
    assert offered(t, NORTH) == {(amount,) for amount in range(1, 6)}
    play(t, NORTH, Step.HOW_MUCH, 5)
    assert offered(t, NORTH) == {(Deal.TEAR_UP, 0), (Deal.SEND, 0)}
    play(t, SOUTH, Step.TRADE, Deal.OFFER, EAST)
    play(t, SOUTH, Step.TRADE, Deal.GIVE, 0)
    assert offered(t, SOUTH) == {(1,), (2,)}


def test_an_offer_does_not_give_and_ask_for_the_same() -> None:
    """§4.1 Whichever comes first; whoever tries is told why."""
    for first, second in ((Deal.GIVE, Deal.WANT), (Deal.WANT, Deal.GIVE)):
        t = table(("apples", NORTH, {NORTH: 6, EAST: 3}))
        to_trading(t)
        play(t, NORTH, Step.TRADE, Deal.OFFER, EAST)
        assert {(first, 0), (second, 0)} <= offered(t, NORTH)
        play(t, NORTH, Step.TRADE, first, 0)
        play(t, NORTH, Step.HOW_MUCH, 2)
        for again in (first, second):
            assert refusal(t, NORTH, Step.TRADE, again, 0) == (
                "Your offer has apples already: it can give a resource or ask for it, once, and not both. "
                "To change the line, tear the offer up and write another."
            )


def test_what_is_not_there_cannot_be_offered_nor_asked_for() -> None:
    """§4.1 To give, one must have it; to ask, another must. §8 Each side has four lines."""
    names = [text.partition(" (")[0] for text in PRINTED_NAMES[:6]]
    mine, theirs = ((name, NORTH, {NORTH: 5}) for name in names[:5]), ("songs", SOUTH, {SOUTH: 1})
    t = table(*mine, theirs)
    to_trading(t)
    play(t, NORTH, Step.TRADE, Deal.OFFER, SOUTH)
    assert (
        refusal(t, NORTH, Step.TRADE, Deal.GIVE, at(t, "songs")) == "You have no songs to give. You can ask for some."
    )
    assert refusal(t, NORTH, Step.TRADE, Deal.WANT, 0) == "Nobody else has any apples to ask for. You can give some."
    for number in range(4):
        play(t, NORTH, Step.TRADE, Deal.GIVE, number)
        play(t, NORTH, Step.HOW_MUCH, 1)
    assert refusal(t, NORTH, Step.TRADE, Deal.GIVE, 4) == (
        "An offer has 4 lines for what it gives, and all of yours are written."
    )


def test_an_offer_can_be_torn_up() -> None:
    """§4.1 Before it is sent nobody else hears of it."""
    t = floor()
    to_trading(t)
    play(t, NORTH, Step.TRADE, Deal.OFFER, SOUTH)
    play(t, NORTH, Step.TRADE, Deal.GIVE, at(t, "apples"))
    play(t, NORTH, Step.HOW_MUCH, 2)
    play(t, NORTH, Step.TRADE, Deal.TEAR_UP)
    assert open_offers(t) == []
    assert not any(t.state.draft_goods[NORTH])
    assert told(t, Event.OFFERS, SOUTH) == []
    assert Deal.DONE in deals(t, NORTH)


def test_several_offers_are_open_at_once() -> None:
    """§4.1 Between any orgs, in any order; each is answered by itself."""
    t = floor()
    to_trading(t)
    first = make_offer(t, NORTH, SOUTH, {"apples": 1}, {"kittens": 1})
    second = make_offer(t, NORTH, SOUTH, {"apples": 2}, {"kittens": 2})
    third = make_offer(t, WEST, SOUTH, {"gadgets": 1})
    assert open_offers(t) == sorted([first, second, third])
    play(t, SOUTH, Step.TRADE, Deal.DECLINE, first)
    accept(t, SOUTH, third)
    accept(t, SOUTH, second)
    assert open_offers(t) == []
    assert (held(t, SOUTH, "apples"), held(t, SOUTH, "kittens"), held(t, SOUTH, "gadgets")) == (2, 2, 1)


def test_an_offer_is_withdrawn() -> None:
    """§4.1 By its maker; then it cannot be accepted, and both are told."""
    t = floor()
    to_trading(t)
    play(t, WEST, Step.TRADE, Deal.WITHDRAW, make_offer(t, WEST, NORTH, {"gadgets": 1}))
    assert open_offers(t) == []
    assert [event[:2] for event in told(t, Event.WITHDRAWN, NORTH)] == [(WEST, NORTH)]
    t = floor()
    to_trading(t)
    place = make_offer(t, NORTH, SOUTH, {"apples": 1}, {"kittens": 1})
    stale = next(move for move in t.moves(SOUTH) if move.arguments == (Deal.ACCEPT, place))
    play(t, NORTH, Step.TRADE, Deal.WITHDRAW, place)
    with pytest.raises(MoveError):
        t.play(SOUTH, stale)
    assert [len(told(t, Event.WITHDRAWN, seat)) for seat in range(4)] == [1, 1, 0, 0]
    for answer in (Deal.ACCEPT, Deal.DECLINE):
        assert refusal(t, SOUTH, Step.TRADE, answer, place) == "There is no such offer for you to answer, or no longer."


def test_an_offer_is_declined() -> None:
    """§4.1 Nothing changes hands; both are told, and the maker is asked again if it was done."""
    t = floor()
    to_trading(t)
    place = make_offer(t, NORTH, SOUTH, {"apples": 1}, {"kittens": 1})
    play(t, NORTH, Step.TRADE, Deal.DONE)
    play(t, SOUTH, Step.TRADE, Deal.DECLINE, place)
    assert held(t, NORTH, "apples") == 6
    assert [[event[:2] for event in told(t, Event.DECLINED, seat)] for seat in range(4)] == [
        [(SOUTH, NORTH)],
        [(SOUTH, NORTH)],
        [],
        [],
    ]
    assert NORTH in t.waiting


def test_the_goods_are_gone() -> None:
    """§4.1 The offer cannot be accepted, the reason is told, nothing is half done; when the goods are back, it can."""
    t = floor()
    to_trading(t)
    place = make_offer(t, NORTH, SOUTH, {"apples": 5}, {"kittens": 1})
    tried = next(move for move in t.moves(SOUTH) if move.arguments == (Deal.ACCEPT, place))
    trade(t, NORTH, EAST, give={"apples": 4})
    before = bytes(t)
    with pytest.raises(MoveError):
        t.play(SOUTH, tried)
    assert bytes(t) == before
    assert refusal(t, SOUTH, Step.TRADE, Deal.ACCEPT, place) == reason(t, SOUTH, place)
    assert (
        reason(t, SOUTH, place) == "North has 2 EcU of apples now, and the offer takes 5. You can decline it, or wait."
    )
    assert "it cannot be accepted now" in t.picture(SOUTH)
    trade(t, EAST, NORTH, give={"apples": 4})
    accept(t, SOUTH, place)
    assert held(t, SOUTH, "apples") == 5


def test_goods_that_the_other_does_not_have() -> None:
    """§4.1 May be asked for, as they may come in time."""
    t = floor()
    to_trading(t)
    place = make_offer(t, NORTH, WEST, {"apples": 3}, {"kittens": 2})
    assert (Deal.ACCEPT, place) not in offered(t, WEST)
    assert reason(t, WEST, place).startswith("You have 0 EcU of kittens now")
    assert (Deal.DECLINE, place) in offered(t, WEST)


def test_goods_can_go_while_an_offer_is_written() -> None:
    """§4.1 Then an amount can still be named; the offer has to wait."""
    t = floor()
    to_trading(t)
    first = make_offer(t, NORTH, SOUTH, give={"apples": 6})
    play(t, NORTH, Step.TRADE, Deal.OFFER, EAST)
    play(t, NORTH, Step.TRADE, Deal.GIVE, at(t, "apples"))
    accept(t, SOUTH, first)
    assert offered(t, NORTH) == {(1,)}
    play(t, NORTH, Step.HOW_MUCH, 1)
    play(t, NORTH, Step.TRADE, Deal.SEND)
    assert deals(t, EAST) == {Deal.DECLINE, Deal.OFFER}


def test_the_step_ends_when_all_are_done_and_no_offer_is_open() -> None:
    """§4.1 Whoever has an offer to answer is not done; whoever was done and gets one is asked again."""
    t = floor()
    to_trading(t)
    for seat in (SOUTH, EAST, WEST):
        play(t, seat, Step.TRADE, Deal.DONE)
    assert t.waiting == [NORTH]
    place = make_offer(t, NORTH, SOUTH, {"apples": 1})
    assert t.waiting == [NORTH, SOUTH]
    assert Deal.DONE not in deals(t, SOUTH)
    play(t, NORTH, Step.TRADE, Deal.DONE)
    accept(t, SOUTH, place)
    assert t.waiting == [NORTH, SOUTH]
    done(t)
    assert t.state.asking[NORTH] != Step.TRADE


def test_without_goods_there_is_no_trading() -> None:
    """§4.1 When all stockpiles are empty."""
    t = table(("apples", NORTH, {}))
    to_trading(t)
    assert t.state.round == 2


def test_goods_are_conserved_by_every_trade() -> None:
    """§4.1 However wild the trade: the sum of every kind stays what it was."""
    chance = Random(5)
    t = floor()
    to_trading(t)
    for _ in range(600):
        seat = chance.choice(t.waiting)
        if t.state.asking[seat] in (Step.TRADE, Step.HOW_MUCH):
            moves = [move for move in t.moves(seat) if move.arguments[:1] not in ((Deal.DONE,), (Deal.WITHDRAW,))]
            moves = [move for move in moves if move.arguments[0] == Deal.ACCEPT] or moves
            if moves:
                t.play(seat, chance.choice(moves))
        assert [sum(t.state.stock[s, r] for s in range(4)) for r in range(3)] == [6, 4, 3]
    assert len(told(t, Event.HANDED)) > 10


# Room


def test_an_offer_has_four_lines_on_either_side() -> None:
    """§8 Then there is no room for more."""
    names = [text.partition(" (")[0] for text in PRINTED_NAMES[:5]]
    t = table(*((name, NORTH, {NORTH: 2, SOUTH: 2}) for name in names), ("rope", SOUTH, {SOUTH: 1}))
    to_trading(t)
    play(t, NORTH, Step.TRADE, Deal.OFFER, SOUTH)
    for number in range(4):
        play(t, NORTH, Step.TRADE, Deal.GIVE, number)
        play(t, NORTH, Step.HOW_MUCH, 1)
    assert (Deal.GIVE, 4) not in offered(t, NORTH)
    assert {(Deal.WANT, 4), (Deal.WANT, 5)} <= offered(t, NORTH)
    assert OFFER_LINES == 8


@pytest.mark.parametrize("seats", range(2, 7))
def test_how_many_offers_can_be_open(seats: int) -> None:
    """§8 At least 24 at a table: an equal share for each org, whoever the others are."""
    t = floor(seats)
    to_trading(t)
    share = places(t.state)
    assert share * seats >= 24
    for number in range(min(share, MOST_OFFERS)):
        make_offer(t, NORTH, 1 + number % (seats - 1), {"apples": 1})
    assert Deal.OFFER not in deals(t, NORTH)
    line = t.game.words.reason(t.view(NORTH), NORTH, "seat", SOUTH, t.names)
    assert line is not None
    assert "all there is room for" in line.text
    play(t, NORTH, Step.TRADE, Deal.WITHDRAW, open_offers(t)[0])
    assert Deal.OFFER in deals(t, NORTH)


def test_the_place_of_an_offer_does_not_tell_of_others() -> None:
    """§7 Offers to each org begin at places of their own."""
    first = {}
    for others in ((), (SOUTH,), (SOUTH, EAST)):
        t = floor()
        to_trading(t)
        for other in others:
            make_offer(t, NORTH, other, {"apples": 1})
        first[others] = make_offer(t, NORTH, WEST, {"apples": 1})
    assert len(set(first.values())) == 1


def test_how_many_offers_can_be_begun() -> None:
    """§8 24 in a trading step, torn up ones counted; then the reason is told. The next step begins anew."""
    t = floor()
    to_trading(t)
    begin_offers(t, MOST_OFFERS)
    assert deals(t, NORTH) == {Deal.DONE}
    line = t.game.words.reason(t.view(NORTH), NORTH, "seat", SOUTH, t.names)
    assert line is not None
    assert "24 offers" in line.text
    assert Deal.OFFER in deals(t, SOUTH)
    done(t)
    demand(t, NORTH, {"kittens": 3})
    demand(t, SOUTH, {"apples": 2})
    demand(t, WEST, {"apples": 1})
    to_trading(t)
    begin_offers(t, MOST_OFFERS - 1)
    assert Deal.OFFER in deals(t, NORTH)
    begin_offers(t, 1)
    assert deals(t, NORTH) == {Deal.DONE}


def begin_offers(t: Sitting, number: int) -> None:
    """North begins offers and tears them up."""
    for _ in range(number):
        play(t, NORTH, Step.TRADE, Deal.OFFER, SOUTH)
        play(t, NORTH, Step.TRADE, Deal.TEAR_UP)


def test_only_what_is_on_an_offer_changes_hands() -> None:
    """§4.1 Nothing is told of the lines that nobody has written on."""
    t = floor()
    to_trading(t)
    trade(t, NORTH, SOUTH, {"apples": 2}, {"kittens": 1})
    handed = told(t, Event.HANDED)
    assert [(giver, taker, amount) for giver, taker, _, amount, *_ in handed] == [(NORTH, SOUTH, 2), (SOUTH, NORTH, 1)]


def test_a_full_stockpile_takes_nothing() -> None:
    """§8 The offer cannot be accepted, and the reason is told."""
    t = table(("apples", NORTH, {NORTH: 5, SOUTH: MOST_STOCK - 2}))
    to_trading(t)
    place = make_offer(t, NORTH, SOUTH, {"apples": 3})
    assert (Deal.ACCEPT, place) not in offered(t, SOUTH)
    assert reason(t, SOUTH, place) == "You have no room for 3 EcU of apples: a stockpile holds 2000."
    asked = make_offer(t, SOUTH, NORTH, want={"apples": 3})
    assert (Deal.ACCEPT, asked) not in offered(t, NORTH)
    assert reason(t, NORTH, asked) == "South has no room for 3 EcU of apples: a stockpile holds 2000."
    trade(t, NORTH, SOUTH, {"apples": 2})
    assert held(t, SOUTH, "apples") == MOST_STOCK


def test_a_thousand_in_one_line() -> None:
    """§8 An amount is one answer."""
    t = table(("apples", NORTH, {NORTH: 1500}))
    to_trading(t)
    play(t, NORTH, Step.TRADE, Deal.OFFER, SOUTH)
    play(t, NORTH, Step.TRADE, Deal.GIVE, 0)
    assert offered(t, NORTH) == {(amount,) for amount in range(1, 1001)}


# Mandates


def test_the_goods_are_passed_on() -> None:
    """§4.1 §4.2 North wants 2 kittens and has 3 apples for them; West, who wants apples, gets the kittens from South."""
    t = floor()
    mandate(t, NORTH, {"kittens": 2})
    mandate(t, WEST, {"apples": 3})
    to_trading(t)
    place = make_offer(t, NORTH, WEST, {"apples": 3}, {"kittens": 2})
    trade(t, WEST, SOUTH, {"gadgets": 1}, {"kittens": 2})
    accept(t, WEST, place)
    done(t)
    assert [event[0] for event in told(t, Event.FULFILLED)] == [NORTH, WEST]
    assert list(t.state.points[:4]) == [3, 0, 0, 3]
    assert [mandates_fulfilled(t.state, seat) for seat in range(4)] == [1, 0, 0, 1]
    assert [mandates_not_fulfilled(t.state, seat) for seat in range(4)] == [0, 0, 0, 0]


def test_from_whomever_it_comes() -> None:
    """§4.2 North gets the kittens from South instead."""
    t = floor()
    mandate(t, NORTH, {"kittens": 2})
    t.state.hope[NORTH] = WEST + 1
    to_trading(t)
    trade(t, SOUTH, NORTH, {"kittens": 2})
    done(t)
    assert told(t, Event.FULFILLED)[0][:2] == (NORTH, 2)


@pytest.mark.parametrize("received", [{}, {"kittens": 1}, {"gadgets": 3}])
def test_not_fulfilled_and_gone(received: dict[str, int]) -> None:
    """§4.2 Every listed amount is needed; afterwards the mandate is no more."""
    t = floor()
    mandate(t, NORTH, {"kittens": 2, "gadgets": 1})
    to_trading(t)
    for name, amount in received.items():
        trade(t, SOUTH if name == "kittens" else WEST, NORTH, {name: amount})
    done(t)
    assert told(t, Event.NOT_FULFILLED)[0][:2] == (NORTH, 3)
    assert [mandates_fulfilled(t.state, seat) for seat in range(4)] == [0, 0, 0, 0]
    assert [mandates_not_fulfilled(t.state, seat) for seat in range(4)] == [1, 0, 0, 0]
    assert t.state.points[NORTH] == 0
    assert not any(t.state.demand_goods[NORTH])
    assert not any(t.state.got[NORTH])


def test_what_one_has_already_does_not_count() -> None:
    """§4.2 It must be received in this step; passing it on does not undo that."""
    t = table(("kittens", SOUTH, {NORTH: 9, SOUTH: 9}))
    mandate(t, NORTH, {"kittens": 2})
    to_trading(t)
    trade(t, SOUTH, NORTH, {"kittens": 2})
    trade(t, NORTH, EAST, {"kittens": 11})
    done(t)
    assert told(t, Event.FULFILLED)[0][:2] == (NORTH, 2)


def test_received_in_parts() -> None:
    """§4.2 From several orgs, in several deals."""
    t = table(("kittens", SOUTH, {WEST: 9, SOUTH: 9}))
    mandate(t, NORTH, {"kittens": 5})
    to_trading(t)
    trade(t, SOUTH, NORTH, {"kittens": 2})
    assert t.state.got[NORTH, 0] == 2
    trade(t, WEST, NORTH, {"kittens": 4})
    assert t.state.got[NORTH, 0] == 5
    done(t)
    assert "North’s mandate of 5 EcU is fulfilled." in lines(t)
