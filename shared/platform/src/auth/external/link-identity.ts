import type { Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { findIdentity, insertIdentity, lockIdentity, noteProviders } from "../identity.repository.ts";
import type { UserRow } from "../user.model.ts";
import { lockUserById } from "../user.repository.ts";
import { identityData } from "./identity-data.ts";
import type { ProviderName, ProviderProfile } from "./provider.model.ts";

/**
 * Adds the profile to the account that asked for it; its address need not be the account's.
 *
 * @throws `identity_already_exists`, `user_not_found`.
 */
export async function linkIdentity(
  unit: Unit,
  link: { userId: string; provider: ProviderName; profile: ProviderProfile },
): Promise<UserRow> {
  const { query, now } = unit;
  const { userId, provider, profile } = link;
  await lockIdentity(query, provider, profile.claims.sub);
  const user = await lockUserById(query, userId);
  if (!user) throw new AuthError(422, "user_not_found", "Linking target user not found");
  const existing = await findIdentity(query, provider, profile.claims.sub);
  if (existing) {
    const whose = existing.user_id === user.id ? "" : " to another user";
    throw new AuthError(422, "identity_already_exists", `Identity is already linked${whose}`);
  }
  await insertIdentity(query, { userId, provider, data: identityData(profile), now });
  await noteProviders(query, userId, now);
  return user;
}
