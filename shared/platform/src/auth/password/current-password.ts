import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import type { AuthenticationMethod } from "../sessions/authentication-method.ts";
import type { Caller } from "../sessions/bearer.ts";
import { isPassword } from "./password.ts";
import { readAmr } from "../sessions/session.repository.ts";
import type { UserRow } from "../accounts/user.model.ts";

/** Sessions started by one of these just proved the address, and may have lost the password. */
const byMail: ReadonlySet<AuthenticationMethod> = new Set(["otp", "magiclink", "recovery"]);

/**
 * True if the current password isn't needed: the settings don't require it, none is set, or the session was started
 * by email.
 */
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
