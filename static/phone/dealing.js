/* What comes before the play, as one line: who deals, the card that was turned up, drawn, and what followed. The marks
   themselves stand folded beneath it; who deals is asked above it only where nobody can know (data-known). */

const CARD = /^(10|[2-9TJQKA])([SHDC♠♥♦♣])?$/;
const SIGNS = { "♠": "S", "♥": "H", "♦": "D", "♣": "C" };
const GOES_ON = ["run", "kick"];

const form = () => document.getElementById("hand-form");
const wordsOf = (radio) => radio?.closest("label")?.querySelector("span")?.textContent.trim() ?? "";
const checkedIn = (part, name) => part?.querySelector(`input[name^="${name}"]:checked`);

/* The deals of the last pack, up to the one after which no other card is turned. */
function dealsOf(fields) {
  const deals = [...fields.querySelectorAll("[data-pack]:last-child .deal")];
  const last = deals.findIndex((deal) => !GOES_ON.includes(checkedIn(deal, "answer_")?.value));
  return last < 0 ? deals : deals.slice(0, last + 1);
}

/* As [rank, suit], of what was typed or else marked; null for a card that scores nothing and was not named. */
function cardOf(deal) {
  const typed = CARD.exec(deal.querySelector("[name^=card_]")?.value.trim().toUpperCase() ?? "");
  const marked = checkedIn(deal, "turned_")?.value ?? "";
  if (typed) return [typed[1].replace("T", "10"), SIGNS[typed[2]] ?? typed[2] ?? ""];
  return marked && marked !== "other" ? [marked.replace("T", "10"), ""] : null;
}

function drawCard([rank, suit]) {
  const card = document.createElement("span");
  card.className = "card-drawn";
  card.append(rank);
  const sign = suit && form().querySelector(`template[data-suit="${suit}"]`);
  if (sign) card.append(sign.content.cloneNode(true));
  return card;
}

function wrapText(text) {
  const words = document.createElement("span");
  words.textContent = text;
  return words;
}

const lowerFirst = (words) => words.charAt(0).toLowerCase() + words.slice(1);

function show() {
  const place = form()?.querySelector("[data-deal-words]");
  if (!place) return;
  const parts = [];
  const dealer = wordsOf(checkedIn(form(), "dealer"));
  if (dealer) parts.push(wrapText(place.dataset.deals.replace("{}", dealer)));
  const deals = dealsOf(form());
  for (const deal of deals.length ? deals : form().querySelectorAll("[data-pack]")) {
    const card = deal.matches(".deal") ? cardOf(deal) : null;
    const answer = lowerFirst(wordsOf(checkedIn(deal, "answer_")));
    if (card) parts.push(drawCard(card), wrapText(answer ? `${place.dataset.turned}, ${answer}` : place.dataset.turned));
    else if (answer) parts.push(wrapText(answer));
  }
  const shown = parts.map((part) => part.textContent).join();
  if (place.dataset.shown === shown) return;
  place.dataset.shown = shown;
  place.replaceChildren(...parts.flatMap((part, at) => (at ? [" ", part] : [part])));
}

/* Once a hand was written down whoever deals next is known; a question that was asked stays until then. */
function handleReady() {
  const dealing = form()?.querySelector("[data-dealing]");
  dealing?.toggleAttribute("data-known", Boolean(checkedIn(dealing, "dealer")));
  for (const fold of form()?.querySelectorAll("details[open]") ?? []) fold.open = Boolean(fold.querySelector(".wrong"));
  show();
}

/* A misdeal is marked by its chip: the answer of the last card, in the fold that opens to show it. */
function handleClick(event) {
  if (!event.target.closest?.("[data-misdeal]")) return;
  const deal = dealsOf(form()).at(-1) ?? form().querySelector("[data-pack]:last-child");
  const answer = deal.querySelector("input[value=misdeal]");
  form().querySelector(".deal-line").open = true;
  answer.checked = true;
  answer.dispatchEvent(new Event("change", { bubbles: true }));
  answer.focus();
}

document.addEventListener("click", handleClick);
for (const kind of ["change", "input"]) document.addEventListener(kind, show);
document.addEventListener("outbox:ready", handleReady);
document.addEventListener("dealer:suggested", handleReady);
if (form()?.querySelector("[data-deal-words]")) show();
