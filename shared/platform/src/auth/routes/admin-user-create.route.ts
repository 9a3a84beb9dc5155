import { randomUUID } from "node:crypto";
import type { Context } from "hono";
import { requireFreeAddress } from "../accounts/change-email.ts";
import { readEmail } from "../accounts/email-address.ts";
import { insertIdentity } from "../accounts/identity.repository.ts";
import { withoutConfirmedAt } from "../accounts/user.model.ts";
import {
  insertAccount,
  mergeUserMetadata,
  providedBy,
  readUserJson,
  updateUser,
} from "../accounts/user.repository.ts";
import { withDatabaseFailure } from "../admin/database-failure.ts";
import { refuseFields } from "../admin/not-emulated.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { validationFailed } from "../auth.errors.ts";
import { booleanField, objectField, readBody, textField } from "../http/request-body.ts";
import { inTransaction } from "../in-transaction.ts";
import { hashOfUnknownPassword, hashPassword, maxPasswordBytes } from "../password/password.ts";

/** Attributes of the service that this platform doesn't set. */
const otherAttributes = ["id", "aud", "role", "phone", "password_hash", "ban_duration", "app_metadata"];

interface NewAccount {
  email: string;
  passwordHash: string;
  isConfirmed: boolean;
  metadata: Readonly<Record<string, unknown>>;
}

/** `POST /admin/users`: creates an account without sending an email, confirmed if the caller says so. */
export async function postAdminUser(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  refuseFields(body, otherAttributes);
  const email = textField(body, "email");
  if (!email) throw validationFailed("Cannot create a user without either an email or phone");
  const account: NewAccount = {
    email: readEmail(email),
    passwordHash: await firstPassword(textField(body, "password")),
    isConfirmed: booleanField(body, "email_confirm", false),
    metadata: objectField(body, "user_metadata"),
  };
  const user = await withDatabaseFailure(deps, "Database error creating new user", () =>
    inTransaction(deps, async (unit) => readUserJson(unit.query, await create(deps, unit, account))),
  );
  return c.json(withoutConfirmedAt(user));
}

/** Without a password, a hash that no known password matches is stored. */
async function firstPassword(password: string): Promise<string> {
  if (!password) return hashOfUnknownPassword();
  // The service checks no strength here, only bcrypt's maximum length.
  if (Buffer.byteLength(password) > maxPasswordBytes) {
    throw validationFailed(`bcrypt: password length exceeds ${maxPasswordBytes} bytes`);
  }
  return hashPassword(password);
}

/** The identity stays unverified on an administrator's word, because nothing was proven. */
async function create(deps: AuthDeps, unit: Unit, account: NewAccount): Promise<string> {
  const { query, now } = unit;
  const { email, passwordHash, isConfirmed, metadata: userMetadata } = account;
  await requireFreeAddress(unit, email);
  const id = randomUUID();
  await insertAccount(query, {
    id,
    role: deps.settings.defaultRole,
    email,
    passwordHash,
    appMetadata: providedBy("email"),
    userMetadata,
    now,
  });
  const data = { sub: id, email, email_verified: false, phone_verified: false };
  await insertIdentity(query, { userId: id, provider: "email", data, now });
  if (isConfirmed) {
    await updateUser(query, id, now, { email_confirmed_at: now });
    await mergeUserMetadata(query, id, now, { email_verified: true });
  }
  return id;
}
