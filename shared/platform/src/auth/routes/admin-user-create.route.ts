import type { Context } from "hono";
import { audienceOf } from "../accounts/audience.ts";
import { createUser } from "../admin/create-user.ts";
import { withDatabaseFailure } from "../admin/database-failure.ts";
import { requireKnownHash } from "../admin/imported-password.ts";
import { readUserAttributes, type UserAttributes } from "../admin/user-attributes.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { validationFailed } from "../auth.errors.ts";
import { hashOfUnknownPassword, hashPassword, maxPasswordBytes } from "../password/password.ts";
import { readBody } from "../http/request-body.ts";
import { withoutConfirmedAt } from "../accounts/user.model.ts";
import { readUserJson } from "../accounts/user.repository.ts";
import { isUuid } from "../http/uuid.ts";

const noId = "00000000-0000-0000-0000-000000000000";

/** `POST /admin/users`: creates an account without sending an email, confirmed if the caller says so. */
export async function postAdminUser(deps: AuthDeps, c: Context): Promise<Response> {
  const given = readUserAttributes(await readBody(c));
  const input = { ...given, aud: given.aud || audienceOf(c) };
  if (!input.email && !input.phone) {
    throw validationFailed("Cannot create a user without either an email or phone");
  }
  const passwordHash = await firstPassword(input);
  if (input.id && !isUuid(input.id)) throw validationFailed("ID must conform to the uuid v4 format");
  if (input.id === noId) throw validationFailed("ID cannot be a nil uuid");
  const user = await withDatabaseFailure(deps, "Database error creating new user", () =>
    inTransaction(deps, async (unit) =>
      readUserJson(unit.query, await createUser(deps, unit, { ...input, passwordHash })),
    ),
  );
  return c.json(withoutConfirmedAt(user));
}

/** Without a password, a hash that no known password matches is stored. */
async function firstPassword(input: UserAttributes): Promise<string> {
  const { password, passwordHash } = input;
  if (password !== undefined && passwordHash) {
    throw validationFailed("Only a password or a password hash should be provided");
  }
  if (passwordHash) {
    requireKnownHash(passwordHash);
    return passwordHash;
  }
  if (!password) return hashOfUnknownPassword();
  // The service checks no strength here, only bcrypt's maximum length.
  if (Buffer.byteLength(password) > maxPasswordBytes) {
    throw validationFailed(`bcrypt: password length exceeds ${maxPasswordBytes} bytes`);
  }
  return hashPassword(password);
}
