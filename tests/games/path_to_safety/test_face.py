"""Chapter 8 in the browser: what the board shows, what it must not, and why a piece cannot be chosen."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from moot.bots.player import Player
from moot.engine import NOBODY, Line, Sitting
from moot.games.path_to_safety import GAME
from moot.games.path_to_safety.components import HARDEST, Match, RiskTest, Side
from moot.games.path_to_safety.face import PAST_ALL, RIGHT, face, odds, place
from moot.games.path_to_safety.rules import Momentum, Vote
from moot.games.path_to_safety.words import JOKER, strip, why_not
from moot.table.rendering.renderer import Renderer
from tests.games.path_to_safety.table import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    call,
    go_on,
    kind,
    publish,
    table,
    use_momentum,
)

BOARD_BYTES, HAND_BYTES = 30_000, 1_500  # of the whole board; of each card held


FACE = Renderer([GAME]).face(GAME)


def board(t: Sitting, view: Any = None) -> str:
    """The public board."""
    view = t.view(NOBODY) if view is None else view
    return str(FACE.board(view, t.names))


def mine(t: Sitting, seat: int) -> str:
    """What a seat sees of its own."""
    view = t.view(seat)
    return str(FACE.mine(view, seat, t.names))


def seen(t: Sitting, seat: int = NOBODY) -> dict[str, Any]:
    """What the board is drawn from."""
    return face(t.view(seat), seat, t.names)


def pieces(html: str) -> set[str]:
    """The pieces that are drawn."""
    return set(re.findall(r'data-piece="([^"]+)"', html))


def games() -> Iterator[Sitting]:
    """Positions of games that bots play, with few and many seats."""
    for seats, match in ((1, Match.TURN), (4, Match.TURN), (6, Match.MOMENTUM)):
        t: Sitting = GAME.start(seats=seats, seed=seats, match=match)
        player = Player(t, ["greedy"] * seats)
        while not t.over:
            yield t
            player.play()
        yield t


def turn_up_all_but(t: Sitting, strategy: int, *values: int) -> None:
    """The difficulty of a strategy is one of these: the first of them."""
    t.state.revealed[strategy] = sum(1 << value for value in range(1, HARDEST + 1) if value not in values)
    t.state.strategy_size[strategy] = len(values) - 1
    t.state.difficulty[strategy] = values[0]


# The public board


def test_a_track() -> None:
    """§8 Progress, which numbers are possible and which of them are beaten, and the chance with its reason."""
    t = table("7♣", "8♦")
    turn_up_all_but(t, CLUBS, 2, 5, 9, 13)
    t.state.progress[CLUBS] = 9
    track = seen(t)["tracks"][CLUBS]
    assert (track["progress"], track["big"], track["small"], track["left"]) == ("9", "50%", "beats 2 of 4", 3)
    looks = re.findall(r'class="cell (.*?)".*?>(\d+)\+?</text>', track["cells"])
    assert [int(value) for look, value in looks if look == "in"] == [2, 5]
    assert [int(value) for look, value in looks if look == "may"] == [9, 13]
    assert len([look for look, _ in looks if look == "no"]) == HARDEST - 4
    assert track["tip"] == (
        "♣ Governance: progress 9. Its difficulty is one of 2, 5, 9, 13; progress beats 2 of 4: 50%. "
        "5 more publications to be sure."
    )
    assert track["cells"] in board(t)


def test_what_is_sure() -> None:
    """§8 A progress that beats all that is possible says so."""
    t = table("7♣", "8♦")
    turn_up_all_but(t, SPADES, 3)
    t.state.progress[SPADES] = 4
    track = seen(t)["tracks"][SPADES]
    assert (track["big"], track["beaten"], seen(t)["outlook"]["big"]) == ("100%", True, "100%")
    assert track["tip"].endswith("Its difficulty is 3; progress beats 1 of 1: 100%.")


@pytest.mark.parametrize("start", range(-13, 1))
def test_counters_move_to_the_right(start: int) -> None:
    """§1.5 Every publication moves a counter on, within the board, up to the place where it beats all."""
    places = [place(start, progress) for progress in range(start, PAST_ALL + 1)]
    assert places == sorted(set(places))
    assert places[0] > 0
    assert places[-1] < RIGHT
    assert place(start, 40) == places[-1]


def test_names_and_decks() -> None:
    """§8 Everything stands under its name; the top of the pile with what would match it."""
    t = table("7♣ A♦", "8♦", pile="2♣ K♥", deck="9♠")
    html = board(t)
    for name in (
        "Strategy decks",
        "Science deck",
        "Discard pile",
        "Risk die",
        "Mad science dice",
    ):
        assert f">{name}<" in html
    f = seen(t)
    assert f["deck"]["size"] == t.state.deck_size
    assert f["pile"]["lines"] == ("♥ on it earns", "another turn", "1 beneath")
    assert f["pile"]["tip"] == "Discard pile, 2 cards: on top K♥; ♥ played on it earns another turn."
    assert f"discarded-{kind('K♥')}" in pieces(html)


def test_piles_without_a_suit() -> None:
    """§3.4 An empty pile and mad science match nothing."""
    assert seen(table("7♣", "8♦"))["pile"]["kind"] is None
    t = table("7♣", "8♦", pile="★")
    assert seen(t)["pile"]["lines"][:2] == ("has no suit:", "no match")
    assert f"discarded-{JOKER}" in pieces(board(t))


def test_the_dice() -> None:
    """§4.1 §4.3 The pool among the 14 places, and the chance that the coming roll ends the game."""
    t = table("7♣", "8♦")
    t.state.pool = 12
    html = board(t)
    assert (html.count('class="mad"'), html.count('class="mad out"')) == (12, 2)
    assert "The game ends if no die shows ×: " in html
    assert ">1 in 4,096<" in html
    t.state.pool, t.state.side = 3, Side.END
    assert "The game ends if any die shows ✓: " in board(t)
    assert (odds(3, Side.END), odds(2, Side.CONTINUE)) == ("7 in 8", "1 in 4")


def test_the_advance_to_come() -> None:
    """§4.3 What it would do."""
    t, said = table("7♣", "8♦"), []
    for t.state.pool, t.state.side in ((5, Side.CONTINUE), (2, Side.CONTINUE), (1, Side.END), (14, Side.END)):
        said.append(seen(t)["mad"]["side"].split(". ")[1])
    assert said == [
        "An advance takes a die out.",
        "An advance takes a die out and turns the indicator.",
        "An advance puts a die in.",
        "An advance changes nothing: all dice are in.",
    ]


def test_nothing_is_to_come_at_the_end() -> None:
    """§4.1 §5.1 No roll, and no advance."""
    t: Sitting = GAME.start(seats=1, seed=3)
    call(t)
    assert seen(t)["mad"] == {
        "ends": "The game is over.",
        "odds": "",
        "side": "Indicator: it shows “1 × continue”.",
        "tip": "14 dice of 14 in the pool. The game is over.",
    }


def test_the_risk_die() -> None:
    """§3.3 Its meaning, as the option has it; a roll is not kept, so none is shown."""
    assert seen(table("7♣", "8♦"))["risk"] == {
        "lines": ("below card risk:", "mad science", "advances"),
        "tip": "Acceleration risk die: when a card that carries risk is published, "
        "less than its risk advances mad science.",
    }
    assert seen(table("7♣", "8♦", risk_test=RiskTest.AT_MOST))["risk"]["lines"][0] == "up to card risk:"


def test_players() -> None:
    """§7 Whose turn it is, hands by their size, mad science turned up, and votes once they are open."""
    t = table("7♣ A♦", "8♦", "9♦", drawn=False)
    t.state.mad_science[1] = 2
    call(t, Vote.NO, Vote.NO)
    assert [player["said"] for player in seen(t)["seats"]] == ["“yes”", "“no”", "“no”"]
    assert [player["turn"] for player in seen(t)["seats"]] == [True, False, False]
    assert seen(t)["seats"][1]["tip"] == (
        "Player 2 holds 1 card; has turned up 2 mad science cards; said “no” to the last call for the end."
    )
    assert {"seat-0", "seat-1", "seat-2"} <= pieces(board(t))


def test_the_end() -> None:
    """§5.1 The difficulties are shown, and which was beaten."""
    t: Sitting = GAME.start(seats=1, seed=3)
    turn_up_all_but(t, CLUBS, 4, 9)
    t.state.progress[CLUBS] = 9
    assert 'class="cell in is"' not in board(t)
    call(t)
    html, track = board(t), seen(t)["tracks"][CLUBS]
    assert html.count(' is"') == 4
    assert (track["big"], track["small"]) == ("✓ beaten", "difficulty 4")
    assert track["tip"] == "♣ Governance: progress 9, difficulty 4: higher by 5."
    assert seen(t)["tracks"][HEARTS]["big"] == "× short"
    assert ">Won by ♣ Governance<" in html


@pytest.mark.parametrize(
    ("working", "words", "sign"),
    [
        ([], "Lost: no strategy works", "×"),
        ([HEARTS], "Won by ♥ Prosaic YOLO Shard", "✓"),
        ([CLUBS, SPADES], "Won by ♣ ♠", "✓"),
    ],
)
def test_the_board_says_by_what_the_game_is_won(working: list[int], words: str, sign: str) -> None:
    """§5.1 §8 One strategy with its name, several by their suits."""
    t: Sitting = GAME.start(seats=1, seed=3)
    for strategy in working:
        t.state.progress[strategy] = PAST_ALL
    call(t)
    assert seen(t)["outlook"] == {"words": words, "big": sign, "won": bool(working)}


def test_a_replay_with_everything_open() -> None:
    """§8 The same board is drawn from the whole record, before and after the end."""
    t = table("7♣ A♦", "8♦")
    assert board(t, t.state).count(' is"') == 4
    assert board(t).count(' is"') == 0


# Secrets


def hide_otherwise(t: Sitting) -> None:
    """Deal anew what the public cannot see."""
    guess = t.guess(NOBODY, seed=5)
    for row in ("held", "strategy_deck"):
        for here, there in zip(getattr(t.state, row).rows, getattr(guess, row).rows, strict=True):
            here[:] = there
    for row in ("difficulty", "deck"):
        getattr(t.state, row)[:] = getattr(guess, row)


def test_nothing_hidden_is_on_the_board() -> None:
    """§7 Records that differ only in hands, decks and difficulties look the same to everyone until the game is over."""
    different = 0
    for t in games():
        if not t.over:
            twin = t.copy()
            hide_otherwise(twin)
            different += bytes(twin) != bytes(t)
            assert board(twin) == board(t)
            assert strip(twin.view()) == strip(t.view())
    assert different > 100


def test_nothing_of_another_is_in_a_hand() -> None:
    """§7 One's own cards, by suit and rank; a spectator holds none."""
    t = table("9♥ 7♣ 7♣ 3♦", "8♦ K♠")
    assert [(held["rank"] + held["sign"], held["copies"]) for held in seen(t, 0)["hand"]] == [
        ("7♣", 2),
        ("3♦", 1),
        ("9♥", 1),
    ]
    assert pieces(mine(t, 1)) == {f"card-{kind(word)}" for word in ("8♦", "K♠")}
    assert "hand" not in seen(t)


