import { isIP } from "node:net";

const namedRanges = new Set(["loopback", "linklocal", "uniquelocal"]);

/**
 * Which proxies may say who the client is. The limits count per client address, so a guess in either direction
 * hurts: too much trust lets anyone choose his address, too little puts all people into one bucket.
 *
 * @returns a number of hops, a list of addresses or ranges, or `undefined` for what is neither.
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
