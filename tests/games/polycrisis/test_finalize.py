"""Chapter 3.4: what was done blind takes effect."""

from __future__ import annotations

import pytest

from moot.engine import Sitting
from moot.games.polycrisis.components import BASE_PROJECT, IMPROVED_PROJECT
from moot.games.polycrisis.research import research_boundary
from moot.games.polycrisis.rules import Event
from tests.games.polycrisis.table import (
    CLUBS,
    DIAMONDS,
    codes,
    finish,
    fund,
    give,
    hand,
    heard,
    problem,
    problems,
    research,
    research_stands,
    stand,
    start,
    table,
    tech,
    techs,
    told,
    work,
)


def research_turn(*hands: str, name: str = "♣", cycles: int = 0, money: int = 1, **options: str) -> Sitting:
    """A table whose first player has a tech under way."""
    t = table(*hands, money=money, **options)
    research_stands(t, 0, name, cycles)
    return t


# Research


def test_the_same_tech_started_by_two() -> None:
    """§3.4.1 One gives a card, the other money: one cycle, and the lower seat has it."""
    t = table("7♠", "", "", money=1)
    research(t, 0, "♠")
    give(t, 0, "7♠", 0)
    research(t, 1, "♠")
    fund(t, 1, 1)
    finish(t)
    s = t.state
    assert (list(s.tech[:3]), list(s.cycles[:3])) == ([tech("♠") + 1, 0, 0], [1, 0, 0])
    assert told(t, Event.RESEARCH_MERGED) == [(1, 0, tech("♠"), 0, 0)]
    assert told(t, Event.CYCLE) == [(tech("♠"), 1, 2, 0, 0)]
    assert not told(t, Event.OVER_FUNDED_RESEARCH)


def test_the_same_tech_started_by_three() -> None:
    """§3.4.1 The lowest of them keeps it, and everything given is added up; other techs are left alone."""
    t = table("", "7♠", "8♠", "9♠", money=1)
    research(t, 0, "♣")
    for seat, card in ((3, "9♠"), (2, "8♠"), (1, "7♠")):
        research(t, seat, "♠")
        give(t, seat, card, seat)
    fund(t, 3, 3)
    fund(t, 2, 2)
    finish(t)
    assert list(t.state.tech[:4]) == [tech("♣") + 1, tech("♠") + 1, 0, 0]
    assert list(t.state.cycles[:4]) == [0, 1, 0, 0]
    assert [arguments[:2] for arguments in told(t, Event.RESEARCH_MERGED)] == [(2, 1), (3, 1)]
    assert told(t, Event.OVER_SKILLED_RESEARCH) == [(tech("♠"), 3, 0, 0, 0)]
    assert told(t, Event.OVER_FUNDED_RESEARCH) == [(tech("♠"), 2, 0, 0, 0)]


def test_free_slots_after_a_merger() -> None:
    """§3.4.1 Whoever gave up a tech may start another in the next turn, but not the same."""
    t = table("", "")
    for seat in range(2):
        research(t, seat, "♠")
    finish(t)
    assert list(t.state.tech[:2]) == [tech("♠") + 1, 0]
    assert list(t.state.new_tech[:2]) == [0, 0]
    assert research_boundary(t.state) == techs("♣ ♦ ♥")


@pytest.mark.parametrize(
    ("card", "money", "cycles"), [(True, True, 1), (True, False, 0), (False, True, 0), (False, False, 0)]
)
def test_a_cycle_takes_a_card_and_a_money(card: bool, money: bool, cycles: int) -> None:
    """§3.4.2 With less there is no cycle, and what was given is lost."""
    t = research_turn("7♣", "")
    if card:
        give(t, 0, "7♣", 0)
    if money:
        fund(t, 0, 0)
    finish(t)
    assert (t.state.tech[0], t.state.cycles[0]) == (tech("♣") + 1, cycles)
    assert (hand(t, 0) == []) == card
    assert t.state.money[0] == 1 - int(money)
    assert heard(t, Event.CYCLE, tech("♣"), 1, 2) == (cycles == 1)
    assert heard(t, Event.NO_CYCLE, tech("♣"), int(card), int(money)) == (cycles == 0)


