/** Longest destination carried through a sign-in, in UTF-16 units. */
const maxLength = 2048;

/**
 * The only validation of destinations after sign-in, for the page and the sidecar: a path on our own site or nothing.
 *
 * `/.//elsewhere` and `/a/../..//elsewhere` pass a plain same-origin check but normalise to a path with two leading
 * slashes, which leads off the site. So the normalised path is checked and the result is rebuilt from its parts.
 *
 * @param value anything: a query parameter may be absent, doubled or an object.
 * @returns pathname + search + hash of our own origin, or `undefined`.
 */
export function safeNextPath(value: unknown): string | undefined {
  if (typeof value !== "string" || value.length > maxLength) return undefined;
  if (!/^\/(?![/\\])/.test(value)) return undefined;
  if (/[\\\p{Cc}]/u.test(value)) return undefined;

  const base = "https://own.invalid";
  // Safari before version 18 has no URL.parse().
  if (!URL.canParse(value, base)) return undefined;
  const url = new URL(value, base);
  if (url.origin !== base || url.username !== "" || url.password !== "") return undefined;
  if (url.pathname.startsWith("//")) return undefined;
  if (url.pathname === "/auth" || url.pathname.startsWith("/auth/")) return undefined;
  return url.pathname + url.search + url.hash;
}
