// How much time is left, by the server's clock: a browser's own may be wrong by minutes.
const arrived = performance.getEntriesByType("navigation")[0].responseStart;
const ahead = (Date.now() - performance.now() + arrived) / 1000 - Number(document.body.dataset.now);

// Much time is said in words, which need not change every second.
function inWords(left) {
  if (left < 7200) return `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  const hours = Math.floor(left / 3600);
  return hours < 48 ? `${hours} hours left` : `${Math.floor(hours / 24)} days left`;
}

export function countDown() {
  for (const one of document.querySelectorAll("[data-deadline]")) {
    const left = Math.max(0, Math.round(Number(one.dataset.deadline) + ahead - Date.now() / 1000));
    const words = one.querySelector(".countdown");
    if (words && words.textContent !== inWords(left)) words.textContent = inWords(left);
  }
}

setInterval(countDown, 1000);
countDown();
