// A facilitator's page: keeps every table as the server draws it, and sends what the facilitator decides.
import { untilBack } from "./again.js";
import { countDown } from "./clock.js";
import "./moot.js";

const page = document.querySelector("main.workshop");
const byId = (id) => document.getElementById(id);
let wait = 500;

function connect() {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  const socket = new WebSocket(`${scheme}//${location.host}${page.dataset.at}/socket?table=${page.dataset.table}`);
  socket.addEventListener("open", () => {
    wait = 500;
    byId("offline").hidden = true;
    page.dataset.live = "yes";
  });
  socket.addEventListener("message", (event) => show(JSON.parse(event.data)));
  socket.addEventListener("close", (event) => {
    byId("offline").hidden = false;
    page.dataset.live = "no";
    setTimeout(connect, untilBack(event, wait));
    wait = Math.min(wait * 1.6, 8000) + Math.random() * 200;
  });
}

function show(message) {
  for (const [id, html] of Object.entries(message.pieces)) {
    const callbacks = { beforeNodeMorphed: (old) => !isInUse(old) && !unsent.has(old) };
    if (byId(id)) Idiomorph.morph(byId(id), html, { morphStyle: "outerHTML", restoreFocus: true, callbacks });
  }
  const log = byId("log"), chat = byId("chat");
  if (message.again) log?.replaceChildren();
  if (message.from_start) chat?.replaceChildren();
  for (const html of message.log) log.insertAdjacentHTML("afterbegin", html);
  for (const html of message.chat) chat.insertAdjacentHTML("beforeend", html);
  if (message.chat.length) chat.parentElement.scrollTop = chat.parentElement.scrollHeight;
  frame();
  countDown();
}

// On a narrow screen the board is seen in panes, as its players see it; those that are about a seat of one's own are left out.
const narrow = matchMedia("(max-width: 599.98px)");
let pane = 0;

function frame() {
  const svg = document.querySelector("#board > svg.board-svg"), tabs = byId("open-panes");
  if (!svg) return;
  svg.dataset.whole ??= svg.getAttribute("viewBox");
  const panes = narrow.matches ? JSON.parse(svg.dataset.panes ?? "[]").filter((one) => one.box) : [];
  tabs.hidden = panes.length < 2;
  if (tabs.childElementCount !== panes.length) tabs.replaceChildren(...panes.map(tabOf));
  [...tabs.children].forEach((tab, place) => tab.setAttribute("aria-pressed", String(place === pane)));
  if (panes.length) svg.dataset.pane = panes[pane % panes.length].name;
  else delete svg.dataset.pane;
  svg.setAttribute("viewBox", panes.length ? panes[pane % panes.length].box : svg.dataset.whole);
}

function tabOf({ name }, place) {
  const tab = Object.assign(document.createElement("button"), { type: "button", className: "button toggle", textContent: name });
  tab.addEventListener("click", () => ((pane = place), frame()));
  return tab;
}

narrow.addEventListener("change", frame);
frame();

// What somebody is choosing from just now is not drawn anew under their hands, nor what they have chosen and not sent yet.
const isInUse = (element) => element.tagName === "SELECT" && element === document.activeElement;
const unsent = new WeakSet();
document.addEventListener("input", (event) => unsent.add(event.target));

// Forms are sent without leaving the page; what they did is drawn by the socket.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-do]");
  if (!form) return;
  event.preventDefault();
  const fields = new URLSearchParams(new FormData(form, event.submitter));
  const answer = await send(form.getAttribute("action"), fields);
  byId("refused").hidden = !answer.error;
  byId("refused").textContent = answer.error ?? "";
  if (answer.error) return byId("refused").scrollIntoView({ block: "nearest" });
  for (const field of form.elements) unsent.delete(field);
  form.closest("dialog")?.close();
  if ("clear" in form.dataset) form.elements.text.value = "";
});

async function send(address, fields) {
  try {
    const answer = await fetch(address, { method: "POST", body: fields, headers: { accept: "application/json" } });
    if (answer.ok) return {};
    const text = await answer.text();
    return { error: answer.headers.get("content-type")?.includes("json") ? JSON.parse(text).error : text };
  } catch {
    return { error: "The server could not be reached. Nothing has been changed: try again." };
  }
}

connect();
