// Looking through a game that is over: the slider, its buttons and keys, and links to a moment.
import { copy } from "./moot.js";

const slider = () => document.getElementById("at");

function go(step) {
  const at = slider();
  at.value = step === "first" ? at.min : step === "last" ? at.max : Number(at.value) + Number(step);
  at.dispatchEvent(new Event("input", { bubbles: true }));
}

function address() {
  const query = new URLSearchParams(new FormData(document.getElementById("slider")));
  return `${location.origin}${document.getElementById("slider").getAttribute("action")}?${query}`;
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.dataset.step) go(button.dataset.step);
  if (button && "copyMoment" in button.dataset) copy(address(), button);
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea")) return;
  if (event.key === "ArrowRight") go("1");
  if (event.key === "ArrowLeft") go("-1");
});

document.addEventListener("htmx:afterSwap", () => history.replaceState(null, "", address()));
