import type { Context } from "hono";
import type { AuthDeps } from "../auth.deps.ts";
import { AuthError } from "../auth.errors.ts";
import { inTransaction } from "../in-transaction.ts";
import { clientOf } from "../sessions/client.ts";
import { deleteSessions } from "../sessions/session.repository.ts";
import { runHook } from "./run-hook.ts";

/** Reports a code, right or wrong. @throws what the hook answers; `mfa_verification_rejected`, with no session left. */
export async function reportCode(
  deps: AuthDeps,
  c: Context,
  attempt: { userId: string; factorId: string; factorType: string; valid: boolean },
): Promise<void> {
  const answer = await runHook(deps, "mfa_verification_attempt", {
    ip: clientOf(c).ip,
    user_id: attempt.userId,
    factor_id: attempt.factorId,
    factor_type: attempt.factorType,
    valid: attempt.valid,
  });
  if (answer?.decision !== "reject") return;
  await endSessions(deps, attempt.userId);
  const message = answer.message || "Further MFA verification attempts will be rejected.";
  throw new AuthError(403, "mfa_verification_rejected", message);
}

/** Reports the password of an account that has one. @throws what the hook answers; `invalid_credentials`. */
export async function reportPassword(
  deps: AuthDeps,
  c: Context,
  attempt: { userId: string; valid: boolean },
): Promise<void> {
  const answer = await runHook(deps, "password_verification_attempt", {
    ip: clientOf(c).ip,
    user_id: attempt.userId,
    valid: attempt.valid,
  });
  if (answer?.decision !== "reject") return;
  if (answer.should_logout_user === true) await endSessions(deps, attempt.userId);
  const message = answer.message || "Further password verification attempts will be rejected.";
  throw new AuthError(400, "invalid_credentials", message);
}

function endSessions(deps: AuthDeps, userId: string): Promise<void> {
  return inTransaction(deps, async ({ query }) => {
    await deleteSessions(query, { userId, sessionId: undefined }, "global");
  });
}
