import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import type { Response } from "express";
import type { CookieWrite } from "./cookie-jar.ts";

/** As in the standard. A request may bring cookies by other names, which no answer can repeat. */
const writableName = /^[\w!#$%&'*+.^`|~-]+$/;

/**
 * Adds one `Set-Cookie` per write, all with the attributes that contract fixes. A name that cannot be written is no
 * cookie of ours, and must not keep the others from being written.
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
