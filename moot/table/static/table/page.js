// What all modules of a table share: the page itself, and what it knows of its game.

export const stage = document.querySelector("main.stage");
export const seat = Number(stage.dataset.seat);
export const calm = matchMedia("(prefers-reduced-motion: reduce)");
export const narrow = matchMedia("(max-width: 999.98px)");
export const low = matchMedia("(max-width: 999.98px) and (max-height: 759.98px)"); // as a phone with the bars of its browser

// asked: whether an answer is awaited; over: whether the game is.
export const state = { asked: false, over: false };

export const byId = (id) => document.getElementById(id);
export const all = (selector, root = document) => [...root.querySelectorAll(selector)];
export const piecesIn = (text) => text.split(" ").filter(Boolean);
export const PIECES = "#board [data-piece], #tray [data-piece]";

// Said where the answers are, and to screen readers.
export function say(text) {
  if (byId("why")) byId("why").textContent = text;
  byId("spoken").textContent = text;
}
