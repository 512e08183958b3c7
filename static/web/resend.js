/* The desk out of reach: a form marked data-resend is sent only once the hall answers. Until then what was typed stays on
   the page, a sentence says so, and it is tried again and again; then the browser sends the form as any other. */

const WAITS = [1000, 2000, 4000, 8000]; // milliseconds before it is tried again; the last one for good
const PATIENCE = 5000; // milliseconds for one answer

let waiting = null; // the form that waits for the hall
let passes = null; // the form that the hall is ready for

async function isInReach(form) {
  try {
    const answer = await fetch(form.dataset.resend, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    return answer.ok;
  } catch {
    return false;
  }
}

function say(form) {
  const messages = document.getElementById("messages");
  const notice = document.createElement("p");
  notice.className = "notice warning";
  notice.textContent = form.dataset.outOfReach;
  messages.replaceChildren(notice);
  messages.scrollIntoView({ block: "nearest" });
}

async function send(form, submitter) {
  for (let tries = 0; !(await isInReach(form)); tries += 1) {
    if (!tries) say(form);
    await new Promise((resolve) => { setTimeout(resolve, WAITS[Math.min(tries, WAITS.length - 1)]); });
  }
  waiting = null;
  passes = form;
  form.requestSubmit(submitter);
}

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.dataset.resend || event.defaultPrevented || passes === form) return;
  event.preventDefault();
  if (waiting) return;
  waiting = form;
  send(form, event.submitter);
});

/* A form that htmx sends waits as well: it is tried before, and sent again once the hall answers. */
document.addEventListener("htmx:sendError", (event) => {
  const form = event.detail.elt;
  if (!form.dataset?.resend || waiting) return;
  waiting = form;
  send(form, event.detail.requestConfig?.triggeringEvent?.submitter);
});

/* What waits would be lost with the page. */
addEventListener("beforeunload", (event) => { if (waiting) event.preventDefault(); });
