// What happened is told step by step, in the order in which the rules resolved it and at the reader's own pace: a queue of updates.
// A press goes one step on, and nothing is dropped. The dock opens when the telling has reached its question.
import { follow, spotlight } from "./moot.js";
import { whenReleased } from "./pressing.js";
import { byId, narrow, piecesIn, stage, state } from "./table/page.js";
import { foldAll, speed, timeOf } from "./table/pace.js";
import { clearBefore, empty, rest, roll, ROLLING } from "./table/well.js";

const LONGEST_LINE = narrow.matches ? 90 : 150; // signs of what was told that stay in view
const ONE_ROW = 44; // signs that stand in one row on a phone
const MOST_KEPT = 80; // steps that can be told again
const queue = []; // updates that have not been told to their end
const telling = { timer: 0, step: null, due: null, paused: false, hurried: false, lit: false };
const past = { board: null, steps: [] }; // since the player's last answer
let folded = []; // words of steps that were folded into the next
let page = null; // what draws: see `begin`

// `page` draws: `lines(html)` adds to the log, `logAnew(html)` replaces it, `parts(pieces)` draws, `boardNow()` is what is drawn, `cover(own)` and `uncover()` close and
// open the dock, `leaves(dock)` says what becomes of the question on the page, `pass()` shows that it is past, `ownSeat(seats)` that one's own seat has done what was
// asked, and `reached(message)` says that everything of a message is shown.
export function begin(drawing) {
  page = drawing;
}

// An update from the server. A question that has been answered is closed at once, however much there is still to be told.
export function enqueue(message) {
  const update = { message, steps: stepsOf(message), rest: { ...message.pieces } };
  announce(update.steps);
  queue.push(update);
  if (isAtOnce(update)) return hurry();
  leaveQuestion(update);
  foldAll(queue.flatMap((one) => one.steps));
  show();
  if (!telling.step) goOn();
}

// Everything is told anew: what waited is part of it.
export function drop() {
  queue.length = 0;
  stop();
  show();
}

// --- steps ---

// Whoever lags behind has lines and no steps: it is told as a list.
function stepsOf(message) {
  if (message.log_again) return [];
  const lines = [...message.log];
  const told = message.told ?? (lines.length ? [{ lines: lines.length, listed: true }] : []);
  return told.map((step) => ({ weight: "ordinary", ...step, html: lines.splice(0, step.lines) })).map(readLines);
}

function readLines(step) {
  const list = document.createElement("ol");
  list.innerHTML = step.html.join("");
  const lines = [...list.children];
  return { ...step, words: step.words ?? lines.map((line) => line.querySelector("span").textContent).join(" "), pieces: lines.flatMap((line) => piecesIn(line.dataset.pieces)) };
}

// What one's own press did is seen at once, unless dice fell or something large came of it. So is an end that no move has led to.
const isOwn = (step) => step.own && ["small", "ordinary"].includes(step.weight);
const isBrokenOff = ({ message, steps }) => message.over && steps.length < 2;
const isAtOnce = (update) => update.message.log_again || isBrokenOff(update) || (update.steps.length > 0 && update.steps.every((step) => step.listed || isOwn(step)));

// --- a question that has been answered ---

// The next one comes when what led to it is told; if nothing has, at once. That others are waited for is said at once.
function leaveQuestion(update) {
  const leaves = page.leaves(update.rest.dock), own = "done" in update.message;
  if (!leaves) return;
  gatherAsks(update);
  if (leaves === "waiting") update.left = true, page.ownSeat(update.message.pieces.seats);
  if (!update.steps.length || (leaves === "waiting" && !update.steps.some((step) => step.own))) page.parts(take(update, QUESTION), own);
  else if (own || leaves === "over") page.cover(true);
  else page.pass();
}

// What was to be asked before is asked no more.
function gatherAsks(update) {
  const asks = queue.map((one) => take(one, QUESTION));
  Object.assign(update.rest, ...asks);
}

function take(update, ids) {
  const taken = Object.entries(update.rest).filter(([id]) => ids.includes(id));
  for (const [id] of taken) delete update.rest[id];
  return Object.fromEntries(taken);
}

// To screen readers, once.
function announce(steps) {
  if (!steps.length) return;
  const line = document.createElement("p");
  line.textContent = steps.map((step) => sentence(step.words)).join(" ");
  byId("spoken").append(line);
  while (byId("spoken").children.length > 8) byId("spoken").firstChild.remove();
}

// --- one after the other ---

// The next step, and those after it that take no time.
function goOn() {
  stop();
  while (queue.length) {
    const update = queue[0], step = update.steps.shift();
    if (!step) {
      finish(queue.shift());
      continue;
    }
    const time = telling.hurried ? 0 : timeOf(step);
    tell(update, step, time);
    if (time > 0) return wait(step, time);
  }
  settle();
}

function wait(step, time) {
  telling.step = step;
  show();
  if (!telling.paused) telling.timer = setTimeout(() => whenReleased(goOn), time);
}

