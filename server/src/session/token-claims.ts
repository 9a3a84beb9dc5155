/** `session_id` of an access token, or "" without one. The signature is not checked. */
export function sessionIdOf(accessToken: string): string {
  const { session_id: id } = claimsOf(accessToken);
  return typeof id === "string" ? id : "";
}

/**
 * Time of the session's last authentication, in Unix seconds; 0 if the token has none. Renewals keep it. The
 * signature is not checked.
 */
export function signedInAt(accessToken: string): number {
  const { amr } = claimsOf(accessToken);
  const times = (Array.isArray(amr) ? amr : []).map(
    (entry: { timestamp?: unknown } | null) => entry?.timestamp,
  );
  return Math.max(0, ...times.filter((time) => typeof time === "number"));
}

/** True if the token has expired by our clock. */
export function hasExpired(accessToken: string): boolean {
  const { exp } = claimsOf(accessToken);
  return typeof exp !== "number" || exp <= Date.now() / 1000;
}

/** The unverified claims of a token; empty if it is not one. */
export function claimsOf(accessToken: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
    return typeof claims === "object" && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}
