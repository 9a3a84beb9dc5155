import type { AuthDeps, Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { findIdentity, insertIdentity, mergeEmailIdentity, updateProviders } from "./identity.repository.ts";
import { notify } from "../email/notify.ts";
import { deleteOneTimeTokens, type FoundToken } from "../email/one-time-token.repository.ts";
import { findEmailHolder, lockAddress, mergeUserMetadata, updateUser } from "./user.repository.ts";
import type { UserRow } from "./user.model.ts";

/** `half`: only one of the two addresses has confirmed the change. */
export interface Verified {
  outcome: "done" | "half";
  user: UserRow;
}

/** Records one confirmation, and changes the address once enough of them have arrived. */
export async function changeEmail(deps: AuthDeps, unit: Unit, found: FoundToken): Promise<Verified> {
  const { user, type } = found;
  const { query, now } = unit;
  const first = (user.email_change_confirm_status ?? 0) === 0;
  if (deps.settings.email.doubleConfirmChanges && first && user.email) {
    await deleteOneTimeTokens(query, user.id, type);
    await updateUser(query, user.id, now, {
      email_change_confirm_status: 1,
      ...(type === "email_change_token_new"
        ? { email_change_token_new: "" }
        : { email_change_token_current: "" }),
    });
    return { outcome: "half", user };
  }
  const email = user.email_change ?? "";
  await requireFreeAddress(unit, email, user.id);
  await updateUser(query, user.id, now, {
    email,
    email_change: "",
    email_change_token_new: "",
    email_change_token_current: "",
    email_change_confirm_status: 0,
    ...(!user.email_confirmed_at && { email_confirmed_at: now }),
  });
  await upsertEmailIdentity(unit, user, email);
  // The address in the metadata stays as it was (supabase/auth #1670); nothing may rely on it.
  if (!user.email_confirmed_at) await mergeUserMetadata(query, user.id, now, { email_verified: true });
  await deleteOneTimeTokens(query, user.id);
  const OldEmail = user.email ?? "";
  notify(deps, unit, { user: { ...user, email }, to: OldEmail, change: { name: "email_changed", OldEmail } });
  return { outcome: "done", user };
}

/** Adds an email identity to an account that had only provider identities. */
async function upsertEmailIdentity({ query, now }: Unit, user: UserRow, email: string): Promise<void> {
  if (await findIdentity(query, "email", user.id)) {
    await mergeEmailIdentity(query, user.id, now, { email, email_verified: true });
    return;
  }
  const data = { sub: user.id, email, email_verified: true, phone_verified: false };
  await insertIdentity(query, { userId: user.id, provider: "email", data, now });
  await updateProviders(query, user.id, now);
}

/** @param ownerId the account that may hold the address. @throws `email_exists` if another account holds it. */
export async function requireFreeAddress(unit: Unit, email: string, ownerId?: string): Promise<void> {
  await lockAddress(unit.query, email);
  if (await findEmailHolder(unit.query, email, ownerId)) {
    throw new AuthError(422, "email_exists", "A user with this email address has already been registered");
  }
}
