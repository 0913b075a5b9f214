// What somebody says is shown for a while at their seat, too.

const LASTS = 6000; // milliseconds
const MOST = 80; // signs

export function showBubbles(message) {
  if (message.from_start) return;
  for (const html of message.chat ?? []) {
    const line = document.createElement("ol");
    line.innerHTML = html;
    const said = line.firstElementChild;
    if (said.dataset.seat) show(document.getElementById(`seat-${said.dataset.seat}-shown`), said.querySelector("p").textContent);
  }
}

// It lies above the page, so that seats may be drawn anew meanwhile; it is not read out, since the chat is.
function show(seat, words) {
  if (!seat) return;
  document.querySelector(`.bubble[data-of="${seat.id}"]`)?.remove();
  const bubble = document.createElement("div"), at = seat.getBoundingClientRect();
  bubble.className = "bubble";
  bubble.dataset.of = seat.id;
  bubble.ariaHidden = "true";
  bubble.textContent = words.length > MOST ? `${words.slice(0, MOST)}…` : words;
  document.body.append(bubble);
  const wide = bubble.getBoundingClientRect().width;
  bubble.style.left = `${Math.max(8, Math.min(at.left, innerWidth - wide - 8))}px`;
  bubble.style.top = `${at.bottom + 6}px`;
  setTimeout(() => bubble.remove(), LASTS);
}
