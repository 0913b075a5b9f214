// The rules beside the game: the rule of this question first, and a search through rulebook and glossary.

const search = document.getElementById("rules-search"), found = document.getElementById("rules-found");
const rulebook = () => document.querySelectorAll("#view-rules .rulebook :is(p, li, td, h2, h3, h4)");
const terms = () => document.querySelectorAll("#glossary [data-words]");
let at = -1; // which of what was found is shown

export function pointToRule() {
  const link = document.getElementById("rules-now"), section = document.querySelector("#dock .question a.section");
  if (!link) return;
  link.hidden = !section;
  if (!section) return;
  link.href = section.href;
  link.dataset.section = section.dataset.section;
  link.querySelector("span").textContent = section.textContent;
}

function matches() {
  const wanted = search.value.trim().toLowerCase();
  return wanted.length < 2 ? [] : [...rulebook()].filter((one) => one.textContent.toLowerCase().includes(wanted));
}

function look(step) {
  const all = matches(), wanted = search.value.trim().toLowerCase();
  for (const old of document.querySelectorAll(".rulebook .here")) old.classList.remove("here");
  for (const term of terms()) term.hidden = wanted.length > 1 && !term.textContent.toLowerCase().includes(wanted);
  at = all.length ? (at + step + all.length) % all.length : -1;
  found.textContent = wanted.length < 2 ? "" : all.length ? `${at + 1} of ${all.length}` : "Nothing in the rules";
  if (at < 0) return;
  all[at].classList.add("here");
  const view = document.getElementById("view-rules");
  view.scrollTo({ top: view.scrollTop + all[at].getBoundingClientRect().top - view.getBoundingClientRect().top - view.clientHeight / 3 });
}

search?.addEventListener("input", () => {
  at = -1;
  look(1);
});
search?.closest("form").addEventListener("submit", (event) => {
  event.preventDefault();
  look(1);
});
