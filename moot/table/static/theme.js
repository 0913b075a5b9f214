"use strict";
// Before anything is drawn: what was chosen in this browser, unless its person has chosen otherwise.
for (const [name, values] of Object.entries({ theme: ["light", "dark"], knock: ["on", "off"], speed: ["normal", "fast", "calm", "instant"] })) {
  const kept = localStorage.getItem(name), chosen = document.documentElement.dataset;
  if (!(name in chosen) && values.includes(kept)) chosen[name] = kept;
}
