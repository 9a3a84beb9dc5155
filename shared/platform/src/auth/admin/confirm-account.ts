import type { Unit } from "../auth.deps.ts";
import { deleteOneTimeTokens } from "../email/one-time-token.repository.ts";
import { mergeUserMetadata, updateUser } from "../accounts/user.repository.ts";
import type { UserAttributes } from "./user-attributes.ts";

/**
 * Confirms the address or the number on an administrator's word. The identities stay unverified, because nothing
 * was proven. Emails sent before are void.
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
