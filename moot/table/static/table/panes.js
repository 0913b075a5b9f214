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

// In a low window a pane may be laid out lower; one that would still be drawn smaller than it is made is seen in its parts.
function inParts(pane) {
  const whole = low.matches && pane.low ? { ...pane, box: pane.low } : pane;
  if (!whole.parts || hasRoom(whole.box)) return [whole];
  return whole.parts.map((box, place) => ({ name: `${pane.name} ${place + 1}`, of: pane.name, box }));
}

function hasRoom(box) {
  const [, , wide, high] = box.split(" ").map(Number), { width, height } = drawing().getBoundingClientRect();
  return height / high > ENOUGH * Math.min(1, width / wide);
}

// While the server's drawing is taken over, the board is whole.
export function unframed() {
  if (drawing() && whole) show(drawing(), null);
}

// The drawing as it is in a pane, which may place its parts anew; or whole.
function show(svg, pane) {
  svg.setAttribute("viewBox", whole);
  svg.toggleAttribute("data-low", low.matches);
  if (!pane || pane.name === WHOLE[0].name) return delete svg.dataset.pane;
  svg.dataset.pane = pane.of ?? pane.name;
  svg.setAttribute("viewBox", boxOf(pane, svg));
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
  const names = panes().map((pane) => pane.name), tabs = all("#panes [data-pane]");
  if (tabs.map((tab) => tab.textContent).join() === names.join()) return;
  tabs.forEach((tab) => tab.remove());
  byId("panes").prepend(...names.map(tabOf));
  chosen = 0;
}

function tabOf(name, place) {
  const tab = document.createElement("button");
  Object.assign(tab, { type: "button", role: "tab", textContent: name, tabIndex: -1 });
  tab.setAttribute("aria-controls", "board");
  tab.dataset.pane = place;
  return tab;
}

// Which tab is open: where there is room, the side always shows one of its own.
function select() {
  const open = document.querySelector("#panes [aria-selected=true]");
  const shows = isFolded() && (stage.dataset.shows ?? "board") === "board";
  const tab = shows ? document.querySelector(`#panes [data-pane="${chosen}"]`) : open && !("pane" in open.dataset) ? open : byId("tab-log");
  for (const one of all("#panes [role=tab]")) {
    one.setAttribute("aria-selected", String(one === tab));
    one.tabIndex = one === tab ? 0 : -1;
  }
}

for (const change of [narrow, folded, low]) change.addEventListener("change", () => (unframed(), framed()));
