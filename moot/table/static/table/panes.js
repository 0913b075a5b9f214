// In a narrow window the board is seen in panes: views of one drawing, which its author has named.
import { isDraft } from "./draft.js";
import { all, byId, low, narrow, seat, stage } from "./page.js";

const WHOLE = [{ name: "Board" }];
const ENOUGH = 0.98; // of its own size
const folded = matchMedia("(max-width: 999.98px), (max-height: 719.98px)");
const isFolded = () => folded.matches || "lesson" in stage.dataset; // a coach stands where the side would
let whole = ""; // the viewBox of the whole board
let chosen = 0, question = "";

const drawing = () => document.querySelector("#board > svg.board-svg");

function panes() {
  const named = narrow.matches && drawing()?.dataset.panes;
  return named ? JSON.parse(named).flatMap(inParts) : WHOLE;
}

// In a low window a pane may be laid out lower; one that would still be drawn smaller than it is made is seen in parts.
function inParts(pane) {
  const box = (low.matches && pane.low) || pane.box, ends = box && pane.cuts ? endsOf(box.split(" ").map(Number), pane.cuts) : [];
  if (ends.length < 2) return [{ ...pane, box }];
  const [left, top, wide] = box.split(" ").map(Number);
  return ends.map((end, part) => ({ name: pane.name, box: [left, top + (ends[part - 1] ?? 0), wide, end - (ends[part - 1] ?? 0)].join(" "), part, parts: ends.length }));
}

// Where parts end: each is as high as there is room, and cut where the author says that it may be.
function endsOf([, , wide, high], cuts) {
  const { width, height } = drawing().getBoundingClientRect(), room = height / (ENOUGH * Math.min(1, width / wide)), ends = [];
  if (high <= room || !height) return [high];
  while (ends.at(-1) !== high) {
    const from = ends.at(-1) ?? 0, later = [...cuts, high].filter((cut) => cut > from);
    ends.push(later.filter((cut) => cut <= from + room).at(-1) ?? later[0]);
  }
  return ends;
}

// While the server's drawing is taken over, the board is whole.
export function unframed() {
  if (drawing() && whole) show(drawing(), null);
}

// The drawing as it is in a pane, which may place its parts anew; or whole.
function show(svg, pane) {
  svg.setAttribute("viewBox", whole);
  svg.toggleAttribute("data-low", low.matches);
  svg.style.clipPath = pane?.parts ? endOf(pane, svg) : "";
  svg.setAttribute("preserveAspectRatio", pane?.parts ? "xMidYMin" : "xMidYMid"); // a part begins at the top, with nothing cut in two
  if (!pane || pane.name === WHOLE[0].name) return delete svg.dataset.pane;
  svg.dataset.pane = pane.name;
  svg.setAttribute("viewBox", boxOf(pane, svg));
}

// Where there is more room than a part takes, nothing is seen of the next one.
function endOf({ box }, svg) {
  const [, , wide, high] = box.split(" ").map(Number), { width, height } = svg.getBoundingClientRect();
  return `inset(0 0 ${Math.max(0, height - high * Math.min(width / wide, height / high))}px)`;
}

// After each drawing: the pane that is open; of a new question the one that it is about.
export function framed() {
  whole = drawing()?.getAttribute("viewBox") ?? "";
  offer();
  const dock = byId("dock"), asked = `${dock.dataset.answer} ${dock.dataset.state} ${byId("question")?.textContent}`;
  if (asked !== question && !isDraft()) (question = asked), (chosen = mostRinged());
  select();
  frame(chosen);
}

export function frame(place) {
  chosen = place;
  if (drawing() && whole) show(drawing(), panes()[place]);
  for (const tab of all("#panes [data-pane]")) tellPart(tab);
}

// The tab of a pane opens it; of one that is seen in parts it turns to the next part.
export function openPane(tab, again) {
  const { pane, parts } = placesOf(tab);
  frame(again && isOf(tab, chosen) ? pane + ((chosen - pane + 1) % parts) : pane);
}

const placesOf = (tab) => ({ pane: Number(tab.dataset.pane), parts: Number(tab.dataset.parts) });

function isOf(tab, place) {
  const { pane, parts } = placesOf(tab);
  return pane <= place && place < pane + parts;
}

