import { ours, retry } from "./error-text.ts";

/** What the page itself notices, and the sentence for everything that has no other. */
export const clientErrors = {
  "network.unreachable": retry("We cannot reach the service.", "Check your connection and try again."),
  "network.timeout": retry("The service took too long to answer.", "Try again in a moment."),
  "service.unavailable": retry("The service is not available right now.", "Try again in a few minutes."),
  "page.outdated": retry("This page is older than the service.", "Reload it to get the newest one."),
  unknown: ours(
    "Something went wrong that we did not expect.",
    "Try again; if it stays, write to us and mention the code below.",
  ),
};
