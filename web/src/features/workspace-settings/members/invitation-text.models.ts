import type { Invitation } from "../../../data/invitations/invitation.models.ts";
import { daysBetween, formatDate, isoDay } from "../../../lib/dates.ts";
import { formatCount } from "../../../lib/format-count.ts";

/** "Invited Sun 22 Nov, expires in 11 days", or what is wrong with it. */
export function invitationText(invitation: Invitation, now: Date): string {
  const { state, inviterName, isEmailed, isUnreachable } = invitation;
  const sent = `Invited ${dayOf(invitation.sentAt, now)}`;
  if (state === "void")
    return `${inviterName || "The sender"} can no longer invite people. Send it again in your name.`;
  if (state === "expired") return `${sent}, expired ${dayOf(invitation.expiresAt, now)}`;
  if (isUnreachable) return "We can’t email this address.";
  const days = daysBetween(isoDay(now), isoDay(new Date(invitation.expiresAt)));
  return `${isEmailed ? sent : "Email on its way"}, expires ${days <= 0 ? "today" : `in ${formatCount(days, "day")}`}`;
}

function dayOf(time: string, now: Date): string {
  const day = isoDay(new Date(time));
  return day === isoDay(now) ? "today" : formatDate(day, { now });
}
