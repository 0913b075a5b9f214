// A new table: the server draws the form anew when seats or preset change; what somebody filled in stays (a preset only
// as long as it is made for the number of seats).
import "./moot.js";
import { offerZones } from "./zones.js";

const filled = new Set(); // names of fields that were changed by hand

document.addEventListener("input", (event) => filled.add(event.target.name)); // while it is being typed, too

document.addEventListener("change", (event) => {
  const name = event.target.name;
  filled.add(name);
  if (name === "preset") [...filled].filter((one) => one.startsWith("option.")).forEach((one) => filled.delete(one));
  // What was measured of a preset does not hold any more once its options are changed.
  document.body.toggleAttribute("data-changed", [...filled].some((one) => one.startsWith("option.") && one !== "option.seats"));
});

const fieldOf = (element) => element.name || element.closest("select")?.name;
// What was typed before this script was there counts too. (Options begin anew with a preset: of these only what was changed since.)
const typed = (element) => "defaultValue" in element && element.value !== element.defaultValue && !element.name.startsWith("option.");
const keep = Idiomorph.defaults.callbacks.beforeAttributeUpdated;
Idiomorph.defaults.callbacks.beforeAttributeUpdated = (attribute, element, kind) =>
  ["value", "checked", "selected"].includes(attribute) && element.name !== "preset" && (filled.has(fieldOf(element)) || typed(element)) ? false : keep(attribute, element, kind);

// Play over days goes by the clock of whoever opens the table.
const zone = document.getElementById("zone");
if (zone) offerZones(zone, true);
