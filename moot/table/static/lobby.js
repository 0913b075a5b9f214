// The lobby: its tab says how many tables wait for an answer, and tables what was said there since one last looked.
import "./moot.js";

// A drawn board stays while the list around it is drawn anew.
Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, now) => !(old.dataset && "fixed" in old.dataset && now.dataset && "fixed" in now.dataset);

function countWaiting() {
  const waits = Number(document.querySelector("[data-waits]")?.dataset.waits ?? 0);
  document.title = waits ? `(${waits}) Moot` : "Moot";
  showWaiting(waits);
  for (const one of document.querySelectorAll("[data-said]")) showUnread(one);
}

// The tab's icon bears a dot, too.
function showWaiting(waits) {
  const icon = document.querySelector("link[rel=icon]");
  icon.dataset.plain ??= icon.href;
  icon.href = waits ? icon.dataset.waiting ?? icon.dataset.plain : icon.dataset.plain;
}

// How much of the chat of a table was read is known to the browser alone.
function showUnread(one) {
  const unread = Number(one.dataset.said) - Number(localStorage.getItem(`read-${one.dataset.table}`) ?? 0);
  one.hidden = unread <= 0;
  one.textContent = unread === 1 ? "1 new message" : `${unread} new messages`;
}

for (const field of document.querySelectorAll("#choose input")) field.addEventListener("change", () => field.form.requestSubmit());
document.addEventListener("htmx:afterSwap", countWaiting);
countWaiting();
