// Taking back: one step by a press; held down, or pressed with Shift, all steps to the start of one's turn.
import { isFresh } from "./fresh.js";
import { forgetDraft } from "./keeping.js";
import { byId } from "./page.js";
import { send } from "./socket.js";

const LONG = 700; // milliseconds: a press that goes all the way
let holding = 0, held = false;

function takeBack(whole) {
  forgetDraft();
  send({ do: "take_back", answer: Number(byId("dock").dataset.answer), whole });
}

document.addEventListener("pointerdown", (event) => {
  held = false;
  clearTimeout(holding);
  const begins = event.button === 0 && event.target.closest("[data-take-back]") && !isFresh(event.target);
  if (begins) holding = setTimeout(() => ((held = true), takeBack(true)), LONG);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(holding));

// The press that ends now; if it was held down it has done all already.
export function pressTakeBack(event) {
  if (!held) takeBack(event.shiftKey);
  held = false;
}
