// The keyboard's place: a control that had the focus may be gone with its question, or hidden with a draft. It goes on in the dock then, not
// at the top of the page.
import { fieldOf, moves } from "./draft.js";
import { all, byId } from "./page.js";

const isShown = (element) => element.isConnected && element.checkVisibility({ visibilityProperty: true });

// After a drawing: `focused` is what had the focus before it. (Browsers notice a moment later that it cannot have it any more.)
export function keepFocus(focused) {
  if (!focused || focused === document.body || (focused === document.activeElement && isShown(focused))) return;
  setTimeout(() => {
    const now = document.activeElement;
    if (now === document.body || !isShown(now)) goOn();
  }, 60);
}

function goOn() {
  const next = [...moves(), ...all("#dock .step")].find((one) => !one.closest("[hidden]") && isShown(one));
  ((next?.dataset.move && fieldOf(next)) || next || byId("dock")).focus({ preventScroll: true });
}
