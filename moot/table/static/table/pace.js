// How long each step of a telling is shown, and which steps are folded into the next when there are too many.
import { keep } from "../moot.js";
import { calm, stage } from "./page.js";

const ORDINARY = { calm: 2000, normal: 1100, fast: 500, instant: 0 }; // milliseconds
const TIMES = { small: 0.5, ordinary: 1, large: 2, dice: 2 };
const FOLDED = { small: 0, ordinary: 0, large: 0, dice: 0.25 }; // dice are seen to lie in the well, however many there are
const LONGEST = 15000; // milliseconds that what there is to tell may take at the usual speed
const FOLDED_FIRST = ["small", "ordinary", "large", "dice"];
export const SPEEDS = { normal: "1×", fast: "2×", calm: "½×", instant: "»" }; // in the order in which the button goes through them

const usual = "lesson" in stage.dataset ? "calm" : "normal"; // who learns has more to look at
export const chosenSpeed = () => document.documentElement.dataset.speed ?? usual;

// Nobody looks on at a hidden page, and whoever wants less motion is told all at once.
export const speed = () => (document.hidden || calm.matches ? "instant" : chosenSpeed());

const timeAt = (step, pace) => (step.folded ? FOLDED : TIMES)[step.weight] * ORDINARY[pace];
export const timeOf = (step) => timeAt(step, speed());

// Folds as many steps as it takes: small ones first, dice last, and never the end of what there is to tell.
export function foldAll(steps) {
  let total = steps.reduce((sum, step) => sum + timeAt(step, usual), 0);
  for (const weight of FOLDED_FIRST) {
    for (const step of steps.slice(0, -1).filter((one) => one.weight === weight && !one.folded)) {
      if (total <= LONGEST) return;
      total -= timeAt(step, usual);
      step.folded = true;
      total += timeAt(step, usual);
    }
  }
}

export function changeSpeed() {
  const names = Object.keys(SPEEDS);
  keep("speed", names[(names.indexOf(chosenSpeed()) + 1) % names.length]);
}
