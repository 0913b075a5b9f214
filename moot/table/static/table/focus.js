// The keyboard's place: a control that had the focus may be gone with its question, or hidden with a draft. It goes on in the dock then, not
// at the top of the page.
import { fieldOf } from "./draft.js";
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

// The first answer as they are laid; without any the question, and never an exit: the next key would end what has just begun.
function goOn() {
  const place = (one) => Number((one.closest(".entry") ?? one).style.order);
  const [next] = all("#dock:not([data-telling]) #answers .move:not(.sure)").filter((one) => !one.closest("[hidden]") && isShown(one)).sort((one, other) => place(one) - place(other));
  ((next?.dataset.move && fieldOf(next)) || next || byId("dock")).focus({ preventScroll: true });
}
