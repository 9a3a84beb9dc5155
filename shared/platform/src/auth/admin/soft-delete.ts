import { createHash } from "node:crypto";
import type { Unit } from "../auth.deps.ts";
import { deleteFactorsOf } from "../factor.repository.ts";
import { identitiesOf, obscureIdentity } from "../identity.repository.ts";
import { deleteOneTimeTokens } from "../one-time-token.repository.ts";
import { deletePasskeysOf } from "../passkeys/passkey.repository.ts";
import { deleteSessions } from "../session.repository.ts";
import type { UserRow } from "../user.model.ts";
import { forgetMetadata, updateUser } from "../user.repository.ts";

/** Of a phone number the service keeps no more, because the column once held no more. */
const phoneLength = 15;

/**
 * The row stays, for what refers to it; who it was can no longer be read from it, and nobody signs in to it. The
 * address is free again. Doing it twice changes nothing.
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
  await forgetMetadata(query, id);
  for (const { id: identityId, provider, provider_id: sub } of await identitiesOf(query, id)) {
    await obscureIdentity(query, identityId, { sub: obscure(id, `${provider}:${sub}`), now });
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
