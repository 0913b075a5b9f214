// The words of the game: wherever one stands in a question or beside it, a press on it says in two lines what it is.

const PLACES = "#question, #picked, #about .hint, [data-terms]";
const entries = [...document.querySelectorAll("#glossary [data-words]")];
const byWord = new Map(entries.flatMap((entry) => entry.dataset.words.split("|").map((word) => [word.toLowerCase(), entry])));
const escaped = [...byWord.keys()].sort((a, b) => b.length - a.length).map((word) => word.replace(/[^\w ]/g, "\\$&"));
const WORDS = escaped.length ? new RegExp(`(?<![\\w§])(${escaped.join("|")})(?!\\w)`, "gi") : null;
const bubble = document.getElementById("term");
let asked = null; // the word that was pressed

function markAll() {
  for (const place of document.querySelectorAll(PLACES)) markTerms(place);
  if (asked && !asked.isConnected) close();
}

// The question may wait until the hand is off it, and what is chosen is written by the page itself: so what is there is looked at.
export function watchTerms() {
  const dock = document.querySelector(".dock-place");
  if (!WORDS || !dock) return;
  new MutationObserver(() => requestAnimationFrame(markAll)).observe(dock, { childList: true, subtree: true, characterData: true });
  markAll();
}

// Each term once in a place: what is underlined everywhere is not read.
function markTerms(place) {
  const met = new Set([...place.querySelectorAll(".term")].map((word) => word.dataset.term));
  for (const text of textsIn(place)) markIn(text, met);
}

function textsIn(place) {
  const walker = document.createTreeWalker(place, NodeFilter.SHOW_TEXT), found = [];
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest("a, button, .term")) found.push(walker.currentNode);
  return found;
}

function markIn(text, met) {
  const words = [...text.data.matchAll(WORDS)].filter((match) => isNew(match[0], met));
  for (const match of words.reverse()) {
    const word = text.splitText(match.index);
    word.splitText(match[0].length);
    word.replaceWith(termOf(match[0]));
  }
}

function isNew(word, met) {
  const name = nameOf(word);
  return !met.has(name) && met.add(name);
}

const nameOf = (word) => byWord.get(word.toLowerCase()).dataset.words.split("|")[0];

// Words of a sentence, not a box among them: what follows upon them stays in their line.
function termOf(word) {
  const term = document.createElement("span");
  Object.assign(term, { role: "button", tabIndex: 0, className: "term", textContent: word });
  term.dataset.term = nameOf(word);
  return term;
}

function open(term) {
  asked = term;
  bubble.firstElementChild.replaceChildren(...byWord.get(term.textContent.toLowerCase()).cloneNode(true).children);
  bubble.hidden = false;
  const at = term.getBoundingClientRect(), size = bubble.getBoundingClientRect();
  bubble.style.left = `${Math.max(8, Math.min(at.left, innerWidth - size.width - 8))}px`;
  bubble.style.top = `${at.bottom + size.height + 8 < innerHeight ? at.bottom + 6 : Math.max(8, at.top - size.height - 6)}px`;
}

function close() {
  asked = null;
  bubble.hidden = true;
}

document.addEventListener("click", (event) => {
  const term = event.target.closest?.(".term");
  if (term && term !== asked) return open(term);
  if (bubble && !bubble.hidden && !event.target.closest("#term")) close();
});
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && bubble) close();
  if (!event.target.matches?.(".term") || !["Enter", " "].includes(event.key)) return;
  event.preventDefault();
  event.target.click();
});
