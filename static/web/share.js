/* Copies or shares a text for a chat where the browser can. A hall is plain http, where the clipboard's own
   interface is missing: then the text is selected and copied as by hand. */

const textOf = (button, key) => document.getElementById(button.dataset[key]).textContent;

function copySelected(id) {
  const range = document.createRange();
  const text = document.getElementById(id);
  text.closest("details")?.setAttribute("open", "");
  range.selectNodeContents(text);
  const selection = getSelection();
  selection.removeAllRanges();
  selection.addRange(range);
  return document.execCommand("copy");
}

async function copy(button) {
  try {
    await navigator.clipboard.writeText(textOf(button, "copy"));
    return true;
  } catch {
    return copySelected(button.dataset.copy);
  }
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    const said = button.parentElement.querySelector("[data-said]");
    said.textContent = (await copy(button)) ? button.dataset.done : "";
  });
}

for (const button of document.querySelectorAll("[data-share]")) {
  button.hidden = !navigator.share;
  button.addEventListener("click", () => navigator.share({ text: textOf(button, "share") }).catch(() => {}));
}
