"""What happened is told, all of it, in its time by the page's own clock: whole games of every kind, with that clock held."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from moot.games import GAMES
from tests.browser.conftest import Invite
from tests.browser.evening.held import ASKED, LONGEST, OVER, WAKE, HeldTable
from tests.browser.server import Server

NORMAL = 1100  # milliseconds of an ordinary step
TIMES = {"small": 0.5, "ordinary": 1, "large": 2, "dice": 2}
LONGEST_TELLING = 15_000
SOON = 200  # milliseconds after the telling in which the dock opens
FIRST = 3  # tellings that are looked at in `make test`
MANY = 1000
SHORT: dict[str, dict[str, int]] = {"solidarity": {"rounds": 3}}
# What is shown, and when: each step as it is told, the dice as they rest in the well, the dock as it opens; and what is spoken.
WATCH = """() => {
  const byId = (id) => document.getElementById(id), noted = (window.noted = []);
  const note = (what, said) => noted.push({ what, said, at: performance.now() });
  const see = (id, heed, how) => new MutationObserver(heed).observe(byId(id), how);
  see("ticker", () => byId("ticker").textContent && note("told", byId("ticker").textContent), { childList: true });
  const well = byId("well"), rests = () => !("rolling" in well.dataset) && !well.hidden;
  const fell = () => rests() && note("dice", well.querySelector(".well-said")?.textContent);
  see("well", fell, { childList: true, attributes: true });
  const speak = (all) => all.flatMap((one) => [...one.addedNodes]).forEach((one) => note("spoken", one.textContent));
  see("spoken", speak, { childList: true });
}"""
# Lets time pass in small steps, so that what is seen is seen at its time; until all is told, and the dock is open or the game over.
TELL = f"""async (longest) => {{
  const isOpen = () => ({ASKED})() || ({OVER})(), isTold = () => document.querySelector("main.stage").dataset.telling === "no";
  let open = isOpen(); // others may have acted while somebody thinks: then the dock stays as it is
  for (let spent = 0; spent < longest && !(open && isTold()); spent += 50) {{
    window.pass(50, () => (isOpen() && !open) || (isOpen() && isTold()));
    await Promise.resolve();
    if (isOpen() && !open) window.noted.push({{ what: "open", said: "", at: performance.now() }});
    open = isOpen();
  }}
}}"""


def take(page: Page) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """The steps that have come since one looked last, and what was shown."""
    steps, noted = page.evaluate("() => [window.steps.splice(0), window.noted.splice(0)]")
    return steps, noted


def words_of(step: dict[str, Any]) -> str:
    """What a step says."""
    return str(step.get("words") or step["text"])


def time_of(step: dict[str, Any]) -> float:
    """How long a step is shown at the usual speed."""
    return NORMAL * TIMES[step["weight"]]


def check_told(steps: list[dict[str, Any]], noted: list[dict[str, Any]]) -> None:
    """Every step that is not small is shown for as long as it weighs, unless there was too much to tell; every die was seen."""
    told = [one for one in noted if one["what"] == "told"]
    shown = " ".join(one["said"] for one in told)
    to_tell = [step for step in steps if "own" not in step or step["weight"] in ("large", "dice")]
    if sum(map(time_of, steps)) <= LONGEST_TELLING:
        missing = [
            words_of(step) for step in to_tell if step["weight"] != "small" and words_of(step)[-60:] not in shown
        ]
        assert not missing, (missing, shown)
        check_times(to_tell, noted)
    rested = " ".join(str(one["said"]) for one in noted if one["what"] == "dice")
    for step in steps:
        if "dice" in step:
            assert step["dice"]["said"].casefold() in rested.casefold(), (step["dice"], rested)


def check_times(steps: list[dict[str, Any]], noted: list[dict[str, Any]]) -> None:
    """Between a step and what is shown next lies its time; after the last of them the dock opens soon."""
    shown = [one for one in noted if one["what"] in ("told", "open")]
    for step in steps:
        places = [place for place, one in enumerate(shown[:-1]) if one["said"] == words_of(step)]
        for place in places[:1]:
            passed = shown[place + 1]["at"] - shown[place]["at"]
            assert abs(passed - time_of(step)) <= SOON, (step["text"], passed)


def check_spoken(steps: list[dict[str, Any]], noted: list[dict[str, Any]]) -> None:
    """To a screen reader each step is announced once."""
    spoken = "\n".join(one["said"] for one in noted if one["what"] == "spoken")
    for words in {words_of(step) for step in steps}:
        wanted = sum(words_of(step).count(words) for step in steps)
        assert spoken.count(words) == wanted, (words, spoken)


def evening(table: HeldTable, most: int) -> int:
    """A game in which everything is told at the usual speed, to its end or until so many tellings: how many there were."""
    table.page.evaluate(WATCH)
    tellings = 0
    while tellings < most:
        table.settle()
        table.page.evaluate(TELL, LONGEST)
        steps, noted = take(table.page)
        check_told(steps, noted)
        check_spoken(steps, noted)
        tellings += len(steps) > 1
        if table.live.sitting.over:
            break
        table.let(WAKE)
        answer(table)
    return tellings


def answer(table: HeldTable) -> None:
    """As a greedy bot would; not by presses, which other tests look at."""
    table.server.do(table.live.play(0, table.greedy_way()[0]))


@pytest.mark.parametrize("game", GAMES)
def test_the_first_turns_are_told(server: Server, person: Invite, game: str) -> None:
    assert evening(HeldTable(server, person, game, speed="normal", options=SHORT.get(game, {})), FIRST) > 1


@pytest.mark.evening
@pytest.mark.parametrize("game", GAMES)
def test_whole_games_are_told(server: Server, person: Invite, game: str) -> None:
    assert evening(HeldTable(server, person, game, speed="normal"), MANY) > 3


def test_dice_are_all_seen_however_many_there_are(server: Server, person: Invite) -> None:
    """A crisis of Polycrisis rolls more dice than there is time for."""
    table = HeldTable(server, person, "polycrisis", speed="normal")
    table.page.evaluate(WATCH)
    steps: list[dict[str, Any]] = []
    while sum("dice" in step for step in steps) * NORMAL * TIMES["dice"] <= LONGEST_TELLING:
        answer(table)
        table.settle()
        table.page.evaluate(TELL, LONGEST)
        steps, noted = take(table.page)
    check_told(steps, noted)
    begun, opened = noted[0]["at"], next(one["at"] for one in noted if one["what"] == "open")
    assert opened - begun <= LONGEST_TELLING + TIMES["dice"] * NORMAL  # a step may be under way when more comes


# A press, and no waiting


def to_a_telling(table: HeldTable) -> None:
    """Until the others have done so much that it is told in several steps, and the first of them is shown."""
    for _ in range(40):
        table.settle()
        if table.page.evaluate("() => window.steps.filter((step) => !step.own).length") > 3:
            return
        table.tell()
        take(table.page)
        answer(table)
    raise AssertionError("nothing was told in several steps")


@pytest.mark.parametrize("game", GAMES)
def test_a_press_goes_one_step_on(server: Server, person: Invite, game: str) -> None:
    """While the clock stands, so that nothing else does."""
    table = HeldTable(server, person, game, speed="normal", options=SHORT.get(game, {}))
    page, stage = table.page, table.page.locator("main.stage")
    page.evaluate(WATCH)
    to_a_telling(table)
    expect(stage).to_have_attribute("data-telling", "yes")
    pressed = 0
    while stage.get_attribute("data-telling") != "no":
        page.evaluate("() => window.noted.splice(0)")
        page.locator("#board").click(position={"x": 6, "y": 6})
        table.let(150)  # a press is over, and what waited for that is done
        told = [one for one in page.evaluate("() => window.noted") if one["what"] == "told"]
        assert len(told) <= 1, told
        pressed += 1
    assert pressed > 2


@pytest.mark.parametrize("game", GAMES)
def test_at_instant_nothing_waits(server: Server, person: Invite, game: str) -> None:
    """The clock stands, and the question is there all the same."""
    table = HeldTable(server, person, game, speed="instant", options=SHORT.get(game, {}))
    for _ in range(5):
        table.settle()
        assert table.page.evaluate(ASKED), "the question is there as soon as it has come"
        assert table.page.locator("main.stage").get_attribute("data-telling") == "no"
        answer(table)
