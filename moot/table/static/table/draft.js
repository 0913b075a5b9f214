// What the player has chosen and not sent: a verb, pieces, which page of the answers is open, a costly answer that was pressed once,
// and which of the ways that are looked through one by one.
import { all, byId, piecesIn } from "./page.js";

const MOST = 6; // answers that stand side by side
const ENTRY = 2; // places that a field takes
export const called = new Map(); // what the pieces are called that were chosen
export const draft = { verb: "", pieces: [], page: 0, armed: null, turn: 0, side: 0 };

// While something is told there is nothing to choose.
export const moves = () => all("#dock:not([data-telling]) .move[data-move]");
export const piecesOf = (move) => piecesIn(move.dataset.pieces);
export const fieldOf = (move) => move.closest(".entry")?.querySelector("input");
export const isDraft = () => draft.verb !== "" || draft.pieces.length > 0 || draft.armed !== null;
export const isPreparing = () => byId("dock").dataset.state === "waiting";
const isExit = (move) => "exit" in move.dataset;
const placeOf = (move) => move.closest(".entry") ?? move;
const weightOf = (item) => (item.element?.matches(".entry") ? ENTRY : 1);

export function clearDraft() {
  Object.assign(draft, { verb: "", pieces: [], page: 0, armed: null, turn: 0, side: 0 });
}

// The moves that what was chosen leaves open.
export const openMoves = () =>
  moves().filter((move) => (!draft.verb || move.dataset.verb === draft.verb) && draft.pieces.every((name) => piecesOf(move).includes(name)));

// Parts of a draft that no move has any more are given up; which, and what they were called.
export function giveUp() {
  if (!isDraft() || !moves().length || openMoves().length) return [];
  const { verb, pieces } = draft, gone = [];
  Object.assign(draft, { verb: "", pieces: [], page: 0, armed: null });
  if (!leaves({ verb })) gone.push({ name: "", words: verb });
  for (const name of pieces) if (!leaves({ pieces: [...draft.pieces, name] })) gone.push({ name, words: called.get(name) ?? name });
  return gone;
}

// A part is taken if it leaves a move.
function leaves(part) {
  const before = { ...draft };
  Object.assign(draft, part);
  if (openMoves().length) return true;
  Object.assign(draft, before);
  return false;
}

// --- what is kept of it ---

export function chosenParts() {
  const { verb, pieces, turn, side } = draft, list = [];
  if (verb) list.push({ kind: "verb", name: verb, words: verb });
  for (const name of pieces) list.push({ kind: "piece", name, words: called.get(name) });
  for (const [name, value] of Object.entries({ turn, side })) if (value) list.push({ kind: "turn", name, value: String(value) });
  return list;
}

// All of it anew, as it was kept.
export function takeUp(parts) {
  const of = (kind) => parts.filter((part) => part.kind === kind), turned = (wanted) => Number(of("turn").find(({ name }) => name === wanted)?.value) || 0;
  clearDraft();
  Object.assign(draft, { verb: of("verb")[0]?.name ?? "", pieces: of("piece").map(({ name }) => name), turn: turned("turn"), side: turned("side") });
  for (const { name, words } of of("piece")) if (words) called.set(name, words);
}

// What stands in the answers: moves, or verbs with the number of their moves if there are too many moves.
export function listed() {
  const open = openMoves().filter((move) => !isExit(move));
  const votes = all("#answers [data-vote]").map((element) => ({ element }));
  const byVerb = Map.groupBy(open, (move) => move.dataset.verb);
  const way = looked();
  if (way) return turner(way);
  const asVerbs = open.length > MOST && byVerb.size > 1 && !draft.verb;
  const items = asVerbs ? [...byVerb].map(verbItem) : [...byBeginning(open), ...byBeginning(instead(open))];
  const [fields, others] = [true, false].map((wanted) => items.filter((item) => Boolean(item.element?.matches(".entry")) === wanted));
  return [...fields, ...votes, ...others]; // what somebody may be typing into stays where it is
}

// A verb that was pressed before its pieces may be another: when one answer is left, what else can be done with these stands beside it.
function instead(open) {
  if (!draft.verb || !draft.pieces.length || open.length !== 1) return [];
  return moves().filter((move) => move.dataset.verb !== draft.verb && !isExit(move) && draft.pieces.every((name) => piecesOf(move).includes(name)));
}

// Ways that differ in their last answer alone are looked through one by one where a game says so.
function ways() {
  const open = openMoves().filter((move) => !isExit(move)), begun = new Set(open.map((move) => move.dataset.move.split("-").slice(0, -1).join("-")));
  return open.length > 1 && begun.size === 1 && open.every((move) => move.dataset.side) ? open : [];
}

// Until it is chosen what they begin with, such ways are listed by that: the others would all look alike.
const begunWith = (move) => move.dataset.move.split("-", move.dataset.begins ? 1 : undefined).join("-");

function byBeginning(open) {
  const groups = [...Map.groupBy(open, begunWith).values()];
  return groups.map(([move, ...alike]) => (alike.length ? { begins: shared(move, alike), move } : { element: placeOf(move), move }));
}

// The pieces of a move that others name as well.
const shared = (move, others) => piecesOf(move).filter((name) => others.every((other) => piecesOf(other).includes(name)));

const around = (list, place) => list.at(place % list.length);

// The present one of them: of its side, and how far it was turned.
export function looked() {
  const sides = Map.groupBy(ways(), (move) => move.dataset.side);
  return sides.size ? around(around([...sides.values()], draft.side), draft.turn) : null;
}

function turner(way) {
  const sides = Map.groupBy(ways(), (move) => move.dataset.side), isTurned = sides.get(way.dataset.side).length > 1;
  const turns = isTurned ? [{ turn: -1, words: "⟲ Turn" }, { turn: 1, words: "Turn ⟳" }] : [];
  const side = sides.size > 1 ? [{ turn: 0, words: way.dataset.side }] : [];
  return [...turns, ...side, { element: way, move: way, sends: true }];
}

const verbItem = ([verb, group]) => (group.length === 1 ? { element: placeOf(group[0]), move: group[0] } : { verb, many: byBeginning(group).length });

// What is not open now is told while nothing is chosen, and only as far as answers leave room for it.
const missing = () => (draft.verb || draft.pieces.length ? [] : all("#dock:not([data-telling]) #answers > .not-now").map((element) => ({ element })));

// The items of the page that is open, and which of how many pages it is.
export function pageOf(items) {
  const weight = items.reduce((sum, item) => sum + weightOf(item), 0);
  if (weight <= MOST) return { shown: [...items, ...missing().slice(0, MOST - weight)], more: "" };
  const pages = inPages(items);
  draft.page %= pages.length;
  return { shown: pages[draft.page], more: `${draft.page + 1} of ${pages.length}` };
}

// One place is kept for what turns the page.
function inPages(items) {
  const pages = [[]];
  let used = 0;
  for (const item of items) {
    if (used + weightOf(item) > MOST - 1) pages.push([]), (used = 0);
    pages.at(-1).push(item);
    used += weightOf(item);
  }
  return pages;
}
