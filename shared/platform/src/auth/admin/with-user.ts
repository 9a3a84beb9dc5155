import type { Context } from "hono";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError } from "../auth.errors.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { lockUserById } from "../accounts/user.repository.ts";
import { isUuid } from "../http/uuid.ts";

/**
 * Runs `work` with the account from the path, locked.
 *
 * @throws `validation_failed` (404) if the path has no UUID, `user_not_found`.
 */
export async function withUser<T>(
  deps: AuthDeps,
  c: Context,
  work: (unit: Unit, user: UserRow) => Promise<T>,
): Promise<T> {
  const id = c.req.param("id") ?? "";
  if (!isUuid(id)) throw new AuthError(404, "validation_failed", "user_id must be an UUID");
  return inTransaction(deps, async (unit) => {
    const user = await lockUserById(unit.query, id);
    if (!user) throw new AuthError(404, "user_not_found", "User not found");
    return work(unit, user);
  });
}
