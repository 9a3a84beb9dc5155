import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { readBody, textField } from "../request-body.ts";
import { sendSignInMail } from "../sign-in-mail.ts";

/** `POST /magiclink`: the older name of a sign-in by mail. */
export async function postMagicLink(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  if (!textField(body, "email")) {
    throw new AuthError(422, "validation_failed", "Password recovery requires an email");
  }
  return sendSignInMail(deps, c, body);
}
