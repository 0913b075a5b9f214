// On a phone the panel is a sheet from below. It never hides what it asks about.
import { isPressed, whenReleased } from "./pressing.js";

const narrow = matchMedia("(max-width: 999.98px)");
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const SIZES = ["", "large", "small"];
const GLIDE = 320; // milliseconds
const panel = () => document.getElementById("panel");
let size = "", question = null, moved = false;

export function resize() {
  size = SIZES[(SIZES.indexOf(size) + 1) % SIZES.length];
  panel().dataset.size = size;
}

// After an update: the player's own size stays for the question it was chosen for; a new question shows what it is about.
export function settle() {
  const now = `${panel().dataset.answer} ${document.getElementById("question")?.textContent}`;
  if (now !== question) {
    question = now;
    size = "";
    panel().scrollTop = 0;
    if (narrow.matches) requestAnimationFrame(() => whenReleased(bringIntoSight));
  }
  panel().dataset.size = size;
}

function bringIntoSight() {
  const boxes = [...document.querySelectorAll("#board .lit")].map((piece) => piece.getBoundingClientRect());
  if (!boxes.length) return goBack();
  const top = Math.min(...boxes.map((box) => box.top)) - 12;
  const bottom = Math.max(...boxes.map((box) => box.bottom)) + 12;
  const free = panel().getBoundingClientRect().top;
  if (top >= 0 && bottom <= free) return;
  moved = true;
  glideTo(scrollY + (bottom - top > free ? top : bottom - free));
}

// Nothing on the board is asked about: the page goes back to where it was before it moved by itself.
function goBack() {
  if (moved) glideTo(0);
  moved = false;
}

// The page moves by itself until it is there, or somebody presses or scrolls. (A browser's own smooth scrolling goes on under the finger.)
function glideTo(top) {
  if (calm.matches) return scrollTo({ top });
  const from = scrollY, begun = performance.now();
  let last = from;
  requestAnimationFrame(function step(now) {
    if (isPressed() || Math.abs(scrollY - last) > 2) return;
    const share = Math.min(1, Math.max(0, now - begun) / GLIDE);
    scrollTo({ top: from + (top - from) * share * (2 - share), behavior: "instant" });
    last = scrollY;
    if (share < 1) requestAnimationFrame(step);
  });
}
