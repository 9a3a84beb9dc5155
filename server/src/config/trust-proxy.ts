import { isIP } from "node:net";

const namedRanges = new Set(["loopback", "linklocal", "uniquelocal"]);

/**
 * Proxies that may state the client's address. Rate limits count per client address, so errors hurt in both
 * directions: trusting too much lets anyone choose an address, trusting too little puts everyone into one bucket.
 *
 * @returns a number of hops, a list of addresses or ranges, or `undefined` for anything else.
 */
export function readTrustProxy(text: string): number | string[] | undefined {
  if (/^\d{1,2}$/.test(text)) return Number(text);
  const entries = text.split(",").map((entry) => entry.trim());
  return entries.every(isAddressOrRange) ? entries : undefined;
}

function isAddressOrRange(entry: string): boolean {
  if (namedRanges.has(entry)) return true;
  const [address = "", prefix, ...rest] = entry.split("/");
  const bits = isIP(address) === 6 ? 128 : 32;
  if (isIP(address) === 0 || rest.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits);
}
