import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { asCaller } from "../bearer.ts";
import { readUserJson } from "../user.repository.ts";

/** `GET /user`: the caller as stored now, not as the token remembers them. */
export async function getUser(deps: AuthDeps, c: Context): Promise<Response> {
  return c.json(await asCaller(deps, c, ({ query }, { user }) => readUserJson(query, user.id)));
}
