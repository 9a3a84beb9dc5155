import type { EventKind } from "@sheaf/contract/states";
import type { RequestEvent } from "../../data/events/event.models.ts";

type Happened = Pick<RequestEvent, "kind" | "itemTitle" | "fileName">;

const words: Readonly<Record<EventKind, (event: Happened) => string>> = {
  created: () => "Made",
  sent: () => "Sent",
  opened: () => "Link opened",
  file_added: ({ fileName }) => fileName,
  file_removed: ({ fileName }) => `${fileName} taken back`,
  answered: ({ itemTitle }) => `${itemTitle} answered`,
  accepted: ({ itemTitle }) => `${itemTitle} accepted`,
  returned: ({ itemTitle }) => `${itemTitle} returned`,
  decision_undone: ({ itemTitle }) => `${itemTitle} undecided again`,
  link_replaced: () => "Link replaced",
  done: () => "Done",
  reopened: () => "Open again",
  cancelled: () => "Cancelled",
};

/** What happened last, without who: the row has little room and the person stands beside it. */
export function lastActivityWords(event: Happened | null): string {
  return event ? words[event.kind](event) : "";
}
