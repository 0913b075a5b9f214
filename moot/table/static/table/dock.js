// The dock: shows at most six answers at a time, what is selected, what is not open now, and asks twice before what is costly.
import { called, clearDraft, draft, fieldOf, giveUp, isDraft, isPreparing, listed, openMoves, pageOf, piecesOf } from "./draft.js";
import { letter, showForm } from "./forms.js";
import { keepFocus } from "./focus.js";
import { refresh } from "./fresh.js";
import { all, byId, PIECES, say } from "./page.js";

export const IMPOSSIBLE = "no longer possible";
const PATIENCE = 8000; // milliseconds that a costly answer waits for its second press
let disarming = 0, armedWords = "";

// Everything that follows from the draft: answers, what is said about it, rings.
export function render() {
  const focused = document.activeElement;
  const gone = giveUp(), piece = gone.find(({ name }) => name)?.name;
  strike([...gone.map(({ words }) => words), ...showForm()], IMPOSSIBLE);
  if (piece) document.dispatchEvent(new CustomEvent("gone", { detail: piece }));
  if (!byId("answers")) return light(), refresh();
  lay(pageOf(listed()));
  strike(giveUpArmed(), IMPOSSIBLE);
  light();
  tellAbout();
  refresh();
  keepFocus(focused);
  document.dispatchEvent(new Event("laid"));
}

// --- the places of the answers ---

function lay({ shown, more }) {
  const answers = byId("answers"), before = all("#dock .step, #inbox .step");
  for (const one of all("#answers > :is(.move, .entry, .not-now)")) one.hidden = true;
  for (const one of all(".exits > :is(.move, .not-now), #inbox .move")) one.hidden = false;
  const made = shown.map((item) => item.element ?? ("turn" in item ? turnButton(item) : "begins" in item ? beginButton(item) : verbButton(item)));
  for (const way of all("#answers .move[data-side]")) way.classList.toggle("primary", shown.some((item) => item.sends && item.element === way));
  if (more) made.push(step("more", "More…", "more", "", span("cost", more)));
  made.forEach((element, place) => put(element, place));
  tellApart(shown.flatMap((item) => item.move && !fieldOf(item.move) ? [item.move] : []));
  answers.dataset.many = made.length > 3 ? "yes" : "no";
  const kept = new Set([...made, ...seal(), ...arm(made)]);
  for (const old of before) if (!kept.has(old)) old.remove();
}

// What was filled in in the tray is sent from among the exits, in the place of the one that would send nothing of it.
function seal() {
  const found = letter();
  if (!found) return [];
  const button = step("send", found.verb, "move", found.numbers, span("cost", found.cost)); // what it says stands above
  Object.assign(button.dataset, { exit: "", verb: found.verb, pieces: "" });
  if (found.costly) button.dataset.costly = "";
  else delete button.dataset.costly;
  button.classList.toggle("primary", !found.costly);
  for (const one of all(`.exits > .not-now, .exits > .move[data-move="${found.end}"]`)) one.hidden = true;
  document.querySelector(".exits").append(button);
  button.hidden = false;
  return [button];
}

// Answers that look alike are read out with all that they are.
function tellApart(moves) {
  for (const alike of Map.groupBy(moves, (move) => move.textContent).values()) {
    for (const move of alike) {
      if (alike.length > 1) move.setAttribute("aria-label", `${move.textContent} ${move.dataset.tip}`);
      else move.removeAttribute("aria-label");
    }
  }
}

// What is not open now is read out after the answers, as it stands after them.
function put(element, place) {
  if (!element.isConnected || element.matches(".not-now")) byId("answers").append(element);
  element.hidden = false;
  element.style.order = place;
}

// A button of the page's own; one that is there already is used again, so that it keeps the focus.
function step(name, words, kind, value, ...more) {
  const id = `step-${name}`, button = byId(id) ?? document.createElement("button");
  Object.assign(button, { id, type: "button", className: "move step" });
  button.dataset[kind] = value;
  button.replaceChildren(span("verb", words), ...more);
  return button;
}

function span(kind, words) {
  const made = document.createElement(kind === "outcome" ? "small" : "span");
  made.className = kind;
  made.textContent = words;
  return made;
}

const wordsOf = (move, kind) => move.querySelector(`.${kind}`)?.textContent ?? "";

function verbButton({ verb, many }) {
  const button = step(`verb-${verb}`, verb, "verbs", verb, span("cost", `${many} ways`));
  button.setAttribute("aria-label", `${verb}: ${many} ways`);
  return button;
}

function beginButton({ begins, move }) {
  const more = [span("cost", wordsOf(move, "cost")), span("outcome", move.dataset.begins)];
  return step(`begins-${begins.join("_")}`, wordsOf(move, "verb"), "begins", begins.join(" "), ...more);
}

const turnButton = ({ turn, words }) => step(`turn${turn}`, words, "turn", turn);

// --- two presses for what is costly ---

// The button itself becomes "No, keep", and the confirmation stands in the next place, so that a double press never confirms.
function arm(made) {
  const armed = armedMove();
  if (!armed) return [];
  const keep = step("keep", "No, keep", "keep", ""), sure = confirmationOf(armed), card = armed.closest(".card");
  armed.after(keep);
  keep.style.order = armed.style.order;
  armed.hidden = true;
  const covered = card ? besideOf(armed, card) : made[placeAfter(made.indexOf(armed), made.length)];
  if (covered) covered.hidden = true;
  if (card) (covered ?? keep).after(sure);
  else put(sure, covered?.style.order ?? made.length);
  return [keep, sure];
}

