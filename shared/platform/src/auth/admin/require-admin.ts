import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { readBearer } from "../sessions/bearer.ts";

const adminRoles = new Set<unknown>(["service_role", "supabase_admin"]);

/** @throws `no_authorization`, `bad_jwt`, `not_admin`. */
export async function requireAdmin(deps: AuthDeps, c: Context): Promise<void> {
  const { role } = await readBearer(deps, c);
  if (!adminRoles.has(role)) throw new AuthError(403, "not_admin", "User not allowed");
}

export function isAdmin(deps: AuthDeps, c: Context): Promise<boolean> {
  return requireAdmin(deps, c).then(
    () => true,
    () => false,
  );
}
