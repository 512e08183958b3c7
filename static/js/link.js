/* What htmx cannot swap in is said in words: no connection, or an answer that was not a page. */

function say(words) {
  const messages = document.getElementById("messages");
  if (!messages || !words) return;
  const notice = document.createElement("p");
  notice.className = "notice danger";
  notice.textContent = words;
  messages.replaceChildren(notice);
}

const wordsFor = (name) => document.getElementById("messages")?.dataset[name];

document.addEventListener("htmx:sendError", () => say(wordsFor("offline")));
document.addEventListener("htmx:timeout", () => say(wordsFor("offline")));
document.addEventListener("htmx:responseError", () => say(wordsFor("failed")));
