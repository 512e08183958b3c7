/* A player's own page says it at once when their seat changes: large and for a moment moving, aloud for who listens, and
   in the title of a page that lies behind others. Seats whose release was undone leave nothing behind. */

const seats = () => document.getElementById("me")?.dataset.seats ?? "";
const words = () => [...document.querySelectorAll("#me .own-table")].map((one) => one.innerText.replace(/\s+/g, " ").trim());
const title = document.title;
let known = seats();

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "me" || seats() === known) return;
  known = seats();
  document.getElementById("me-said").textContent = known ? words().join(". ") : "";
  document.title = known ? words()[0] : title;
  if (!known) return;
  document.getElementById("me").classList.add("out");
  scrollTo(0, 0);
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
});

/* What was unfolded stays so when the page comes anew. */
const unfolded = new Map();
const nameOf = (fold) => fold.dataset.keeps ?? fold.querySelector("summary").textContent.trim();
document.addEventListener("htmx:beforeSwap", () => {
  for (const fold of document.querySelectorAll("main details")) unfolded.set(nameOf(fold), fold.open);
});
document.addEventListener("htmx:afterSwap", () => {
  for (const fold of document.querySelectorAll("main details")) fold.open = unfolded.get(nameOf(fold)) ?? fold.open;
});
