// How a game went that is over: fetched once, when its end is shown. It has a place below the board, and where that is narrow one
// with the result.

let html = null; // being fetched, or fetched

export async function loadCourse() {
  const places = [...document.querySelectorAll("[data-course]")].filter((place) => !place.childElementCount);
  if (!places.length) return;
  html ??= fetchFrom(places[0].dataset.course);
  const found = await html;
  if (found === null) html = null; // there was no connection
  for (const place of places) place.innerHTML = found ?? "";
}

async function fetchFrom(address) {
  const answer = await fetch(address).catch(() => null);
  return answer && (answer.ok ? answer.text() : "");
}