def test_gifts_of_several_make_one_cycle() -> None:
    """§3.4.2 Two cards and three money are one cycle; the surplus is reported."""
    t = research_turn("7♣", "8♣", "")
    for seat, card in ((0, "7♣"), (1, "8♣")):
        give(t, seat, card, 0)
    for seat in range(3):
        fund(t, seat, 0)
    finish(t)
    assert t.state.cycles[0] == 1
    assert told(t, Event.OVER_SKILLED_RESEARCH) == [(tech("♣"), 2, 0, 0, 0)]
    assert told(t, Event.OVER_FUNDED_RESEARCH) == [(tech("♣"), 3, 0, 0, 0)]


def test_gifts_go_to_the_slot_they_are_meant_for() -> None:
    """§3.4.1 §3.4.2 Two techs under way, one helped by the other player."""
    t = research_turn("7♦", "", name="♣")
    research_stands(t, 1, "♦")
    give(t, 0, "7♦", 1)
    fund(t, 0, 1)
    finish(t)
    assert list(t.state.cycles[:2]) == [0, 1]


def test_two_cycles_complete_a_tech() -> None:
    """§3.4.2 All know it, and the slot is free."""
    t = research_turn("7♣", "", cycles=1)
    give(t, 0, "7♣", 0)
    fund(t, 0, 0)
    finish(t)
    assert t.state.known == techs("♣")
    assert (t.state.tech[0], t.state.cycles[0]) == (0, 0)
    assert heard(t, Event.RESEARCHED, tech("♣"))


def test_research_is_never_abandoned() -> None:
    """§3.4.2 A turn without gifts changes nothing."""
    t = research_turn("7♣", "", cycles=1)
    finish(t)
    assert (t.state.tech[0], t.state.cycles[0]) == (tech("♣") + 1, 1)
    assert heard(t, Event.NO_CYCLE, tech("♣"), 0, 0)


def complete_base(t: Sitting, seat: int, name: str = "♣") -> None:
    """The last player gives what the first player's tech still needs."""
    give(t, seat, f"9{name[-1]}", 0)
    fund(t, seat, 0)


@pytest.mark.parametrize(
    ("dice", "turned"), [((4, 4), True), ((3, 4), False), ((4, 5), False), ((6, 6), False), ((5, 6), False)]
)
def test_a_new_base_tech_turns_failures(dice: tuple[int, int], turned: bool) -> None:
    """§3.4.3 An 8 against a 7 becomes a success, a 9 does not, and what succeeded counts once."""
    t = research_turn("7♣", "9♣", cycles=1)
    stand(t, 1, IMPROVED_PROJECT, "AIR")
    work(t, 0, "7♣", 1, *dice)
    complete_base(t, 1)
    finish(t)
    assert list(t.state.progress[1]) == [int(turned or sum(dice) <= 7), 0]
    assert told(t, Event.CHECKS_TURNED) == ([(0, CLUBS, 1, 0, 0)] if turned else [])


def test_a_twelve_stays_a_failure() -> None:
    """§3.4.3 Against 11, even when the new tech would have made it 12."""
    t = research_turn("K♣", "9♣", cycles=1, money=2)
    stand(t, 1, IMPROVED_PROJECT, "AIR")
    work(t, 0, "K♣", 1, 6, 6, fee=1)
    complete_base(t, 1)
    finish(t)
    assert list(t.state.progress[1]) == [0, 0]
    assert t.state.chips == 1


def test_other_suits_are_not_turned() -> None:
    """§3.4.3 Base-♣ does nothing for diamonds."""
    t = research_turn("7♦", "9♣", cycles=1)
    stand(t, 1, IMPROVED_PROJECT, "AIR")
    work(t, 0, "7♦", 1, 4, 4)
    complete_base(t, 1)
    finish(t)
    assert list(t.state.progress[1]) == [0, 0]