# A hand


def test_what_a_card_does() -> None:
    """§3.2 §3.3 §3.4 Its use, its risk, and what it matches."""
    t = table("2♣ K♦ 5♥", "8♦", pile="9♣")
    two, king, five = seen(t, 0)["hand"]
    assert (two["does"], two["risk"], two["match"]) == ("publish", "risk 2", "another turn")
    assert (king["does"], king["risk"], king["match"]) == ("research", "", "")
    assert two["tip"] == (
        "2♣: publish it, and progress of Governance rises to −9; "
        "risk 2: mad science advances on 1 of 6 faces of the risk die; or hold a conference with it; "
        "it matches the discard pile and earns another turn."
    )
    assert "on 4 of 6 faces" in five["tip"]
    assert king["tip"] == "K♦: research with it, and turn up a number that is not the difficulty of Agent Foundations."


@pytest.mark.parametrize(
    ("test", "means"),
    [
        (RiskTest.BELOW, "risk 1: cannot advance mad science"),
        (RiskTest.AT_MOST, "risk 1: mad science advances on 1 of 6 faces of the risk die"),
    ],
)
def test_the_risk_of_an_ace(test: RiskTest, means: str) -> None:
    """§3.3 None, unless an equal number is enough."""
    assert means in seen(table("A♣", "8♦", risk_test=test), 0)["hand"][0]["tip"].split("; ")


