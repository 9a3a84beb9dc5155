import type { Query } from "../../database/database.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { findIdentity, lockIdentity } from "../accounts/identity.repository.ts";
import type { IdentityRow, UserRow } from "../accounts/user.model.ts";
import { findUserByEmail, lockAddress, lockUserById } from "../accounts/user.repository.ts";
import { mainEmail } from "./identity-data.ts";
import type { ProviderName, ProviderProfile } from "./provider.model.ts";

/** The account that a provider's profile signs in to. */
export type Linking =
  | { decision: "known"; user: UserRow; identity: IdentityRow }
  | { decision: "link"; user: UserRow }
  /** `email` is empty if an account already has the address and the provider hasn't verified it. */
  | { decision: "create"; email: string };

/**
 * Picks the account of a known identity. Otherwise a verified address leads to the account that has it; an
 * unverified one never does, because anyone can put any address into a profile.
 */
export async function decideLinking(
  deps: AuthDeps,
  unit: Unit,
  provider: ProviderName,
  profile: ProviderProfile,
): Promise<Linking> {
  const { query } = unit;
  await lockIdentity(query, provider, profile.claims.sub);
  const main = mainEmail(profile)?.email.toLowerCase() ?? "";
  const verified = verifiedAddresses(deps, profile);
  // Sorted, so that two sign-ins with the same addresses can't deadlock.
  for (const address of [...new Set([...verified, main])].sort()) await lockAddress(query, address);

  const identity = await findIdentity(query, provider, profile.claims.sub);
  const owner = identity && (await lockUserById(query, identity.user_id));
  if (identity && owner) return { decision: "known", user: owner, identity };

  const ids = verified.length === 0 ? [] : await ownersOf(query, verified);
  if (ids.length > 1) {
    throw new AuthError(
      500,
      "unexpected_failure",
      "Multiple accounts with the same email address in the same linking domain detected: default",
    );
  }
  const user = ids[0] && (await lockUserById(query, ids[0]));
  if (user) return { decision: "link", user };
  return { decision: "create", email: (await isTaken(query, main)) ? "" : main };
}

function verifiedAddresses(deps: AuthDeps, profile: ProviderProfile): string[] {
  const everyAddressCounts = !deps.settings.email.enableConfirmations;
  return profile.emails
    .filter(({ verified }) => verified || everyAddressCounts)
    .map(({ email }) => email.toLowerCase());
}

async function isTaken(query: Query, email: string): Promise<boolean> {
  if (await findUserByEmail(query, email)) return true;
  const { rows } = await query("select 1 from auth.identities where email = $1 limit 1", [email]);
  return rows.length > 0;
}

/** Accounts with one of the addresses in an identity or, if there are none, as their own. */
async function ownersOf(query: Query, addresses: readonly string[]): Promise<string[]> {
  const identities = await query<{ id: string }>(
    "select distinct user_id as id from auth.identities where email = any($1)",
    [addresses],
  );
  if (identities.rows.length > 0) return identities.rows.map(({ id }) => id);
  const users = await query<{ id: string }>(
    "select id from auth.users where email = any($1) and not is_sso_user",
    [addresses],
  );
  return users.rows.map(({ id }) => id);
}
