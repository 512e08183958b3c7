/* Paper keyed without looking up. A form marked data-sheet-order, or a hand's form in the part marked data-slip, is sent
   from here and the page takes the answer's place, the next form with it; keys pressed meanwhile wait and then go into
   that form. A question or a refusal is heard and seen, and keys go nowhere until it is answered by one that nobody
   presses while typing on: Escape to correct it, Ctrl+Enter for the button that says yes (data-confirm), or the right
   total (data-right). Without this the form is sent as any other. */

const PART = "#main > .wrap";
const FORMS = "form[data-sheet-order], [data-slip] form[data-ticks]";
const STEPS = ["record", "next", "confirm", "passed_out"]; // of a hand; its other buttons are the browser's
const KEYS = /^(.|Enter|Tab|Backspace|Delete|Arrow(Up|Down|Left|Right))$/u;
const PAUSE = 1000; // milliseconds: who pauses for as long has stopped typing ahead

const ahead = []; // keys that wait, in order
let state = ""; // "sending", "asking" or nothing
let pressed = ""; // the key that was pressed last, and when
let pressedAt = -Infinity;
let isSentByAnswer = false; // whether the form was sent by the key that would say yes as well
let isTypingAhead = false;
let typed = ""; // the digits since the question, for the right total
let soundedAt = -Infinity;
let audio = null;

const page = () => document.querySelector(PART);
const form = () => page().querySelector(FORMS);
const said = (root = document) => root.querySelector("[data-said]");
const confirmButton = () => [...page().querySelectorAll("[data-confirm]")].find((button) => button.offsetParent);
const isMoreThanEnter = ({ key }) => key !== "Enter"; // which may only have been pressed twice
const nameOf = ({ key, ctrlKey }) => (ctrlKey ? `Control+${key}` : key);

function tell(...names) {
  const line = said();
  line.textContent = names.map((name) => line.dataset[name]).filter(Boolean).join(" ").replace("%(total)s", typed);
  line.hidden = !line.textContent;
}

/* Two short low notes, unless the bells were turned off on this device. */
function sound() {
  if (performance.now() - soundedAt < PAUSE) return;
  soundedAt = performance.now();
  try {
    if (localStorage.getItem("hangjack-sound") === "off") return;
  } catch { /* a private window has chosen nothing */ }
  audio ??= new AudioContext();
  const gain = audio.createGain();
  gain.gain.value = 0.15;
  gain.connect(audio.destination);
  for (const [frequency, after] of [[330, 0], [247, 0.14]]) {
    const tone = audio.createOscillator();
    tone.frequency.value = frequency;
    tone.connect(gain);
    tone.start(audio.currentTime + after);
    tone.stop(audio.currentTime + after + 0.12);
  }
}

/* What a key would have done: our own modules hear it as they hear a pressed one, and a letter goes into its box. */
function play({ key, shiftKey, ctrlKey }) {
  const at = document.activeElement ?? document.body;
  const press = new KeyboardEvent("keydown", { key, shiftKey, ctrlKey, bubbles: true, cancelable: true });
  if (!at.dispatchEvent(press)) return;
  if (key === "Enter" && at.matches("button, a, summary")) at.click();
  else if (key === "Tab") goOn(at, shiftKey ? -1 : 1);
  else if (key.length === 1 && at.matches("input:not([type=radio], [type=checkbox]), textarea")) write(at, key);
}

function goOn(from, step) {
  const stops = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, summary")];
  const seen = stops.filter((stop) => stop.offsetParent && !stop.disabled);
  seen[seen.indexOf(from) + step]?.focus();
}

