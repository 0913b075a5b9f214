// A player on the board: where they stand, what everybody knows of them, and whether they are awaited.
import { explain, spotlight } from "../moot.js";
import { all, byId } from "./page.js";
import { showBoard, showPieces } from "./panes.js";

// Its pieces are lit in the pane that has them, and the one that says most of it is explained.
export function showPlayer(shown) {
  const name = shown.id.replace("-shown", ""), pieces = all(`#board [data-piece="${name}"]`);
  showBoard();
  showPieces(pieces);
  spotlight([name]);
  explain(pieces.filter(isInSight).sort((one, other) => other.dataset.tip.length - one.dataset.tip.length)[0] ?? shown.querySelector("[data-tip]"));
}

function isInSight(piece) {
  const board = byId("board").getBoundingClientRect(), { left, top, width, height } = piece.getBoundingClientRect();
  return width > 0 && left + width / 2 > board.left && left + width / 2 < board.right && top + height / 2 > board.top && top + height / 2 < board.bottom;
}
