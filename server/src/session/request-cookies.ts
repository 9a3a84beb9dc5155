import type { Request } from "express";

/**
 * Cookies of the request by name, always as text; of a name that comes twice the first counts, as in browsers and in
 * the auth client. cookie-parser makes objects of values that begin with `j:`. Nothing of ours begins so: such a value
 * counts as empty, and its name stays known, so that the cookie can be removed.
 */
export function requestCookies(request: Request): Map<string, string> {
  const parsed: Record<string, unknown> = request.cookies;
  return new Map(
    Object.entries(parsed).map(([name, value]) => [name, typeof value === "string" ? value : ""]),
  );
}
