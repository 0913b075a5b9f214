"""What happened is told step by step at the reader's own pace, and nothing of it is lost: Path to Safety, a game with dice."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from moot.bots import BOTS, choose_for, luck_of
from moot.games.turning_points.components import EDGES, LATER
from moot.games.turning_points.rules import Event
from moot.table.live.table import LiveTable
from tests.browser.conftest import Invite
from tests.browser.people import PHONE, SHORT, WIDE, Person
from tests.browser.server import Server

PACE = {"calm": 2000, "normal": 1100, "fast": 500}  # milliseconds of an ordinary step
LATE, EARLY = 600, 60  # milliseconds by which a busy machine may be late, and a timer early
# Notes everything that is told, and when.
WATCH = """() => {
  const at = () => Math.round(performance.now()), byId = id => document.getElementById(id);
  window.noted = [];
  const note = (what, said) => window.noted.push({ at: at(), what, said });
  new MutationObserver(() => note("told", byId("ticker").textContent)).observe(byId("ticker"), { childList: true });
  new MutationObserver(() => !byId("well").dataset.rolling && note("dice", byId("well").querySelector(".well-said")?.textContent))
    .observe(byId("well"), { childList: true, attributes: true });
  new MutationObserver(() => {
    const dock = byId("dock"), open = dock.dataset.state === "asked" && !("telling" in dock.dataset);
    if (open !== window.open_) note(open ? "asked" : "closed", dock.querySelector("#question")?.textContent);
    window.open_ = open;
  }).observe(document.querySelector(".dock-place"), { subtree: true, childList: true, attributes: true });
}"""
# What the server has said step by step.
HEARD = """() => {
  window.steps = [];
  const hear = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (kind, listener) {
    if (kind === "message") hear.call(this, kind, event => {
      const message = JSON.parse(event.data), lines = [...(message.log ?? [])];
      for (const step of message.told ?? []) window.steps.push({ ...step, text: lines.splice(0, step.lines).map(plain).join(" ") });
    });
    return hear.call(this, kind, listener);
  };
  const plain = html => new DOMParser().parseFromString(html, "text/html").querySelector("span").textContent;
}"""


def at_a_table(person: Invite, speed: str, game: str = "path_to_safety", **ways: Any) -> Person:
    """Somebody among bots, who notes what is told."""
    ann = person(speed=speed, **ways)
    ann.context.add_init_script(f"({HEARD})()")
    ann.open_table(game, "me", "greedy", "greedy", "greedy", name="Guest")
    ann.page.evaluate(WATCH)
    return ann


def open_dock(page: Page, timeout: float = 40_000) -> None:
    """Until the question is there."""
    page.locator("#dock[data-state=asked]:not([data-telling]) .move").first.wait_for(state="attached", timeout=timeout)


def answer_on(ann: Person, many: int) -> None:
    """So many answers, each when it is asked for."""
    for _ in range(many):
        open_dock(ann.page)
        ann.page.wait_for_timeout(300)
        ann.answer()


def until_bots_were_told(ann: Person) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """One turn and what the others do after it: what was sent, and what was shown."""
    answer_on(ann, 2)
    open_dock(ann.page)
    return ann.page.evaluate("window.steps"), ann.page.evaluate("window.noted")


def test_every_step_is_shown_at_its_time_and_every_die_in_the_well(person: Invite) -> None:
    ann = at_a_table(person, "normal")
    steps, noted = until_bots_were_told(ann)
    told = [one for one in noted if one["what"] == "told"]
    shown = " ".join(one["said"] for one in told)
    assert len(steps) > 6
    for step in steps:
        assert step.get("weight") == "small" or step["text"] in shown
    for one, after in pairwise(told):
        step = next(step for step in steps if (step.get("words") or step["text"]) in one["said"])
        if "own" not in step and one["said"] == step["text"]:
            times = {"small": 0.5, "large": 2, "dice": 2}.get(step.get("weight", ""), 1)
            assert PACE["normal"] * times - EARLY <= after["at"] - one["at"] + LATE
    dice = [one["said"] for one in noted if one["what"] == "dice"]
    for step in steps:
        if "dice" in step:
            assert any(said and step["dice"]["said"] in said and step["dice"]["needed"] in said for said in dice)


def test_the_dock_opens_when_the_telling_has_reached_its_question_and_not_before(person: Invite) -> None:
    ann = at_a_table(person, "fast")
    until_bots_were_told(ann)
    noted = ann.page.evaluate("window.noted")
    asked = max(place for place, one in enumerate(noted) if one["what"] == "asked")
    last = max(place for place, one in enumerate(noted[:asked]) if one["what"] == "told")
    assert not [one for one in noted[asked:] if one["what"] == "told"]
    assert noted[asked]["at"] - noted[last]["at"] >= PACE["fast"] / 2 - EARLY
    steps = ann.page.evaluate("window.steps")
    longest = PACE["fast"] * {"small": 0.5, "large": 2, "dice": 2}.get(steps[-1].get("weight", ""), 1)
    assert noted[asked]["at"] - noted[last]["at"] <= longest + 200 + LATE


def test_a_press_goes_one_step_on_and_drops_nothing(person: Invite) -> None:
    """While the telling is held, so that nothing else moves it."""
    ann = at_a_table(person, "calm")
    answer_on(ann, 2)
    page, stage, pressed = ann.page, ann.page.locator("main.stage"), 0
    page.wait_for_timeout(3_000)  # the bots have done what they do
    expect(stage).to_have_attribute("data-telling", "yes")
    page.locator("body").press("Space")
    while stage.get_attribute("data-telling") == "paused":
        before = told_so_far(page)
        page.locator("#board").click(position={"x": 12, "y": 12})
        pressed += 1
        page.wait_for_timeout(300)
        assert told_so_far(page) - before <= 1, "one press, one step"
    open_dock(page, 5_000)
    shown = " ".join(one["said"] for one in page.evaluate("window.noted") if one["what"] == "told")
    assert all(step.get("weight") == "small" or step["text"] in shown for step in page.evaluate("window.steps"))
    assert pressed > 3


def told_so_far(page: Page) -> int:
    """How many steps were shown."""
    return int(page.evaluate("window.noted.filter(one => one.what === 'told').length"))


def test_space_holds_the_telling_and_to_my_turn_ends_it(person: Invite) -> None:
    ann = at_a_table(person, "normal")
    answer_on(ann, 2)
    page, stage = ann.page, ann.page.locator("main.stage")
    expect(stage).to_have_attribute("data-telling", "yes")
    page.locator("body").press("Space")
    expect(stage).to_have_attribute("data-telling", "paused")
    told = page.locator("#ticker").inner_text()
    page.wait_for_timeout(1800)
    assert page.locator("#ticker").inner_text() == told
    page.locator("body").press("Space")
    expect(stage).to_have_attribute("data-telling", "yes")
    page.wait_for_timeout(1500)  # the bots have done what they do
    page.locator("#to-turn").click()
    open_dock(page, 8_000)
    lines = page.locator("#log li").count()
    page.wait_for_timeout(500)
    assert page.locator("#log li").count() == lines, "all of it is in the log"


def test_it_can_be_told_again_from_my_last_answer(person: Invite) -> None:
    ann = at_a_table(person, "fast")
    until_bots_were_told(ann)
    page = ann.page
    board, lines = page.locator("#board").inner_html(), page.locator("#log li").count()
    page.evaluate("window.noted = []")
    page.locator("#told [data-again]").click()
    expect(page.locator("main.stage")).to_have_attribute("data-telling", "yes")
    expect(page.locator("main.stage")).to_have_attribute("data-telling", "no", timeout=20_000)
    told = [one["said"] for one in page.evaluate("window.noted") if one["what"] == "told"]
    assert len(told) > 3
    assert page.locator("#log li").count() == lines, "nothing is written down twice"
    assert texts(board) == texts(page.locator("#board").inner_html())
    assert ann.asked, "the question has stayed"


def texts(html: str) -> str:
    """A drawing without its marks."""
    return "".join(part.partition(">")[2] for part in html.split("<"))


@pytest.mark.parametrize("calm", [False, True])
def test_at_instant_and_with_less_motion_nothing_waits(person: Invite, calm: bool) -> None:
    ann = at_a_table(person, "normal" if calm else "instant", calm=calm)
    steps, noted = until_bots_were_told(ann)
    assert ann.page.evaluate("document.querySelector('main.stage').dataset.telling") == "no"
    assert all(one["said"] for one in noted if one["what"] == "told")
    logged = ann.page.locator("#log").inner_text()
    assert all(step["text"].split(".")[0] in logged for step in steps)
    rolled = [step["dice"]["said"] for step in steps if "dice" in step]
    if rolled:
        expect(ann.page.locator("#well .well-said")).to_contain_text(rolled[-1])


def test_the_speed_is_a_setting_of_its_person(person: Invite) -> None:
    ann = at_a_table(person, "normal")
    button = ann.page.locator("#speed")
    for shown in ("1×", "2×", "½×", "»", "1×"):
        expect(button).to_have_text(shown)
        button.click()
    expect(button).to_have_text("2×")
    ann.page.wait_for_function(
        "fetch('/me').then((page) => page.text()).then((text) => text.includes('data-speed=\"fast\"'))"
    )
    ann.page.reload()
    ann.wait_until_live()
    expect(button).to_have_text("2×")
    ann.page.goto(f"{ann.url}/me")
    expect(ann.page.locator("[name=speed]").first).to_be_attached()


def test_each_step_is_announced_once(person: Invite) -> None:
    ann = at_a_table(person, "fast")
    ann.page.evaluate(
        """() => { window.spoken = [];
        const hear = node => window.spoken.push(node.textContent);
        new MutationObserver(changes => changes.forEach(one => one.addedNodes.forEach(hear)))
          .observe(document.getElementById("spoken"), { childList: true }); }"""
    )
    steps, _ = until_bots_were_told(ann)
    spoken = " ".join(ann.page.evaluate("window.spoken"))
    for step in steps[-3:]:
        words = step.get("words") or step["text"]
        assert spoken.count(words) == sum((one.get("words") or one["text"]) == words for one in steps)


def is_last_in_a_blind_phase(live: LiveTable) -> bool:
    """Polycrisis: whether the first seat alone is still asked, whether it researches."""
    question = live.sitting.question(0)
    return live.sitting.waiting == [0] and question is not None and "Start to res" in question.text


async def play_last(live: LiveTable) -> None:
    """A good move for the last of those who are awaited."""
    sitting, seat = live.sitting, live.sitting.waiting[-1]
    luck = luck_of(sitting.machine, live.number)
    await live.play(seat, choose_for(sitting.machine, sitting.array.copy(), seat, BOTS.index("greedy"), luck))


def test_an_answered_question_is_closed_at_once_though_much_is_to_be_told(person: Invite, server: Server) -> None:
    """What the others did unseen comes with the last answer, and the next question after it."""
    ann = person(speed="calm")
    live = server.live(ann.open_table("polycrisis", "me", "open"))
    while not is_last_in_a_blind_phase(live):
        server.do(play_last(live))
    page = ann.page
    page.reload()
    ann.wait_until_live()
    ann.wait_until_asked()
    page.get_by_role("button", name="No research").click()
    expect(page.locator("#dock[data-telling]")).to_be_visible(timeout=2_000)
    expect(page.locator("#dock .move:visible")).to_have_count(0)
    expect(page.locator("main.stage")).to_have_attribute("data-telling", "yes")
    page.locator("#to-turn").click()
    expect(page.locator("#question")).to_contain_text("Talk it over")


def test_a_game_that_is_ended_is_over_at_once(person: Invite) -> None:
    """Nothing has led to it that could be told first."""
    ann, bea = person(), person(speed="calm")
    table = ann.open_table("polycrisis", "me", "open")
    bea.join(table.partition("?")[0], "Bea")
    ann.page.get_by_label("Menu").click()
    ann.page.get_by_role("button", name="End the game").click()
    ann.page.get_by_role("button", name="End it").click()
    expect(bea.page.locator("#dock .result")).to_be_visible(timeout=2_500)


def is_decided_with_links(live: LiveTable) -> bool:
    """Turning Points: whether a node was realized to which links led."""
    state = live.sitting.state
    fates = (entry.arguments[0] for entry in live.sitting.log if entry.event in (Event.OCCURRED, Event.FAILED))
    return any(
        state.forward[edge] or state.back[edge] for node in fates for edge in range(EDGES) if LATER[edge] == node
    )


def test_what_leads_to_a_large_step_is_lit_one_link_after_the_other(person: Invite, server: Server) -> None:
    """And the step stays marked on the board that is drawn for it."""
    ann = person(speed="normal")
    table = ann.open_table("turning_points", "me", "open")
    live = server.live(table)
    while not is_decided_with_links(live):
        server.play_on(table, len(live.sitting.history) + 1)
    followed = ann.page.locator("#board .edge.followed")
    expect(followed.first).to_be_attached(timeout=40_000)
    node = followed.first.get_attribute("data-with")
    expect(ann.page.locator(f"#board .told[data-piece={node}]")).to_be_attached()
    open_dock(ann.page)
    expect(followed).to_have_count(0)


# Dice as Polycrisis rolls them, seven times.
ROLL = """async () => {
  const { roll } = await import("/static/table/well.js");
  for (const good of [true, true, true, true, true, true, false])
    roll({ faces: [5, 4], shown: "5 + 4 = 9", needed: "needed 8 or less", said: "failed", good }, {}, false);
}"""
COVERED = """() => {
  const well = document.getElementById("well").getBoundingClientRect(), lies = (a) =>
    a.left < well.right && well.left < a.right && a.top < well.bottom && well.top < a.bottom;
  const pieces = [...document.querySelectorAll("#board [data-piece]")];
  return pieces.filter((one) => lies(one.getBoundingClientRect())).map((one) => one.dataset.piece);
}"""


def test_the_well_keeps_to_the_corner_that_the_board_leaves_free(person: Invite) -> None:
    ann = person(size=WIDE)
    ann.play_now("polycrisis")
    ann.page.evaluate(ROLL)
    well = ann.page.locator("#well").bounding_box()
    assert well
    assert well["width"] <= 200
    assert well["height"] <= 72
    assert not ann.page.evaluate(COVERED)


def test_on_a_phone_the_last_rolls_stay_and_so_does_what_all_share(person: Invite) -> None:
    ann = person(size=PHONE)
    ann.play_now("polycrisis")
    page = ann.page
    page.evaluate(ROLL)
    for width, height in (PHONE, SHORT):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".well-rolls li:visible")).to_have_text(["9"] * 6)
        expect(page.locator(".well-rolls")).to_be_in_viewport(ratio=1)
        expect(page.locator("#well .well-said")).to_be_hidden()
        expect(page.locator(".gauge")).to_be_in_viewport(ratio=1)
        expect(page.locator(".gauge")).to_contain_text("of 30 in crisis")
        assert not ann.scrolls_sideways()
