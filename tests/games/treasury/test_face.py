"""Chapter 11 in the browser: what the board shows, and what it must not."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest

from moot.bots.player import Player
from moot.engine import NOBODY, Names, Sitting
from moot.games.treasury import GAME
from moot.games.treasury.components import BARBARIAN, CARDS, EVENT_NAMES, NAMES, Ability
from moot.games.treasury.face import face
from moot.games.treasury.face.curve import drawn_curve, is_numbered
from moot.games.treasury.face.forecast import foresee
from moot.games.treasury.face.players import PANE, PANE_HEIGHT, WIDE, fit, height_of, shorten
from moot.games.treasury.face.signs import SIGNS, abbreviated, about, about_event
from moot.games.treasury.piles import power
from moot.games.treasury.round import HIGHER
from moot.games.treasury.rules import SLOTS, Do, Ending, Event, Step
from moot.games.treasury.words import WORDS
from moot.table.rendering.renderer import Renderer
from tests.games.treasury.table import act, choose, end_round, number, place, quiet, slot, told

BOARD_BYTES, MINE_BYTES = 40 * 1024, 40 * 1024

FACE = Renderer([GAME]).face(GAME)
HIDDEN = ("deck", "hand", "startup", "under")  # by age or seat


ASKERS = {"TANNER", "BAKERY", "SECURITY", "MAYOR", "TELEVISION", "PARLIAMENT"}  # at the end of a round


def opened_in(t: Sitting) -> set[str]:
    """The abilities that players have."""
    return {one.name for one in Ability if any(power(t.state, seat, one) for seat in range(t.seats))}


def board(t: Sitting, view: Any = None) -> str:
    """The public board."""
    view = t.view(NOBODY) if view is None else view
    return str(FACE.board(view, t.names))


def mine(t: Sitting, seat: int) -> str:
    """What a seat sees of its own."""
    return str(FACE.mine(t.view(seat), seat, t.names))


def seen(t: Sitting, seat: int = NOBODY) -> dict[str, Any]:
    """What the board is drawn from."""
    return face(t.view(seat), seat, t.names)


def pieces(html: str) -> set[str]:
    """The pieces that are drawn."""
    return set(re.findall(r'data-piece="([^"]+)"', html))


def tip(html: str, piece: str) -> str:
    """The sentence that explains a piece."""
    found = re.search(rf'data-piece="{piece}"[^>]* data-tip="([^"]*)"', html)
    assert found, piece
    return found[1]


def test_a_hand_card_says_when_it_comes_up_as_an_event() -> None:
    """§2.3 In the next round."""
    said = tip(mine(quiet("Skinner 2", ""), 0), f"card-{number('Skinner 2')}")
    assert " Seeded, it comes up next round: " in said


def games() -> Iterator[Sitting]:
    """Positions of games that bots play, with few and many seats, in few and all ages."""
    for seats, ages, bot in ((2, 3, "greedy"), (4, 3, "greedy"), (3, 6, "random"), (4, 6, "random")):
        t: Sitting = GAME.start(seats=seats, seed=seats, ages=ages)
        player = Player(t, [bot] * seats)
        while not t.over and len(t.history) < 500:
            yield t
            player.play()
        yield t


# The public board


def test_the_treasury_and_the_tax() -> None:
    """§3.5 §5.1 As numbers, with their reasons."""
    t = quiet("Farm 2", "Thug 1", demand="Judge", deck="Castle")
    t.state.treasury = 17
    html = board(t)
    assert ">17<" in html
    assert tip(html, "tax-0").startswith("Tax 3 = 2 for age II, 1 more, as no happiness is in demand.")
    assert seen(t)["gauges"][0]["lines"] == ("2 for age II", "+ 1: no happiness")


def test_the_population() -> None:
    """§4.1 As the sum of its piles."""
    assert tip(board(quiet("Farm 2", "Thug 1")), "population-0").startswith(
        "Population 4 = 2 in the current pile + 2 in the future pile"
    )


def test_payouts() -> None:
    """§3.4 The largest contracts first; covered, short, and not reached."""
    opened = ("Castle+Thug 2+Thug 3+Bard, Guide 2+Judge, Warrior 1+Tanner 1", "Lodge+Scribe 1+Scribe 2")
    t = quiet("Farm 2", "Thug 1", opened=opened)
    t.state.treasury = 9
    passes = seen(t)["payout"]["passes"]
    assert [(one["total"], one["says"]) for one in passes] == [(9, "✓ paid"), (1, "× dry"), (1, "× dry")]
    t.state.treasury = 7
    assert [one["says"] for one in seen(t)["payout"]["passes"]] == ["2 short", "× dry", "× dry"]
    assert "no contracts yet" in board(quiet("Farm 2", "Thug 1"))


def test_payouts_after_armory() -> None:
    """§8.10 Armory takes its 2 gold before contracts are paid."""
    t = quiet("Farm 2", "Thug 1", opened=("Armory, Castle+Thug 2+Thug 3+Bard", "Lodge+Scribe 1+Scribe 2"))
    t.state.treasury = 10
    assert [one["says"] for one in seen(t)["payout"]["passes"]] == ["1 short"]
    assert "Armory takes 2 before" in board(t)


def test_payouts_with_army() -> None:
    """§8.10 When the treasury is dry the supply pays Army's owner, and nobody else."""
    opened = ("Army, Castle+Thug 2+Thug 3+Bard, Guide 2+Judge", "Lodge+Scribe 1+Scribe 2, Warrior 1+Tanner 1")
    t = quiet("Farm 2", "Thug 1", opened=opened, ages=4)
    t.state.treasury = 5
    assert [one.paid for one in foresee(t.view(NOBODY)).passes] == [
        ((0, 6, False), (1, 3, False)),
        ((0, 1, True), (1, 1, False)),
    ]
    html = board(t)
    assert "1 by Army" in tip(html, "pass-1")
    assert html.count('class="value army"') == 1


