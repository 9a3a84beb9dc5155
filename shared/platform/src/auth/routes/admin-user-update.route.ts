import type { Context } from "hono";
import { withDatabaseFailure } from "../admin/database-failure.ts";
import { updateAccount } from "../admin/update-account.ts";
import { readUserAttributes, type UserAttributes } from "../admin/user-attributes.ts";
import { withUser } from "../admin/with-user.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { hashPassword, requireStrongPassword } from "../password/password.ts";
import { waitForBody, readBody } from "../http/request-body.ts";
import { withoutConfirmedAt } from "../accounts/user.model.ts";
import { readUserJson } from "../accounts/user.repository.ts";

/** `PUT /admin/users/{id}`: applies changes at once, without confirmation or email. */
export async function putAdminUser(deps: AuthDeps, c: Context): Promise<Response> {
  await waitForBody(c);
  // The account's existence is checked before the body.
  await withUser(deps, c, () => Promise.resolve());
  const change = readUserAttributes(await readBody(c));
  const passwordHash = await newPassword(deps, change);
  const user = await withDatabaseFailure(deps, "Error updating user", () =>
    withUser(deps, c, async (unit, user) => {
      await updateAccount(unit, user, { ...change, passwordHash });
      const updated = await readUserJson(unit.query, user.id);
      // If this request confirmed the account, the service answers without the generated column.
      return user.confirmed_at ? updated : withoutConfirmedAt(updated);
    }),
  );
  return c.json(user);
}

/** Hashed before any transaction, because bcrypt is slow. */
async function newPassword(deps: AuthDeps, { password }: UserAttributes): Promise<string | undefined> {
  if (password === undefined) return undefined;
  requireStrongPassword(password, deps.settings);
  return hashPassword(password);
}
