import { isRemaining } from "../../../data/inbox/remaining.models.ts";
import { type Item, isToReview } from "../../../data/items/item.models.ts";
import { reopenUntil } from "../../../data/requests/phase.models.ts";
import { requiredLeft } from "../../../data/requests/progress.models.ts";
import type { Request } from "../../../data/requests/request.models.ts";
import { goneOn } from "../../../data/retention/retention.models.ts";
import { formatCount } from "../../../lib/format-count.ts";
import { formatDate, isoDay } from "../../../lib/dates.ts";
import { acceptedOf } from "../accepted-text.models.ts";

type StatedItem = Pick<Item, "title" | "state" | "isRequired">;

const list = new Intl.ListFormat("en-GB", { type: "conjunction" });
/** Titles in a sentence before it says how many more there are. */
const namedItems = 5;

const isDecided = ({ state }: StatedItem) => state === "accepted" || state === "waived";

/** "Still missing: Passport and Visa. 2 items are still to review; you can decide afterwards." */
export function closingText(items: readonly StatedItem[]): string {
  const missing = items.filter((item) => item.isRequired && isRemaining(item));
  const submitted = items.filter(isToReview).length;
  const titles = missing.slice(0, namedItems).map(({ title }) => title);
  const more = missing.length - titles.length;
  return [
    titles.length > 0
      ? `Still missing: ${list.format(more > 0 ? [...titles, `${more} more`] : titles)}.`
      : "Nothing required is missing.",
    ...(submitted > 0
      ? [
          `${formatCount(submitted, "item")} ${submitted === 1 ? "is" : "are"} still to review; you can decide afterwards.`,
        ]
      : []),
  ].join(" ");
}

/** The items that complete a request: the required ones, or all if none is. */
function neededItems(items: readonly StatedItem[]): readonly StatedItem[] {
  const required = items.filter(({ isRequired }) => isRequired);
  return required.length > 0 ? required : items;
}

/** "2 of 4 accepted", or "2 of 2 required accepted" beside optional items, without which the request is complete. */
export function acceptedText(items: readonly StatedItem[]): string {
  const needed = neededItems(items);
  return acceptedOf(needed, needed.length < items.length ? " required" : "");
}

/** "Closed, 2 missing" */
export function closedText({ counts }: Pick<Request, "counts">): string {
  const missing = requiredLeft(counts);
  return missing > 0 ? `Closed, ${missing} missing` : "Closed";
}

export interface StateNoticeText {
  text: string;
  /** The change that ends this state, if it can be ended. */
  way: { change: "resume" | "reopen" | "restore"; label: string } | undefined;
}

/** Explains a state in which the request takes nothing; undefined for every other state. */
export function stateNotice(
  { phase, items, closedAt }: Pick<Request, "phase" | "items" | "closedAt">,
  now: Date,
  deletedAt: string | null = null,
): StateNoticeText | undefined {
  if (deletedAt !== null) {
    return {
      text: `This request is in the bin. It’s deleted for good on ${goneOn(deletedAt, now)}. Recipients can read only their own files.`,
      way: { change: "restore", label: "Restore" },
    };
  }
  const reopen = { change: "reopen", label: "Reopen" } as const;
  if (phase === "paused") {
    return {
      text: "This request is paused. Recipients can read it, but not add anything until you resume it.",
      way: { change: "resume", label: "Resume" },
    };
  }
  if (phase === "closed") {
    const isComplete = neededItems(items).every(isDecided);
    return {
      text: "This request is closed. Recipients can read it, but not add anything. You can still decide on what they sent.",
      way: isComplete ? undefined : reopen,
    };
  }
  if (phase !== "cancelled") return undefined;
  const until = closedAt === null ? now : reopenUntil(closedAt);
  return until > now
    ? {
        text: `This request is cancelled. You can reopen it until ${formatDate(isoDay(until), { now })}.`,
        way: reopen,
      }
    : {
        text: "This request was cancelled more than 30 days ago. To ask for the same items again, duplicate it.",
        way: undefined,
      };
}
