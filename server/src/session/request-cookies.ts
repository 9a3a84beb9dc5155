import { parseCookieHeader } from "@supabase/ssr";
import type { Request } from "express";

/**
 * Cookies of the request by name, always as text: the usual parser of Express makes objects of values that begin
 * with `j:`, which would then be neither readable nor removable. Of a name that comes twice the first counts, as in
 * browsers and in the auth client.
 */
export function requestCookies(request: Request): Map<string, string> {
  const header = request.get("Cookie");
  return new Map(parseCookieHeader(header ?? "").map(({ name, value }) => [name, value]));
}
