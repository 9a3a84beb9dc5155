import { randomUUID } from "node:crypto";
import { sendConfirmationEmail } from "../email/auth-emails.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError, userBanned } from "../auth.errors.ts";
import { confirmEmail } from "../accounts/confirm-email.ts";
import {
  deleteOtherIdentities,
  insertIdentity,
  replaceIdentityData,
  updateProviders,
  type IdentityData,
} from "../accounts/identity.repository.ts";
import { isBanned, type UserRow } from "../accounts/user.model.ts";
import {
  insertProviderUser,
  lockUserById,
  mergeUserMetadata,
  replaceUserMetadata,
  updateUser,
} from "../accounts/user.repository.ts";
import { decideLinking, type Linking } from "./account-linking.ts";
import { identityData, mainEmail } from "./identity-data.ts";
import type { ProviderName, ProviderProfile } from "./provider.model.ts";

/** The account to sign in, or an error that must not roll back the transaction. */
export type ExternalSignIn = { user: UserRow } | { refusal: AuthError };

/**
 * Finds or creates the account of a provider's profile.
 *
 * @throws `signup_disabled`, `user_banned`, `over_email_send_rate_limit`.
 */
export async function signInExternally(
  deps: AuthDeps,
  unit: Unit,
  signIn: { provider: ProviderName; profile: ProviderProfile; redirectTo: string },
): Promise<ExternalSignIn> {
  const { provider, profile, redirectTo } = signIn;
  const data = identityData(profile);
  const linking = await decideLinking(deps, unit, provider, profile);
  const { user, identityId } = await findOrCreateAccount(deps, unit, { linking, provider, data });
  if (isBanned(user, unit.now)) throw userBanned(403);
  if (user.email_confirmed_at) return { user };

  await removeUnverifiedData(unit, user, identityId, data);
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
  // No exchange: the browser that could finish it has left by the time the email is read.
  await sendConfirmationEmail(deps, unit, user, { redirectTo, exchange: false });
  return {
    refusal: unverifiedEmail(`${unverified} A confirmation email has been sent to your ${provider} email`),
  };
}

async function findOrCreateAccount(
  deps: AuthDeps,
  unit: Unit,
  signIn: { linking: Linking; provider: ProviderName; data: IdentityData },
): Promise<{ user: UserRow; identityId: string }> {
  const { query, now } = unit;
  const { linking, provider, data } = signIn;
  if (linking.decision === "create") {
    if (!deps.settings.enableSignup) {
      throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
    }
    const id = randomUUID();
    const role = deps.settings.defaultRole;
    await insertProviderUser(query, { id, role, email: linking.email, provider, data, now });
    const identityId = await insertIdentity(query, { userId: id, provider, data, now });
    return { user: await readBack(unit, id), identityId };
  }
  const { user } = linking;
  const identityId =
    linking.decision === "known"
      ? linking.identity.id
      : await insertIdentity(query, { userId: user.id, provider, data, now });
  if (linking.decision === "known") await replaceIdentityData(query, identityId, data, now);
  await mergeUserMetadata(query, user.id, now, data);
  await updateProviders(query, user.id, now);
  return { user, identityId };
}

/** Triggers of the project may have changed the row. */
async function readBack(unit: Unit, id: string): Promise<UserRow> {
  const user = await lockUserById(unit.query, id);
  if (!user) throw new Error("A new account disappeared within its transaction");
  return user;
}

/**
 * Removes what an unverified sign-up left in the account: its password, its other identities and its metadata.
 * Its creator has not proven that the address is theirs.
 */
async function removeUnverifiedData(
  unit: Unit,
  user: UserRow,
  identityId: string,
  data: IdentityData,
): Promise<void> {
  const { query, now } = unit;
  await updateUser(query, user.id, now, { encrypted_password: null });
  await replaceUserMetadata(query, user.id, now, data);
  await deleteOtherIdentities(query, user.id, identityId);
  await updateProviders(query, user.id, now);
}

function unverifiedEmail(message: string): AuthError {
  return new AuthError(422, "provider_email_needs_verification", message);
}
