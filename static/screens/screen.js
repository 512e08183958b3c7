/* A screen on the wall. Everything that it shows in turn is in the page already, so that it goes on without the hall;
   this module fits it to the wall, turns it part by part, and asks for it anew when the hall says that it changed.

   [data-fit] holds items that flow in columns. They get the largest size, in hundredths of the wall, with which they all
   fit, from data-most down to data-least; more than fit are cut into equal parts. data-column is how many ems a column
   wants at least, data-columns how many there may be;
   with data-one-line each item stays on a line. [data-parts] holds parts that are cut already. */

import { formatTime, labelOf, readClock } from "../clock/clock.js";
import { hallNow } from "../live/hall_time.js";

const STEP = 0.1; // of a size
const TRY = 4; // a size to measure with
const SMALLEST = 0.72; // of a size, for a long name
const READABLE = 4.4; // as in screen.css: a size below which no name goes
const AIR = 0.36; // of a size, above and below a line
const IDLE = 3000; // milliseconds until the cursor hides
const CHANGED = 12000; // milliseconds for which a line that has changed is marked
const KEPT = "screen-at"; // where in its turn a screen was, over a reload

let at = { key: "", part: 0 };
let turning = null;
let turnsAt = 0;
let wants = null;
let idles = null;
let before = null; // the lines of the screen that is being replaced, by what they are of

const screen = () => document.getElementById("screen");
const pages = () => [...(screen()?.querySelectorAll(".screen-page") ?? [])];
const shownPage = () => pages().find((page) => page.dataset.key === at.key);

function unit() {
  return Math.min(innerHeight, innerWidth * 0.75) / 100;
}

/* What no size changes, so that each try is laid out once: how wide the box is, in pixels; the gap between its columns,
   how wide each item is on a single line, and of that its [data-shrink], in ems of the box. */
function measure(box) {
  box.style.setProperty("--size", TRY);
  const em = TRY * unit();
  box.dataset.width = box.clientWidth;
  box.dataset.gap = (Number.parseFloat(getComputedStyle(box).columnGap) || 0) / em;
  if (!("oneLine" in box.dataset)) return;
  box.classList.add("is-measured");
  for (const item of box.children) {
    const name = item.querySelector("[data-shrink]");
    name.style.fontSize = "";
    item.classList.remove("is-long");
    item.dataset.ems = item.getBoundingClientRect().width / em;
    name.dataset.ems = name.getBoundingClientRect().width / em;
  }
  box.classList.remove("is-measured");
}

function setSize(box, size) {
  box.style.setProperty("--size", size);
  const em = size * unit();
  const [width, gap, wanted] = [Number(box.dataset.width), Number(box.dataset.gap) * em, Number(box.dataset.column) * em];
  const most = Math.min(Number(box.dataset.used ?? box.dataset.columns), [...box.children].filter((item) => !item.hidden).length);
  const fitting = wanted ? Math.floor((width + gap) / (wanted + gap)) : 1;
  const count = Math.max(1, Math.min(most, fitting));
  box.style.setProperty("--count", count);
  if ("oneLine" in box.dataset) narrow(box, (width - gap * (count - 1)) / count / em, size);
}

/* A name that is too long for its line gets smaller letters; one that would be too small wraps. */
function narrow(box, ems, size) {
  const smallest = Math.min(1, Math.max(SMALLEST, READABLE / size));
  for (const item of box.children) {
    const name = item.querySelector("[data-shrink]");
    const ratio = Math.min(1, 1 - (Number(item.dataset.ems) + 0.03 - ems) / Number(name.dataset.ems));
    item.classList.toggle("is-long", ratio < smallest);
    name.style.fontSize = ratio < 1 ? `${Math.max(ratio, smallest)}em` : "";
  }
}

function isInside(box, size) {
  setSize(box, size);
  if (box.scrollWidth > box.clientWidth + 1 || box.scrollHeight > box.clientHeight + 1) return false;
  const edge = box.getBoundingClientRect();
  return [...box.children].every((item) => {
    if (item.hidden) return true;
    const inner = item.getBoundingClientRect();
    return item.scrollWidth <= item.clientWidth + 1 && inner.bottom <= edge.bottom + 1 && inner.right <= edge.right + 1;
  });
}

function show(box, part, parts) {
  const items = [...box.children];
  const each = Math.ceil(items.length / parts);
  items.forEach((item, index) => { item.hidden = Math.floor(index / each) !== part; });
}

/* With so many parts, whether every one of them fits. */
function areAllInside(box, parts, size) {
  for (let part = 0; part < parts; part += 1) {
    show(box, part, parts);
    if (!isInside(box, size)) return false;
  }
  return true;
}