function write(box, letter) {
  box.setRangeText(letter, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

function playAhead() {
  while (ahead.length && !state && form()) play(ahead.shift());
  if (form()) return;
  if (ahead.length) tell("over");
  ahead.length = 0;
  document.querySelector("[data-slip-end]")?.focus();
}

/* From here on keys go where the cursor is. */
function look() {
  state = "";
  tell();
}

/* The right total, digit by digit, unless somebody is typing ahead. Whether the key was used. */
function takeTotal({ key }) {
  const box = page().querySelector("[data-right]");
  if (!box || isTypingAhead) return false;
  if (/^[-\d]$/.test(key)) typed += key;
  else if (key === "Backspace") typed = typed.slice(0, -1);
  const isRight = typed === box.dataset.right;
  if (key === "Enter" && isRight) {
    box.value = typed;
    state = "";
    form().requestSubmit();
  } else if (isRight) {
    tell("total");
  }
  return isRight || (key !== "Enter" && typed !== "" && box.dataset.right.startsWith(typed));
}

function ignore(event) {
  if (takeTotal(event)) return;
  isTypingAhead ||= isMoreThanEnter(event);
  typed = "";
  tell(confirmButton() ? "asking" : "refused", "unused");
  sound();
}

function sayYes() {
  const isRepeated = isSentByAnswer && (isTypingAhead || performance.now() - soundedAt < PAUSE);
  if (isRepeated && state === "asking") ignore({ key: "" });
  else confirmButton().click();
}

addEventListener("keydown", (event) => {
  if (!event.isTrusted) return;
  if (performance.now() - pressedAt > PAUSE) [isTypingAhead, typed] = [false, ""];
  pressedAt = performance.now();
  pressed = nameOf(event);
  if (state === "asking" && event.key === "Escape") {
    event.preventDefault();
    look();
    return;
  }
  if (state !== "sending" && nameOf(event) === "Control+Enter" && confirmButton()) {
    event.preventDefault();
    event.stopImmediatePropagation();
    sayYes();
    return;
  }
  if (!state || event.altKey || event.metaKey || (event.ctrlKey && event.key !== "Enter") || !KEYS.test(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  if (state === "asking") ignore(event);
  else ahead.push({ key: event.key, shiftKey: event.shiftKey, ctrlKey: event.ctrlKey });
}, true);

/* Ctrl+Enter opens the next slip: never Enter alone, which somebody may type on without looking. */
addEventListener("keydown", (event) => {
  if (nameOf(event) === "Control+Enter" && !state && page().querySelector("[data-slip]")) document.querySelector("[data-slip-next]")?.click();
});

/* Who presses with a finger or a mouse, pastes or dictates, looks at the page. */
addEventListener("pointerdown", () => { if (state === "asking") look(); }, true);
addEventListener("input", (event) => { if (state === "asking" && event.isTrusted) look(); }, true);

document.addEventListener("submit", (event) => {
  const sent = event.target.closest?.(FORMS);
  const isStep = !sent?.matches("[data-ticks]") || STEPS.includes(event.submitter?.value);
  if (!sent || sent.dataset.plain || !isStep) return;
  if (event.defaultPrevented) { // it waits until the hall is in reach (resend.js)
    state = "sending";
    return;
  }
  event.preventDefault();
  if (sent.ariaBusy !== "true") send(sent, event.submitter);
});

async function ask(address, options) {
  const response = await fetch(address, { credentials: "same-origin", ...options });
  return [new DOMParser().parseFromString(await response.text(), "text/html"), response];
}

async function send(sent, button) {
  state = "sending";
  isSentByAnswer = pressed === "Control+Enter";
  sent.ariaBusy = "true";
  const fields = new URLSearchParams(new FormData(sent, button));
  let answer;
  let response;
  try {
    [answer, response] = await ask(sent.getAttribute("action") ?? location.href, { method: "POST", body: fields });
  } catch {
    sent.ariaBusy = null;
    refuse("offline");
    return;
  }
  if (said(answer)) take(answer, response);
  else if (response.redirected && response.ok) open(answer, response.url);
  else sendPlainly(sent, button);
}

/* What is no page of this kind, a refusal or a sign-in, is for the browser. */
function sendPlainly(sent, button) {
  sent.dataset.plain = "1";
  sent.requestSubmit(button);
}

/* Another page: what it said is said again there (link.js). */
function open(answer, address) {
  try {
    sessionStorage.setItem("hangjack-messages", answer.getElementById("messages")?.innerHTML ?? "");
  } catch { /* a private window goes there without */ }
  location.assign(address);
}

function take(answer, { url, status }) {
  page().replaceWith(document.adoptNode(answer.querySelector(PART)));
  document.title = answer.title;
  if (url === location.href) history.replaceState(null, "", url);
  else history.pushState(null, "", url);
  window.htmx?.process(page());
  page().querySelector("[autofocus]")?.focus();
  document.dispatchEvent(new CustomEvent("page:taken"));
  if (status === 422 || page().querySelector("[data-slip] :is(.wrong, .notice, .asked:not([hidden]))")) {
    refuse(confirmButton() ? "asking" : "refused");
  } else {
    state = "";
    playAhead();
  }
}

function refuse(name) {
  state = "asking";
  typed = "";
  isTypingAhead = ahead.some(isMoreThanEnter);
  tell(name, isTypingAhead ? "unused" : "");
  ahead.length = 0;
  soundedAt = -Infinity;
  sound();
}

/* Back, to a form that was saved before. */
addEventListener("popstate", async () => {
  const [answer, response] = await ask(location.href);
  if (said(answer)) take(answer, response);
  else location.reload();
});
if (form() && (confirmButton() || page().querySelector(".wrong"))) refuse(confirmButton() ? "asking" : "refused");
