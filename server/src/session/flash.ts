import { type CookieNames, flashMaxAge } from "@sheaf/contract/cookies";
import type { Flash } from "@sheaf/contract/sidecar";
import type { CookieWrite } from "./write-cookies.ts";

/** The page can't see a code exchange made by the sidecar; this cookie tells it once what the sign-in was for. */
export function flashCookie(names: CookieNames, flash: Flash): CookieWrite {
  return { name: names.flash, value: JSON.stringify(flash), maxAge: flashMaxAge };
}
