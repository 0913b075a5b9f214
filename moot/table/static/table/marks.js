// Marks on what has changed since the player last acted.
import { all } from "./page.js";

const changed = new Set();

// Every piece with what it shows, to see later what has changed.
export function states() {
  return new Map(all("#board [data-piece][data-state]").map((piece) => [piece.dataset.piece, piece.dataset.state]));
}

export function markChanges(before) {
  const now = [...states()].filter(([name, shows]) => before.has(name) && before.get(name) !== shows).map(([name]) => name);
  for (const name of now) changed.add(name);
  for (const name of changed) {
    for (const piece of all(`#board [data-piece="${name}"]`)) piece.classList.add("changed");
  }
}

export function forgetChanges() {
  changed.clear();
  for (const piece of all(".changed")) piece.classList.remove("changed");
  for (const line of all("#log .new")) line.classList.remove("new");
}
