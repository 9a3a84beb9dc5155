import { isIP } from "node:net";
import { globToRegExp } from "./glob.ts";

export interface RedirectRules {
  siteUrl: string;
  allowList: readonly string[];
}

/** The first candidate that the rules accept, else the site itself: a refused one is replaced, never an error. */
export function redirectTarget(candidates: readonly (string | undefined)[], rules: RedirectRules): string {
  return candidates.find((candidate) => candidate && isAllowed(candidate, rules)) ?? rules.siteUrl;
}

/**
 * Whether someone may be sent there with a session: the site's own host, a loopback address, or what the
 * allow-list names (query included, fragment not).
 */
function isAllowed(candidate: string, rules: RedirectRules): boolean {
  const target = URL.parse(candidate);
  if (!target) return false;
  const site = URL.parse(rules.siteUrl);
  if (site && isSite(target, site)) return true;
  const host = writtenHost(candidate);
  if (/^\d+$/.test(host)) return false;
  const address = host.replace(/^\[|\]$/g, "");
  if (isIP(address)) return isLoopbackAddress(address);
  const web = target.protocol === "http:" || target.protocol === "https:";
  if (web && !/^[a-z0-9.-]+$/i.test(host)) return false;
  const withoutFragment = candidate.split("#", 1)[0] ?? "";
  return rules.allowList.some((pattern) => globToRegExp(pattern).test(withoutFragment));
}

function isSite(target: URL, site: URL): boolean {
  if (target.protocol !== site.protocol || target.hostname !== site.hostname) return false;
  return target.port === site.port || isLoopbackHost(site.hostname);
}

/** The host as it was written: the URL parser would read `2130706433` and `0x7f.1` as addresses. */
function writtenHost(candidate: string): string {
  const authority = /^[^:/?#]+:\/\/([^/?#]*)/.exec(candidate)?.[1] ?? "";
  return authority.replace(/^.*@/, "").replace(/:\d*$/, "");
}

function isLoopbackHost(hostname: string): boolean {
  return hostname === "localhost" || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ""));
}

function isLoopbackAddress(address: string): boolean {
  return address === "::1" || /^127(\.\d{1,3}){3}$/.test(address);
}
