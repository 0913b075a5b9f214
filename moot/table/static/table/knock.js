// A soft knock when an answer is awaited and the page is not in sight.
import { keep } from "../moot.js";
import { all } from "./page.js";

export const knocks = () => document.documentElement.dataset.knock === "on";

export function toggleSound() {
  keep("knock", knocks() ? "off" : "on");
  showSound();
  if (knocks()) soundKnock();
}

export function showSound() {
  for (const button of all("[data-toggle=sound]")) button.setAttribute("aria-pressed", String(knocks()));
}

export function soundKnock() {
  const audio = new AudioContext(), tone = audio.createOscillator(), loud = audio.createGain();
  tone.frequency.value = 180;
  loud.gain.setValueAtTime(0.25, audio.currentTime);
  loud.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.18);
  tone.connect(loud).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.2);
}
