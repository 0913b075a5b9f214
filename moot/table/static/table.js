// A table: keeps the page as the server draws it, and sends what its player does. All rules are on the server.
import { spotlight } from "./moot.js";

const stage = document.querySelector("main.stage");
const seat = Number(stage.dataset.seat);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const STEP = 260; // milliseconds between two steps that are told
const MOST_TOLD = 24; // steps of one update that are told one by one; the rest is in the log

const state = { socket: null, sent: 0, chosen: [], changed: new Set(), asked: false, wait: 500, tellings: [] };
const byId = (id) => document.getElementById(id);
const all = (selector, root = document) => [...root.querySelectorAll(selector)];

// --- the socket ---

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/tables/${stage.dataset.table}/socket?as=page&seat=${seat}`);
  state.socket = socket;
  socket.addEventListener("open", () => {
    state.wait = 500;
    byId("offline").hidden = true;
  });
  socket.addEventListener("message", (event) => hear(JSON.parse(event.data)));
  socket.addEventListener("close", () => {
    byId("offline").hidden = false;
    for (const move of all(".move[aria-busy]")) move.removeAttribute("aria-busy");
    setTimeout(connect, state.wait);
    state.wait = Math.min(state.wait * 1.6, 8000) + Math.random() * 200;
  });
}

function send(message) {
  if (state.socket?.readyState !== WebSocket.OPEN) return;
  state.socket.send(JSON.stringify({ id: ++state.sent, ...message }));
}

function hear(message) {
  if (message.type === "page") show(message);
  else if (message.type === "refused") refuse(message.error);
  else if (message.type === "why") explainRefusal(message);
}

// --- what the server draws ---

function show(message) {
  const before = states();
  for (const [id, html] of Object.entries(message.pieces)) {
    if (byId(id)) Idiomorph.morph(byId(id), html, { morphStyle: "outerHTML", restoreFocus: true });
  }
  const first = message.from_start && !state.met;
  state.met = true;
  addLines(message, first);
  addChat(message);
  state.chosen = [];
  if (!first) markChanges(before, message.log);
  light();
  countDown();
  askOnce(message);
}

// Every piece with what it shows, to see later what has changed.
function states() {
  return new Map(all("#board [data-piece][data-state]").map((piece) => [piece.dataset.piece, piece.dataset.state]));
}

function markChanges(before, lines) {
  for (const [name, now] of states()) {
    if (before.has(name) && before.get(name) !== now) state.changed.add(name);
  }
  for (const name of state.changed) {
    for (const piece of all(`#board [data-piece="${name}"]`)) piece.classList.add("changed");
  }
  if (lines.length) tell(lines);
}

// What happened is told step by step, in the order in which the rules resolve it.
function tell(lines) {
  const steps = lines.slice(-MOST_TOLD).map((html) => {
    const line = document.createElement("ol");
    line.innerHTML = html;
    return { words: line.querySelector("span").textContent, pieces: line.firstElementChild.dataset.pieces };
  });
  byId("spoken").textContent = steps.map((step) => step.words).join(" ");
  for (const waiting of state.tellings.splice(0)) clearTimeout(waiting);
  if (calm.matches) return;
  steps.forEach((step, place) => state.tellings.push(setTimeout(() => tellStep(step), place * STEP)));
  state.tellings.push(setTimeout(() => tellStep({ words: "", pieces: "" }), steps.length * STEP + 2500));
}

function tellStep(step) {
  byId("ticker").textContent = step.words;
  spotlight(step.pieces.split(" ").filter(Boolean));
}

function addLines(message, first) {
  if (first && all("#log li").length === message.log.length) return;
  const log = byId("log");
  if (message.from_start || message.log_again) log.replaceChildren();
  for (const html of message.log) log.insertAdjacentHTML("afterbegin", html);
  if (!first && !message.from_start) all("#log li").slice(0, message.log.length).forEach((line) => line.classList.add("fresh"));
}

function addChat(message) {
  const chat = byId("chat");
  if (message.from_start) chat.replaceChildren();
  for (const html of message.chat) chat.insertAdjacentHTML("beforeend", html);
  if (!message.chat.length) return;
  byId("chat-empty").hidden = true;
  const pip = byId("chat-new");
  if (!message.from_start && byId("view-chat").hidden) {
    pip.textContent = Number(pip.textContent || 0) + message.chat.length;
    pip.hidden = false;
  }
  byId("view-chat").scrollTop = byId("view-chat").scrollHeight;
}

