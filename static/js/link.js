/* What htmx cannot swap in is said in words: no connection, or an answer that was not a page. The words are those of
   the part that asked, else the page's own; they go when an answer comes. */

let notice = null;

function say(words) {
  const messages = document.getElementById("messages");
  if (!messages || !words) return;
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

document.addEventListener("htmx:sendError", (event) => say(wordsFor("offline", event.target)));
document.addEventListener("htmx:timeout", (event) => say(wordsFor("offline", event.target)));
document.addEventListener("htmx:responseError", (event) => say(wordsFor("failed", event.target)));
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.detail.successful) notice?.remove();
});
