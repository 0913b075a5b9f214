"""The face of Polycrisis: what the board and a hand show, and that they show no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from moot.bots import Player
from moot.engine import NOBODY, Sitting
from moot.games.polycrisis import GAME
from moot.games.polycrisis.components import CATEGORIES, LINKS, NO_PROJECT, PROBLEMS, ROLES, TECHS
from moot.games.polycrisis.face import cascade_list, face
from moot.games.polycrisis.reasons import REASONS
from moot.games.polycrisis.research import research_boundary
from moot.games.polycrisis.rules import Phase, Step
from moot.games.polycrisis.words import WORDS
from moot.table.rendering.renderer import Renderer
from tests.games.polycrisis.table import (
    CLUBS,
    DIAMONDS,
    HEARTS,
    SPADES,
    asked,
    drain,
    draw,
    engaging,
    finish,
    fund,
    give,
    kind,
    play,
    problem,
    problems,
    research,
    research_stands,
    roll,
    skip_to,
    stand,
    start,
    table,
    tech,
    work,
)

MOST_BYTES = 58_000  # of a board of four seats; a page gets it deflated, at about a tenth
PIECE = re.compile(r'data-piece="([^"]+)" data-state="([^"]*)"')


FACE = Renderer([GAME]).face(GAME)


def board(t: Sitting) -> str:
    """The public board."""
    view = t.view(NOBODY)
    return str(FACE.board(view, t.names))


def mine(t: Sitting, seat: int) -> str:
    """What a seat holds."""
    view = t.view(seat)
    return str(FACE.mine(view, seat, t.names))


def states(html: str) -> dict[str, str]:
    """The pieces that are drawn, with their states."""
    return dict(PIECE.findall(html))


def element(html: str, piece: str) -> str:
    """The opening tag of a piece."""
    tags: list[str] = re.findall(r"<[^>]+>", html)
    return next(tag for tag in tags if f'data-piece="{piece}"' in tag)


def bot_game(seats: int = 4, seed: int = 5, **options: Any) -> Iterator[Sitting]:
    """The positions of a game between bots."""
    t = GAME.start(seats=seats, seed=seed, talk=True, **options)
    player = Player(t, ["greedy", "random"] if seats > 1 else ["greedy"])
    while not t.over:
        yield t
        player.play()
    yield t


# The board


def test_the_board_knows_which_suits_its_reader_holds() -> None:
    """§1.6 By the tray, which only they have: a joker serves as any."""
    assert 'data-holds="0 2"' in mine(table("7♣ 3♥ 2♥", "★♠"), 0)
    assert 'data-holds="0 1 2 3"' in mine(table("7♣", "★♠"), 1)
    assert "data-holds" not in board(table("7♣", ""))
    assert 'use[href="#pc-t3"]' in FACE.css
    assert '<use href="#pc-t3"' in board(table("7♣", ""))


def test_every_problem_shows_its_state() -> None:
    """§1.1 §6 Stable, in crisis, protected."""
    t = table("", "", crisis="FOO AIR")
    t.state.protected = problems("ENE")
    shown = states(board(t))
    assert {shown[f"problem-{number}"] for number in range(PROBLEMS)} == {"stable", "crisis", "protected"}
    assert [shown[f"problem-{problem(code)}"] for code in ("FOO", "AIR", "ENE")] == ["crisis", "crisis", "protected"]
    assert sum(state == "stable" for state in shown.values()) == 27
    assert 'aria-label="Food Shortage, crisis"' in element(board(t), f"problem-{problem('FOO')}")


def test_a_full_category_is_marked() -> None:
    """§3.6.1 By a word, not by colour alone."""
    t = table("", crisis="INF MON MAR INE UNS")
    assert [states(board(t))[f"category-{number}"] for number in range(3)] == ["1", "full", "0"]
    assert "▲ full" in board(t)
    assert "0 in the pool + 1 full" in board(t)


def test_all_links_are_drawn_and_followed() -> None:
    """§1.1 §3.6.5 95 links; a problem knows the problems whose crisis would reach it."""
    html = board(table(""))
    groups = re.findall(r'<g data-with="problem-(\d+)">(.*?)</g>', html)
    drawn = {
        (int(source), int(to)) for source, paths in groups for to in re.findall(r'data-from="problem-(\d+)"', paths)
    }
    assert drawn == {(p, q) for p in range(PROBLEMS) for q in range(PROBLEMS) if LINKS[p] >> q & 1}
    assert len(drawn) == 95
    into = {p for p in range(PROBLEMS) if LINKS[p] >> problem("CLI") & 1}
    tag = element(html, f"problem-{problem('CLI')}")
    assert set(re.findall(r"problem-(\d+)(?=[ \"])", tag.split("data-with")[1])) == {str(p) for p in into}


def test_a_long_cascade_is_numbered() -> None:
    """§3.6.4 When everything a problem links to is in crisis, its list says what comes, in order."""
    t = table("", crisis="INF ECO AFF")
    assert cascade_list(t.view(), problem("INF"))[:4] == [problem(code) for code in ("SOC", "SYS", "MON", "INE")]
    html = board(t)
    assert re.search(rf'<text data-with="problem-{problem("INF")}" x="[\d ]+" y="[\d ]+">123456789</text>', html)
    assert "each chip strikes the next of Social Inequity, Systemic Corruption, Monopoly and" in element(
        html, f"problem-{problem('INF')}"
    )
    assert f'<text data-with="problem-{problem("AFF")}"' not in html


def test_tips_of_problems() -> None:
    """§3.6.3 §3.6.5 What the dice would do."""
    t = table("", crisis="INE SPR")
    html = board(t)
    assert "saturated, it adds a chip" in element(html, f"problem-{problem('INE')}")
    assert "a hit cascades to Inefficiency, Lack of Affordable Housing, Land Conversion." in element(
        html, f"problem-{problem('SPR')}"
    )
    assert "Stable: a hit puts it in crisis." in element(html, f"problem-{problem('AIR')}")
    t.state.protected = problems("AIR")
    assert "Protected: a hit removes the protection." in element(board(t), f"problem-{problem('AIR')}")


def test_tips_of_categories() -> None:
    """§3.6.1 §3.6.2 How far it is from being full, and what that does."""
    t = table("", crisis="INF MON MAR")
    assert "Economic: 3 of 4 in crisis; 1 more and it is full." in element(board(t), "category-1")
    t.state.crisis |= problems("INE")
    assert "full: it adds a chip to every crisis phase, and one each time it is rolled." in element(
        board(t), "category-1"
    )


def test_tips_count() -> None:
    """§3.1.3 §3.6.1 One chip, one card, one discard."""
    t = table("7♣", "7♣ 8♣", discards="9♦")
    t.state.chips = 1
    drain(t, CLUBS, 1, to=1)
    html = board(t)
    assert "1 chip for the next crisis dice: 1 in the pool." in html
    assert ">chip for the next dice<" in html
    assert "Pile of clubs: 1 card, 0 discards." in html
    assert "Pile of diamonds: 26 cards, 1 discard, 9♦ on top." in html
    assert "0 money and 1 card." in element(html, "seat-0")
    t.state.chips = 2
    assert ">chips for the next dice<" in board(t)


def test_a_problem_says_what_it_is() -> None:
    """§1.1 §1.6 Its category and suits, where it leads, who works on it, and how it could be protected."""
    t = table("", "", known="♠ ♦")
    stand(t, 1, 1, "INF")
    tag = element(board(t), f"problem-{problem('INF')}")
    assert "Inflation · Economic · projects take ♠ and ♦." in tag
    assert "Links to Economic Inequality. Works on it: Player 2." in tag
    assert "Auto-Protect: can be started now. A cycle takes a card of ♦ and 1 money." in tag
    assert "Works on it: nobody." in element(board(t), f"problem-{problem('AIR')}")


def test_every_category_bears_its_suits() -> None:
    """§1.6 On the board at all times, and in words."""
    t = table("")
    sectors = face(t.view(), NOBODY, t.names)["sectors"]
    assert [sector.suits for sector in sectors[:2]] == [(SPADES, CLUBS), (SPADES, DIAMONDS)]
    assert "Its projects take ♠ and ♦." in element(board(t), "category-1")


def test_projects_stand_at_their_problems() -> None:
    """§1.6 §2.3 The marks of who works there, and in the player's row how far it is."""
    t = table("", "", "")
    stand(t, 0, 2, "AIR", 1, 0)
    assert states(board(t))["project_of-0"] == f"2-{problem('AIR')}-1-0"
    assert "Player 1&#39;s improved project on Air &amp; Ozone Degradation: 1 of 2 ♣; 0 of 2 ♦." in board(t)
    stand(t, 1, 1, "AIR")
    stand(t, 2, 1, "SPR")
    nodes = face(t.view(), NOBODY, t.names)["nodes"]
    assert [nodes[problem(code)].seats for code in ("AIR", "SPR", "FOO")] == [(0, 1), (2,), ()]


