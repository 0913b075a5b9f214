// What just happened, told step by step in the order in which the rules resolve it.
import { spotlight } from "./moot.js";

const STEP = 260; // milliseconds between two steps
const LONGEST = 4200; // milliseconds that one update may take: many steps go faster
const MOST_TOLD = 24; // steps that are told one by one; the rest is in the log
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const ticker = document.getElementById("ticker");
const spoken = document.getElementById("spoken");
let waiting = [];

export const piecesIn = (text) => text.split(" ").filter(Boolean);

// `changed` are the names of the pieces that look different since before.
export function tell(lines, changed) {
  stop();
  const steps = lines.slice(-MOST_TOLD).map(stepOf);
  spoken.textContent = steps.map((step) => step.words).join(" ");
  if (calm.matches) {
    // The same steps as a list, without waiting.
    ticker.textContent = steps.slice(-3).map((step) => step.words).join(" ");
    return;
  }
  const pause = Math.min(STEP, LONGEST / steps.length);
  delayChanges(steps, changed, pause);
  steps.forEach((step, place) => waiting.push(setTimeout(() => tellStep(step), place * pause)));
  waiting.push(setTimeout(stop, steps.length * pause + 2500));
}

// Whoever comes to the table sees what happened last.
export function recall(words) {
  ticker.textContent = words ?? "";
}

function stepOf(html) {
  const list = document.createElement("ol");
  list.innerHTML = html;
  return { words: list.querySelector("span").textContent, pieces: piecesIn(list.firstElementChild.dataset.pieces) };
}

// A piece takes on its new look when the first line that names it is told: CSS delays its transitions by --when.
function delayChanges(steps, changed, pause) {
  for (const name of changed) {
    const place = steps.findIndex((step) => step.pieces.includes(name));
    if (place < 1) continue;
    for (const piece of document.querySelectorAll(`#board [data-piece="${name}"]`)) {
      piece.style.setProperty("--when", `${Math.round(place * pause)}ms`);
    }
  }
}

function tellStep(step) {
  ticker.textContent = step.words;
  spotlight(step.pieces);
}

// The last words stay until something else happens.
function stop() {
  waiting.forEach(clearTimeout);
  waiting = [];
  spotlight([]);
  for (const piece of document.querySelectorAll("#board [style]")) piece.style.removeProperty("--when");
}
