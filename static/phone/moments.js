/* A hung Jack, All Fours or going out gets a second of its own on every phone of the table: over the sheet, in nobody's
   way, and told to a screen reader; so is who won, once the match is over. What the page came with is no news. */

const LASTS = 1800; // milliseconds; whoever wants no motion sees it stand as long

const latest = () => document.querySelector("#now [data-moment]");
const endOfMatch = () => document.querySelector("#now [data-ended]")?.dataset.ended ?? "";
let known = latest()?.dataset.moment ?? "";
let knownEnd = endOfMatch();

function celebrate() {
  const moment = latest();
  const key = moment?.dataset.moment ?? "";
  const isNews = Number(key) > Number(known || 0);
  known = key || known;
  if (!isNews) return "";
  const stage = moment.content.cloneNode(true).firstElementChild;
  stage.setAttribute("aria-hidden", "true");
  document.body.append(stage);
  setTimeout(() => stage.remove(), LASTS);
  return stage.textContent.replace(/\s+/g, " ").trim();
}

function tellNews() {
  const ended = endOfMatch();
  const isOver = ended !== knownEnd;
  const news = [celebrate(), isOver ? ended : ""].filter(Boolean).join(" ");
  if (isOver && ended) focusResult();
  knownEnd = ended;
  const place = document.querySelector("[data-moment-said]");
  if (place && news) place.textContent = news;
}

/* Whoever recorded the last hand is led from the form, which is gone, to the result. */
function focusResult() {
  const active = document.activeElement;
  if (active === document.body || active?.closest("#hand-form")) document.getElementById("end-title")?.focus();
}

document.addEventListener("htmx:afterSettle", tellNews);
