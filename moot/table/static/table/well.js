// The dice well, a corner of the board: dice roll, rest, and say what they had to beat. The last rolls stay as a row.
import { byId } from "./page.js";

export const ROLLING = 500; // milliseconds
const TUMBLE = 80; // milliseconds between two faces of a die that rolls
const MOST_ROLLS = 6;
const SVG = "http://www.w3.org/2000/svg";
// Where the pips of a face are, in a die of 30 by 30.
const PIPS = [[], [[15, 15]], [[8, 8], [22, 22]], [[8, 8], [15, 15], [22, 22]], [[8, 8], [22, 8], [8, 22], [22, 22]], [[8, 8], [22, 8], [15, 15], [8, 22], [22, 22]], [[8, 8], [22, 8], [8, 15], [22, 15], [8, 22], [22, 22]]];
let rolls = []; // with the update in which each was told
let tumbling = 0;

// Rolls dice; at once if nothing is to move.
export function roll(dice, update, moving) {
  const well = byId("well");
  rolls = [...rolls, { dice, update }].slice(-MOST_ROLLS);
  well.hidden = false;
  rest();
  draw(well, dice);
  if (!moving) return;
  well.dataset.rolling = "yes";
  tumbling = setInterval(() => tumble(dice), TUMBLE);
}

// The dice lie as they fell.
export function rest() {
  clearInterval(tumbling);
  tumbling = 0;
  const well = byId("well");
  if (!("rolling" in well.dataset)) return;
  delete well.dataset.rolling;
  draw(well, rolls.at(-1).dice);
}

// A phase is over: what was rolled before it ended is of no more interest.
export function clearBefore(update) {
  rolls = rolls.filter((one) => one.update === update);
  if (rolls.length) draw(byId("well"), rolls.at(-1).dice);
  else byId("well").hidden = true;
}

// The game is over: the board is whole.
export function empty() {
  rest();
  rolls = [];
  byId("well").hidden = true;
}

function tumble(dice) {
  const faces = dice.faces.map((face) => (typeof face === "number" ? 1 + Math.floor(6 * Math.random()) : dice.faces[Math.floor(dice.faces.length * Math.random())]));
  byId("well").querySelector(".well-dice").replaceChildren(...faces.map(die));
}

function draw(well, dice) {
  const said = element("p", "well-said", words(dice)), lie = element("div", "well-dice");
  said.dataset.good = String(dice.good);
  lie.dataset.many = dice.faces.length > 4 ? "yes" : "no";
  lie.append(...dice.faces.map(die));
  const row = element("ol", "well-rolls");
  row.append(...rolls.map(past));
  row.lastElementChild.className = "now"; // it lies there already, but on a phone, where this row is all that stays
  row.ariaLabel = "The last rolls";
  well.replaceChildren(row, said, lie);
}

// Dice that show words lie there with them.
const shown = (dice) => (dice.faces.every((face) => typeof face === "string" && face.length > 2) ? "" : dice.shown);

export const words = (dice) => {
  const before = [shown(dice), dice.needed].filter(Boolean).join(", ");
  return before ? `${before}: ${dice.said}` : dice.said[0].toUpperCase() + dice.said.slice(1);
};

function past({ dice }) {
  const line = element("li", "", dice.shown.split(" = ").at(-1));
  line.dataset.good = String(dice.good);
  line.dataset.tip = words(dice);
  return line;
}

function element(tag, kind, text = "") {
  const made = document.createElement(tag);
  if (kind) made.className = kind;
  made.textContent = text;
  return made;
}

function die(face) {
  const svg = document.createElementNS(SVG, "svg"), wide = typeof face === "string" && face.length > 2;
  svg.setAttribute("viewBox", wide ? "0 0 48 30" : "0 0 30 30");
  svg.setAttribute("aria-hidden", "true");
  svg.append(shape("rect", { x: 1, y: 1, width: wide ? 46 : 28, height: 28, rx: 6 }));
  if (typeof face === "number") svg.append(...PIPS[face].map(([cx, cy]) => shape("circle", { cx, cy, r: 2.9 })));
  else svg.append(sign(face, wide ? 24 : 15));
  return svg;
}

function sign(face, x) {
  const text = shape("text", { x, y: 20 });
  text.textContent = face;
  return text;
}

function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}