/* The largest size that will do; the least one in any case. */
function findLargest(least, most, will) {
  let [low, high] = [Math.round(least / STEP), Math.round(most / STEP)];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (will(middle * STEP)) low = middle;
    else high = middle - 1;
  }
  will(low * STEP);
  return low * STEP;
}

/* What is left of the height goes between the lines, as far as that looks well. */
function spreadLines(box, parts, size) {
  for (const share of [AIR, AIR / 2, AIR / 4, 0]) {
    box.style.setProperty("--air", share);
    if (!share || areAllInside(box, parts, size)) return;
  }
}

/* The fewest parts that will do, and in data-used the columns that make them so: long names may want wider ones. Most
   tries fail at their first part, so it counts up, and for other columns down. */
function findFewestParts(box, size) {
  delete box.dataset.used;
  setSize(box, size);
  const columns = Number(box.style.getPropertyValue("--count"));
  let [parts, best] = [1, columns];
  box.dataset.used = columns;
  while (parts < box.children.length && !areAllInside(box, parts, size)) parts += 1;
  for (let used = columns - 1; used > 0 && parts > 1; used -= 1) {
    box.dataset.used = used;
    while (parts > 1 && areAllInside(box, parts - 1, size)) [parts, best] = [parts - 1, used];
  }
  box.dataset.used = best;
  return parts;
}

function fitBox(box) {
  box.style.setProperty("--air", 0);
  const least = Number(box.dataset.least);
  [...box.children].forEach((item) => { item.hidden = false; });
  measure(box);
  const items = box.children.length;
  let parts = findFewestParts(box, least);
  parts = Math.ceil(items / Math.ceil(items / parts)) || 1;
  const size = findLargest(least, Number(box.dataset.most), (each) => areAllInside(box, parts, each));
  spreadLines(box, parts, size);
  show(box, 0, parts); // its columns are those of all: the last part may have fewer items
  setSize(box, size);
  box.dataset.count = parts;
  return parts;
}

/* A head over each column. */
function drawHeads(page) {
  const head = page.querySelector("[data-heads]");
  const box = page.querySelector("[data-fit]");
  if (!head || !box) return;
  const count = Number(box.style.getPropertyValue("--count"));
  head.style.setProperty("--size", box.style.getPropertyValue("--size"));
  head.style.setProperty("--count", count);
  head.replaceChildren(...Array.from({ length: count }, () => head.firstElementChild.cloneNode(true)));
}

/* Parts that are cut already: the largest size with which nothing of any of them is outside. */
function fitParts(box) {
  const inside = (size) => {
    box.style.setProperty("--size", size);
    const edge = box.getBoundingClientRect();
    return [...box.querySelectorAll("li")].every((item) => {
      const inner = item.getBoundingClientRect();
      const before = item.previousElementSibling?.getBoundingClientRect().bottom ?? edge.top;
      return inner.top >= before - 1 && inner.bottom <= edge.bottom + 1 && item.scrollWidth <= item.clientWidth + 1;
    });
  };
  [...box.children].forEach((part) => { part.hidden = false; });
  findLargest(Number(box.dataset.least), Number(box.dataset.most), inside);
}

/* A page is fitted when it is to be shown: a wall of two hundred lines takes a slow computer a second. */
function countParts(page) {
  if (!page.dataset.parts) {
    page.querySelectorAll("[data-fit]").forEach(fitBox);
    page.querySelectorAll("[data-parts][data-most]").forEach(fitParts);
    drawHeads(page);
    const cut = page.querySelector("[data-parts]");
    page.dataset.parts = cut ? cut.children.length : (page.querySelector("[data-fit]")?.dataset.count ?? 1);
  }
  return Number(page.dataset.parts);
}

function fitAgain() {
  for (const page of pages()) delete page.dataset.parts;
  showPart();
}

function describeMarks(box) {
  const marks = [...box.children].filter((item) => !item.hidden).map((item) => (item.dataset.mark ?? "").replace("=", ""));
  const [first, last] = [marks[0], marks.at(-1)];
  return first === last ? first : `${first}–${last}`;
}

function showPart() {
  const page = shownPage();
  if (!page) return;
  pages().forEach((each) => { each.toggleAttribute("data-off", each !== page); });
  const parts = countParts(page);
  at.part = Math.min(at.part, parts - 1);
  const [box, cut] = [page.querySelector("[data-fit]"), page.querySelector("[data-parts]")];
  if (box) show(box, at.part, parts);
  if (cut) [...cut.children].forEach((part, index) => { part.hidden = index !== at.part; });
  page.dataset.part = at.part + 1;
  const mark = page.querySelector("[data-mark].screen-mark");
  if (mark) {
    const words = screen().dataset.of.replace("{n}", at.part + 1).replace("{all}", parts);
    mark.textContent = parts < 2 ? "" : [box && describeMarks(box), words].filter(Boolean).join(" · ");
  }
  try { sessionStorage.setItem(KEPT, JSON.stringify(at)); } catch { /* a browser that keeps nothing begins anew */ }
}

