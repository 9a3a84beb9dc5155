import { type CookieNames, isSessionCookie } from "@sheaf/contract/cookies";
import type { CookieWrite } from "./write-cookies.ts";

/**
 * Removals of the request's session cookies that the new session did not overwrite. A bare cookie next to new
 * chunks would take precedence, and an extra chunk would corrupt them.
 */
export function removeStaleSession(options: {
  names: CookieNames;
  cookies: ReadonlyMap<string, string>;
  writes: readonly CookieWrite[];
}): CookieWrite[] {
  const written = new Set(options.writes.map((write) => write.name));
  return [...options.cookies.keys()]
    .filter((name) => isSessionCookie(options.names, name) && !written.has(name))
    .map((name) => ({ name, value: "", maxAge: 0 }));
}
