// A table: keeps the page as the server draws it, and sends what its player does. All rules are on the server.
import { untilBack } from "./again.js";
import { countDown } from "./clock.js";
import { explain } from "./moot.js";
import { whenReleased } from "./pressing.js";
import { resize, settle } from "./sheet.js";
import { piecesIn, recall, tell } from "./telling.js";

const stage = document.querySelector("main.stage");
const seat = Number(stage.dataset.seat);
const calm = matchMedia("(prefers-reduced-motion: reduce)");
const OFFLINE = "The connection is lost. As soon as it is back, try again.";
const KEPT = "There is no connection now. Your answer is sent as soon as there is one.";

const state = { socket: null, sent: 0, chosen: [], changed: new Set(), asked: false, wait: 500, rulebook: null, unanswered: null, tries: 0, delivery: 0, ready: [] };
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
    stage.dataset.live = "yes";
    deliver();
  });
  socket.addEventListener("message", (event) => whenReleased(() => hear(JSON.parse(event.data))));
  socket.addEventListener("close", (event) => {
    byId("offline").hidden = false;
    stage.dataset.live = "no";
    setTimeout(connect, untilBack(event, state.wait));
    state.wait = Math.min(state.wait * 1.6, 8000) + Math.random() * 200;
  });
}

function send(message) {
  if (!isConnected()) return refuse(OFFLINE);
  state.socket.send(JSON.stringify({ id: ++state.sent, ...message }));
  return state.sent;
}

const isConnected = () => state.socket?.readyState === WebSocket.OPEN;

function hear(message) {
  if (message.type === "page") return show(message);
  if (message.type === "why") return explainRefusal(message);
  if (message.type === "moved") return location.assign(message.to);
  const isReply = message.id === state.delivery || !message.id;
  // Of a move that had to be sent twice, the server counts one and refuses the other.
  if (message.type === "refused" && !(isReply && state.tries > 1)) refuse(message.error), (state.ready = []);
  if (isReply) (state.unanswered = null), release(), playReady();
}

// Sends the answer that was chosen, or keeps it until there is a connection. One whose reply was lost with the connection is sent
// again as it was; if it had been heard, it counts once all the same.
function deliver() {
  if (!state.unanswered) return;
  if (!isConnected()) return say(KEPT);
  state.tries += 1;
  state.delivery = send(state.unanswered);
}

function answerWith(message) {
  state.unanswered = message;
  state.tries = 0;
  deliver();
}

// --- what the server draws ---

function show(message) {
  const before = states(), focused = document.activeElement;
  for (const [id, html] of Object.entries(message.pieces)) {
    if (byId(id)) Idiomorph.morph(byId(id), html, { morphStyle: "outerHTML", restoreFocus: true, callbacks: { beforeNodeMorphed } });
  }
  const first = message.from_start && !state.met;
  state.met = true;
  addLines(message, first);
  addChat(message);
  state.chosen = [];
  if (first) recall(document.querySelector("#log li:not(.turn) span")?.textContent);
  else markChanges(before, message.log);
  light();
  settle();
  countDown();
  keepPlace(focused);
  nameOthers();
  askOnce(message);
}

// Whoever sat down meanwhile is spoken to by their own name.
function nameOthers() {
  for (const option of all("#say-to option:not([value='-1'])")) {
    const name = document.querySelector(`#seat-${option.value}-shown .seat-name`);
    if (name) option.textContent = `Only ${name.textContent}`;
  }
}

// What somebody has typed into a field of the panel stays when the server draws around it.
const keepAttribute = Idiomorph.defaults.callbacks.beforeAttributeUpdated;
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (attribute, element, kind) =>
  !(attribute === "value" && element.closest(".entry")) && keepAttribute(attribute, element, kind);

// What is fixed is drawn once and then left out of what is sent.
function beforeNodeMorphed(old, now) {
  return !(old.dataset && "fixed" in old.dataset && now.dataset && "fixed" in now.dataset);
}

// Every piece with what it shows, to see later what has changed.
function states() {
  return new Map(all("#board [data-piece][data-state]").map((piece) => [piece.dataset.piece, piece.dataset.state]));
}

function markChanges(before, lines) {
  const changed = [...states()].filter(([name, now]) => before.has(name) && before.get(name) !== now).map(([name]) => name);
  for (const name of changed) state.changed.add(name);
  for (const name of state.changed) {
    for (const piece of all(`#board [data-piece="${name}"]`)) piece.classList.add("changed");
  }
  if (lines.length) tell(lines, changed);
}

