/** Longest destination that is carried through a sign-in, in UTF-16 units. */
const maxLength = 2048;

/**
 * The one rule for "where to go afterwards", for the page and the sidecar alike: a path of our own site or nothing.
 *
 * Two shapes survive a plain same-origin check and still leave the site once a browser reads them again:
 * `/.//elsewhere` and `/a/../..//elsewhere` normalise to a path that begins with two slashes. Hence the check of
 * the normalised path, and the answer is always re-made from its parts.
 *
 * @param value anything: a query parameter may be absent, doubled or an object.
 * @returns pathname + search + hash of our own origin, or `undefined`.
 */
export function safeNextPath(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > maxLength) return undefined;
  if (!/^\/(?![/\\])/.test(value)) return undefined;
  if (/[\\\p{Cc}]/u.test(value)) return undefined;

  const base = "https://own.invalid";
  // Safari has URL.parse() from version 18 on only.
  if (!URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  if (url.origin !== base || url.username !== "" || url.password !== "") return undefined;
  if (url.pathname.startsWith("//")) return undefined;
  if (url.pathname === "/auth" || url.pathname.startsWith("/auth/")) return undefined;
  return url.pathname + url.search + url.hash;
}
