import type { InboxEntry } from "../../data/inbox/inbox.models.ts";
import { countRemaining, remainingText } from "../../data/inbox/remaining.models.ts";

/** "2 items left", "Done", "No longer needed" */
export function entryText({ status, items }: Pick<InboxEntry, "status" | "items">): string {
  if (status === "cancelled") return "No longer needed";
  return status === "done" ? "Done" : remainingText(countRemaining(items));
}
