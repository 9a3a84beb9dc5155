export interface TestPerson {
  userId?: string;
  email?: string;
  sessionId?: string;
  aal?: "aal1" | "aal2";
  /** The account has a verified second factor. */
  hasFactor?: boolean;
  /** Seconds until the token expires; negative for an expired one. */
  expiresIn?: number;
}

let issued = 0;

/**
 * A session in the shape Auth returns; its signature isn't checked. Every call gets its own refresh token, because the
 * client caches refused tokens for a while and test files share one client.
 */
export function sessionOf(person: TestPerson = {}) {
  const {
    userId = "11111111-1111-4111-8111-111111111111",
    email = "anna@lind.example",
    sessionId = "session-1",
    aal = "aal1",
    hasFactor = false,
    expiresIn = 3600,
  } = person;
  const expires = Math.floor(Date.now() / 1000) + expiresIn;
  const claims = { sub: userId, session_id: sessionId, aal, exp: expires, role: "authenticated" };
  return {
    access_token: `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}.c2ln`,
    token_type: "bearer",
    expires_in: expiresIn,
    expires_at: expires,
    refresh_token: `refresh-${sessionId}-${(issued += 1)}`,
    user: {
      id: userId,
      email,
      aud: "authenticated",
      role: "authenticated",
      app_metadata: {},
      user_metadata: {},
      created_at: "2026-11-01T09:00:00Z",
      factors: hasFactor ? [{ id: "f", factor_type: "totp", status: "verified" }] : [],
    },
  };
}

/** Writes the session cookie as the sidecar or the client does. */
export function giveSessionCookie(person: TestPerson = {}): void {
  giveSession(sessionOf(person));
}

/** Writes the cookie for a session in the shape Auth returns. */
export function giveSession(session: unknown): void {
  document.cookie = `sheaf-auth=base64-${part(session)}; Path=/`;
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
