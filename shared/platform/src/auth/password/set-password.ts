import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import type { Caller } from "../sessions/bearer.ts";
import { hashOfCode } from "../email/one-time-code.ts";
import { deleteOneTimeTokens, lockUserByToken } from "../email/one-time-token.repository.ts";
import { notify } from "../email/notify.ts";
import { hashPassword, isPassword } from "./password.ts";
import { deleteSessions } from "../sessions/session.repository.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { updateUser, withoutPendingEmails } from "../accounts/user.repository.ts";

/** Age after which a session needs reauthentication to change the password. Milliseconds. */
const recentMs = 24 * 60 * 60 * 1000;

/** A new password, hashed and compared with the stored one outside any transaction, because bcrypt is slow. */
export interface PreparedPassword {
  hash: string;
  /** The stored hash at the time of comparison. */
  against: string | null;
}

/** @throws `same_password`. */
export async function preparePassword(password: string, user: UserRow): Promise<PreparedPassword> {
  if (await isPassword(password, user.encrypted_password)) {
    throw new AuthError(422, "same_password", "New password should be different from the old password.");
  }
  return { hash: await hashPassword(password), against: user.encrypted_password };
}

/**
 * Sets the caller's password, ends their other sessions and voids every email sent before.
 *
 * @throws `conflict` where another change came between.
 */
export async function setPassword(
  deps: AuthDeps,
  unit: Unit,
  caller: Caller,
  prepared: PreparedPassword,
): Promise<void> {
  const { user, session } = caller;
  if (user.encrypted_password !== prepared.against) {
    throw new AuthError(409, "conflict", "The password was changed by another request");
  }
  await updateUser(unit.query, user.id, unit.now, {
    encrypted_password: prepared.hash,
    ...withoutPendingEmails,
  });
  await deleteOneTimeTokens(unit.query, user.id);
  await deleteSessions(unit.query, { userId: user.id, sessionId: session?.id }, "others");
  notify(deps, unit, { user, change: { name: "password_changed" } });
}

/**
 * Requires a recent session or a valid nonce. A valid nonce is used up even if the change fails later, and every
 * email sent before is void.
 *
 * @throws `reauthentication_needed`, `reauthentication_not_valid`.
 */
export async function requireRecentProof(
  deps: AuthDeps,
  unit: Unit,
  caller: Caller,
  nonce: string,
): Promise<void> {
  if (!deps.settings.email.securePasswordChange || isRecent(caller, unit.now)) return;
  await requireNonce(deps, unit, caller, nonce);
}

function isRecent({ session }: Caller, now: Date): boolean {
  return session !== undefined && now.getTime() <= session.created_at.getTime() + recentMs;
}

async function requireNonce(deps: AuthDeps, unit: Unit, { user }: Caller, nonce: string): Promise<void> {
  if (!nonce) {
    throw new AuthError(400, "reauthentication_needed", "Password update requires reauthentication");
  }
  const hash = hashOfCode(user.email ?? "", nonce);
  const found = await lockUserByToken(unit.query, hash, ["reauthentication_token"]);
  const sentAt = user.reauthentication_sent_at?.getTime() ?? 0;
  const alive = unit.now.getTime() <= sentAt + deps.settings.email.otpExpiry * 1000;
  if (found?.user.id !== user.id || !alive) {
    throw new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
  }
  await updateUser(unit.query, user.id, unit.now, { reauthentication_token: "" });
  await deleteOneTimeTokens(unit.query, user.id);
}
