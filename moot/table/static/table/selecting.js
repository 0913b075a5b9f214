// Choosing on the board and in the tray: a press on a piece selects it; held down, or pointed at, it explains.
import { explain } from "../moot.js";
import { clear, render } from "./dock.js";
import { draft, fieldOf, isDraft, isPreparing, moves, openMoves, piecesOf } from "./draft.js";
import { countPiece } from "./forms.js";
import { all, byId, state } from "./page.js";
import { send } from "./socket.js";

const LONG = 500; // milliseconds: a press that explains
let holding = 0, explained = false;

export function choosePiece(piece) {
  const name = piece.dataset.piece;
  if (!isDraft() && countPiece(name)) return render();
  if (draft.pieces.includes(name)) return unselect(name);
  if (piece.classList.contains("lit")) return select(name);
  if (moves().some((move) => piecesOf(move).includes(name))) return selectAnew(name);
  byId(`in-${name}`)?.querySelector("button").focus();
  if (isPreparing() && piece.closest("#tray")) prepare(name);
  lookAt(piece);
}

// What one holds may be chosen while others act: it is selected when the question comes, if it can be.
function prepare(name) {
  Object.assign(draft, { verb: "", pieces: [name] });
  render();
}

function unselect(name) {
  draft.pieces = draft.pieces.filter((one) => one !== name);
  draft.page = 0;
  render();
}

// It selects and sends nothing: what follows may be dice.
export function select(...names) {
  Object.assign(draft, { pieces: [...new Set([...draft.pieces, ...names])], page: 0, armed: null });
  byId("why").textContent = "";
  render();
  const open = openMoves();
  if (open.length === 1) fieldOf(open[0])?.focus();
}

// What goes with nothing that was chosen before begins a new draft.
function selectAnew(name) {
  Object.assign(draft, { verb: "", pieces: [] });
  select(name);
}

// A piece that cannot be chosen says what it is, and to whom is asked why it cannot.
function lookAt(piece) {
  explain(piece);
  if (state.asked) send({ do: "why", piece: piece.dataset.piece });
}

// And so does one that was chosen, when it no longer can be.
document.addEventListener("gone", ({ detail: piece }) => state.asked && send({ do: "why", piece }));

// --- held down it explains ---

document.addEventListener("pointerdown", (event) => {
  explained = false;
  clearTimeout(holding);
  const piece = event.target.closest("[data-tip]:not([data-take-back])"); // which is held down for something else
  if (piece && event.pointerType === "touch") holding = setTimeout(() => ((explained = true), explain(piece)), LONG);
});
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, () => clearTimeout(holding));
document.addEventListener("contextmenu", (event) => explained && event.preventDefault());

// Whether the press that ends now was held down, and so has explained something.
export function hasExplained() {
  const was = explained;
  explained = false;
  return was;
}

// --- by keyboard: Enter and Space choose, arrows go to the next ringed piece ---

document.addEventListener("keydown", (event) => {
  const piece = event.target.closest?.("[data-piece]");
  if (piece && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choosePiece(piece);
  }
  if (piece && event.key in WAYS) goOn(piece, event);
  if (event.key === "Escape") clear();
});

// To the ringed piece that is nearest in the direction of the arrow; if there is none, to the next one.
function goOn(piece, event) {
  const lit = all("#board .lit, #tray .lit");
  if (!lit.length) return;
  event.preventDefault();
  const others = lit.filter((one) => one !== piece);
  const best = others.map((one) => [distance(piece, one, event.key), one]).filter(([far]) => far < Infinity).sort(([a], [b]) => a - b)[0];
  (best?.[1] ?? lit[(lit.indexOf(piece) + 1) % lit.length]).focus();
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

function distance(from, to, key) {
  const a = from.getBoundingClientRect(), b = to.getBoundingClientRect(), [x, y] = WAYS[key];
  const right = b.left + b.width / 2 - a.left - a.width / 2, down = b.top + b.height / 2 - a.top - a.height / 2;
  const along = right * x + down * y, aside = Math.abs(right * y) + Math.abs(down * x);
  return along > 1 ? along + 2 * aside : Infinity;
}

// --- why a piece cannot be chosen ---

export function explainRefusal(message, rulebook) {
  const why = byId("why");
  if (!why) return;
  const isStruck = why.querySelector("s") !== null;
  if (isStruck && !message.text) return;
  if (isStruck) why.append(" ", message.text);
  else why.textContent = message.text || "That is not among what you may choose now.";
  if (!message.section) return;
  const link = document.createElement("a"), anchor = `rule-${message.section.replaceAll(".", "-")}`;
  Object.assign(link, { className: "section", href: `${rulebook}#${anchor}`, textContent: `§${message.section}` });
  link.dataset.section = anchor;
  why.append(" ", link);
}
