import type { Bulk, BulkPerson } from "../../../data/bulk/bulk.models.ts";
import { formatDate, formatMoment } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";

export const isEnded = ({ waiting }: Bulk): boolean => waiting === 0;

/** The heading of the page. */
export function titleOf(bulk: Bulk): string {
  const requests = formatCount(bulk.people, "request");
  if (bulk.isStopped) return `Stopped after ${bulk.people - bulk.unsent} of ${requests}`;
  if (isEnded(bulk)) return bulk.problems === 0 ? `${requests} sent` : `${bulk.sent} of ${requests} sent`;
  if (!bulk.canSend || bulk.isPaused) return `Paused: ${requests}`;
  return `Sending ${requests}`;
}

/** Expected end of sending; empty if no one is waiting, or if it isn't known. */
export function leftText(bulk: Bulk, { now, locale }: { now: Date; locale?: string }): string {
  if (isEnded(bulk) || bulk.isPaused || !bulk.canSend) return "";
  const options = { now, ...(locale !== undefined && { locale }) };
  if (bulk.endsOn !== null) return `The last ones go on ${formatDate(bulk.endsOn, options)}`;
  if (bulk.nextAt !== null && Date.parse(bulk.nextAt) > now.getTime() + 60_000)
    return `Continues ${formatMoment(bulk.nextAt, options)}`;
  if (bulk.sentLately === 0) return "";
  const seconds = Math.ceil((bulk.waiting * 30) / bulk.sentLately / 10) * 10;
  return seconds < 90
    ? `About ${seconds} seconds left`
    : `About ${formatCount(Math.round(seconds / 60), "minute")} left`;
}

/** The sentence below the bar. */
export function adviceOf(bulk: Bulk): string {
  if (bulk.isStopped) return `${formatCount(bulk.unsent, "person", "people")} got no request.`;
  if (isEnded(bulk)) {
    return bulk.problems === 0
      ? "Everyone has their own request."
      : `${formatCount(bulk.problems, "person", "people")} ${bulk.problems === 1 ? "needs" : "need"} you.`;
  }
  if (!bulk.canSend) {
    return `${bulk.senderName || "The sender"} can’t send for this workspace any more. Resume to send the rest in your name.`;
  }
  if (bulk.isPaused) return "Nothing is sent until you resume.";
  return "You can close this page. Sending continues.";
}

/** The cap on new addresses, while it matters. */
export function capText({ waiting, newToday, newAllowed }: Bulk): string {
  return waiting === 0
    ? ""
    : `New addresses today: ${newToday} of ${newAllowed}. The limit grows as people answer you.`;
}

/** "Sent 10:31", with the day if it was another one. */
export function sentText(sentAt: string | null, { now, locale }: { now: Date; locale?: string }): string {
  if (sentAt === null) return "Sent";
  const moment = new Date(sentAt);
  const isToday = moment.toDateString() === now.toDateString();
  return isToday
    ? `Sent ${new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }).format(moment)}`
    : `Sent ${formatMoment(sentAt, { now, ...(locale !== undefined && { locale }) })}`;
}

export const isProblem = ({ state }: BulkPerson): boolean => state === "failed" || state === "unreachable";
