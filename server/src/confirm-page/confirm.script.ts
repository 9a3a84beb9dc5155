/**
 * A second submit would cancel the first, which may already have used up the link, so the form is sent once. The
 * page also works without this script.
 *
 * The button is enabled again when the page is restored by the back button and after half a minute, in case the
 * request was cancelled.
 */
export const confirmScript = `"use strict";
const form = document.querySelector("form");
const button = form.querySelector("button");
const words = button.textContent;
const wait = (waiting) => {
  button.setAttribute("aria-disabled", String(waiting));
  button.textContent = waiting ? "Please wait…" : words;
};
form.addEventListener("submit", (event) => {
  if (button.getAttribute("aria-disabled") === "true") return event.preventDefault();
  wait(true);
  setTimeout(wait, 30000, false);
});
addEventListener("pageshow", () => wait(false));
`;
