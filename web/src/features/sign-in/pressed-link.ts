import { pressedLink } from "@sheaf/contract/cookies";
import { ownCookieNames, readCookies, writeCookie } from "../../lib/cookies.ts";

/** Whether this very link's button was pressed in this browser, on the page that the link in the mail leads to. */
export function wasPressedHere(tokenHash: string): boolean {
  return readCookies().get(ownCookieNames().pressed) === pressedLink(tokenHash);
}

export function forgetPress(): void {
  writeCookie(ownCookieNames().pressed, "", 0);
}