function askOnce(message) {
  const knock = message.asked && !state.asked && document.hidden;
  state.asked = message.asked;
  document.title = `${message.asked ? "● Your answer · " : ""}${stage.dataset.title} · Moot`;
  if (knock && localStorage.getItem("sound") === "on") soundKnock();
  handOver();
}

// --- choosing: by button, or by the pieces that moves name ---

const moves = () => all("#panel .move[data-move]");
const piecesOf = (move) => move.dataset.pieces.split(" ").filter(Boolean);

function light() {
  const open = moves().filter((move) => state.chosen.every((name) => piecesOf(move).includes(name)));
  const named = new Set(open.flatMap(piecesOf));
  for (const move of moves()) move.classList.toggle("dim", !open.includes(move));
  for (const piece of all("#board [data-piece], .mine [data-piece]")) {
    const name = piece.dataset.piece;
    const lit = named.has(name) && state.chosen.indexOf(name) < 0 && tellsApart(name, open);
    piece.classList.toggle("lit", lit);
    piece.classList.toggle("chosen", state.chosen.includes(name));
    if (lit || state.chosen.includes(name)) piece.setAttribute("role", "button");
    else if (piece.getAttribute("role") === "button") piece.setAttribute("role", "img");
  }
  const showAll = byId("show-all");
  if (showAll) showAll.hidden = state.chosen.length === 0;
}

// A piece that every open move names is no choice, unless there is only one move.
function tellsApart(name, open) {
  return open.length === 1 || open.some((move) => !piecesOf(move).includes(name));
}

function choosePiece(piece) {
  const name = piece.dataset.piece;
  if (state.chosen.includes(name)) {
    state.chosen = state.chosen.filter((one) => one !== name);
    return light();
  }
  if (!piece.classList.contains("lit")) return state.asked && send({ do: "why", piece: name });
  const open = moves().filter((move) => !move.classList.contains("dim") && piecesOf(move).includes(name));
  if (open.length === 1) return play(open[0]);
  state.chosen.push(name);
  light();
  open[0].scrollIntoView({ block: "nearest" });
}

function play(move) {
  if (moves().some((one) => one.hasAttribute("aria-busy"))) return;
  move.setAttribute("aria-busy", "true");
  forgetChanges();
  send({ do: "play", move: Number(move.dataset.move), answer: Number(byId("panel").dataset.answer) });
}

function forgetChanges() {
  state.changed.clear();
  for (const piece of all(".changed")) piece.classList.remove("changed");
  for (const line of all("#log .fresh")) line.classList.remove("fresh");
}

function refuse(error) {
  for (const move of all(".move[aria-busy]")) move.removeAttribute("aria-busy");
  const why = byId("why");
  if (why) why.textContent = error;
  byId("spoken").textContent = error;
}

function explainRefusal(message) {
  const why = byId("why");
  if (!why) return;
  why.textContent = message.text || "That is not among what you may choose now.";
  if (!message.section) return;
  const link = document.createElement("a");
  link.className = "section";
  link.href = `/games/${stage.dataset.game}/rulebook#rule-${message.section.replaceAll(".", "-")}`;
  link.dataset.section = `rule-${message.section.replaceAll(".", "-")}`;
  link.textContent = `§${message.section}`;
  why.append(" ", link);
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button, a");
  if (button) return press(button, event);
  const piece = event.target.closest("#board [data-piece], .mine [data-piece]");
  if (piece) choosePiece(piece);
});

function press(button, event) {
  const data = button.dataset;
  if (data.move) play(button);
  else if (button.id === "show-all") (state.chosen = []), light();
  else if ("takeBack" in data) send({ do: "take_back", answer: Number(byId("panel").dataset.answer) });
  else if ("back" in data) send({ do: "back" });
  else if (data.hand) send({ do: "hand", seat: Number(data.hand), to: data.to });
  else if (data.section) event.preventDefault(), openRulebook(data.section);
  else if (button.role === "tab") openTab(button);
  else if (button.classList.contains("sheet-handle")) resizeSheet();
  else if (data.toggle === "sound") toggleSound(button);
  else if (button.id === "uncover") byId("cover").hidden = true;
}

