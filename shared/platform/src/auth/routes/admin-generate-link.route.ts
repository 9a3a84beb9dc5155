import type { Context } from "hono";
import { generateLink } from "../admin/generate-link.ts";
import { inTransaction, type AuthDeps } from "../auth.deps.ts";
import { validationFailed } from "../auth.errors.ts";
import { readEmail } from "../email-address.ts";
import { hashOfUnknownPassword, hashPassword, requireStrongPassword } from "../password.ts";
import { wantedRedirect } from "../redirect.ts";
import { objectField, readBody, textField } from "../request-body.ts";
import { findUserByEmail, readUserJson } from "../user.repository.ts";

/** `POST /admin/generate_link`: the account's fields, and beside them what a mail would hold. */
export async function postGenerateLink(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const type = textField(body, "type");
  const email = readEmail(textField(body, "email"));
  const redirectTo = wantedRedirect(c, deps.settings, textField(body, "redirect_to"));
  const wanted = {
    type,
    email,
    redirectTo,
    newEmail: textField(body, "new_email"),
    data: objectField(body, "data"),
    passwordHash: await firstPassword(deps, { type, email, password: textField(body, "password") }),
  };
  const answer = await inTransaction(deps, async (unit) => {
    const { user, verificationType, actionLink, code, hashedToken } = await generateLink(deps, unit, wanted);
    return {
      ...(await readUserJson(unit.query, user.id)),
      action_link: actionLink,
      email_otp: code,
      hashed_token: hashedToken,
      verification_type: verificationType,
      redirect_to: redirectTo,
    };
  });
  return c.json(answer);
}

/** Only who signs somebody new up has to give one. */
async function firstPassword(
  deps: AuthDeps,
  wanted: { type: string; email: string; password: string },
): Promise<string> {
  const { type, email, password } = wanted;
  if (type !== "signup") return hashOfUnknownPassword();
  if (await inTransaction(deps, (unit) => findUserByEmail(unit.query, email))) return hashOfUnknownPassword();
  if (!password) throw validationFailed("Signup requires a valid password");
  requireStrongPassword(password, deps.settings);
  return hashPassword(password);
}
