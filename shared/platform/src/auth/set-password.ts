import type { AuthDeps, Unit } from "./auth.deps.ts";
import { AuthError } from "./auth.errors.ts";
import type { Caller } from "./bearer.ts";
import { hashOfCode } from "./one-time-code.ts";
import { deleteOneTimeTokens, lockUserByToken } from "./one-time-token.repository.ts";
import { hashPassword, isPassword } from "./password.ts";
import { deleteSessions } from "./session.repository.ts";
import type { UserRow } from "./user.model.ts";
import { updateUser, withoutPendingMails } from "./user.repository.ts";

/** A session older than this must prove its person again before the password changes. Milliseconds. */
const recentMs = 24 * 60 * 60 * 1000;

/** A new password worked out against the stored one, outside any transaction: bcrypt takes its time by design. */
export interface PreparedPassword {
  hash: string;
  /** What was stored when it was compared. */
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
 * Sets the caller's password, ends their other sessions and voids every mail on its way.
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
    ...withoutPendingMails,
  });
  await deleteOneTimeTokens(unit.query, user.id);
  await deleteSessions(unit.query, { userId: user.id, sessionId: session?.id }, "others");
}

/**
 * Whether the session is young enough to change the password, or its person has just proven themselves by a nonce.
 * A right nonce is spent by that, whatever becomes of the change, and every other mail on its way with it.
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
