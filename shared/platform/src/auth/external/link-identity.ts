import type { Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import {
  findIdentity,
  insertIdentity,
  lockIdentity,
  updateProviders,
} from "../accounts/identity.repository.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { lockUserById } from "../accounts/user.repository.ts";
import { identityData } from "./identity-data.ts";
import type { ProviderName, ProviderProfile } from "./provider.model.ts";

/**
 * Links the profile to the account that requested it. The addresses may differ.
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
  await updateProviders(query, userId, now);
  return user;
}