def test_failures_of_all_on_all_projects_are_turned() -> None:
    """§3.4.3 Several of one player, on a project that stood and on a new one."""
    t = research_turn("7♣ 6♣ 5♣", "5♣ 9♣", cycles=1)
    stand(t, 1, IMPROVED_PROJECT, "AIR")
    start(t, 0, BASE_PROJECT, "OCE")
    work(t, 0, "7♣", 1, 4, 4)
    work(t, 0, "6♣", 1, 3, 4)
    work(t, 0, "5♣", 0, 3, 3)
    work(t, 1, "5♣", 1, 3, 4)
    complete_base(t, 1)
    finish(t)
    assert [list(t.state.progress[slot]) for slot in range(2)] == [[1, 0], [2, 0]]
    assert sorted(arguments[:3] for arguments in told(t, Event.CHECKS_TURNED)) == [(0, CLUBS, 3)]


@pytest.mark.parametrize(("dice", "turned"), [((4, 4), True), ((4, 5), True), ((5, 5), False)])
def test_a_new_expanded_tech_turns_failures(dice: tuple[int, int], turned: bool) -> None:
    """§3.4.3 By two: against a 6 that Base-♣ makes 7, an 8 and a 9 become successes."""
    t = research_turn("6♣", "9♣", name="+♣", cycles=1, known="♣")
    stand(t, 1, IMPROVED_PROJECT, "AIR")
    work(t, 0, "6♣", 1, *dice)
    complete_base(t, 1, "+♣")
    finish(t)
    assert list(t.state.progress[1]) == [int(turned), 0]
    assert t.state.known == techs("♣ +♣")


@pytest.mark.parametrize(("card", "suit"), [("7♣", "♦"), ("7♦", "♣")])
def test_a_failure_by_three_is_never_turned(card: str, suit: str) -> None:
    """§3.4.3 Not by a tech of the other suit of the project either."""
    t = research_turn(card, f"9{suit}", name=suit, cycles=1)
    stand(t, 0, IMPROVED_PROJECT, "AIR")
    stand(t, 1, IMPROVED_PROJECT, "AIR")
    work(t, 0, card, 0, 4, 6)
    complete_base(t, 1, suit)
    finish(t)
    assert [list(t.state.progress[slot]) for slot in range(2)] == [[0, 0], [0, 0]]


def test_failures_are_forgotten() -> None:
    """§3.4.3 A tech that is completed later turns nothing."""
    t = research_turn("7♣", "9♣")
    stand(t, 1, IMPROVED_PROJECT, "AIR")
    work(t, 0, "7♣", 1, 4, 4)
    complete_base(t, 1)
    finish(t)
    assert t.state.cycles[0] == 1
    assert not any(t.state.near_miss[0])


def test_every_failure_is_forgotten() -> None:
    """§3.4.3 By one or by two, in either suit, on any project: nothing is left for a tech of the next turn."""
    cards = ["7♣", "6♣", "7♦", "6♦"]
    t = table("", " ".join(2 * cards))
    for slot in range(2):
        stand(t, slot, IMPROVED_PROJECT, "AIR")
        for card in cards:
            work(t, 1, card, slot, 4, 4)
    assert list(t.state.near_miss[1])[:9] == [1] * 8 + [0]
    finish(t)
    assert not any(t.state.near_miss[1])


def test_a_turned_check_finishes_a_project() -> None:
    """§3.4.3 §3.4.7 Research comes before projects."""
    t = research_turn("7♣", "9♣", cycles=1, crisis="AIR")
    stand(t, 1, BASE_PROJECT, "AIR", 0, 1)
    work(t, 0, "7♣", 1, 4, 4)
    complete_base(t, 1)
    finish(t)
    assert t.state.crisis == 0