def test_surplus_successes_are_shown() -> None:
    """§3.4.7 "2 of 2, 1 over": a number after the last success of the suit, in the player's row."""
    t = table("", "")
    stand(t, 0, 2, "AIR", 2, 1)
    assert "+1" not in board(t)
    stand(t, 0, 2, "AIR", 3, 1)
    assert "improved project on Air &amp; Ozone Degradation: 2 of 2 ♣, 1 over; 1 of 2 ♦." in board(t)
    pips = face(t.view(), NOBODY, t.names)["seats"][0].project.pips
    assert [(pip.had, pip.over) for pip in pips] == [(True, 0), (True, 1), (True, 0), (False, 0)]
    assert [pip.x for pip in pips] == [0, 12, 38, 50]
    assert board(t).count(">+1</text>") == 1


def test_a_runaway_is_shown() -> None:
    """§3.6.6 In words in the middle of the web, as long as four or five categories are full."""
    groups = ["UNS IND FOS SPR", "INF MON MAR INE", "SOC LOW POL UNR COM", "ECO DIS LAB SYS", "ENE HEA AFF CLE FOO"]
    for full in (3, 4, 5):
        html = board(table("", crisis=" ".join(groups[:full])))
        assert ('class="runaway' in html) == (full >= 4)
        assert (f"in crisis; {full} categories are full: the dice run away" in html) == (full >= 4)
    assert 'class="runaway' not in board(table("", crisis="all"))


