// A table: keeps the page as the server draws it, and sends what its player does. All rules are on the server.
import { agree, choose, confirm, hearWeighed, playAll, settle } from "./table/answering.js";
import { hearReply, pressCoach, teach } from "./table/coach.js";
import { clear, disarm, render } from "./table/dock.js";
import { draft } from "./table/draft.js";
import { addChat } from "./table/chat.js";
import { boardNow, cover, leaves, look, ownSeat, pass, showAll, showParts, uncover } from "./table/drawing.js";
import { count } from "./table/forms.js";
import { isFresh } from "./table/fresh.js";
import { hearAhead, turn } from "./table/ghost.js";
import { coverUp, handOver } from "./table/hot_seat.js";
import { hearDraft, hearKept, hearNotKept } from "./table/keeping.js";
import { knocks, showSound, soundKnock, toggleSound } from "./table/knock.js";
import { byId, PIECES, piecesIn, say, seat, stage, state } from "./table/page.js";
import { changeSpeed, chosenSpeed, SPEEDS } from "./table/pace.js";
import { framed } from "./table/panes.js";
import { showPlayer } from "./table/players.js";
import { choosePiece, explainRefusal, hasExplained, select } from "./table/selecting.js";
import { addLines, addNewLines, openRulebook, openTab, renewRulebook, turnTabs } from "./table/side.js";
import { connect, isEcho, send, settles } from "./table/socket.js";
import { pressTakeBack } from "./table/taking_back.js";
import { backToNow, showThen } from "./table/then.js";
import { advance, again, begin, drop, enqueue, hurry, isTelling, pause } from "./telling.js";

// --- what the server says ---

function hear(message) {
  if (message.pieces) hearNews(message);
  message.done?.forEach(hearKept);
  if (message.done?.some(settles)) settle();
  if (message.type === "draft") hearDraft(message);
  if (message.type === "why") explainRefusal(message, `/games/${stage.dataset.game}/rulebook`);
  if (message.type === "moved") location.assign(message.to);
  if (message.type === "ahead") hearAhead(message), hearWeighed(message);
  if (message.type === "refused") hearRefusal(message);
}

// What was said or revealed is read at once; what happened is told in its time.
function hearNews(message) {
  if (message.from_start) return drop(), showAll(message), reached(message);
  addChat(message);
  const { "told-here": told, ...pieces } = message.pieces;
  if (told) showParts({ "told-here": told }); // a facilitator speaks to all tables at once
  enqueue({ ...message, pieces });
}

// The page shows what the message was about, and whoever stands around the game may look.
function reached(message) {
  askOnce(message);
  document.dispatchEvent(new CustomEvent("shown", { detail: message }));
}

begin({
  lines: addNewLines,
  logAnew: (log) => addLines({ log }),
  parts: showParts,
  boardNow,
  cover,
  uncover,
  leaves,
  pass,
  ownSeat,
  reached,
});

function hearRefusal(message) {
  if (hearNotKept(message.id)) return;
  const echo = isEcho(message.id);
  if (settles(message.id)) settle();
  if (!echo && !hearReply(message)) say(message.error), look();
}

function askOnce(message) {
  const knock = message.asked && !state.asked && document.hidden;
  state.asked = message.asked;
  if (message.over && !state.over) renewRulebook();
  state.over = message.over;
  if (byId("end-game")) byId("end-game").hidden = message.over;
  document.title = `${message.asked ? "● Your answer · " : ""}${stage.dataset.title} · Moot`;
  if (knock && knocks()) soundKnock();
  handOver();
}

// --- what the player presses ---

// What has just appeared is not pressed, and what was held down has explained something.
addEventListener("click", (event) => {
  if (!isFresh(event.target) && !hasExplained()) return;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });

document.addEventListener("click", (event) => {
  const button = event.target.closest("button, a"), armed = draft.armed;
  if (!(button?.dataset.confirm || button?.dataset.move === armed)) disarm();
  if (button) press(button, event);
  else pressElsewhere(event.target);
  if (armed !== null && draft.armed === null) render();
});

// A press on a piece selects it; one beside the pieces clears what was chosen.
function pressElsewhere(target) {
  const piece = target.closest(PIECES);
  if (target.closest("#then")) return;
  if (isTelling() && target.closest("#board") && !piece?.classList.contains("lit")) advance();
  else if (piece) choosePiece(piece);
  else if (target.closest(".left")) clear();
  else if (target.closest("#log li")) showThen(target.closest("#log li"));
  else if (target.closest(".seat")) lookAtSeat(target.closest(".seat"));
}

// A press on a seat shows its player; one's own also says what wins.
function lookAtSeat(shown) {
  showPlayer(shown);
  if (shown.id !== `seat-${seat}-shown`) return;
  sayGoal();
  byId("how").showModal();
}

function sayGoal() {
  document.querySelector("#how .goal-said").textContent = document.querySelector("#goal .wide")?.textContent ?? "";
}

function press(button, event) {
  const data = button.dataset;
  if (data.move) choose(button);
  else if (data.confirm) confirm(data.confirm);
  else if (data.verbs) Object.assign(draft, { verb: data.verbs, page: 0 }), render();
  else if (data.begins) select(...piecesIn(data.begins));
  else if (data.count) count(button), render();
  else if ("turn" in data) turn(Number(data.turn));
  else if ("more" in data) (draft.page += 1), render();
  else if (data.vote) agree(button);
  else if (data.plays) playAll(data.plays);
  else if (button.id === "clear") clear();
  else if (button.id === "look") look();
  else if ("takeBack" in data) pressTakeBack(event);
  else if ("back" in data) send({ do: "back" });
  else if (data.hand) handTo(button);
  else if (!pressCoach(button)) pressAround(button, event);
}

// In the dialog the others stay: several seats may be handed over, one after the other.
function handTo(button) {
  send({ do: "hand", seat: Number(button.dataset.hand), to: button.dataset.to });
  const list = button.closest(".open-seats");
  button.closest(".open-seats li")?.remove();
  if (list && !list.childElementCount) list.closest("dialog").close();
}

function pressAround(button, event) {
  const data = button.dataset;
  if (data.section && !event.ctrlKey && !event.metaKey) event.preventDefault(), openRulebook(data.section);
  else if (button.role === "tab") openTab(button);
  else if (data.toggle === "sound") toggleSound();
  else if (button.id === "speed") changeSpeed(), showSpeed();
  else if (button.id === "to-turn") hurry();
  else if (button.id === "to-now") backToNow();
  else if ("again" in data) again();
  else if (button.id === "goal") sayGoal();
}

document.addEventListener("filled", render);

// A question that waits is shown when the hand leaves the dock.
byId("dock").parentElement.addEventListener("pointerleave", look);

// Space holds the telling, unless it presses something.
document.addEventListener("keydown", (event) => {
  if (event.key !== " " || !isTelling() || event.target.closest("button, a, input, textarea, select, summary, [data-piece]")) return;
  event.preventDefault();
  pause();
});

function showSpeed() {
  const button = byId("speed"), now = chosenSpeed();
  button.textContent = SPEEDS[now];
  button.setAttribute("aria-label", `Telling: ${now}. Change its speed`);
  if (now === "instant" && isTelling()) hurry();
}

document.addEventListener("keydown", (event) => {
  const tab = event.target.closest?.("[role=tab]");
  if (tab && (event.key === "ArrowRight" || event.key === "ArrowLeft")) turnTabs(tab, event.key === "ArrowRight" ? 1 : -1);
});

coverUp();
showSound();
showSpeed();
render();
framed();
teach();
stage.dataset.ready = "yes";
connect(hear);
