import { encodedPrefix, isSessionCookie, sessionCookieAttributes } from "@sheaf/contract/cookies";
import { createChunks, stringToBase64URL } from "@supabase/ssr";
import type { Session } from "@supabase/supabase-js";
import { ownCookieNames, readCookies, writeCookie } from "../cookies.ts";

/** Session in the encoding of the client's storage, before chunking. */
export function storedForm(session: Session): string {
  return encodedPrefix + stringToBase64URL(JSON.stringify(session));
}

/** Writes session cookies like the client does, and removes leftover chunks of a longer session. */
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
