/* The hands of this phone that the hall has not acknowledged yet: kept in the browser's local storage, and sent one after
   the other in each match, again and again, until the hall says that it has them. The entry key makes a hand that
   arrives twice one hand. What a page shows of it is waiting.js. */

const BOX = "hangjack-outbox-";
const LOCK = "hangjack-sending-";
const WAITS = [1000, 2000, 4000, 8000, 15000]; // milliseconds before it is tried again; the last one for good
const PATIENCE = 10000; // milliseconds for one answer
const LOCK_LASTS = 12000; // of a tab that was closed while sending
const TAB = newKey();

const unkept = new Map(); // match -> entries, where the browser keeps nothing for us
const sending = new Set();
const unreached = new Set(); // matches whose last try met no hall at all
const tries = new Map();
const timers = new Map();
const held = new Set(); // keys of entries that are being changed
let token = "";

/* No randomUUID on plain http. */
export function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}

function readStored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

const nameOf = (match, key) => `${BOX}${match}-${key}`;
const matchOf = (name) => name.slice(BOX.length).split("-", 1)[0];

function listNames(start) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(start));
  } catch {
    return [];
  }
}

function readEntry(name) {
  try {
    const entry = JSON.parse(readStored(name));
    return entry?.key && entry.url && entry.body ? entry : null;
  } catch {
    return null;
  }
}

/* The entries of a match in the order in which they were played. Each is kept under a name of its own: two tabs of one
   phone never write over one another's. */
export function listWaiting(match) {
  const inMemory = unkept.get(match) ?? [];
  const isInMemory = ({ key }) => inMemory.some((entry) => entry.key === key);
  const kept = listNames(nameOf(match, "")).map(readEntry).filter((entry) => entry && !isInMemory(entry));
  return [...kept, ...inMemory].sort((one, other) => one.number - other.number || (one.at < other.at ? -1 : 1));
}

export const findEntry = (match, key) => listWaiting(match).find((entry) => entry.key === key);
export const isUnkept = () => unkept.size > 0;

export const listWaitingMatches = () => [...new Set([...unkept.keys(), ...listNames(BOX).map(matchOf)])];

function keepInMemory(match, entries) {
  if (entries.length) unkept.set(match, entries);
  else unkept.delete(match);
}

/* Add an entry, or put it in the place of the one with its key. */
export function put(match, entry) {
  const others = (unkept.get(match) ?? []).filter(({ key }) => key !== entry.key);
  keepInMemory(match, store(nameOf(match, entry.key), JSON.stringify(entry)) ? others : [...others, entry]);
  announceChange(match);
}

export function drop(match, key) {
  store(nameOf(match, key), null);
  keepInMemory(match, (unkept.get(match) ?? []).filter((entry) => entry.key !== key));
  announceChange(match);
}

/* While somebody changes an entry neither it nor what comes after it is sent. */
export function hold(key) {
  held.add(key);
}

export function release(key) {
  held.delete(key);
}

function tell(name, detail) {
  document.dispatchEvent(new CustomEvent(`outbox:${name}`, { detail }));
}

function announceChange(match) {
  tell("changed", { match, entries: listWaiting(match) });
}

/* One tab sends for a match; navigator.locks does not exist on plain http. */
function takeLock(match) {
  const [tab, since] = (readStored(LOCK + match) ?? "").split(" ");
  const age = Date.now() - Number(since);
  if (tab && tab !== TAB && age >= 0 && age < LOCK_LASTS) return false; // one from tomorrow: the clock was put back
  return !store(LOCK + match, `${TAB} ${Date.now()}`) || (readStored(LOCK + match)?.startsWith(TAB) ?? true);
}

function releaseLock(match) {
  if (readStored(LOCK + match)?.startsWith(TAB)) store(LOCK + match, null);
}

function sendLater(match) {
  const tried = tries.get(match) ?? 0;
  tries.set(match, tried + 1);
  clearTimeout(timers.get(match));
  timers.set(match, setTimeout(() => send(match), WAITS[Math.min(tried, WAITS.length - 1)]));
}

async function send(match) {
  const [entry] = listWaiting(match);
  if (!entry || sending.has(match) || entry.refused || held.has(entry.key)) return;
  if (!takeLock(match)) {
    sendLater(match);
    return;
  }
  sending.add(match);
  const answer = await post(entry);
  sending.delete(match);
  releaseLock(match);
  handleAnswer(match, entry, answer);
}

async function post(entry) {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(), PATIENCE);
  try {
    const response = await fetch(entry.url, {
      method: "POST",
      body: new URLSearchParams(entry.body),
      headers: { Accept: "application/json", "X-CSRFToken": token },
      credentials: "same-origin",
      redirect: "error",
      keepalive: true,
      signal: abort.signal,
    });
    return { status: response.status, said: await response.json().catch(() => null) };
  } catch {
    return { status: 0, said: null };
  } finally {
    clearTimeout(timer);
  }
}

/* Only an acknowledgement of this very key takes an entry out, and only as it was sent; what the hall refuses stays,
   with the hall's sentence. A hand before it that is still on another phone is waited for. */
function handleAnswer(match, entry, { status, said }) {
  const isAsSent = findEntry(match, entry.key)?.body === entry.body;
  if (status) unreached.delete(match);
  else unreached.add(match);
  if ((status === 200 || status === 201) && said?.key === entry.key) {
    tries.delete(match);
    tell("acknowledged", { match, entry, said });
    if (isAsSent) drop(match, entry.key);
    send(match);
    return;
  }
  const isRefused = (status === 409 || status === 422) && Boolean(said?.error) && said.code !== "hand_out_of_turn";
  if (isAsSent) {
    const { error = "", asked = "" } = said ?? {};
    put(match, { ...entry, said: error, asked, refused: isRefused, status });
  }
  if (isRefused) tell("refused", { match, entry, said });
  else sendLater(match);
}

/* Now, whatever the back-off says. */
export function sendAll(matches = listWaitingMatches()) {
  for (const match of matches) {
    tries.delete(match);
    clearTimeout(timers.get(match));
    send(match);
  }
}

/* `csrf` is what the hall wants to hear from this page. */
export function start(csrf) {
  token = csrf;
  window.addEventListener("online", () => sendAll());
  window.addEventListener("pageshow", () => sendAll());
  window.addEventListener("storage", (event) => { if (event.key?.startsWith(BOX)) announceChange(matchOf(event.key)); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) sendAll(); });
  document.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) sendAll([...unreached]); });
  for (const match of listWaitingMatches()) announceChange(match);
  sendAll();
}