def test_the_boundary_is_shown() -> None:
    """§1.5 §3.3.1 What can be started, what is under way, what is known."""
    t = table("", "", known="♦ ♥")
    research_stands(t, 0, "SOC", 1)
    shown = states(board(t))
    assert [shown[f"tech-{number}"] for number in range(4)] == ["open-0", "known-0", "known-0", "open-0"]
    assert shown[f"tech-{tech('SOC')}"] == "research"
    assert shown[f"tech-{tech('COM')}"] == "open"
    assert f"tech-{tech('FOO')}" not in shown
    boundary = research_boundary(t.view())
    drawn = {number for number in range(TECHS) if shown.get(f"tech-{number}", "").startswith("open")}
    assert drawn == {number for number in range(TECHS) if boundary >> number & 1}
    assert shown["research_of-0"] == f"{tech('SOC')}-1"


def test_what_auto_protect_takes() -> None:
    """§5 The second suit of its row, or either."""
    for option, signs in (("suit2", "♦"), ("either", "♦ or ♥")):
        t = table("", known="♦ ♥", auto_protect_card=option)
        assert f"A cycle takes a card of {signs} and 1 money." in element(board(t), f"tech-{tech('SOC')}")


def test_classes_are_chosen_on_the_board() -> None:
    """§2.1 The free ones lie in the middle, then each stands with its player."""
    t = GAME.start(seats=2, seed=1)
    assert {f"role-{number}" for number in range(ROLES)} <= set(states(board(t)))
    play(t, 0, Step.CLASS, 3)
    assert [states(board(t))[f"role-{number}"] for number in (2, 3)] == ["free", "0"]
    play(t, 1, Step.CLASS, 0)
    assert {name for name in states(board(t)) if name.startswith("role")} == {"role-0", "role-3"}


def test_first_crises_are_chosen_on_the_board() -> None:
    """§2.2 By hand: the classes have left the middle, every move names its problem, and the top of the page says what goes on."""
    t = engaging(2, start_crises=2, first_crises="hand")
    assert {name for name in states(board(t)) if name.startswith("role")} == {"role-0", "role-1"}
    assert WORDS.strip is not None
    assert WORDS.strip(t.view()) == ("Choosing the first crises", (), 0)
    assert t.moves(0)[4].pieces == ("problem-4",)
    assert why(t, 1, "problem", 4) == ("2.2", "The first crises are chosen in seat order: it is not your turn yet.")
    assert why(t, 0, "category", 1) == ("2.2", "Choose a single problem: it will be in crisis from the start.")
    play(t, 0, Step.FIRST_CRISIS, problem("AIR"))
    assert states(board(t))[f"problem-{problem('AIR')}"] == "crisis"
    assert why(t, 1, "problem", problem("AIR")) == (
        "2.2",
        "Air & Ozone Degradation is in crisis already: choose another problem.",
    )


