import type { Who } from "./session.models.ts";

type Parts = Readonly<Record<string, unknown>>;

/**
 * Reads the identity from a stored session, `{ access_token, user }`.
 *
 * The token is decoded without verification: the result only controls the page, never access to data.
 */
export function whoOf(session: unknown): Who | null {
  const { access_token: token, user } = partsOf(session);
  const { sub, session_id: sessionId, aal: level } = partsOf(decodeJson(String(token).split(".")[1] ?? ""));
  if (typeof sub !== "string" || typeof sessionId !== "string") return null;
  const { email, factors, app_metadata: metadata } = partsOf(user);
  const aal = level === "aal2" ? "aal2" : "aal1";
  const hasFactor =
    Array.isArray(factors) && factors.some((factor) => partsOf(factor)["status"] === "verified");
  return {
    userId: sub,
    email: typeof email === "string" ? email : "",
    sessionId,
    aal,
    needsSecondFactor: hasFactor && aal === "aal1",
    // Set by `use_backup_code`; a session that has verified the new factor may still contain the old metadata.
    mustEnroll: partsOf(metadata)["must_enroll"] === true && !hasFactor && aal === "aal1",
  };
}

/** Decodes base64url JSON; undefined if malformed. */
export function decodeJson(base64url: string): unknown {
  try {
    const binary = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Cookies are untrusted, so every part is validated before use. */
export function partsOf(value: unknown): Parts {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
