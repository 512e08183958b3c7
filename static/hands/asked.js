/* What is asked back about stands at the foot of a hand's form, in sight, with its two answers instead of Record
   (templates/hands/_hand_keep.html). Whoever changes a mark, or says so, gets Record again. */

const panelOf = (form) => form?.querySelector("[data-asked]");

/* Whether the question is about the hand in the form: on a phone it may be about one before it. */
const isAboutForm = (form, panel) => !panel.dataset.key || panel.dataset.key === form.elements.entry_key.value;

export function ask(form, { key, number, said }) {
  const panel = panelOf(form);
  const head = panel?.querySelector("[data-asked-head]");
  if (!panel || panel.dataset.key === key) return;
  panel.dataset.key = key;
  head.textContent = head.dataset.askedHead.replace("{}", number);
  const words = document.createElement("li");
  words.textContent = said;
  panel.querySelector("[data-asked-words]").replaceChildren(words);
  panel.hidden = false;
  queueMicrotask(() => panel.scrollIntoView({ block: "nearest" })); // once the field that is asked about has the focus
}

export function dropQuestion(form) {
  const panel = panelOf(form);
  if (!panel || panel.hidden) return;
  panel.hidden = true;
  delete panel.dataset.key;
  if (form.elements.asked) form.elements.asked.value = "";
}

function handleChange(event) {
  const form = event.target.closest?.("form[data-ticks]");
  const panel = panelOf(form);
  if (panel && event.target.name && isAboutForm(form, panel)) dropQuestion(form);
}

document.addEventListener("change", handleChange);
document.addEventListener("input", handleChange);
document.addEventListener("click", (event) => {
  const form = event.target.closest?.("[data-change]")?.closest("form[data-ticks]");
  if (!form) return;
  const { key } = panelOf(form).dataset;
  if (isAboutForm(form, panelOf(form))) dropQuestion(form);
  if (key) form.dispatchEvent(new CustomEvent("asked:change", { bubbles: true, detail: { key } }));
  (form.querySelector(".wrong input:not([type=hidden])") ?? form.querySelector("[data-stop] input:checked"))?.focus();
});
