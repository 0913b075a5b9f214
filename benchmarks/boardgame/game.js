// A game as simple as can be: everyone may move at any time, and a move counts one for its player. Nothing is written to disk.
exports.Load = {
  name: "load",
  setup: () => ({ by: [0, 0, 0, 0] }),
  turn: { activePlayers: { all: "on" }, stages: { on: {} } },
  moves: {
    go: { move: ({ G, playerID }) => { G.by[Number(playerID)] += 1; }, ignoreStaleStateID: true },
  },
};
