import type { EventKind } from "@sheaf/contract/states";
import type { RequestEvent } from "../../data/events/event.models.ts";

type ActivityEvent = Pick<RequestEvent, "kind" | "itemTitle" | "name">;

const descriptions: Readonly<Record<EventKind, (event: ActivityEvent) => string>> = {
  created: () => "Created",
  sent: () => "Sent",
  opened: () => "Link opened",
  file_added: ({ name }) => name,
  file_removed: ({ name }) => `${name} removed`,
  file_set_aside: ({ name }) => `${name} set aside`,
  file_put_back: ({ name }) => `${name} put back`,
  file_returned: ({ name }) => `${name} returned`,
  answered: ({ itemTitle }) => `${itemTitle} answered`,
  accepted: ({ itemTitle }) => `${itemTitle} accepted`,
  returned: ({ itemTitle }) => `${itemTitle} returned`,
  waived: ({ itemTitle }) => `${itemTitle} not needed`,
  received_elsewhere: ({ itemTitle }) => `${itemTitle} received another way`,
  decision_undone: ({ itemTitle }) => `${itemTitle} decision undone`,
  link_replaced: () => "Link replaced",
  paused: () => "Paused",
  resumed: () => "Resumed",
  closed: () => "Closed",
  done: () => "Done",
  reopened: () => "Reopened",
  cancelled: () => "Cancelled",
  archived: () => "Archived",
  unarchived: () => "Taken out of the archive",
  title_changed: () => "Title changed",
  message_changed: () => "Message changed",
  due_changed: () => "Due date changed",
  item_added: ({ itemTitle }) => `${itemTitle} added`,
  item_changed: ({ itemTitle }) => `${itemTitle} changed`,
  item_removed: ({ itemTitle }) => `${itemTitle} removed`,
  items_reordered: () => "Items reordered",
  recipient_added: ({ name }) => `${name} added`,
  recipient_corrected: ({ name }) => `${name} corrected`,
  recipient_removed: ({ name }) => `${name} removed`,
  invited: ({ name }) => `${name} invited`,
  reminded: ({ name }) => `${name} reminded`,
  unreachable: ({ name }) => `${name} can’t be emailed`,
  promised: () => "Date for the rest",
};

/** The last event, without the person, whom the row already names. */
export function lastActivityText(event: ActivityEvent | null): string {
  return event ? descriptions[event.kind](event) : "";
}
