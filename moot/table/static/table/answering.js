// Giving answers: by button, by a field, several at once; each names the question that it was made for.
import { armWith, disarm, render } from "./dock.js";
import { draft, fieldOf, moves } from "./draft.js";
import { all, byId, piecesIn, say } from "./page.js";
import { forgetDraft } from "./keeping.js";
import { forgetChanges } from "./marks.js";
import { answerWith, isWaiting, send } from "./socket.js";

const isBusy = isWaiting;
const answered = () => Number(byId("dock").dataset.answer);

const wish = () => document.documentElement.dataset.ask ?? "costly"; // before what its person wants to be asked
const FINAL = "Are you sure? It cannot be taken back.", FOR_A_WHILE = "Sure? Take back works until others go on.";
const weighed = { asked: 0, answer: 0, move: "" }; // the press of which it is not yet known whether its answer is final

// A costly answer is armed by the first press, and given by the second; who wishes so is asked before every final one, too.
export function choose(move) {
  if (isBusy()) return;
  if ("costly" in move.dataset && wish() !== "never") armWith(move, "Are you sure?"), weigh(move);
  else if (wish() === "final") weigh(move);
  else play(move);
}

// Whether it could be taken back is found out by looking ahead.
function weigh(move) {
  const filled = filledIn(move);
  if (!filled) return;
  const texts = filled.text ? [filled.text] : [];
  const asked = send({ do: "ahead", answer: answered(), moves: filled.moves ?? [filled.move], texts });
  Object.assign(weighed, { asked, answer: answered(), move: move.dataset.move });
}

// What was pressed is armed if it is final, and given if not; of what is costly it is only said; nothing is, if it is asked no more.
export function hearWeighed(message) {
  const move = message.id === weighed.asked && weighed.answer === answered() ? moveOf(weighed.move) : null;
  if (!move || isBusy()) return;
  weighed.asked = 0;
  if ("costly" in move.dataset) sayWhether(message.final, move);
  else if (message.final) armWith(move, FINAL);
  else play(move);
}

function sayWhether(isFinal, move) {
  if (draft.armed === move.dataset.move) say(isFinal ? FINAL : FOR_A_WHILE);
}

const moveOf = (number) => moves().concat(all("#inbox .move")).find((one) => one.dataset.move === number);

export function confirm(number) {
  const move = moveOf(number);
  if (move && !isBusy()) play(move);
}

export function play(move) {
  const filled = filledIn(move);
  if (filled) submit(move, filled);
}

// What a button stands for, with what was typed; nothing if that will not do.
function filledIn(move) {
  const field = fieldOf(move), filled = field ? fillIn(move, field) : numbersIn(move.dataset.move);
  if (!filled.error) return filled;
  say(filled.error);
  field.focus();
  return null;
}

// A whole gesture is several answers: they count together or not at all.
function numbersIn(text) {
  const numbers = text.split(/[- ]/).map(Number);
  return numbers.length > 1 ? { moves: numbers } : { move: numbers[0] };
}

// A button that says what somebody else has typed in.
export function agree(proposal) {
  if (!isBusy()) submit(proposal, { move: Number(proposal.dataset.vote), text: proposal.dataset.text });
}

function submit(button, answer) {
  disarm();
  button.setAttribute("aria-busy", "true");
  give(answer);
}

function give(answer) {
  forgetChanges();
  forgetDraft();
  answerWith({ do: "play", answer: answered(), ...answer });
}

// Several answers that a game has put together on one button.
export function playAll(numbers) {
  if (!isBusy()) give(numbersIn(numbers.trim()));
}

// An answer on its way has arrived. Where people vote, the dock may look the same after it, and another may be chosen.
export function settle() {
  for (const move of all(".move[aria-busy]")) move.removeAttribute("aria-busy");
  render();
}

// A move with what was typed: the name that it writes, or the amount that tells it from the others of its choice.
function fillIn(move, field) {
  const number = Number(move.dataset.move), typed = field.value.trim();
  if ("writes" in field.dataset) return typed ? { move: number, text: typed } : { error: "Write a name first." };
  const amount = Number(typed), spans = piecesIn(field.dataset.spans).map((span) => span.split("-").map(Number));
  if (!typed || !spans.some(([low, high]) => Number.isInteger(amount) && low <= amount && amount <= high)) {
    return { error: `${typed ? `${typed} cannot be chosen` : "Choose a number"}: ${field.dataset.words}.` };
  }
  return { move: number + (amount - spans[0][0]) * Number(field.dataset.step) };
}

document.addEventListener("submit", (event) => {
  const entry = event.target.closest(".entry");
  if (!entry) return;
  event.preventDefault();
  choose(entry.querySelector(".move"));
});
