import { startFlow } from "../../lib/auth/start-flow.ts";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";
import type { CodeRequest } from "./request-code.ts";

/**
 * Emails a code and a link for choosing a new password. Only an address with an account gets an email, so only such
 * an address can be limited to one a minute: that error is swallowed, or it would reveal the account.
 *
 * @throws AppError
 */
export async function requestRecoveryCode({ email, next }: CodeRequest): Promise<void> {
  try {
    await startFlow({ next, type: "recovery" }, (redirectTo) =>
      platformClient().auth.resetPasswordForEmail(email, { redirectTo }),
    );
  } catch (caught) {
    const error = toAppError(caught);
    const sentBefore = error.code === "over_email_send_rate_limit" && error.retryAfter !== undefined;
    if (!sentBefore) throw error;
  }
}
