// The coach of a lesson: rings what it speaks of, lets the right control glow after a while, and passes on what is pressed.
import { showRelations } from "../moot.js";
import { clear } from "./dock.js";
import { all, byId, piecesIn } from "./page.js";
import { showPieces } from "./panes.js";
import { send } from "./socket.js";

const PATIENCE = 20000; // milliseconds until the right control glows
let beat = "", glowing = 0, asked = 0;

const coach = () => byId("coach");
const alone = () => `alone-${document.querySelector("main.stage").dataset.table}`; // where it is kept that the learner goes on alone
const named = (names) => names.flatMap((name) => all(`#board [data-piece="${name}"], #tray [data-piece="${name}"], #${name}-shown`));

// After each drawing: what was ringed before may have been drawn anew.
export function teach() {
  if (!coach()) return;
  if (coach().dataset.beat && localStorage.getItem(alone()) === coach().dataset.beat) coach().hidden = true;
  const isNew = beat !== coach().dataset.beat;
  if (isNew) begin();
  for (const old of all(".taught")) old.classList.remove("taught");
  const pieces = named(piecesIn(coach().dataset.pieces ?? ""));
  for (const piece of pieces) piece.classList.add("taught");
  if (isNew) bringIntoView(pieces);
  if (coach().dataset.glows) glow();
  letShow();
}

// There is something to show while the learner is asked: not while others move, or while it is still told what they did.
export function letShow() {
  const button = coach()?.querySelector("[data-show-me]"), dock = byId("dock").dataset;
  if (button) button.disabled = !coach().dataset.right || dock.state !== "asked" || "telling" in dock || "past" in dock;
}

function begin() {
  beat = coach().dataset.beat;
  clearTimeout(glowing);
  delete coach().dataset.glows;
  for (const old of all(".glow")) old.classList.remove("glow");
  glowing = setTimeout(() => ((coach().dataset.glows = "yes"), glow()), PATIENCE);
}

// What lies in the tray is looked at there, all else on the board; of a step that names nothing, what can be chosen.
function bringIntoView(pieces) {
  const held = pieces.filter((piece) => piece.closest("#tray")), names = new Set(held.map((piece) => piece.dataset.piece));
  const laid = pieces.filter((piece) => piece.closest("#board") && !names.has(piece.dataset.piece));
  showPieces(pieces.length ? laid : all("#board .lit"));
  if (laid.length === 1) showRelations(laid[0]);
  held[0]?.scrollIntoView({ block: "nearest", inline: "center" });
}

// The right buttons, or the verbs under which they are; the pieces that they name; and rows of a form that begin with them.
function glow() {
  const numbers = piecesIn(coach().dataset.right ?? "");
  const rows = all("#tray .count").filter((row) => numbers.includes(piecesIn(row.dataset.before)[0]));
  const right = numbers.flatMap((number) => all(`#dock [data-move="${number}"], #inbox [data-move="${number}"]`));
  const verbs = new Set(right.map((move) => move.dataset.verb));
  const steps = all("#dock [data-verbs]").filter((button) => verbs.has(button.dataset.verbs));
  const pieces = named(right.flatMap((move) => piecesIn(move.dataset.pieces)));
  for (const one of [...right, ...rows, ...steps, ...pieces, ...all("#coach [data-learn]")]) one.classList.add("glow");
}

// What is pressed in the coach; whether it was.
export function pressCoach(button) {
  const data = button.dataset;
  if (byId("coach-reply")) byId("coach-reply").textContent = "";
  if ("learn" in data) asked = send({ do: "learn", beat: Number(beat), answer: Number(data.learn || -1) });
  else if ("showMe" in data) clear(), (asked = send({ do: "learn", beat: Number(beat), show: true }));
  else if ("fold" in data) goAlone();
  else return false;
  return true;
}

// The coach stays away for as long as this step of the lesson lasts, also after a reload.
function goAlone() {
  localStorage.setItem(alone(), beat);
  coach().hidden = true;
}

// What the coach answers to what was pressed in it stands there, and not at the question; whether it was that.
export function hearReply(message) {
  if (!coach() || message.id !== asked || coach().hidden) return false;
  byId("coach-reply").textContent = message.error;
  return true;
}
