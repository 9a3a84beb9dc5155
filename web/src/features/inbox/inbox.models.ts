import type { InboxEntry } from "../../data/inbox/inbox.models.ts";
import { leftOf, leftWords } from "../../data/inbox/left.models.ts";

/** What is left of a request, in the fewest words. */
export function entryWords({ status, items }: Pick<InboxEntry, "status" | "items">): string {
  if (status === "cancelled") return "No longer needed";
  return status === "done" ? "Done" : leftWords(leftOf(items));
}
