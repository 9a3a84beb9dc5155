import type { Unit } from "../auth.deps.ts";
import { deleteOneTimeTokens } from "../email/one-time-token.repository.ts";
import type { UserRow } from "./user.model.ts";
import { mergeUserMetadata, updateUser } from "./user.repository.ts";

/** Marks the address as proven and voids every other email that is still on its way. */
export async function confirmEmail(unit: Unit, user: UserRow): Promise<void> {
  const { query, now } = unit;
  await updateUser(query, user.id, now, {
    email_confirmed_at: now,
    confirmation_token: "",
    recovery_token: "",
  });
  await mergeUserMetadata(query, user.id, now, { email_verified: true });
  await deleteOneTimeTokens(query, user.id);
}
