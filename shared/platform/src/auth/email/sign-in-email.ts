import type { Context } from "hono";
import { sendRecoveryEmail, frequencyLimitError } from "./auth-emails.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { AuthError } from "../auth.errors.ts";
import { announceIfNew } from "../hooks/before-user-created.ts";
import { clientOf } from "../sessions/client.ts";
import { readCodeChallenge } from "../sessions/code-challenge.ts";
import { readEmail } from "../accounts/email-address.ts";
import { startFlow } from "../sessions/flow-state.repository.ts";
import { hashOfUnknownPassword } from "../password/password.ts";
import { requestedRedirect } from "../http/requested-redirect.ts";
import { objectField, textField, type Body } from "../http/request-body.ts";
import { signUp } from "../accounts/sign-up.ts";
import { findUserByEmail, lockUserByEmail } from "../accounts/user.repository.ts";

/** Emails a confirmation to new or unconfirmed addresses, and a sign-in link to all others. Answers `{}`. */
export async function sendSignInEmail(deps: AuthDeps, c: Context, body: Body): Promise<Response> {
  const { settings } = deps;
  if (!settings.email.enableSignup) {
    throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
  }
  const email = readEmail(textField(body, "email"));
  const codeChallenge = readCodeChallenge(body);
  const data = objectField(body, "data");
  const redirectTo = requestedRedirect(c, settings);
  const known = await inTransaction(deps, (unit) => findUserByEmail(unit.query, email));
  const isNew = !known?.email_confirmed_at;
  if (isNew && !settings.enableSignup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  if (isNew) await announceIfNew(deps, { ip: clientOf(c).ip, email, data });
  const passwordHash = hashOfUnknownPassword();

  const refusal = await inTransaction(deps, async (unit) => {
    const { query, now } = unit;
    if (isNew) {
      const { outcome } = await signUp(deps, unit, {
        email,
        passwordHash,
        data,
        codeChallenge,
        redirectTo,
      });
      if (outcome === "waiting") return undefined;
    }
    const user = await lockUserByEmail(query, email);
    if (!user) return undefined;
    // As in the service, the flow is stored even if the email is refused. It is then the newest flow, so the link
    // of the previous email fits no verifier.
    if (codeChallenge) {
      await startFlow(query, {
        userId: user.id,
        provider: "magiclink",
        method: "magiclink",
        codeChallenge,
        now,
      });
    }
    const early = frequencyLimitError(deps, user.recovery_sent_at, now);
    if (early) return early;
    const exchange = codeChallenge !== undefined;
    await sendRecoveryEmail(deps, unit, user, { type: "magiclink", redirectTo, exchange });
    return undefined;
  });
  if (refusal) throw refusal;
  return c.json({});
}
