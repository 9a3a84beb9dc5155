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
const label = button.textContent;
const setWaiting = (waiting) => {
  button.setAttribute("aria-disabled", String(waiting));
  button.textContent = waiting ? "Please wait…" : label;
};
form.addEventListener("submit", (event) => {
  if (button.getAttribute("aria-disabled") === "true") return event.preventDefault();
  setWaiting(true);
  setTimeout(setWaiting, 30000, false);
});
addEventListener("pageshow", () => setWaiting(false));
`;
