import type { EventKind } from "@sheaf/contract/states";
import { declinedKind, type RequestEvent } from "../../data/events/event.models.ts";

type ActivityEvent = Pick<RequestEvent, "kind" | "itemTitle" | "name" | "answerKind">;

/** `{name}` stands for the name of a file or person, `{item}` for the title of the item. */
const descriptions: Readonly<Record<EventKind, string>> = {
  created: "Created",
  sent: "Sent",
  opened: "Link opened",
  file_added: "{name}",
  file_removed: "{name} removed",
  file_set_aside: "{name} set aside",
  file_put_back: "{name} put back",
  file_returned: "{name} returned",
  file_restored: "{name} restored",
  file_damaged: "{name} is damaged",
  answered: "{item} answered",
  accepted: "{item} accepted",
  returned: "{item} returned",
  waived: "{item} not needed",
  received_elsewhere: "{item} received another way",
  decision_undone: "{item} decision undone",
  link_replaced: "Link replaced",
  paused: "Paused",
  resumed: "Resumed",
  closed: "Closed",
  done: "Done",
  reopened: "Reopened",
  cancelled: "Cancelled",
  archived: "Archived",
  unarchived: "Unarchived",
  assigned: "Assigned to {name}",
  exported: "Files downloaded",
  title_changed: "Title changed",
  message_changed: "Message changed",
  due_changed: "Due date changed",
  items_shown: "Items shown to anyone with the link",
  items_hidden: "Items hidden from the link page",
  retention_changed: "Kept for fewer days",
  erasure_announced: "Files to be deleted",
  erased: "Files deleted",
  deleted: "In the bin",
  restored: "Out of the bin",
  deletion_asked: "{name}: deletion asked for",
  deletion_granted: "{name} deleted",
  deletion_refused: "{name} kept",
  item_added: "{item} added",
  item_changed: "{item} changed",
  item_removed: "{item} removed",
  items_reordered: "Items reordered",
  recipient_added: "{name} added",
  recipient_corrected: "{name} corrected",
  recipient_removed: "{name} removed",
  invited: "{name} invited",
  reminded: "{name} reminded",
  unreachable: "{name} can’t be emailed",
  promised: "Date for the rest",
  question_asked: "New question",
  question_answered: "Question answered",
  question_resolved: "Question resolved",
  question_reopened: "Question reopened",
  handed_off: "{name} was asked for an item",
  taken_back: "{name} removed from an item",
  repeat_set: "Set to repeat",
  repeat_skipped: "Next repeat skipped",
  repeat_ended: "No longer repeats",
  repeated: "Sent as a repeat",
};

const declinedTexts = { cannot_provide: "{item}: can’t provide", not_applicable: "{item}: doesn’t apply" };

/** The last event, without the person, whom the row already names. */
export function lastActivityText(event: ActivityEvent | null): string {
  if (!event) return "";
  const { kind, name, itemTitle } = event;
  const declined = declinedKind(event);
  if (kind === "assigned" && name === "") return "Assigned to nobody";
  const text = declined ? declinedTexts[declined] : descriptions[kind];
  return text.replace(/\{(\w+)\}/, (_, part) => (part === "item" ? itemTitle : name));
}
