import type { Context } from "hono";
import { deleteUserById } from "../accounts/user.repository.ts";
import { withDatabaseFailure } from "../admin/database-failure.ts";
import { notEmulated } from "../admin/not-emulated.ts";
import { withUser } from "../admin/with-user.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { booleanField, readBody, readText } from "../http/request-body.ts";

/** `DELETE /admin/users/{id}`: deletes the account with all its data. */
export async function deleteAdminUser(deps: AuthDeps, c: Context): Promise<Response> {
  const isSoft = (await readText(c)) !== "" && booleanField(await readBody(c), "should_soft_delete", false);
  if (isSoft) throw notEmulated("A soft deletion");
  await withDatabaseFailure(deps, "Database error deleting user", () =>
    withUser(deps, c, (unit, user) => deleteUserById(unit.query, user.id)),
  );
  return c.json({});
}
