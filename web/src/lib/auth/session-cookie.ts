import { encodedPrefix, isSessionCookie } from "@sheaf/contract/cookies";
import { ownCookieNames, readCookies } from "../cookies.ts";
import { decodeJson, partsOf, whoOf } from "./identity.ts";
import type { Who } from "./session.models.ts";

export interface SessionCookie {
  /** True if a session cookie or a chunk of one exists, even if unreadable. */
  present: boolean;
  /**
   * Null without a readable session: none, chunks that are being rewritten, or a leftover chunk of an older session.
   * The client treats all of these as no session, so the page must too.
   */
  who: Who | null;
  accessToken: string | undefined;
  /** True if the client would use the token as it is, without a request to renew it. */
  isFresh: boolean;
}

/** The client renews a token this long before it expires. Seconds. */
const renewalMargin = 90;

/** Reads the session from the cookies without the client. Like the client, prefers an unchunked cookie to chunks. */
export function readSessionCookie(cookies: ReadonlyMap<string, string> = readCookies()): SessionCookie {
  const names = ownCookieNames();
  const present = [...cookies.keys()].some((name) => isSessionCookie(names, name));
  const session = storedSession(cookies);
  const { access_token: token, expires_at: expiresAt } = partsOf(session);
  const who = whoOf(session);
  return {
    present,
    who,
    accessToken: typeof token === "string" ? token : undefined,
    isFresh: who !== null && typeof expiresAt === "number" && expiresAt - Date.now() / 1000 > renewalMargin,
  };
}

/** Encoded session, joined from its chunks; empty if there is none. */
export function storedValue(cookies: ReadonlyMap<string, string> = readCookies()): string {
  const names = ownCookieNames();
  // Like the client, ignores an empty unchunked cookie.
  return cookies.get(names.session) || joined(cookies, names.session);
}

/** Decodes the session; undefined if missing or malformed. */
export function storedSession(cookies: ReadonlyMap<string, string> = readCookies()): unknown {
  const value = storedValue(cookies);
  if (value.startsWith(encodedPrefix)) return decodeJson(value.slice(encodedPrefix.length));
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

function joined(cookies: ReadonlyMap<string, string>, name: string): string {
  const parts: string[] = [];
  for (let part = cookies.get(`${name}.0`); part; part = cookies.get(`${name}.${parts.length}`)) {
    parts.push(part);
  }
  return parts.join("");
}
