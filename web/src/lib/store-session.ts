import { encodedPrefix, isSessionCookie, sessionCookieAttributes } from "@sheaf/contract/cookies";
import { createChunks, stringToBase64URL } from "@supabase/ssr";
import type { Session } from "@supabase/supabase-js";
import { ownCookieNames, readCookies, writeCookie } from "./cookies.ts";

/** The session as the client's storage writes it, before it is cut into parts. */
export function storedForm(session: Session): string {
  return encodedPrefix + stringToBase64URL(JSON.stringify(session));
}

/** Writes the cookies of a session as the client does, and removes parts of a longer one. */
export function storeSession(session: Session): void {
  const names = ownCookieNames();
  const parts = new Map(
    createChunks(names.session, storedForm(session)).map(({ name, value }) => [name, value]),
  );
  for (const name of readCookies().keys()) {
    if (isSessionCookie(names, name) && !parts.has(name)) writeCookie(name, "", 0);
  }
  for (const [name, value] of parts) writeCookie(name, value, sessionCookieAttributes.maxAge);
}
