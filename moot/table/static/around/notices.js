// Notices inside the page: at most two at a time over the side, gone after a while, kept under the bell.

const LASTS = 8000, MOST = 2, KEPT = 30; // milliseconds; notices
const place = document.getElementById("notices"), kept = document.getElementById("bell-list"), pip = document.getElementById("bell-new");
const here = new Map(); // each seat with whether somebody was there
let asked = null, stoodIn = false, live = null;

// With a dialog, `opens`, that says more, it stays until that is opened.
export function notice(words, opens = "") {
  if (!place) return;
  const item = itemOf("p", words, opens);
  place.append(item);
  while (place.childElementCount > MOST) place.firstElementChild.remove();
  if (opens) item.querySelector("button").addEventListener("click", () => item.remove());
  else setTimeout(() => item.remove(), LASTS);
  keep(words, opens);
}

function itemOf(tag, words, opens) {
  const item = document.createElement(tag);
  item.textContent = words;
  if (opens) item.append(" ", buttonTo(opens));
  return item;
}

function buttonTo(dialog) {
  const button = document.createElement("button");
  Object.assign(button, { type: "button", className: "button small", textContent: "Read it" });
  button.dataset.show = dialog;
  return button;
}

function keep(words, opens) {
  const item = itemOf("li", words, opens), time = document.createElement("time");
  time.textContent = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  item.prepend(time, " ");
  kept.prepend(item);
  while (kept.childElementCount > KEPT) kept.lastElementChild.remove();
  document.getElementById("bell-empty").hidden = true;
  if (document.getElementById("bell").open) return;
  pip.textContent = Number(pip.textContent || 0) + 1;
  pip.hidden = false;
}

export function showNotices(message) {
  tellConnection();
  if ("asked" in message) tellTurn(message);
  tellStandIn();
  tellSeats();
  if (!message.from_start) tellChat(message.chat ?? []);
  tellOffers();
}

// Whoever looks at the page sees that it is their turn; it is for whoever does not.
function tellTurn(message) {
  if (message.asked && asked === false && document.hidden) notice("It is your turn.");
  asked = message.asked;
}

function tellStandIn() {
  const now = Boolean(document.getElementById("stand-in"));
  if (now && !stoodIn) notice("A bot plays for you.");
  stoodIn = now;
}

const GONE = ["away", "open"];

function tellSeats() {
  const own = document.querySelector("[data-me]")?.dataset.me;
  for (const seat of document.querySelectorAll("#seats > li[id]")) {
    const now = !GONE.includes(seat.dataset.status), before = here.get(seat.id);
    here.set(seat.id, now);
    if (before === undefined || before === now || seat.id === `seat-${own}-shown` || seat.dataset.status === "bot") continue;
    notice(`${seat.querySelector(".seat-name").textContent} ${now ? "is here" : "has gone"}.`);
  }
}

function tellChat(lines) {
  const view = document.getElementById("view-chat");
  if (!view || view.checkVisibility()) return;
  for (const html of lines) {
    const line = document.createElement("ol");
    line.innerHTML = html;
    const said = line.firstElementChild, who = said.querySelector(".seat-name, .sender")?.textContent;
    if (who) notice(`${who}: ${said.querySelector("p").textContent}`);
  }
}

let offers = null;

function tellOffers() {
  const now = new Set([...document.querySelectorAll("#inbox [data-offer]")].map((offer) => offer.dataset.offer));
  if (offers && [...now].some((one) => !offers.has(one))) notice("There is an offer for you.");
  offers = now;
}

function tellConnection() {
  const now = document.querySelector("main.stage")?.dataset.live;
  if (live === "no" && now === "yes") notice("The connection is back.");
  live = now ?? live;
}

// What a workshop reveals while the game goes on.
let revealed = false;

function tellRevealed() {
  const now = document.getElementById("told-to-all");
  if (now && !revealed) notice(now.dataset.says, now.id);
  revealed = Boolean(now);
}

const toldHere = document.getElementById("told-here");
if (toldHere) new MutationObserver(tellRevealed).observe(toldHere, { childList: true });
tellRevealed();

new MutationObserver(() => {
  if (document.querySelector("main.stage").dataset.live === "no" && live === "yes") notice("The connection is lost.");
  tellConnection();
}).observe(document.querySelector("main.stage"), { attributeFilter: ["data-live"] });

document.getElementById("bell")?.addEventListener("toggle", () => {
  pip.hidden = true;
  pip.textContent = "";
});
