import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { validationFailed } from "../auth.errors.ts";
import { asCaller } from "../bearer.ts";
import { isUuid } from "../uuid.ts";
import { requireManagement, requirePasskeys } from "../passkeys/passkey-rules.ts";
import { passkeyJson, passkeyNotFound } from "../passkeys/passkey.model.ts";
import { deletePasskey, passkeysOf, renamePasskey } from "../passkeys/passkey.repository.ts";
import { readBody, textField } from "../request-body.ts";

const longestName = 120;

/** `GET /passkeys`: the caller's own, oldest first. */
export async function getPasskeys(deps: AuthDeps, c: Context): Promise<Response> {
  requirePasskeys(deps);
  const passkeys = await asCaller(deps, c, ({ query }, { user }) => passkeysOf(query, user.id));
  return c.json(passkeys.map(passkeyJson));
}

/** `PATCH /passkeys/{id}`: names one. */
export async function patchPasskey(deps: AuthDeps, c: Context): Promise<Response> {
  requirePasskeys(deps);
  const passkey = await asCaller(deps, c, async ({ query, now }, { user }) => {
    const id = passkeyId(c);
    const name = textField(await readBody(c), "friendly_name");
    if (name === "") throw validationFailed("friendly_name is required");
    if (Buffer.byteLength(name) > longestName) {
      throw validationFailed("friendly_name must be 120 characters or less");
    }
    return renamePasskey(query, { id, userId: user.id, name, now });
  });
  if (!passkey) throw passkeyNotFound();
  return c.json(passkeyJson(passkey));
}

/** `DELETE /passkeys/{id}`: forgets one; sessions begun with it go on. */
export async function deletePasskeyById(deps: AuthDeps, c: Context): Promise<Response> {
  requirePasskeys(deps);
  await asCaller(deps, c, async (unit, caller) => {
    await requireManagement(unit, caller);
    if (!(await deletePasskey(unit.query, passkeyId(c), caller.user.id))) throw passkeyNotFound();
  });
  return c.body(null, 204);
}

function passkeyId(c: Context): string {
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) throw passkeyNotFound();
  return id;
}
