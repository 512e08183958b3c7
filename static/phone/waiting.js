/* The form of a hand at a table, and the list of those that wait in this phone. A form marked data-outbox is not posted
   by the browser: what is in it goes to the outbox, and the form is ready for the next hand at once. Words to say are in
   templates/phone/_outbox.html. */

import { ask, dropQuestion } from "../hands/asked.js";
import { dropDraft, draftOf, keepDraft } from "./drafts.js";
import { drop, findEntry, hold, isUnkept, listWaiting, listWaitingMatches, newKey, put, release, sendAll, start } from "./outbox.js";
import { mark, unmark } from "../web/problems.js";

const GONE = 8000; // milliseconds: that a hand is recorded is news for a moment
const SOON = 800; // milliseconds: a hand that is acknowledged by then was never worth a word
const TWICE = 1000; // milliseconds: a second press of Passed out by then is the same one
const part = document.querySelector("[data-outbox-list]");
const aside = new Map(); // match -> what was in the form when an earlier hand was opened there
let changing = null; // key of the entry that is in the form again
let declined = null; // key of the entry that was asked back about and is being changed
let passedOutAt = 0;

const formOf = (match) => document.querySelector(`form[data-outbox="${CSS.escape(match)}"]`);
const isTouched = (form) => "touched" in form.dataset;
const fieldOf = (body, name) => new URLSearchParams(body).get(name);

function say(words, isNews = false) {
  const place = document.querySelector("[data-outbox-said]");
  if (place && place.textContent !== words) place.textContent = words;
  place?.toggleAttribute("data-news", isNews);
  if (isNews) setTimeout(() => { if (place?.textContent === words) place.textContent = ""; }, GONE);
}

function bodyOf(form, submitter) {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form)) if (name !== "csrfmiddlewaretoken") body.append(name, value);
  if (submitter?.name) body.append(submitter.name, submitter.value);
  return body.toString();
}

/* The hand in the form's own words: the line of the deal, what was marked, and what was typed. */
function wordsOf(form) {
  const text = (element) => element?.textContent.replace(/\s+/g, " ").trim() ?? "";
  const words = [...form.querySelectorAll("[data-deal-words] > span")].map(text);
  for (const box of form.querySelectorAll("input, select")) {
    if (box.closest("[data-dealing]")) continue;
    const own = text(box.labels?.[0]);
    const group = text(box.closest("fieldset")?.querySelector("legend"));
    if (!own || box.disabled || box.offsetParent === null) continue;
    const isSaid = box.checked && (!box.defaultChecked || box.name === "dealer");
    if (box.type === "radio" && isSaid) words.push(`${group} ${own}`.trim());
    else if (box.type === "checkbox" && box.checked) words.push(own);
    else if (!["radio", "checkbox", "hidden"].includes(box.type) && box.value) words.push(`${own} ${box.value}`);
  }
  return words.join(", ");
}

/* A form nobody touched is a second tap, or Enter pressed too often: no hand. */
function handleSubmit(event) {
  const form = event.target;
  const match = form.dataset?.outbox;
  if (!match) say(""); // another press: what was said of a hand is no news any more
  const step = event.submitter?.value;
  if (!match || step === "check") return;
  event.preventDefault();
  if (step === "confirm" && isConfirmed(form, match)) return;
  const isPassedOut = step === "passed_out";
  if (isPassedOut && Date.now() - passedOutAt < TWICE) return;
  if (!isTouched(form) && !isPassedOut) {
    say(part.dataset.nothing);
    return;
  }
  if (isPassedOut) passedOutAt = Date.now();
  declined = null;
  const key = form.elements.entry_key.value;
  const body = bodyOf(form, event.submitter);
  const at = new Date().toISOString();
  if (changing === key) releaseEntry();
  const words = isPassedOut ? event.submitter.textContent.trim() : wordsOf(form);
  put(match, { key, url: form.action, body, number: Number(form.elements.number.value), words, at });
  say("");
  prepareNextHand(form, fieldOf(body, "dealer"));
  sendAll();
}

