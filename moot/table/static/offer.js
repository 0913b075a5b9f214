// At a table of days, after one's first answer there: whoever wants to be told of the next turn can say so. Who does not is not
// asked again by this browser.
const offer = document.getElementById("offer");
const seats = document.querySelector("[data-me]");
const awaited = () => document.getElementById(`seat-${seats.dataset.me}-shown`)?.dataset.awaited === "yes";
let was = awaited();

function show() {
  offer.hidden = localStorage.getItem("notices") === "no";
}

if (offer.dataset.answered === "yes" && !was) show();
else {
  const watch = new MutationObserver(() => {
    if (was && !awaited()) {
      show();
      watch.disconnect();
    }
    was = awaited();
  });
  watch.observe(seats, { subtree: true, childList: true, attributes: true });
}

document.getElementById("offer-not").addEventListener("click", () => {
  localStorage.setItem("notices", "no");
  offer.hidden = true;
});
