import { encodedPrefix, isSessionCookie } from "@sheaf/contract/cookies";
import { ownCookieNames, readCookies } from "../../lib/cookies.ts";
import { decodeJson, partsOf, whoOf } from "./identity.ts";
import type { Who } from "./session.models.ts";

export interface SessionCookie {
  /** A cookie of the session's name or of a part of it is there, whatever it holds. */
  present: boolean;
  /**
   * Null when there is none, or when what is there cannot be read: in the middle of being rewritten, or a part that
   * an older session has left behind. The client takes that for no session, and so must everybody here.
   */
  who: Who | null;
  /** For the one call that ends this session at the service. */
  accessToken: string | undefined;
}

/** The session as the cookies hold it now, without the client and by its rules: a whole one before numbered parts. */
export function readSessionCookie(cookies: ReadonlyMap<string, string> = readCookies()): SessionCookie {
  const names = ownCookieNames();
  const present = [...cookies.keys()].some((name) => isSessionCookie(names, name));
  const session = storedSession(cookies);
  const { access_token: token } = partsOf(session);
  return { present, who: whoOf(session), accessToken: typeof token === "string" ? token : undefined };
}

/** The session's value as it is written, put together from its parts; empty when there is none. */
export function storedValue(cookies: ReadonlyMap<string, string> = readCookies()): string {
  const names = ownCookieNames();
  // An empty whole is none, as for the client.
  return cookies.get(names.session) || joined(cookies, names.session);
}

/** The session as Auth once answered it; undefined for none, and for one that cannot be read. */
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
