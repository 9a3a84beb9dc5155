import type { Unit } from "./auth.deps.ts";
import { mergeEmailIdentity } from "./identity.repository.ts";
import { deleteOneTimeTokens } from "./one-time-token.repository.ts";
import type { UserRow } from "./user.model.ts";
import { mergeUserMetadata, updateUser } from "./user.repository.ts";

/** The address is proven. Every other mail that is still on its way is void. */
export async function confirmEmail(unit: Unit, user: UserRow): Promise<void> {
  const { query, now } = unit;
  await updateUser(query, user.id, now, {
    email_confirmed_at: now,
    confirmation_token: "",
    recovery_token: "",
  });
  await mergeUserMetadata(query, user.id, now, { email_verified: true });
  await mergeEmailIdentity(query, user.id, now, { email_verified: true });
  await deleteOneTimeTokens(query, user.id);
}
