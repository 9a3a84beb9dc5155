import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { notify } from "../email/notify.ts";
import { deleteIdentity, identitiesOf, updateProviders } from "./identity.repository.ts";
import type { IdentityRow, UserRow } from "./user.model.ts";
import { findUserByEmail, lockAddress, updateUser } from "./user.repository.ts";

/**
 * Removes one identity from the account, but never the last one.
 *
 * @throws `single_identity_not_deletable`, `identity_not_found`, `email_conflict_identity_not_deletable`.
 */
export async function removeIdentity(deps: AuthDeps, unit: Unit, user: UserRow, id: string): Promise<void> {
  const { query, now } = unit;
  const identities = await identitiesOf(query, user.id);
  if (identities.length <= 1) {
    throw new AuthError(
      422,
      "single_identity_not_deletable",
      "User must have at least 1 identity after unlinking",
    );
  }
  const removed = identities.find((identity) => identity.id === id);
  if (!removed) {
    throw new AuthError(422, "identity_not_found", "Identity doesn't exist");
  }
  await deleteIdentity(query, id);
  await keepMatchingEmail(
    unit,
    user,
    identities.filter((identity) => identity.id !== id),
  );
  await updateProviders(query, user.id, now);
  // To the address from before, because the account may have taken another identity's.
  notify(deps, unit, { user, change: { name: "identity_unlinked", Provider: removed.provider } });
}

/** Keeps the account's address if a remaining identity has it; otherwise takes the best of the remaining ones. */
async function keepMatchingEmail(unit: Unit, user: UserRow, left: readonly IdentityRow[]): Promise<void> {
  const { query, now } = unit;
  if (left.some(({ email }) => email === user.email)) return;
  const best = [...left].sort((a, b) => rank(a) - rank(b))[0];
  const email = best?.email ?? "";
  if (email) {
    await lockAddress(query, email);
    if (await findUserByEmail(query, email)) {
      throw new AuthError(
        422,
        "email_conflict_identity_not_deletable",
        "Unable to unlink identity due to email conflict",
      );
    }
  }
  const proven = best !== undefined && rank(best) === 0;
  await updateUser(query, user.id, now, {
    email: email || null,
    ...(!proven && { email_confirmed_at: null }),
  });
}

/** Sort order: verified addresses first, identities without an address last. */
function rank({ email, identity_data: data }: IdentityRow): number {
  if (!email) return 2;
  return data["email_verified"] === true ? 0 : 1;
}
