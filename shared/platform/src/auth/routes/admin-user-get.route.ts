import type { Context } from "hono";
import { withUser } from "../admin/with-user.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { readUserJson } from "../accounts/user.repository.ts";

/** `GET /admin/users/{id}`: the account with identities and factors, also after a soft deletion. */
export async function getAdminUser(deps: AuthDeps, c: Context): Promise<Response> {
  return c.json(await withUser(deps, c, ({ query }, { id }) => readUserJson(query, id)));
}
