/* A player's own page says it at once when a seat of his is another: large and for a moment moving, aloud for who
   listens, and in the title of a page that lies behind others. */

const seats = () => document.getElementById("me")?.dataset.seats ?? "";
const words = () => [...document.querySelectorAll("#me .own-table")].map((one) => one.innerText.replace(/\s+/g, " ").trim());
let known = seats();

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target?.id !== "me" || seats() === known) return;
  known = seats();
  if (!known) return;
  document.getElementById("me").classList.add("out");
  document.getElementById("me-said").textContent = words().join(". ");
  document.title = words()[0];
  scrollTo(0, 0);
  if (navigator.userActivation?.hasBeenActive) navigator.vibrate?.([200, 100, 200]);
});
