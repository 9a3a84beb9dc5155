import type { EventKind } from "@sheaf/contract/states";
import type { RequestEvent } from "../../data/events/event.models.ts";

type ActivityEvent = Pick<RequestEvent, "kind" | "itemTitle" | "fileName">;

const descriptions: Readonly<Record<EventKind, (event: ActivityEvent) => string>> = {
  created: () => "Created",
  sent: () => "Sent",
  opened: () => "Link opened",
  file_added: ({ fileName }) => fileName,
  file_removed: ({ fileName }) => `${fileName} removed`,
  file_set_aside: ({ fileName }) => `${fileName} set aside`,
  file_put_back: ({ fileName }) => `${fileName} put back`,
  answered: ({ itemTitle }) => `${itemTitle} answered`,
  accepted: ({ itemTitle }) => `${itemTitle} accepted`,
  returned: ({ itemTitle }) => `${itemTitle} returned`,
  decision_undone: ({ itemTitle }) => `${itemTitle} decision undone`,
  link_replaced: () => "Link replaced",
  done: () => "Done",
  reopened: () => "Reopened",
  cancelled: () => "Cancelled",
};

/** The last event, without the person, whom the row already names. */
export function lastActivityText(event: ActivityEvent | null): string {
  return event ? descriptions[event.kind](event) : "";
}
