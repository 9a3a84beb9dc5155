import { isSessionCookie } from "@sheaf/contract/cookies";
import { ownCookieNames, readCookies } from "../../lib/cookies.ts";
import { AppError, toAppError } from "../../lib/errors.ts";
import { platformClient } from "../../lib/platform.ts";

/**
 * Trades the code from the mail for a session.
 *
 * @throws AppError; `session.not_kept` when the browser refused the cookie, which the client itself does not notice.
 */
export async function verifyCode({ email, code }: { email: string; code: string }): Promise<void> {
  try {
    const { error } = await platformClient().auth.verifyOtp({ email, token: code, type: "email" });
    if (error) throw error;
  } catch (error) {
    throw toAppError(error);
  }
  assertSessionKept();
}

/** @throws AppError `session.not_kept` */
export function assertSessionKept(): void {
  const names = ownCookieNames();
  if (![...readCookies().keys()].some((name) => isSessionCookie(names, name))) {
    throw new AppError("session.not_kept");
  }
}
