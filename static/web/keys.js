/* Typing without a mouse: in a form marked data-sheet-order Enter and the arrows walk through the boxes as they stand
   on the paper, Enter in the last one or Ctrl+Enter in any hands the sheet in; numbers are selected when reached, to
   be typed over. */

const BOXES = "input:not([type=hidden], [type=checkbox], [type=radio], :disabled, [readonly]), select:not(:disabled)";
const NUMBERS = "input[type=number], input[inputmode=numeric]";

/* Without those that are folded away: they have a place on the page, but nobody sees them. */
function boxesOf(form) {
  return [...form.querySelectorAll(BOXES)].filter((box) => !box.closest("details:not([open])") && box.offsetParent);
}

function stepOf(event) {
  if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return 0;
  if (event.key === "Enter") return event.shiftKey ? -1 : 1;
  if (!event.target.matches(NUMBERS)) return 0;
  return { ArrowDown: 1, ArrowUp: -1 }[event.key] ?? 0;
}

document.addEventListener("keydown", (event) => {
  const form = event.target.closest?.("form[data-sheet-order]");
  if (!form || !event.target.matches(BOXES)) return;
  if (event.key === "Enter" && event.ctrlKey) {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  const step = stepOf(event);
  if (!step) return;
  event.preventDefault();
  const boxes = boxesOf(form);
  const next = boxes[boxes.indexOf(event.target) + step];
  if (next) next.focus();
  else if (event.key === "Enter" && step > 0) form.requestSubmit();
});

/* ? shows the shortcuts; Page Down and Page Up turn over to the next sheet or the one before, unless something is typed. */
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.altKey || event.metaKey) return;
  const writes = event.target.matches?.("textarea, input:not([type=checkbox], [type=radio])") && !event.target.matches(NUMBERS);
  const list = document.getElementById("shortcuts");
  if (event.key === "?" && list && !writes) {
    event.preventDefault();
    list.togglePopover();
    return;
  }
  const turned = { PageDown: "next", PageUp: "prev" }[event.key];
  const form = document.querySelector("form[data-sheet-order]");
  const link = turned && form && document.querySelector(`a[rel=${turned}]`);
  if (!link || boxesOf(form).some((box) => box.value !== box.defaultValue)) return;
  event.preventDefault();
  link.click();
});

document.addEventListener("focusin", (event) => {
  if (event.target.matches?.(NUMBERS)) event.target.select();
});

/* A wheel turned over a focused number would change it unseen. */
document.addEventListener("wheel", (event) => {
  if (event.target.matches?.("input[type=number]") && event.target === document.activeElement) event.target.blur();
}, { passive: true });

/* A form sent back with problems: start at the first. */
document.addEventListener("htmx:afterSettle", (event) => {
  event.target.querySelector?.('[aria-invalid="true"]')?.focus();
});

/* Letters that were typed before the page could listen, or that the browser has put back, find as any others do. */
addEventListener("load", () => {
  for (const box of document.querySelectorAll("input[hx-get]")) {
    if (box.value !== box.defaultValue) window.htmx?.trigger(box, "typed");
  }
});
