import type { AuthDeps, Unit } from "./auth.deps.ts";
import { AuthError } from "./auth.errors.ts";
import type { AuthenticationMethod } from "./authentication-method.ts";
import type { Caller } from "./bearer.ts";
import { isPassword } from "./password.ts";
import { readAmr } from "./session.repository.ts";
import type { UserRow } from "./user.model.ts";

/** Who came by one of these proved the address a moment ago, and may have forgotten the password. */
const byMail: ReadonlySet<AuthenticationMethod> = new Set(["otp", "magiclink", "recovery"]);

/** Whether the caller sets a password without the one that is set: the settings ask for none, or nothing is set. */
export async function needsNoPassword(deps: AuthDeps, unit: Unit, caller: Caller): Promise<boolean> {
  const { user, session } = caller;
  if (!deps.settings.requireCurrentPassword || !user.encrypted_password) return true;
  const amr = session ? await readAmr(unit.query, session.id) : [];
  return amr.some(({ method }) => byMail.has(method));
}

/** @throws `current_password_required`, `current_password_invalid`. */
export async function requireCurrentPassword(given: string, user: UserRow): Promise<void> {
  if (!given) {
    throw new AuthError(
      400,
      "current_password_required",
      "Current password required when setting new password.",
    );
  }
  if (await isPassword(given, user.encrypted_password)) return;
  throw new AuthError(400, "current_password_invalid", "The current password is incorrect.");
}
