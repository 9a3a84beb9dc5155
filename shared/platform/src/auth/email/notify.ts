import { notificationEmail, type NotificationName } from "../../email/email-templates.ts";
import type { UserRow } from "../accounts/user.model.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { hookEmailData } from "../hooks/send-email-hook.ts";

/** The change to report, with the variables of its template. */
export type Change =
  | { name: "password_changed" }
  | { name: "email_changed"; OldEmail: string }
  | { name: "identity_linked" | "identity_unlinked"; Provider: string }
  | { name: "mfa_factor_enrolled" | "mfa_factor_unenrolled"; FactorType: string };

/**
 * Reports a change of the account to its address, if the settings say so.
 *
 * @param options.user has the address after the change.
 * @param options.to the address to write to, if it isn't the account's any more.
 */
export function notify(
  deps: AuthDeps,
  unit: Unit,
  { user, to = user.email, change }: { user: UserRow; to?: string | null; change: Change },
): void {
  const { name, ...variables } = change;
  if (!isOn(deps, name) || !to) return;
  const values = {
    SiteURL: deps.settings.siteUrl,
    Email: user.email ?? "",
    Data: user.raw_user_meta_data ?? {},
    ...variables,
  };
  const data = hookEmailData(deps, notificationEmail(name), {
    ...("OldEmail" in change && { old_email: change.OldEmail }),
    ...("Provider" in change && { provider: change.Provider }),
    ...("FactorType" in change && { factor_type: change.FactorType }),
  });
  unit.notices.push({ name: notificationEmail(name), letters: [{ to, values }], user, data });
}

function isOn({ settings }: AuthDeps, name: NotificationName): boolean {
  return settings.email.notifications.includes(name);
}
