import type { Context } from "hono";
import { wantedAudience } from "../admin/audience.ts";
import { createUser } from "../admin/create-user.ts";
import { failingAs } from "../admin/failing-as.ts";
import { requireKnownHash } from "../admin/imported-password.ts";
import { readUserAttributes, type UserAttributes } from "../admin/user-attributes.ts";
import { inTransaction, type AuthDeps } from "../auth.deps.ts";
import { validationFailed } from "../auth.errors.ts";
import { hashOfUnknownPassword, hashPassword, requireStrongPassword } from "../password.ts";
import { readBody } from "../request-body.ts";
import { readUserJson } from "../user.repository.ts";
import { isUuid } from "../uuid.ts";

const noId = "00000000-0000-0000-0000-000000000000";

/** `POST /admin/users`: an account without a mail, confirmed only where the caller says so. */
export async function postAdminUser(deps: AuthDeps, c: Context): Promise<Response> {
  const given = readUserAttributes(await readBody(c));
  const wanted = { ...given, aud: given.aud || wantedAudience(c) };
  if (!wanted.email && !wanted.phone) {
    throw validationFailed("Cannot create a user without either an email or phone");
  }
  const passwordHash = await firstPassword(deps, wanted);
  if (wanted.id && !isUuid(wanted.id)) throw validationFailed("ID must conform to the uuid v4 format");
  if (wanted.id === noId) throw validationFailed("ID cannot be a nil uuid");
  const user = await failingAs(deps, "Database error creating new user", () =>
    inTransaction(deps, async (unit) =>
      readUserJson(unit.query, await createUser(unit, { ...wanted, passwordHash })),
    ),
  );
  return c.json(user);
}

/** Without one there is a password that nobody knows. */
async function firstPassword(deps: AuthDeps, wanted: UserAttributes): Promise<string> {
  const { password, passwordHash } = wanted;
  if (password !== undefined && passwordHash) {
    throw validationFailed("Only a password or a password hash should be provided");
  }
  if (passwordHash) {
    requireKnownHash(passwordHash);
    return passwordHash;
  }
  if (!password) return hashOfUnknownPassword();
  requireStrongPassword(password, deps.settings);
  return hashPassword(password);
}
