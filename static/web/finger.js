/* A finger on the page: what comes anew by itself waits for it, so that a press is never lost with its button. */

const CLICK = 150; // milliseconds: by then a tap that was lifted is a click
const LONGEST = 3000; // of a finger whose lifting nobody heard of
const AGAIN = 300; // until what waited is asked for again

let pressed = -Infinity;
let lifted = -Infinity;

export const isDown = () => pressed > lifted && performance.now() - pressed < LONGEST;

const isTapping = () => isDown() || performance.now() - lifted < CLICK;

/* Puts a swap off while somebody taps, and asks for it again later; returns whether it did. `event` is htmx:beforeSwap. */
export function postponeSwap(event) {
  if (!isTapping()) return false;
  event.detail.shouldSwap = false;
  setTimeout(() => window.htmx?.trigger(event.detail.target, "refresh"), AGAIN);
  return true;
}

addEventListener("pointerdown", () => { pressed = performance.now(); }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { lifted = performance.now(); }, true);
document.body.style.overflowAnchor = "none"; // the page that loads this moves itself; the root element does not mind it
