import type { ListedPerson, Person, PersonItems, PersonRequest } from "../../data/people/person.models.ts";
import { formatDate, formatMoment, formatWhen, isoDay } from "../../lib/dates.ts";
import { formatCount } from "../../lib/format-count.ts";
import type { ItemState } from "../../ui/status/item-state.ts";

interface Options {
  now: Date;
  locale?: string;
}

/** Decided items first, so that the bar fills from the left. */
export function segmentsOf({ accepted, submitted, returned, missing }: PersonItems): ItemState[] {
  const several = (count: number, state: ItemState) => Array<ItemState>(count).fill(state);
  return [
    ...several(accepted, "accepted"),
    ...several(submitted, "submitted"),
    ...several(returned, "returned"),
    ...several(missing, "missing"),
  ];
}

/** "3 items left, promised Wed 26 Nov"; what isn't about email. */
function leftText(person: ListedPerson, options: Options): string {
  const { openRequests, left, items, promisedOn, dueOn, isOpened } = person;
  if (openRequests === 0) return "Nothing open";
  const requests = openRequests > 1 ? [formatCount(openRequests, "request")] : [];
  if (left === 0) {
    if (items.submitted > 0) return [...requests, `${items.submitted} to review`].join(", ");
    return openRequests > 1 ? `${formatCount(openRequests, "request")}, nothing left` : "Nothing left";
  }
  const until =
    promisedOn !== null
      ? [`promised ${formatDate(promisedOn, options)}`]
      : !isOpened
        ? ["not opened yet"]
        : dueOn !== null
          ? [`due ${formatDate(dueOn, options)}`]
          : [];
  return [...requests, `${formatCount(left, "item")} left`, ...until].join(", ");
}

export interface OpenText {
  /** Why they can't be emailed. */
  problem: string | null;
  isBounced: boolean;
  text: string;
}

/** Summary of a person's open requests, or the reason that they can't be emailed about them. */
export function openText(person: ListedPerson, options: Options): OpenText {
  const { unreached, left, isInvited } = person;
  if (unreached === null) return { problem: null, isBounced: false, text: leftText(person, options) };
  const share = left > 0 ? `${formatCount(left, "item")} left. Share the link yourself.` : "Nothing left";
  if (unreached.why === "muted") return { problem: "Doesn’t want email", isBounced: false, text: share };
  return {
    problem: `Can’t receive email since ${formatDate(isoDay(new Date(unreached.since)), options)}`,
    isBounced: true,
    text: isInvited ? share : "Invitation not delivered",
  };
}

/** "Today, 10:06", "Never" */
export function seenText(lastSeenAt: string | null, options: Options): string {
  if (lastSeenAt === null) return "Never";
  const text = formatWhen(lastSeenAt, options);
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}

/** "2 days", "5 hours", "Under an hour" */
export function answerTimeText(seconds: number): string {
  if (seconds < 3600) return "Under an hour";
  const hours = Math.round(seconds / 3600);
  return hours < 36 ? formatCount(hours, "hour") : formatCount(Math.round(hours / 24), "day");
}

/** "15:24" and "now in Lisbon"; null for a zone that this browser doesn't know. */
export function localTime(zone: string, options: Options): { time: string; place: string } | null {
  try {
    const time = new Intl.DateTimeFormat(options.locale, {
      hour: "2-digit",
      minute: "2-digit",
      timeZone: zone,
    }).format(options.now);
    const place = zone.split("/").at(-1)?.replaceAll("_", " ") ?? zone;
    return { time, place: zone.includes("/") ? `now in ${place}` : "their time" };
  } catch {
    return null;
  }
}

/** "March 2022" */
export function monthText(isoTime: string, locale?: string): string {
  return new Intl.DateTimeFormat(locale, { month: "long", year: "numeric" }).format(new Date(isoTime));
}

/** "Due Fri 28 Nov, promised by Wed 26 Nov" */
export function requestText(request: PersonRequest, options: Options): string {
  const { status, isPaused, closedAt, dueOn, promisedOn, isHanded } = request;
  const handed = isHanded ? ["Single items"] : [];
  if (status === "cancelled") return [...handed, "Cancelled"].join(", ");
  if (status === "done") {
    return [...handed, closedAt === null ? "Done" : `Done ${formatWhen(closedAt, options)}`].join(", ");
  }
  const due = dueOn === null ? "no due date" : `due ${formatDate(dueOn, options)}`;
  const promised = promisedOn === null ? [] : [`promised by ${formatDate(promisedOn, options)}`];
  const text = [
    ...(isHanded ? ["single items"] : []),
    ...(isPaused ? ["paused"] : []),
    due,
    ...promised,
  ].join(", ");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** "2 to review, 3 left" */
export function progressText({ items, left, status, isPaused }: PersonRequest): string {
  if (status !== "open") return `${items.accepted} of ${totalOf(items)} accepted`;
  // While a request is paused, its items don't count as left, but they are still missing.
  if (isPaused && items.missing + items.returned > 0) return `${items.missing + items.returned} missing`;
  const texts = [
    ...(items.submitted > 0 ? [`${items.submitted} to review`] : []),
    ...(left > 0 ? [`${left} left`] : []),
  ];
  return texts.length === 0 ? "Nothing left" : texts.join(", ");
}

function totalOf({ accepted, submitted, returned, missing }: PersonItems): number {
  return accepted + submitted + returned + missing;
}

interface EmailTexts {
  state: string;
  times: string;
}

/** State of the emails to a person: received or not, the last one and the next. */
export function emailTexts(person: Person, options: Options): EmailTexts {
  const { unreached, emailedAt, nextEmailAt, openRequests } = person;
  const last =
    emailedAt === null ? ["No email has been sent yet."] : [`Last email: ${formatWhen(emailedAt, options)}.`];
  const next = nextEmailAt === null ? [] : [`Next reminder: ${formatMoment(nextEmailAt, options)}.`];
  return { state: emailState(unreached, openRequests, options), times: [...last, ...next].join(" ") };
}

function emailState(unreached: Person["unreached"], openRequests: number, options: Options): string {
  if (unreached?.why === "unreachable") {
    return `Can’t receive email since ${formatDate(isoDay(new Date(unreached.since)), options)}. Correct the address in the request, or share the link yourself.`;
  }
  if (unreached) return "Doesn’t want email about an open request. Share the link yourself.";
  return openRequests > 0 ? "Receives reminders and receipts." : "Nothing is open, so no reminders are sent.";
}

/** "3 people found", "First 100 people; there may be more" */
export function foundText({ matches, isComplete }: { matches: number; isComplete: boolean }): string {
  if (!isComplete) {
    return matches === 0
      ? "Too many people to search. Type more of the name."
      : `${formatCount(matches, "person", "people")} found; others may match. Type more of the name.`;
  }
  return `${formatCount(matches, "person", "people")} found`;
}
