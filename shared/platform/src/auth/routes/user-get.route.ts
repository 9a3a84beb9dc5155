import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { withCaller } from "../sessions/bearer.ts";
import { readUserJson } from "../accounts/user.repository.ts";

/** `GET /user`: the caller as stored, not as in the token. */
export async function getUser(deps: AuthDeps, c: Context): Promise<Response> {
  const user = await withCaller(deps, c, ({ query }, caller) => readUserJson(query, caller.user.id));
  return c.json(user);
}
