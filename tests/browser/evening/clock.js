// A clock that stands still but when a test lets time pass: what is waited for comes in its order, and takes no time. Only at a table.
(() => {
  if (!location.pathname.startsWith("/tables/")) return;
  let now = 1000, made = 1_000_000;
  const waiting = new Map(); // what is to be done, and when
  const begin = (every) => (action, time = 0, ...told) => {
    waiting.set((made += 1), { at: now + Math.max(1, time || 0), every: every && Math.max(1, time), action, told });
    return made;
  };
  const end = (number) => waiting.delete(number);
  Object.assign(window, { setTimeout: begin(false), setInterval: begin(true), clearTimeout: end, clearInterval: end });
  performance.now = () => now;

  function next(until) {
    const [first] = [...waiting].filter(([, one]) => one.at <= until).sort(([a, one], [b, other]) => one.at - other.at || a - b);
    return first;
  }

  // Lets so many milliseconds pass, or fewer: until something is so.
  window.pass = (time, isSo = () => false) => {
    for (const until = now + time; !isSo(); ) {
      const found = next(until);
      if (!found) return void (now = until);
      const [number, one] = found;
      now = one.at;
      if (one.every) waiting.set(number, { ...one, at: now + one.every });
      else waiting.delete(number);
      one.action(...one.told);
    }
  };
})();
