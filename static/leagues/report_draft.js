/* What a captain has typed into a report and not sent yet, kept on their phone so that a page that is loaded again brings
   it back. `data-draft` names the match, the team and the last report: once a report is saved, the draft before it is none. */

const DRAFT = "hangjack-report-";
const LASTS = 48 * 60 * 60 * 1000; // milliseconds: somebody may go on the next day
const form = document.querySelector("form[data-draft]");
const isKept = (box) => box.name && box.name !== "csrfmiddlewaretoken" && !["file", "hidden", "submit"].includes(box.type);

function readDraft() {
  try {
    const { body, at } = JSON.parse(localStorage.getItem(DRAFT + form.dataset.draft) ?? "{}");
    return typeof body === "string" && Math.abs(Date.now() - at) < LASTS ? new URLSearchParams(body) : null;
  } catch {
    return null;
  }
}

function keepDraft() {
  const body = new URLSearchParams();
  for (const box of form.elements) {
    const isOff = ["checkbox", "radio"].includes(box.type) && !box.checked;
    if (isKept(box) && !isOff) body.append(box.name, box.value);
  }
  try {
    localStorage.setItem(DRAFT + form.dataset.draft, JSON.stringify({ body: body.toString(), at: Date.now() }));
  } catch {
    return; // kept as long as the page is open
  }
}

function fill(draft) {
  for (const box of form.elements) {
    if (!isKept(box)) continue;
    if (["checkbox", "radio"].includes(box.type)) box.checked = draft.getAll(box.name).includes(box.value);
    else box.value = draft.get(box.name) ?? box.value;
  }
  form.closest("details")?.setAttribute("open", "");
  for (const fold of form.querySelectorAll("details")) fold.open ||= [...fold.querySelectorAll("input")].some((box) => box.value);
}

if (form) {
  const draft = readDraft();
  if (draft) fill(draft);
  form.addEventListener("input", keepDraft);
}