@pytest.mark.parametrize(("code", "card"), [("UNS", "7♣"), ("AIR", "7♦"), ("SYS", "7♥")])
@pytest.mark.parametrize("state", ["stable", "crisis"])
def test_a_new_auto_protect(code: str, card: str, state: str) -> None:
    """§3.4.4 It protects its problem if that is stable, the first and the last of the list too; one in crisis stays so."""
    t = research_turn(card, "", name=code, cycles=1, crisis=code if state == "crisis" else "")
    give(t, 0, card, 0)
    fund(t, 0, 0)
    finish(t)
    assert t.state.known == techs(code)
    assert (
        (codes(t.state.crisis), codes(t.state.protected)) == ({code}, set()) if state == "crisis" else (set(), {code})
    )
    assert heard(t, Event.PROTECTED, problem(code)) == (state == "stable")


def test_an_auto_protect_is_for_one_problem() -> None:
    """§3.4.4 And not before its second cycle."""
    t = research_turn("7♦", "", name="AIR")
    give(t, 0, "7♦", 0)
    fund(t, 0, 0)
    finish(t)
    assert t.state.protected == 0


# Projects


def test_what_was_done_is_uncovered() -> None:
    """§3.4 All hear all of it, then it takes effect: research first."""
    t = research_turn("7♣ 9♦", "K♣", cycles=1, crisis="AIR", known="♦")
    start(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "9♦", 0, 1, 1)
    give(t, 0, "7♣", 0)
    fund(t, 0, 0)
    finish(t, 0)
    assert t.events(1) == []
    finish(t, 1)
    order = [entry.event for entry in t.events(1)]
    assert order == [
        Event.PROJECT_STARTED,
        Event.SUCCESS_SKILL,
        Event.SKILL_RESEARCH,
        Event.FUND_RESEARCH,
        Event.CYCLE,
        Event.RESEARCHED,
    ]
    assert t.state.money[0] == 0


SEALED = [
    "new_project",
    "new_target",
    "new_category",
    "gone",
    "spent",
    "twelves",
    "worked",
    "success",
    "near_miss",
    "pending",
    "new_tech",
    "card_given",
    "money_given",
    "cards_on",
    "money_on",
    "drawn",
    "drawn_from",
    "draws",
    "found_empty",
]


def test_nothing_is_left_under_seal() -> None:
    """§3.4 When the phase has taken effect, all that was kept apart for it is empty again."""
    t = research_turn("7♣ 8♦ 9♦", "9♣ 8♣", cycles=0, money=3)
    stand(t, 1, IMPROVED_PROJECT, "AIR")
    start(t, 0, BASE_PROJECT, "OCE")
    work(t, 0, "8♦", 0, 6, 6, fee=1)
    work(t, 0, "9♦", 1, 5, 5)
    work(t, 1, "8♣", 1, 1, 1)
    give(t, 0, "7♣", 0)
    fund(t, 0, 0)
    complete_base(t, 1)
    finish(t)
    left = {name: value for name, value in t.state.as_dict().items() if name in SEALED}
    assert len(left) == len(SEALED)
    assert not [
        name for name, value in left.items() if any(any(row) if isinstance(row, list) else row for row in value)
    ]


def test_the_same_project_started_by_two() -> None:
    """§3.4.5 The lower seat keeps it, with the successes of both; here they finish it."""
    t = table("7♣", "7♦", "", crisis="AIR")
    start(t, 1, BASE_PROJECT, "AIR")
    work(t, 1, "7♦", 1, 1, 1)
    start(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "7♣", 0, 1, 1)
    finish(t)
    assert told(t, Event.PROJECT_MERGED) == [(1, 0, problem("AIR"), 0, 0)]
    assert told(t, Event.PROJECT_FINISHED) == [(0, BASE_PROJECT, problem("AIR"), 0, 0)]
    assert t.state.crisis == 0
    assert t.state.chips == 1
    assert list(t.state.project[:3]) == [0, 0, 0]


