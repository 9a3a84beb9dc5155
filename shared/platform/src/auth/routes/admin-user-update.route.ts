import type { Context } from "hono";
import { failingAs } from "../admin/failing-as.ts";
import { updateAccount } from "../admin/update-account.ts";
import { readUserAttributes, type UserAttributes } from "../admin/user-attributes.ts";
import { withUser } from "../admin/with-user.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { hashPassword, requireStrongPassword } from "../password.ts";
import { bodyArrived, readBody } from "../request-body.ts";
import { readUserJson } from "../user.repository.ts";

/** `PUT /admin/users/{id}`: changes at once what the person would have to prove. Nobody is mailed. */
export async function putAdminUser(deps: AuthDeps, c: Context): Promise<Response> {
  await bodyArrived(c);
  // Whether the account is there comes before what the body says.
  await withUser(deps, c, () => Promise.resolve());
  const change = readUserAttributes(await readBody(c));
  const passwordHash = await newPassword(deps, change);
  const user = await failingAs(deps, "Error updating user", () =>
    withUser(deps, c, async (unit, user) => {
      await updateAccount(unit, user, { ...change, passwordHash });
      return readUserJson(unit.query, user.id);
    }),
  );
  return c.json(user);
}

/** Worked out before any transaction: bcrypt takes its time by design. */
async function newPassword(deps: AuthDeps, { password }: UserAttributes): Promise<string | undefined> {
  if (password === undefined) return undefined;
  requireStrongPassword(password, deps.settings);
  return hashPassword(password);
}
