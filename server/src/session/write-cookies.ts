import { serializeCookieHeader } from "@supabase/ssr";
import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import type { Response } from "express";

/** A cookie to send. `maxAge` is in seconds; 0 removes it. */
export interface CookieWrite {
  name: string;
  value: string;
  maxAge: number;
}

/** The standard's grammar. A request may carry cookies with other names, which no response can repeat. */
const writableName = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Adds one `Set-Cookie` per write, all with the attributes fixed by contract. A name that cannot be written is not
 * one of ours and must not block the others.
 */
export function writeCookies(
  response: Response,
  options: { secure: boolean },
  writes: readonly CookieWrite[],
): void {
  const { path, sameSite, httpOnly } = sessionCookieAttributes;
  const fixed = { path, sameSite, httpOnly, secure: options.secure };
  const now = Date.now();
  const lines = writes
    .filter((write) => writableName.test(write.name))
    .map(({ name, value, maxAge }) =>
      serializeCookieHeader(name, value, { ...fixed, maxAge, expires: new Date(now + maxAge * 1000) }),
    );
  // At once: each call of `append` checks every character of all lines so far.
  if (lines.length > 0) response.append("Set-Cookie", lines);
}
