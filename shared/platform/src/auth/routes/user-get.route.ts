import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { audienceOf } from "../audience.ts";
import { validationFailed } from "../auth.errors.ts";
import { asCaller } from "../bearer.ts";
import { readUserJson } from "../user.repository.ts";

/** `GET /user`: the caller as stored now, not as the token remembers them. */
export async function getUser(deps: AuthDeps, c: Context): Promise<Response> {
  const user = await asCaller(deps, c, ({ query }, caller) => {
    if (c.req.header("x-jwt-aud") && audienceOf(c) !== caller.user.aud) {
      throw validationFailed("Token audience doesn't match request audience");
    }
    return readUserJson(query, caller.user.id);
  });
  return c.json(user);
}
