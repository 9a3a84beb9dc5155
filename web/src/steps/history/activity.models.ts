import type { EventKind } from "@sheaf/contract/states";
import { declinedKind, type RequestEvent } from "../../data/events/event.models.ts";
import { formatDate } from "../../lib/dates.ts";
import { formatCount } from "../../lib/format-count.ts";

export interface ActivityLine {
  /** "Anna Lind", "You". */
  who: string;
  /** Address of the recipient who acted, beside the name they chose; "" if it is in `who` or a member acted. */
  address: string;
  /** "added" */
  did: string;
  /** The file's or item's name, shown in bold; "" if the sentence has no object. */
  what: string;
  tone: "plain" | "submitted" | "accepted" | "returned";
}

type Sentence = Omit<ActivityLine, "who" | "address">;

const declinedVerbs = {
  cannot_provide: "can’t provide",
  not_applicable: "answered “Doesn’t apply” for",
} as const;

const sentences: Readonly<Record<EventKind, (event: RequestEvent) => Sentence>> = {
  created: () => ({ did: "created the request", what: "", tone: "plain" }),
  sent: () => ({ did: "sent the request", what: "", tone: "plain" }),
  opened: () => ({ did: "opened the link", what: "", tone: "plain" }),
  file_added: ({ name }) => ({ did: "added", what: name, tone: "submitted" }),
  file_removed: ({ name }) => ({ did: "removed", what: name, tone: "plain" }),
  file_set_aside: ({ name }) => ({ did: "set aside", what: name, tone: "plain" }),
  file_put_back: ({ name }) => ({ did: "put back", what: name, tone: "plain" }),
  file_damaged: ({ name }) => ({ did: "found a damaged file:", what: name, tone: "returned" }),
  file_restored: ({ name }) => ({ did: "restored from a backup:", what: name, tone: "plain" }),
  file_returned: ({ name }) => ({ did: "returned", what: name, tone: "returned" }),
  answered: (event) => {
    const declined = declinedKind(event);
    return {
      did: declined === null ? "answered" : declinedVerbs[declined],
      what: event.itemTitle,
      tone: "submitted",
    };
  },
  accepted: ({ itemTitle }) => ({ did: "accepted", what: itemTitle, tone: "accepted" }),
  returned: ({ itemTitle }) => ({ did: "returned", what: itemTitle, tone: "returned" }),
  waived: ({ itemTitle }) => ({ did: "marked as not needed:", what: itemTitle, tone: "accepted" }),
  received_elsewhere: ({ itemTitle }) => ({
    did: "marked as received another way:",
    what: itemTitle,
    tone: "accepted",
  }),
  decision_undone: ({ itemTitle }) => ({ did: "undid the decision on", what: itemTitle, tone: "plain" }),
  link_replaced: () => ({ did: "replaced the link", what: "", tone: "plain" }),
  paused: () => ({ did: "paused the request", what: "", tone: "plain" }),
  resumed: () => ({ did: "resumed the request", what: "", tone: "plain" }),
  closed: () => ({ did: "closed the request", what: "", tone: "plain" }),
  done: () => ({ did: "accepted the last required item", what: "", tone: "accepted" }),
  reopened: () => ({ did: "reopened the request", what: "", tone: "plain" }),
  cancelled: () => ({ did: "cancelled the request", what: "", tone: "plain" }),
  archived: () => ({ did: "archived the request", what: "", tone: "plain" }),
  unarchived: () => ({ did: "unarchived the request", what: "", tone: "plain" }),
  assigned: ({ name }) => ({
    did: name === "" ? "assigned the request to nobody" : "assigned the request to",
    what: name,
    tone: "plain",
  }),
  exported: ({ files }) => ({ did: `downloaded ${formatCount(files, "file")}`, what: "", tone: "plain" }),
  title_changed: () => ({ did: "changed the title", what: "", tone: "plain" }),
  message_changed: () => ({ did: "changed the message", what: "", tone: "plain" }),
  due_changed: () => ({ did: "changed the due date", what: "", tone: "plain" }),
  items_shown: () => ({ did: "let the link show the items", what: "", tone: "plain" }),
  items_hidden: () => ({ did: "stopped the link from showing the items", what: "", tone: "plain" }),
  retention_changed: () => ({ did: "changed how long files are kept", what: "", tone: "plain" }),
  erasure_announced: ({ on, at }) => ({
    did: "will delete files and answers on",
    what: on === null ? "" : formatDate(on, { now: new Date(at) }),
    tone: "plain",
  }),
  erased: () => ({ did: "deleted files and answers that had expired", what: "", tone: "plain" }),
  deleted: () => ({ did: "moved the request to the bin", what: "", tone: "plain" }),
  restored: () => ({ did: "restored the request from the bin", what: "", tone: "plain" }),
  deletion_asked: ({ name }) => ({ did: "asked for deletion of", what: name, tone: "returned" }),
  deletion_granted: ({ name }) => ({ did: "deleted", what: name, tone: "plain" }),
  deletion_refused: ({ name }) => ({ did: "refused to delete", what: name, tone: "plain" }),
  item_added: ({ itemTitle }) => ({ did: "added the item", what: itemTitle, tone: "plain" }),
  item_changed: ({ itemTitle }) => ({ did: "changed the item", what: itemTitle, tone: "plain" }),
  item_removed: ({ itemTitle }) => ({ did: "removed the item", what: itemTitle, tone: "plain" }),
  items_reordered: () => ({ did: "reordered the items", what: "", tone: "plain" }),
  recipient_added: ({ name }) => ({ did: "added the recipient", what: name, tone: "plain" }),
  recipient_corrected: ({ name }) => ({ did: "corrected the recipient", what: name, tone: "plain" }),
  recipient_removed: ({ name }) => ({ did: "removed the recipient", what: name, tone: "plain" }),
  invited: ({ name }) => ({ did: "emailed the invitation to", what: name, tone: "plain" }),
  reminded: ({ name }) => ({ did: "reminded", what: name, tone: "plain" }),
  unreachable: ({ name }) => ({ did: "couldn’t email", what: name, tone: "returned" }),
  question_asked: ({ itemTitle }) => ({ did: "asked about", what: itemTitle, tone: "submitted" }),
  question_answered: ({ itemTitle }) => ({ did: "replied about", what: itemTitle, tone: "submitted" }),
  question_resolved: ({ itemTitle }) => ({
    did: "resolved a question about",
    what: itemTitle,
    tone: "plain",
  }),
  question_reopened: ({ itemTitle }) => ({
    did: "reopened a question about",
    what: itemTitle,
    tone: "plain",
  }),
  handed_off: ({ itemTitle, name }) => ({ did: `asked ${name} for`, what: itemTitle, tone: "plain" }),
  taken_back: ({ itemTitle, name }) => ({ did: `removed ${name} from`, what: itemTitle, tone: "plain" }),
  repeat_set: () => ({ did: "set the request to repeat", what: "", tone: "plain" }),
  repeat_skipped: () => ({ did: "skipped the next repeat", what: "", tone: "plain" }),
  repeat_ended: () => ({ did: "stopped repeating the request", what: "", tone: "plain" }),
  repeated: () => ({ did: "had this sent as a repeat", what: "", tone: "plain" }),
  promised: ({ on, at }) =>
    on === null
      ? { did: "removed the date for the rest", what: "", tone: "plain" }
      : { did: "will have the rest by", what: formatDate(on, { now: new Date(at) }), tone: "plain" },
};

/** One line of a request's history. */
export function toActivityLine(event: RequestEvent, myId: string): ActivityLine {
  const sentence = sentences[event.kind](event);
  if (event.actorId === myId) return { who: "You", address: "", ...sentence };
  const who = event.actorName.trim() || "Someone";
  return { who, address: who === event.actorEmail ? "" : event.actorEmail, ...sentence };
}
