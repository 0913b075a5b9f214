"""Chapter 1: what is in the box."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from moot.games.polycrisis import GAME
from moot.games.polycrisis.components import (
    ALL_PROBLEMS,
    CARDS,
    CASCADE,
    CATEGORY_NAMES,
    CATEGORY_OF,
    CLASS_SUITS,
    CLASSES,
    FIRST_IN,
    JOKER,
    KIND_OF,
    LINKS,
    PILE_CARDS,
    PROBLEM_CODES,
    PROBLEM_DIE,
    PROBLEM_NAMES,
    PROBLEMS,
    PROBLEMS_IN,
    PROJECT_SUITS,
    REACHABLE,
    RESEARCH_SUITS,
    VALUE_OF,
)
from moot.games.polycrisis.crisis import is_saturated
from moot.games.polycrisis.naming import card, role
from moot.games.polycrisis.naming import tech as tech_words
from moot.games.polycrisis.research import open_techs, research_suit
from tests.games.polycrisis.table import SUITS, codes, engaging, name, problem, problems, tech, techs


def linked(start: int) -> set[int]:
    """The problems that a problem links to."""
    return {number for number in range(PROBLEMS) if LINKS[start] >> number & 1}


def layers(start: int) -> list[set[int]]:
    """The problems reached from one, by their distance, from 1 on."""
    seen, found = {start}, [linked(start)]
    while found[-1] - seen:
        seen |= found[-1]
        found.append({number for each in found[-1] for number in linked(each)} - seen)
    return [layer for layer in found if layer]


def printed(code: str) -> list[str]:
    """The row of a problem in the rulebook's graph: die, code, name, links, cascade list."""
    row = re.search(rf"^\|([^|]*)\| {code} \|([^|]*)\|([^|]*)\|([^|]*)\|$", GAME.rulebook, re.MULTILINE)
    assert row, code
    return ["" if cell.strip() == "–" else cell.strip() for cell in row.groups()]


def rulebook_table(section: str, place: int) -> dict[str, list[str]]:
    """A table of the rulebook after a numbered paragraph: cells by the first of their row."""
    text = GAME.rulebook.split(f"**{section}**")[1].split("\n**")[0]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line[:1] == "|"]
    return {row[0]: row[place:] for row in rows[2:]}


def test_the_size_of_the_graph() -> None:
    """§1.1 Six categories, thirty problems, ninety-five links."""
    assert Counter(CATEGORY_NAMES[c] for c in CATEGORY_OF) == {
        "Industrial": 4,
        "Economic": 4,
        "Social": 5,
        "Class": 5,
        "Environmental": 8,
        "Living Standards": 4,
    }
    assert len(set(PROBLEM_NAMES)) == len(set(PROBLEM_CODES)) == PROBLEMS == 30
    assert sum(len(linked(number)) for number in range(PROBLEMS)) == 95
    assert sum(int(members) for members in PROBLEMS_IN) == ALL_PROBLEMS


@pytest.mark.parametrize(
    ("code", "category", "links"),
    [
        ("FOS", "Industrial", "CHE CLI NIT OCE"),
        ("INE", "Economic", ""),
        ("SOC", "Social", "COM POL LOW UNR"),
        ("AFF", "Class", "COM POL SOC SPR UNR"),
        ("CLI", "Environmental", "BIO ENE FOO FRE HEA LAN SOC"),
        ("LAB", "Living Standards", "DIS ECO HEA POL LOW"),
    ],
)
def test_some_of_the_graph(code: str, category: str, links: str) -> None:
    """§1.1 One problem of each category."""
    assert CATEGORY_NAMES[CATEGORY_OF[problem(code)]] == category
    assert int(LINKS[problem(code)]) == problems(links)


