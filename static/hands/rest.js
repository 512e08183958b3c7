/* In a game that is always played out, what one side took leaves the rest of all points (data-rest) to the other. It
   stands in the other's box until somebody types there: with cards out of play it may be less. */

document.addEventListener(
  "input",
  ({ target }) => {
    const taken = target.closest?.("[data-rest]");
    const [other, ...more] = taken ? [...taken.querySelectorAll("input")].filter((box) => box !== target) : [];
    if (!other || more.length) return;
    delete target.dataset.proposed;
    if (other.value !== "" && !("proposed" in other.dataset)) return;
    const rest = target.value === "" ? -1 : Number(taken.dataset.rest) - Number(target.value);
    other.value = rest >= 0 ? String(rest) : "";
    other.dataset.proposed = "";
  },
  true, // before the preview is asked for
);
