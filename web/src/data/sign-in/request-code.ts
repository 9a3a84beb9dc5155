import { sendSignInCode } from "../../lib/auth/send-sign-in-code.ts";
import { startFlow } from "../../lib/auth/start-flow.ts";
import { AppError } from "../../lib/errors.ts";

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
  const ask = () => startFlow({ next }, (redirectTo) => sendSignInCode({ email, redirectTo }));
  try {
    await ask();
  } catch (error) {
    if (!isServerError(error)) throw error;
    // Of two requests for a new address at once, from two tabs for example, Auth may fail one with 500 while it sends the
    // other's email (supabase/auth#2675). Asked again, it says that an email was sent.
    await ask();
  }
}

function isServerError(error: unknown): boolean {
  const cause = error instanceof AppError ? error.cause : undefined;
  return cause instanceof Error && "status" in cause && cause.status === 500;
}