/* The hand that is asked back about, in the form or before the one in the form, goes out again as it was sent; not where
   the hall's own page asks. */
function isConfirmed(form, match) {
  const { key } = form.querySelector("[data-asked]").dataset;
  const entry = key && findEntry(match, key);
  if (entry?.asked) PRESSES.right(match, entry);
  return Boolean(key);
}

function releaseEntry() {
  release(changing);
  changing = null;
}

/* A form that came with a hand in it would go back to that hand; what stands in one that nobody has written in yet is in
   its data-fresh. */
function emptyForm(form) {
  const fresh = JSON.parse(form.dataset.fresh ?? "null");
  delete form.dataset.fresh;
  for (const box of fresh ? form.elements : []) {
    if (box.type === "radio") box.defaultChecked = box.value === (fresh[box.name] ?? "");
    else if (box.type === "checkbox") box.defaultChecked = Boolean(fresh[box.name]);
    else if (box.tagName !== "BUTTON" && box.name !== "csrfmiddlewaretoken") box.defaultValue = "";
  }
  form.reset();
}

/* The next hand can be written down at once, also while the one before waits; one that was begun comes back. */
function prepareNextHand(form, dealer) {
  const match = form.dataset.outbox;
  const begun = aside.get(match);
  aside.delete(match);
  unmark(form);
  emptyForm(form);
  dropDraft(form);
  dropQuestion(form);
  delete form.dataset.touched;
  if (begun) {
    fill(form, begun);
    keepDraft(form, begun);
  } else {
    const { entry_key: key, number, asked } = form.elements;
    const after = listWaiting(match).map((entry) => entry.number + 1);
    key.value = newKey();
    number.value = Math.max(Number(form.dataset.next || 1), ...after);
    if (asked) asked.value = "";
    passDeal(form, dealer);
  }
  showHandNumber(form);
  form.dispatchEvent(new CustomEvent("outbox:ready", { bubbles: true, detail: { match, dealer, begun: Boolean(begun) } }));
}

function passDeal(form, dealer) {
  const seats = (form.dataset.seats ?? "").split(" ").filter(Boolean);
  const next = dealer && seats[(seats.indexOf(dealer) + 1) % seats.length];
  const box = next && form.querySelector(`input[name="dealer"][value="${CSS.escape(next)}"]`);
  if (box) box.checked = true;
}

function showHandNumber(form) {
  for (const element of document.querySelectorAll("[data-hand-number]")) {
    element.textContent = element.dataset.handNumber.replace("{}", form.elements.number.value);
  }
}

function fill(form, kept) {
  const body = new URLSearchParams(kept);
  for (const box of form.elements) {
    if (!box.name || box.name === "csrfmiddlewaretoken" || box.tagName === "BUTTON") continue;
    if (box.type === "radio" || box.type === "checkbox") box.checked = body.getAll(box.name).includes(box.value);
    else box.value = body.get(box.name) ?? "";
  }
  if (form.elements.asked) form.elements.asked.value = "";
  form.dataset.touched = "";
  form.dispatchEvent(new Event("change", { bubbles: true }));
}

/* Put a kept hand into the form again. Its key stays: sent before or not, what comes of it is one hand. */
function reopenEntry(match, key) {
  const form = formOf(match);
  const entry = findEntry(match, key);
  if (!form || !entry) return;
  if (changing) releaseEntry();
  else if (isTouched(form)) aside.set(match, bodyOf(form));
  changing = key;
  hold(key);
  unmark(form);
  form.reset();
  fill(form, entry.body);
  mark(form, entry.problems);
  showHandNumber(form);
  show();
  const first = form.querySelector(".wrong input:not([type=hidden])");
  (first ?? form.querySelector("input:checked, input:not([type=hidden])"))?.focus();
}

