import { type CookieNames, flashMaxAge } from "@sheaf/contract/cookies";
import type { Flash } from "@sheaf/contract/sidecar";
import type { CookieWrite } from "./cookie-jar.ts";

/** The page cannot see that an exchange happened on a server; this tells it once what the sign-in was for. */
export function flashCookie(names: CookieNames, flash: Flash): CookieWrite {
  return { name: names.flash, value: JSON.stringify(flash), maxAge: flashMaxAge };
}

/** `session_id` of an access token that came straight from the platform; "" when it has none. */
export function sessionIdOf(accessToken: string): string {
  try {
    const payload = Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString();
    const claims: { session_id?: unknown } = JSON.parse(payload);
    return typeof claims.session_id === "string" ? claims.session_id : "";
  } catch {
    return "";
  }
}