def test_the_forecast_is_what_comes() -> None:
    """§3.3 to §3.5 Where no ability asks anything and nobody sells, the rules make of the treasury what was foreseen."""
    met = 0
    for t in games():
        if t.over or t.state.last or t.state.asking[t.waiting[0]] != Step.MENU or ASKERS & opened_in(t):
            continue
        twin = t.copy()
        foreseen = foresee(twin.view(NOBODY))
        end_round(twin)
        sales = len(told(twin, Event.SOLD_FOR_TAX)) - len(told(t, Event.SOLD_FOR_TAX))
        if not twin.over and twin.state.asking[twin.waiting[0]] == Step.MENU and not sales:
            met += 1
            assert twin.state.treasury == foreseen.treasury
    assert met > 20


def test_the_forecast_of_the_end_is_what_comes() -> None:
    """§6.1 The same in the last turns, but for what the remaining events do; §10 with the final tax and without it."""
    met = [0, 0]
    for count, t in enumerate(games()):
        if t.over or t.state.asking[t.waiting[0]] != Step.MENU or ASKERS & opened_in(t):
            continue
        twin, final_tax = t.copy(), count % 2
        twin.state.last, twin.state.coming, twin.state.final_tax = 1, Ending.LAST_CARD, final_tax
        foreseen = foresee(twin.view(NOBODY))
        twin.state.last, twin.state.population = 2, 0
        end_round(twin)
        if twin.over and told(twin, Event.SOLD_FOR_TAX) == told(t, Event.SOLD_FOR_TAX):
            met[final_tax] += 1
            assert twin.state.treasury == foreseen.treasury
    assert min(met) > 20


