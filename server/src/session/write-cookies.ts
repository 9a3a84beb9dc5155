import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import type { Response } from "express";
import type { CookieWrite } from "./cookie-jar.ts";

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
  for (const { name, value, maxAge } of writes.filter((write) => writableName.test(write.name))) {
    response.cookie(name, value, { path, sameSite, httpOnly, secure: options.secure, maxAge: maxAge * 1000 });
  }
}
