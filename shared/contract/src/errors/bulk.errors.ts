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
  "bulk.failed": fix("This request couldn’t be sent.", "Send it to this person by itself."),
};
