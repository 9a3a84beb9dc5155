import { sendEmailChangeEmails } from "../email/auth-emails.ts";
import type { AuthDeps, Unit } from "../auth.deps.ts";
import type { CodeChallenge } from "../sessions/code-challenge.ts";
import { startFlow } from "../sessions/flow-state.repository.ts";
import type { UserRow } from "./user.model.ts";

/**
 * Emails the addresses that must confirm, and starts the code exchange if the caller asked for one.
 *
 * @throws `over_email_send_rate_limit`.
 */
export async function startEmailChange(
  deps: AuthDeps,
  unit: Unit,
  user: UserRow,
  change: { newEmail: string; redirectTo: string; codeChallenge: CodeChallenge | undefined },
): Promise<void> {
  const { newEmail, redirectTo, codeChallenge } = change;
  if (codeChallenge) {
    await startFlow(unit.query, {
      userId: user.id,
      provider: "email_change",
      method: "email_change",
      codeChallenge,
      now: unit.now,
    });
  }
  await sendEmailChangeEmails(deps, unit, user, {
    newEmail,
    redirectTo,
    exchange: codeChallenge !== undefined,
  });
}