/* The question is at the foot of the form too, where it is in sight while the next hand is written. */
function askBack() {
  for (const form of document.querySelectorAll("form[data-outbox]")) {
    const entry = listWaiting(form.dataset.outbox).find((each) => each.asked && each.key !== declined);
    if (entry) ask(form, entry);
    else if (form.querySelector("[data-asked]")?.dataset.key) dropQuestion(form);
  }
}

/* Drawn anew only where something else is to be read, so that no button goes away under a thumb. */
function show() {
  askBack();
  if (!part) return;
  const isOld = (entry) => entry.refused || entry.status || !(Math.abs(Date.now() - Date.parse(entry.at)) < SOON);
  const all = listWaitingMatches().flatMap((match) => listWaiting(match).map((entry) => ({ match, entry })));
  const shown = all.filter(({ entry }) => isOld(entry)).map(({ match, entry }) => drawEntry(match, entry));
  if (shown.length < all.length) setTimeout(show, SOON);
  part.hidden = !shown.length;
  part.querySelector("[data-unkept]").hidden = !isUnkept();
  const list = part.querySelector("ol");
  const said = (items) => [...items].map((item) => item.dataset.said).join();
  if (said(list.children) === said(shown)) return;
  list.replaceChildren(...shown);
  foldList(shown.length, all.some(({ entry }) => entry.said || entry.status || entry.key === changing));
}

/* One line, how many wait; unfolded where something is to be read or answered, folded again once all were sent. */
function foldList(count, isUrgent) {
  const fold = part.querySelector("details");
  const head = fold.querySelector("summary");
  head.textContent = count === 1 ? head.dataset.countOne : head.dataset.count.replace("{}", count);
  if (isUrgent) fold.open = true;
  else if (!count) fold.open = false;
}

function drawEntry(match, entry) {
  const item = part.querySelector("template").content.cloneNode(true).firstElementChild;
  const words = part.dataset;
  const isChanging = entry.key === changing;
  item.querySelector("[data-number]").textContent = entry.number;
  item.querySelector("[data-words]").textContent = entry.words;
  item.querySelector("[data-state]").textContent = isChanging ? words.changing : words.waiting;
  item.querySelector("[data-said]").textContent = entry.said || (entry.status ? words.failed : "");
  const presses = {
    right: Boolean(entry.asked),
    change: !isChanging && Boolean(formOf(match)),
    again: Boolean(entry.refused) && !entry.asked && !formOf(match),
    away: Boolean(entry.refused) || isChanging,
  };
  for (const button of item.querySelectorAll("[data-press]")) button.hidden = !presses[button.dataset.press];
  Object.assign(item.dataset, { match, key: entry.key, said: JSON.stringify([match, entry.key, item.textContent, presses]) });
  return item;
}

function change(match, entry) {
  declined = entry.key;
  if (changing !== entry.key) reopenEntry(match, entry.key);
  askBack();
}

const PRESSES = {
  change,
  right: (match, entry) => answer(match, entry, { asked: entry.asked, step: "confirm" }),
  again: (match, entry) => answer(match, entry, {}),
  away: (match, entry) => leave(match, entry.key, () => drop(match, entry.key)),
};

/* What the hall asked back, answered: it is right as it stands. */
function answer(match, entry, said) {
  const body = new URLSearchParams(entry.body);
  for (const [name, value] of Object.entries(said)) body.set(name, value);
  leave(match, entry.key, () => put(match, { ...entry, body: body.toString(), asked: "", said: "", refused: false, status: 0 }));
}

function leave(match, key, act) {
  act();
  if (changing === key) {
    releaseEntry();
    prepareNextHand(formOf(match), null);
  }
  sendAll();
}

