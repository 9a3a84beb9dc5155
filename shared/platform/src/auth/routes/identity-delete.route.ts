import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { withCaller } from "../sessions/bearer.ts";
import { isUuid } from "../http/uuid.ts";
import { removeIdentity } from "../accounts/remove-identity.ts";

/** `DELETE /user/identities/{id}`: unlinks a provider. */
export async function deleteIdentityById(deps: AuthDeps, c: Context): Promise<Response> {
  const id = c.req.param("id") ?? "";
  await withCaller(deps, c, (unit, { user }) => {
    if (!deps.settings.enableManualLinking) {
      throw new AuthError(404, "manual_linking_disabled", "Manual linking is disabled");
    }
    if (!isUuid(id)) throw new AuthError(404, "validation_failed", "identity_id must be an UUID");
    return removeIdentity(deps, unit, user, id);
  });
  return c.json({});
}
