import { pages } from "@sheaf/contract/pages";
import type { CallbackType, FlashType } from "@sheaf/contract/sidecar";

/**
 * The purpose of a completed exchange. Only a recovery is recorded in the flow itself; other types come from the callback's URL.
 */
export function flashType(type: CallbackType | undefined, recovery: boolean): FlashType {
  if (recovery || type === "recovery") return "recovery";
  if (type === "email_change") return "email-change";
  return type === "link" ? "link" : "sign-in";
}

/**
 * Path to redirect the user to. A recovery goes to its own page, which keeps `next` as a parameter, because any other
 * destination would skip setting the new password. Flows that started on the security page end there.
 *
 * @param next a path already validated as ours.
 */
export function destination(type: FlashType, next: string | undefined): string {
  if (type === "recovery") return pages.resetPassword.href(next === undefined ? {} : { next });
  return next ?? (type === "sign-in" ? pages.landing.href() : pages.security.href());
}

/** Pages without parameters, which say the same to everyone. */
const fixedPages: ReadonlySet<string> = new Set([
  pages.requests.href(),
  pages.newRequest.href(),
  pages.inbox.href(),
  pages.profile.href(),
  pages.security.href(),
  pages.notifications.href(),
]);

/**
 * `next` in a browser that didn't start the flow, where a stranger may have chosen it: our own email would lead to the
 * stranger's request. A request's link is replaced by the inbox, which lists the request or says how to open it.
 *
 * @param next a path already validated as ours.
 */
export function nextElsewhere(next: string | undefined): string | undefined {
  if (next === undefined) return undefined;
  if (next.startsWith(pages.link.href({ token: "" }))) return pages.inbox.href();
  return fixedPages.has(next) ? next : undefined;
}