@pytest.mark.parametrize("code", PROBLEM_CODES)
def test_the_rulebook_prints_the_graph(code: str) -> None:
    """§1.1 §1.2 §3.6.4 Each problem's number, name, links and list are those that are played."""
    number = problem(code)
    die, title, links, cascade = printed(code)
    assert title == PROBLEM_NAMES[number]
    assert int(LINKS[number]) == problems(links)
    listed = [problem(each) for each in cascade.replace(";", "").split()]
    assert [reached for reached in CASCADE[number] if reached >= 0] == listed
    on_die = [int(face) + 1 for face in range(6) if PROBLEM_DIE[CATEGORY_OF[number], face] == number]
    assert [int(face) for face in die.split()] == on_die


@pytest.mark.parametrize("code", PROBLEM_CODES)
def test_a_cascade_list_goes_outward(code: str) -> None:
    """§3.6.4 The printed list is what is two links away or more, layer by layer."""
    groups = [problems(group) for group in printed(code)[3].split(";")]
    far = [sum(1 << number for number in layer) for layer in layers(problem(code))[1:]]
    assert [group for group in groups if group] == far


def test_what_is_reachable() -> None:
    """§3.6.3 Everything that links lead to, directly or not."""
    for number in range(PROBLEMS):
        union = set[int]().union(*layers(number)) if LINKS[number] else set()
        assert {p for p in range(PROBLEMS) if REACHABLE[number] >> p & 1} - {number} == union - {number}


def test_only_inefficiency_can_be_saturated() -> None:
    """§3.6.3 While any problem is not in crisis: the twenty-nine others reach each other and Inefficiency."""
    s = engaging(1).state
    for spared in range(PROBLEMS):
        s.crisis = ALL_PROBLEMS & ~(1 << spared)
        saturated = {code for code in PROBLEM_CODES if is_saturated(s, problem(code))}
        assert saturated == ({"INE"} if PROBLEM_CODES[spared] != "INE" else set())


def test_the_dice() -> None:
    """§1.2 The category die, and the problem die as the rulebook's table has it."""
    assert CATEGORY_NAMES == ("Industrial", "Economic", "Social", "Class", "Environmental", "Living Standards")
    for face, cells in rulebook_table("1.2", 1).items():
        row = [int(PROBLEM_DIE[category, int(face) - 1]) for category in range(6)]
        assert ["again" if number < 0 else PROBLEM_NAMES[number] for number in row] == cells
    assert len(rulebook_table("1.2", 1)) == 6


def test_two_problems_have_no_number() -> None:
    """§1.2 Only cascades reach them; every other problem has exactly one."""
    numbers = Counter(int(number) for category in range(6) for number in PROBLEM_DIE[category] if number >= 0)
    assert set(PROBLEM_CODES) - {PROBLEM_CODES[number] for number in numbers} == {"LAN", "NIT"}
    assert set(numbers.values()) == {1}


def test_the_piles() -> None:
    """§1.3 Four piles of 27 cards: every card of the suit twice, and a joker."""
    s = engaging(1).state
    for suit in range(4):
        pile = [name(number) for number in s.pile[suit][: s.pile_size[suit]]]
        assert s.pile_size[suit] == s.left[suit] == PILE_CARDS == 27
        assert {face[-1] for face in pile} == {SUITS[suit]}
        counts = Counter(face[:-1] for face in pile)
        assert counts.pop("★") == 1
        assert counts == dict.fromkeys(("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"), 2)
    assert CARDS == 108


def test_kinds_and_values() -> None:
    """§1.3 Two to ten as printed; ace, jack, queen and king are worth 10."""
    for number in range(CARDS):
        kind_of = int(KIND_OF[number])
        assert card(kind_of) == ("joker" if name(number)[0] == "★" else name(number))
    for suit in range(4):
        assert list(VALUE_OF)[13 * suit : 13 * suit + 13] == [10, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]
    assert len(VALUE_OF) == JOKER == 52


def test_the_classes() -> None:
    """§1.4 Six, each with its pair of suits, as the rulebook's table has them."""
    pairs = [[SUITS[suit] for suit in CLASS_SUITS[number]] for number in range(len(CLASSES))]
    assert dict(zip(CLASSES, pairs, strict=True)) == {
        "Investor": ["♠", "♣"],
        "Social Worker": ["♠", "♦"],
        "Educator": ["♠", "♥"],
        "Scientist": ["♣", "♥"],
        "Journalist": ["♣", "♦"],
        "Councilor": ["♥", "♦"],
    }
    assert {title: cells[0].split() for title, cells in rulebook_table("1.4", 1).items()} == dict(
        zip(CLASSES, pairs, strict=True)
    )
    assert len({frozenset(pair) for pair in pairs}) == 6
    assert role(1) == "Social Worker ♠♦"


