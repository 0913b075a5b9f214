// While somebody presses, nothing moves under the finger: what would change the page waits, and the page does not scroll by itself.

const LONGEST = 3000; // milliseconds: a release that was never told
const AFTERWARDS = 100; // after a release a click may still come
let pressed = false, timer = 0;
const waiting = [];

export const isPressed = () => pressed;

export function whenReleased(action) {
  if (pressed) waiting.push(action);
  else action();
}

function press() {
  pressed = true;
  releaseIn(LONGEST);
}

function release() {
  pressed = false;
  for (const action of waiting.splice(0)) action();
}

function releaseIn(time) {
  clearTimeout(timer);
  timer = setTimeout(release, time);
}

addEventListener("pointerdown", press, { capture: true });
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => releaseIn(AFTERWARDS), { capture: true });
addEventListener("click", () => pressed && releaseIn(0));