def test_the_same_project_started_by_three() -> None:
    """§3.4.5 The lowest keeps it and has the successes of all, also if only another worked on it."""
    t = table("", "", "7♣", "8♣ 8♦", "")
    for seat in (1, 2, 3):
        start(t, seat, IMPROVED_PROJECT, "AIR")
    work(t, 2, "7♣", 2, 1, 1)
    work(t, 3, "8♦", 3, 1, 1)
    finish(t)
    s = t.state
    assert (list(s.project[:5]), s.target[1]) == ([0, IMPROVED_PROJECT, 0, 0, 0], problem("AIR"))
    assert [list(s.progress[slot]) for slot in range(4)] == [[0, 0], [1, 1], [0, 0], [0, 0]]
    assert sorted(arguments[:2] for arguments in told(t, Event.PROJECT_MERGED)) == [(2, 1), (3, 1)]
    assert not told(t, Event.ABANDONED)


@pytest.mark.parametrize(("size", "code"), [(IMPROVED_PROJECT, "AIR"), (BASE_PROJECT, "OCE")])
def test_different_projects_stay_apart(size: int, code: str) -> None:
    """§3.4.5 Another type, or another problem."""
    t = table("7♣", "7♦")
    start(t, 0, BASE_PROJECT, "AIR")
    start(t, 1, size, code)
    work(t, 0, "7♣", 0, 1, 1)
    work(t, 1, "7♦", 1, 1, 1)
    finish(t)
    assert list(t.state.project[:2]) == [BASE_PROJECT, size]
    assert [list(t.state.progress[slot]) for slot in range(2)] == [[1, 0], [0, 1]]
    assert not told(t, Event.PROJECT_MERGED)


def test_an_idle_project_is_abandoned() -> None:
    """§3.4.6 Its progress is lost and the slot is free; a new one without a card too."""
    t = table("", "")
    stand(t, 0, IMPROVED_PROJECT, "AIR", 2, 1)
    start(t, 1, BASE_PROJECT, "FOO")
    finish(t)
    s = t.state
    assert [list(s.project[:2]), list(s.target[:2]), list(s.progress[0])] == [[0, 0], [0, 0], [0, 0]]
    assert [arguments[:2] for arguments in told(t, Event.ABANDONED)] == [(0, problem("AIR")), (1, problem("FOO"))]


@pytest.mark.parametrize("helper", [0, 1])
def test_a_failed_check_is_work(helper: int) -> None:
    """§3.4.6 One's own or another's card keeps a project alive; its progress stays."""
    hands = ["", ""]
    hands[helper] = "7♣"
    t = table(*hands)
    stand(t, 0, IMPROVED_PROJECT, "AIR", 1, 1)
    work(t, helper, "7♣", 0, 6, 5)
    finish(t)
    assert (t.state.project[0], list(t.state.progress[0])) == (IMPROVED_PROJECT, [1, 1])
    assert not told(t, Event.ABANDONED)


def test_work_on_one_project_is_not_work_on_another() -> None:
    """§3.4.6 Each needs its own card."""
    t = table("7♣", "")
    stand(t, 0, IMPROVED_PROJECT, "AIR")
    stand(t, 1, IMPROVED_PROJECT, "AIR")
    work(t, 0, "7♣", 1, 1, 1)
    finish(t)
    assert list(t.state.project[:2]) == [0, IMPROVED_PROJECT]


def test_finished_in_its_first_turn() -> None:
    """§3.4.7 A ♣ and a ♦ success of the starter: fixed, a chip, a free slot."""
    t = table("7♣ 7♦", "", crisis="AIR FOO")
    start(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "7♣", 0, 1, 1)
    work(t, 0, "7♦", 0, 1, 1)
    assert t.state.chips == 0
    finish(t)
    s = t.state
    assert (codes(s.crisis), s.chips) == ({"FOO"}, 1)
    assert (s.project[0], s.target[0], list(s.progress[0])) == (0, 0, [0, 0])
    assert heard(t, Event.FIXED, problem("AIR"))
    assert told(t, Event.TRADE_OFF) == [(1, 0, 0, 0, 0)]
    assert not told(t, Event.OVER_SKILLED_PROJECT)


