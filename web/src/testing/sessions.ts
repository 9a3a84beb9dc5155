export interface TestPerson {
  userId?: string;
  email?: string;
  sessionId?: string;
  aal?: "aal1" | "aal2";
  /** A second factor that the account has and that was verified once. */
  hasFactor?: boolean;
  /** Seconds until the token runs out; negative for one that has. */
  expiresIn?: number;
}

/** A session in the shape that Auth answers with. Nobody checks its signature here. */
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
    refresh_token: `refresh-${sessionId}`,
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

/** The same for a session as Auth answers with one. */
export function giveSession(session: unknown): void {
  document.cookie = `sheaf-auth=base64-${part(session)}; Path=/`;
}

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
