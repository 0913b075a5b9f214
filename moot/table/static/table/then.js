// The board as it was when a line of the log was told, over the board as it is now, which goes on below.
import { all, byId, say, seat, stage } from "./page.js";
import { frameAlike, showBoard } from "./panes.js";
import { openTab } from "./side.js";

let line = null; // of which the board is shown

// The line again, Esc, or the button lead back to now.
export async function showThen(pressed) {
  if (pressed === line) return backToNow();
  const lines = all("#log li"), place = lines.length - 1 - lines.indexOf(pressed);
  const answer = await fetch(`/tables/${stage.dataset.table}/then?line=${place}&${seat < 0 ? "watch" : `seat=${seat}`}`).catch(() => null);
  if (!answer?.ok) return say("That moment cannot be shown.");
  mark(pressed);
  byId("then-board").innerHTML = await answer.text();
  byId("then-said").textContent = pressed.querySelector("span").textContent;
  byId("then").hidden = false;
  showBoard();
  reframe();
  byId("to-now").focus({ focusVisible: pressed.matches(":focus-visible") });
}

function mark(now) {
  line?.removeAttribute("aria-current");
  line = now;
  line?.setAttribute("aria-current", "true");
}

export function backToNow() {
  const from = line;
  if (!from) return;
  mark(null);
  byId("then").hidden = true;
  byId("then-board").replaceChildren();
  if (!from.checkVisibility()) openTab(byId("tab-log"));
  goTo(from);
}

function goTo(one) {
  one.tabIndex = -1;
  one.focus();
}

function reframe() {
  const svg = document.querySelector("#then-board > svg");
  if (svg) frameAlike(svg);
}

// Another pane is another part of it, too.
byId("panes").addEventListener("click", () => line && setTimeout(reframe));
addEventListener("resize", () => line && setTimeout(reframe));

// --- by keyboard: arrows go from line to line, Enter shows one ---

const STEPS = { ArrowDown: 1, ArrowUp: -1 };

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") return backToNow();
  const at = event.target.closest?.("#log li");
  if (event.target.closest("#view-log") && event.key in STEPS) step(event, at);
  else if (at === event.target && event.key === "Enter") showThen(at);
});

function step(event, from) {
  const lines = all("#log li"), next = lines[lines.indexOf(from) + STEPS[event.key]] ?? from;
  event.preventDefault();
  if (next) goTo(next);
}
