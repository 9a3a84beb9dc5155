import { startFlow } from "../../lib/auth/start-flow.ts";
import { toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

export interface CodeRequest {
  email: string;
  /** Path of this site to open after sign-in. */
  next: string;
}

/**
 * Emails a code and a link; the response is the same for addresses with and without an account.
 *
 * @throws AppError
 */
export async function requestSignInCode({ email, next }: CodeRequest): Promise<void> {
  await startFlow({ next }, (emailRedirectTo) =>
    platformClient().auth.signInWithOtp({ email, options: { emailRedirectTo, shouldCreateUser: true } }),
  );
}

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
