// Taking back: one step by a press; held down, or pressed with Shift, all steps to the start of one's turn. Never both.
import { isFresh } from "./fresh.js";
import { forgetDraft } from "./keeping.js";
import { all, byId } from "./page.js";
import { send } from "./socket.js";

const LONG = 600; // milliseconds: a press that goes all the way; the style fills the button in as long
let waiting = 0, filled = false, key = ""; // filled: the press that is held down now has gone all the way; key: by which it is held

function takeBack(whole) {
  forgetDraft();
  send({ do: "take_back", answer: Number(byId("dock").dataset.answer), whole });
}

const pressed = (event) => !isFresh(event.target) && event.target.closest("[data-take-back]");

function hold(button) {
  button.classList.add("holding");
  waiting = setTimeout(() => {
    release();
    filled = true;
    takeBack(true);
  }, LONG);
}

function release() {
  if (!waiting) return;
  clearTimeout(waiting);
  waiting = 0;
  for (const button of all(".holding")) button.classList.remove("holding");
}

function begin() {
  release();
  filled = false;
  key = "";
}

// --- with a finger or a mouse ---

document.addEventListener("pointerdown", (event) => {
  begin();
  const button = event.button === 0 && pressed(event);
  if (button) hold(button);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, release);
document.addEventListener("pointerout", (event) => {
  if (!event.relatedTarget?.closest("[data-take-back]")) release();
});

// The press that ends now; if it was held down it has done all already.
export function pressTakeBack(event) {
  if (!filled) takeBack(event.shiftKey);
  begin();
}

// --- by keyboard: a key that is held down sends repeats, which are no presses ---

document.addEventListener("keydown", (event) => {
  const button = (event.key === "Enter" || event.key === " ") && event.target.closest("[data-take-back]");
  if (!button) return;
  event.preventDefault();
  if (event.repeat || isFresh(button)) return;
  begin();
  if (event.shiftKey) return takeBack(true);
  key = event.key;
  hold(button);
});

// When all is taken back the focus is on another button: the key that is still held down must not press it.
document.addEventListener("keydown", (event) => {
  if (!key || event.key !== key || !event.repeat) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

document.addEventListener("keyup", (event) => {
  if (!key || event.key !== key) return;
  event.preventDefault();
  if (!filled) takeBack(false);
  begin();
});
