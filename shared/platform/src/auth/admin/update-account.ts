import type { Unit } from "../auth.deps.ts";
import { findIdentity, insertIdentity, mergeIdentity } from "../accounts/identity.repository.ts";
import { deleteOneTimeTokens } from "../email/one-time-token.repository.ts";
import { deleteSessions } from "../sessions/session.repository.ts";
import type { UserRow } from "../accounts/user.model.ts";
import {
  lockAddress,
  mergeAppMetadata,
  mergeUserMetadata,
  updateUser,
  withoutPendingEmails,
} from "../accounts/user.repository.ts";
import { bannedUntil } from "./ban-duration.ts";
import { confirmAccount } from "./confirm-account.ts";
import type { UserAttributes } from "./user-attributes.ts";

export type AccountChange = Omit<UserAttributes, "id" | "aud" | "password" | "passwordHash"> & {
  passwordHash: string | undefined;
};

/** Applies an administrator's changes. A new password ends every session, a new address ends none. */
export async function updateAccount(unit: Unit, user: UserRow, change: AccountChange): Promise<void> {
  const { query, now } = unit;
  const { id } = user;
  const { role, email, phone, passwordHash } = change;
  if (role) await updateUser(query, id, now, { role });
  await confirmAccount(unit, id, change);
  if (passwordHash !== undefined) {
    await updateUser(query, id, now, { encrypted_password: passwordHash });
    await deleteSessions(query, { userId: id, sessionId: undefined }, "global");
  }
  if (email) {
    // The account's own address may be locked by a request that waits for the account.
    if (email !== user.email) await lockAddress(query, email);
    await upsertIdentity(unit, id, "email", { email, email_verified: change.emailConfirm });
    await updateUser(query, id, now, { email });
  }
  if (phone) {
    await upsertIdentity(unit, id, "phone", { phone, phone_verified: change.phoneConfirm });
    await updateUser(query, id, now, { phone });
  }
  // Emails that went to the former address, or were requested with the former password, must not work any more.
  if (passwordHash !== undefined || email || phone) {
    await updateUser(query, id, now, withoutPendingEmails);
    await deleteOneTimeTokens(query, id);
  }
  await mergeAppMetadata(query, id, now, change.appMetadata);
  await mergeUserMetadata(query, id, now, change.userMetadata);
  await updateUser(query, id, now, bannedUntil(change.banDuration, now));
}

async function upsertIdentity(
  { query, now }: Unit,
  userId: string,
  provider: "email" | "phone",
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  const identity = await findIdentity(query, provider, userId);
  if (identity) {
    await mergeIdentity(query, identity.id, now, data);
    return;
  }
  const unproven = { sub: userId, email_verified: false, phone_verified: false };
  await insertIdentity(query, { userId, provider, data: { ...unproven, ...data }, now });
}
