import type { Request } from "express";

/**
 * The request's cookies by name, always as text; of repeated names the first counts, as in browsers and in the auth
 * client. cookie-parser turns values that begin with `j:` into objects. Our values never begin that way, so such a
 * value counts as empty; its name is kept so that the cookie can be removed.
 */
export function requestCookies(request: Request): Map<string, string> {
  const parsed: Record<string, unknown> = request.cookies;
  return new Map(
    Object.entries(parsed).map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
}
