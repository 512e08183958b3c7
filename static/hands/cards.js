/* The whole hand by taps: a grid of the 52 cards writes the boxes of cards dealt and of tricks, which are read back each
   time, so that what is keyed there by hand counts as well. Whose turn it is follows from the deal, the auction and who
   won the trick; what the rules say of it all the server says. */

const RANKS = "23456789TJQKA";
const SUITS = "SHDC";
const CARD = /^(10|[2-9TJQKA])([SHDC])$/;
const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };

const cardsIn = (text) =>
  text
    .toUpperCase()
    .replace(/[♠♥♦♣]/g, (sign) => SIGNS[sign])
    .split(/[\s,;]+/)
    .map((typed) => CARD.exec(typed))
    .filter(Boolean)
    .map(([, rank, suit]) => (rank === "10" ? "T" : rank) + suit);
const textOf = (cards) => cards.map((card) => card.replace("T", "10")).join(" ");
const filled = (words, values) => words.replace(/%\((\w+)\)s/g, (_, name) => values[name]);

/* What the form says of the hand at this moment. */
function read(part) {
  const form = part.closest("form");
  const boxes = [...part.querySelectorAll("[name^=dealt_]")];
  const shown = (selector) => [...form.querySelectorAll(selector)].filter((each) => getComputedStyle(each.closest(".deal")).display !== "none");
  const cards = shown("[name^=card_]").map((box) => cardsIn(box.value));
  const runs = shown("[data-pack]:last-child [value=run]:checked").length;
  const players = boxes.map((box) => box.name.at(-1)).sort();
  const dealer = form.querySelector("[name=dealer]:checked")?.value;
  const auction = form.querySelector("[data-auction]");
  const tricks = part.querySelector("[name=tricks]").value.split("\n").map(cardsIn).filter((trick) => trick.length);
  const discarded = form.querySelector("[name=discarded]")?.checked;
  return {
    players, dealer, tricks,
    turned: cards.flat(),
    dealt: Object.fromEntries(boxes.map((box) => [box.name.at(-1), cardsIn(box.value)])),
    each: 6 + 3 * runs,
    kept: runs && discarded ? 6 : 6 + 3 * runs,
    trump: auction ? tricks[0]?.[0][1] : cards.at(-1)?.[0]?.[1],
    first: auction ? auction.dataset.pitcher : dealer && players[(players.indexOf(dealer) + 1) % players.length],
    isPitched: Boolean(auction),
  };
}

const ownerOf = (hand, card) => hand.players.find((player) => hand.dealt[player].includes(card));

function winnerOf(hand, trick) {
  const strength = (card) => (card[1] === hand.trump ? 200 : card[1] === trick[0][1] ? 100 : 0) + RANKS.indexOf(card[0]);
  return ownerOf(hand, trick.reduce((best, card) => (strength(card) > strength(best) ? card : best)));
}

/* Who plays the next card, to which trick; nobody once all are told. */
function turnOf(hand) {
  const { players, tricks } = hand;
  const last = tricks.at(-1) ?? [];
  if (last.length && last.length < players.length) {
    const place = (players.indexOf(ownerOf(hand, last[0])) + last.length) % players.length;
    return { player: players[place], number: tricks.length, leads: false };
  }
  if (tricks.length >= hand.kept) return null;
  return { player: tricks.length ? winnerOf(hand, last) : hand.first, number: tricks.length + 1, leads: true };
}

function write(part, name, text) {
  const box = part.querySelector(`[name=${name}]`);
  box.value = text;
  box.dispatchEvent(new Event("input", { bubbles: true }));
}

function tap(part, card) {
  const hand = read(part);
  const mode = part.dataset.mode;
  if (mode === "tricks") {
    const last = hand.tricks.at(-1);
    if (last && last.length < hand.players.length) last.push(card);
    else hand.tricks.push([card]);
    write(part, "tricks", hand.tricks.map(textOf).join("\n"));
    return;
  }
  const own = hand.dealt[mode];
  const cards = own.includes(card) ? own.filter((each) => each !== card) : [...own, card];
  if (cards.length >= hand.each && cards.length > own.length) part.dataset.mode = nextMode({ ...hand, dealt: { ...hand.dealt, [mode]: cards } });
  write(part, `dealt_${mode}`, textOf(cards));
}

