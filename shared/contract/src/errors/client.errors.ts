import { ours, retry } from "./error-text.ts";

/** Failures detected by the page itself, and the fallback for unknown codes. */
export const clientErrors = {
  "network.unreachable": retry("We can’t reach the service.", "Check your connection and try again."),
  "network.timeout": retry("The service took too long to respond.", "Try again in a moment."),
  "service.unavailable": retry("The service is unavailable right now.", "Try again in a few minutes."),
  "page.outdated": retry("This page is out of date.", "Reload to update."),
  unknown: ours(
    "Something went wrong.",
    "Try again; if it keeps happening, contact us and include the code below.",
  ),
};
