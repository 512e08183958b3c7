/* What cannot be is not offered. In a form marked data-ticks an element with data-when="name=a b; other!=c" is there only
   while the marks are so (a mark that is hidden itself counts for nothing); data-other-than="name" takes away the choice
   that is marked there; data-unless-turned="J" is there unless this rank was turned up last, and data-if-turned only then;
   data-thrown hides what follows a hand that was thrown in; and in data-auction the players bid from the left of the
   dealer, each above the last, and who pitched for how much follows from the bids and they from it. The server checks
   all the same. */

const CONDITION = /^\s*(\w+)(!?=)(.*)$/;

function valueOf(form, name) {
  const all = [...form.querySelectorAll(`[name="${name}"]`)];
  const field = all.find((each) => each.type !== "radio" && each.type !== "checkbox") ?? all.find((each) => each.checked);
  return field && !field.closest("[hidden]") ? field.value.trim().toUpperCase() : "";
}

function holds(form, condition) {
  const [, name, sign, values] = CONDITION.exec(condition);
  const isOne = values.trim().toUpperCase().split(/\s+/).includes(valueOf(form, name));
  return isOne === (sign === "=");
}

/* Whether a deal's answer belongs to the hand: the deal after a card that was not run is not shown; a fold hides nothing. */
function isAsked(answer) {
  const deal = answer.closest(".deal");
  return !deal || getComputedStyle(deal).display !== "none";
}

/* A choice that goes away is unmarked; a group keeps its mark, which the server leaves out. */
function offer(element, isPossible) {
  const isChoice = element.matches("input[type=radio]");
  (isChoice ? element.closest("label") : element).hidden = !isPossible;
  if (isChoice && !isPossible) element.checked = false;
}

/* The rank of the card that settled trumps: the last before an answer that turns no other. */
function turnedLast(form) {
  const deals = [...form.querySelectorAll("[data-pack]:last-child .deal")];
  const last = deals.find((deal) => !deal.querySelector("[name^=answer_]:is([value=run], [value=kick]):checked")) ?? deals.at(-1);
  const typed = last?.querySelector("[name^=card_]")?.value.trim();
  return (typed || last?.querySelector("[name^=turned_]:checked")?.value || "").slice(0, 1).toUpperCase();
}

/* A question that goes away because of a turned card leaves no answer behind. */
function offerUnlessTurned(element, isPossible) {
  if (!isPossible) for (const radio of element.querySelectorAll("input[type=radio]")) radio.checked = radio.value === "none";
  offer(element, isPossible);
}

function offerWhatCanBe(form, isPitchMarked = true) {
  const turned = turnedLast(form);
  for (const note of form.querySelectorAll("[data-if-turned]")) note.hidden = note.dataset.ifTurned !== turned;
  for (const element of form.querySelectorAll("[data-when], [data-unless-turned]")) {
    const { when, unlessTurned } = element.dataset;
    const isTurned = Boolean(unlessTurned) && unlessTurned === turned;
    if (isTurned) offerUnlessTurned(element, false);
    else offer(element, !when || when.split(";").every((condition) => holds(form, condition)));
  }
  for (const group of form.querySelectorAll("[data-other-than]")) {
    const taken = valueOf(form, group.dataset.otherThan);
    for (const radio of group.querySelectorAll("input[type=radio]")) offer(radio, radio.value.toUpperCase() !== taken);
  }
  for (const part of form.querySelectorAll("[data-thrown]")) {
    const ends = part.dataset.thrown.split(" ");
    const answers = [...form.querySelectorAll("[data-pack]:last-child [name^=answer_]:checked")];
    part.hidden = answers.some((answer) => isAsked(answer) && ends.includes(answer.value));
  }
  for (const auction of form.querySelectorAll("[data-auction]")) holdAuction(form, auction, isPitchMarked);
}

function inTurn(players, dealer) {
  const first = players.findIndex((player) => player.dataset.player.toUpperCase() === dealer) + 1;
  return [...players.slice(first), ...players.slice(0, first)];
}

const check = (part, name, value) => {
  for (const radio of part.querySelectorAll(`input[name="${name}"]`)) radio.checked = radio.value === value;
};

/* The pitcher's bid among everybody's; whoever did not bid less passed. */
function writePitch(form, auction) {
  const [pitcher, bid] = [valueOf(form, "pitcher"), valueOf(form, "bid")];
  if (!pitcher || !bid) return;
  for (const { dataset } of auction.querySelectorAll("[data-player]")) {
    const name = `bid_${dataset.player}`;
    if (dataset.player.toUpperCase() === pitcher) check(auction, name, bid);
    else if ((Number.parseInt(valueOf(form, name), 10) || 0) >= Number(bid)) check(auction, name, "pass");
  }
}

/* Who pitches for how much follows from the bids; half of it stays until the other half is marked. */
function readPitch(form, auction, pitcher, bid) {
  if (!pitcher && Boolean(valueOf(form, "pitcher")) !== Boolean(valueOf(form, "bid"))) return;
  check(auction, "pitcher", pitcher);
  check(auction, "bid", String(bid));
}

/* data-equal: the dealer may take the bid at the same figure; data-smudge: after this figure nobody bids. */
function holdAuction(form, auction, isPitchMarked) {
  if (isPitchMarked) writePitch(form, auction);
  const players = [...auction.querySelectorAll("[data-player]")];
  const seated = [...players].sort((one, other) => (one.dataset.player < other.dataset.player ? -1 : 1));
  const order = inTurn(seated, valueOf(form, "dealer"));
  if (order.some((player, place) => player !== players[place])) auction.querySelector("[data-bids]").append(...order);
  const smudge = Number(auction.dataset.smudge) || Infinity;
  let highest = 0;
  let pitcher = "";
  for (const player of order) {
    const mayEqual = player === order.at(-1) && "equal" in auction.dataset;
    let called = 0;
    for (const radio of player.querySelectorAll("input[type=radio]")) {
      const number = Number.parseInt(radio.value, 10) || 0;
      const stands = highest < smudge && (number > highest || (mayEqual && number === highest));
      radio.disabled = number > 0 && !stands && !radio.checked;
      if (radio.checked && stands) called = number;
    }
    if (called) pitcher = player.dataset.player;
    highest = Math.max(highest, called);
  }
  auction.dataset.pitcher = pitcher;
  readPitch(form, auction, pitcher, highest);
  const passedOut = form.querySelector("[data-passed-out]");
  if (passedOut) passedOut.hidden = highest > 0;
}

function begin() {
  for (const form of document.querySelectorAll("form[data-ticks]")) offerWhatCanBe(form);
}

for (const kind of ["change", "input"]) {
  document.addEventListener(kind, (event) => {
    const form = event.target.closest?.("form[data-ticks]");
    if (form) offerWhatCanBe(form, !event.target.name?.startsWith("bid_"));
  });
}
document.addEventListener("htmx:afterSettle", begin);
document.addEventListener("outbox:ready", begin);
document.addEventListener("page:taken", begin);
addEventListener("pageshow", begin);
begin();
