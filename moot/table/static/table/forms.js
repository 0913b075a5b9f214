// A form in the tray: rows with − and + that are filled in and sent from the dock as one gesture, whole or not at all.
import { all, piecesIn, say } from "./page.js";

// Those who vote answer one question at a time.
const OPEN = "main.stage:has(#dock[data-state=asked]:not([data-votes], [data-telling])) #tray .sheet-form";
const filled = { form: "", amounts: {}, choices: {}, called: {} };

const form = () => document.querySelector(OPEN);
const rows = () => all(".count", form());
const used = () => rows().filter(amountOf);
const amountOf = (row) => filled.amounts[row.dataset.key] ?? 0;
const choice = (name) => form().querySelector(`[data-choice="${name}"]`)?.selectedOptions[0];
const wordsOf = (row) => row.querySelector("[data-words]").textContent;
const aim = (row) => ("aims" in row.dataset ? choice(row.dataset.key) : null);
const needed = (row) => rows().find((one) => one.dataset.key === row.dataset.needs);

// --- filling in ---

// What the rows share and none has yet; where they share nothing there is always more.
function left() {
  const total = Number(form().dataset.total);
  return total ? total - rows().reduce((sum, row) => sum + amountOf(row), 0) : Infinity;
}

function room(row) {
  const taken = needed(row) && !amountOf(needed(row)) ? 1 : 0;
  return Math.max(0, isFull(row) ? 0 : Math.min(Number(row.dataset.most) - amountOf(row), left() - taken));
}

// Whether as many rows of a side are used as can be.
function isFull(row) {
  const most = Number(form().dataset.mostRows);
  return most > 0 && !amountOf(row) && used().filter((one) => one.dataset.side === row.dataset.side).length >= most;
}

// A press on − or +; on the name of a row: all that is left, and if nothing is, none.
export function count(button) {
  if (!form()) return;
  const row = button.closest(".count"), by = button.dataset.count;
  if (by === "all") add(row, room(row) ? (Number.isFinite(left()) ? room(row) : 1) : -amountOf(row));
  else add(row, Math.min(Number(by), room(row)));
}

function add(row, by) {
  const amount = Math.max(0, amountOf(row) + by), { key, either, needs } = row.dataset;
  filled.amounts[key] = amount;
  if (amount && needs) filled.amounts[needs] = 1;
  for (const other of rows()) if (follows(other, row, either)) filled.amounts[other.dataset.key] = 0;
}

const follows = (other, row, either) =>
  other !== row && amountOf(row) > 0 ? Boolean(either) && other.dataset.either === either : other.dataset.needs === row.dataset.key && !amountOf(row);

// A press on a piece adds one to the row that it stands for; whether there is one.
export function countPiece(name) {
  const row = form() && rows().find((one) => standsFor(one, name) || aimAt(one, name));
  if (!row) return false;
  if (aimAt(row, name) && !standsFor(aim(row), name)) choose(row.querySelector("select"), aimAt(row, name).value);
  if (room(row)) add(row, 1);
  else say(`${wordsOf(row)}: no more can be added.`);
  return true;
}

const standsFor = (one, name) => piecesIn(one.dataset.counts ?? "").includes(name);
const aimAt = (row, name) => all("option", row).find((option) => standsFor(option, name));

function choose(select, value) {
  select.value = value;
  filled.choices[select.dataset.choice] = value;
  filled.called[select.dataset.choice] = select.selectedOptions[0].textContent;
}

document.addEventListener("change", (event) => {
  const chosen = event.target.closest("#tray [data-choice]");
  if (!chosen) return;
  choose(chosen, chosen.value);
  document.dispatchEvent(new Event("filled"));
});

// --- showing ---

// The server draws a form as it is when nothing is filled in. What is no longer possible is given up; what it was called.
export function showForm() {
  const now = document.querySelector("#tray .sheet-form")?.dataset.form ?? "";
  if (now !== filled.form) Object.assign(filled, { form: now, amounts: {}, choices: {}, called: {} });
  if (!form()) return [];
  const gone = [...lostRows(), ...lostChoices(), ...rows().flatMap(clip)];
  for (const select of all("[data-choice]", form())) select.value = filled.choices[select.dataset.choice] ?? select.options[0].value;
  for (const row of rows()) showRow(row);
  showLeft();
  return gone;
}

function lostRows() {
  const keys = new Set(rows().map((row) => row.dataset.key)), lost = Object.keys(filled.amounts).filter((key) => !keys.has(key));
  return lost.flatMap((key) => limit(key, 0));
}

