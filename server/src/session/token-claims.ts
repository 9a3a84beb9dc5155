/** `session_id` of an access token; "" when it has none. Proves nothing: the signature is not looked at. */
export function sessionIdOf(accessToken: string): string {
  const { session_id: id } = claimsOf(accessToken);
  return typeof id === "string" ? id : "";
}

/**
 * When the session of an access token last proved who it is, in Unix seconds; 0 when the token does not say.
 * Renewals keep it. Proves nothing: the signature is not looked at.
 */
export function signedInAt(accessToken: string): number {
  const { amr } = claimsOf(accessToken);
  const times = (Array.isArray(amr) ? amr : []).map(
    (entry: { timestamp?: unknown } | null) => entry?.timestamp,
  );
  return Math.max(0, ...times.filter((time) => typeof time === "number"));
}

/** Whether the platform would refuse an access token for its age, as far as our clock tells. */
export function hasExpired(accessToken: string): boolean {
  const { exp } = claimsOf(accessToken);
  return typeof exp !== "number" || exp <= Date.now() / 1000;
}

/** The claims of a token, unchecked; none for what is no token. */
export function claimsOf(accessToken: string): Record<string, unknown> {
  try {
    const claims: unknown = JSON.parse(Buffer.from(accessToken.split(".")[1] ?? "", "base64url").toString());
    return typeof claims === "object" && claims !== null ? { ...claims } : {};
  } catch {
    return {};
  }
}
