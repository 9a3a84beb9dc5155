import type { Context } from "hono";
import { inTransaction, type AuthDeps } from "../auth.deps.ts";
import { audienceOf } from "../audience.ts";
import { AuthError, invalidCredentials, userBanned, validationFailed } from "../auth.errors.ts";
import { clientOf } from "../client.ts";
import { isPassword, weaknessOf } from "../password.ts";
import { readBody, textField } from "../request-body.ts";
import { answerSession } from "../session-answer.ts";
import { beginSession } from "../token-response.ts";
import { isBanned } from "../user.model.ts";
import { findUserByEmail, lockUserById } from "../user.repository.ts";

/**
 * `grant_type=password`. Unknown address, no password and wrong password are one answer; someone banned is told so
 * whatever they typed.
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
  const known = await inTransaction(deps, (unit) => findUserByEmail(unit.query, email, audienceOf(c)));
  // Compared for an unknown address too: what takes as long tells as little.
  const matches = await isPassword(password, known?.encrypted_password ?? null);
  if (!known?.encrypted_password) throw invalidCredentials();
  if (isBanned(known, deps.clock())) throw userBanned(400);
  if (!matches) throw invalidCredentials();

  const session = await inTransaction(deps, async (unit) => {
    const user = await lockUserById(unit.query, known.id);
    // Comparing took a while, outside any lock: the password may have been changed in the meantime.
    if (!user || user.encrypted_password !== known.encrypted_password) throw invalidCredentials();
    if (isBanned(user, unit.now)) throw userBanned(400);
    if (!user.email_confirmed_at) throw new AuthError(400, "email_not_confirmed", "Email not confirmed");
    return beginSession(deps, unit, { userId: user.id, method: "password", client: clientOf(c) });
  });
  const weakness = weaknessOf(password, deps.settings);
  return answerSession(c, weakness ? { ...session, weak_password: weakness } : session);
}
