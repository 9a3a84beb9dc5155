import { safeNextPath } from "@sheaf/contract/next-path";
import { pages } from "@sheaf/contract/pages";
import { marker, type HostileRequest } from "./hostile-requests.ts";
import type { RawResponse } from "./send-raw.ts";

interface Where {
  siteUrl: string;
  platformUrl: string;
}

/** Facts that a response to a hostile request reveals; empty when it is harmless. */
export function leaks(request: HostileRequest, response: RawResponse, where: Where): string[] {
  const found: string[] = [];
  if (response.status === 0 || response.status >= 500) found.push(`status ${response.status}`);
  if (response.body.includes(marker)) found.push("the body repeats the request");
  for (const [name, value] of response.headers) {
    if (name === "location") found.push(...ofLocation(value, request, where));
    else if (value.includes(marker) || name.includes(marker.toLowerCase())) found.push(`${name}: ${value}`);
    if (name === "set-cookie" && !value.startsWith("sheaf-")) found.push(`a cookie not ours: ${value}`);
  }
  return found;
}

/** Resolved as a browser would. Only a destination that passes the validation may be repeated, and only encoded. */
function ofLocation(location: string, request: HostileRequest, { siteUrl, platformUrl }: Where): string[] {
  const url = URL.parse(location, `${siteUrl}/auth/callback`);
  if (!url) return [`unreadable location ${location}`];
  const given = request.nexts.map(safeNextPath).filter((next) => next !== undefined);
  const allowed = new Set([...given, pages.security.href(), pages.inbox.href()]);
  if (url.origin === siteUrl && allowed.has(url.pathname + url.search + url.hash)) return [];

  const problems: string[] = [];
  const fragment = new URLSearchParams(url.hash.slice(1));
  for (const parameters of [url.searchParams, fragment])
    problems.push(...takeNext(parameters, allowed, siteUrl));
  if (url.origin === platformUrl && url.pathname === "/auth/v1/verify") {
    const back = URL.parse(url.searchParams.get("redirect_to") ?? "");
    if (back?.origin !== siteUrl || back.pathname !== "/auth/callback")
      problems.push(`back to ${back?.href}`);
    if (back) problems.push(...takeNext(back.searchParams, allowed, siteUrl));
    if (back?.href.includes(marker) === true) problems.push(`repeated: ${back.href}`);
    url.searchParams.delete("redirect_to");
  } else if (url.origin !== siteUrl) problems.push(`off our site: ${location}`);
  const rest = url.origin + url.pathname + url.search + fragment.toString();
  if (rest.includes(marker)) problems.push(`repeated: ${rest}`);
  return problems;
}

function takeNext(parameters: URLSearchParams, allowed: ReadonlySet<string>, siteUrl: string): string[] {
  const next = parameters.getAll("next");
  parameters.delete("next");
  return next
    .filter((value) => !allowed.has(value) || URL.parse(value, siteUrl)?.origin !== siteUrl)
    .map((value) => `next=${value}`);
}
