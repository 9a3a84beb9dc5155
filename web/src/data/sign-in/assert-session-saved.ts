import { isSessionCookie } from "@sheaf/contract/cookies";
import { ownCookieNames, readCookies } from "../../lib/cookies.ts";
import { AppError } from "../../lib/errors.ts";

/**
 * The client does not notice when the browser refuses its cookie; the next page would ask for a sign-in again.
 *
 * @throws AppError `session.not_kept`
 */
export function assertSessionSaved(): void {
  const names = ownCookieNames();
  if (![...readCookies().keys()].some((name) => isSessionCookie(names, name))) {
    throw new AppError("session.not_kept");
  }
}
