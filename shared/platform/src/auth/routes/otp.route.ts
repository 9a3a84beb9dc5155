import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import { readEmail } from "../accounts/email-address.ts";
import { booleanField, readBody, textField } from "../http/request-body.ts";
import { sendSignInEmail } from "../email/sign-in-email.ts";
import { findUserByEmail } from "../accounts/user.repository.ts";

/** `POST /otp`: emails a code and a link, and creates an account for a new address unless told otherwise. */
export async function postOtp(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const [email, phone] = [textField(body, "email"), textField(body, "phone")];
  if (email && phone) throw validationFailed("Only an email address or phone number should be provided");
  if (!email && !phone) throw validationFailed("One of email or phone must be set");
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  if (!booleanField(body, "create_user", true)) {
    const known = await inTransaction(deps, (unit) => findUserByEmail(unit.query, readEmail(email)));
    if (!known) throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
  }
  return sendSignInEmail(deps, c, body);
}
