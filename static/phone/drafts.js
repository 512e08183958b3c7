/* What is marked of a hand and not recorded yet, kept in this browser so that a page that is loaded again brings it back.
   One draft a page: the sheet's next hand, and each hand that is opened to be changed, have their own. */

const DRAFT = "hangjack-draft-";
const LASTS = 12 * 60 * 60 * 1000; // milliseconds: an evening
let place = location.search;

const nameOf = (form) => DRAFT + form.dataset.outbox + place;

export function keepDraft(form, body) {
  try {
    localStorage.setItem(nameOf(form), JSON.stringify({ body, at: Date.now() }));
  } catch {
    return; // kept as long as the page is open
  }
}

/* Once it is recorded or cleared the form stands at the next hand. */
export function dropDraft(form) {
  try {
    localStorage.removeItem(nameOf(form));
  } catch {
    return; // there was none
  } finally {
    place = "";
  }
}

/* The fields as they were, or nothing. */
export function draftOf(form) {
  try {
    const { body, at } = JSON.parse(localStorage.getItem(nameOf(form)) ?? "{}");
    return typeof body === "string" && Math.abs(Date.now() - at) < LASTS ? body : null;
  } catch {
    return null;
  }
}