/* Throwing away is asked twice, for nothing else here can lose a hand. */
function handleClick(event) {
  const clear = event.target.closest?.("form[data-outbox] [data-clear]");
  if (clear) startAgain(clear);
  const button = event.target.closest?.("[data-outbox-list] [data-press]");
  if (!button) return;
  const { key, match } = button.closest("li").dataset;
  const entry = findEntry(match, key);
  if (button.dataset.ask && !("sure" in button.dataset)) {
    button.dataset.sure = "";
    button.textContent = button.dataset.ask;
  } else if (entry) {
    PRESSES[button.dataset.press](match, entry);
  }
}

/* What is marked goes by two presses; the hand itself, if it waits here, stays in the list. */
function startAgain(button) {
  const { form } = button;
  if (!("sure" in button.dataset)) {
    button.dataset.sure = button.textContent;
    button.textContent = button.dataset.ask;
    return;
  }
  button.textContent = button.dataset.sure;
  delete button.dataset.sure;
  if (changing) releaseEntry();
  aside.delete(form.dataset.outbox);
  prepareNextHand(form, null);
  sendAll();
}

/* Marked before this script came, on a slow phone, or by a browser that filled the page in again. Who deals is suggested
   and says nothing. */
function isWritten(form) {
  return [...form.elements].some((box) => {
    if (!box.name || box.name === "dealer" || box.tagName === "BUTTON") return false;
    if (box.type === "radio" || box.type === "checkbox") return box.checked !== box.defaultChecked;
    return box.type !== "hidden" && box.value !== box.defaultValue;
  });
}

function goOn(form, last) {
  const { entry_key: key, number } = form.elements;
  form.dataset.touched = "";
  key.value = newKey();
  number.value = Math.max(number.value, (last?.number ?? 0) + 1);
  showHandNumber(form);
}

function handleInput(event) {
  const form = event.target.closest?.("form[data-outbox]");
  if (!form || !event.target.name) return;
  form.dataset.touched = "";
  if (changing === form.elements.entry_key.value) declined = changing;
  if (!changing) keepDraft(form, bodyOf(form));
  const place = event.target.closest(".wrong");
  if (place) unmark(place);
}

/* A hand that was half marked when the page went comes back, unless the sheet takes no hand any more. */
function goOnWith(form) {
  const draft = form.hidden ? null : draftOf(form);
  if (draft) fill(form, draft);
  if (draft) showHandNumber(form);
  return Boolean(draft);
}

function handleAcknowledged({ detail: { match, entry, said } }) {
  const form = formOf(match);
  if (form) form.dataset.next = Math.max(Number(form.dataset.next || 1), entry.number + 1);
  say(said.said ?? "", !["disputed", "late", "taken_back"].includes(said.state));
}

/* A refused hand, or one that is asked back about, goes back into the form by itself, unless the table is writing the
   next one already. One that is asked back about once more stays in the list with its two answers. */
function handleRefused({ detail: { match, entry, said } }) {
  const kept = findEntry(match, entry.key);
  if (kept?.refused) put(match, { ...kept, problems: said.problems ?? [] });
  const form = formOf(match);
  if (form && !isTouched(form) && !entry.asked) reopenEntry(match, entry.key);
}

document.addEventListener("submit", handleSubmit);
document.addEventListener("click", handleClick);
document.addEventListener("input", handleInput);
document.addEventListener("change", handleInput);
document.addEventListener("asked:change", ({ target, detail }) => {
  const entry = findEntry(target.dataset.outbox, detail.key);
  if (entry) change(target.dataset.outbox, entry);
});
document.addEventListener("outbox:changed", show);
document.addEventListener("outbox:acknowledged", handleAcknowledged);
document.addEventListener("outbox:refused", handleRefused);
for (const form of document.querySelectorAll("form[data-outbox]")) {
  const last = listWaiting(form.dataset.outbox).at(-1);
  if ("bound" in form.dataset || goOnWith(form) || isTouched(form)) continue;
  if (isWritten(form)) goOn(form, last);
  else if (last) prepareNextHand(form, fieldOf(last.body, "dealer"));
}
start(part?.dataset.token ?? "");
