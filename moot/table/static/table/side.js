// Beside the game: log, chat and rules. In a narrow or low window they are shown in place of the board.
import { markRead } from "./chat.js";
import { all, byId, calm, stage } from "./page.js";
import { openPane } from "./panes.js";

let rulebook = null; // being fetched, or fetched

export function openTab(tab) {
  const pane = "pane" in tab.dataset, again = tab.getAttribute("aria-selected") === "true";
  stage.dataset.shows = pane ? "board" : "side";
  for (const other of all("#panes [role=tab]")) {
    other.setAttribute("aria-selected", String(other === tab));
    other.tabIndex = other === tab ? 0 : -1;
  }
  if (pane) return openPane(tab, again);
  for (const view of all("#side > [role=tabpanel]")) view.hidden = view.id !== tab.getAttribute("aria-controls");
  if (tab.id === "tab-chat") markRead();
  if (tab.id === "tab-rules") fetchRulebook();
}

export function turnTabs(tab, step) {
  const tabs = all("#panes [role=tab]").filter((one) => one.checkVisibility());
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
  openTab(next);
  next.focus();
}

// --- the log ---

// All lines, when there may be others than the page has.
export function addLines(message, first) {
  if (first && all("#log li").length === message.log.length) return;
  byId("log").replaceChildren();
  for (const html of message.log) byId("log").insertAdjacentHTML("afterbegin", html);
}

// What is new comes on top, marked until the player answers.
export function addNewLines(lines) {
  for (const html of lines) {
    byId("log").insertAdjacentHTML("afterbegin", html);
    byId("log").firstElementChild.classList.add("new");
  }
}

// --- the rulebook ---

// Fetched once, however many ask for it; again if it did not come.
async function fetchRulebook() {
  rulebook ??= htmx.ajax("GET", byId("tab-rules").dataset.rulebook, { target: byId("rulebook-here"), swap: "innerHTML" });
  await rulebook;
  if (!document.querySelector(".rulebook")) rulebook = null;
}

// When the game is over the rulebook may have more to say.
export function renewRulebook() {
  rulebook = null;
  if (!byId("view-rules").hidden) fetchRulebook();
}

export async function openRulebook(section) {
  openTab(byId("tab-rules"));
  await fetchRulebook();
  const rule = byId(section)?.closest("p, li, h2, h3, h4");
  if (!rule) return;
  for (const old of all(".rulebook .here")) old.classList.remove("here");
  rule.classList.add("here");
  const view = byId("view-rules");
  const top = view.scrollTop + rule.getBoundingClientRect().top - view.getBoundingClientRect().top - 12;
  view.scrollTo({ top, behavior: calm.matches ? "auto" : "smooth" });
}
