import { BlockList, isIP } from "node:net";
import { globToRegExp } from "./glob.ts";

export interface RedirectRules {
  siteUrl: string;
  allowList: readonly string[];
}

/** The first allowed candidate, else the site. A refused address is replaced, never an error. */
export function redirectTarget(candidates: readonly (string | undefined)[], rules: RedirectRules): string {
  return candidates.find((candidate) => candidate && isAllowed(candidate, rules)) ?? rules.siteUrl;
}

/**
 * True if a session may be sent to this address. The address is checked as written, in this order: the site's own
 * host; no number as host; no IP address but loopback; no unusual host for http(s); then the allow-list, with the
 * query and without the fragment.
 */
function isAllowed(candidate: string, rules: RedirectRules): boolean {
  // Refuses what a browser can't parse, and characters that a browser would drop before parsing.
  if (!URL.canParse(candidate) || hasControlOrSpace(candidate)) return false;
  const target = parseWritten(candidate);
  if (!target) return !/^https?:/i.test(candidate) && isListed(candidate, rules);
  const site = parseWritten(rules.siteUrl);
  if (site && isSite(target, site)) return true;
  const { host, scheme } = target;
  if (/^\d+$/.test(host)) return false;
  if (isAddress(host)) return isThisMachine(host);
  const web = scheme === "http" || scheme === "https";
  if (web && !/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/i.test(host)) return false;
  return isListed(candidate, rules);
}

function hasControlOrSpace(text: string): boolean {
  return Array.from(text).some((character) => character <= " " || character === "\u007f");
}

function isListed(candidate: string, { allowList }: RedirectRules): boolean {
  const withoutFragment = candidate.split("#", 1)[0] ?? "";
  return allowList.some((pattern) => globToRegExp(pattern).test(withoutFragment));
}

interface Written {
  /** Lower case. */
  scheme: string;
  /** As written, without brackets. */
  host: string;
  /** As written: an explicit default port differs from none. */
  port: string;
}

/**
 * Splits an address without normalizing it. A URL object would read `2130706433` and `0x7f.1` as IP addresses, and
 * a backslash as a slash.
 *
 * @returns undefined if the text is not an address.
 */
function parseWritten(address: string): Written | undefined {
  const [, scheme = "", rest = ""] = /^([a-z][a-z0-9+.-]*):(.*)$/i.exec(address) ?? [];
  const [path = ""] = rest.split("?", 1);
  const authority = /^\/\/([^/?#]*)/.exec(rest)?.[1] ?? "";
  const parts = /^(?:[\w.~!$&'()*+,;=:%@-]*@)?(\[[^\]]*\]|[^:@\\^`{|}[\]]*)(?::(\d*))?$/.exec(authority);
  if (!parts || /%(?![0-9a-f]{2})/i.test(path)) return undefined;
  const [, host = "", port = ""] = parts;
  return { scheme: scheme.toLowerCase(), host: host.replace(/^\[|\]$/g, ""), port };
}

function isSite(target: Written, site: Written): boolean {
  if (target.scheme !== site.scheme || target.host !== site.host) return false;
  return target.port === site.port || target.host === "localhost" || isThisMachine(target.host);
}

const loopback = new BlockList();
loopback.addSubnet("127.0.0.0", 8);
loopback.addAddress("::1", "ipv6");

/** True for an IP address without a zone. */
function isAddress(host: string): boolean {
  return isIP(host) !== 0 && !host.includes("%");
}

/** True for a loopback address in any notation. */
function isThisMachine(host: string): boolean {
  return isAddress(host) && loopback.check(host, isIP(host) === 6 ? "ipv6" : "ipv4");
}
