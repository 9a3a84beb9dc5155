import type { InboxEntry } from "../../data/inbox/inbox.models.ts";
import { leftOf, leftWords } from "../../data/inbox/left.models.ts";

/** "2 items left", "Done", "No longer needed" */
export function entryWords({ status, items }: Pick<InboxEntry, "status" | "items">): string {
  if (status === "cancelled") return "No longer needed";
  return status === "done" ? "Done" : leftWords(leftOf(items));
}
