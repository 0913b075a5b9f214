// The page of one's notices: lets this browser be pushed to, if it can be.
import "./moot.js";
import { offerZones } from "./zones.js";

const zone = document.getElementById("zone");
if (zone) offerZones(zone, "own" in zone.dataset);

const button = document.getElementById("push-on");
const why = document.getElementById("push-why");
const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, "+").replace(/_/g, "/")), (letter) => letter.charCodeAt(0));

async function subscribe() {
  if ((await Notification.requestPermission()) !== "granted") throw new Error("This browser does not allow notices of this page. Its settings can change that.");
  await navigator.serviceWorker.register("/sw.js");
  const worker = await navigator.serviceWorker.ready;
  const key = bytes(document.getElementById("push").dataset.key);
  const given = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const { endpoint, keys } = given.toJSON();
  const answer = await fetch("/me/notices/push", {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify({ endpoint, keys }),
  });
  if (!answer.ok) throw new Error((await answer.json()).error);
  location.href = "/me/notices?did=added";
}

if (button && isSecureContext && "serviceWorker" in navigator && "PushManager" in window) {
  button.hidden = false;
  why.textContent = "";
  button.addEventListener("click", async () => {
    button.disabled = true;
    try {
      await subscribe();
    } catch (error) {
      why.textContent = error.message;
      button.disabled = false;
    }
  });
} else if (why) {
  why.textContent = "This browser cannot be told things at this address: it begins with http://, or the browser knows no such notices.";
}
