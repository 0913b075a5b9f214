// What changed since one's last turn opens by itself for whoever was away for long.

const LONG = 3600; // seconds
let met = null; // the one that was looked at last

export function openAfterAWhile() {
  const since = document.getElementById("since"), at = Number(since?.dataset.at ?? 0);
  if (!at || since.hidden || met === at) return;
  met = at;
  since.open = Number(document.body.dataset.now) + performance.now() / 1000 - at > LONG;
}
