import { randomUUID } from "node:crypto";
import type { Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { requireFreeAddress } from "../change-email.ts";
import { insertIdentity } from "../identity.repository.ts";
import {
  insertAccount,
  mergeAppMetadata,
  providedBy,
  updateUser,
  findUserByPhone,
} from "../user.repository.ts";
import { bannedUntil } from "./ban-duration.ts";
import { confirmAccount } from "./confirm-account.ts";
import type { UserAttributes } from "./user-attributes.ts";

export type WantedUser = Partial<Omit<UserAttributes, "password">> & {
  email: string;
  /** Empty for somebody who will choose a password later. */
  passwordHash: string;
  userMetadata: Readonly<Record<string, unknown>>;
};

/**
 * An account as an administrator wants it; nobody is mailed.
 *
 * @returns its id.
 * @throws `email_exists`, `phone_exists`.
 */
export async function createUser(unit: Unit, wanted: WantedUser): Promise<string> {
  const { query, now } = unit;
  const { email, phone = "" } = wanted;
  if (email) await requireFreeAddress(unit, email);
  if (phone && (await findUserByPhone(query, phone))) {
    throw new AuthError(422, "phone_exists", "Phone number already registered by another user");
  }
  const id = wanted.id || randomUUID();
  await insertAccount(query, {
    id,
    ...(wanted.aud && { aud: wanted.aud }),
    ...(wanted.role && { role: wanted.role }),
    email,
    phone,
    passwordHash: wanted.passwordHash,
    appMetadata: email ? providedBy("email", ...(phone ? ["phone"] : [])) : providedBy("phone"),
    userMetadata: wanted.userMetadata,
    now,
  });
  const unproven = { sub: id, email_verified: false, phone_verified: false };
  const identity = { userId: id, now };
  if (email) await insertIdentity(query, { ...identity, provider: "email", data: { ...unproven, email } });
  if (phone) await insertIdentity(query, { ...identity, provider: "phone", data: { ...unproven, phone } });
  await mergeAppMetadata(query, id, now, wanted.appMetadata ?? {});
  await confirmAccount(unit, id, wanted);
  await updateUser(query, id, now, bannedUntil(wanted.banDuration, now));
  return id;
}
