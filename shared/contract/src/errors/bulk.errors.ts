import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** One template for many people. */
export const bulkErrors = {
  "bulk.rows": fix(
    `You can send to 1 to ${limits.bulkPeople.toLocaleString("en")} people at once.`,
    "Leave some out, and send to the others afterwards.",
  ),
  "bulk.duplicate": fix("Two rows have the same email address.", "Leave one of them out."),
  "bulk.placeholder": fix(
    "The title or message mentions a name or date that some rows don’t have.",
    "Fill it in for each person, or remove the placeholder.",
  ),
  "list.too_large": fix(
    "This file is larger than 10 MB.",
    "Save only the sheet with the people, or paste its rows.",
  ),
  "list.too_many": fix(
    "This list has too many rows, so nothing was sent or added.",
    "Split it and use each part separately.",
  ),
  "list.empty": fix("There are no people in this list.", "It needs a row for each, with an email address."),
  "list.old_excel": fix(
    "This Excel file is in the old format, or protected by a password.",
    "Save it without a password as .xlsx or CSV.",
  ),
  "list.unreadable": fix(
    "This file isn’t a list that we can read.",
    "Choose a CSV or .xlsx file, or paste the rows.",
  ),
  "list.unreadable_excel": fix(
    "We can’t read this Excel file.",
    "Open it in Excel and save it again as .xlsx, or copy the rows and paste them here.",
  ),
  "list.quotes": fix(
    "A quotation mark in this file is never closed.",
    "Remove it, or save the list as .xlsx.",
  ),
  "bulk.failed": fix("This request couldn’t be sent.", "Send it to this person separately."),
};