def test_what_a_card_does_with_momentum() -> None:
    """§3.4 It neither matches nor holds a conference; before it does, and others still may match."""
    t = table("7♣ A♣ 9♣", "8♣", pile="K♣", match=Match.MOMENTUM)
    assert [held["match"] for held in seen(t, 0)["hand"]] == ["momentum"] * 3
    assert "or hold a conference with it" in seen(t, 0)["hand"][0]["tip"]
    publish(t, "7♣")
    ace, nine = seen(t, 0)["hand"]
    assert (ace["match"], nine["match"]) == ("", "")
    assert ace["tip"] == ("A♣: publish it, and progress of Governance rises to −8; risk 1: cannot advance mad science.")
    assert nine["tip"] == "9♣: publish it, and progress of Governance rises to −8."
    assert [held["match"] for held in seen(t, 1)["hand"]] == ["momentum"]


def test_the_pile_while_momentum_is_used() -> None:
    """§3.4 A card played on it then earns nothing."""
    t = table("7♣ 9♣", "8♣", pile="K♣", match=Match.MOMENTUM)
    publish(t, "7♣")
    pile = seen(t)["pile"]
    assert pile["lines"] == ("a match now", "earns nothing", "1 beneath")
    assert pile["tip"] == "Discard pile, 2 cards: on top 7♣; a card played on it with momentum earns nothing."
    use_momentum(t, Momentum.NOTHING)
    assert seen(t)["pile"]["lines"] == ("♣ on it earns", "momentum", "1 beneath")


