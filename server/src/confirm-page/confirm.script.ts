/**
 * The one script of the page. A second press stops what the first began, and by then the link may be used up: so
 * the form is sent once. Without this script the page works all the same.
 *
 * The form is open again when the page comes back by the back button, and after half a minute, for a press that
 * was stopped on its way.
 */
export const confirmScript = `"use strict";
const form = document.querySelector("form");
const button = form.querySelector("button");
const words = button.textContent;
const wait = (waiting) => {
  button.setAttribute("aria-disabled", String(waiting));
  button.textContent = waiting ? "One moment" : words;
};
form.addEventListener("submit", (event) => {
  if (button.getAttribute("aria-disabled") === "true") return event.preventDefault();
  wait(true);
  setTimeout(wait, 30000, false);
});
addEventListener("pageshow", () => wait(false));
`;
