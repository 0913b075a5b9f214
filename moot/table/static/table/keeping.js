// What is chosen and not sent is kept by the server with the seat: it comes back when the page does, here or on another device.
import { IMPOSSIBLE, render, strike } from "./dock.js";
import { chosenParts, takeUp } from "./draft.js";
import { fill, filledParts } from "./forms.js";
import { all, byId, stage } from "./page.js";
import { isWaiting, send } from "./socket.js";

const REST = 1000; // milliseconds after the last change
const UNKNOWN = null; // what the server has may be anything
// For which answer; what there is to be kept, and what the server is known to have; whether the dock shows it; the answer that was
// given here; what is on its way.
const kept = { answer: "", parts: "", told: "", shown: false, given: "", timer: 0, id: 0, sent: "" };

const dock = () => byId("dock").dataset;
const isAsked = () => dock().state === "asked" && !("telling" in dock());
const fields = () => all("#dock .entry input");
const isOld = () => kept.answer !== dock().answer;
const written = (parts) => (parts.length ? JSON.stringify(parts) : "");
const read = (text) => (text ? JSON.parse(text) : []);

function partsNow() {
  const typed = fields().filter((one) => one.value).map((one) => ({ kind: "field", name: one.id, words: one.labels[0].textContent, value: one.value }));
  return [...chosenParts(), ...filledParts(), ...typed].map(short);
}

// As the server writes it: what is empty is left out, and nothing is longer than it may be.
function short(part) {
  const cut = ([key, text]) => [key, [...text].slice(0, 80).join("")];
  return Object.fromEntries(["kind", "name", "words", "value"].map((key) => [key, part[key] ?? ""]).filter(([, text]) => text).map(cut));
}

// --- what is chosen ---

function note() {
  if (!isAsked()) return void (kept.shown = false);
  if (isOld()) begin();
  else if (!kept.shown) return bring();
  kept.shown = true;
  const now = written(partsNow());
  if (now !== kept.parts) (kept.parts = now), soon();
}

// Another question is asked. What was chosen for the one before was sent here, or is gone.
function begin() {
  const now = partsNow(), old = kept.given === kept.answer ? [] : read(kept.parts);
  const gone = old.filter((part) => !now.some((one) => one.kind === part.kind && one.name === part.name));
  Object.assign(kept, { answer: dock().answer, parts: "", told: old.length ? UNKNOWN : "" });
  strike(gone.map(nameOf), "your seat has answered");
  soon();
}

const nameOf = ({ kind, name, words, value }) => (kind === "turn" ? "" : [words || name, kind === "row" || kind === "field" ? value : ""].join(" ").trim());

function bring() {
  kept.shown = true;
  const parts = read(kept.parts);
  takeUp(parts);
  fill(parts);
  render();
  strike(fillFields(parts.filter(({ kind }) => kind === "field")).map(nameOf), IMPOSSIBLE);
}

// What was typed; and what there is no field for any more.
function fillFields(typed) {
  for (const { name, value } of typed) if (fields().some((one) => one.id === name)) byId(name).value ||= value;
  return typed.filter(({ name }) => !fields().some((one) => one.id === name));
}

// What is sent as an answer is kept no more.
export function forgetDraft() {
  clearTimeout(kept.timer);
  kept.given = kept.answer;
}

document.addEventListener("laid", note);
document.addEventListener("input", (event) => event.target.closest("#dock .entry") && note());

// --- the server ---

function soon() {
  clearTimeout(kept.timer);
  if (kept.parts !== kept.told) kept.timer = setTimeout(keep, REST);
}

function keep() {
  clearTimeout(kept.timer);
  if (kept.parts === kept.told || isWaiting() || stage.dataset.live !== "yes") return;
  kept.sent = kept.parts;
  kept.id = send({ do: "draft", answer: Number(kept.answer), parts: read(kept.parts) });
}

document.addEventListener("visibilitychange", () => document.hidden && keep());
addEventListener("pagehide", keep);
// What could not be said while there was no line is said now.
document.addEventListener("shown", (event) => event.detail.from_start && soon());

// The server has a draft now, or does not want it; then it is not sent again.
export function hearKept(id) {
  if (!id || id !== kept.id) return false;
  Object.assign(kept, { told: kept.sent, id: 0 });
  return true;
}

// Whether it was a draft that was refused. If it was an answer, none was given.
export function hearNotKept(id) {
  const was = hearKept(id);
  if (!was) (kept.given = ""), soon();
  return was;
}

// What its person has chosen here or elsewhere; what they have chosen here since counts more.
export function hearDraft({ answer, parts }) {
  const text = written(parts);
  if (kept.parts !== kept.told || (text === kept.parts && !isOld())) return;
  Object.assign(kept, { answer: String(answer), parts: text, told: text, shown: false });
  note();
}
