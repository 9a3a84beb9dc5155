import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import { isSecurePage, ownCookieNames } from "../cookies.ts";

/** How the auth client stores the session and what belongs to a flow, in the terms of `@supabase/ssr`. */
export function clientCookieOptions() {
  return { ...sessionCookieAttributes, secure: isSecurePage(), name: ownCookieNames().session };
}
