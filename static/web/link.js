/* What htmx cannot swap in is said in words: no connection, or an answer that was not a page. The words are the hall's,
   else those of the part that asked, else the page's own; they go when an answer comes. Those of a press that has words of its own
   stay for a moment, whatever is asked and answered meanwhile. */

const STAYS = 8000; // milliseconds
let notice = null;
let pressed = -Infinity; // when such a press was last not answered

const isPress = (asked) => Boolean(asked.matches?.("form[data-offline]:not([data-outbox])")); // an outbox keeps its hand
const isOfPress = () => performance.now() - pressed < STAYS;

function say(words, asked) {
  const messages = document.getElementById("messages");
  if (!messages || !words || (isOfPress() && !isPress(asked))) return;
  if (isPress(asked)) pressed = performance.now();
  if (notice?.isConnected && notice.dataset.words === words) return;
  const part = asked?.closest?.("[data-offline]");
  notice = words === part?.dataset.offline ? foldUnder(part.dataset.offlineHead, words) : drawLine(words);
  notice.classList.add("notice", "danger");
  notice.dataset.words = words;
  messages.replaceChildren(notice);
}

function drawLine(words) {
  const line = document.createElement("p");
  line.textContent = words;
  return line;
}

/* In one line that opens on a tap, where the part that asked has a head for it. */
function foldUnder(head, words) {
  if (!head) return drawLine(words);
  const [fold, summary] = [document.createElement("details"), document.createElement("summary")];
  fold.className = "fold-line";
  summary.textContent = head;
  fold.append(summary, drawLine(words));
  return fold;
}

function wordsFor(name, asked) {
  const part = asked?.closest?.(`[data-${name}]`) ?? document.getElementById("messages");
  return part?.dataset[name];
}

/* What the hall itself says of its disk or its database: tournament/storage/storage_faults.py. */
function faultIn(xhr) {
  const fault = xhr?.getResponseHeader("Hall-Fault");
  return fault && decodeURIComponent(fault);
}

document.addEventListener("htmx:sendError", (event) => say(wordsFor("offline", event.target), event.target));
document.addEventListener("htmx:timeout", (event) => say(wordsFor("offline", event.target), event.target));
document.addEventListener("htmx:responseError", (event) => {
  say(faultIn(event.detail.xhr) || wordsFor("failed", event.target), event.target);
});
document.addEventListener("htmx:afterRequest", (event) => {
  const { successful, requestConfig } = event.detail;
  if (!successful || (isOfPress() && !isPress(requestConfig.elt))) return;
  pressed = -Infinity;
  notice?.remove();
});

/* What a page said that a script had fetched before it sent the browser there (keying.js). */
try {
  const messages = document.getElementById("messages");
  const carried = sessionStorage.getItem("hangjack-messages");
  if (messages && carried) messages.innerHTML = carried;
  sessionStorage.removeItem("hangjack-messages");
} catch { /* a private window carries nothing */ }
