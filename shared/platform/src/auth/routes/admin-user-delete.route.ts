import type { Context } from "hono";
import { failingAs } from "../admin/failing-as.ts";
import { softDelete } from "../admin/soft-delete.ts";
import { withUser } from "../admin/with-user.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { booleanField, bodyArrived, readBody, readText } from "../request-body.ts";
import { deleteUserById } from "../user.repository.ts";

/** `DELETE /admin/users/{id}`: with everything that is theirs, or all but the row itself. */
export async function deleteAdminUser(deps: AuthDeps, c: Context): Promise<Response> {
  await bodyArrived(c);
  await withUser(deps, c, () => Promise.resolve());
  const soft = (await readText(c)) !== "" && booleanField(await readBody(c), "should_soft_delete", false);
  await failingAs(deps, `${soft ? "Error soft" : "Database error"} deleting user`, () =>
    withUser(deps, c, (unit, user) => (soft ? softDelete(unit, user) : deleteUserById(unit.query, user.id))),
  );
  return c.json({});
}
