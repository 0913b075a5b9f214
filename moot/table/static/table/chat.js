// What is said at the table.
import { all, byId, seat, say, stage } from "./page.js";
import { send } from "./socket.js";

export function addChat(message) {
  const chat = byId("chat");
  if (message.from_start) chat.replaceChildren(), markOlder(message.older);
  for (const html of message.chat) chat.insertAdjacentHTML("beforeend", html);
  if (!message.chat.length) return;
  byId("chat-empty").hidden = true;
  if (!message.from_start && !isRead()) count(message.chat.length);
  chat.scrollTop = chat.scrollHeight;
}

const isRead = () => byId("view-chat").checkVisibility();

function count(many) {
  const pip = byId("chat-new");
  pip.textContent = Number(pip.textContent || 0) + many;
  pip.hidden = false;
}

export function markRead() {
  byId("chat-new").hidden = true;
  byId("chat-new").textContent = "";
  byId("chat").scrollTop = byId("chat").scrollHeight;
}

function markOlder(older) {
  const button = byId("chat-older");
  button.dataset.older = older;
  button.hidden = !older;
}

// Whoever sat down meanwhile is spoken to by their own name.
export function nameOthers() {
  for (const option of all("#say-to option:not([value='-1'])")) {
    const name = document.querySelector(`#seat-${option.value}-shown .seat-name`);
    if (name) option.textContent = `Only ${name.textContent}`;
  }
}

byId("chat-older").addEventListener("click", async (event) => {
  const before = event.target.dataset.older;
  event.target.disabled = true;
  const answer = await fetch(`/tables/${stage.dataset.table}/chat?as=page&${seat < 0 ? "watch" : `seat=${seat}`}&before=${before}`).catch(() => null);
  event.target.disabled = false;
  if (!answer?.ok) return say("The connection is lost. As soon as it is back, try again.");
  const earlier = await answer.json();
  if (event.target.dataset.older !== before) return; // the page was told everything anew meanwhile
  byId("chat").insertAdjacentHTML("afterbegin", earlier.chat.join(""));
  markOlder(earlier.older);
});

byId("say")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const text = byId("say-text");
  if (text.value.trim()) send({ do: "chat", text: text.value, to: Number(byId("say-to").value) });
  text.value = "";
});
