// Keeps the page as the server draws it.
import { countDown } from "../clock.js";
import { lit, spotlight } from "../moot.js";
import { recall } from "../telling.js";
import { addChat, nameOthers } from "./chat.js";
import { letShow, teach } from "./coach.js";
import { render } from "./dock.js";
import { clearDraft, isDraft, isPreparing } from "./draft.js";
import { keepFocus } from "./focus.js";
import { hasJustPressed, isNewHere } from "./fresh.js";
import { markChanges, states } from "./marks.js";
import { all, byId, seat, state } from "./page.js";
import { framed, unframed } from "./panes.js";
import { addLines } from "./side.js";

let met = false; // whether the server has been heard since the page was opened
let later = null; // a question that waits until the hand is off the dock
let ownNow = null; // one's own seat, which has done what was asked though that is still to be told

// Everything, when the page or its line to the server has just been opened.
export function showAll(message) {
  const first = !met;
  met = true;
  showParts(message.pieces, "done" in message, { marked: !first });
  if (first) turnToWaiting();
  addLines(message, first);
  addChat(message);
  recall(document.querySelector("#log li:not(.turn) span")?.textContent);
}

// Some parts as they are now; `own` says that they came of the player's own press.
export function showParts(pieces, own, { marked = true } = {}) {
  const before = states(), focused = document.activeElement, lighted = lit();
  unframed();
  for (const [id, html] of Object.entries(pieces)) if (id !== "dock") morph(id, html);
  if (ownNow) showOwnSeat();
  if (pieces.dock) arrive(pieces.dock, own || "telling" in byId("dock").dataset);
  if (marked) markChanges(before);
  spotlight(lighted);
  render();
  framed();
  teach();
  countDown();
  keepFocus(focused);
  nameOthers();
}

export function drawBoard(html) {
  unframed();
  morph("board", html);
  framed();
}

// The board as the page has it.
export function boardNow() {
  unframed();
  const html = byId("board").outerHTML;
  framed();
  return html;
}

// While something is told the dock asks nothing; but a question that is open stays so, unless the player has just answered it.
export function cover(own) {
  const dock = byId("dock");
  if (!own && dock.dataset.state === "asked") return;
  dock.dataset.telling = "yes";
  render();
  letShow();
}

export function uncover() {
  if (!("telling" in byId("dock").dataset)) return;
  delete byId("dock").dataset.telling;
  render();
  letShow();
}

// What becomes of the question that is open on the page: "asked" if another follows, "waiting" if others do, "over"; nothing while it stands.
export function leaves(html) {
  const now = byId("dock"), next = html && !("telling" in now.dataset) && now.dataset.state === "asked" ? elementIn(html, "dock") : now;
  return questionOf(next) === questionOf(now) ? "" : next.dataset.state;
}

// It is seen to be past.
export function pass() {
  byId("dock").dataset.past = "yes";
}

// One's own seat says what it does now, while the others stand as they did when what is told happened. None: it is told, too.
export function ownSeat(seats) {
  ownNow = seats ? elementIn(seats, ownId) : null;
  if (ownNow) showOwnSeat();
}

const ownId = `seat-${seat}-shown`;

function showOwnSeat() {
  const now = byId(ownId);
  if (!now) return;
  Object.assign(now.dataset, { status: ownNow.dataset.status, awaited: ownNow.dataset.awaited });
  now.querySelector(".seat-state").replaceWith(ownNow.querySelector(".seat-state").cloneNode(true));
}

function morph(id, html) {
  if (byId(id)) Idiomorph.morph(byId(id), html, { morphStyle: "outerHTML", restoreFocus: true, callbacks: { beforeNodeMorphed, beforeNodeRemoved } });
}

// --- a question arrives ---

const elementIn = (html, id) => new DOMParser().parseFromString(html, "text/html").getElementById(id);
const dockIn = (html) => elementIn(html, "dock");
// A question is another one after an answer; that its words or what may be answered change meanwhile makes it no new one.
const questionOf = (dock) => `${dock.dataset.answer} ${dock.dataset.state}`;

// The dock changes by one's own press, or when a question comes to somebody who was waiting. Otherwise it waits until the hand is off it.
function arrive(html, own) {
  const now = byId("dock"), next = dockIn(html);
  const isNew = questionOf(now) !== questionOf(next);
  later = null;
  if (isNew && !own && mustWait(now, next)) return hold(html);
  if (!isNew && !own && isRestedOn(now, next)) return (later = html);
  draw(html, isNew);
}

const isUnderHand = () => byId("dock").matches(":hover") && matchMedia("(hover: hover)").matches;
// That the game is over or paused, that a bot plays, or that others are waited for, is seen at once; and so is what follows upon one's own press.
const isUrgent = (next) => next.dataset.state === "over" || next.querySelector("#paused, #handed, #stand-in") !== null;
const mustWait = (now, next) => now.dataset.state === "asked" && next.dataset.state === "asked" && !isUrgent(next) && (isDraft() || (isUnderHand() && !hasJustPressed() && !isNewHere()));
// Nor do answers change under a hand that rests on them: what is no longer legal is refused in words. How others vote is seen at once.
const isRestedOn = (now, next) => now.dataset.state === "asked" && !isUrgent(next) && !("votes" in next.dataset) && isUnderHand() && !hasJustPressed();

// What stands there meanwhile has been answered: it is seen to be past.
function hold(html) {
  later = html;
  pass();
  byId("look").hidden = false;
}

// What was held back is shown: its reader wants it, or is off the dock.
export function look() {
  if (later === null) return;
  const html = later;
  later = null;
  draw(html, questionOf(byId("dock")) !== questionOf(dockIn(html)));
  render();
  framed();
}

function draw(html, isNew) {
  byId("look").hidden = true;
  const said = byId("why")?.cloneNode(true).childNodes ?? [], wasPreparing = isPreparing();
  morph("dock", html);
  if (isNew) turnToWaiting();
  if (isNew && !wasPreparing) clearDraft();
  else byId("why")?.replaceChildren(...said); // there is none when the game is over
}

// Of cards in a row, the first that leaves a choice: one that can only be withdrawn waits for nothing.
function turnToWaiting() {
  const waiting = all("#inbox .card").find((card) => all(".move:not(.step)", card).length > 1);
  waiting?.scrollIntoView({ block: "nearest", inline: "start" });
}

// What somebody has typed into a field of the dock stays when the server draws around it.
const keepAttribute = Idiomorph.defaults.callbacks.beforeAttributeUpdated;
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (attribute, element, kind) =>
  !(attribute === "value" && element.closest(".entry")) && keepAttribute(attribute, element, kind);

// What is fixed is drawn once and then left out of what is sent.
function beforeNodeMorphed(old, now) {
  return !(old.dataset && "fixed" in old.dataset && now.dataset && "fixed" in now.dataset);
}

// What the page's own script has put among the answers it also takes away.
const beforeNodeRemoved = (node) => !node.classList?.contains("step");
