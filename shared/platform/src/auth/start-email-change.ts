import { mailEmailChange } from "./auth-mail.ts";
import type { AuthDeps, Unit } from "./auth.deps.ts";
import type { CodeChallenge } from "./code-challenge.ts";
import { startFlow } from "./flow-state.repository.ts";
import type { UserRow } from "./user.model.ts";

/**
 * Asks the addresses that have to agree, and begins the exchange that the asking browser waits for, where it does.
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
  await mailEmailChange(deps, unit, user, { newEmail, redirectTo, exchange: codeChallenge !== undefined });
}
