/* Round clocks. Every [data-clock] says when its round ends by the server's time; this module keeps how far the
   device's clock is off and computes what is left from that, so sleep, reload and a slow page change nothing. */

const STROKES = { warning: 1, bell: 3 };
const MOMENTS_LATE = 10; // seconds: an older bell is shown, not rung
const FLASHES = 7500; // milliseconds, as long as the animation in clock.css
const heard = new WeakMap();
const lastPhase = new Map();
const flashesUntil = new Map();
let offset = 0;
let audio = null;

/* The hall has one time: the latest that the server told, in a clock or beside an answer, holds for all clocks. */
function hear(time) {
  const sent = Date.parse(time);
  if (!Number.isNaN(sent)) offset = sent - Date.now();
}

function serverNow(clock) {
  if (heard.get(clock) !== clock.dataset.now) {
    heard.set(clock, clock.dataset.now);
    hear(clock.dataset.now);
  }
  return Date.now() + offset;
}

/* How long ago the bell rang, in seconds: by itself, or by the director before its time. */
function sinceBell(clock) {
  return (serverNow(clock) - Date.parse(clock.dataset.endsAt)) / 1000;
}

function strokesAt(phase, before, clock) {
  const wasOn = ["running", "warning", "paused"].includes(before);
  if (phase === "warning") return before === "running" ? STROKES.warning : 0;
  if (phase === "bell" || phase === "ended") return wasOn && sinceBell(clock) < MOMENTS_LATE ? STROKES.bell : 0;
  return 0;
}

export function reading(clock) {
  const { phase, endsAt, remaining, warning } = clock.dataset;
  if (!endsAt || ["waiting", "paused", "ended"].includes(phase)) {
    return { phase: phase || "waiting", left: Number(remaining || 0) };
  }
  const left = (Date.parse(endsAt) - serverNow(clock)) / 1000;
  if (left <= 0) return { phase: "bell", left };
  return { phase: left <= Number(warning || 0) ? "warning" : "running", left };
}

export function written(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

function show(clock) {
  const { phase, left } = reading(clock);
  write(clock.querySelector(".clock-time"), written(left));
  const key = clock.id || "clock";
  clock.classList.toggle("flash", Date.now() < (flashesUntil.get(key) ?? 0));
  const before = lastPhase.get(key);
  if (before === phase && clock.classList.contains(phase)) return;
  clock.classList.remove("waiting", "running", "paused", "warning", "bell", "ended");
  clock.classList.add(phase);
  const capital = phase[0].toUpperCase() + phase.slice(1);
  write(clock.querySelector(".clock-phase"), clock.dataset[`label${capital}`] ?? "");
  write(clock.querySelector(".clock-words"), clock.dataset[`words${capital}`] ?? "");
  lastPhase.set(key, phase);
  if (before && phase === "bell") document.dispatchEvent(new CustomEvent("clock:bell"));
  const strokes = strokesAt(phase, before, clock);
  if (!strokes) return;
  flashesUntil.set(key, Date.now() + FLASHES);
  clock.classList.add("flash");
  ring(strokes);
}

function showAll() {
  document.querySelectorAll("[data-clock]").forEach(show);
}

/* A struck bell: a few inharmonic partials, each dying away at its own rate. */
function strike(at) {
  for (const [ratio, loud, long] of [[1, 0.5, 2.6], [2.02, 0.3, 1.9], [2.74, 0.22, 1.2], [5.4, 0.1, 0.6]]) {
    const tone = audio.createOscillator();
    const gain = audio.createGain();
    tone.frequency.value = 620 * ratio;
    gain.gain.setValueAtTime(0, at);
    gain.gain.linearRampToValueAtTime(loud, at + 0.006);
    gain.gain.exponentialRampToValueAtTime(0.0005, at + long);
    tone.connect(gain).connect(audio.destination);
    tone.start(at);
    tone.stop(at + long);
  }
}

async function ring(strokes) {
  if (!audio) return;
  await audio.resume();
  for (let stroke = 0; stroke < strokes; stroke += 1) strike(audio.currentTime + 0.05 + stroke * 0.9);
}

function soundButtons() {
  document.querySelectorAll("[data-sound]:not([data-sound='test'])").forEach((button) => {
    button.setAttribute("aria-pressed", String(Boolean(audio)));
    const word = audio ? button.dataset.on : button.dataset.off;
    if (word) write(button, word);
  });
}

/* Browsers let a page sound only after a press, so a press turns it on, and rings once to show that it works. */
async function pressed(event) {
  const button = event.target.closest?.("[data-sound]");
  if (!button) return;
  if (audio && button.dataset.sound !== "test") {
    await audio.close();
    audio = null;
  } else {
    audio ??= new AudioContext();
    await ring(1);
  }
  soundButtons();
}

document.addEventListener("click", pressed);
document.addEventListener("visibilitychange", showAll);
document.addEventListener("htmx:afterRequest", (event) => hear(event.detail.xhr?.getResponseHeader("Hall-Now")));
document.addEventListener("htmx:afterSettle", () => { showAll(); soundButtons(); });
window.addEventListener("pageshow", showAll);
showAll();
soundButtons();
setInterval(showAll, 200);
