// The line to the server. An answer that was chosen while there is none is kept, and sent as soon as there is.
import { untilBack } from "../again.js";
import { whenReleased } from "../pressing.js";
import { byId, say, seat, stage } from "./page.js";

const OFFLINE = "The connection is lost. As soon as it is back, try again.";
const KEPT = "There is no connection now. Your answer is sent as soon as there is one.";
const line = { socket: null, sent: 0, wait: 500, unanswered: null, tries: 0, delivery: 0, hear: null };

export function connect(hear) {
  line.hear = hear;
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}/tables/${stage.dataset.table}/socket?as=page&seat=${seat}`);
  line.socket = socket;
  socket.addEventListener("open", opened);
  socket.addEventListener("message", (event) => whenReleased(() => line.hear(JSON.parse(event.data))));
  socket.addEventListener("close", closed);
}

function opened() {
  line.wait = 500;
  byId("offline").hidden = true;
  stage.dataset.live = "yes";
  deliver();
}

function closed(event) {
  byId("offline").hidden = false;
  stage.dataset.live = "no";
  setTimeout(() => connect(line.hear), untilBack(event, line.wait));
  line.wait = Math.min(line.wait * 1.6, 8000) + Math.random() * 200;
}

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
  return true;
}

// Of a move that had to be sent twice, the server counts one and refuses the other.
export const isEcho = (id) => isAnswered(id) && line.tries > 1;