def test_the_last_turns_promise_no_tax_that_does_not_come() -> None:
    """§6.1 The supply pays for nobody; §10 without the final tax nobody pays at all."""
    t = quiet("Farm 2", "Thug 1", deck="", gold=[9, 9], treasury=5, ages=3)
    assert foresee(t.view(NOBODY))[-4:] == (3, 12, 6, 23)
    t.state.last = 1
    assert foresee(t.view(NOBODY))[-4:] == (3, 0, 6, 11)
    assert tip(board(t), "treasury-0") == (
        "The treasury has 5 gold. If the game ended now, before the remaining events happen (§6.1), contracts would take 0 (§3.4) "
        "and tax bring 6 (§3.5): then it would have 11."
    )
    assert "for each of 0 population, as no event is left in the end (§6.1): 0; the" in tip(board(t), "tax-0")
    t.state.final_tax = 0
    assert foresee(t.view(NOBODY))[-4:] == (0, 0, 0, 5)
    assert tip(board(t), "tax-0").startswith("No more tax is collected")
    assert seen(t)["gauges"][0]["value"] == 0


def test_a_changed_tax_does_not_stay_on_the_board() -> None:
    """§8.10 When the round has changed, the gauge says what the next tax will be."""
    t = quiet("Farm 2", "Thug 1", opened=["Parliament"], deck="Castle", demand="Guide 2", gold=[9, 9])
    before = tip(board(t), "tax-0").partition(".")[0]
    end_round(t)
    choose(t, 0, Step.SHIFT_TAX, HIGHER)
    assert tip(board(t), "tax-0").partition(".")[0] == before == "Tax 2 = 2 for age II, 0, as happiness is in demand"


def test_a_forecast_changes_nothing() -> None:
    """§3.4 It is made on a copy."""
    t = quiet("Farm 2", "Thug 1", opened=("Guide 2+Judge",))
    view = t.view(NOBODY)
    before = bytes(view)
    foresee(view)
    assert bytes(view) == before


def test_the_curve() -> None:
    """§3.5 A point for each round, for now and for what is foreseen; as many numbers as have room."""
    drawn = drawn_curve((4, 8, 2), 6)
    assert drawn.count('class="point"') == 3
    assert drawn.count("<circle") == 2
    assert [at for at in range(17) if is_numbered(at, 17)] == [0, 4, 8, 12, 16]
    assert drawn_curve((0,), 0)


def test_the_current_event() -> None:
    """§2.3 Its name and text, and what it will demand; the piles by their backs."""
    t = quiet("Farm 2", "Thug 1")
    html, piles = board(t), seen(t)["piles"]
    assert {f"event-{number('Farm 1')}", f"card-{number('Farm 1')}"} <= pieces(html)
    assert [back["look"] for back in piles["backs"]] == ["current", "current", "future", "future"]
    assert f"card-{number('Farm 3')}" not in pieces(html)


def test_no_current_event() -> None:
    """§2.3 When the last has been resolved."""
    assert "No event is left" in board(quiet("Farm 2", "Thug 1", current=""))


def test_the_standstill_is_counted_on_the_board() -> None:
    """§6.1 In how many turns no card has left the decks, of how many; it stands out from half of them on, until the end."""
    t = quiet("Farm 2", "Thug 1")
    t.state.idle = 19
    assert tip(board(t), "standstill-0").startswith("Decks untouched for 19 of 40 turns, this one included.")
    assert (seen(t)["standstill"]["look"], ">19/40<" in board(t)) == ("far", True)
    t.state.idle = 20
    assert seen(t)["standstill"]["look"] == "near"
    t.state.over = 1
    assert "standstill-0" not in pieces(board(t))


def test_demand_by_icon() -> None:
    """§2.6 Grouped, with barbarians."""
    t = quiet("Farm 2", "Thug 1", demand="Judge, Tanner 1, Skinner 1, Warrior 1")
    f = seen(t)
    assert [label for label, _, _ in f["demand"]["labels"]] == ["food", "science"]
    assert len(f["demand"]["chips"]) == 4
    assert f["gauges"][2]["value"] == 3
    assert tip(board(t), f"card-{number('Judge')}") == "Judge demands food and weapons (§2.6)."


