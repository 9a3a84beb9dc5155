import type { Context } from "hono";
import { generateLink } from "../admin/generate-link.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { validationFailed } from "../auth.errors.ts";
import { readEmail } from "../accounts/email-address.ts";
import { hashOfUnknownPassword, hashPassword, requireStrongPassword } from "../password/password.ts";
import { requestedRedirect } from "../http/requested-redirect.ts";
import { objectField, readBody, textField } from "../http/request-body.ts";
import { clientOf } from "../sessions/client.ts";
import { announceIfNew } from "../hooks/before-user-created.ts";
import { defaultAudience } from "../accounts/audience.ts";
import { findUserByEmail, readUserJson } from "../accounts/user.repository.ts";

/** Types of links that create an account for an unknown address. */
const createsAccount = new Set(["signup", "invite", "magiclink"]);

/** `POST /admin/generate_link`: the user, with the fields of the link beside. */
export async function postGenerateLink(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const type = textField(body, "type");
  const email = readEmail(textField(body, "email"));
  const redirectTo = requestedRedirect(c, deps.settings, textField(body, "redirect_to"));
  const input = {
    type,
    email,
    redirectTo,
    newEmail: textField(body, "new_email"),
    data: objectField(body, "data"),
    passwordHash: await firstPassword(deps, { type, email, password: textField(body, "password") }),
  };
  if (createsAccount.has(type)) {
    const { data } = input;
    await announceIfNew(deps, { ip: clientOf(c).ip, email, audience: defaultAudience, data });
  }
  const response = await inTransaction(deps, async (unit) => {
    const { user, verificationType, actionLink, code, hashedToken } = await generateLink(deps, unit, input);
    return {
      ...(await readUserJson(unit.query, user.id)),
      action_link: actionLink,
      email_otp: code,
      hashed_token: hashedToken,
      verification_type: verificationType,
      redirect_to: redirectTo,
    };
  });
  return c.json(response);
}

/** Required for signing up a new account only. */
async function firstPassword(
  deps: AuthDeps,
  input: { type: string; email: string; password: string },
): Promise<string> {
  const { type, email, password } = input;
  if (type !== "signup") return hashOfUnknownPassword();
  if (await inTransaction(deps, (unit) => findUserByEmail(unit.query, email))) return hashOfUnknownPassword();
  if (!password) throw validationFailed("Signup requires a valid password");
  requireStrongPassword(password, deps.settings);
  return hashPassword(password);
}
