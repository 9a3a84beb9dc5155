import { assertSessionKept } from "./assert-session-kept.ts";
import { verifyMailed } from "./verify-mailed.ts";

interface VerifyCode {
  email: string;
  code: string;
  type: "email" | "recovery";
}

/**
 * Trades the code from the mail for a session.
 *
 * @throws AppError; `session.not_kept` when the browser refused the cookie.
 */
export async function verifyCode({ email, code, type }: VerifyCode): Promise<void> {
  await verifyMailed({ email, token: code, type });
  assertSessionKept();
}