// The board by keyboard: Enter and Space choose, arrows go to the next lit piece.
document.addEventListener("keydown", (event) => {
  const piece = event.target.closest?.("[data-piece]");
  if (piece && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choosePiece(piece);
  }
  if (piece && event.key.startsWith("Arrow")) goOn(piece, event);
  const tab = event.target.closest?.("[role=tab]");
  if (tab && (event.key === "ArrowRight" || event.key === "ArrowLeft")) turnTabs(tab, event.key === "ArrowRight" ? 1 : -1);
});

function goOn(piece, event) {
  const lit = all("#board .lit, .mine .lit");
  if (!lit.length) return;
  event.preventDefault();
  const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : -1;
  const next = lit[(lit.indexOf(piece) + step + lit.length) % lit.length];
  next.focus();
}

// --- log, chat, rulebook ---

function openTab(tab) {
  for (const other of all("[role=tab]")) {
    const chosen = other === tab;
    other.setAttribute("aria-selected", String(chosen));
    other.tabIndex = chosen ? 0 : -1;
    byId(other.getAttribute("aria-controls")).hidden = !chosen;
  }
  if (tab.id === "tab-chat") byId("chat-new").hidden = true, (byId("chat-new").textContent = "");
  if (tab.id === "tab-rules") fetchRulebook();
}

function turnTabs(tab, step) {
  const tabs = all("[role=tab]");
  const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length];
  openTab(next);
  next.focus();
}

async function fetchRulebook() {
  const view = byId("view-rules");
  if (view.querySelector(".rulebook")) return;
  await htmx.ajax("GET", byId("tab-rules").dataset.rulebook, { target: view, swap: "innerHTML" });
}

async function openRulebook(section) {
  openTab(byId("tab-rules"));
  await fetchRulebook();
  const rule = byId(section);
  if (!rule) return;
  for (const old of all(".rulebook .here")) old.classList.remove("here");
  rule.classList.add("here");
  rule.scrollIntoView({ block: "start", behavior: calm.matches ? "auto" : "smooth" });
}

byId("say")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("say-text");
  if (text.value.trim()) send({ do: "chat", text: text.value, to: Number(byId("say-to").value) });
  text.value = "";
});

// --- the rest ---

function resizeSheet() {
  const panel = byId("panel"), sizes = ["", "large", "small"];
  panel.dataset.size = sizes[(sizes.indexOf(panel.dataset.size || "") + 1) % sizes.length];
}

function countDown() {
  for (const one of all("[data-deadline]")) {
    const left = Math.max(0, Math.round(Number(one.dataset.deadline) - Date.now() / 1000));
    const words = one.querySelector(".countdown");
    if (words) words.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
  }
}

function toggleSound(button) {
  const on = localStorage.getItem("sound") !== "on";
  localStorage.setItem("sound", on ? "on" : "off");
  button.setAttribute("aria-pressed", String(on));
  if (on) soundKnock();
}

function soundKnock() {
  const audio = new AudioContext(), tone = audio.createOscillator(), loud = audio.createGain();
  tone.frequency.value = 180;
  loud.gain.setValueAtTime(0.25, audio.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.18);
  tone.connect(loud).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.2);
}

// Hot seat: when another seat of this browser is awaited and this one is not, the screen is passed on.
function handOver() {
  const mine = stage.dataset.mine.split(" ").filter(Boolean).map(Number);
  if (mine.length < 2 || state.asked) return;
  const next = mine.find((other) => other !== seat && byId(`seat-${other}-shown`)?.dataset.awaited === "yes");
  if (next === undefined) return;
  sessionStorage.setItem("cover", "yes");
  location.assign(`/tables/${stage.dataset.table}?seat=${next}`);
}

if (byId("cover") && sessionStorage.getItem("cover") === "yes") {
  byId("cover").hidden = false;
  byId("uncover").focus();
}
sessionStorage.removeItem("cover");
all("[data-toggle=sound]").forEach((button) => button.setAttribute("aria-pressed", String(localStorage.getItem("sound") === "on")));
setInterval(countDown, 1000);
light();
connect();
