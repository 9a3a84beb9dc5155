import type { Context } from "hono";
import { mailRecovery, tooSoon } from "./auth-mail.ts";
import { audienceOf } from "./audience.ts";
import { inTransaction, type AuthDeps } from "./auth.deps.ts";
import { AuthError } from "./auth.errors.ts";
import { readCodeChallenge } from "./code-challenge.ts";
import { readEmail } from "./email-address.ts";
import { startFlow } from "./flow-state.repository.ts";
import { hashOfUnknownPassword } from "./password.ts";
import { wantedRedirect } from "./redirect.ts";
import { objectField, textField, type Body } from "./request-body.ts";
import { signUp } from "./sign-up.ts";
import { findUserByEmail, lockUserByEmail } from "./user.repository.ts";

/** Mails a way in: a confirmation to who is new or unconfirmed, a sign-in link to everyone else. Answers `{}`. */
export async function sendSignInMail(deps: AuthDeps, c: Context, body: Body): Promise<Response> {
  const { settings } = deps;
  if (!settings.email.enableSignup) {
    throw new AuthError(422, "email_provider_disabled", "Email logins are disabled");
  }
  const email = readEmail(textField(body, "email"));
  const audience = audienceOf(c);
  const codeChallenge = readCodeChallenge(body);
  const data = objectField(body, "data");
  const redirectTo = wantedRedirect(c, settings);
  const known = await inTransaction(deps, (unit) => findUserByEmail(unit.query, email, audience));
  const isNew = !known?.email_confirmed_at;
  if (isNew && !settings.enableSignup) {
    throw new AuthError(422, "signup_disabled", "Signups not allowed for this instance");
  }
  const passwordHash = hashOfUnknownPassword();

  const refusal = await inTransaction(deps, async (unit) => {
    const { query, now } = unit;
    if (isNew) {
      const { outcome } = await signUp(deps, unit, {
        email,
        audience,
        passwordHash,
        data,
        codeChallenge,
        redirectTo,
      });
      if (outcome === "waiting") return undefined;
    }
    const user = await lockUserByEmail(query, email, audience);
    if (!user) return undefined;
    // The flow stays even where the mail is refused, as in the service; it then is the newest, so the link of the
    // mail before fits no verifier any more.
    if (codeChallenge) {
      await startFlow(query, {
        userId: user.id,
        provider: "magiclink",
        method: "magiclink",
        codeChallenge,
        now,
      });
    }
    const early = tooSoon(deps, user.recovery_sent_at, now);
    if (early) return early;
    const exchange = codeChallenge !== undefined;
    await mailRecovery(deps, unit, user, { type: "magiclink", redirectTo, exchange });
    return undefined;
  });
  if (refusal) throw refusal;
  return c.json({});
}
