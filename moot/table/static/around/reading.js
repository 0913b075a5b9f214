// How much of a table's chat was read is kept by the browser: the lobby counts what is new.

export function markRead() {
  const view = document.getElementById("view-chat"), chat = document.getElementById("chat");
  if (!view?.checkVisibility()) return;
  const read = chat.childElementCount + Number(document.getElementById("chat-older").dataset.older);
  localStorage.setItem(`read-${document.querySelector("main.stage").dataset.table}`, read);
}

document.getElementById("tab-chat")?.addEventListener("click", () => setTimeout(markRead));
