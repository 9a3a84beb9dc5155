import { pages } from "@sheaf/contract/pages";
import type { CallbackType, FlashType } from "@sheaf/contract/sidecar";

/** What a finished exchange was for. The flow itself knows of a recovery; the rest stands in the callback's address. */
export function flashType(type: CallbackType | undefined, recovery: boolean): FlashType {
  if (recovery || type === "recovery") return "recovery";
  if (type === "email_change") return "email-change";
  return type === "link" ? "link" : "sign-in";
}

/**
 * Where a person goes on. A recovery stays with its own page, which carries `next` along: a destination of its own
 * would lead around the new password. What began on the security page ends there.
 *
 * @param next a path that was checked to be ours.
 */
export function destination(type: FlashType, next: string | undefined): string {
  if (type === "recovery") return pages.resetPassword.href(next === undefined ? {} : { next });
  return next ?? (type === "sign-in" ? pages.landing.href() : pages.security.href());
}
