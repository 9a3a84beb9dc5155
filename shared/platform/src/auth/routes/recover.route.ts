import type { Context } from "hono";
import { mailRecovery, tooSoon } from "../auth-mail.ts";
import { inTransaction, type AuthDeps } from "../auth.deps.ts";
import { emailLoginsDisabled, validationFailed } from "../auth.errors.ts";
import { audienceOf } from "../audience.ts";
import { readCodeChallenge } from "../code-challenge.ts";
import { readEmail } from "../email-address.ts";
import { startFlow } from "../flow-state.repository.ts";
import { nobodyAt } from "../nobody.ts";
import { wantedRedirect } from "../redirect.ts";
import { readBody, textField } from "../request-body.ts";
import { lockUserByEmail } from "../user.repository.ts";

/** `POST /recover`: a mail that lets its reader set a new password. Answers the same for unknown addresses, as slowly. */
export async function postRecover(deps: AuthDeps, c: Context): Promise<Response> {
  if (!deps.settings.email.enableSignup) throw emailLoginsDisabled();
  const body = await readBody(c);
  const given = textField(body, "email");
  if (!given) throw validationFailed("Password recovery requires an email");
  const email = readEmail(given);
  const codeChallenge = readCodeChallenge(body);
  const redirectTo = wantedRedirect(c, deps.settings);

  const refusal = await inTransaction(deps, async (unit) => {
    const { query, now } = unit;
    const known = await lockUserByEmail(query, email, audienceOf(c));
    const user = known ?? nobodyAt(email);
    if (codeChallenge) {
      await startFlow(query, {
        userId: user.id,
        provider: "recovery",
        method: "recovery",
        codeChallenge,
        now,
      });
    }
    const early = tooSoon(deps, user.recovery_sent_at, now);
    if (early) return early;
    await mailRecovery(deps, unit, user, {
      type: "recovery",
      redirectTo,
      exchange: codeChallenge !== undefined,
    });
    if (!known) unit.outbox.length = 0;
    return undefined;
  });
  if (refusal) throw refusal;
  return c.json({});
}
