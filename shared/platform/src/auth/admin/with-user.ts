import type { Context } from "hono";
import { inTransaction, type AuthDeps, type Unit } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import type { UserRow } from "../user.model.ts";
import { lockUserById } from "../user.repository.ts";
import { isUuid } from "../uuid.ts";

/**
 * Runs `work` for the account that the path names, locked.
 *
 * @throws `validation_failed` (404) where the path holds no UUID, `user_not_found`.
 */
export async function withUser<T>(
  deps: AuthDeps,
  c: Context,
  work: (unit: Unit, user: UserRow) => Promise<T>,
): Promise<T> {
  const id = pathId(c, "id", "user_id must be an UUID");
  return inTransaction(deps, async (unit) => {
    const user = await lockUserById(unit.query, id);
    if (!user) throw new AuthError(404, "user_not_found", "User not found");
    return work(unit, user);
  });
}

/** @throws `validation_failed` (404) in these words where the path holds something else. */
export function pathId(c: Context, name: string, refusal: string): string {
  const id = c.req.param(name) ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", refusal);
  return id;
}
