/* What the hall found wrong with a hand, each problem at its field, as the hall's own page has it
   (templates/hands/_ticks.html, templates/results/_box.html and _flag.html). */

const PLACE = "fieldset, .box, .field";

function placeOf(form, name) {
  const found = form.elements[name];
  const box = found instanceof RadioNodeList ? found[0] : found;
  return box && box.type !== "hidden" ? { box, place: box.closest(PLACE) } : {};
}

/* Where a field has none yet, room for its problems. */
function roomIn(place, box) {
  const before = place.querySelector(":scope > [data-problem]");
  if (before) return before;
  const room = document.createElement("div");
  Object.assign(room, { className: "error", id: `problem_${box.name}` });
  room.dataset.problem = "";
  const legend = place.querySelector(":scope > legend");
  if (legend) legend.after(room);
  else place.append(room);
  const described = legend ? place : box;
  described.setAttribute("aria-describedby", room.id);
  if (!legend) box.setAttribute("aria-invalid", "true");
  place.classList.add("wrong");
  return room;
}

/* `problems` are pairs of a field's name and a sentence; one of no field stands elsewhere. What is folded is opened. */
export function mark(form, problems = []) {
  for (const [name, sentence] of problems) {
    const { box, place } = placeOf(form, name);
    if (!place) continue;
    const words = document.createElement("p");
    words.textContent = sentence;
    roomIn(place, box).append(words);
    for (let fold = place.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
  }
}

/* Of a whole form, or of one field that has been marked anew. */
export function unmark(part) {
  for (const room of part.querySelectorAll("[data-problem]")) {
    const place = room.parentElement;
    room.remove();
    place.classList.remove("wrong");
    for (const element of [place, ...place.querySelectorAll("input, select")]) {
      if (element.getAttribute("aria-describedby") === room.id) element.removeAttribute("aria-describedby");
      element.removeAttribute("aria-invalid");
    }
  }
}