/* One part on, or back; at the end of a page the next page. */
function turn(by) {
  const all = pages();
  if (!all.length) return;
  const index = Math.max(0, all.findIndex((page) => page.dataset.key === at.key));
  const part = at.part + by;
  if (part >= 0 && part < countParts(all[index])) at.part = part;
  else {
    const next = all[(index + by + all.length) % all.length];
    at = { key: next.dataset.key, part: by < 0 ? countParts(next) - 1 : 0 };
  }
  screen().classList.add("is-turned");
  showPart();
  begin();
}

function begin() {
  const seconds = Number(shownPage()?.dataset.seconds ?? 10);
  turnsAt = performance.now() + seconds * 1000;
  scheduleTurn();
}

function scheduleTurn() {
  clearTimeout(turning);
  turning = setTimeout(() => turn(1), Math.max(0, turnsAt - performance.now()));
}

const lines = () => [...(screen()?.querySelectorAll("[data-moves]") ?? [])];
const nameOf = (line) => `${line.closest(".screen-page").dataset.key} ${line.dataset.moves}`;

/* Lines that say something else than a moment ago are marked for a while. */
function markChanges() {
  const was = before;
  before = null;
  if (!was?.size) return;
  const changed = lines().filter((line) => was.get(nameOf(line)) !== line.textContent);
  for (const line of changed) line.classList.add("has-changed");
  setTimeout(() => { for (const line of changed) line.classList.remove("has-changed"); }, CHANGED);
}

/* The screen as it came, or came anew: it stays where it was in its turn. */
function arrive() {
  const now = screen();
  if (!now) return;
  document.documentElement.dataset.theme = now.dataset.theme;
  if (shownPage()) {
    showPart();
    if (turnsAt) scheduleTurn();
    else begin();
  } else {
    at = { key: pages()[0]?.dataset.key ?? "", part: 0 };
    showPart();
    begin();
  }
  clearTimeout(wants);
  if (now.dataset.until) wants = setTimeout(ask, Math.max(1000, Date.parse(now.dataset.until) - hallNow() + 500));
  tick();
}

function ask() {
  screen()?.dispatchEvent(new CustomEvent("screen:ask", { bubbles: false }));
}

let asking = null;
function askSoon(event) {
  if (!screen()?.dataset.topics.split(" ").includes(event.type.replace("live:", ""))) return;
  asking ??= setTimeout(() => { asking = null; ask(); }, 50);
}

function tick() {
  const clock = document.querySelector("[data-small-clock]");
  if (!clock) return;
  const { phase, left } = readClock(clock);
  const time = clock.querySelector(".small-time");
  if (time.textContent !== formatTime(left)) time.textContent = formatTime(left);
  time.hidden = phase === "break" && left <= 0;
  const words = clock.querySelector(".small-phase");
  const label = labelOf(clock, phase, left);
  if (words.textContent !== label) words.textContent = label;
  if (!clock.classList.contains(phase)) clock.className = `small-clock ${phase}`;
}

function stir() {
  document.body.classList.remove("is-idle");
  clearTimeout(idles);
  idles = setTimeout(() => document.body.classList.add("is-idle"), IDLE);
}

function readPosition() {
  try { return JSON.parse(sessionStorage.getItem(KEPT)) ?? at; } catch { return at; }
}

for (const topic of ["clock", "seats", "results", "calls", "screens"]) document.body.addEventListener(`live:${topic}`, askSoon);
document.addEventListener("htmx:beforeSwap", (event) => {
  if (event.detail.target?.id === "screen") before = new Map(lines().map((line) => [nameOf(line), line.textContent]));
});
document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.elt?.id !== "screen" && event.target.id !== "screen") return;
  arrive();
  markChanges();
});
/* Without an evening nothing is in its log that the hall could tell of. */
document.addEventListener("htmx:afterRequest", (event) => {
  if (event.target.dataset?.alive !== undefined && document.body.dataset.live === "screens") ask();
});
document.addEventListener("keydown", (event) => {
  const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (!by) stir();
  else if (!event.target.closest?.("button, input, a")) turn(by);
});
document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-full-screen]")) document.documentElement.requestFullscreen?.();
});
for (const name of ["pointermove", "pointerdown"]) document.addEventListener(name, stir);
setInterval(tick, 200);
at = readPosition();
if (screen()?.classList.contains("is-waiting")) stir();
else document.body.classList.add("is-idle");
arrive();
document.fonts.ready.then(fitAgain);
document.fonts.addEventListener("loadingdone", fitAgain); // letters that only a later name needs
new ResizeObserver(fitAgain).observe(document.querySelector("main")); // of the window, or of what stands below the page
