/* What htmx cannot swap in is said in words: no connection, or an answer that was not a page. The words are the hall's,
   else those of the part that asked, else the page's own; they go when an answer comes. Those of a press that has words of its own
   stay for a moment, whatever is asked and answered meanwhile. */

const STAYS = 8000; // milliseconds
let notice = null;
let pressed = -Infinity; // when such a press was last not answered

const isPress = (asked) => Boolean(asked.matches?.("form[data-offline]"));
const isOfPress = () => performance.now() - pressed < STAYS;

function say(words, asked) {
  const messages = document.getElementById("messages");
  if (!messages || !words || (isOfPress() && !isPress(asked))) return;
  if (isPress(asked)) pressed = performance.now();
  if (notice?.isConnected && notice.textContent === words) return;
  notice = document.createElement("p");
  notice.className = "notice danger";
  notice.textContent = words;
  messages.replaceChildren(notice);
}

function wordsFor(name, asked) {
  const part = asked?.closest?.(`[data-${name}]`) ?? document.getElementById("messages");
  return part?.dataset[name];
}

/* What the hall itself says of its disk or its database: tournament/foundation/storage_faults.py. */
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
