/* Tells a page's parts that something changed. A page names whom it follows in `data-live` of its body ("7", "7,8" or
   "screens"); a part asks for itself on `hx-trigger="live:clock from:body"`, or another of the TOPICS of
   tournament/live/topics.py. The hall says how things stand, with a version of each topic; what differs is asked for.
   `data-live-first` asks at once where many devices spread their asking; `data-live-stays` goes on while the page is
   hidden, as does one that may ring. Whether the hall is in touch stands in `data-live-is`: "on" or "away". */

import { hear, measure } from "./hall_time.js";

const TOPICS = ["clock", "seats", "results", "calls", "screens"];
const SILENT = 34000; // milliseconds: two heartbeats went missing
const AGAIN = [1000, 2000, 4000, 8000, 15000]; // milliseconds until the stream is tried again, more or less by half
const ASKS = 5000; // without a stream; a page that asks first asks sooner
const ASKS_FIRST = 1500;
const ASKS_AT_LAST = 10000; // when it has been gone for long
const LONG = 120000;
const RUNG = 700;

const body = document.body;
const follows = body.dataset.live;
const isFirst = "liveFirst" in body.dataset;
const known = new Map(); // "7 clock" -> version
const due = new Set();
let stream = null;
let heardAt = 0; // by both clocks of the device: one stands still in its sleep, the other can be set
let heardOn = 0;
let tries = 0;
let isUnreached = false; // by the last that was asked
let isAsked = false; // all parts, since the page came or was out of touch
let within = 0;
let lostAt = 0;
let again = null;
let asking = null;
let spread = null;
let round = 0;
let asked = new WeakSet();
const coming = new Map(); // the name of a part -> the request whose answer takes its place
const late = new Set(); // parts that would have asked meanwhile

/* `only` names the one part that is meant, else all of them are. */
function tell(topics, only = "") {
  round += 1;
  asked = new WeakSet();
  for (const topic of topics) {
    body.dispatchEvent(new CustomEvent(`live:${topic}`, { bubbles: true, detail: { round, only } }));
  }
}

/* A part that several topics concern asks once. One whose answer is on its way, perhaps of a moment ago, asks again
   when it has come: htmx would ask for the part that the answer has replaced by then, which is for nothing. */
function filterRequest(event) {
  const { elt, target, triggeringEvent } = event.detail;
  const detail = triggeringEvent?.detail;
  if (detail?.round) {
    if (asked.has(elt) || (detail.only && detail.only !== target.id)) {
      event.preventDefault();
      return;
    }
    asked.add(elt);
  }
  if (elt !== target || !coming.has(target.id)) return;
  late.add(target.id);
  event.preventDefault();
}

function noteRequest(event) {
  const { target, xhr } = event.detail;
  if (!target.id) return;
  coming.set(target.id, xhr);
  xhr.addEventListener("loadend", () => noteAnswer(target.id, xhr));
}

/* What a hall in touch could not answer is asked for again in a while. */
function noteAnswer(id, xhr) {
  if (coming.get(id) !== xhr) return;
  coming.delete(id);
  const isMissing = !xhr.status || xhr.status >= 500;
  if (late.delete(id)) setTimeout(tell, 0, TOPICS, id);
  else if (isMissing && stream) setTimeout(tell, ASKS * (0.5 + Math.random()), TOPICS, id);
}

function tellDue() {
  spread = null;
  const topics = TOPICS.filter((topic) => due.has(topic));
  due.clear();
  tell(topics);
}

function tellSoon(topics, wait) {
  for (const topic of topics) due.add(topic);
  if (spread !== null || !due.size) return;
  if (isFirst || !wait) tellDue();
  else spread = setTimeout(tellDue, Math.random() * wait);
}

function findChangedTopics(of) {
  const changed = new Set();
  for (const [name, topics] of Object.entries(of)) {
    for (const [topic, version] of Object.entries(topics)) {
      if (known.get(`${name} ${topic}`) !== version) changed.add(topic);
      known.set(`${name} ${topic}`, version);
    }
  }
  return changed;
}

