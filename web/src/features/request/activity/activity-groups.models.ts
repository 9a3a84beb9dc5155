import type { EventKind } from "@sheaf/contract/states";
import { declinedKind, type RequestEvent } from "../../../data/events/event.models.ts";
import { isoDay } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";

/** Acts of one person that stand in one line, newest first. */
export interface ActivityGroup {
  events: [RequestEvent, ...RequestEvent[]];
}

export interface ActivityDay {
  /** YYYY-MM-DD in the reader's time zone. */
  day: string;
  groups: ActivityGroup[];
}

/** A decision on an item, and the files that it returned, are one act. */
const decisions: ReadonlySet<EventKind> = new Set(["accepted", "returned", "file_returned"]);

const topicOf = (event: RequestEvent) =>
  declinedKind(event) ?? (decisions.has(event.kind) ? "decision" : event.kind);

const dayOf = ({ at }: RequestEvent) => isoDay(new Date(at));

/** Neighbouring acts of the same person and kind share a line; a new day starts a new one. */
export function toDays(events: readonly RequestEvent[]): ActivityDay[] {
  const days: ActivityDay[] = [];
  for (const event of events) {
    const day = days.at(-1);
    const group = day?.groups.at(-1);
    const before = group?.events.at(-1);
    if (!day || day.day !== dayOf(event)) days.push({ day: dayOf(event), groups: [{ events: [event] }] });
    else if (group && before && isContinued(before, event)) group.events.push(event);
    else day.groups.push({ events: [event] });
  }
  return days;
}

function isContinued(before: RequestEvent, event: RequestEvent): boolean {
  return (
    topicOf(before) === topicOf(event) &&
    before.actorId === event.actorId &&
    before.actorName === event.actorName
  );
}

/** The common part of several acts, around the part in bold: "added", "3 files", "to Payslips". */
export interface GroupSentence {
  did: string;
  what: string;
  rest: string;
}

type Phrase = (events: readonly RequestEvent[]) => GroupSentence;

/** "changed 3 items", or "changed Payslips twice". */
const counted =
  (did: string, noun: "item" | "recipient", rest = ""): Phrase =>
  (events) => {
    const objects = new Set(events.map(({ itemTitle, name }) => (noun === "item" ? itemTitle : name)));
    const [only = ""] = objects;
    return objects.size === 1
      ? { did, what: only, rest: [rest, timesText(events.length)].filter(Boolean).join(" ") }
      : { did, what: formatCount(objects.size, noun), rest };
  };

/** "to Payslips", "to 3 items" */
const items = (preposition: string, events: readonly RequestEvent[]): string => {
  const titles = new Set(events.map(({ itemTitle }) => itemTitle));
  const [title = ""] = titles;
  if (titles.size > 1) return `${preposition} ${titles.size} items`;
  return title === "" ? "" : `${preposition} ${title}`;
};

const filesOf =
  (did: string, preposition: string): Phrase =>
  (events) => ({ did, what: formatCount(events.length, "file"), rest: items(preposition, events) });

/** "accepted 4 items and returned 2", "returned 2 files of Payslips", "returned Payslips" */
const decided: Phrase = (events) => {
  const count = (kind: EventKind) => events.filter((event) => event.kind === kind).length;
  const [accepted, returned, files] = [count("accepted"), count("returned"), count("file_returned")];
  if (accepted > 0) {
    return {
      did: "accepted",
      what: formatCount(accepted, "item"),
      rest: returned > 0 ? `and returned ${returned}` : "",
    };
  }
  if (returned > 1) return { did: "returned", what: formatCount(returned, "item"), rest: "" };
  return files > 1
    ? { did: "returned", what: formatCount(files, "file"), rest: items("of", events) }
    : { did: "returned", what: events[0]?.itemTitle ?? "", rest: "" };
};

const phrases: Partial<Record<ReturnType<typeof topicOf>, Phrase>> = {
  decision: decided,
  file_added: filesOf("added", "to"),
  file_removed: filesOf("removed", "from"),
  file_set_aside: filesOf("set aside", "of"),
  file_put_back: filesOf("put back", "of"),
  answered: counted("answered", "item"),
  cannot_provide: counted("can’t provide", "item"),
  not_applicable: counted("answered “Doesn’t apply” for", "item"),
  waived: counted("marked", "item", "as not needed"),
  received_elsewhere: counted("marked", "item", "as received another way"),
  decision_undone: ({ length }) => ({ did: "undid", what: formatCount(length, "decision"), rest: "" }),
  item_added: counted("added", "item"),
  item_changed: counted("changed", "item"),
  item_removed: counted("removed", "item"),
  recipient_added: counted("added", "recipient"),
  recipient_corrected: counted("corrected", "recipient"),
  recipient_removed: counted("removed", "recipient"),
  invited: counted("emailed the invitation to", "recipient"),
  reminded: counted("reminded", "recipient"),
  unreachable: counted("couldn’t email", "recipient"),
};

/** Undefined for acts without an object, which only happen again: "opened the link", twice. */
export function groupSentence({ events }: ActivityGroup): GroupSentence | undefined {
  return events.length === 1 ? undefined : phrases[topicOf(events[0])]?.(events);
}

/** The acts that the sentence only counts. An item returned with its one file is named already. */
export function countedActs(group: ActivityGroup): readonly RequestEvent[] {
  const sentence = groupSentence(group);
  const isNamed = sentence?.did === "returned" && sentence.what === group.events[0].itemTitle;
  return sentence && !isNamed ? group.events : [];
}

/** "twice", "3 times" */
export function timesText(count: number): string {
  return count === 2 ? "twice" : `${count} times`;
}
