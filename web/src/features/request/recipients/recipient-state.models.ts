import type { Item } from "../../../data/items/item.models.ts";
import type { Helper, Request, Recipient } from "../../../data/requests/request.models.ts";
import { formatWhenShort } from "../../../lib/dates.ts";

/** Emails don't reach this person. */
export function isWithoutEmail({ isMuted, isUnreachable }: Pick<Recipient, "isMuted" | "isUnreachable">) {
  return isMuted || isUnreachable;
}

/** Emails about the request go to this person: they know of it, and can be emailed. */
export function isEmailed(person: Recipient): boolean {
  return (person.isInvited || person.isOpened) && !isWithoutEmail(person);
}

/** One line about a recipient: a problem with their email comes before their last visit. */
export function recipientState(
  person: Recipient,
  { isInviting, now }: { isInviting: boolean; now: Date },
): string {
  const { isUnreachable, isMuted, lastSeenAt, isInvited } = person;
  const visit = lastSeenAt === null ? "" : `Last here ${formatWhenShort(lastSeenAt, { now })}. `;
  if (isUnreachable) return `${visit}We can’t email this address. Correct it, or share the link yourself.`;
  if (isMuted) return `${visit}Doesn’t want email about this request.`;
  if (lastSeenAt !== null) return `Last here ${formatWhenShort(lastSeenAt, { now })}`;
  if (isInvited) return "Invited, not opened yet";
  return isInviting ? "Invitation on its way" : "Not opened yet";
}

/** Milliseconds. An invitation leaves within seconds, unless a cap holds it back. */
const usualWait = 10 * 60_000;

/** True if an invitation has been on its way for longer than usual. */
export function hasLateInvitation(
  {
    people,
    isInviting,
    phase,
    sentAt,
  }: Pick<Request, "isInviting" | "phase" | "sentAt"> & { people: readonly Recipient[] },
  now: Date,
): boolean {
  if (!isInviting || phase !== "open" || sentAt === null) return false;
  if (now.getTime() - Date.parse(sentAt) < usualWait) return false;
  return people.some((person) => !person.isInvited && !person.isOpened && !isWithoutEmail(person));
}

/** "Payslip", "Payslip and Lease", "Payslip, Lease and 2 more": a helper's items; "" if they were removed. */
export function helperItems(
  { items }: Pick<Helper, "items">,
  among: readonly Pick<Item, "id" | "title">[],
): string {
  const titles = among.filter(({ id }) => items.some((handed) => handed.id === id)).map(({ title }) => title);
  const shown = titles.length > 3 ? [...titles.slice(0, 2), `${titles.length - 2} more`] : titles;
  return new Intl.ListFormat("en-GB").format(shown);
}
