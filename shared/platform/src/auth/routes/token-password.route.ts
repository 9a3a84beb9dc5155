import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError, invalidCredentials, userBanned, validationFailed } from "../auth.errors.ts";
import { clientOf } from "../sessions/client.ts";
import { reportPassword } from "../hooks/attempts.ts";
import { isPassword, weaknessOf } from "../password/password.ts";
import { readBody, textField } from "../http/request-body.ts";
import { sendSession } from "../sessions/session-response.ts";
import { beginSession } from "../sessions/token-response.ts";
import { isBanned } from "../accounts/user.model.ts";
import { findUserByEmail, lockUserById } from "../accounts/user.repository.ts";

/**
 * `grant_type=password`. Unknown address, missing password and wrong password get one response; a banned user is
 * told so in any case.
 */
export async function grantByPassword(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const [email, phone] = [textField(body, "email").toLowerCase(), textField(body, "phone")];
  const password = textField(body, "password");
  if (email && phone) {
    throw validationFailed("Only an email address or phone number should be provided on login.");
  }
  if (phone) throw new AuthError(422, "phone_provider_disabled", "Phone logins are disabled");
  if (!email) throw validationFailed("missing email or phone");
  if (!deps.settings.email.enableSignup) {
    throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
  }
  const known = await inTransaction(deps, (unit) => findUserByEmail(unit.query, email));
  // Also compared for an unknown address, so that the response takes as long.
  const matches = await isPassword(password, known?.encrypted_password ?? null);
  if (!known?.encrypted_password) throw invalidCredentials();
  if (isBanned(known, deps.clock())) throw userBanned(400);
  await reportPassword(deps, c, { userId: known.id, valid: matches });
  if (!matches) throw invalidCredentials();

  const session = await inTransaction(deps, async (unit) => {
    const user = await lockUserById(unit.query, known.id);
    // The comparison ran without a lock: the password may have changed since.
    if (!user || user.encrypted_password !== known.encrypted_password) throw invalidCredentials();
    if (isBanned(user, unit.now)) throw userBanned(400);
    if (!user.email_confirmed_at) throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
    return beginSession(deps, unit, { userId: user.id, method: "password", client: clientOf(c) });
  });
  const weakness = weaknessOf(password, deps.settings);
  return sendSession(c, { ...session, weak_password: weakness ?? null });
}
