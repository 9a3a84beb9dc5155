import type { Context } from "hono";
import { sendConfirmationEmail } from "../email/auth-emails.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError, emailLoginsDisabled, validationFailed } from "../auth.errors.ts";
import { readCodeChallenge, type CodeChallenge } from "../sessions/code-challenge.ts";
import { readEmail } from "../accounts/email-address.ts";
import { startFlow } from "../sessions/flow-state.repository.ts";
import { placeholderUser } from "../accounts/placeholder-user.ts";
import { requestedRedirect } from "../http/requested-redirect.ts";
import { readBody, textField } from "../http/request-body.ts";
import { startEmailChange } from "../accounts/start-email-change.ts";
import type { UserRow } from "../accounts/user.model.ts";
import { lockUserByEmail } from "../accounts/user.repository.ts";

const types = ["signup", "email_change", "sms", "phone_change"];

/**
 * `POST /resend`: sends the email again with a new code. If nothing is pending, the response and its duration are
 * the same.
 */
export async function postResend(deps: AuthDeps, c: Context): Promise<Response> {
  const body = await readBody(c);
  const type = textField(body, "type");
  if (!types.includes(type)) throw validationFailed(`Missing one of these types: ${types.join(", ")}`);
  const [given, phone] = [textField(body, "email"), textField(body, "phone")];
  if (!given && type === "signup") throw validationFailed("Type provided requires an email address");
  if (!phone && type === "sms") throw validationFailed("Type provided requires a phone number");
  if (given && phone) throw validationFailed("Only an email address or phone number should be provided.");
  if (!given && !phone) throw validationFailed("Missing email address or phone number");
  if (phone) throw new AuthError(400, "phone_provider_disabled", "Phone logins are disabled");
  if (!deps.settings.email.enableSignup) throw emailLoginsDisabled();
  const email = readEmail(given);
  const codeChallenge = readCodeChallenge(body);
  const redirectTo = requestedRedirect(c, deps.settings);

  await inTransaction(deps, async (unit) => {
    const known = await lockUserByEmail(unit.query, email);
    const pending = known && isPending(known, type) ? known : undefined;
    const user = pending ?? placeholderUser(email);
    const options = { redirectTo, codeChallenge };
    if (type === "signup") await confirmation(deps, unit, user, options);
    else await startEmailChange(deps, unit, user, { ...options, newEmail: user.email_change ?? "" });
    if (!pending) unit.outbox.length = 0;
  });
  return c.json({});
}

function isPending(user: UserRow, type: string): boolean {
  if (type === "signup") return !user.email_confirmed_at;
  return type === "email_change" && Boolean(user.email_change);
}

async function confirmation(
  deps: AuthDeps,
  unit: Unit,
  user: UserRow,
  options: { redirectTo: string; codeChallenge: CodeChallenge | undefined },
): Promise<void> {
  const { redirectTo, codeChallenge } = options;
  if (codeChallenge) {
    const flow = { userId: user.id, provider: "email", method: "email/signup", codeChallenge } as const;
    await startFlow(unit.query, { ...flow, now: unit.now });
  }
  await sendConfirmationEmail(deps, unit, user, { redirectTo, exchange: codeChallenge !== undefined });
}