def test_demand_cards_say_their_names() -> None:
    """§2.6 Where they have room; a short name keeps the number that tells it from others."""
    html = board(quiet("Farm 2", "Thug 1", demand="Judge, Hut Builder 1"))
    assert ">Judge<" in html
    assert ">Hut Builder 1<" in html
    assert ">Hut Bui.1<" in html
    assert (abbreviated("Scribe 2", 6), abbreviated("Railway", 6)) == ("Scri.2", "Railw.")


def test_many_demand_cards_wrap() -> None:
    """§2.6 Whatever lies there is within the drawing."""
    for t in games():
        assert all(0 <= chip.x <= 880 - 34 for chip in seen(t)["demand"]["chips"])


def test_a_tableau() -> None:
    """§2.4 §2.6 Contracts, gold on cards, and startups by their backs."""
    t = quiet("Farm 2", "Thug 1", opened=("Castle+Thug 2+Thug 3+Bard", "Guard"), startups=("Lodge+Judge",))
    t.state.on_card[1, 0] = 4
    html = board(t)
    assert tip(html, f"business-{place(t, 0, 'Castle')}").startswith("Castle: its contract pays 6 (§2.6).")
    assert tip(html, f"business-{SLOTS}").startswith("Guard: no contract yet, one would pay 2, 4 gold on it (§2.6).")
    assert tip(html, f"business-{place(t, 0, 'Lodge')}") == (
        "Startup B of age I, face down, with 1 development card (§2.4)."
    )
    assert "Lodge" not in html
    assert f"card-{number('Castle')}" in pieces(html)


def test_tiles_grow_narrower_until_all_have_room() -> None:
    """§2.4 Wide and in the pane of a narrow screen; what no room does is in the drawing all the same."""
    assert [fit([number] * 4, WIDE, 400)[:2] for number in (4, 5, 9)] == [(4, 70), (5, 46), (6, 38)]
    assert [fit([number] * 4, PANE, PANE_HEIGHT)[:2] for number in (3, 4, 6, 9)] == [(3, 54), (4, 54), (6, 54), (6, 46)]
    assert height_of([16] * 4, WIDE[-1]) < 540


def test_lines_lead_to_what_could_be_claimed() -> None:
    """§2.6 From a business of whose turn it is to a card for each of its icons; what it pays is said once."""
    t = quiet("Farm 2", "Thug 1", opened=("Guide 2, Bakery", "Guard"), demand="Hut Builder 1, Judge")
    lines = seen(t)["lines"]
    assert [(line.ends, line.pays) for line in lines] == [
        (f"business-{place(t, 0, 'Guide 2')} card-{number('Hut Builder 1')}", 1),
        (f"business-{place(t, 0, 'Bakery')} card-{number('Judge')}", 1),
    ]


def test_many_events_are_counted() -> None:
    """§4.1 More backs than have room are one for those alike, with their number."""
    t = quiet("Farm 2", "Thug 1")
    t.state.population, t.state.currents = 14, 1
    for at in range(1, 14):
        t.state.event_tag[at], t.state.event[at] = 2, 0
    assert [back["wide"] for back in seen(t)["piles"]["backs"]] == [23, 47]
    assert "×13" in board(t)


def test_panes() -> None:
    """§11 The views of a narrow screen are parts of the same drawing, and no part is in two."""
    panes = json.loads(seen(quiet("Farm 2", "Thug 1"))["panes"])
    assert [pane["name"] for pane in panes] == ["Commons", "Demand", "Citizens"]
    assert [pane["box"].split()[0] for pane in panes] == ["0", "1000", "2000"]


def test_whose_turn() -> None:
    """§2.2 One bar is marked, with a word."""
    assert [one["turn"] for one in seen(quiet("Farm 2", "Thug 1"))["players"]["seats"]] == [True, False]
    assert board(quiet("Farm 2", "Thug 1")).count("▸") == 1
    assert shorten("A very long name indeed", 10) == "A very lo…"


def test_every_icon_has_a_sign() -> None:
    """§1.5 Its own, so that none is told by its colour alone."""
    assert len(SIGNS) == len(set(SIGNS)) == BARBARIAN + 1


