import { randomUUID } from "node:crypto";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { requireFreeAddress } from "../accounts/change-email.ts";
import { insertIdentity } from "../accounts/identity.repository.ts";
import {
  insertAccount,
  mergeAppMetadata,
  providedBy,
  updateUser,
  findUserByPhone,
} from "../accounts/user.repository.ts";
import { bannedUntil } from "./ban-duration.ts";
import { confirmAccount } from "./confirm-account.ts";
import type { UserAttributes } from "./user-attributes.ts";

export type NewUserInput = Partial<Omit<UserAttributes, "password">> & {
  email: string;
  /** Empty for someone who will choose a password later. */
  passwordHash: string;
  userMetadata: Readonly<Record<string, unknown>>;
};

/**
 * Creates an account from an administrator's attributes. No email is sent.
 *
 * @returns its id.
 * @throws `email_exists`, `phone_exists`.
 */
export async function createUser(deps: AuthDeps, unit: Unit, input: NewUserInput): Promise<string> {
  const { query, now } = unit;
  const { email, phone = "" } = input;
  if (email) await requireFreeAddress(unit, email);
  if (phone && (await findUserByPhone(query, phone))) {
    throw new AuthError(422, "phone_exists", "Phone number already registered by another user");
  }
  const id = input.id || randomUUID();
  await insertAccount(query, {
    id,
    ...(input.aud && { aud: input.aud }),
    role: input.role || deps.settings.defaultRole,
    email,
    phone,
    passwordHash: input.passwordHash,
    appMetadata: email ? providedBy("email", ...(phone ? ["phone"] : [])) : providedBy("phone"),
    userMetadata: input.userMetadata,
    now,
  });
  const unproven = { sub: id, email_verified: false, phone_verified: false };
  const identity = { userId: id, now };
  if (email) await insertIdentity(query, { ...identity, provider: "email", data: { ...unproven, email } });
  if (phone) await insertIdentity(query, { ...identity, provider: "phone", data: { ...unproven, phone } });
  await mergeAppMetadata(query, id, now, input.appMetadata ?? {});
  await confirmAccount(unit, id, input);
  await updateUser(query, id, now, bannedUntil(input.banDuration, now));
  return id;
}
