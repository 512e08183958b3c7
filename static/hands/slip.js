/* A paper slip keyed hand after hand without looking up. In the part marked data-slip a hand is sent from here and the
   page takes the answer's place, the next hand's form with it; keys pressed meanwhile wait and then go into that form.
   Where a hand is asked back about or refused, keys wait until Escape or a press, and go on with the next hand. Without
   this the form is sent as any other. */

const PART = "#main > .wrap";
const KEYS = /^(.|Enter|Tab|Backspace|Arrow(Up|Down|Left|Right))$/u;

const ahead = []; // keys that wait, in order
let state = ""; // "sending", "asking" or nothing

const page = () => document.querySelector(PART);
const slip = () => document.querySelector("[data-slip]");

/* The sentence of this name, and how many keys wait. */
function tell(name) {
  const { dataset } = document.querySelector("[data-match]");
  const line = document.querySelector("[data-slip-said]");
  const waiting = name && ahead.length ? dataset.ahead.replace("%(keys)s", ahead.length) : "";
  line.textContent = [name && dataset[name], waiting].filter(Boolean).join(" ");
  line.hidden = !line.textContent;
}

/* What a key would have done: our own modules hear it as they hear a pressed one, and a letter goes into its box. */
function play({ key, shiftKey }) {
  const at = document.activeElement ?? document.body;
  const press = new KeyboardEvent("keydown", { key, shiftKey, bubbles: true, cancelable: true });
  if (!at.dispatchEvent(press)) return;
  if (key === "Enter" && at.matches("button, a, summary")) at.click();
  else if (key.length === 1 && at.matches("input:not([type=radio], [type=checkbox]), textarea")) write(at, key);
}

function write(box, letter) {
  box.setRangeText(letter, box.selectionStart, box.selectionEnd, "end");
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

function playAhead() {
  while (ahead.length && !state && slip()) play(ahead.shift());
  if (slip()) return;
  if (ahead.length) tell("over");
  ahead.length = 0;
  document.querySelector("[data-slip-end]")?.focus();
}

addEventListener("keydown", (event) => {
  if (!state || !event.isTrusted || event.ctrlKey || event.altKey || event.metaKey) return;
  if (state === "asking" && event.key === "Escape") {
    event.preventDefault();
    look();
    return;
  }
  if (!KEYS.test(event.key)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  ahead.push({ key: event.key, shiftKey: event.shiftKey });
  if (state === "asking") tell("asking");
}, true);

/* Ctrl+Enter opens the next slip: never Enter alone, which somebody may type on without looking. */
addEventListener("keydown", (event) => {
  if (event.key === "Enter" && event.ctrlKey && !state) document.querySelector("[data-slip-next]")?.click();
});

addEventListener("pointerdown", () => { if (state === "asking") look(); }, true);

/* From here on keys go into the hand that is asked about; what was typed before waits for the next. */
function look() {
  state = "";
  tell(ahead.length ? "waits" : "");
}

document.addEventListener("submit", (event) => {
  const form = event.target.closest?.("[data-slip] form[data-ticks]");
  const step = event.submitter?.value;
  if (!form || form.dataset.plain || !["record", "next", "confirm", "passed_out"].includes(step)) return;
  event.preventDefault();
  if (!state) send(form, event.submitter);
});

async function send(form, button) {
  state = "sending";
  slip().setAttribute("aria-busy", "true");
  const fields = new URLSearchParams(new FormData(form));
  fields.set("step", button.value);
  let answer;
  let address;
  try {
    const response = await fetch(location.href, { method: "POST", body: fields, credentials: "same-origin" });
    answer = new DOMParser().parseFromString(await response.text(), "text/html");
    address = response.url;
  } catch {
    slip().removeAttribute("aria-busy");
    state = "asking";
    tell("offline");
    return;
  }
  if (answer.querySelector(PART)?.querySelector("[data-match]")) take(answer, address);
  else sendPlainly(form, button);
}

/* What is no page of this match, a refusal or a sign-in, is for the browser: the same entry key makes it one hand. */
function sendPlainly(form, button) {
  form.dataset.plain = "1";
  form.requestSubmit(button);
}

function take(answer, address) {
  history.replaceState(null, "", address);
  page().replaceWith(document.adoptNode(answer.querySelector(PART)));
  window.htmx?.process(page());
  const isAsked = Boolean(page().querySelector("[data-slip] :is(.wrong, .notice, .asked:not([hidden]))"));
  document.dispatchEvent(new CustomEvent("slip:ready"));
  state = isAsked ? "asking" : "";
  if (isAsked) tell("asking");
  else playAhead();
}
