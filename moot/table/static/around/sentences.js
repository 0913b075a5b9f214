// Ready sentences: a press says one of them, to whom the form is set.

document.addEventListener("click", (event) => {
  const ready = event.target.closest?.("[data-say]");
  if (!ready) return;
  document.getElementById("say-text").value = ready.dataset.say;
  document.getElementById("say").requestSubmit();
});