def test_chips_with_their_reason() -> None:
    """§3.1.4 §3.6.1 In engage the chips of the turn are still to rise."""
    t = engaging(1, chips_per_turn=3)
    assert face(t.view(), NOBODY, t.names)["chips"].why == ("0 in the pool", "3 rising")
    draw(t, 0, CLUBS, SPADES)
    assert face(t.view(), NOBODY, t.names)["chips"].why == ("3 in the pool",)


def test_what_may_still_add_chips() -> None:
    """§3.2.6 §3.4.7 Projects and twelves, as long as there is something to play: in the talk phase no more."""
    t = engaging(1, chips_per_turn=3)
    still = "Projects and twelves may still add some."
    assert still in face(t.view(), NOBODY, t.names)["chips"].tip
    draw(t, 0, CLUBS, SPADES)
    assert still in face(t.view(), NOBODY, t.names)["chips"].tip
    finish(t)
    assert asked(t) == [(0, Step.READY)]
    assert still not in face(t.view(), NOBODY, t.names)["chips"].tip


@pytest.mark.parametrize("below", [7, 9])
def test_what_a_chip_does(below: int) -> None:
    """§3.6.5 The threshold of a hit, as agreed."""
    t = engaging(1, hit_below=below)
    assert face(t.view(), NOBODY, t.names)["chips"].tip.endswith(f"less than {below} is a hit.")


def test_names_are_escaped() -> None:
    """§6 A player's name is text."""
    t = table("", "")
    t.names = ["<b>", 'a"b']
    assert "<b>" not in board(t)
    assert "&lt;b&gt;" in board(t)


# What nobody else may see


def secret_moves() -> tuple[Sitting, Sitting]:
    """The same phase, in which the first player has done nothing, or much; the hands differ as well, not their backs."""
    quiet = table("7♣ K♥ 9♣", "8♦", money=3)
    busy = table("8♣ Q♥ ★♣", "9♦", money=3)
    start(busy, 0, 1, "AIR")
    work(busy, 0, "8♣", 0, 1, 1)
    research(busy, 0, "♥")
    give(busy, 0, "Q♥", 0)
    fund(busy, 0, 0)
    return quiet, busy


def test_the_board_tells_nothing_hidden() -> None:
    """§6 Records that differ in hidden things only give the same board; so do a secret draw and none."""
    quiet, busy = secret_moves()
    assert mine(quiet, 0) != mine(busy, 0)
    assert board(quiet) == board(busy)
    before = engaging(2)
    after = engaging(2)
    draw(after, 0, HEARTS, SPADES)
    assert board(before) == board(after)


def test_guesses_have_the_same_board() -> None:
    """§6 Whatever the others may hold, the public sees the same."""
    for number, t in enumerate(bot_game(3, 2)):
        if number % 20 == 0:
            other = t.copy()
            other.state._memory[:] = t.guess(NOBODY, number)._memory
            assert board(other) == board(t)


# What a seat holds


def test_a_hand() -> None:
    """§2.3 §3.2.7 Cards by suit; what was played lies aside and is no piece any more; money less what is spent."""
    _, t = secret_moves()
    html = mine(t, 0)
    assert states(html) == {f"card-{kind('★♣')}": "held", "project_of-0": "new", "research_of-0": "new"}
    assert html.count('id="m-aside-') == 2
    assert '<b class="tabular">2</b>' in html
    for said in ("1 × ♣ succeeded on Air &amp; Ozone", "a card and 1 money to Base-♥"):
        assert said in html
    project, research_slot = face(t.view(0), 0, t.names)["slots"]
    assert (project.title, project.words, project.note) == ("Base project", "Air & Ozone Degradation", "sealed")
    assert project.pips == (("♣", True), ("♦", False))
    assert project.tip == "Base project on Air & Ozone Degradation: still takes ♦; in hand joker."
    assert (research_slot.words, research_slot.note) == ("Base-♥", "sealed")


