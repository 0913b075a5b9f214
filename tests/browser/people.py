"""People at the table, as tests move them: they see what is on the page, point and press."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

WIDE, PHONE, SHORT = (1280, 800), (390, 844), (390, 664)
PATIENCE = 15_000  # milliseconds
# Where a piece can be pressed: a point of it that nothing covers.
POINT = """piece => {
  const box = piece.getBoundingClientRect(), steps = [0.5, 0.3, 0.7, 0.15, 0.85, 0.06, 0.94, 0.03, 0.97];
  for (const y of steps) for (const x of steps) {
    const at = [box.left + box.width * x, box.top + box.height * y];
    if (at[0] < 0 || at[1] < 0 || at[0] >= innerWidth || at[1] >= innerHeight) continue;
    if (document.elementFromPoint(...at)?.closest("[data-piece]") === piece) return at;
  }
  return null;
}"""
# Whether an answer is on its way, or has come back already.
SENT = "before => document.getElementById('dock').dataset.answer !== before || !!document.querySelector('.move[aria-busy]')"
# Whether an answer has been taken; the screen may have been passed on with it, or the game may be over.
TAKEN = """before => document.getElementById('dock')?.dataset.answer !== before
  || !!document.querySelector('.result, .cover:not([hidden])')"""
# Whether everything in the dock can be pressed.
AWAKE = "() => !document.querySelector(':is(#dock, #inbox) .fresh')"
TURNED = "#answers .move.primary[data-side]:visible"  # what is turned on the board before it is placed
MOVES, LIT = ":is(#dock, #inbox) .move[data-move]", "#board .lit, #tray .lit"
MOST_PRESSES = 30  # that lead to one answer
# What the browser says when its server is gone, as a test wants it to be, or a page is not there.
EXPECTED = ("WebSocket connection to", "ERR_CONNECTION_REFUSED", "status of 404", "status of 400")


class Person:
    """Somebody with a browser of their own."""

    def __init__(
        self,
        browser: Browser,
        url: str,
        *,
        size: tuple[int, int] = WIDE,
        dark: bool = False,
        calm: bool = False,
        speed: str = "instant",
    ) -> None:
        self.url = url
        self.context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
        )
        self.context.set_default_timeout(PATIENCE)
        self.context.add_init_script(f"localStorage.getItem('speed') ?? localStorage.setItem('speed', '{speed}')")
        self.context.grant_permissions(["clipboard-read", "clipboard-write"])
        self.troubles: list[str] = []
        self.page = self.new_page()

    def new_page(self) -> Page:
        """One more page; whatever it complains of is kept."""
        page = self.context.new_page()
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.troubles.append(str(error)))
        return page

    def _note(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not any(one in message.text for one in EXPECTED):
            self.troubles.append(f"{message.type}: {message.text}")

    def close(self) -> None:
        """Goes home; nothing may have gone wrong."""
        self.context.close()
        assert not self.troubles, "\n".join(self.troubles)

    # Ways to a table

    def play_now(self, game: str) -> None:
        """From the lobby to a game against bots."""
        self.page.goto(self.url)
        card = self.page.locator(".game-card").filter(has=self.page.locator(f"input[value={game}]"))
        card.get_by_role("button", name="Play with bots").click()
        self.wait_until_live()

    def wait_until_live(self) -> None:
        """Until the page hears its server."""
        expect(self.page.locator("main[data-live=yes]")).to_be_visible()

    def open_table(
        self, game: str, *seats: str, name: str = "Ann", idle: int = 0, votes: bool = False, **options: int
    ) -> str:
        """A new table by its form; its address."""
        page = self.page
        page.goto(f"{self.url}/new/{game}")
        page.get_by_label("How many").fill(str(len(seats)))
        page.get_by_label("How many").press("Tab")
        expect(page.get_by_role("radiogroup", name="Seat")).to_have_count(len(seats))
        for place, seat in enumerate(seats):
            self._sits(place, seat)
        for option, value in options.items():
            page.locator("#rules").evaluate("rules => { rules.open = true; }")
            page.locator(f"[name='option.{option}']").fill(str(value))
        page.get_by_label("Your name").fill(name)
        page.get_by_label("When somebody does not answer").select_option(str(idle))
        if votes:
            page.get_by_label("When several people share a seat").select_option("1")
        page.get_by_role("button", name="Open the table").click()
        page.wait_for_url("**/tables/*")
        self.wait_until_live()
        return page.url

    def _sits(self, place: int, who: str) -> None:
        """Who sits at a place of a new table; a bot that is not offered to people is there for programs."""
        offered = self.page.locator(f"input[name='seat.{place}']")
        if offered.and_(self.page.locator(f"[value='{who}']")).count() == 0:
            offered.last.evaluate("(radio, who) => { radio.value = who; }", who)
        offered.and_(self.page.locator(f"[value='{who}']")).check()

    def join(self, link: str, name: str, seat: int | None = None) -> None:
        """Sit down by a link."""
        self.page.goto(link)
        if seat is not None:
            self.page.locator(f"input[name=seat][value='{seat}']").check()
        self.page.get_by_label("Your name").fill(name)
        self.page.get_by_role("button", name="Sit down").click()
        self.page.wait_for_url("**seat=*")
        self.wait_until_live()

    def link_to_share(self) -> str:
        """The link that this person gives to somebody who shall share their seat."""
        self.page.get_by_role("button", name="Invite", exact=True).click()
        self.page.get_by_text("Share your own seat").click()
        link = self.page.locator("#share-link").inner_text()
        self.page.get_by_role("button", name="Done", exact=True).click()
        return link

    # At the table

    @property
    def answers(self) -> str:
        """How many answers this person has given, as the page knows."""
        return self.page.locator("#dock").get_attribute("data-answer") or ""

    @property
    def asked(self) -> bool:
        """Whether this person is asked something."""
        return self.page.locator(MOVES).count() > 0

    @property
    def over(self) -> bool:
        """Whether the page shows a result."""
        return self.page.locator("#dock .result").count() > 0

    def sit_at(self, seat: int) -> None:
        """One of several seats of one's own; the page may just have been passing the screen to its next seat by itself."""
        address = f"{self.page.url.partition('?')[0]}?seat={seat}"
        while self.page.url != address:
            self.page.goto(address)
            self.wait_until_live()

    def wait_until_asked(self) -> None:
        """Until there is something to answer."""
        self.page.locator(MOVES).first.wait_for(state="attached")

    def answer(self, move: int = 0) -> None:
        """One of the moves by their order, by presses; if it has a field, with something in it."""
        self.give(self.page.locator(MOVES).nth(move).get_attribute("data-move") or "")

    def answer_with(self, words: str, among: str = MOVES) -> None:
        """The first move that is called so."""
        self.give(self.page.locator(among, has_text=words).first.get_attribute("data-move") or "")

    def give(self, move: str) -> None:
        """A move as its button numbers it: its verb and more pages if need be, then itself, and once more if it is costly."""
        before, page = self.answers, self.page
        button = self._reached(move)
        if button is None:
            return  # an offer that somebody else has taken meanwhile
        self._fill(button)
        costly = button.get_attribute("data-costly") is not None
        button.click()
        if costly:
            page.locator(f".step[data-confirm='{move}']").click()
        self.wait_for_answer(before)

    def _reached(self, move: str) -> Locator | None:
        """The button of a move, when it is in view; of what is turned on the board, as it lies; None of one that is gone."""
        page, button = self.page, self.page.locator(f".move[data-move='{move}']")
        for _ in range(MOST_PRESSES):
            page.wait_for_function(AWAKE)
            if not button.count():
                return None
            verb, turned = json.dumps(button.get_attribute("data-verb")), page.locator(TURNED)
            if button.is_visible() or turned.count():
                return button if button.is_visible() else turned
            ways = (f".step[data-verbs={verb}]", ".step[data-more]", "#clear")
            steps = (self._beginning(button), *map(page.locator, ways))
            step = next((step for step in steps if step and step.is_visible()), None)
            if step is not None:
                step.click()
        raise AssertionError(f"no presses lead to the answer {move}")

    def _beginning(self, button: Locator) -> Locator | None:
        """What the way of a button begins with, where ways are listed by that."""
        pieces = set((button.get_attribute("data-pieces") or "").split())
        begins = self.page.locator("#answers .step[data-begins]").all()
        return next((one for one in begins if set((one.get_attribute("data-begins") or "").split()) <= pieces), None)

    def _fill(self, button: Locator) -> None:
        """If its field is empty: the lowest number, or a name that nobody has written yet."""
        field = button.locator("xpath=ancestor::form//input")
        if field.count() and not field.input_value():
            field.fill(field.get_attribute("min") or f"thing {self.answers}")

    def answer_by_piece(self, luck: Random) -> None:
        """Press ringed pieces until they leave one answer; if two moves name the same pieces, a button decides."""
        before = self.answers
        for _ in range(MOST_PRESSES):
            lit = f":is({LIT}):visible"  # on a narrow screen some pieces are drawn in one place only
            if self.page.locator("#step-send").is_visible():  # a press has filled in a form
                self.give(self.page.locator("#step-send").get_attribute("data-move") or "")
            elif many := self.page.locator(lit).count():
                self.press_piece(luck.randrange(many), lit)
            else:
                shown = self.page.locator("#answers .move:visible")
                self.give(shown.first.get_attribute("data-move") or "")
            if self.page.evaluate(SENT, before):
                break
        self.wait_for_answer(before)

    def press_piece(self, number: int, among: str = LIT) -> None:
        """Press a piece where nothing covers it."""
        piece = self.page.locator(among).nth(number)
        point = self.point_of(piece)
        assert point, f"{piece.get_attribute('data-piece')} is lit, but something covers it"
        self.page.mouse.click(*point)

    def point_of(self, piece: Locator) -> list[float] | None:
        """Where a piece can be pressed: at once, in a tray that is scrolled, or in another pane of the board."""
        tabs = self.page.locator("#panes [data-pane]:visible").all()
        parts = [
            tab for tab in tabs for _ in range(int(tab.get_attribute("data-parts") or 1))
        ]  # once more: its next part
        for pane in [None, *parts]:
            if pane is not None:
                pane.click()
            piece.scroll_into_view_if_needed()
            point: list[float] | None = piece.evaluate(POINT)
            if point:
                return point
        return None

    def wait_for_answer(self, before: str) -> None:
        """Until the server has taken an answer."""
        self.page.wait_for_function(TAKEN, arg=before)

    def scrolls_sideways(self) -> bool:
        """Whether the page is wider than its window."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > innerWidth"))

    def scrolls_down(self) -> bool:
        """Whether the page is higher than its window."""
        return bool(self.page.evaluate("document.documentElement.scrollHeight > innerHeight"))

    def describe(self) -> str:
        """What this person sees and is told, in words."""
        seen = self.page.locator("#dock").all_inner_texts() or self.page.locator("body").all_inner_texts()
        return "\n".join([self.page.url, *seen, *self.troubles])

    def picture(self, file: Path) -> None:
        """What this person sees."""
        self.page.screenshot(path=file)
