/* Ticks many sign-ups by one press: all, or all below the first that is ticked. */

for (const button of document.querySelectorAll("[data-tick]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    const boxes = [...button.form.querySelectorAll("input[name=ticked]")];
    const first = button.dataset.tick === "all" ? 0 : boxes.findIndex((box) => box.checked);
    if (first < 0) return;
    for (const box of boxes.slice(first)) box.checked = true;
  });
}
