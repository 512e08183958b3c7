/* A page that comes anew in parts stays where it is: a part waits while a finger is down, and what stands under the
   reader's eyes is moved along when something above it comes or goes. For parts in [data-still]. */

const CLICK = 150; // milliseconds: by then a tap that was lifted is a click
const AGAIN = 300; // until what waited is asked for again
const LONGEST = 3000; // of a finger whose lifting nobody heard of

let pressed = -Infinity;
let lifted = -Infinity;
let stood = null;

const isDown = () => pressed > lifted && performance.now() - pressed < LONGEST;
const isTapping = () => isDown() || performance.now() - lifted < CLICK;
const isStill = (part) => Boolean(part?.closest?.("[data-still]"));

/* The first thing with a name of its own that the eye can be on, as it will be there again. */
function onTop() {
  const seen = [...document.querySelectorAll("[data-still] [id], [data-still] ~ * [id]")];
  return seen.find((one) => one.offsetParent && one.getBoundingClientRect().top >= 0);
}

function swapping(event) {
  const { target, requestConfig } = event.detail;
  if (requestConfig?.verb !== "get" || !isStill(target)) return;
  if (isTapping()) {
    event.detail.shouldSwap = false;
    setTimeout(() => window.htmx?.trigger(target, "refresh"), AGAIN);
    return;
  }
  const one = scrollY ? onTop() : null;
  stood = one && { id: one.id, top: one.getBoundingClientRect().top };
}

function swapped() {
  const one = stood && document.getElementById(stood.id);
  if (one) scrollBy({ top: one.getBoundingClientRect().top - stood.top, behavior: "instant" });
  stood = null;
}

addEventListener("pointerdown", () => { pressed = performance.now(); }, true);
for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => { lifted = performance.now(); }, true);
document.addEventListener("htmx:beforeSwap", swapping);
document.addEventListener("htmx:afterSettle", swapped);
document.body.style.overflowAnchor = "none"; // done here, and on browsers that have no such thing; the root element does not mind it
