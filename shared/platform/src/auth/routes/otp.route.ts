import type { Context } from "hono";
import { inTransaction, type AuthDeps } from "../auth.deps.ts";
import { audienceOf } from "../audience.ts";
import { AuthError, validationFailed } from "../auth.errors.ts";
import { readEmail } from "../email-address.ts";
import { booleanField, readBody, textField } from "../request-body.ts";
import { sendSignInMail } from "../sign-in-mail.ts";
import { findUserByEmail } from "../user.repository.ts";

/** `POST /otp`: a mail with code and link, for a new account too unless told otherwise. */
export async function postOtp(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const [email, phone] = [textField(body, "email"), textField(body, "phone")];
  if (Boolean(email) === Boolean(phone)) throw validationFailed("One of email or phone must be set");
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Unsupported phone provider");
  if (!booleanField(body, "create_user", true)) {
    const known = await inTransaction(deps, (unit) =>
      findUserByEmail(unit.query, readEmail(email), audienceOf(c)),
    );
    if (!known) throw new AuthError(422, "otp_disabled", "Signups not allowed for otp");
  }
  return sendSignInMail(deps, c, body);
}