def test_the_rows_of_techs() -> None:
    """§1.5 Both Base techs of the row, and a card of its second suit; as the rulebook's table has it."""
    rows = {CATEGORY_NAMES[c]: [SUITS[suit] for suit in RESEARCH_SUITS[c]] for c in range(6)}
    assert rows == {
        "Industrial": ["♠", "♣"],
        "Economic": ["♠", "♦"],
        "Living Standards": ["♠", "♥"],
        "Class": ["♣", "♥"],
        "Environmental": ["♣", "♦"],
        "Social": ["♥", "♦"],
    }
    for category, (needs, takes) in rulebook_table("1.5", 1).items():
        first, second = rows[category]
        assert (needs, takes) == (f"Base-{first} and Base-{second}", second)


@pytest.mark.parametrize("code", PROBLEM_CODES)
def test_auto_protect_opens(code: str) -> None:
    """§1.5 When both Base techs of the row are known, and not with any three others."""
    s = engaging(1).state
    first, second = (SUITS[suit] for suit in RESEARCH_SUITS[CATEGORY_OF[problem(code)]])
    assert research_suit(tech(code)) == SUITS.index(second)
    s.known = techs(f"{first} {second}")
    assert open_techs(s) >> tech(code) & 1
    for missing in (first, second):
        s.known = techs("♣ ♦ ♥ ♠") & ~techs(missing)
        assert not open_techs(s) >> tech(code) & 1


def test_the_techs() -> None:
    """§1.5 Four Base techs and thirty Auto-Protects; with the option four Expanded techs."""
    for expanded, number in ((False, 34), (True, 38)):
        s = engaging(1, expanded_tech=expanded).state
        assert open_techs(s) == techs("♣ ♦ ♥ ♠")
        s.known = techs("♣ ♦ ♥ ♠")
        assert open_techs(s).bit_count() == number


@pytest.mark.parametrize("suit", SUITS)
def test_base_and_expanded_techs(suit: str) -> None:
    """§1.5 A card of their suit; Expanded needs the Base of the same suit."""
    s = engaging(1, expanded_tech=True).state
    assert research_suit(tech(suit)) == research_suit(tech(f"+{suit}")) == SUITS.index(suit)
    s.known = techs(suit)
    assert open_techs(s) == techs(f"♣ ♦ ♥ ♠ +{suit}")
    assert [tech_words(tech(suit)), tech_words(tech(f"+{suit}"))] == [f"Base-{suit}", f"Expanded-{suit}"]


def test_the_suits_of_projects() -> None:
    """§1.6 As the rulebook's table has them; for two categories not those of the techs."""
    suits = {CATEGORY_NAMES[c]: [SUITS[suit] for suit in PROJECT_SUITS[c]] for c in range(6)}
    assert suits == {
        "Industrial": ["♠", "♣"],
        "Economic": ["♠", "♦"],
        "Living Standards": ["♥", "♣"],
        "Class": ["♥", "♠"],
        "Environmental": ["♣", "♦"],
        "Social": ["♥", "♦"],
    }
    assert {category: cells[0].split() for category, cells in rulebook_table("1.6", 1).items()} == suits


def test_problems_of_a_category_are_neighbours() -> None:
    """§1.1 Each category's problems are numbered in a row."""
    for category, first in enumerate(FIRST_IN):
        members = [number for number in range(PROBLEMS) if CATEGORY_OF[number] == category]
        assert members == list(range(int(first), int(first) + len(members)))
        assert int(PROBLEMS_IN[category]) == sum(1 << number for number in members)
    assert codes(int(PROBLEMS_IN[1])) == {"INF", "MON", "MAR", "INE"}
