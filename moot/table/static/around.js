// Around the game: the curve when it is over, what changed since one's last turn, terms and rules, what is said, and notices.
// Whoever draws the page says so by the event "shown", with what the server has sent.
import { loadCourse } from "./around/course.js";
import { watchTerms } from "./around/glossary.js";
import { showNotices } from "./around/notices.js";
import { askName } from "./around/naming.js";
import { pointToRule } from "./around/rules.js";
import { markRead } from "./around/reading.js";
import { showSince } from "./around/since.js";
import { showBubbles } from "./around/bubbles.js";
import "./around/sentences.js";

function lookAround(message) {
  loadCourse();
  pointToRule();
  showSince();
  showBubbles(message);
  markRead();
  showNotices(message);
}

document.addEventListener("shown", (event) => lookAround(event.detail ?? {}));
askName();
watchTerms();
lookAround({});
// Who has just opened a table for others is shown its link; once htmx is ready.
addEventListener("load", () => new URLSearchParams(location.search).has("invite") && document.querySelector("[data-dialog]")?.click());
