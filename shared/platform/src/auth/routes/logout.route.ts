import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { validationFailed } from "../auth.errors.ts";
import { withCaller } from "../sessions/bearer.ts";
import { deleteSessions, type SignOutScope } from "../sessions/session.repository.ts";

const scopes: readonly SignOutScope[] = ["global", "local", "others"];

/** `POST /logout`: ends all sessions of the user, this one, or all but this one. */
export async function postLogout(deps: AuthDeps, c: Context): Promise<Response> {
  const requestedScope = c.req.query("scope") ?? "global";
  await withCaller(deps, c, async ({ query }, { user, session }) => {
    const scope = scopes.find((candidate) => candidate === requestedScope);
    if (!scope) throw validationFailed(`Unsupported logout scope "${requestedScope}"`);
    await deleteSessions(query, { userId: user.id, sessionId: session?.id }, scope);
  });
  return c.body(null, 204);
}