function stop() {
  clearTimeout(telling.timer);
  rest();
  telling.due?.();
  Object.assign(telling, { timer: 0, step: null, due: null });
}

function tell(update, step, time) {
  if (step.own && !update.own) (update.own = true), keepFrom();
  if (time > 0 && !update.again) page.cover(update.own === true);
  page.lines(step.html);
  if (time > 0 || !update.steps.length) sayNow([...folded, step.words]), (folded = []);
  else folded.push(step.words);
  light(step.pieces);
  if (step.dice) roll(step.dice, update, time > ROLLING);
  draw(update, step, step.dice && time > ROLLING ? ROLLING : 0);
}

// The board is as it was after this step; after dice, when they rest. With the last step everything is as it is now, but for the
// question, which comes when all is told.
function draw(update, step, later) {
  const due = () => {
    telling.due = null;
    rest();
    if (!update.steps.length) drawRest(update);
    else if (step.board || step.standing) drawParts(update, { ...step.standing, ...(step.board && { board: step.board }) });
    point(step); // what leads there was drawn anew
    if (!update.again) remember(step);
  };
  telling.due = due;
  if (later) setTimeout(() => telling.due === due && whenReleased(due), later);
  else due();
}

// What a step is about, and what leads there.
function point(step) {
  light(step.pieces);
  follow(step.weight === "large" ? step.pieces : []);
}

// What a reader has lit stays so while nothing else is spoken of.
function light(pieces) {
  if (pieces.length || telling.lit) spotlight(pieces);
  telling.lit = pieces.length > 0;
}

const QUESTION = ["dock", "inbox"], ASKS = [...QUESTION, "coach"];

// A dock that asks nothing says for whom one waits: that is as it is now, too.
function drawRest(update) {
  const { asked, over } = update.message ?? {}, held = asked || over ? ASKS : ["inbox", "coach"];
  drawParts(update, take(update, Object.keys(update.rest).filter((id) => !held.includes(id))));
}

function drawParts(update, pieces) {
  const before = phase();
  page.parts(pieces);
  if (phase() !== before) clearBefore(update);
}

const phase = () => [...document.querySelectorAll("#strip :is(.strip-title, [aria-current])")].map((one) => one.textContent).join();

function finish(update) {
  if (update.again) return;
  if (update.message.log_again) page.logAnew(update.message.log);
  drawRest(update);
  page.parts(update.rest, "done" in update.message);
  if (update.left) page.ownSeat(null);
  page.reached(update.message);
}

// All is told: the last words stay until something else happens.
function settle() {
  telling.hurried = false;
  point({ pieces: [] });
  page.uncover();
  if (state.over) empty();
  show();
}

// A heading that is followed by something ends like a sentence.
const sentence = (words) => (/[\p{L}\d]$/u.test(words) ? `${words}.` : words);

function sayNow(words) {
  let said = words.pop();
  while (words.length && said.length + words.at(-1).length < LONGEST_LINE) said = `${sentence(words.pop())} ${said}`;
  recall(lastOf(said));
}

// Of much that was told at once the last sentences stay.
function lastOf(said) {
  const at = said.length > LONGEST_LINE ? said.indexOf(". ", said.length - LONGEST_LINE - 2) : -1;
  return at < 0 ? said : said.slice(at + 2);
}

// Whoever comes to the table sees what happened last.
export function recall(words) {
  byId("ticker").textContent = words ?? "";
  byId("ticker").classList.toggle("long", (words?.length ?? 0) > ONE_ROW);
}

// --- what the reader does ---

export const isTelling = () => telling.step !== null;

// One step on.
export function advance() {
  if (isTelling()) goOn();
}

// To the question: all the rest at once.
export function hurry() {
  telling.hurried = true;
  goOn();
}

export function pause() {
  if (!isTelling()) return;
  telling.paused = !telling.paused;
  clearTimeout(telling.timer);
  if (!telling.paused) telling.timer = setTimeout(() => whenReleased(goOn), timeOf(telling.step) / 2);
  show();
}

function show() {
  const told = isTelling(), asked = queue.at(-1)?.message?.asked;
  if (!told) telling.paused = false;
  stage.dataset.telling = telling.paused ? "paused" : told ? "yes" : "no";
  byId("to-turn").hidden = !told;
  byId("to-turn").textContent = asked ? "To my turn" : "To now";
  document.querySelector("#told [data-again]").hidden = told || !past.steps.length;
}

// --- again ---

function keepFrom() {
  Object.assign(past, { board: page.boardNow(), steps: [] });
}

function remember(step) {
  past.board ??= page.boardNow();
  past.steps = [...past.steps, { ...step, standing: null, folded: false, html: [], lines: 0, board: page.boardNow() }].slice(-MOST_KEPT);
}

// Tells it again from the player's last answer. The question stays as it is.
export function again() {
  if (isTelling() || !past.steps.length) return;
  const now = page.boardNow(), steps = past.steps.map((step) => ({ ...step, own: false }));
  foldAll(steps);
  page.parts({ board: past.board });
  queue.unshift({ again: true, steps, rest: { board: now } });
  goOn();
}