@pytest.mark.parametrize(("progress", "finished"), [((1, 2), True), ((0, 2), False), ((1, 1), False)])
def test_an_improved_project(progress: tuple[int, int], finished: bool) -> None:
    """§3.4.7 §1.6 Two successes in each suit, and no chip."""
    t = table("7♣", crisis="AIR")
    stand(t, 0, IMPROVED_PROJECT, "AIR", *progress)
    work(t, 0, "7♣", 0, 1, 1)
    finish(t)
    assert (t.state.crisis == 0) == finished
    assert (t.state.project[0] == 0) == finished
    assert t.state.chips == 0


def test_a_base_project_needs_both_suits() -> None:
    """§3.4.7 §1.6 Two successes in one of them are not enough."""
    t = table("7♣", "8♣", crisis="AIR")
    stand(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "7♣", 0, 1, 1)
    work(t, 1, "8♣", 0, 1, 1)
    finish(t)
    assert t.state.crisis == problems("AIR")
    assert (t.state.project[0], list(t.state.progress[0])) == (BASE_PROJECT, [2, 0])
    assert told(t, Event.OVER_SKILLED_PROJECT) == [(0, problem("AIR"), CLUBS, 1, 1)]
    assert not told(t, Event.PROJECT_FINISHED)


@pytest.mark.parametrize(("dice", "finished"), [((1, 1), True), ((6, 5), False)])
def test_surplus_is_reported_once(dice: tuple[int, int], finished: bool) -> None:
    """§3.4.7 Not again in a later turn, neither while the project goes on nor when it is finished."""
    t = table("7♦", "", crisis="AIR")
    stand(t, 0, BASE_PROJECT, "AIR", 2, 0)
    work(t, 0, "7♦", 0, *dice)
    finish(t)
    assert bool(told(t, Event.PROJECT_FINISHED)) == finished
    assert not told(t, Event.OVER_SKILLED_PROJECT)


@pytest.mark.parametrize("slot", range(3))
def test_surplus_of_any_project_is_reported_once(slot: int) -> None:
    """§3.4.7 Also of the second and the third."""
    t = table("7♦", "", "", crisis="AIR")
    stand(t, slot, BASE_PROJECT, "AIR", 2, 0)
    work(t, 0, "7♦", slot, 6, 5)
    finish(t)
    assert not told(t, Event.OVER_SKILLED_PROJECT)


def test_surplus_of_a_later_turn() -> None:
    """§3.4.7 Each suit for itself: one was over before, now the other is."""
    t = table("7♦", "8♦", crisis="AIR")
    stand(t, 0, BASE_PROJECT, "AIR", 2, 0)
    work(t, 0, "7♦", 0, 1, 1)
    work(t, 1, "8♦", 0, 1, 1)
    finish(t)
    assert told(t, Event.OVER_SKILLED_PROJECT) == [(0, problem("AIR"), DIAMONDS, 1, 1)]


def test_surplus_of_a_merger() -> None:
    """§3.4.5 §3.4.7 Two have started the same project and had a success in the same suit."""
    t = table("7♣", "8♣")
    for seat, card in enumerate(("7♣", "8♣")):
        start(t, seat, BASE_PROJECT, "AIR")
        work(t, seat, card, seat, 1, 1)
    finish(t)
    assert told(t, Event.OVER_SKILLED_PROJECT) == [(0, problem("AIR"), CLUBS, 1, 1)]


def test_nothing_is_said_of_what_is_abandoned() -> None:
    """§3.4.6 §3.4.7 The successes are lost, also those that were too many."""
    t = table("")
    stand(t, 0, BASE_PROJECT, "AIR", 2, 0)
    finish(t)
    assert not told(t, Event.OVER_SKILLED_PROJECT)


