// The line to the server. An answer that was chosen while there is none is kept, and sent as soon as there is.
import { untilBack } from "../again.js";
import { whenReleased } from "../pressing.js";
import { sayBack, sayLost } from "./offline.js";
import { say, seat, stage } from "./page.js";

const OFFLINE = "The connection is lost. As soon as it is back, try again.";
const KEPT = "There is no connection now. Your answer is sent as soon as there is one.";
const PATIENCE = 2500, LONGEST = 8000; // milliseconds without a reply: until it is said, and until the line is given up
const line = { socket: null, sent: 0, wait: 500, unanswered: null, tries: 0, delivery: 0, late: 0, hear: null };

export function connect(hear) {
  line.hear = hear;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/tables/${stage.dataset.table}/socket?as=page&seat=${seat}`);
  line.socket = socket;
  const ifPresent = (does) => (event) => socket === line.socket && does(event); // one that was given up says nothing any more
  socket.addEventListener("open", ifPresent(opened));
  socket.addEventListener("message", ifPresent((event) => whenReleased(() => line.hear(JSON.parse(event.data)))));
  socket.addEventListener("close", ifPresent(closed));
}

function opened() {
  line.wait = 500;
  sayBack();
  stage.dataset.live = "yes";
  deliver();
}

function closed(event) {
  sayLost();
  stage.dataset.live = "no";
  setTimeout(() => connect(line.hear), untilBack(event, line.wait));
  line.wait = Math.min(line.wait * 1.6, 8000) + Math.random() * 200;
}

// A line may be dead and not know it.
function renew() {
  const old = line.socket;
  connect(line.hear);
  old.close();
}

addEventListener("offline", sayLost);
addEventListener("online", renew);

const isConnected = () => line.socket?.readyState === WebSocket.OPEN;

export function send(message) {
  if (!isConnected()) return say(OFFLINE);
  line.socket.send(JSON.stringify({ id: ++line.sent, ...message }));
  return line.sent;
}

// Sends the answer that was chosen, or keeps it until there is a connection. One whose reply was lost with the connection is sent
// again as it was; if it had been heard, it counts once all the same.
function deliver() {
  if (!line.unanswered) return;
  if (!isConnected()) return say(KEPT);
  line.tries += 1;
  line.delivery = send(line.unanswered);
  clearTimeout(line.late);
  line.late = setTimeout(miss, PATIENCE);
}

// No reply has come: that is said, and after a while another line is tried.
function miss() {
  sayLost();
  say(KEPT);
  line.late = setTimeout(renew, LONGEST - PATIENCE);
}

export function answerWith(message) {
  line.unanswered = message;
  line.tries = 0;
  deliver();
}

// Whether an answer is on its way.
export const isWaiting = () => line.unanswered !== null;

const isAnswered = (id) => id === line.delivery || !id;

// Whether the answer that was on its way has come back with this number.
export function settles(id) {
  if (!isAnswered(id)) return false;
  line.unanswered = null;
  clearTimeout(line.late);
  sayBack();
  return true;
}

// Of a move that had to be sent twice, the server counts one and refuses the other.
export const isEcho = (id) => isAnswered(id) && line.tries > 1;