// The button that had the focus may be gone with its question: the keyboard goes on in the panel, not at the top of the page.
// (Browsers notice a moment later that what had the focus cannot have it any more.)
function keepPlace(focused) {
  if (!focused || focused === document.body) return;
  setTimeout(() => {
    if (document.activeElement !== document.body) return;
    const next = moves().find((move) => !move.classList.contains("dim"));
    ((next && fieldOf(next)) ?? next ?? byId("panel")).focus({ preventScroll: true });
  }, 60);
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
  if (message.from_start) chat.replaceChildren(), markOlder(message.older);
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

function markOlder(older) {
  const button = byId("chat-older");
  button.dataset.older = older;
  button.hidden = !older;
}

byId("chat-older").addEventListener("click", async (event) => {
  const before = event.target.dataset.older;
  event.target.disabled = true;
  const answer = await fetch(`/tables/${stage.dataset.table}/chat?as=page&${seat < 0 ? "watch" : `seat=${seat}`}&before=${before}`).catch(() => null);
  event.target.disabled = false;
  if (!answer?.ok) return refuse(OFFLINE);
  const earlier = await answer.json();
  if (event.target.dataset.older !== before) return; // the page was told everything anew meanwhile
  byId("chat").insertAdjacentHTML("afterbegin", earlier.chat.join(""));
  markOlder(earlier.older);
});

function askOnce(message) {
  const knock = message.asked && !state.asked && document.hidden;
  state.asked = message.asked;
  if (message.over && !state.over) renewRulebook();
  state.over = message.over;
  if (byId("end-game")) byId("end-game").hidden = message.over;
  document.title = `${message.asked ? "● Your answer · " : ""}${stage.dataset.title} · Moot`;
  if (knock && localStorage.getItem("sound") === "on") soundKnock();
  handOver();
}

// --- choosing: by button, or by the pieces that moves name ---

const moves = () => all("#panel .move[data-move]");
const piecesOf = (move) => piecesIn(move.dataset.pieces);
const fieldOf = (move) => move.closest(".entry")?.querySelector("input");

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
  byId("panel").classList.toggle("by-hand", moves().length > 4 && all(".mine .lit, .mine .chosen").length > 0 && !all("#board .lit").length);
  byId("panel").classList.toggle("hand-first", isAboutHand());
  const showAll = byId("show-all");
  if (showAll) showAll.hidden = state.chosen.length === 0;
}

// Whether most moves are made with what the player holds, and with nothing else.
function isAboutHand() {
  const held = new Set(all(".mine [data-piece]").map((piece) => piece.dataset.piece));
  const byHand = moves().map(piecesOf).filter((names) => names.length && names.every((name) => held.has(name)));
  return 2 * byHand.length > moves().length;
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
  if (!piece.classList.contains("lit")) return lookAt(piece);
  const open = moves().filter((move) => !move.classList.contains("dim") && piecesOf(move).includes(name));
  if (open.length === 1) return play(open[0]);
  state.chosen.push(name);
  light();
  open[0].scrollIntoView({ block: "nearest" });
}

// A piece that cannot be chosen says what it is, and to whom is asked why it cannot.
function lookAt(piece) {
  explain(piece);
  if (state.asked) send({ do: "why", piece: piece.dataset.piece });
}

const isBusy = () => all("#panel .move[aria-busy]").length > 0;

// An answer on its way has arrived. Where people vote, the panel may look the same after it, and another may be chosen.
function release() {
  for (const move of all(".move[aria-busy]")) move.removeAttribute("aria-busy");
}

function play(move) {
  if (isBusy()) return;
  const field = fieldOf(move), filled = field ? fillIn(move, field) : { move: Number(move.dataset.move) };
  if (filled.error) return refuse(filled.error), field.focus();
  submit(move, filled);
}

// A button that says what somebody else has typed in.
function agree(proposal) {
  if (!isBusy()) submit(proposal, { move: Number(proposal.dataset.vote), text: proposal.dataset.text });
}

function submit(button, answer) {
  button.setAttribute("aria-busy", "true");
  forgetChanges();
  answerWith({ do: "play", answer: Number(byId("panel").dataset.answer), ...answer });
}

// Several answers that a game has put together on one button: each is sent when the one before it has been taken.
function playReady() {
  const next = state.ready.shift();
  if (next) answerWith(next);
}

function playAll(numbers) {
  if (state.ready.length || isBusy()) return;
  const answer = Number(byId("panel").dataset.answer);
  forgetChanges();
  state.ready = numbers.map((move, place) => ({ do: "play", answer: answer + place, move: Number(move) }));
  playReady();
}

// A move with what was typed: the name that it writes, or the amount that tells it from the others of its choice.
function fillIn(move, field) {
  const number = Number(move.dataset.move), typed = field.value.trim();
  if ("writes" in field.dataset) return typed ? { move: number, text: typed } : { error: "Write a name first." };
  const amount = Number(typed), spans = piecesIn(field.dataset.spans).map((span) => span.split("-").map(Number));
  if (!typed || !spans.some(([low, high]) => Number.isInteger(amount) && low <= amount && amount <= high)) {
    return { error: `${typed ? `${typed} cannot be chosen` : "Choose a number"}: ${field.dataset.words}.` };
  }
  return { move: number + (amount - spans[0][0]) * Number(field.dataset.step) };
}

document.addEventListener("submit", (event) => {
  const entry = event.target.closest(".entry");
  if (!entry) return;
  event.preventDefault();
  play(entry.querySelector(".move"));
});

function forgetChanges() {
  state.changed.clear();
  for (const piece of all(".changed")) piece.classList.remove("changed");
  for (const line of all("#log .fresh")) line.classList.remove("fresh");
}

function refuse(error) {
  release();
  say(error);
}

