import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import { isSecurePage, ownCookieNames } from "../cookies.ts";

/** Storage of the session and of a flow's secrets for the auth client, in the terms of `@supabase/ssr`. */
export function clientCookieOptions() {
  return { ...sessionCookieAttributes, secure: isSecurePage(), name: ownCookieNames().session };
}