def test_a_project_without_its_problem() -> None:
    """§3.2.1 While the problem is being chosen, no place is named."""
    t = table("")
    play(t, 0, Step.START_PROJECT, 2)
    for _ in range(2):
        project = face(t.view(0), 0, t.names)["slots"][0]
        assert (project.title, project.words, project.piece) == ("Improved project", "where?", "")
        play(t, 0, t.state.asking[0], 0)


def test_free_slots() -> None:
    """§2.3 A place for a project and one for research, and what would fit."""
    t = table("7♠ 3♥", "", known="♠")
    assert [slot.words for slot in face(t.view(0), 0, t.names)["slots"]] == ["free", "free"]
    stand(t, 0, 1, "INF")
    research_stands(t, 0, "♦", 1)
    project, research_slot = face(t.view(0), 0, t.names)["slots"]
    assert project.tip == "Base project on Inflation: still takes ♠ ♦; in hand 7♠."
    assert research_slot.tip.startswith("Base-♦: 1 of 2 cycles; a cycle takes a card of ♦")
    assert research_slot.tip.endswith("no card in hand serves.")


def test_drawn_cards_are_in_the_hand() -> None:
    """§3.1.2 Marked as just drawn."""
    t = engaging(1)
    assert "No cards yet" in mine(t, 0)
    draw(t, 0, CLUBS)
    assert set(states(mine(t, 0)).values()) == {"drawn"}


# Pieces and moves


@pytest.mark.parametrize(
    ("seats", "options"),
    [(4, {}), (6, {"expanded_tech": True}), (1, {"chips_per_turn": 0}), (2, {"first_crises": "hand"})],
)
def test_every_piece_of_a_move_is_drawn(seats: int, options: dict[str, Any]) -> None:
    """§3 On the board, or in the hand of who moves; every id is there once, and every state is said."""
    named: set[str] = set()
    for t in bot_game(seats, **options):
        html = board(t)
        assert len(ids := re.findall(r' id="([^"]+)"', html)) == len(set(ids))
        for seat in t.waiting[:2]:
            drawn = set(states(html)) | set(states(mine(t, seat)))
            pieces = {piece for move in t.moves(seat) for piece in move.pieces}
            assert pieces <= drawn
            named |= {piece.split("-")[0] for piece in pieces}
    assert named >= {"role", "suit", "category", "problem", "card", "project_of", "tech", "research_of"}


def test_moves_name_the_project_and_the_research() -> None:
    """§3.2.2 §3.3.2 So that one clicks a card, then where it goes."""
    t = table("5♣", "", money=1)
    stand(t, 1, 1, "SPR")
    skip_to(t, 0, Step.PLAY_CARD)
    assert t.moves(0)[1].pieces == (f"card-{kind('5♣')}", "seat-1", "project_of-1")
    research(t, 0, "♣")
    assert t.moves(0)[1].pieces == (f"card-{kind('5♣')}", "research_of-0")
    skip_to(t, 0, Step.FUND_RESEARCH)
    assert t.moves(0)[1].pieces == ("research_of-0",)


def test_why_not_has_an_answer_for_every_piece() -> None:
    """§3 Whatever is drawn and cannot be chosen; the answer cites a section of the rulebook."""
    sections = set(re.findall(r"^\*\*([\d.]+)\*\*", GAME.rulebook, re.MULTILINE))
    assert WORDS.why_not is not None
    for number, t in enumerate(bot_game(3, 7, expanded_tech=True, first_crises="hand")):
        if number % 5 and not t.over:
            continue
        for seat in range(3):
            lit = {piece for move in t.moves(seat) for piece in move.pieces}
            for piece in (set(states(board(t))) | set(states(mine(t, seat)))) - lit:
                name, at = piece.rsplit("-", 1)
                line = WORDS.why_not(t.view(seat), seat, name, int(at))
                assert line is not None
                assert line.section in sections
                assert line.text.endswith(".")


def why(t: Sitting, seat: int, name: str, number: int) -> tuple[str, str]:
    """Section and sentence."""
    assert WORDS.why_not is not None
    line = WORDS.why_not(t.view(seat), seat, name, number)
    assert line is not None
    return line.section, line.text


