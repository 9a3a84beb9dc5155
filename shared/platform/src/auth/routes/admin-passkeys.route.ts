import type { Context } from "hono";
import { pathId, withUser } from "../admin/with-user.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { passkeyJson, passkeyNotFound } from "../passkeys/passkey.model.ts";
import { deletePasskey, passkeysOf } from "../passkeys/passkey.repository.ts";

/** `GET /admin/users/{id}/passkeys`: works even if passkeys are off, so that they can be removed. */
export async function getUserPasskeys(deps: AuthDeps, c: Context): Promise<Response> {
  const passkeys = await withUser(deps, c, ({ query }, { id }) => passkeysOf(query, id));
  return c.json(passkeys.map(passkeyJson));
}

/** `DELETE /admin/users/{id}/passkeys/{passkey}`: removes a lost passkey; no `aal2` needed. */
export async function deleteUserPasskey(deps: AuthDeps, c: Context): Promise<Response> {
  await withUser(deps, c, async ({ query }, user) => {
    const id = pathId(c, "passkey", "Passkey not found");
    if (!(await deletePasskey(query, id, user.id))) throw passkeyNotFound();
  });
  return c.body(null, 204);
}
