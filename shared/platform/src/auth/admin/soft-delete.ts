import { createHash } from "node:crypto";
import type { Unit } from "../auth.deps.ts";
import { deleteFactorsOf } from "../factors/factor.repository.ts";
import { identitiesOf, anonymizeIdentity } from "../accounts/identity.repository.ts";
import { deleteOneTimeTokens } from "../email/one-time-token.repository.ts";
import { deletePasskeysOf } from "../passkeys/passkey.repository.ts";
import { deleteSessions } from "../sessions/session.repository.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { clearMetadata, updateUser } from "../accounts/user.repository.ts";

/** The service truncates phone numbers to the former width of the column. */
const phoneLength = 15;

/**
 * Keeps the row for its references, and erases everything personal. Nobody can sign in to it, and its address can
 * be used again. Idempotent.
 */
export async function softDelete({ query, now }: Unit, user: UserRow): Promise<void> {
  if (user.deleted_at) return;
  const { id } = user;
  const obscured = (value: string | null) => obscure(id, value ?? "");
  await updateUser(query, id, now, {
    email: obscured(user.email),
    phone: obscured(user.phone).slice(0, phoneLength),
    email_change: obscured(user.email_change),
    phone_change: obscured("").slice(0, phoneLength),
    encrypted_password: null,
    confirmation_token: "",
    recovery_token: "",
    email_change_token_current: "",
    email_change_token_new: "",
    phone_change_token: "",
    deleted_at: now,
  });
  await clearMetadata(query, id);
  for (const { id: identityId, provider, provider_id: sub } of await identitiesOf(query, id)) {
    await anonymizeIdentity(query, identityId, { sub: obscure(id, `${provider}:${sub}`), now });
  }
  await deleteOneTimeTokens(query, id);
  await deleteFactorsOf(query, id);
  await deletePasskeysOf(query, id);
  await deleteSessions(query, { userId: id, sessionId: undefined }, "global");
}

function obscure(userId: string, value: string): string {
  return createHash("sha256")
    .update(userId + value)
    .digest("base64url");
}
