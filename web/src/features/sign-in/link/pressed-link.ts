import { pressedLink } from "@sheaf/contract/cookies";
import { ownCookieNames, readCookies, writeCookie } from "../../../lib/cookies.ts";

/** True when the confirm button of exactly this link was pressed in this browser. */
export function wasPressedHere(tokenHash: string): boolean {
  return readCookies().get(ownCookieNames().pressed) === pressedLink(tokenHash);
}

export function forgetPress(): void {
  writeCookie(ownCookieNames().pressed, "", 0);
}
