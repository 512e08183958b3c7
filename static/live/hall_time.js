/* The hall's time on this device: the server's clock, whatever the device's own says. Measured where the hall can be
   asked for its time, half the round trip counted; else the latest that was heard beside an answer. Never loaded by a
   page itself: whoever wants the time imports it, so that there is one. */

const NOW = "/live/now";
const SAMPLES = 4;
const PATIENCE = 3000; // milliseconds for one sample
const LATE = 1000; // milliseconds: an answer that is older was on its way for long, or the device's clock was set
const SLEPT = 1500; // milliseconds that the device's two clocks may go apart before both are doubted
const AGAIN = 600000; // milliseconds until a device's own clock may have drifted

let offset = 0; // milliseconds that the hall is ahead of the device's clock
let isHeard = false;
let isMeasured = false;
let measuring = null;
let apart = Date.now() - performance.now();
let measuredAt = -Infinity;

/* Milliseconds, as Date.now() where the device's clock is right. */
export function hallNow() {
  return Date.now() + offset;
}

/* What the hall said the time was when it answered. It is later by now, never earlier: so the answer that took least
   is right, and one that looks far too old asks for a measurement, or is believed where none can be had. */
export function hear(time) {
  const hall = Date.parse(time);
  if (Number.isNaN(hall)) return;
  const ahead = hall - hallNow();
  if (isHeard && ahead <= 0 && ahead > -LATE) return;
  if (isHeard && ahead <= 0 && isMeasured) {
    measure();
    return;
  }
  offset += ahead;
  isHeard = true;
}

async function sample() {
  const began = performance.now();
  const answer = await fetch(NOW, { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(PATIENCE) });
  if (!answer.ok) throw new Error(answer.statusText);
  const hall = Date.parse(await answer.text());
  const trip = performance.now() - began;
  return { trip, offset: hall + trip / 2 - Date.now() };
}

async function takeSamples() {
  let best = null;
  for (let count = 0; count < SAMPLES; count += 1) {
    const each = await sample();
    if (!best || each.trip < best.trip) best = each;
  }
  if (Number.isNaN(best.offset)) return;
  offset = best.offset;
  isHeard = isMeasured = true;
  measuredAt = performance.now();
}

/* Ask the hall for its time, a few times; the shortest way there and back is right. Without an answer what was heard
   holds. */
export function measure() {
  measuring ??= takeSamples().catch(() => { isMeasured = false; }).finally(() => { measuring = null; });
  return measuring;
}

/* After a sleep, or when somebody set the device's clock, its two clocks have gone apart. */
function watch() {
  const now = Date.now() - performance.now();
  const isApart = Math.abs(now - apart) > SLEPT;
  apart = now;
  if (isMeasured && (isApart || (!document.hidden && performance.now() - measuredAt > AGAIN))) measure();
}

setInterval(watch, 1000);
document.addEventListener("visibilitychange", () => { if (!document.hidden) watch(); });
