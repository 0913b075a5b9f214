// Says that there is no connection, until there is one again; read out when it changes.
import { byId } from "./page.js";

const LOST = "No connection. Trying again…", BACK = "The connection is back.";
const STAYS = 2500; // milliseconds that it is said to be back
let isLost = false, fading = 0;

export function sayLost() {
  if (isLost) return;
  isLost = true;
  tell(LOST, "warn");
}

export function sayBack() {
  if (!isLost) return;
  isLost = false;
  tell(BACK, "good");
  fading = setTimeout(() => (byId("offline").hidden = true), STAYS);
}

function tell(words, kind) {
  clearTimeout(fading);
  const notice = byId("offline");
  notice.hidden = false;
  notice.className = `notice ${kind}`;
  notice.textContent = words;
}
