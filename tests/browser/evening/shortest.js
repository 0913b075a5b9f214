// The shortest way of presses to an answer, as the page's own draft would go: found by trying on the draft, without drawing anything.
(async (target) => {
  const { draft, listed, looked, openMoves, pageOf, piecesOf } = await import("/static/table/draft.js");
  const MOST = 12; // presses
  const save = () => structuredClone({ ...draft }), set = (state) => Object.assign(draft, structuredClone(state));
  const key = (state) => JSON.stringify([state.verb, state.pieces, state.page, state.turn, state.side]);
  const start = save();

  // Whether the answer can be pressed as the draft stands.
  function isThere() {
    const exit = document.querySelector(`:is(.exits, #inbox) > .move[data-move="${target}"], #inbox .move[data-move="${target}"]`);
    if (exit) return true;
    return pageOf(listed()).shown.some((item) => item.move?.dataset.move === target);
  }

  const isDrawn = (name) => document.querySelector(`:is(#board, #tray) [data-piece="${name}"]`)?.checkVisibility();

  // What can be pressed next: what is shown, and pieces that are ringed.
  function ways() {
    const { shown, more } = pageOf(listed()), found = [];
    for (const item of shown) {
      if (item.verb) found.push([`[id='step-verb-${item.verb}']`, () => Object.assign(draft, { verb: item.verb, page: 0 })]);
      if ("turn" in item) found.push([`#step-turn${item.turn}`, () => (item.turn ? (draft.turn += item.turn) : (draft.side += 1))]);
    }
    if (more) found.push(["#step-more", () => (draft.page += 1)]);
    if (looked()) return found; // what is turned on the board has been chosen
    const open = openMoves(), names = new Set(open.flatMap(piecesOf));
    for (const name of [...names].filter(isDrawn)) {
      const isLit = !draft.pieces.includes(name) && (open.length === 1 || open.some((move) => !piecesOf(move).includes(name)));
      if (isLit) found.push([`piece ${name}`, () => Object.assign(draft, { pieces: [...draft.pieces, name], page: 0 })]);
    }
    return found;
  }

  try {
    const seen = new Set(), queue = [{ state: start, way: [] }];
    while (queue.length) {
      const { state, way } = queue.shift();
      set(state);
      if (isThere()) return way;
      if (way.length >= MOST) continue;
      for (const [name, go] of ways()) {
        set(state);
        go();
        const next = save();
        if (seen.has(key(next))) continue;
        seen.add(key(next));
        queue.push({ state: next, way: [...way, name] });
      }
    }
    return null;
  } finally {
    set(start);
  }
})