const armedMove = () => all("#dock .move, #inbox .move").find((move) => move.dataset.move === draft.armed);

// What was pressed once and is no answer any more; what it was called.
function giveUpArmed() {
  if (draft.armed === null || armedMove()) return [];
  disarm();
  return [armedWords];
}

// The place after that of the armed answer; where all are taken, the one before the last. That of an exit is the last.
function placeAfter(place, many) {
  const isFull = many === 3 || many === 6, last = isFull ? many - 1 : many;
  return place < 0 ? last : isFull && place === last ? place - 1 : place + 1;
}
// On a card: the next of its own answers, or the one before; what was put there for the two presses is none.
function besideOf(armed, card) {
  const own = all(".move:not(.step)", card), place = own.indexOf(armed);
  return own[place + 1] ?? own[place - 1];
}

function confirmationOf(armed) {
  const more = ["cost", "outcome"].filter((kind) => wordsOf(armed, kind)).map((kind) => span(kind, wordsOf(armed, kind)));
  const button = step("sure", `Yes: ${wordsOf(armed, "verb")}`, "confirm", armed.dataset.move, ...more);
  button.classList.add("sure");
  button.setAttribute("aria-label", `Yes: ${armed.textContent}`);
  return button;
}

export function armWith(move, words) {
  draft.armed = move.dataset.move;
  armedWords = move.dataset.verb;
  clearTimeout(disarming);
  disarming = setTimeout(() => disarm() && render(), PATIENCE);
  say(words);
  render();
}

export function disarm() {
  const was = draft.armed !== null;
  if (was && byId("why")) byId("why").textContent = "";
  draft.armed = null;
  return was;
}

// --- what is said about what is selected ---

// What is gone of what was chosen: never silently, and never sent.
export function strike(gone, why) {
  const about = byId("why"), lost = gone.filter(Boolean);
  if (!about || !lost.length) return;
  const struck = [...all("s", about).map((one) => one.textContent), ...lost];
  say(`Meanwhile ${struck.join(", ")}: ${why}. Nothing was sent.`);
  about.replaceChildren("Meanwhile ", ...struck.flatMap((words, place) => [place ? ", " : "", strickenOut(words)]), `: ${why}. Nothing was sent.`);
}

function strickenOut(words) {
  const made = document.createElement("s");
  made.textContent = words;
  return made;
}

function tellAbout() {
  if (!byId("picked")) return; // the game is over
  byId("clear").hidden = !(draft.verb || draft.pieces.length);
  for (const name of draft.pieces) called.set(name, nameOf(name) || called.get(name));
  const parts = [draft.verb, ...draft.pieces.map((name) => called.get(name))].filter(Boolean);
  const picked = parts.length ? parts.join(" → ") + (draft.pieces.length ? "" : " → …") : (letter()?.said ?? "");
  byId("picked").replaceChildren(picked && isPreparing() ? `For your turn: ${picked}` : picked, ...aboutPiece(draft.pieces.at(-1)));
  const selectable = document.querySelector("#about .selectable");
  if (selectable) selectable.textContent = whatCouldBe();
}

const drawnAs = (name) => all(PIECES).filter((one) => one.dataset.piece === name);

// What a piece is called: what it is read out as, wherever it is drawn with a name.
function nameOf(name) {
  const drawn = drawnAs(name);
  return drawn.map((one) => one.getAttribute("aria-label")).find(Boolean) || drawn[0]?.textContent.trim() || "";
}

// What its tip says of the piece that was chosen last, after what it is called.
function aboutPiece(name) {
  const tip = drawnAs(name).map((one) => one.dataset.tip).find(Boolean) ?? "";
  const rest = tip && beyond(called.get(name) ?? "", tip);
  return rest ? [" ", span("tip-said", rest)] : [];
}

// What a tip says after the words that it begins with as a name does.
function beyond(name, tip) {
  const wordsIn = (text) => text.split(/[\s·]+/), bare = (word) => word?.replace(/[,.:;]$/, "");
  const known = wordsIn(name), words = wordsIn(tip), first = words.findIndex((word, place) => bare(word) !== bare(known[place]));
  return first < 0 ? "" : words.slice(first).join(" ");
}

function whatCouldBe() {
  const lit = document.querySelectorAll("#board .lit").length, held = document.querySelectorAll("#tray .lit").length;
  if (lit && held) return "Press something ringed on the board or in your tray, or choose here.";
  if (lit) return "Press something ringed on the board, or choose here.";
  return held ? "Press something ringed in your tray, or choose here." : "";
}

// --- rings ---

// Possible next: ringed. Selected: a thick ring, and lifted. Nothing else changes.
function light() {
  const open = openMoves(), named = new Set(open.flatMap(piecesOf));
  for (const piece of all(PIECES)) {
    const name = piece.dataset.piece, chosen = draft.pieces.includes(name);
    const lit = named.has(name) && !chosen && tellsApart(name, open);
    piece.classList.toggle("lit", lit);
    piece.classList.toggle("chosen", chosen);
    if (lit || chosen) piece.setAttribute("role", "button");
    else if (piece.getAttribute("role") === "button") piece.setAttribute("role", "img");
  }
}

// A piece that every open move names is no choice, unless there is only one move.
const tellsApart = (name, open) => open.length === 1 || open.some((move) => !piecesOf(move).includes(name));

export function clear() {
  if (!isDraft()) return;
  clearDraft();
  byId("why").textContent = "";
  render();
}
