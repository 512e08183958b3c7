/* The menu of the head closes by Escape, which leads back to its button, and by a press elsewhere. */

const menu = () => document.querySelector("details.menu[open]");

document.addEventListener("keydown", (event) => {
  const open = event.key === "Escape" && menu();
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

document.addEventListener("pointerdown", (event) => {
  const open = menu();
  if (open && !open.contains(event.target)) open.open = false;
});

document.addEventListener("focusin", (event) => {
  const open = menu();
  if (open && !open.contains(event.target)) open.open = false;
});
