// When to come back after a connection is lost.
const RESTART = 1012, LONGEST = 5000;

// A server that restarts says so: if everyone came back at once, it would have to stand all of them at the same moment.
export const untilBack = (closed, usual) => (closed.code === RESTART && closed.reason ? Math.random() * LONGEST : usual);
