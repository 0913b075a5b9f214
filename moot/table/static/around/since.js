// What changed since one's last turn: it opens by itself for whoever was away for long, is said once, and can be closed until the next.

const LONG = 3600; // seconds
let met = null; // the one that was looked at last
let closed = null; // the one that its reader has closed

const shown = () => document.getElementById("since");
const timeOf = (since) => Number(since?.dataset.at ?? 0);

export function showSince() {
  const since = shown(), at = timeOf(since);
  if (!at || since.hidden) return;
  since.hidden = at === closed;
  if (at === met) return;
  met = at;
  since.querySelector("details").open = Number(document.body.dataset.now) + performance.now() / 1000 - at > LONG;
  speak(since.querySelector("li").textContent);
}

// The first line, politely; what stands in the log has been heard already.
function speak(line) {
  if ([...document.querySelectorAll("#log span")].some((told) => told.textContent === line)) return;
  const said = document.createElement("p");
  said.textContent = `Since your last turn: ${line}`;
  document.getElementById("spoken").append(said);
}

document.addEventListener("click", (event) => {
  if (!event.target.closest("#since [data-close]")) return;
  closed = timeOf(shown());
  shown().hidden = true;
});
