import { isSessionCookie } from "@sheaf/contract/cookies";
import { ownCookieNames, readCookies } from "../../lib/cookies.ts";
import { decodeJson, whoOf } from "./identity.ts";
import type { Who } from "./session.models.ts";

export interface SessionCookie {
  present: boolean;
  /** Null when there is none, or when what is there cannot be read, as in the middle of being rewritten. */
  who: Who | null;
}

const prefix = "base64-";

/** The session as the cookies hold it now, without the client: whole under one name, or in numbered parts. */
export function readSessionCookie(): SessionCookie {
  const names = ownCookieNames();
  const cookies = readCookies();
  const present = [...cookies.keys()].some((name) => isSessionCookie(names, name));
  const value = cookies.get(names.session) ?? joined(cookies, names.session);
  return { present, who: value.startsWith(prefix) ? whoOf(decodeJson(value.slice(prefix.length))) : null };
}

function joined(cookies: Map<string, string>, name: string): string {
  const parts: string[] = [];
  for (
    let part = cookies.get(`${name}.0`);
    part !== undefined;
    part = cookies.get(`${name}.${parts.length}`)
  ) {
    parts.push(part);
  }
  return parts.join("");
}
