import type { AuthDeps, Unit } from "./auth.deps.ts";
import { AuthError } from "./auth.errors.ts";
import { findIdentity, insertIdentity, mergeEmailIdentity, noteProviders } from "./identity.repository.ts";
import { deleteOneTimeTokens, type FoundToken } from "./one-time-token.repository.ts";
import { findUserByEmail, lockAddress, mergeUserMetadata, updateUser } from "./user.repository.ts";
import type { UserRow } from "./user.model.ts";

/** `half`: one of two addresses has agreed to an e-mail change. */
export interface Verified {
  outcome: "done" | "half";
  user: UserRow;
}

/** One of the two addresses has agreed; the change is made when both have, or when one is enough. */
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
  await requireFreeAddress(unit, email);
  await updateUser(query, user.id, now, {
    email,
    email_change: "",
    email_change_token_new: "",
    email_change_token_current: "",
    email_change_confirm_status: 0,
    ...(!user.email_confirmed_at && { email_confirmed_at: now }),
  });
  await noteEmailIdentity(unit, user, email);
  // What the metadata say of the address stays, as in the service (supabase/auth #1670): nothing may rely on it.
  if (!user.email_confirmed_at) await mergeUserMetadata(query, user.id, now, { email_verified: true });
  await deleteOneTimeTokens(query, user.id);
  return { outcome: "done", user };
}

/** Who came by a provider alone has an e-mail identity from now on. */
async function noteEmailIdentity({ query, now }: Unit, user: UserRow, email: string): Promise<void> {
  if (await findIdentity(query, "email", user.id)) {
    await mergeEmailIdentity(query, user.id, now, { email, email_verified: true });
    return;
  }
  const data = { sub: user.id, email, email_verified: true, phone_verified: false };
  await insertIdentity(query, { userId: user.id, provider: "email", data, now });
  await noteProviders(query, user.id, now);
}

/** @throws `email_exists` where an account has the address already. */
export async function requireFreeAddress(unit: Unit, email: string): Promise<void> {
  await lockAddress(unit.query, email);
  if (await findUserByEmail(unit.query, email)) {
    throw new AuthError(422, "email_exists", "A user with this email address has already been registered");
  }
}
