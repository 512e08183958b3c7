/* A table's sheet: the score with what waits in this phone, the form kept in step with the hall, and the far names turned
   round. The sheet's part comes anew from the hall every moment (templates/phone/_now.html). */

import { countHands } from "./estimate.js";
import "../web/steady.js";

const LARGE = 20; // a phone's width in its own type, as in table.css
const CLEAR = 8; // pixels between the foot and what is brought into sight
const TURNED = "hangjack-turned";
const foot = document.querySelector(".hand-keep");
const numbers = JSON.parse(document.getElementById("numbers")?.textContent ?? "null");
const waiting = new Map(); // entry key -> entry of this match, until the sheet shows it

const opened = new Set();

const sheet = () => document.getElementById("now");
const form = () => document.getElementById("hand-form");
const names = sheet()?.dataset.names; // as the form has them
const letters = numbers ? [...new Set(Object.values(numbers.sideOf))].sort() : [];

function write(element, text) {
  if (element && element.textContent !== text) element.textContent = text;
}

/* The words for one or for several. */
function wordsForCount(words, name, count) {
  return count === 1 ? words[`${name}One`] : words[name].replace("{}", count);
}

function showScore() {
  const now = sheet();
  if (!now || !numbers) return;
  for (const [key, entry] of waiting) if (entry.isSent && entry.number < Number(now.dataset.next)) waiting.delete(key);
  const entries = [...waiting.values()].sort((one, other) => one.number - other.number);
  const scores = [...now.querySelectorAll("[data-score]")];
  const start = Object.fromEntries(letters.map((letter, place) => [letter, Number(scores[place]?.dataset.score ?? 0)]));
  const games = [...now.querySelectorAll("[data-games]")];
  const before = Object.fromEntries(letters.map((letter, place) => [letter, Number(games[place]?.dataset.games ?? 0)]));
  const isNext = (entry) => entry.number >= Number(now.dataset.next);
  const total = countHands(numbers, start, entries.filter(isNext).map((entry) => entry.body), before);
  total.unknown += entries.filter((entry) => !isNext(entry)).length;
  letters.forEach((letter, place) => {
    const words = String(total.score[letter]).replace("-", "−");
    write(scores[place], words);
    scores[place]?.toggleAttribute("data-long", words.length > 2);
  });
  showRaces(letters.map((letter) => total.score[letter]));
  letters.forEach((letter, place) => write(games[place], String(before[letter] + total.won[letter])));
  now.classList.toggle("with-waiting", entries.length > 0);
  const sent = entries.filter((entry) => entry.isSent).length; // acknowledged, and only not on the sheet yet
  const known = Math.max(0, entries.length - total.unknown - sent);
  const words = [
    known && wordsForCount(now.dataset, "waits", known),
    total.unknown && wordsForCount(now.dataset, "unknown", total.unknown),
  ];
  const note = now.querySelector("[data-waits-note]");
  note.hidden = entries.length === sent;
  note.toggleAttribute("data-unknown", total.unknown > 0);
  write(note, words.filter(Boolean).join(", "));
  return total;
}

/* How far each side has come, and in gold what the hand in the form would add to it; the hall has worked that out
   (data-after of templates/hands/_hand_preview.html). */
function showRaces(scores) {
  const after = document.getElementById("preview")?.dataset.after?.trim().split(" ").map(Number) ?? scores;
  document.querySelectorAll("#now .score-side").forEach((side, place) => {
    const [has, will] = [scores[place], after[place] ?? scores[place]];
    const adds = side.querySelector("[data-adds]");
    const race = side.querySelector("[data-race]");
    adds.hidden = will === has;
    write(adds, will === has ? "" : `${will < has ? "−" : "+"}${Math.abs(will - has)}`);
    if (!race) return;
    const target = Number(race.dataset.race);
    const [done, end] = [has, will].map((score) => Math.min(Math.max(score, 0), target));
    race.querySelector(".race-done").setAttribute("width", String(Math.min(done, end)));
    race.querySelector(".race-adds").setAttribute("x", String(Math.min(done, end)));
    race.querySelector(".race-adds").setAttribute("width", String(Math.abs(end - done)));
    const rest = side.querySelector("[data-to-go]");
    if (rest) write(rest, rest.dataset.toGo.replace("{}", String(Math.max(0, target - has))));
  });
}

/* A form that nobody is writing in stands at the hand that comes next, with the dealer whom the rules suggest; where
   others sit here by now, the page is asked for anew. */
function keepInStep() {
  const [now, fields] = [sheet(), form()];
  if (!now || !fields) return;
  const isIdle = !("touched" in fields.dataset);
  fields.dataset.next = now.dataset.next;
  if (isIdle && !waiting.size && now.dataset.names !== names) location.reload();
  if (isIdle) fields.hidden = "closed" in now.dataset && !waiting.size;
  if (!isIdle || waiting.size || fields.elements.number.value === now.dataset.next) return;
  fields.elements.number.value = now.dataset.next;
  suggest(now.dataset.dealer);
  for (const head of document.querySelectorAll("[data-hand-number]")) {
    head.textContent = head.dataset.handNumber.replace("{}", now.dataset.next);
  }
}

