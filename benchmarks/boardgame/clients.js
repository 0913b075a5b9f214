// Tables of four clients that move as fast as a rate allows. Each move is timed from sending it until every seat of its table has been
// sent a state with it. The clients speak boardgame.io's protocol and no more, so that they take as little of the machine as can be.
const { io } = require("socket.io-client");

const [port, tables, seconds, rate] = process.argv.slice(2).map(Number);
const SEATS = 4;
const seen = [], seats = [];
let running = false;

function sit(table, seat) {
  const socket = io(`http://127.0.0.1:${port}/load`, { transports: ["websocket"], forceNew: true });
  const me = { table, seat, socket, ready: false, waiting: false, made: 0, sent: new Map() };
  const show = (state) => {
    me.ready = true;
    me.state = state._stateID;
    table.shown[seat] = state.G.by;
    table.seats.forEach((other) => settle(other));
  };
  socket.on("connect", () => socket.emit("sync", table.name, String(seat), undefined, SEATS));
  socket.on("sync", (_, info) => show(info.state));
  socket.on("update", (_, state) => show(state));
  return me;
}

// A seat's moves that everyone has been shown by now.
function settle(seat) {
  for (const [number, start] of seat.sent) {
    if (!seat.table.shown.every((by) => by[seat.seat] >= number)) continue;
    seen.push(performance.now() - start);
    seat.sent.delete(number);
    seat.waiting = false;
  }
}

function move(seat) {
  seat.waiting = true;
  seat.sent.set(++seat.made, performance.now());
  const action = { type: "MAKE_MOVE", payload: { type: "go", args: [], playerID: String(seat.seat) } };
  seat.socket.emit("update", action, seat.state, seat.table.name, String(seat.seat));
}

for (let number = 0; number < tables; number++) {
  const table = { name: `t${number}`, shown: Array(SEATS).fill([0, 0, 0, 0]), seats: [] };
  for (let seat = 0; seat < SEATS; seat++) table.seats.push(sit(table, seat));
  seats.push(...table.seats);
}

function run() {
  const start = performance.now();
  let made = 0, next = 0;
  const timer = setInterval(() => {
    const due = Math.min(((performance.now() - start) / 1000) * rate, made + 200);
    for (let tried = 0; made < due && tried < seats.length; tried++, next++) {
      const seat = seats[next % seats.length];
      if (!seat.waiting) move(seat), made++;
    }
    if (performance.now() - start > seconds * 1000) finish(timer, seen.length);
  }, 2);
}

function finish(timer, moves) {
  clearInterval(timer);
  const sorted = seen.slice().sort((a, b) => a - b);
  const at = (share) => Math.round(10 * (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0)) / 10;
  console.log(JSON.stringify({ moves_per_second: Math.round(moves / seconds), seen_by_all_ms: { 50: at(0.5), 99: at(0.99) } }));
  process.exit(0);
}

setInterval(() => {
  if (!running && seats.every((seat) => seat.ready)) running = true, run();
}, 100);
