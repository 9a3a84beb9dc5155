import { isSessionCookie } from "@sheaf/contract/cookies";
import { ownCookieNames, readCookies } from "../../lib/cookies.ts";
import { AppError, toAppError } from "../../lib/errors.ts";
import { announceOwnAct, takeOwnAct } from "../../lib/own-act.ts";
import { platformClient } from "../../lib/platform.ts";

interface VerifyCode {
  email: string;
  code: string;
  type: "email" | "recovery";
}

/**
 * Trades the code from the mail for a session.
 *
 * @throws AppError; `session.not_kept` when the browser refused the cookie, which the client itself does not notice.
 */
export async function verifyCode({ email, code, type }: VerifyCode): Promise<void> {
  if (type === "recovery") announceOwnAct("PASSWORD_RECOVERY");
  try {
    const { error } = await platformClient().auth.verifyOtp({ email, token: code, type });
    if (error) throw error;
  } catch (error) {
    // Nothing happened, so the next such event is not of this tab's making.
    takeOwnAct("PASSWORD_RECOVERY");
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
