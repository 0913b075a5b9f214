// A control that has just appeared in the dock cannot be pressed for a moment, so that nobody presses what they have not seen.
import { all, byId } from "./page.js";

const AFTER_NEWS = 600, AFTER_OWN = 250; // milliseconds
const OWN = 900; // so long after a press, what appears came of it
const FORCED = 2500; // and so long, what came by itself of an answer that it led to
const CONTROLS = "#dock :is(.move, [data-take-back]), #inbox .move";
const alive = new Map(); // when each control that is shown may be pressed, by what it is
let pressedAt = -OWN;

// The same words after an answer are another question's: a double press must not answer that, too.
const keyOf = (control) => `${byId("dock").dataset.answer}|${control.id}|${control.dataset.verbs ?? ""}|${control.dataset.confirm ?? ""}|${control.textContent}`;
const isShown = (control) => !control.closest("[hidden]");

// After each drawing: what was not there before fades in.
export function refresh() {
  const now = performance.now(), wait = now - pressedAt < OWN ? AFTER_OWN : AFTER_NEWS, shown = new Set();
  for (const control of all(CONTROLS).filter(isShown)) {
    const key = keyOf(control);
    shown.add(key);
    if (!alive.has(key)) alive.set(key, now + wait);
    const left = alive.get(key) - now;
    if (left > 0) wake(control, left);
  }
  for (const key of alive.keys()) if (!shown.has(key)) alive.delete(key);
}

function wake(control, left) {
  control.classList.add("fresh");
  setTimeout(() => control.classList.remove("fresh"), left);
}

export const isFresh = (element) => element.closest(".fresh") !== null;
// Whether nobody can have aimed at any of it yet, as when a question is answered by itself.
export const isNewHere = () => all(CONTROLS).filter(isShown).every(isFresh);
export const hasJustPressed = () => performance.now() - pressedAt < FORCED;
export const notePress = () => (pressedAt = performance.now());

addEventListener("pointerdown", notePress, { capture: true });
addEventListener("keydown", notePress, { capture: true });
