import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { validationFailed } from "../auth.errors.ts";
import { withCaller } from "../sessions/bearer.ts";
import { isUuid } from "../http/uuid.ts";
import { requireManagement, requirePasskeys } from "../passkeys/passkey-rules.ts";
import { passkeyJson, passkeyNotFound } from "../passkeys/passkey.model.ts";
import { deletePasskey, passkeysOf, renamePasskey } from "../passkeys/passkey.repository.ts";
import { readBody, textField } from "../http/request-body.ts";

const longestName = 120;

/** `GET /passkeys`: the caller's passkeys, oldest first. */
export async function getPasskeys(deps: AuthDeps, c: Context): Promise<Response> {
  requirePasskeys(deps);
  const passkeys = await withCaller(deps, c, ({ query }, { user }) => passkeysOf(query, user.id));
  return c.json(passkeys.map(passkeyJson));
}

/** `PATCH /passkeys/{id}`: renames a passkey. */
export async function patchPasskey(deps: AuthDeps, c: Context): Promise<Response> {
  requirePasskeys(deps);
  const passkey = await withCaller(deps, c, async ({ query, now }, { user }) => {
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

/** `DELETE /passkeys/{id}`: removes a passkey. Sessions started with it continue. */
export async function deletePasskeyById(deps: AuthDeps, c: Context): Promise<Response> {
  requirePasskeys(deps);
  await withCaller(deps, c, async (unit, caller) => {
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