function suggest(dealer) {
  const box = dealer && form()?.querySelector(`input[name="dealer"][value="${CSS.escape(dealer)}"]`);
  if (box) box.checked = true;
  document.dispatchEvent(new CustomEvent("dealer:suggested"));
}

function isHere(match) {
  return match === sheet()?.dataset.match;
}

function handleChange({ detail: { match, entries } }) {
  if (!isHere(match)) return;
  const keys = new Set(entries.map((entry) => entry.key));
  for (const [key, entry] of waiting) if (!keys.has(key) && !entry.isSent) waiting.delete(key);
  for (const entry of entries) waiting.set(entry.key, entry);
  showScore();
}

function handleAcknowledged({ detail: { match, entry, said } }) {
  if (!isHere(match)) return;
  if (said.state === "entered" || said.state === "agreed") waiting.set(entry.key, { ...entry, isSent: true });
  else waiting.delete(entry.key);
  window.htmx?.trigger(sheet(), "refresh");
}

/* After a hand was written down: the score, what was said of it and the far side's press are at the top; its address is
   that of the match again, whoever deals next is marked, and the next key goes to the first question. */
function handleReady(event) {
  window.scrollTo(0, 0);
  if (location.search) history.replaceState(null, "", location.pathname);
  const preview = document.getElementById("preview");
  preview?.replaceChildren();
  delete preview?.dataset.after;
  const dealer = showScore()?.dealer;
  if (!event.detail.begun && dealer) suggest(dealer);
  queueMicrotask(focusFirstQuestion); // once the bids stand in the order of the new deal
}

function focusFirstQuestion() {
  const first = [...form().querySelectorAll("[data-stop], .taken")].find((stop) => stop.checkVisibility());
  const radios = [...(first?.querySelectorAll("input") ?? [])].filter((radio) => !radio.disabled && !radio.closest("[hidden]"));
  (radios.find((radio) => radio.checked) ?? radios[0])?.focus({ preventScroll: true });
}

/* What a hand would bring is asked of a form that somebody is writing in; an answer that comes after it was recorded is
   about nothing any more. */
function isForNothing(event) {
  return event.target.id === "hand-form" && !("touched" in event.target.dataset);
}

function turn(isTurned) {
  document.documentElement.classList.toggle("turned", isTurned);
  for (const button of document.querySelectorAll("[data-turn]")) button.setAttribute("aria-pressed", String(isTurned));
}

/* Turned until somebody turns it back: a phone in the middle has its other side across. */
function isTurnRemembered() {
  try {
    return localStorage.getItem(TURNED) !== "no";
  } catch {
    return true;
  }
}

function handleClick(event) {
  if (!event.target.closest?.("[data-turn]")) return;
  const isTurned = !document.documentElement.classList.contains("turned");
  turn(isTurned);
  try {
    localStorage.setItem(TURNED, isTurned ? "yes" : "no");
  } catch {
    return; // not remembered then
  }
}

/* What somebody has opened stays open when its part comes anew. */
function keepOpen() {
  for (const fold of document.querySelectorAll("details[data-keeps]")) fold.open = opened.has(fold.dataset.keeps);
}

function handleToggle({ target }) {
  if (!target.dataset?.keeps || !target.isConnected) return;
  if (target.open) opened.add(target.dataset.keeps);
  else opened.delete(target.dataset.keeps);
}

function handleSwap() {
  keepOpen();
  turn(document.documentElement.classList.contains("turned"));
  showScore();
  keepInStep();
}

/* The foot with Record stays in sight where all rows of the form have room above it. Where they have not (a small phone,
   large type, much news, an open fold), it is the end of the form, and nothing passes behind it. What is brought into
   sight stops above it. */
function measure() {
  const root = document.documentElement;
  root.toggleAttribute("data-large", innerWidth < LARGE * parseFloat(getComputedStyle(root).fontSize));
  const folds = form()?.querySelector(".folds");
  const rows = folds?.getBoundingClientRect();
  const end = rows && scrollY + (folds.querySelector("[open]") ? rows.bottom : rows.top);
  const stays = end + foot?.offsetHeight <= innerHeight;
  root.toggleAttribute("data-foot-stays", stays);
  root.style.scrollPaddingBlockEnd = `${(stays ? foot.offsetHeight : 0) + CLEAR}px`;
}

document.addEventListener("outbox:changed", handleChange);
document.addEventListener("outbox:acknowledged", handleAcknowledged);
document.addEventListener("outbox:ready", handleReady);
document.addEventListener("htmx:afterSettle", handleSwap);
document.addEventListener("htmx:beforeRequest", (event) => { if (isForNothing(event)) event.preventDefault(); });
document.addEventListener("htmx:beforeOnLoad", (event) => { if (isForNothing(event)) event.preventDefault(); });
document.addEventListener("click", handleClick);
document.addEventListener("toggle", handleToggle, true);
const measured = new ResizeObserver(measure);
for (const part of [document.body, foot]) if (part) measured.observe(part);
turn(isTurnRemembered());
