// What the player has chosen and not sent: a verb, pieces, which page of the answers is open, a costly answer that was pressed once,
// and which of the ways that are looked through one by one.
import { all, piecesIn } from "./page.js";

const MOST = 6; // answers that stand side by side
const ENTRY = 2; // places that a field takes
export const draft = { verb: "", pieces: [], page: 0, armed: null, turn: 0, side: 0 };

// While something is told there is nothing to choose.
export const moves = () => all("#dock:not([data-telling]) .move[data-move]");
export const piecesOf = (move) => piecesIn(move.dataset.pieces);
export const fieldOf = (move) => move.closest(".entry")?.querySelector("input");
export const isDraft = () => draft.verb !== "" || draft.pieces.length > 0 || draft.armed !== null;
const isExit = (move) => "exit" in move.dataset;
const placeOf = (move) => move.closest(".entry") ?? move;
const weightOf = (item) => (item.element?.matches(".entry") ? ENTRY : 1);

export function clearDraft() {
  Object.assign(draft, { verb: "", pieces: [], page: 0, armed: null, turn: 0, side: 0 });
}

// The moves that what was chosen leaves open.
export const openMoves = () =>
  moves().filter((move) => (!draft.verb || move.dataset.verb === draft.verb) && draft.pieces.every((name) => piecesOf(move).includes(name)));

// What is gone of a draft because no move is left that it could become.
export function dropIllegal() {
  if (!isDraft() || openMoves().length) return "";
  const gone = [draft.verb, ...draft.pieces].filter(Boolean).join(" → ");
  clearDraft();
  return gone;
}

// What stands in the answers: moves, or verbs with the number of their moves if there are too many moves.
export function listed() {
  const open = openMoves().filter((move) => !isExit(move));
  const votes = all("#answers [data-vote]").map((element) => ({ element }));
  const byVerb = Map.groupBy(open, (move) => move.dataset.verb);
  const way = looked();
  if (way) return turner(way);
  const asVerbs = open.length > MOST && byVerb.size > 1 && !draft.verb;
  const items = asVerbs ? [...byVerb].map(verbItem) : byBeginning(open);
  const [fields, others] = [true, false].map((wanted) => items.filter((item) => Boolean(item.element?.matches(".entry")) === wanted));
  return [...fields, ...votes, ...others]; // what somebody may be typing into stays where it is
}

// Ways that begin with the same answer are looked through one by one where a game says so.
function ways() {
  const open = openMoves().filter((move) => !isExit(move)), begun = new Set(open.map((move) => move.dataset.move.split("-")[0]));
  return open.length > 1 && begun.size === 1 && open.every((move) => move.dataset.side) ? open : [];
}

// Until it is chosen what they begin with, such ways are listed by that: the others would all look alike.
const begunWith = (move) => move.dataset.move.split("-", move.dataset.begins ? 1 : undefined).join("-");

function byBeginning(open) {
  const groups = [...Map.groupBy(open, begunWith).values()];
  return groups.map(([move, ...alike]) => (alike.length ? { begins: piecesOf(move)[0], move } : { element: placeOf(move), move }));
}

const around = (list, place) => list.at(place % list.length);

// The present one of them: of its side, and how far it was turned.
export function looked() {
  const sides = Map.groupBy(ways(), (move) => move.dataset.side);
  return sides.size ? around(around([...sides.values()], draft.side), draft.turn) : null;
}

function turner(way) {
  const turns = [{ turn: -1, words: "⟲ Turn" }, { turn: 1, words: "Turn ⟳" }], sides = new Set(ways().map((move) => move.dataset.side));
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
