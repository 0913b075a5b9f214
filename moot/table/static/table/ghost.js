// A ghost: what is looked through one by one stands on the board as it would be, before it is sent.
import { draft, looked } from "./draft.js";
import { render } from "./dock.js";
import { boardNow, drawBoard } from "./drawing.js";
import { byId } from "./page.js";
import { send } from "./socket.js";

const ghost = { of: "", asked: 0, board: "" }; // the way that is shown, the number of the question for it, the board as it is

// After each laying of the dock: the board is asked for as it would be, or is itself again.
function haunt() {
  const way = looked()?.dataset.move ?? "";
  if (way === ghost.of) return;
  ghost.of = way;
  if (!way) return leave();
  ghost.asked = send({ do: "ahead", answer: Number(byId("dock").dataset.answer), moves: way.split("-").map(Number) });
}

export function hearAhead(message) {
  if (message.id !== ghost.asked || !ghost.of || !message.board) return;
  ghost.board ||= boardNow();
  drawBoard(message.board);
  byId("board").classList.add("ghost");
  render();
}

function leave() {
  if (!ghost.board) return;
  drawBoard(ghost.board);
  ghost.board = "";
  render();
}

// By one, one way or the other; by none: to the other side.
export function turn(by) {
  draft.turn += by;
  if (!by) draft.side += 1;
  render();
}

document.addEventListener("laid", haunt);
// What the server draws is the board as it is.
document.addEventListener("shown", (event) => event.detail.pieces?.board && Object.assign(ghost, { of: "", asked: 0, board: "" }));