def test_why_not_a_pile() -> None:
    """§3.1.2 §3.1.3 The second card comes from the class; an empty pile gives none."""
    t = engaging(1)
    draw(t, 0, CLUBS)
    assert why(t, 0, "suit", HEARTS) == (
        "3.1.2",
        "Your second card comes from a suit of your class: you are the Investor ♠♣.",
    )
    t.state.left[SPADES] = t.state.discards[SPADES] = 0
    assert why(t, 0, "suit", SPADES)[0] == "3.1.3"


def test_why_not_in_activate() -> None:
    """§3.2.1 §3.2.3 §3.3.1 What is missing, by name."""
    t = table("5♣ 3♥", "", known="♠", money=1)
    assert "which type" in why(t, 0, "problem", problem("AIR"))[1]
    play(t, 0, Step.START_PROJECT, 1)
    play(t, 0, Step.START_PROJECT_FIX_CAT, 0)
    assert why(t, 0, "problem", problem("AIR")) == (
        "3.2.1",
        "You chose Industrial, but Air & Ozone Degradation is in Environmental.",
    )
    play(t, 0, Step.START_PROJECT_FIX_NODE, problem("SPR"))
    assert why(t, 0, "card", kind("3♥")) == (
        "3.2.3",
        "No project that you can work on still lacks a ♥ success.",
    )
    assert why(t, 0, "problem", problem("AIR"))[0] == "2.3"
    assert why(t, 0, "tech", tech("SPR")) == (
        "1.5",
        "Auto-Protect Sprawl needs Base-♣, which is not known yet.",
    )
    assert why(t, 0, "tech", tech("♠"))[0] == "3.4.2"


def test_why_not_what_others_have() -> None:
    """§3.2.3 §3.3.2 What a project lacks and research takes."""
    t = table("5♣", "", money=1)
    stand(t, 1, 1, "AFF")
    research_stands(t, 1, "♥")
    stand(t, 0, 1, "SPR")
    assert why(t, 0, "project_of", 1) == ("3.2.3", "This project lacks ♥ and ♠, and you hold no card that serves.")
    assert why(t, 0, "seat", 1) == why(t, 0, "project_of", 1)
    research(t, 0, "♣")
    assert why(t, 0, "research_of", 1) == ("3.3.2", "It takes a card of ♥ or a joker, and you hold none.")
    assert set(REASONS) >= WORDS.pieces | {"seat"}


def test_the_strip() -> None:
    """§3 §3.5 The phases of the turn."""
    strip = WORDS.strip
    assert strip is not None
    t = GAME.start(seats=1, seed=1, talk=True)
    assert strip(t.view()) == ("Choosing classes", (), 0)
    t = engaging(1)
    assert strip(t.view()) == ("Turn 1 of 8", ("Engage", "Activate", "Finalize", "Talk", "Crisis"), 0)
    draw(t, 0, CLUBS, SPADES)
    assert strip(t.view()).phase == 1
    finish(t)
    assert strip(t.view()).phase == 3
    roll(t)
    assert (strip(t.view()).title, strip(t.view()).phase) == ("Turn 2 of 8", 0)
    assert strip(engaging(1, talk=False).view()).phases == ("Engage", "Activate", "Finalize", "Crisis")


# Size


def test_the_board_is_small() -> None:
    """§6 The parts of a whole game: no board grows without bound, at the end neither."""
    sizes = [len(board(t).encode()) for number, t in enumerate(bot_game(4, 3)) if number % 7 == 0 or t.over]
    assert max(sizes) < MOST_BYTES


def test_an_open_record_can_be_shown() -> None:
    """§6 After the end a replay shows everything: the same macros, the whole record."""
    *_, t = bot_game(3, 1)
    assert t.state.phase == Phase.OPEN
    html = str(FACE.board(t.state, t.names))
    assert len(states(html)) >= PROBLEMS + CATEGORIES
    assert str(FACE.mine(t.state, 0, t.names))
    assert NO_PROJECT in t.state.project


def test_the_style_keeps_to_itself() -> None:
    """§6 Its selectors begin with the board's or the hand's class, and its colours are the page's tokens."""
    css = FACE.css
    selectors = [
        part.strip() for rule in re.findall(r"([^{}]+)\{[^{}]*\}", css) for part in re.split(r",(?![^(]*\))", rule)
    ]
    assert all(part.startswith((".board-", ".mine-")) for part in selectors if part and not part.startswith("@"))
    assert not re.search(r"#[0-9a-fA-F]{3,6}\b|rgb\(|oklch\(", css)
    assert "style=" not in board(table(""))