@pytest.mark.parametrize(
    ("state", "known", "after"),
    [
        ("crisis", "", "stable"),
        ("crisis", "AIR", "protected"),
        ("crisis", "OCE", "stable"),
        ("stable", "", "stable"),
        ("stable", "AIR", "protected"),
        ("protected", "AIR", "protected"),
        ("protected", "", "protected"),
    ],
)
def test_fixing(state: str, known: str, after: str) -> None:
    """§3.4.7 In crisis becomes stable; with its own Auto-Protect known, protected; whatever it was before."""
    t = table("7♣", known=known, crisis="AIR" if state == "crisis" else "")
    t.state.protected = problems("AIR") if state == "protected" else 0
    stand(t, 0, BASE_PROJECT, "AIR", 0, 1)
    work(t, 0, "7♣", 0, 1, 1)
    finish(t)
    assert t.state.crisis == 0
    assert (t.state.protected == problems("AIR")) == (after == "protected")
    assert heard(t, Event.FIXED, problem("AIR")) == (state == "crisis")


def test_auto_protect_known_just_now() -> None:
    """§3.4.7 §3.4.4 Completed in the same turn: the problem is fixed and protected."""
    t = research_turn("7♦ 7♣", "", name="AIR", cycles=1, crisis="AIR")
    stand(t, 0, BASE_PROJECT, "AIR", 0, 1)
    work(t, 0, "7♣", 0, 1, 1)
    give(t, 0, "7♦", 0)
    fund(t, 0, 0)
    finish(t)
    assert (t.state.crisis, t.state.protected) == (0, problems("AIR"))


def test_surplus_is_reported() -> None:
    """§3.4.7 Three successes where one was missing: two over, in the suit that has them."""
    t = table("7♦", "8♦", "9♦", crisis="AIR")
    stand(t, 0, BASE_PROJECT, "AIR", 1, 0)
    for seat, card in enumerate(("7♦", "8♦", "9♦")):
        work(t, seat, card, 0, 1, 1)
    finish(t)
    assert told(t, Event.OVER_SKILLED_PROJECT) == [(0, problem("AIR"), DIAMONDS, 1, 2)]
    assert "Player 1's project on Air & Ozone Degradation is over-skilled in diamonds ♦: 1 of 1, 2 over." in t.story(0)


def test_surplus_in_both_suits() -> None:
    """§3.4.7 Each suit is reported for itself, and nothing of a suit that has no more than it needs."""
    t = table("7♣ 7♦", "8♣ 8♦", "9♣", crisis="AIR OCE")
    stand(t, 0, IMPROVED_PROJECT, "AIR", 1, 1)
    stand(t, 2, IMPROVED_PROJECT, "OCE", 1, 2)
    for seat, value in enumerate("78"):
        work(t, seat, f"{value}♣", 0, 1, 1)
        work(t, seat, f"{value}♦", 0, 1, 1)
    work(t, 2, "9♣", 2, 1, 1)
    finish(t)
    assert told(t, Event.OVER_SKILLED_PROJECT) == [
        (0, problem("AIR"), CLUBS, 2, 1),
        (0, problem("AIR"), DIAMONDS, 2, 1),
    ]


def test_a_base_project_costs_a_chip_only_when_it_is_finished() -> None:
    """§3.4.7 Neither when started, nor when abandoned, nor while it goes on."""
    t = table("7♣", "")
    start(t, 0, BASE_PROJECT, "AIR")
    work(t, 0, "7♣", 0, 1, 1)
    start(t, 1, BASE_PROJECT, "OCE")
    finish(t)
    assert list(t.state.project[:2]) == [BASE_PROJECT, 0]
    assert t.state.chips == 0


def test_each_finished_project_counts() -> None:
    """§3.4.7 Two base projects are two chips, an improved one none."""
    t = table("7♣", "8♣", "9♣", crisis="AIR OCE CLI")
    for slot, (card, size, code) in enumerate((("7♣", 1, "AIR"), ("8♣", 1, "OCE"), ("9♣", 2, "CLI"))):
        stand(t, slot, size, code, size - 1, size)
        work(t, slot, card, slot, 1, 1)
    finish(t)
    assert (t.state.crisis, t.state.chips) == (0, 2)
