/* Tells a page's parts that something changed. A page names whom it follows in `data-live` of its body; a part asks for
   itself on `hx-trigger="live:clock from:body"`, or another of the TOPICS of tournament/live/topics.py. */

const TOPICS = ["clock", "seats", "results", "calls", "screens"];
const NOW_AND_THEN = 5000; // milliseconds

function tell(topics) {
  for (const topic of topics) document.body.dispatchEvent(new CustomEvent(`live:${topic}`, { bubbles: true }));
}

if (document.body.dataset.live) {
  setInterval(() => { if (!document.hidden) tell(TOPICS); }, NOW_AND_THEN);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) tell(TOPICS); });
}
