import { limits } from "../limits.ts";
import { fix } from "./error-text.ts";

/** Retention of files and answers, and deletions before its end. */
export const retentionErrors = {
  "retention.days": fix(
    "Files can’t be kept for that long.",
    `Enter ${limits.fewestDaysKept} to ${limits.mostDaysKept} days, and fewer for sensitive items.`,
  ),
  "retention.longer": fix(
    "Recipients were promised that files are deleted sooner.",
    "Choose fewer days, or keep it as it is.",
  ),
  "request.deleted": fix("This request is in the bin.", "Restore it first."),
  "deletion.not_asked": fix(
    "There’s no open request to delete this file.",
    "Reload the page to see its status.",
  ),
};
