import { fix } from "./error-text.ts";

/** Choosing emails, and reporting unwanted ones. */
export const emailErrors = {
  "email.arrivals": fix("That choice can’t be saved.", "Choose one of the three from the list."),
  "report.note": fix("That note is too long.", "Shorten it to 1,000 characters."),
};
