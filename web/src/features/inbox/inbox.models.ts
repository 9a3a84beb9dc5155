import type { InboxEntry } from "../../data/inbox/inbox.models.ts";
import { countRemaining, remainingText } from "../../data/inbox/remaining.models.ts";

/** "2 items left", "Paused, 2 items left", "Done", "Closed", "No longer needed" */
export function entryText({ phase, items }: Pick<InboxEntry, "phase" | "items">): string {
  if (phase === "cancelled") return "No longer needed";
  if (phase === "closed") return "Closed";
  if (phase === "done") return "Done";
  const left = remainingText(countRemaining(items));
  return phase === "paused" ? `Paused, ${left.charAt(0).toLowerCase()}${left.slice(1)}` : left;
}