def test_an_empty_deck_is_told_by_the_card() -> None:
    """§3.2.1 A research card may still be played when nothing is left to turn up."""
    t = table("K♦", "8♦", risk_test=RiskTest.AT_MOST)
    turn_up_all_but(t, DIAMONDS, 3)
    assert "nothing is left to turn up for Agent Foundations" in seen(t, 0)["hand"][0]["tip"]


def test_an_empty_hand() -> None:
    """§3.2 Says what will be there."""
    assert "your next draw will be here" in mine(table("", "8♦"), 0)


# Moves, phases and reasons


def test_every_piece_of_a_move_is_drawn() -> None:
    """§8 On the board or in the hand, once each, and within the budget; a move is a sentence."""
    for t in games():
        html = board(t)
        ids = re.findall(r' id="([^"]+)"', html)
        assert len(ids) == len(set(ids))
        assert len(html.encode()) < BOARD_BYTES
        for seat in t.waiting:
            own = mine(t, seat)
            assert len(own.encode()) < HAND_BYTES * (1 + t.state.hand_size[seat])
            for move in t.moves(seat):
                assert move.words[0].isupper()
                assert set(move.pieces) <= pieces(html) | pieces(own)


def test_moves_and_events_name_cards() -> None:
    """§3.2 A card in a hand and one on the pile are different pieces."""
    t = table("7♣ 3♦", "8♦", pile="9♣")
    clubs, diamonds = f"card-{kind('7♣')}", f"card-{kind('3♦')}"
    assert [move.pieces for move in t.moves(0)] == [
        (clubs, f"strategy-{CLUBS}"),
        (diamonds, f"strategy-{DIAMONDS}"),
        (diamonds,),
    ]
    publish(t, "3♦")
    named = {piece for line in t.lines() for piece in line.pieces}
    assert {"seat-0", f"discarded-{kind('3♦')}"} <= named
    assert f"discarded-{kind('3♦')}" in pieces(board(t))


def test_no_styles_or_scripts_within() -> None:
    """§8 What the page's policy forbids is not there; rules are for this board only."""
    t = table("7♣ A♦", "8♦", pile="2♣ K♥")
    assert not re.search(r"style=|<style|<script|\son\w+=", board(t) + mine(t, 0))
    rules = [line for line in FACE.css.splitlines() if line]
    assert all(re.match(r"\.(board|mine)-path_to_safety\b|@media |\}$", line) for line in rules)


def test_the_strip() -> None:
    """§3.1 The round, and where the turn stands."""
    t = table("7♣ 3♦", "8♦", pile="9♣", match=Match.MOMENTUM, drawn=False)
    seen = [strip(t.view())]
    go_on(t)
    seen.append(strip(t.view()))
    publish(t, "7♣")
    seen.append(strip(t.view()))
    assert [at.phases[at.phase] for at in seen] == ["Call", "Act", "Momentum"]
    assert (seen[0].title, seen[0].phases) == ("Round 1", ("Call", "Draw", "Act", "Momentum", "Roll"))


def test_the_strip_at_the_end() -> None:
    """§3.5 A vote ends a game in its first phase."""
    t: Sitting = GAME.start(seats=1, seed=3)
    assert strip(t.view()).phases == ("Call", "Draw", "Act", "Roll")
    call(t)
    assert strip(t.view()).phase == 0