def test_every_card_is_explained_with_its_sections() -> None:
    """§8.1 §9.1 As a business and as an event, each by a section that the rulebook has."""
    for card in range(1, CARDS + 1):
        for words in (about(card), about_event(card)):
            section = re.search(r"\(§(\d+\.\d+)\)$", words)
            assert section is not None
            assert f"**{section[1]}**" in GAME.rulebook


def paragraphs_of(chapter: int) -> dict[str, str]:
    """The sections of a chapter, by their numbers."""
    return dict(re.findall(rf"^\*\*({chapter}\.\d+)\*\* (.*)$", GAME.rulebook, re.MULTILINE))


def test_a_card_leads_to_a_section_that_names_it() -> None:
    """§8.1 §9.1 As a business and as an event, if there is one."""
    said = paragraphs_of(8) | paragraphs_of(9)
    for card in range(1, CARDS + 1):
        for words, name in ((about(card), NAMES[card]), (about_event(card), EVENT_NAMES[card])):
            section = words.rpartition("(§")[2].removesuffix(")")
            assert name in said[section] or not any(name in text for text in said.values()), words


# Secrets


def hide_otherwise(t: Sitting, seed: int, seat: int = NOBODY) -> None:
    """Deal anew what a seat, or the public, cannot see."""
    guess = t.guess(seat, seed=seed)
    for row in HIDDEN:
        for here, there in zip(getattr(t.state, row).rows, getattr(guess, row).rows, strict=True):
            here[:] = there
    for row in ("event", "box"):
        getattr(t.state, row)[:] = getattr(guess, row)


def test_nothing_hidden_is_on_the_board() -> None:
    """§11 Records that differ only in hands, startups, piles and decks look the same to everyone until the game is over."""
    different = 0
    for count, t in enumerate(games()):
        if not t.over and count % 3 == 0:
            twin = t.copy()
            hide_otherwise(twin, count)
            different += bytes(twin) != bytes(t)
            assert board(twin) == board(t)
    assert different > 50


def test_nothing_hidden_is_in_a_panel() -> None:
    """§11 Records that differ only in what a seat cannot know give it the same panel."""
    different = 0
    for count, t in enumerate(games()):
        if not t.over and count % 5 == 0:
            seat, twin = count % t.seats, t.copy()
            hide_otherwise(twin, count, seat)
            different += bytes(twin) != bytes(t)
            assert mine(twin, seat) == mine(t, seat)
    assert different > 50


def test_nothing_of_another_is_in_a_panel() -> None:
    """§11 One's own hand and startups, and nothing of the other's."""
    t = quiet("Farm 2, Castle", "Thug 1", startups=("Lodge+Judge", "Tower"))
    html = mine(t, 0)
    assert {f"card-{number(label)}" for label in ("Farm 2", "Castle", "Judge")} <= pieces(html)
    assert f"business-{slot(t, 0, 'Lodge')}" in pieces(html)
    for label in ("Thug 1", "Tower"):
        assert label not in html
    assert "Lodge" not in mine(t, 1)


# What a seat holds


def test_a_hand_card() -> None:
    """§1.5 Business, demand and event, with what it costs now."""
    t = quiet("Farm 2, Castle", "Thug 1", opened=("Scribe 1",))
    card = next(card for card in seen(t, 0)["hand"] if card["name"] == "Castle")
    assert (card["opens"], card["pays"], card["event"]) == ("2 cards or 5 gold", 6, "Great Leader")
    assert "provides swords, swords, stone" in tip(mine(t, 0), f"card-{number('Castle')}")
    assert "To open it, first give up" in tip(mine(t, 0), f"card-{number('Castle')}")


def test_what_was_shown() -> None:
    """§8.3 Guide shows the current pile; what a seat has seeded it remembers."""
    t = quiet("Farm 2, Castle", "Thug 1, Bard")
    assert not seen(t, 0)["seen"]
    act(t, Do.SEED, "Castle")
    assert [(one["name"], one["where"]) for one in seen(t, 0)["seen"]] == [("Castle", "future pile, 3: Great Leader")]
    assert not seen(t, 1)["seen"]