function tellPart(tab) {
  const { pane, parts } = placesOf(tab);
  tab.querySelector("small").textContent = parts > 1 ? `${isOf(tab, chosen) ? chosen - pane + 1 : 1} of ${parts}` : "";
}

// A pane is a part of the drawing, or what is around an element of it.
function boxOf(pane, svg) {
  if (pane.box) return pane.box;
  const piece = byId(`p-${pane.near.replace("{seat}", seat)}`), place = byId("board");
  if (!piece) return panes().find((other) => other.box)?.box ?? whole;
  const at = centreOf(piece, svg), high = (pane.width * place.clientHeight) / place.clientWidth;
  const [left, top, wide, deep] = whole.split(" ").map(Number);
  return [within(at.x - pane.width / 2, left, wide - pane.width), within(at.y - high / 2, top, deep - high), pane.width, high].map(Math.round).join(" ");
}

// Nothing is shown beyond the edge of the board, if that can be.
const within = (start, least, room) => Math.max(least, Math.min(start, least + Math.max(0, room)));

function centreOf(piece, svg) {
  const box = piece.getBoundingClientRect();
  return new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(svg.getScreenCTM().inverse());
}

// Log, chat and rules make way for the board, where they stand in its place.
export function showBoard() {
  stage.dataset.shows = "board";
  select();
}

// Another drawing of the board is seen as the board is.
export function frameAlike(svg) {
  for (const name of ["viewBox", "preserveAspectRatio", "data-pane", "data-low"]) {
    if (drawing()?.hasAttribute(name)) svg.setAttribute(name, drawing().getAttribute(name));
    else svg.removeAttribute(name);
  }
}

// The pane in which most of some pieces are is opened.
export function showPieces(pieces) {
  if (!pieces.length) return;
  unframed();
  frame(mostOf(pieces));
  select();
}

// The pane with the most ringed pieces; if there are none, the one that is open.
const mostRinged = () => mostOf(all("#board .lit"));

function mostOf(lit) {
  const svg = drawing();
  if (!svg || !lit.length) return Math.min(chosen, panes().length - 1);
  const counts = panes().map((pane) => (show(svg, pane), lit.filter((piece) => isWithin(piece, svg)).length));
  return counts.indexOf(Math.max(...counts));
}

function isWithin(piece, svg) {
  const { x, y, width, height } = svg.viewBox.baseVal, at = centreOf(piece, svg);
  return x <= at.x && at.x <= x + width && y <= at.y && at.y <= y + height;
}

// The tabs of the panes, before those of log, chat and rules.
function offer() {
  const made = panes().map(tabOf).filter(Boolean), tabs = all("#panes [data-pane]"), keyOf = (tab) => Object.values(tab.dataset).join(" ");
  if (tabs.map(keyOf).join() === made.map(keyOf).join()) return;
  const open = tabs.find((tab) => isOf(tab, chosen))?.dataset.name;
  tabs.forEach((tab) => tab.remove());
  byId("panes").prepend(...made);
  chosen = Number(made.find((tab) => tab.dataset.name === open)?.dataset.pane ?? 0);
}

function tabOf({ name, part = 0, parts = 1 }, place) {
  if (part) return null;
  const tab = document.createElement("button");
  Object.assign(tab, { type: "button", role: "tab", textContent: name, tabIndex: -1 });
  tab.setAttribute("aria-controls", "board");
  tab.append(document.createElement("small"));
  Object.assign(tab.dataset, { name, pane: place, parts });
  return tab;
}

// Which tab is open: where there is room, the side always shows one of its own.
function select() {
  const open = document.querySelector("#panes [aria-selected=true]");
  const shows = isFolded() && (stage.dataset.shows ?? "board") === "board";
  const tab = shows ? all("#panes [data-pane]").find((one) => isOf(one, chosen)) : open && !("pane" in open.dataset) ? open : byId("tab-log");
  for (const one of all("#panes [role=tab]")) {
    one.setAttribute("aria-selected", String(one === tab));
    one.tabIndex = one === tab ? 0 : -1;
  }
}

for (const change of [narrow, folded, low]) change.addEventListener("change", () => (unframed(), framed()));
