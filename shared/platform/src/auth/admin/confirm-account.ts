import type { Unit } from "../auth.deps.ts";
import { deleteOneTimeTokens } from "../one-time-token.repository.ts";
import { mergeUserMetadata, updateUser } from "../user.repository.ts";
import type { UserAttributes } from "./user-attributes.ts";

/**
 * An administrator vouches for address or number. What their identities say of it stays: nobody has proven anything
 * to them. Mails on their way are void.
 */
export async function confirmAccount(
  { query, now }: Unit,
  id: string,
  { emailConfirm, phoneConfirm }: Partial<Pick<UserAttributes, "emailConfirm" | "phoneConfirm">>,
): Promise<void> {
  if (!emailConfirm && !phoneConfirm) return;
  await updateUser(query, id, now, {
    ...(emailConfirm && { email_confirmed_at: now }),
    ...(phoneConfirm && { phone_confirmed_at: now }),
    confirmation_token: "",
  });
  if (emailConfirm) await mergeUserMetadata(query, id, now, { email_verified: true });
  await deleteOneTimeTokens(query, id);
}
