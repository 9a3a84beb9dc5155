import { sendSignInCode } from "../../lib/auth/send-sign-in-code.ts";
import { startFlow } from "../../lib/auth/start-flow.ts";

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
  await startFlow({ next }, (redirectTo) => sendSignInCode({ email, redirectTo }));
}
