import { pressDelayMs } from "@sheaf/contract/press-delay";

/**
 * Presses count only once the page has been shown for a moment, and repeats of a held Enter never do. A second submit
 * would cancel the first, which may already have used up the link, so the form is sent once. The page also works
 * without this script.
 *
 * The script runs before the form is parsed, so that no press comes before it. The button is enabled again when the
 * page is restored by the back button and half a minute after a press, in case the request was cancelled.
 */
export const confirmScript = `"use strict";
let button;
let label;
let isEnabled = false;
let isSent = false;
let timer;
const show = () => {
  button.setAttribute("aria-disabled", String(!isEnabled));
  button.textContent = isSent ? "Please wait…" : label;
};
const enableAfter = (delay) => {
  isEnabled = false;
  show();
  clearTimeout(timer);
  timer = setTimeout(() => {
    isEnabled = true;
    isSent = false;
    show();
  }, delay);
};
const restart = () => {
  isSent = false;
  enableAfter(${pressDelayMs});
};
addEventListener("DOMContentLoaded", () => {
  button = document.querySelector("button");
  label = button.textContent;
  restart();
});
addEventListener("pageshow", (event) => {
  if (event.persisted) restart();
});
document.addEventListener("visibilitychange", () => {
  if (button && !isSent) restart();
});
addEventListener("submit", (event) => {
  if (!isEnabled) return event.preventDefault();
  isSent = true;
  enableAfter(30000);
});
addEventListener("keydown", (event) => {
  if (event.repeat && event.key === "Enter") event.preventDefault();
});
`;
