import { randomUUID } from "node:crypto";
import { mailConfirmation } from "../auth-mail.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError, userBanned } from "../auth.errors.ts";
import { confirmEmail } from "../confirm-email.ts";
import {
  deleteOtherIdentities,
  insertIdentity,
  noteIdentity,
  noteProviders,
  type IdentityData,
} from "../identity.repository.ts";
import { isBanned, type UserRow } from "../user.model.ts";
import { insertProviderUser, lockUserById, mergeUserMetadata, updateUser } from "../user.repository.ts";
import { decideLinking, type Linking } from "./account-linking.ts";
import { identityData, mainEmail } from "./identity-data.ts";
import type { ProviderName, ProviderProfile } from "./provider.model.ts";

/** Whose session may begin, or why it may not although what was written stays. */
export type ExternalSignIn = { user: UserRow } | { refusal: AuthError };

/**
 * Finds or makes the account behind a provider's profile.
 *
 * @throws `signup_disabled`, `user_banned`, `over_email_send_rate_limit`.
 */
export async function signInExternally(
  deps: AuthDeps,
  unit: Unit,
  arrival: { provider: ProviderName; profile: ProviderProfile; redirectTo: string },
): Promise<ExternalSignIn> {
  const { provider, profile, redirectTo } = arrival;
  const data = identityData(profile);
  const linking = await decideLinking(deps, unit, provider, profile);
  const { user, identityId } = await settle(deps, unit, { linking, provider, data });
  if (isBanned(user, unit.now)) throw userBanned(403);
  if (user.email_confirmed_at) return { user };

  await forgetUnproven(unit, user, identityId, data);
  const proven = mainEmail(profile)?.verified || !deps.settings.email.enableConfirmations;
  if (proven) {
    await confirmEmail(unit, user);
    return { user };
  }
  const unverified = `Unverified email with ${provider}.`;
  if (!user.email) {
    return {
      refusal: unverifiedEmail(`${unverified} Verify the email with ${provider} in order to sign in`),
    };
  }
  // The provider's page has gone by the time the mail is read, so its link carries no exchange.
  await mailConfirmation(deps, unit, user, { redirectTo, exchange: false });
  return {
    refusal: unverifiedEmail(`${unverified} A confirmation email has been sent to your ${provider} email`),
  };
}

async function settle(
  deps: AuthDeps,
  unit: Unit,
  arrival: { linking: Linking; provider: ProviderName; data: IdentityData },
): Promise<{ user: UserRow; identityId: string }> {
  const { query, now } = unit;
  const { linking, provider, data } = arrival;
  if (linking.decision === "create") {
    if (!deps.settings.enableSignup) {
      throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
    }
    const id = randomUUID();
    await insertProviderUser(query, { id, email: linking.email, provider, data, now });
    const identityId = await insertIdentity(query, { userId: id, provider, data, now });
    return { user: await readBack(unit, id), identityId };
  }
  const { user } = linking;
  const identityId =
    linking.decision === "known"
      ? linking.identity.id
      : await insertIdentity(query, { userId: user.id, provider, data, now });
  if (linking.decision === "known") await noteIdentity(query, identityId, data, now);
  await mergeUserMetadata(query, user.id, now, data);
  await noteProviders(query, user.id, now);
  return { user, identityId };
}

/** Triggers of the project may have changed the row. */
async function readBack(unit: Unit, id: string): Promise<UserRow> {
  const user = await lockUserById(unit.query, id);
  if (!user) throw new Error("A new account was gone before its transaction ended");
  return user;
}

/**
 * Whoever opened the account had not shown that the address is theirs: their password, their other identities and
 * what they wrote about themselves must not wait in the account of its owner.
 */
async function forgetUnproven(
  unit: Unit,
  user: UserRow,
  identityId: string,
  data: IdentityData,
): Promise<void> {
  const { query, now } = unit;
  await updateUser(query, user.id, now, { encrypted_password: null });
  await mergeUserMetadata(query, user.id, now, data);
  await deleteOtherIdentities(query, user.id, identityId);
  await noteProviders(query, user.id, now);
}

function unverifiedEmail(message: string): AuthError {
  return new AuthError(422, "provider_email_needs_verification", message);
}