function lostChoices() {
  const offered = (name) => all(`[data-choice="${CSS.escape(name)}"] option`, form()).map((option) => option.value);
  const lost = Object.keys(filled.choices).filter((name) => !offered(name).includes(filled.choices[name]));
  for (const name of lost) delete filled.choices[name];
  return lost.map((name) => filled.called[name] ?? name);
}

function clip(row) {
  const { key, most } = row.dataset, gone = limit(key, Math.min(amountOf(row), Number(most)));
  return left() < 0 ? [...gone, ...limit(key, Math.max(0, amountOf(row) + left()))] : gone;
}

// A row has no more than that; what it had more.
function limit(key, most) {
  const lost = (filled.amounts[key] ?? 0) - most;
  filled.amounts[key] = most;
  return lost > 0 ? [`${filled.called[key] ?? key} ${lost}`] : [];
}

function showRow(row) {
  const label = row.querySelector("[data-words]"), [less, more] = all("[data-count='-1'], [data-count='1']", row);
  label.textContent = label.dataset.words.replace("{}", choice("name")?.textContent ?? "");
  filled.called[row.dataset.key] = label.textContent;
  row.querySelector("output").textContent = amountOf(row);
  row.classList.toggle("used", amountOf(row) > 0);
  less.setAttribute("aria-label", `${label.textContent}: one less`);
  more.setAttribute("aria-label", `${label.textContent}: one more`);
  less.disabled = !amountOf(row);
  more.disabled = !room(row);
}

function showLeft() {
  const { total, unit } = form().dataset;
  form().querySelector(".rest").textContent = Number(total) ? `${left()} ${unit}` : "";
  all("#tray [data-left] i").forEach((dot, place) => dot.classList.toggle("busy", place >= left()));
}

// --- what is kept of it ---

export function filledParts() {
  const partOf = (kind) => ([name, value]) => ({ kind, name, words: filled.called[name], value: String(value) });
  const rows = Object.entries(filled.amounts).filter(([, amount]) => amount > 0);
  return [...rows.map(partOf("row")), ...Object.entries(filled.choices).map(partOf("choice"))];
}

// All of it anew, as it was kept.
export function fill(parts) {
  Object.assign(filled, { amounts: {}, choices: {} });
  for (const { kind, name, words, value } of parts) {
    if (kind === "row") filled.amounts[name] = Math.max(0, Math.trunc(Number(value))) || 0;
    if (kind === "choice") filled.choices[name] = value ?? "";
    if (kind === "row" || kind === "choice") filled.called[name] = words ?? name;
  }
}

// --- sending ---

// What the dock sends, once there is something that can be sent; `end` is the answer of the dock that it stands for.
export function letter() {
  if (!form() || !used().length) return null;
  const { verb, unit, end, exact, total } = form().dataset, over = Number(total) ? left() : 0;
  if (exact !== undefined && over) return null;
  return { verb, end, cost: over ? `${over} ${unit}` : "", said: told(), costly: over > 0, numbers: answers().join("-") };
}

// What is filled in, in words; where there are sides, each with its name: "I give 1× kittens · I get 2× olives".
function told() {
  const sides = Map.groupBy(used(), (row) => row.dataset.side);
  const said = [...sides].map(([side, list]) => `${side} ${list.map((row) => (side ? countedOf(row) : orderOf(row))).join(", ")}`.trim());
  return said.join(" · ");
}

const countedOf = (row) => `${amountOf(row)}× ${wordsOf(row)}`;
const orderOf = (row) => [wordsOf(row), "named" in row.dataset ? choice("name").textContent : amountOf(row), aim(row)?.textContent].filter(Boolean).join(" ");

function answers() {
  const list = used(), last = list.at(-1);
  return [...list.flatMap((row) => answersOf(row, row === last && isSettled(row, list.length))), choice("end")?.value ?? form().dataset.end];
}

// Rules that need not ask for the last amount do not.
const isSettled = (row, many) => Number(form().dataset.lines) > 0 && (amountOf(row) === 1 || many === Number(form().dataset.lines));

function answersOf(row, settled) {
  const { before, none, needs } = row.dataset, list = piecesIn(aim(row)?.value ?? before);
  if ("named" in row.dataset) return [...list, choice("name").value];
  if (needs) list.push(choice("name").dataset.target);
  return settled ? list : [...list, Number(none) + amountOf(row)];
}
