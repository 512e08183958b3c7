/* A hand by few keys: in a form marked data-ticks a digit marks the choice of that place and goes on, Enter goes on as
   it stands, Shift+Enter goes back, P presses Passed out where that is offered; Tab and the arrows do what they always
   do. */

const STOPS = "[data-stop], .noted input, .card-boxes input, .field input, [data-last]";

const isThere = (stop) => stop.offsetParent !== null && !stop.closest("details:not([open])");
const radiosOf = (stop) => [...stop.querySelectorAll("input[type=radio]")].filter((radio) => !radio.closest("[hidden]"));

function reach(stop) {
  const radios = radiosOf(stop);
  (radios.find((radio) => radio.checked) ?? radios.find((radio) => !radio.disabled) ?? stop).focus();
}

function goOn(form, from, step) {
  const side = step > 0 ? Node.DOCUMENT_POSITION_FOLLOWING : Node.DOCUMENT_POSITION_PRECEDING;
  const stops = [...form.querySelectorAll(STOPS)].filter(isThere);
  const ahead = stops.filter((stop) => !stop.contains(from) && from.compareDocumentPosition(stop) & side);
  const next = step > 0 ? ahead[0] : ahead.at(-1);
  if (next) reach(next);
}

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form[data-ticks]");
  if (!form || !event.target.matches("input") || event.ctrlKey || event.altKey || event.metaKey) return;
  const passedOut = event.key.toLowerCase() === "p" && event.target.type === "radio" && form.querySelector("[data-passed-out]");
  if (passedOut && isThere(passedOut)) {
    event.preventDefault();
    passedOut.click();
    return;
  }
  const stop = event.target.closest("[data-stop]");
  const chosen = stop && event.target.type === "radio" && radiosOf(stop)[Number.parseInt(event.key, 10) - 1];
  if (chosen?.disabled) return;
  if (chosen) {
    chosen.checked = true;
    chosen.dispatchEvent(new Event("change", { bubbles: true }));
  }
  if (!chosen && event.key !== "Enter") return;
  event.preventDefault();
  goOn(form, event.target, event.shiftKey && !chosen ? -1 : 1);
});

/* The cursor waits at the first problem, else where something has to be said first. */
function begin() {
  for (const form of document.querySelectorAll("form[data-ticks]")) {
    const wrong = form.querySelector(".wrong");
    const first = form.querySelector("[data-stop]");
    const isSaid = first && radiosOf(first).some((radio) => radio.checked);
    const stop = wrong ?? (isSaid ? form.querySelector("[data-start]") : first);
    const at = stop && (stop.matches("[data-stop]") ? stop : stop.querySelector("input"));
    if (at && matchMedia("(pointer: fine)").matches) reach(at);
  }
}

document.addEventListener("page:taken", begin);
begin();
