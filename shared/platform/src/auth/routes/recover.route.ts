import type { Context } from "hono";
import { sendRecoveryEmail, frequencyLimitError } from "../email/auth-emails.ts";
import type { AuthDeps } from "../auth.deps.ts";
import { inTransaction } from "../in-transaction.ts";
import { emailLoginsDisabled, validationFailed } from "../auth.errors.ts";
import { readCodeChallenge } from "../sessions/code-challenge.ts";
import { readEmail } from "../accounts/email-address.ts";
import { startFlow } from "../sessions/flow-state.repository.ts";
import { placeholderUser } from "../accounts/placeholder-user.ts";
import { requestedRedirect } from "../http/requested-redirect.ts";
import { readBody, textField } from "../http/request-body.ts";
import { lockUserByEmail } from "../accounts/user.repository.ts";

/** `POST /recover`: emails a password reset. Unknown addresses get the same response, in the same time. */
export async function postRecover(deps: AuthDeps, c: Context): Promise<Response> {
  if (!deps.settings.email.enableSignup) throw emailLoginsDisabled();
  const body = await readBody(c);
  const given = textField(body, "email");
  if (!given) throw validationFailed("Password recovery requires an email");
  const email = readEmail(given);
  const codeChallenge = readCodeChallenge(body);
  const redirectTo = requestedRedirect(c, deps.settings);

  const refusal = await inTransaction(deps, async (unit) => {
    const { query, now } = unit;
    const known = await lockUserByEmail(query, email);
    const user = known ?? placeholderUser(email);
    if (codeChallenge) {
      await startFlow(query, {
        userId: user.id,
        provider: "recovery",
        method: "recovery",
        codeChallenge,
        now,
      });
    }
    const early = frequencyLimitError(deps, user.recovery_sent_at, now);
    if (early) return early;
    await sendRecoveryEmail(deps, unit, user, {
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
