import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { readBody, textField } from "../http/request-body.ts";
import { sendSignInEmail } from "../email/sign-in-email.ts";

/** `POST /magiclink`: older name of `/otp` for email. */
export async function postMagicLink(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  if (!textField(body, "email")) {
    throw new AuthError(422, "validation_failed", "Password recovery requires an email");
  }
  return sendSignInEmail(deps, c, body);
}
