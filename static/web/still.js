/* A page that comes anew in parts stays where it is: a part waits while a finger is down, and what stands under the
   reader's eyes is moved along when something above it comes or goes, and what the reader has opened or folded stays
   so. For parts in [data-still]. */

import { postponeSwap } from "./finger.js";

let stood = null;
let folds = [];

const isStill = (part) => Boolean(part?.closest?.("[data-still]"));

/* The first thing with a name of its own that the eye can be on, as it will be there again. */
function findTopElement() {
  const seen = [...document.querySelectorAll("[data-still] [id], [data-still] ~ * [id]")];
  return seen.find((one) => one.offsetParent && one.getBoundingClientRect().top >= 0);
}

function handleBeforeSwap(event) {
  const { target, requestConfig } = event.detail;
  if (requestConfig?.verb !== "get" || !isStill(target)) return;
  if (postponeSwap(event)) return;
  folds = [...target.querySelectorAll("details[id]")].map((fold) => [fold.id, fold.open]);
  const one = scrollY ? findTopElement() : null;
  stood = one && { id: one.id, top: one.getBoundingClientRect().top };
}

function handleAfterSettle() {
  for (const [id, isOpen] of folds) document.getElementById(id)?.toggleAttribute("open", isOpen);
  folds = [];
  const one = stood && document.getElementById(stood.id);
  if (one) scrollBy({ top: one.getBoundingClientRect().top - stood.top, behavior: "instant" });
  stood = null;
}

document.addEventListener("htmx:beforeSwap", handleBeforeSwap);
document.addEventListener("htmx:afterSettle", handleAfterSettle);
