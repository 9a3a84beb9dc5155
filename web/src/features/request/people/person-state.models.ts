import type { RequestPerson } from "../../../data/requests/request.models.ts";
import { formatWhenShort } from "../../../lib/dates.ts";

/** Emails to this person lead nowhere. */
export function isWithoutEmail({ isMuted, isUnreachable }: Pick<RequestPerson, "isMuted" | "isUnreachable">) {
  return isMuted || isUnreachable;
}

/** One line about a recipient: a problem with their email comes before their last visit. */
export function personState(
  person: RequestPerson,
  { isInviting, now }: { isInviting: boolean; now: Date },
): string {
  const { isUnreachable, isMuted, lastSeenAt, isInvited } = person;
  const visit = lastSeenAt === null ? "" : `Last here ${formatWhenShort(lastSeenAt, { now })}. `;
  if (isUnreachable) return `${visit}We can’t email this address. Correct it, or share the link yourself.`;
  if (isMuted) return `${visit}Wants no email about this request.`;
  if (lastSeenAt !== null) return `Last here ${formatWhenShort(lastSeenAt, { now })}`;
  if (isInvited) return "Invited, has not opened it";
  return isInviting ? "Invitation on its way" : "Has not opened it";
}
