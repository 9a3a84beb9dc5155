import type { Context } from "hono";
import { withDatabaseFailure } from "../admin/database-failure.ts";
import { softDelete } from "../admin/soft-delete.ts";
import { withUser } from "../admin/with-user.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { booleanField, waitForBody, readBody, readText } from "../http/request-body.ts";
import { deleteUserById } from "../accounts/user.repository.ts";

/** `DELETE /admin/users/{id}`: deletes the account with all its data or, softly, all but the row. */
export async function deleteAdminUser(deps: AuthDeps, c: Context): Promise<Response> {
  await waitForBody(c);
  await withUser(deps, c, () => Promise.resolve());
  const soft = (await readText(c)) !== "" && booleanField(await readBody(c), "should_soft_delete", false);
  await withDatabaseFailure(deps, `${soft ? "Error soft" : "Database error"} deleting user`, () =>
    withUser(deps, c, (unit, user) => (soft ? softDelete(unit, user) : deleteUserById(unit.query, user.id))),
  );
  return c.json({});
}
