import type { AuthDeps, Unit } from "../auth.deps.ts";
import { tokenExpired, userBanned, validationFailed } from "../auth.errors.ts";
import { changeEmail, type Verified } from "../accounts/change-email.ts";
import { confirmEmail } from "../accounts/confirm-email.ts";
import { mergeEmailIdentity } from "../accounts/identity.repository.ts";
import {
  deleteOneTimeTokens,
  lockUserByToken,
  type FoundToken,
  type OneTimeTokenType,
} from "./one-time-token.repository.ts";
import { isBanned, type UserRow } from "../accounts/user.model.ts";
import { updateUser } from "../accounts/user.repository.ts";

/** A hash from a link, or computed from an address and a typed code. */
export interface Proof {
  type: string;
  hash: string;
  by: "code" | "link";
}

const emailChange: readonly OneTimeTokenType[] = ["email_change_token_current", "email_change_token_new"];

const tokensOfType: Readonly<Record<string, readonly OneTimeTokenType[]>> = {
  signup: ["confirmation_token"],
  invite: ["confirmation_token"],
  recovery: ["recovery_token"],
  magiclink: ["recovery_token"],
  email: ["confirmation_token", "recovery_token"],
  email_change: emailChange,
};

/**
 * Uses an emailed token and applies what it was sent for.
 *
 * @throws `otp_expired` for unknown, used and old tokens alike, `user_banned`, `validation_failed`.
 */
export async function verify(deps: AuthDeps, unit: Unit, proof: Proof): Promise<Verified> {
  const types = Object.hasOwn(tokensOfType, proof.type) ? tokensOfType[proof.type] : undefined;
  // An unknown type of a typed code is answered like a wrong code; an unknown type of a link is malformed.
  if (!types && proof.by === "link") throw validationFailed("Invalid email verification type");
  const found = await lockUserByToken(unit.query, proof.hash, types ?? []);
  if (!found) throw tokenExpired(proof.by);
  const { user } = found;
  if (isBanned(user, unit.now)) throw userBanned(403);
  if (isExpired(deps, found, unit.now)) throw tokenExpired(proof.by);
  if (emailChange.includes(found.type)) return changeEmail(deps, unit, found);
  if (found.type === "recovery_token") await applyRecovery(unit, user);
  else await applyConfirmation(unit, user);
  return { outcome: "done", user };
}

function isExpired(deps: AuthDeps, found: FoundToken, now: Date): boolean {
  const { user, type } = found;
  const sentAt = emailChange.includes(type)
    ? user.email_change_sent_at
    : type === "recovery_token"
      ? user.recovery_sent_at
      : user.confirmation_sent_at;
  return !sentAt || now.getTime() > sentAt.getTime() + deps.settings.email.otpExpiry * 1000;
}

async function applyConfirmation(unit: Unit, user: UserRow): Promise<void> {
  await confirmEmail(unit, user);
  // Only a confirmation email verifies the identity; sign-up without one and recovery don't.
  await mergeEmailIdentity(unit.query, user.id, unit.now, { email_verified: true });
}

async function applyRecovery(unit: Unit, user: UserRow): Promise<void> {
  if (!user.email_confirmed_at) return confirmEmail(unit, user);
  await updateUser(unit.query, user.id, unit.now, { recovery_token: "" });
  await deleteOneTimeTokens(unit.query, user.id);
}