const nextMode = (hand) => hand.players.find((player) => hand.dealt[player].length < hand.each) ?? "tricks";

function takeBack(part) {
  const hand = read(part);
  const mode = part.dataset.mode;
  if (mode !== "tricks") return write(part, `dealt_${mode}`, textOf(hand.dealt[mode].slice(0, -1)));
  hand.tricks.at(-1)?.pop();
  return write(part, "tricks", hand.tricks.filter((trick) => trick.length).map(textOf).join("\n"));
}

function wordsOf(part, hand, turn, names) {
  const words = part.dataset;
  const mode = words.mode;
  if (mode !== "tricks") return filled(words.dealt, { name: names[mode], count: hand.dealt[mode].length, each: hand.each });
  if (!hand.isPitched && !hand.trump) return words.suitless;
  if (!hand.first) return hand.isPitched ? words.pitcher : words.dealer;
  if (!turn) return words.over;
  return filled(turn.leads ? words.leads : words.plays, { number: turn.number, name: names[turn.player] });
}

function show(part) {
  const hand = read(part);
  const mode = part.dataset.mode;
  const turn = mode === "tricks" ? turnOf(hand) : null;
  const played = new Set(hand.tricks.flat());
  const names = {};
  for (const button of part.querySelectorAll("[data-mode]")) {
    const of = button.dataset.mode;
    names[of] = button.querySelector("span").textContent.trim();
    button.setAttribute("aria-pressed", String(of === mode));
    button.querySelector("[data-count]").textContent = of === "tricks" ? hand.tricks.length : hand.dealt[of].length;
  }
  const canLead = hand.first && (hand.isPitched || hand.trump);
  for (const button of part.querySelectorAll("[data-card]")) {
    const { card } = button.dataset;
    const owner = ownerOf(hand, card);
    if (mode === "tricks") {
      button.hidden = !canLead || !turn || owner !== turn.player || played.has(card);
      button.disabled = button.hidden;
      button.removeAttribute("aria-pressed");
      continue;
    }
    const isFree = !owner && !hand.turned.includes(card) && hand.dealt[mode].length < hand.each;
    button.hidden = false;
    button.disabled = owner === mode ? played.has(card) : !isFree;
    button.setAttribute("aria-pressed", String(owner === mode));
  }
  part.querySelector("[data-turn]").textContent = wordsOf(part, hand, turn, names);
}

function lay(part) {
  const pack = part.querySelector("[data-pack-of-cards]");
  for (const suit of SUITS) {
    for (const rank of [...RANKS].reverse()) {
      const button = document.createElement("button");
      button.type = "button";
      button.dataset.card = rank + suit;
      button.append(rank === "T" ? "10" : rank, part.querySelector(`template[data-suit=${suit}]`).content.cloneNode(true));
      pack.append(button);
    }
  }
  part.dataset.mode = nextMode(read(part));
  part.querySelector("[data-grid]").hidden = false;
  const boxes = part.querySelector(".card-boxes");
  const toggle = part.querySelector("[data-as-text]");
  boxes.hidden = !boxes.querySelector(".wrong");
  toggle.setAttribute("aria-expanded", String(!boxes.hidden));
  toggle.addEventListener("click", () => {
    boxes.hidden = !boxes.hidden;
    toggle.setAttribute("aria-expanded", String(!boxes.hidden));
  });
  part.addEventListener("click", (event) => {
    const card = event.target.closest("[data-card]");
    const mode = event.target.closest("button[data-mode]");
    if (card) tap(part, card.dataset.card);
    else if (mode) part.dataset.mode = mode.dataset.mode;
    else if (event.target.closest("[data-undo]")) takeBack(part);
    show(part);
    if (card?.hidden) part.querySelector("[data-card]:not([hidden])")?.focus();
  });
  const form = part.closest("form");
  for (const kind of ["change", "input"]) form.addEventListener(kind, () => show(part));
  document.addEventListener("outbox:ready", () => {
    part.dataset.mode = nextMode(read(part));
    show(part);
  });
}

/* The grid is laid when it is first opened: most hands never need it. */
function open(part) {
  if (!part.querySelector("[data-card]")) lay(part);
  show(part);
}

document.addEventListener("toggle", (event) => {
  if (event.target.matches?.("details[data-cards]") && event.target.open) open(event.target);
}, true);
for (const part of document.querySelectorAll("details[data-cards][open]")) open(part);
