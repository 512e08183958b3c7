/* The sheet stays under the thumb. What stands above the form of a hand comes and goes; while somebody writes in it, has a
   finger down or has scrolled on, the page moves along, so that no choice is where another was a moment ago. What comes
   anew by itself waits for a finger that is down. */

import { isDown, postponeSwap } from "./finger.js";

const COVERED = 400; // in which a thumb is still on its way to what the preview has just covered

let gap = 0; // pixels kept above the form where something went away
let stood = null;
let previewed = 0;
let type = "";

const form = () => document.getElementById("hand-form");
const placeOf = (fields) => fields.getBoundingClientRect().top + scrollY;

function look() {
  const fields = form();
  if (!fields || fields.hidden) {
    stood = null;
    return;
  }
  const now = getComputedStyle(document.documentElement).fontSize;
  if (now !== type) stood = null; // other letters move everything, and nothing went away
  type = now;
  const moved = stood === null ? 0 : placeOf(fields) - stood;
  if (moved) follow(fields, moved, isDown() || "touched" in fields.dataset);
  stood = placeOf(fields);
}

/* At the top of the page nothing is left to scroll by: the room of what went away stays until the hand is written down. */
function follow(fields, moved, isWriting) {
  if (!isWriting && !scrollY) return;
  const closed = Math.min(gap, Math.max(moved, 0));
  const scrolled = Math.max(moved - closed, -scrollY);
  leave(fields, gap - closed + (isWriting ? scrolled - (moved - closed) : 0));
  scrollBy(0, scrolled);
}

function leave(fields, pixels) {
  gap = pixels;
  fields.style.marginBlockStart = gap ? `${gap}px` : "";
}

function handleReady(event) {
  leave(event.target, 0);
  stood = null;
  previewed = 0;
}

function handleBeforeSwap(event) {
  const { target, requestConfig } = event.detail;
  if (target?.id === "now" && requestConfig?.verb === "get") postponeSwap(event);
}

function handleAfterSwap(event) {
  if (event.target.id !== "preview") return;
  const [preview, before] = [event.target, previewed];
  previewed = preview.offsetHeight;
  if (previewed <= before) return;
  preview.style.pointerEvents = "none";
  setTimeout(() => { preview.style.pointerEvents = ""; }, COVERED);
}

addEventListener("resize", () => { stood = null; look(); });
document.addEventListener("outbox:ready", handleReady);
document.addEventListener("htmx:beforeSwap", handleBeforeSwap);
document.addEventListener("htmx:afterSwap", handleAfterSwap);
const all = { subtree: true, childList: true, characterData: true, attributeFilter: ["hidden", "class"] };
new MutationObserver(look).observe(document.querySelector("main"), all);
look();
