import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { audienceOf } from "../accounts/audience.ts";
import { validationFailed } from "../auth.errors.ts";
import { withCaller } from "../sessions/bearer.ts";
import { readUserJson } from "../accounts/user.repository.ts";

/** `GET /user`: the caller as stored, not as in the token. */
export async function getUser(deps: AuthDeps, c: Context): Promise<Response> {
  const user = await withCaller(deps, c, ({ query }, caller) => {
    if (c.req.header("x-jwt-aud") && audienceOf(c) !== caller.user.aud) {
      throw validationFailed("Token audience doesn't match request audience");
    }
    return readUserJson(query, caller.user.id);
  });
  return c.json(user);
}
