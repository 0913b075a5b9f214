// Several seats of one browser: the screen is passed on from one to the next.
import { all, byId, piecesIn, seat, stage, state } from "./page.js";

// When another seat of this browser is awaited and this one is not, the screen is passed on.
export function handOver() {
  const mine = piecesIn(stage.dataset.mine).map(Number);
  if (seat < 0 || mine.length < 2 || state.asked) return;
  const next = mine.find((other) => other !== seat && byId(`seat-${other}-shown`)?.dataset.awaited === "yes");
  if (next !== undefined) location.assign(`/tables/${stage.dataset.table}?watch&pass=${next}`);
}

// The page between two seats shows what everyone sees, under a cover that says whose turn it is to look.
export function coverUp() {
  const cover = byId(`cover-${new URLSearchParams(location.search).get("pass")}`);
  if (!cover) return;
  for (const other of all("body > *")) other.inert = other !== cover;
  cover.hidden = false;
  cover.querySelector("a").focus();
}
