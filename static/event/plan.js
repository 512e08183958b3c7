/* Sliders beside the number of rounds and the closing time of a plan. A slider only moves its box, which is what is sent
   and what keyboards and screen readers use: without this script the boxes are all there is. */

const MOST_ROUNDS = 20;
const SHORTEST = 60; // minutes of an evening
const LONGEST = 480;
const STEP = 5;
const DAY = 1440;

const minutesOf = (box) => Number(box.value.slice(0, 2)) * 60 + Number(box.value.slice(3));
const twoDigits = (number) => String(number).padStart(2, "0");
const start = () => minutesOf(document.getElementById("id_starts"));

const SLIDERS = {
  id_rounds: {
    range: [0, MOST_ROUNDS, 1],
    read: (box) => Number(box.value), // an empty box, for suggestions, is 0
    write: (rounds) => (rounds ? String(rounds) : ""),
  },
  id_closes: {
    range: [SHORTEST, LONGEST, STEP],
    read: (box) => (minutesOf(box) - start() + DAY) % DAY,
    write: (minutes) => {
      const at = (start() + minutes) % DAY;
      return `${twoDigits(Math.floor(at / 60))}:${twoDigits(at % 60)}`;
    },
  },
};

function addSlider(box, { range, read, write }) {
  const slider = document.createElement("input");
  [slider.min, slider.max, slider.step] = range;
  Object.assign(slider, { type: "range", className: "plan-slider", tabIndex: -1 });
  slider.setAttribute("aria-hidden", "true");
  slider.value = read(box);
  slider.addEventListener("input", () => { box.value = write(Number(slider.value)); });
  box.addEventListener("input", () => { slider.value = read(box); });
  box.after(slider);
}

function addSliders() {
  for (const [id, how] of Object.entries(SLIDERS)) {
    const box = document.getElementById(id);
    if (box && !box.nextElementSibling?.matches(".plan-slider")) addSlider(box, how);
  }
}

/* The form comes anew after another way to play: what was typed into a box meanwhile goes on in the new one. */
const typed = new Map();

function noteTyping({ target }) {
  if (target.closest("#plan") && !["radio", "checkbox"].includes(target.type)) typed.set(target.id, target.value);
}

function typeAgain() {
  for (const [id, value] of typed) {
    const box = document.getElementById(id);
    if (!box || box.value === value) continue;
    box.value = value;
    box.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

document.addEventListener("input", noteTyping);
document.addEventListener("htmx:beforeRequest", () => { typed.clear(); });
document.addEventListener("htmx:afterSettle", () => { addSliders(); typeAgain(); });
addSliders();
