import { pages } from "@sheaf/contract/pages";
import type { CallbackType, FlashType } from "@sheaf/contract/sidecar";

/**
 * The purpose of a completed exchange. The flow itself knows about a recovery; the callback's URL says the rest.
 */
export function flashType(type: CallbackType | undefined, recovery: boolean): FlashType {
  if (recovery || type === "recovery") return "recovery";
  if (type === "email_change") return "email-change";
  return type === "link" ? "link" : "sign-in";
}

/**
 * Where the user continues. A recovery goes to its own page, which carries `next` along, because another
 * destination would bypass the new password. Flows that started on the security page end there.
 *
 * @param next a path already validated as ours.
 */
export function destination(type: FlashType, next: string | undefined): string {
  if (type === "recovery") return pages.resetPassword.href(next === undefined ? {} : { next });
  return next ?? (type === "sign-in" ? pages.landing.href() : pages.security.href());
}
