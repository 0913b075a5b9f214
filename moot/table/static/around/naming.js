// Whoever came by a link sits first, and is asked for a name at the seat; anybody may rename themselves there.

const form = document.getElementById("naming");

export function askName() {
  if (!form) return;
  if ("ask" in form.dataset && cameByLink()) open();
  document.addEventListener("click", (event) => {
    const seat = event.target.closest?.("#seats > li"), own = document.querySelector("[data-me]").dataset.me;
    if ((event.target.closest?.(".seat-name") && seat?.id === `seat-${own}-shown`) || event.target.closest?.("[data-rename]")) open();
    else if (event.target.closest?.("[data-naming-later]")) form.hidden = true;
  });
  form.addEventListener("keydown", (event) => event.key === "Escape" && (form.hidden = true));
}

// Who plays with bots alone needs no name.
function cameByLink() {
  const query = new URLSearchParams(location.search);
  return query.has("new") || query.has("invite");
}

function open() {
  const own = document.querySelector("[data-me]").dataset.me, at = document.getElementById(`seat-${own}-shown`)?.getBoundingClientRect();
  if (!at) return;
  form.hidden = false;
  form.style.top = `${at.bottom + 6}px`;
  form.style.left = `${Math.max(8, Math.min(at.left, innerWidth - form.getBoundingClientRect().width - 8))}px`;
  form.querySelector("input[name=name]").select();
}
