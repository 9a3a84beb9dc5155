import { sessionCookieAttributes } from "@sheaf/contract/cookies";
import type { Response } from "express";
import type { CookieWrite } from "./cookie-jar.ts";

/** Adds one `Set-Cookie` per write, all with the attributes that contract fixes. */
export function writeCookies(
  response: Response,
  options: { secure: boolean },
  writes: readonly CookieWrite[],
): void {
  const { path, sameSite, httpOnly } = sessionCookieAttributes;
  for (const { name, value, maxAge } of writes) {
    response.cookie(name, value, { path, sameSite, httpOnly, secure: options.secure, maxAge: maxAge * 1000 });
  }
}