function handleMessage(event) {
  const message = JSON.parse(event.data);
  hear(message.now);
  heardAt = performance.now();
  heardOn = Date.now();
  within = message.within;
  const changed = findChangedTopics(message.of);
  if (body.dataset.liveIs !== "on") markOnline();
  const isBeat = !changed.size; // what stands beside the time, "for 3 min", moves on
  tellSoon(isAsked && !(isBeat && isFirst) ? changed : TOPICS, within);
  isAsked = true;
}

function markOnline() {
  body.dataset.liveIs = "on";
  tries = 0;
  lostAt = 0;
  clearTimeout(asking);
  measure();
  body.dispatchEvent(new CustomEvent("live-on"));
}

function closeStream() {
  stream?.close();
  stream = null;
}

/* No stream, for whatever reason: all parts ask now and then, and what they meet is said in words by link.js. */
function handleLostStream() {
  closeStream();
  clearTimeout(again);
  again = setTimeout(openStream, AGAIN[Math.min(tries, AGAIN.length - 1)] * (0.5 + Math.random()));
  tries += 1;
  if (lostAt) return;
  lostAt = performance.now();
  isAsked = false;
  body.dataset.liveIs = "away";
  body.dispatchEvent(new CustomEvent("live-away"));
  tellSoon(TOPICS, within);
  askLater();
}

function askLater() {
  clearTimeout(asking);
  const often = performance.now() - lostAt > LONG ? ASKS_AT_LAST : isFirst ? ASKS_FIRST : ASKS;
  asking = setTimeout(() => { tell(TOPICS); askLater(); }, often * (0.9 + 0.2 * Math.random()));
}

/* A browser keeps six connections to a hall on plain http, for all its tabs: a hidden one gives its own back. */
function isWanted() {
  return !document.hidden || "liveStays" in body.dataset || document.querySelector("[data-sound][aria-pressed=true]");
}

function openStream() {
  clearTimeout(again);
  if (stream || !isWanted()) return;
  stream = new EventSource(`/live/${follows}`);
  heardAt = performance.now();
  heardOn = Date.now();
  stream.addEventListener("message", handleMessage);
  stream.addEventListener("error", handleLostStream);
}

function handleVisibility() {
  if (isWanted()) {
    if (lostAt) tell(TOPICS);
    if (lostAt) askLater();
    openStream();
    return;
  }
  closeStream();
  clearTimeout(again);
  clearTimeout(asking);
}

/* A hall that answers again after it did not has its stream again, too. */
function handleResponse(event) {
  if (!event.detail.successful) isUnreached = event.detail.xhr?.status === 0;
  else if (isUnreached && !stream) {
    isUnreached = false;
    tries = 0;
    clearTimeout(again);
    again = setTimeout(openStream, AGAIN[0] * Math.random());
  }
}

function isSilent() {
  return Math.max(performance.now() - heardAt, Date.now() - heardOn) > SILENT;
}

/* The hall's bell rings by itself at its time: a moment later the hall says so, too. */
function handleBell() {
  setTimeout(() => tellSoon(["clock"], within), RUNG);
}

if (follows) {
  document.addEventListener("htmx:confirm", filterRequest);
  document.addEventListener("htmx:beforeSend", noteRequest);
  document.addEventListener("clock:bell", handleBell);
  document.addEventListener("htmx:afterRequest", handleResponse);
  document.addEventListener("visibilitychange", handleVisibility);
  window.addEventListener("offline", () => { if (stream) handleLostStream(); });
  window.addEventListener("online", () => { tries = 0; openStream(); });
  window.addEventListener("pagehide", () => { closeStream(); clearTimeout(again); clearTimeout(asking); });
  window.addEventListener("pageshow", (event) => { if (event.persisted) handleVisibility(); });
  setInterval(() => { if (stream && isSilent()) handleLostStream(); }, 1000);
  openStream();
}
