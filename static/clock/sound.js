/* Sound on this device: off until somebody taps, as browsers want it; remembered, so that a page that comes back says
   large that it wants its tap again. Which sound and how loud stands with the clocks (see _clock.html). */

import { play } from "./bells.js";

const KEPT = "hangjack-sound";
const TOO_LATE = 2000; // milliseconds: a browser that lets a page sound only now rings nothing that is past
let audio = null;

function readChoice() {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null;
  }
}

function storeChoice(word) {
  try {
    localStorage.setItem(KEPT, word);
  } catch { /* a private window: asked again next time */ }
}

const isSounding = () => audio?.state === "running";

/* What the page's form says, where it has one, else what its clocks have. */
function readChosenSound() {
  const form = document.querySelector("[name=bell_sound]:checked");
  const clock = document.querySelector("[data-sound-of]");
  return {
    name: form?.value ?? clock?.dataset.soundOf ?? "bell",
    volume: Number(document.querySelector("[name=bell_volume]")?.value ?? clock?.dataset.volume ?? 80),
  };
}

/* Rings at a moment of a clock, unless the director has silenced the hall. */
export async function ring(kind, clock) {
  if (!audio || "muted" in clock.dataset) return;
  const asked = performance.now();
  await audio.resume();
  if (performance.now() - asked > TOO_LATE) return;
  play(audio, { kind, name: clock.dataset.soundOf, volume: Number(clock.dataset.volume ?? 80) });
}

async function tryOut(kind) {
  await audio.resume();
  play(audio, { kind, ...readChosenSound() });
}

export function showSound() {
  document.querySelectorAll("[data-sound]:not([data-sound='test'])").forEach((button) => {
    button.setAttribute("aria-pressed", String(isSounding()));
    const word = isSounding() ? button.dataset.on : button.dataset.off;
    if (word && button.textContent !== word) button.textContent = word;
  });
  document.querySelectorAll("[data-sound-lock]").forEach((note) => {
    const wanted = note.dataset.soundLock === "again" ? readChoice() === "on" : readChoice() !== "off"; // of many walls not all ring
    note.hidden = isSounding() || !wanted;
  });
}

async function turnOn(kind) {
  audio ??= new AudioContext();
  audio.onstatechange = showSound;
  storeChoice("on");
  showSound();
  await tryOut(kind);
  showSound();
}

async function turnOff() {
  const context = audio;
  audio = null;
  storeChoice("off");
  showSound();
  await context?.close();
}

async function handlePress(event) {
  const button = event.target.closest?.("[data-sound]");
  const lock = document.querySelector("[data-sound-lock]:not([hidden])");
  if (!button) {
    if (lock) await turnOn("start");
  } else if (button.dataset.sound === "test") {
    await turnOn(button.dataset.kind ?? (button.closest("form") ? "bell" : "start"));
  } else if (isSounding()) {
    await turnOff();
  } else {
    await turnOn("start");
  }
}

/* A browser that was told to let this page sound needs no tap after a reload; any other says so with the lock. */
function wake() {
  if (readChoice() === "on" && document.querySelector("[data-sound-lock]")) {
    audio = new AudioContext();
    audio.onstatechange = showSound;
  }
  showSound();
}

document.addEventListener("click", handlePress);
document.addEventListener("keydown", (event) => { if (event.key === " " && event.target === document.body) handlePress(event); });
wake();
