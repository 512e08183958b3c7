/* Round clocks. Every [data-clock] says when its round ends by the hall's time, and what is left is computed from that
   again and again, so sleep, reload and a slow page change nothing. At the warning and at the bell it rings, flashes and
   says so. */

import { hallNow, hear } from "../live/hall_time.js";
import { ring, showSound } from "./sound.js";

const MOMENTS_LATE = 10; // seconds: an older bell is shown, not rung
const FLASHES = 7500; // milliseconds, as long as the animations in clock.css
const PHASES = ["waiting", "running", "paused", "warning", "bell", "ended", "break"];
const heard = new WeakMap();
const lastPhase = new Map();
const flashesUntil = new Map();
let lostAt = null; // when a request was not answered, until one is

function now(clock) {
  if (heard.get(clock) !== clock.dataset.now) {
    heard.set(clock, clock.dataset.now);
    hear(clock.dataset.now);
  }
  return hallNow();
}

/* How long ago the bell rang, in seconds: by itself, or by the director before its time. */
function secondsSinceBell(clock) {
  return (now(clock) - Date.parse(clock.dataset.endsAt)) / 1000;
}

/* What a change of phase is: the moment of a "warning", "bell" or "start", or none. */
function momentOf(phase, before, clock) {
  const wasOn = ["running", "warning", "paused"].includes(before);
  if (phase === "warning") return before === "running" ? "warning" : null;
  if (["bell", "ended"].includes(phase)) return wasOn && secondsSinceBell(clock) < MOMENTS_LATE ? "bell" : null;
  if (phase === "break") return wasOn && Math.abs(secondsSinceBell(clock)) < MOMENTS_LATE ? "bell" : null;
  return phase === "running" && ["waiting", "bell", "ended", "break"].includes(before) && "ringsStart" in clock.dataset ? "start" : null;
}

export function readClock(clock) {
  const { phase, endsAt, remaining, warning } = clock.dataset;
  if (phase === "break") return { phase, left: (Date.parse(clock.dataset.break) - now(clock)) / 1000 };
  if (!endsAt || ["waiting", "paused", "ended"].includes(phase)) {
    return { phase: phase || "waiting", left: Number(remaining || 0) };
  }
  const left = (Date.parse(endsAt) - now(clock)) / 1000;
  if (left <= 0) return { phase: "bell", left };
  return { phase: left <= Number(warning || 0) ? "warning" : "running", left };
}

export function formatTime(seconds) {
  const whole = Math.max(0, Math.ceil(seconds));
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/* The whole screen of a wall or of a table's phone, for those who do not hear. It takes no taps; the words are read out
   in the clock itself. */
function flash(moment, clock) {
  if (!clock.closest("[data-flashes]")) return;
  document.querySelector(".hall-flash")?.remove();
  const veil = document.createElement("div");
  veil.className = `hall-flash ${moment}`;
  veil.setAttribute("aria-hidden", "true");
  const words = clock.dataset[moment === "bell" ? "wordsBell" : "wordsWarning"]; // of a bell rung early too
  for (const text of [clock.querySelector(".clock-phase")?.textContent, words]) {
    const said = document.createElement("p");
    said.textContent = text ?? "";
    veil.append(said);
  }
  document.body.append(veil);
  setTimeout(() => veil.remove(), FLASHES);
}

/* The words above a clock. Once a break is over, what comes next is said instead of a nought. */
export function labelOf(clock, phase, left) {
  if (phase === "break" && left <= 0) return clock.dataset.labelAfter;
  return clock.dataset[`label${phase[0].toUpperCase()}${phase.slice(1)}`] ?? "";
}

function show(clock) {
  const { phase, left } = readClock(clock);
  write(clock.querySelector(".clock-time"), formatTime(left));
  write(clock.querySelector(".clock-phase"), labelOf(clock, phase, left));
  clock.classList.toggle("over", phase === "break" && left <= 0);
  const key = clock.id || "clock";
  clock.classList.toggle("flash", performance.now() < (flashesUntil.get(key) ?? 0));
  const before = lastPhase.get(key);
  if (before === phase && clock.classList.contains(phase)) return;
  clock.classList.remove(...PHASES);
  clock.classList.add(phase);
  const capital = phase[0].toUpperCase() + phase.slice(1);
  write(clock.querySelector(".clock-words"), clock.dataset[`words${capital}`] ?? "");
  lastPhase.set(key, phase);
  if (before && phase === "bell") document.dispatchEvent(new CustomEvent("clock:bell"));
  const moment = momentOf(phase, before, clock);
  if (!moment) return;
  ring(moment, clock);
  if (moment === "start") return;
  flashesUntil.set(key, performance.now() + FLASHES);
  clock.classList.add("flash");
  flash(moment, clock);
}

/* The next round begins by itself: counted down, and said once its time has come. */
function countDown(line) {
  const left = (Date.parse(line.dataset.startsAt) - hallNow()) / 1000;
  if (left > 0) write(line.querySelector("b"), formatTime(left));
  else write(line, line.dataset.startsNow);
}

function showAll() {
  document.querySelectorAll("[data-clock]").forEach(show);
  document.querySelectorAll("[data-starts-at]").forEach(countDown);
}

/* Whoever looks at a clock may want to know how old what it was told is. */
function showAway() {
  const since = lostAt && new Date(lostAt).toLocaleTimeString("en-GB", { hour: "2-digit", minute: "2-digit" });
  document.querySelectorAll("[data-away]").forEach((line) => {
    line.hidden = !since;
    write(line, since ? line.dataset.away.replace("{}", since) : "");
  });
}

function handleResponse(event) {
  hear(event.detail.xhr?.getResponseHeader("Hall-Now"));
  lostAt = event.detail.xhr?.status ? null : lostAt ?? hallNow();
  showAway();
}

document.addEventListener("visibilitychange", showAll);
document.addEventListener("htmx:afterRequest", handleResponse);
document.addEventListener("htmx:afterSettle", () => { showAll(); showSound(); showAway(); });
window.addEventListener("pageshow", showAll);
showAll();
setInterval(showAll, 200);