def why(t: Sitting, seat: int, piece: str, number: int) -> Line | None:
    """What a seat is told of a piece."""
    return why_not(t.view(seat), seat, piece, number)


def test_why_not_a_card() -> None:
    """§3.1 §3.2 §3.5 On one's own turn, after the call, and only one's own."""
    t = table("7♣", "8♦", "9♦", drawn=False)
    assert why(t, 0, "card", kind("7♣")) == Line(
        "3.5", "First say whether to go on: only then do you draw, and act with a card."
    )
    assert why(t, 2, "card", kind("9♦")) == Line("3.1", "You act on your own turn; 2 more turns before yours.")
    go_on(t)
    assert why(t, 0, "card", kind("7♣")) is None
    assert why(t, 0, "card", kind("8♦")) == Line("7", "You do not hold 8♦, and nobody sees another player’s cards.")


def test_why_not_while_voting() -> None:
    """§3.5 First the answer; the caller waits for the others."""
    t = table("7♣", "8♦", drawn=False)
    t.play(0, t.moves(0)[1])
    voting, waiting = why(t, 1, "card", kind("8♦")), why(t, 0, "card", kind("7♣"))
    assert voting
    assert voting.text.startswith("First answer the call")
    assert waiting
    assert waiting.text == "You act on your own turn; the others answer first."


def test_why_not_a_strategy() -> None:
    """§3.2 It is worked on with a card of its suit: such answers name it."""
    t = table("7♣ K♣", "8♦")
    assert why(t, 0, "strategy", CLUBS) is None
    assert {piece for move in t.moves(0) for piece in move.pieces if "strategy" in piece} == {f"strategy-{CLUBS}"}
    assert why(t, 0, "strategy", SPADES) == Line("3.2", "You hold no ♠: only a card of its suit works on Pivotal Act.")
    assert why(t, 1, "strategy", DIAMONDS) == Line("3.1", "You act on your own turn; 1 more turn before yours.")


def test_why_not_others() -> None:
    """§3.2.3 §3.4 §7 No move names a player, a discarded card, a deck or a die."""
    t = table("7♣ K♣", "8♦", pile="9♣")
    said = {
        piece: why(t, 0, piece, number)
        for piece, number in (("discarded", kind("9♣")), ("deck", 0), ("risk", 0), ("pool", 0), ("indicator", 0))
    }
    assert {piece: line and line.section for piece, line in said.items()} == {
        "discarded": "3.4",
        "deck": "3.1",
        "risk": "3.3",
        "pool": "4.1",
        "indicator": "4.3",
    }
    assert why(t, 0, "discarded", JOKER) != said["discarded"]
    assert why(t, 0, "seat", 0) == Line("7", "You hold 2 cards, which you alone see: choose one of them when you act.")
    other = why(t, 0, "seat", 1)
    assert other
    assert other.section == "3.2.3"
    assert why(t, 0, "moon", 1) is None


def test_why_not_with_momentum() -> None:
    """§3.4 A card can be drawn from the deck; what is played earns nothing. Others wait."""
    t = table("7♣ 9♣", "8♣", pile="K♣", match=Match.MOMENTUM)
    draws = Line("3.1", "You have drawn for this turn: now act with a card.")
    matches = Line("3.4", "What is discarded is never taken back; but playing ♣ on it earns momentum.")
    assert (why(t, 0, "deck", 0), why(t, 0, "discarded", kind("K♣"))) == (draws, matches)
    publish(t, "7♣")
    assert ("Draw a card", ("deck-0",)) in [(move.words, move.pieces) for move in t.moves(0)]
    assert why(t, 0, "deck", 0) is None
    assert why(t, 0, "discarded", kind("7♣")) == Line(
        "3.4", "What is discarded is never taken back, and a card played with momentum earns nothing."
    )
    waits = Line("3.1", "You act on your own turn; 1 more turn before yours.")
    assert (why(t, 1, "deck", 0), why(t, 1, "discarded", kind("7♣"))) == (waits, matches)


def test_why_not_at_the_end() -> None:
    """§5.1 Nothing can be chosen."""
    t: Sitting = GAME.start(seats=1, seed=3)
    call(t)
    assert why(t, 0, "seat", 0) == Line("5.1", "The game is over: nothing can be chosen any more.")