function say(text) {
  const why = byId("why");
  if (why) why.textContent = text;
  byId("spoken").textContent = text;
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
  else if (data.vote) agree(button);
  else if (data.plays) playAll(piecesIn(data.plays));
  else if (button.id === "show-all") (state.chosen = []), light();
  else if ("takeBack" in data) send({ do: "take_back", answer: Number(byId("panel").dataset.answer) });
  else if ("back" in data) send({ do: "back" });
  else if (data.hand) send({ do: "hand", seat: Number(data.hand), to: data.to });
  else if (data.section && !event.ctrlKey && !event.metaKey) event.preventDefault(), openRulebook(data.section);
  else if (button.role === "tab") openTab(button);
  else if (button.classList.contains("sheet-handle")) resize();
  else if (data.toggle === "sound") toggleSound();
}

// The board by keyboard: Enter and Space choose, arrows go to the next lit piece.
document.addEventListener("keydown", (event) => {
  const piece = event.target.closest?.("[data-piece]");
  if (piece && (event.key === "Enter" || event.key === " ")) {
    event.preventDefault();
    choosePiece(piece);
  }
  if (piece && event.key in WAYS) goOn(piece, event);
  if (event.key === "Escape" && state.chosen.length) (state.chosen = []), light();
  const tab = event.target.closest?.("[role=tab]");
  if (tab && (event.key === "ArrowRight" || event.key === "ArrowLeft")) turnTabs(tab, event.key === "ArrowRight" ? 1 : -1);
});

// To the lit piece that is nearest in the direction of the arrow; if there is none, to the next one.
function goOn(piece, event) {
  const lit = all("#board .lit, .mine .lit");
  if (!lit.length) return;
  event.preventDefault();
  const others = lit.filter((one) => one !== piece);
  const best = others.map((one) => [distance(piece, one, event.key), one]).filter(([far]) => far < Infinity).sort(([a], [b]) => a - b)[0];
  (best?.[1] ?? lit[(lit.indexOf(piece) + 1) % lit.length]).focus();
}

const WAYS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

function distance(from, to, key) {
  const a = from.getBoundingClientRect(), b = to.getBoundingClientRect(), [x, y] = WAYS[key];
  const right = b.left + b.width / 2 - a.left - a.width / 2, down = b.top + b.height / 2 - a.top - a.height / 2;
  const along = right * x + down * y, aside = Math.abs(right * y) + Math.abs(down * x);
  return along > 1 ? along + 2 * aside : Infinity;
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

// Fetched once, however many ask for it; again if it did not come.
async function fetchRulebook() {
  state.rulebook ??= htmx.ajax("GET", byId("tab-rules").dataset.rulebook, { target: byId("view-rules"), swap: "innerHTML" });
  await state.rulebook;
  if (!document.querySelector(".rulebook")) state.rulebook = null;
}

// When the game is over the rulebook may have more to say.
function renewRulebook() {
  state.rulebook = null;
  if (!byId("view-rules").hidden) fetchRulebook();
}

async function openRulebook(section) {
  openTab(byId("tab-rules"));
  await fetchRulebook();
  const rule = byId(section)?.closest("p, li, h2, h3, h4");
  if (!rule) return;
  for (const old of all(".rulebook .here")) old.classList.remove("here");
  rule.classList.add("here");
  const view = byId("view-rules"), behavior = calm.matches ? "auto" : "smooth";
  if (view.scrollHeight <= view.clientHeight + 1) return rule.scrollIntoView({ block: "start", behavior });
  // Beside the board only the rulebook scrolls; the question stays as near as it can.
  view.scrollTo({ top: view.scrollTop + rule.getBoundingClientRect().top - view.getBoundingClientRect().top - 12, behavior });
  if (view.getBoundingClientRect().top > innerHeight - 240) view.scrollIntoView({ block: "end", behavior });
}

byId("say")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("say-text");
  if (text.value.trim()) send({ do: "chat", text: text.value, to: Number(byId("say-to").value) });
  text.value = "";
});

// --- the rest ---

function toggleSound() {
  const on = localStorage.getItem("sound") !== "on";
  localStorage.setItem("sound", on ? "on" : "off");
  showSound();
  if (on) soundKnock();
}

function showSound() {
  const on = localStorage.getItem("sound") === "on";
  for (const button of all("[data-toggle=sound]")) button.setAttribute("aria-pressed", String(on));
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
  const mine = piecesIn(stage.dataset.mine).map(Number);
  if (seat < 0 || mine.length < 2 || state.asked) return;
  const next = mine.find((other) => other !== seat && byId(`seat-${other}-shown`)?.dataset.awaited === "yes");
  if (next !== undefined) location.assign(`/tables/${stage.dataset.table}?watch&pass=${next}`);
}

// The page between two seats shows what everyone sees, under a cover that says whose turn it is to look.
function coverUp() {
  const cover = byId(`cover-${new URLSearchParams(location.search).get("pass")}`);
  if (!cover) return;
  for (const other of all("body > *")) other.inert = other !== cover;
  cover.hidden = false;
  cover.querySelector("a").focus();
}

coverUp();
showSound();
light();
settle();
connect();