def test_an_empty_hand() -> None:
    """§2.1 It says what will be here."""
    assert "what you draw will be here" in mine(quiet("", "Thug 1"), 0)


# Every position


def test_every_piece_of_a_move_is_drawn() -> None:
    """§11 On the board or in the panel, ids once on a page, and within the budget."""
    for t in games():
        html = board(t)
        assert len(html.encode()) < BOARD_BYTES
        for seat in t.waiting:
            own = mine(t, seat)
            ids = re.findall(r' id="([^"]+)"', html + own)
            assert len(ids) == len(set(ids))
            assert len(own.encode()) < MINE_BYTES
            drawn = pieces(html) | pieces(own)
            for move in t.moves(seat):
                assert set(move.pieces) <= drawn, move.words


def test_every_piece_has_its_reason() -> None:
    """§11 Whatever is drawn and cannot be chosen says why, and an own business never that it is another's."""
    assert WORDS.why_not is not None
    for count, t in enumerate(games()):
        if t.over or count % 7:
            continue
        html, view = board(t), t.view(t.waiting[0])
        seat = t.waiting[0]
        for name in pieces(html) - {one for move in t.moves(seat) for one in move.pieces}:
            kind, _, which = name.rpartition("-")
            line = WORDS.why_not(view, seat, kind, int(which))
            mine = kind == "business" and int(which) // SLOTS == seat
            assert line is not None or kind in ("card", "future"), name
            assert line is None or not mine or "another player" not in line.text


def test_businesses_are_clicked_where_they_lie() -> None:
    """§2.5 §8.5 One name for a business on the board, for a startup in the tray, and in moves: own ones and others'."""
    t = quiet("Bard", "Thug 1", opened=("Farm 2, Mentor", "Guard"), startups=("Lodge", "Tower"))
    t.state.on_card[1, 0] = 5
    named = {move.words: set(move.pieces) for move in t.moves(0)}
    farm, mentor = (f"business-{place(t, 0, label)}" for label in ("Farm 2", "Mentor"))
    assert named["Farm: gain 2 gold"] == {farm}
    assert named["Sell Farm 2 for 1 gold"] == {farm}
    tower = f"business-{SLOTS + 1}"
    assert named["Mentor: look at startup B of Player 2"] == {"seat-1", tower, mentor}
    assert named["Take 1 gold from the Guard of Player 2, who also gains 1 gold"] == {"seat-1", f"business-{SLOTS}"}
    assert {farm, mentor, tower} <= pieces(board(t))
    assert f"business-{place(t, 0, 'Lodge')}" in pieces(board(t)) & pieces(mine(t, 0))


def test_with_everything_open() -> None:
    """§11 The whole record is drawn too, in the replay and after the end."""
    for count, t in enumerate(games()):
        if t.over or count % 50 == 0:
            html = board(t, t.state)
            ids = re.findall(r' id="([^"]+)"', html)
            assert len(ids) == len(set(ids))
            for seat in range(t.seats):
                assert FACE.mine(t.state, seat, t.names)


@pytest.mark.parametrize("name", ["<b>Ada</b>", "A" * 60])
def test_names_are_text(name: str) -> None:
    """§11 Whatever they are."""
    t = quiet("Farm 2", "Thug 1")
    assert "<b>Ada" not in str(FACE.board(t.view(NOBODY), Names((name, "Ben"))))


def test_no_styles_or_scripts_within() -> None:
    """§11 What the page's policy forbids is not there; rules are for this board only."""
    t = quiet("Farm 2", "Thug 1", opened=("Castle+Thug 2+Thug 3+Bard",), startups=("Lodge+Judge",))
    assert not re.search(r"style=|<style|<script|\son\w+=", board(t) + mine(t, 0))
    rules = [line for line in FACE.css.splitlines() if line and line != "}" and not line.startswith("@media")]
    assert all(re.match(r"\.(board-svg\.)?(board|mine)-treasury\b", line) for line in rules)
