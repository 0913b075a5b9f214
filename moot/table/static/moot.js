// What every page can do: explain pieces, change its look, show dialogs, copy links.

const REST = 1000; // milliseconds on something in the dock until it is explained
const tip = document.getElementById("tip");
let resting = 0;

// What a reader has unfolded stays so when the server draws around it.
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (attribute, element) => !(attribute === "open" && ["DETAILS", "DIALOG"].includes(element.tagName));

export function explain(target) {
  const words = target?.closest?.("[data-tip]");
  if (!words || !words.dataset.tip) return hideTip();
  tip.textContent = words.dataset.tip;
  tip.hidden = false;
  const at = words.getBoundingClientRect(), size = tip.getBoundingClientRect();
  const left = Math.min(Math.max(8, at.left + at.width / 2 - size.width / 2), innerWidth - size.width - 8);
  const above = at.top - size.height - 10;
  tip.style.left = `${left}px`;
  tip.style.top = `${above > 4 ? above : Math.min(at.bottom + 10, innerHeight - size.height - 4)}px`;
}

function hideTip() {
  tip.hidden = true;
}

// In the dock only at rest, after a movement: a hand that has pressed something lies on what comes next, and a tip would cover what was chosen.
document.addEventListener("pointerover", ({ target, pointerType }) => pointerType !== "touch" && explain(target.closest("#dock") ? null : target));
document.addEventListener("pointermove", ({ target, pointerType }) => {
  clearTimeout(resting);
  if (pointerType !== "touch" && target.closest("#dock")) resting = setTimeout(() => target.isConnected && explain(target), REST);
});
document.addEventListener("focusin", (event) => event.target.matches(":focus-visible") && explain(event.target));
document.addEventListener("focusout", hideTip);
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  hideTip();
  const menu = event.target.closest?.(".menu[open]");
  closeMenus();
  menu?.querySelector("summary").focus();
});
// The keyboard scrolls to what it comes to: its words go along. What the pointer was at has moved away.
document.addEventListener("scroll", () => (document.activeElement?.matches(":focus-visible") ? explain(document.activeElement) : hideTip()), { passive: true, capture: true });

function changeTheme() {
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const chosen = document.documentElement.dataset.theme;
  const now = ["light", "dark"].includes(chosen) ? chosen : dark ? "dark" : "light";
  keep("theme", now === "dark" ? "light" : "dark");
}

// A setting that is changed in passing: the server keeps it for who is known, and this browser for who is not yet.
export function keep(name, value) {
  document.documentElement.dataset[name] = value;
  localStorage.setItem(name, value);
  if (!document.documentElement.dataset.person) return;
  unkept.set(name, value);
  if (!keeping) keepAll();
}

// One message at a time: two on their way at once may arrive in the wrong order, and the older choice would stay.
const unkept = new Map();
let keeping = false;

async function keepAll() {
  keeping = true;
  while (unkept.size) await sendUnkept().catch(() => {});
  keeping = false;
}

function sendUnkept() {
  const body = new URLSearchParams([...unkept]);
  unkept.clear();
  return fetch("/me/settings", { method: "POST", body, keepalive: true });
}

addEventListener("pagehide", () => unkept.size && sendUnkept());

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("button");
  if (pressed?.dataset.toggle === "theme") changeTheme();
  if (pressed?.dataset.copy) copy(document.querySelector(pressed.dataset.copy).textContent, pressed);
  if (pressed && "back" in pressed.dataset) history.back();
  if (pressed?.dataset.show) document.getElementById(pressed.dataset.show).showModal();
  closeMenus(event.target.closest("summary")?.parentElement);
});

// A menu closes when anything else, or anything in it, is pressed.
function closeMenus(but) {
  for (const menu of document.querySelectorAll(".menu[open]")) if (menu !== but) menu.open = false;
}

// What htmx has fetched for a dialog is shown as one.
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target.tagName === "DIALOG" && !event.detail.target.open) event.detail.target.showModal();
});

export async function copy(text, button) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without a secure connection browsers keep the clipboard closed: let people copy by hand.
    window.prompt("Copy this link:", text);
    return;
  }
  const before = button.textContent;
  button.textContent = "Copied";
  setTimeout(() => (button.textContent = before), 1500);
}

// Pieces that belong to the one under the pointer or the focus: `hot` is where it leads, `warm` where it comes from.
export function showRelations(piece) {
  for (const old of document.querySelectorAll(".hot, .warm, .source")) old.classList.remove("hot", "warm", "source");
  const name = piece?.closest?.("[data-piece]")?.dataset.piece;
  if (!name) return;
  for (const one of document.querySelectorAll(`[data-with~="${name}"]`)) one.classList.add("hot");
  for (const one of document.querySelectorAll(`[data-from~="${name}"]`)) one.classList.add("warm");
  for (const one of document.querySelectorAll(`[data-piece="${name}"]`)) one.classList.add("source");
}

document.addEventListener("pointerover", (event) => showRelations(event.target));
document.addEventListener("focusin", (event) => showRelations(event.target));

// The pieces that a line of the log names are lit up while it is pointed at.
export function spotlight(names) {
  for (const old of document.querySelectorAll(".told")) old.classList.remove("told");
  for (const name of names) {
    for (const piece of document.querySelectorAll(`[data-piece="${name}"]`)) piece.classList.add("told");
  }
}

// The pieces that are lit, by name.
export const lit = () => [...new Set([...document.querySelectorAll("[data-piece].told")].map((piece) => piece.dataset.piece))];

const FOLLOWED = 5; // links that the eye can follow

// What leads to these pieces is lit one after the other; the rest of many with the last of those.
export function follow(names) {
  for (const old of document.querySelectorAll(".followed")) old.classList.remove("followed");
  const links = names.flatMap((name) => [...document.querySelectorAll(`#board [data-with~="${name}"]`)]);
  links.forEach((link, place) => {
    link.style.setProperty("--place", Math.min(place, FOLLOWED - 1));
    link.classList.add("followed");
  });
}

document.addEventListener("focusin", (event) => {
  const line = event.target.closest?.(".log li[data-pieces]");
  if (line) spotlight(line.dataset.pieces.split(" ").filter(Boolean));
});
document.addEventListener("pointerover", (event) => {
  const line = event.target.closest?.(".log li[data-pieces]");
  if (line) spotlight(line.dataset.pieces.split(" ").filter(Boolean));
  else if (event.relatedTarget?.closest?.(".log li[data-pieces]")) spotlight([]);
});
